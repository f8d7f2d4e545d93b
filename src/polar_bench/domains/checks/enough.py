"""Warnings: where so little is written that documents and scripts would repeat themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.phrases import variants
from polar_bench.domains.spec import AttributeSpec, Use

TELL = 6
MORE = 4
WORDINGS = 3
PRETEXT = 2
ASIDES = 40
OPENINGS = 8
_ASKED_FOR = (Use.OPEN, Use.GRADED, Use.CONDITIONAL, Use.GUARDED)


def enough(draft: Draft) -> Iterator[Finding]:
    """Warn of each place with fewer sentences than the shipped domains have; and of forms that fit one value alone."""
    spec = draft.spec
    for number, attribute in enumerate(spec.attributes):
        yield from _short(Where("attribute", number), _of_attribute(attribute))
        if attribute.forms:
            text = (
                "forms of an attribute are accepted for every value it can have; where they belong to "
                "one value, put them into its entry"
            )
            yield Finding(Where("attribute", number, "forms"), text, is_warning=True)
    for number, condition in enumerate(spec.conditions):
        given = {
            field: (_wordings(getattr(condition, field)), WORDINGS) for field in ("wording", "say_holds", "say_fails")
        }
        yield from _short(Where("condition", number), given)
    for number, concept in enumerate(spec.concepts):
        yield from _short(Where("concept", number), {"wording": (_wordings(concept.wording), WORDINGS)})
    for number, task in enumerate(spec.tasks):
        given = {field: (_wordings(getattr(task, field)), WORDINGS) for field in ("text", "conflict")}
        yield from _short(Where("task", number), given)
    document = spec.document
    yield from _short(
        Where("document"),
        {
            "asides": (len(document.asides), ASIDES),
            "openings": (len(document.openings), OPENINGS),
            "closings": (len(document.closings), OPENINGS),
        },
    )


def _of_attribute(attribute: AttributeSpec) -> dict[str, tuple[int, int]]:
    if attribute.use is Use.FACT:
        return {}
    told = {"tell": (len(attribute.tell), TELL), "more": (len(attribute.more), MORE)}
    if attribute.use not in _ASKED_FOR:
        return {"tell": told["tell"]}
    asked = {"ask": (_wordings(attribute.ask), WORDINGS), "question": (_wordings(attribute.question), WORDINGS)}
    return {**told, **asked, "pretext": (_wordings(attribute.pretext), PRETEXT)}


def _wordings(phrases: Sequence[str]) -> int:
    return sum(variants(phrase) for phrase in phrases if phrase)


def _short(where: Where, given: dict[str, tuple[int, int]]) -> Iterator[Finding]:
    short = [f"{field} has {count} of {wanted}" for field, (count, wanted) in given.items() if count < wanted]
    if short:
        yield Finding(where, f"{', '.join(short)}: texts will repeat themselves; write more", is_warning=True)
