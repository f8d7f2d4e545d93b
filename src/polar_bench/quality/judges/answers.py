"""From a judge's answer to a verdict: strict JSON in the question's shape, or no verdict at all.

An answer that can't be read is `unjudged`, never a pass or a fail. Must not know models or files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, TypeVar, assert_never

import msgspec

from polar_bench.matching.text import Text
from polar_bench.quality.judges.questions import UNSAID, Ask, Item, QuestionName
from polar_bench.roles import Allow

_LEAST_QUOTED = 4  # letters and digits: less stands in any document
_Shape = TypeVar("_Shape", bound=msgspec.Struct)


class Outcome(StrEnum):
    """What became of one question."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNJUDGED = "unjudged"


class NoVerdict(StrEnum):
    """Why an answer gives no verdict; a call that failed has its `errors.Unassessed` reason instead."""

    REFUSED = "refused"
    EMPTY = "empty"
    CUT = "cut"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """One judge's verdict on one question.

    `evidence` is the judge's own words or the items at fault; `reason` says why it is unjudged. `read` is the answer
    for each item, in their order, where the question has items and they could be read.
    """

    outcome: Outcome
    evidence: str = ""
    reason: str = ""
    read: tuple[str, ...] = ()


class _Natural(msgspec.Struct, forbid_unknown_fields=True):
    natural: bool
    why: str


class _Covered(msgspec.Struct, forbid_unknown_fields=True):
    asked: dict[str, bool]


class _Hidden(msgspec.Struct, forbid_unknown_fields=True):
    betrayed: bool
    quote: str


class _PolicyRead(msgspec.Struct, forbid_unknown_fields=True):
    items: dict[str, str]


class _Task(msgspec.Struct, forbid_unknown_fields=True):
    hint: bool
    quote: str


class _Conveyed(msgspec.Struct, forbid_unknown_fields=True):
    conveyed: bool
    quote: str


class _UnreadableError(Exception):
    """The answer is not in the question's shape."""


def unjudged(reason: str, evidence: str = "") -> Verdict:
    """Return the verdict of a question that has none, and why."""
    return Verdict(Outcome.UNJUDGED, evidence, reason)


def read_answer(ask: Ask, answer: str) -> Verdict:
    """Return the verdict that `answer` (a reply without its reasoning) gives on `ask`."""
    if not answer.strip():
        return unjudged(NoVerdict.EMPTY)
    try:
        return _verdict(ask, _parsed(answer))
    except _UnreadableError as error:
        return unjudged(NoVerdict.UNREADABLE, str(error))


def _verdict(ask: Ask, found: object) -> Verdict:
    match ask.question:
        case QuestionName.NATURAL:
            natural = _shaped(found, _Natural)
            return _by(natural.natural, natural.why)
        case QuestionName.COVERED:
            asked = _by_number(_shaped(found, _Covered).asked, ask.items)
            missing = [item.label for item, is_asked in zip(ask.items, asked, strict=True) if not is_asked]
            read = tuple("asked" if is_asked else "not asked" for is_asked in asked)
            return _by(not missing, f"not asked for: {', '.join(missing)}" if missing else "", read)
        case QuestionName.HIDDEN:
            hidden = _shaped(found, _Hidden)
            return _by(not hidden.betrayed, hidden.quote)
        case QuestionName.POLICY:
            return _policy_verdict(ask.items, _by_number(_shaped(found, _PolicyRead).items, ask.items))
        case QuestionName.TASK:
            task = _shaped(found, _Task)
            return _by(not task.hint, task.quote)
        case QuestionName.CONVEYED:
            conveyed = _shaped(found, _Conveyed)
            if conveyed.conveyed and not _stands_in(conveyed.quote, ask.source):
                return unjudged(NoVerdict.UNSUPPORTED, f"no words of the document: {conveyed.quote}")
            return _by(conveyed.conveyed, conveyed.quote)
        case _:
            assert_never(ask.question)


def _policy_verdict(items: Sequence[Item], read: tuple[str, ...]) -> Verdict:
    known = {*Allow, UNSAID}
    for word in read:
        if word not in known:
            raise _UnreadableError(f"'{word}' is none of {', '.join(sorted(known))}")
    wrong = [
        f"{item.label}: {word}, not {item.expected}"
        for item, word in zip(items, read, strict=True)
        if word != item.expected
    ]
    return _by(not wrong, "; ".join(wrong), read)


def _by(is_accepted: bool, evidence: str, read: tuple[str, ...] = ()) -> Verdict:
    return Verdict(Outcome.ACCEPTED if is_accepted else Outcome.REJECTED, " ".join(evidence.split()), "", read)


_Value = TypeVar("_Value")


def _by_number(given: dict[str, _Value], items: Sequence[Item]) -> tuple[_Value, ...]:
    """Return what is given for each item, in their order; each number has to be there once, and no other."""
    numbers = [str(number) for number in range(1, len(items) + 1)]
    if set(given) != set(numbers):
        odd = sorted(set(given) ^ set(numbers))
        raise _UnreadableError(f"the entries are not those of the list: {', '.join(odd[:5])}")
    return tuple(given[number] for number in numbers)


def _parsed(answer: str) -> object:
    """Return the one JSON object that `answer` is; what stands around it, or twice in it, makes it unreadable."""
    try:
        found: object = json.loads(answer, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _UnreadableError(f"no JSON object alone ({error})") from None
    return found


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # Any: foreign JSON
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key comes twice")
    return dict(pairs)


def _no_constant(name: str) -> Any:  # Any: json's own signature
    raise ValueError(f"{name} is no JSON")


def _shaped(found: object, shape: type[_Shape]) -> _Shape:
    try:
        return msgspec.convert(found, shape)
    except msgspec.ValidationError as error:
        raise _UnreadableError(f"not in the form asked for ({error})") from None


def _stands_in(quote: str, source: str) -> bool:
    if sum(map(str.isalnum, quote)) < _LEAST_QUOTED:
        return False
    sought, text = (" ".join(_folded(part)) for part in (quote, source))
    return sought.strip(" \"'") in text


def _folded(text: str) -> Iterator[str]:
    """Yield the words of a text as the matcher folds them; quote marks of e-mails (">") are no words."""
    yield from Text(text).plain.text.replace(">", " ").split()
