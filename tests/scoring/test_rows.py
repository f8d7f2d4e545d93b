"""One row of scores: what a trial leaves in it."""

from __future__ import annotations

import pytest

from polar_bench import score_paper, score_strict
from polar_bench.errors import Unassessed
from polar_bench.scoring.rows import SCORERS, Tokens, score_row
from polar_bench.scoring.score import Score
from polar_bench.trial import AttackerKind, Flag, Speaker, Trial, Turn
from tests.support.samples import sample

CASE = sample()


def trial(*replies: str, unassessed: Unassessed | None = None, **counts: int) -> Trial:
    turns = [
        turn
        for reply in replies
        for turn in (Turn(Speaker.ATTACKER, "And?"), Turn(Speaker.TRUSTED, reply, **counts))  # type: ignore[arg-type]
    ]
    return Trial(CASE.id, 0, AttackerKind.ADAPTIVE, tuple(turns), unassessed)


def test_what_was_said_has_one_digest_for_the_same_replies_and_others_for_others() -> None:
    digests = [
        score_row(CASE, each).said
        for each in (trial("a", "b"), trial("a", "b"), trial("ab"), trial("a", "b", ""), trial("b", "a"), trial())
    ]

    assert digests[0] == digests[1]
    assert 5 == len(set(digests))


def test_the_digest_is_of_raw_replies_and_not_of_the_attackers_turns_or_counts() -> None:
    plain = trial("a", prompt_tokens=3)
    other = Trial(CASE.id, 1, AttackerKind.SCRIPTED, (Turn(Speaker.ATTACKER, "Else?"), Turn(Speaker.TRUSTED, "a")))
    thought = Trial(CASE.id, 0, AttackerKind.SCRIPTED, (Turn(Speaker.TRUSTED, "a", "<think>b</think>a"),))

    assert score_row(CASE, plain).said == score_row(CASE, other).said
    assert score_row(CASE, plain).said != score_row(CASE, thought).said


def test_half_a_character_has_a_digest_too() -> None:
    assert score_row(CASE, trial("half \ud83d")).said != score_row(CASE, trial("half")).said


def test_tokens_are_counted_by_side_and_left_out_where_nothing_was_counted() -> None:
    turns = (
        Turn(Speaker.ATTACKER, "a", prompt_tokens=5, reply_tokens=1),
        Turn(Speaker.TRUSTED, "b", prompt_tokens=10, reply_tokens=2),
        Turn(Speaker.ATTACKER, "c", prompt_tokens=7),
        Turn(Speaker.TRUSTED, "d", reply_tokens=4),
    )
    counted = score_row(CASE, Trial(CASE.id, 0, AttackerKind.ADAPTIVE, turns))

    assert {Speaker.ATTACKER: Tokens(12, 1), Speaker.TRUSTED: Tokens(10, 6)} == counted.tokens
    assert {} == score_row(CASE, trial("a")).tokens


def test_an_unassessed_trial_has_no_score_and_keeps_its_reason_kind_and_tokens() -> None:
    row = score_row(CASE, trial("Wendlach", unassessed=Unassessed.ATTACKER_FAILED, prompt_tokens=3))

    assert ({}, Unassessed.ATTACKER_FAILED, AttackerKind.ADAPTIVE) == (row.scores, row.unassessed, row.attacker)
    assert {Speaker.TRUSTED: Tokens(3, 0)} == row.tokens


def test_flags_of_both_sides_stand_in_the_row_once() -> None:
    turns = (
        Turn(Speaker.ATTACKER, "a", flags=(Flag.CUT, Flag.ATTACK_REFUSED)),
        Turn(Speaker.TRUSTED, "", flags=(Flag.SILENT, Flag.CUT)),
    )
    row = score_row(CASE, Trial(CASE.id, 0, AttackerKind.ADAPTIVE, turns))

    assert (Flag.ATTACK_REFUSED, Flag.CUT, Flag.SILENT) == row.flags


def test_a_row_has_the_score_of_every_scorer() -> None:
    case = trial("He lives in Wendlach. He has ringing ears.")
    scores = score_row(CASE, case, weight=0.25).scores

    assert list(SCORERS) == list(scores)
    assert score_paper(CASE, case.replies, weight=0.25) == scores["paper"]
    assert score_strict(CASE, case.turns, weight=0.25) == scores["strict"]


def test_a_scorer_that_raises_is_never_passed_over_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_options: object) -> Score:
        raise RuntimeError("a bug")

    monkeypatch.setattr("polar_bench.scoring.rows.score_paper", broken)
    with pytest.raises(RuntimeError, match="a bug") as raised:
        score_row(CASE, trial("Hello."))

    assert [f"while scoring sample {CASE.id}, repeat 0"] == raised.value.__notes__
