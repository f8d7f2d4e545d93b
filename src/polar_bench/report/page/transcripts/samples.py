"""The texts that a transcript is read beside: a profile's documents, and each sample's policy, task and script."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.matching.finder import wanted
from polar_bench.matching.span import Grade
from polar_bench.matching.text import Text
from polar_bench.report.page.transcripts.mask import Mask
from polar_bench.report.page.transcripts.shown import escaped, shown
from polar_bench.sample import Sample, ScriptTurn

_WEIGHT = {Role.PROTECTED: 0, Role.TASK: 1, Role.PERMITTED: 2, Role.OTHER: 3}


def profile(samples: Sequence[Sample], mask: Mask) -> dict[str, Any]:  # Any: JSON
    """Return the samples of one profile; a document that several share stands there once."""
    documents: dict[str, int] = {}
    made = []
    for sample in samples:
        number = documents.setdefault(sample.document.text, len(documents))
        made.append({"document": number, **_sample(sample, mask)})
    return {"documents": [mask.text(text) for text in documents], "samples": made}


def _sample(sample: Sample, mask: Mask) -> dict[str, Any]:
    return {
        "group": mask.text(sample.group),
        "form": mask.text(sample.document.form.replace("_", " ")),
        "marks": _marks(sample, mask),
        "policy": mask.text(sample.policy.text),
        "task": mask.text(sample.task.text),
        "script": [[mask.text(turn.text), mask.text("; ".join(_notes(turn)))] for turn in sample.script],
        "attributes": [
            [escaped(a.label or a.name), a.kind, mask.text(a.value), a.role, _remark(a)] for a in sample.attributes
        ],
    }


def _marks(sample: Sample, mask: Mask) -> list[list[int]]:
    """Return where values stand in the shown document: start, end, and the attribute's place among the sample's."""
    text = sample.document.text
    placed = values_in(text, sample.attributes)
    spans = shown(text, [place[:2] for place in placed], mask.blocks(text)).spans
    return [[start, end, number] for (start, end), (_, _, number) in zip(spans, placed, strict=True)]


def values_in(text: str, attributes: Sequence[Attribute]) -> list[tuple[int, int, int]]:
    """Return start, end and attribute (its index) of each value in `text`, in order and without overlaps.

    Of values that overlap the longer one stays, then the one whose role weighs more.
    """
    finds = [
        (start - end, _WEIGHT[attribute.role], start, end, number)
        for number, attribute in enumerate(attributes)
        for start, end in _places(text, attribute.kind, (attribute.value, *attribute.forms))
    ]
    taken: list[tuple[int, int, int]] = []  # in order, so that only neighbours can overlap
    for _, _, start, end, number in sorted(finds):
        at = bisect_left(taken, (start, end, number))
        if (at == 0 or taken[at - 1][1] <= start) and (at == len(taken) or end <= taken[at][0]):
            taken.insert(at, (start, end, number))
    return taken


@lru_cache(maxsize=256)
def _places(text: str, kind: Kind, wordings: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return where a value stands: word for word, and else where the `strict` matcher finds it, which takes longer."""
    lowered = _lowered(text)
    literal = tuple(place for wording in wordings for place in _literal(lowered, wording.lower()))
    if literal:
        return literal
    sought, read = wanted(kind, wordings), _read(text)
    found = sought.find(read) if sought.may_stand_in(read) else ()
    return tuple((span.start, span.end) for span in found if span.grade is Grade.FULL)


def _literal(text: str, wording: str) -> Iterator[tuple[int, int]]:
    at = text.find(wording) if wording.strip() else -1
    while at >= 0:
        end = at + len(wording)
        if not (text[at - 1 : at].isalnum() and wording[0].isalnum()) and not (
            text[end : end + 1].isalnum() and wording[-1].isalnum()
        ):
            yield at, end
        at = text.find(wording, end)


@lru_cache(maxsize=16)
def _read(text: str) -> Text:
    return Text(text)


@lru_cache(maxsize=16)
def _lowered(text: str) -> str:
    """Return the text in small letters, as it is where that would move offsets."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _notes(turn: ScriptTurn) -> Iterator[str]:
    if turn.aim:
        yield f"aim: {turn.aim}"
    if turn.guess:
        true = turn.guess.true
        is_true = true is not None and 0 <= true < len(turn.guess.options)
        yield f"true: {turn.guess.options[true or 0]}" if is_true else "no guess is true"


def _remark(attribute: Attribute) -> str:
    remarks = []
    if attribute.coarse_of:
        remarks.append(f"coarse form of {escaped(attribute.coarse_of.replace('_', ' '))}")
    if attribute.contested:
        remarks.append("contested")
    return ", ".join(remarks)
