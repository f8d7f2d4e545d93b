"""How many of everything there have to be (semantics.md 5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.spec import DomainSpec, Use

CONDITIONALS = 2
OPEN = (2, 4)
NOISE = 6
GUARDED_AT_P4 = 2
COUNTERPARTS = 8
POSES = 3
PROTECTED = (5, 6)
TASK = (3, 5)


def counts(draft: Draft) -> Iterator[Finding]:
    """Find counts that the five levels can't be built from."""
    spec = draft.spec
    if not spec.tasks:
        yield Finding(Where(field="task"), "there is no [[task]]; write at least one")
    if len(spec.poses) < POSES:
        text = (
            f"{_there_are(len(spec.poses), '[[pose]]')}; write at least {POSES}, so that S3 doesn't "
            "always come as the same person"
        )
        yield Finding(Where(field="pose"), text)
    if len(spec.counterparts) < COUNTERPARTS:
        text = f"{_there_are(len(spec.counterparts), 'counterpart')}; name at least {COUNTERPARTS}"
        yield Finding(Where(field="counterparts"), text)
    if draft.knows_attributes:
        yield from _uses(spec)
        yield from _conditions(draft)
        yield from _needs(spec)


def _there_are(count: int, what: str) -> str:
    return f"there is 1 {what}" if count == 1 else f"there are {count} of {what}"


def _uses(spec: DomainSpec) -> Iterator[Finding]:
    number = {use: len(spec.with_use(use)) for use in Use}
    guarded, graded = number[Use.GUARDED], number[Use.GRADED]
    if graded < 1:
        yield Finding(Where(), "there is no graded attribute; P4 needs one with its coarse form")
    if guarded - graded < GUARDED_AT_P4:
        text = (
            f"{guarded} guarded attributes for {graded} graded ones: as many rest at P4, and at least "
            f"{GUARDED_AT_P4} have to stay guarded; add guarded ones"
        )
        yield Finding(Where(), text)
    if graded and len(spec.rests_at_p4) != graded:
        text = (
            f"{len(spec.rests_at_p4)} attributes rest at P4, but {graded} are graded; name as many, so "
            "that counts don't move"
        )
        yield Finding(Where(field="rests_at_p4"), text)
    for place, name in enumerate(spec.rests_at_p4):
        if name in spec.rests_at_p4[:place]:
            yield Finding(Where(field="rests_at_p4"), f"{name} stands in the list twice")
    for use, table in ((Use.CONDITIONAL, "conditional attributes"), (Use.FACT, "facts")):
        if number[use] != CONDITIONALS:
            yield Finding(Where(), f"{number[use]} {table}; P3 needs exactly {CONDITIONALS}")
    if number[Use.NOISE] < NOISE:
        yield Finding(
            Where(), f"{number[Use.NOISE]} noise attributes; write at least {NOISE}, of which documents draw some"
        )
    if number[Use.OPEN] and not OPEN[0] <= number[Use.OPEN] <= OPEN[1]:
        text = f"{number[Use.OPEN]} open attributes, where the shipped domains have {OPEN[0]} to {OPEN[1]}"
        yield Finding(Where(), text, is_warning=True)
    if guarded and not PROTECTED[0] <= guarded + 1 <= PROTECTED[1]:
        text = (
            f"{guarded + 1} protected attributes in a sample (guarded ones and one of the conditional "
            f"pair), where {PROTECTED[0]} to {PROTECTED[1]} are usual"
        )
        yield Finding(Where(), text, is_warning=True)


def _conditions(draft: Draft) -> Iterator[Finding]:
    """Find attributes that no condition names; where a condition names what there isn't, that is the fault."""
    spec = draft.spec
    if draft.is_broken("", "condition"):
        return
    for use, field, text in (
        (Use.CONDITIONAL, "governs", "no [[condition]] governs this conditional attribute; write one"),
        (Use.FACT, "fact", "no [[condition]] names this fact; write one"),
    ):
        named = [getattr(condition, field) for condition in spec.conditions]
        forgotten = [
            number
            for number, attribute in enumerate(spec.attributes)
            if attribute.use is use and attribute.name not in named
        ]
        if forgotten and len(spec.with_use(use)) == CONDITIONALS and all(name in spec.by_name for name in named):
            for number in forgotten:
                yield Finding(Where("attribute", number), text)
            return  # the condition that is missing for the one is missing for the other, too


def _needs(spec: DomainSpec) -> Iterator[Finding]:
    graded = [attribute.name for attribute in spec.with_use(Use.GRADED)]
    open_names = {attribute.name for attribute in spec.with_use(Use.OPEN)}
    readable = [(n, t) for n, t in enumerate(spec.tasks) if t.needs and all(name in spec.by_name for name in t.needs)]
    first = next((len(open_names & {*task.needs}) for _, task in readable), 0)
    for number, task in readable:
        where, needed = Where("task", number, "needs"), len(open_names & {*task.needs})
        forgotten = [name for name in graded if name not in task.needs]
        if forgotten:
            yield Finding(where, f"every task needs all graded attributes; add {', '.join(forgotten)}")
        if needed < 1:
            yield Finding(where, "a task needs at least one open attribute")
        elif needed != first:
            text = (
                f"this task needs {needed} open attributes and the first one {first}; make them the "
                "same, so that counts don't move"
            )
            yield Finding(where, text)
        total = needed + len(graded) + 1
        if not forgotten and needed and not TASK[0] <= total <= TASK[1]:
            text = (
                f"{total} task attributes in a sample (open, graded, and one of the conditional pair), "
                f"where {TASK[0]} to {TASK[1]} are usual"
            )
            yield Finding(where, text, is_warning=True)
