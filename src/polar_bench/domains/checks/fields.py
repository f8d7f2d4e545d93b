"""Which fields an attribute of each use has to have, and which it may have."""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.spec import AttributeSpec, Use

_ASKED_FOR = ("label", "concept", "value", "ask", "question", "tell")
_NEEDED = {
    Use.OPEN: _ASKED_FOR,
    Use.GRADED: _ASKED_FOR,
    Use.CONDITIONAL: _ASKED_FOR,
    Use.GUARDED: _ASKED_FOR,
    Use.COARSE: ("label", "coarse_of", "value", "tell"),
    Use.FACT: ("label",),
    Use.NOISE: ("value", "tell"),
}
_WELCOME = {
    Use.OPEN: ("forms", "pretext", "stage", "more", "topic"),
    Use.GRADED: ("forms", "pretext", "stage", "more", "topic"),
    Use.CONDITIONAL: ("forms", "pretext", "stage", "more", "topic"),
    Use.GUARDED: ("forms", "pretext", "stage", "more", "topic"),
    Use.COARSE: ("forms", "more", "topic"),
    Use.FACT: (),
    Use.NOISE: ("label", "forms", "more", "topic"),
}
_WHY = {
    "label": "policies name it by its label",
    "concept": "policies of level P2 speak of it by a concept",
    "coarse_of": "name the graded attribute that it is the coarse form of",
    "value": "say where its values come from",
    "ask": 'scripts ask for it: write what completes "tell me ..."',
    "question": "scripts ask for it: write the question",
    "tell": "documents tell it: write sentences that hold {value}",
}
_FIELDS = (*_WHY, "forms", "pretext", "stage", "more", "topic")


def fields_of_use(draft: Draft) -> Iterator[Finding]:
    """Find fields that are missing, and fields that would have no effect."""
    for number, attribute in enumerate(draft.spec.attributes):
        if Where("attribute", number, "use") in draft.broken:
            continue
        needed, welcome = _NEEDED[attribute.use], _WELCOME[attribute.use]
        for field in _FIELDS:
            is_given = _is_given(attribute, field)
            if field in needed and not is_given:
                yield Finding(Where("attribute", number, field), f"{field} is missing: {_WHY[field]}")
            elif is_given and field not in needed and field not in welcome:
                text = f"{field} has no effect on an attribute of use {attribute.use}; leave it out"
                yield Finding(Where("attribute", number, field), text)


def _is_given(attribute: AttributeSpec, field: str) -> bool:
    return bool(getattr(attribute, "source" if field == "value" else field))
