"""Names: well formed, none twice, none that a placeholder needs; labels that can be told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.slots import DAY_OF_WRITING, RESERVED
from polar_bench.domains.spec import AttributeSpec, Use
from polar_bench.domains.word_search import WordSearch, fold

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HOW = "use small letters, digits and underscores, and begin with a letter"


def names(draft: Draft) -> Iterator[Finding]:
    """Find ill-formed names, doubles, and labels that clash."""
    spec = draft.spec
    yield from _well_formed("", "domain", [spec.domain], is_top=True)
    yield from _well_formed("", "forms", spec.forms, is_top=True)
    yield from _well_formed("attribute", "name", [attribute.name for attribute in spec.attributes])
    yield from _well_formed("concept", "name", [concept.name for concept in spec.concepts])
    yield from _well_formed("task", "name", [task.name for task in spec.tasks])
    yield from _well_formed("topic", "name", [topic.name for topic in spec.topics])
    for table in spec.tables:
        place = f"tables.{table.name}"
        if not _NAME.fullmatch(table.name):
            yield Finding(Where(place), f"{table.name!r} is no name for a table; {_HOW}")
        yield from _well_formed(place, "columns", table.columns, is_top=True)
    for number, attribute in enumerate(spec.attributes):
        if attribute.name in (*RESERVED, DAY_OF_WRITING):
            text = f"{attribute.name} is a placeholder of the package; give the attribute another name"
            yield Finding(Where("attribute", number, "name"), text)
    yield from _counterparts(spec.counterparts)
    yield from _labels(spec.attributes)


def _well_formed(table: str, field: str, given: Sequence[str], *, is_top: bool = False) -> Iterator[Finding]:
    for number, name in enumerate(given):
        where = Where(table, None, field, item_name(field, number)) if is_top else Where(table, number, field)
        if name and not _NAME.fullmatch(name):
            yield Finding(where, f"{name!r} is no name; {_HOW}")
        elif name and name in given[:number]:
            yield Finding(where, f"{name} stands here twice; give each its own name")


def _counterparts(counterparts: Sequence[str]) -> Iterator[Finding]:
    folded = [fold(name) for name in counterparts]
    for place, name in enumerate(counterparts):
        if name and folded[place] in folded[:place]:
            text = f"{name} stands in the list twice"
            yield Finding(Where("", None, "counterparts", item_name("counterpart", place)), text)


def _labels(attributes: Sequence[AttributeSpec]) -> Iterator[Finding]:
    labelled = [(number, attribute) for number, attribute in enumerate(attributes) if attribute.label]
    for (_, one), (number, other) in combinations(labelled, 2):
        where = Where("attribute", number, "label")
        if fold(one.label) == fold(other.label):
            yield Finding(
                where, f"the label {other.label!r} is that of {one.name}, too; a policy couldn't tell them apart"
            )
            continue
        if {one.use, other.use} & {Use.NOISE, Use.FACT} or one.name in (other.name, other.coarse_of):
            continue
        if other.name == one.coarse_of:
            continue
        for held, holder in ((one, other), (other, one)):
            if WordSearch([held.label]).possible(holder.label):
                text = (
                    f"the label {holder.label!r} holds {held.label!r}, that of {held.name}; make sure "
                    "that no reader mixes them up"
                )
                yield Finding(Where("attribute", attributes.index(holder), "label"), text, is_warning=True)
