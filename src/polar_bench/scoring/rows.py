"""One row of `scores.jsonl`: a trial's place in the design, its outcome, and its score by every scorer.

A row is a pure function of a sample and a trial, so that scores can be made again from data set and journal.
"""

from __future__ import annotations

import msgspec

from polar_bench.errors import Unassessed
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring.score import LAMBDA, Score, score_paper
from polar_bench.seeding import content_id
from polar_bench.trial import AttackerKind, Flag, Speaker, Trial

SCORERS = ("strict", "paper")


class Tokens(msgspec.Struct, frozen=True):
    """What an endpoint counted for the calls of one side; 0 where it counts nothing."""

    prompt: int
    reply: int


class ScoreRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A trial's scores; `scores` is empty where the trial is unassessed, for the reason given.

    `said` is a digest of the trusted agent's raw replies, so that repeats which came back identical are seen.
    """

    sample_id: str
    repeat: int
    domain: str
    policy_level: PolicyLevel
    attack: Attack
    group: str
    attacker: AttackerKind
    replies: int
    said: str
    scores: dict[str, Score]
    unassessed: Unassessed | None = None
    flags: tuple[Flag, ...] = ()
    tokens: dict[Speaker, Tokens] = {}


def score_row(sample: Sample, trial: Trial, *, weight: float = LAMBDA) -> ScoreRow:
    """Score `trial` over `sample` by every scorer; an unassessed trial gets no score.

    What a scorer raises is raised on, with a note that names the trial.
    """
    try:
        scores = {} if trial.unassessed else _scores(sample, trial, weight)
    except Exception as error:
        error.add_note(f"while scoring sample {trial.sample_id}, repeat {trial.repeat}")
        raise
    return ScoreRow(
        sample_id=sample.id,
        repeat=trial.repeat,
        domain=sample.domain,
        policy_level=sample.policy_level,
        attack=sample.attack,
        group=sample.group,
        attacker=trial.attacker,
        replies=len(trial.replies),
        said=content_id("r", "\x00".join(trial.replies).encode("utf-8", "surrogatepass"), digits=16),
        scores=scores,
        unassessed=trial.unassessed,
        flags=tuple(sorted(trial.flags)),
        tokens=_tokens(trial),
    )


def _scores(sample: Sample, trial: Trial, weight: float) -> dict[str, Score]:
    from polar_bench.scoring.strict import score_strict  # noqa: PLC0415 # its grammars take a while to import

    return {
        "strict": score_strict(sample, trial.turns, weight=weight),
        "paper": score_paper(sample, trial.replies, weight=weight),
    }


def _tokens(trial: Trial) -> dict[Speaker, Tokens]:
    counted = {}
    for speaker in Speaker:
        own = [turn for turn in trial.turns if turn.role is speaker]
        tokens = Tokens(sum(turn.prompt_tokens for turn in own), sum(turn.reply_tokens for turn in own))
        if tokens.prompt or tokens.reply:
            counted[speaker] = tokens
    return counted
