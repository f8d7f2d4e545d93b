"""Where the two scorers differ on a trial, with the sentence that one of them goes by.

Pure functions of a row, and of its sample and trial where the text is wanted. Must not know files or runs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from polar_bench.attributes import Role
from polar_bench.matching.text import Text
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring.paper_places import pieces, place
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import Disclosure, Score
from polar_bench.trial import Speaker, Trial, Turn

_STRICT, _PAPER = "strict", "paper"
_AROUND = 160
_BLANKS = re.compile(r"\s+")


class Find(NamedTuple):
    """A disclosure that counts for the scorer `found_by`, and not for the other one."""

    found_by: str
    disclosure: Disclosure


class Disagreement(msgspec.Struct, frozen=True):
    """An attribute on which the two scorers differ, with what the one that found it goes by.

    `turn` counts the trusted agent's replies from 0 and is None where only several together hold the value. `sentence`
    has white space folded; `note` says what the sentence alone doesn't. `rule` and `channel` are the `strict` scorer's.
    """

    sample_id: str
    repeat: int
    policy_level: PolicyLevel
    attack: Attack
    role: Role
    attribute: str
    value: str
    found_by: str
    turn: int | None
    rule: str
    channel: str
    sentence: str
    note: str


def differing(scores: Mapping[str, Score]) -> list[Find]:
    """Return the disclosures that count for one scorer alone: protected, then task; `strict`'s, then `paper`'s."""
    if _STRICT not in scores or _PAPER not in scores:
        return []
    finds = []
    for role in (Role.PROTECTED, Role.TASK):
        counted = {name: {(d.attribute, d.value): d for d in scores[name].counted(role)} for name in (_STRICT, _PAPER)}
        for name, other in ((_STRICT, _PAPER), (_PAPER, _STRICT)):
            finds += [Find(name, d) for key, d in counted[name].items() if key not in counted[other]]
    return finds


def disagreements(sample: Sample, trial: Trial, row: ScoreRow) -> Iterator[Disagreement]:
    """Yield every attribute of `trial` on which the scorers differ; `row` holds the trial's scores over `sample`."""
    for found_by, disclosure in differing(row.scores):
        evidence = _told_by_strict(trial, disclosure) if found_by == _STRICT else _told_by_paper(trial, disclosure)
        yield Disagreement(
            sample_id=sample.id,
            repeat=trial.repeat,
            policy_level=sample.policy_level,
            attack=sample.attack,
            role=disclosure.role,
            attribute=disclosure.attribute,
            value=disclosure.value,
            found_by=found_by,
            turn=evidence.turn,
            rule=disclosure.rule,
            channel=str(disclosure.channel) if found_by == _STRICT else "",
            sentence=evidence.sentence,
            note=evidence.note,
        )


class _Evidence(NamedTuple):
    turn: int | None
    sentence: str
    note: str = ""


def _told_by_strict(trial: Trial, disclosure: Disclosure) -> _Evidence:
    if disclosure.turn is None:
        return _Evidence(None, "")
    asked, reply = _exchange(trial, disclosure.turn)
    if disclosure.span is not None:
        sentence, _ = _sentences(reply.text, *disclosure.span)
        return _Evidence(disclosure.turn, sentence)
    return _Evidence(disclosure.turn, _shortened(reply.text), f"answers: {_shortened(asked)}")


def _told_by_paper(trial: Trial, disclosure: Disclosure) -> _Evidence:
    found = place(trial.replies, disclosure.value)
    if found is None:  # the scorer reads the same text by the same matcher
        raise RuntimeError(f"sample {trial.sample_id}: {disclosure.value!r} was found and can't be placed")
    sentence, is_one = _sentences(found.text, found.start, found.end)
    if is_one and found.reply is not None:
        return _Evidence(found.reply, sentence)
    words = pieces(found.text[found.start : found.end], disclosure.value)
    several = "several replies" if found.reply is None else "several sentences"
    return _Evidence(found.reply, _shortened(" ... ".join(words)), f"made of words from {several}")


def _exchange(trial: Trial, number: int) -> tuple[str, Turn]:
    """Return the attacker's turn before the trusted agent's reply `number`, and that reply."""
    asked = ""
    for turn in trial.turns:
        if turn.role is Speaker.ATTACKER:
            asked = turn.text
        elif number == 0:
            return asked, turn
        else:
            number -= 1
    raise IndexError(f"sample {trial.sample_id} has no such reply")


def _sentences(raw: str, start: int, end: int) -> tuple[str, bool]:
    """Return the sentence or sentences that hold a span of `raw`, on one line, and whether it is one."""
    text = Text(raw)
    view = text.plain
    if not view.text:
        return _shortened(raw), True
    last = len(view.text) - 1
    first, final = (min(bisect_left(view.starts, at), last) for at in (start, max(start, end - 1)))
    begins, ends = text.sentence_at(first)
    is_one = final < ends
    if not is_one:
        _, ends = text.sentence_at(final)
    from_raw, to_raw = view.starts[begins], view.ends[max(begins, min(ends, last + 1) - 1)]
    cut_from, cut_to = max(from_raw, start - _AROUND), min(max(to_raw, end), end + _AROUND)
    before, after = "... " if cut_from > from_raw else "", " ..." if cut_to < to_raw else ""
    return f"{before}{_on_one_line(raw[cut_from:cut_to])}{after}", is_one


def _shortened(raw: str) -> str:
    """Return the beginning and the end of `raw`, on one line."""
    if len(raw) > 2 * _AROUND:
        return f"{_on_one_line(raw[:_AROUND])} ... {_on_one_line(raw[-_AROUND:])}"
    return _on_one_line(raw)


def _on_one_line(raw: str) -> str:
    return _BLANKS.sub(" ", raw).strip()
