"""Coarse forms: one for each graded attribute, from the same source, never within the exact one or around it."""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.domains.checks.order import hangs_on
from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.spec import AttributeSpec, Table, Use
from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    DateAfter,
    DateBefore,
    Decade,
    Entry,
    FromTable,
    Money,
    Month,
    Quantity,
    Quarter,
)
from polar_bench.domains.word_search import compact
from polar_bench.errors import did_you_mean

CLASSES = 4
EXACT_A_CLASS = 4
_COARSE_MAKERS = (Band, Quarter, Month, Decade, Age)
_YEARS_A_DECADE = 10


def coarse_forms(draft: Draft) -> Iterator[Finding]:
    """Find graded attributes without a coarse form that agrees with them."""
    spec = draft.spec
    if not draft.knows_attributes:
        return
    coarse_of = [attribute.coarse_of or "" for attribute in spec.with_use(Use.COARSE)]
    all_are_known = all(name in spec.by_name for name in coarse_of)
    for number, attribute in enumerate(spec.attributes):
        where = Where("attribute", number, "coarse_of")
        if attribute.use is Use.GRADED and attribute.name not in coarse_of and all_are_known:
            yield Finding(
                Where("attribute", number), "this graded attribute has no coarse form; write one with coarse_of"
            )
        if attribute.use is not Use.COARSE or not attribute.coarse_of:
            continue
        exact = spec.by_name.get(attribute.coarse_of)
        if exact is None:
            graded = [a.name for a in spec.with_use(Use.GRADED)]
            text = f"there is no attribute {attribute.coarse_of!r}.{did_you_mean(attribute.coarse_of, graded)}"
            yield Finding(where, text)
        elif exact.use is not Use.GRADED:
            yield Finding(where, f"{exact.name} is {exact.use}; only a graded attribute has a coarse form")
        elif attribute.coarse_of in [a.coarse_of for a in spec.attributes[:number]]:
            yield Finding(where, f"{exact.name} has a coarse form already; it can have one only")
        else:
            yield from _pair(draft, Where("attribute", number, "value"), exact, attribute)


def _pair(draft: Draft, where: Where, exact: AttributeSpec, coarse: AttributeSpec) -> Iterator[Finding]:
    one, other = exact.source, coarse.source
    if one is None or other is None:
        return
    if isinstance(one, FromTable) and isinstance(other, FromTable) and one.table == other.table:
        table = draft.spec.table_by_name.get(one.table)
        if table is not None and one.column in table.columns and other.column in table.columns:
            yield from _columns(draft, table, exact, coarse)
    elif isinstance(one, Address) and hangs_on(exact) == coarse.name:
        return  # the address is made for its town, and doesn't say it
    elif isinstance(other, _COARSE_MAKERS) and hangs_on(coarse) == exact.name:
        yield from _made(where, exact, other)
    else:
        text = (
            f"the value has to follow from {exact.name}: take another column of its table, or a maker "
            f"(band, quarter, decade, age) with of = {exact.name!r}"
        )
        yield Finding(where, text)


def _columns(draft: Draft, table: Table, exact: AttributeSpec, coarse: AttributeSpec) -> Iterator[Finding]:
    assert isinstance(exact.source, FromTable)
    assert isinstance(coarse.source, FromTable)
    place = f"tables.{table.name}"
    if table.classes != coarse.source.column and Where(place, None, "classes") not in draft.broken:
        text = (
            f'write classes = "{coarse.source.column}", so that wrong guesses at {exact.name} share its {coarse.name}'
        )
        yield Finding(Where(place, None, "classes"), text)
    fine, wide = table.columns.index(exact.source.column), table.columns.index(coarse.source.column)
    members: dict[str, set[str]] = {}
    class_of: dict[str, str] = {}
    for number, row in enumerate(table.rows):
        if len(row) <= max(fine, wide) or not row[fine].value or not row[wide].value:
            continue
        where = Where(place, None, "rows", item_name("row", number))
        if overlap := _overlap(row[fine], row[wide]):
            yield Finding(where, f"{overlap}: a coarse form and its exact one must not hold each other")
        members.setdefault(row[wide].value, set()).add(row[fine].value)
        known = class_of.setdefault(row[fine].value, row[wide].value)
        if known != row[wide].value:
            yield Finding(where, f"{row[fine].value!r} belongs to {row[wide].value!r} here and to {known!r} above")
    if draft.is_broken(place, "rows") or fine == wide:
        return
    if len(members) < CLASSES:
        text = (
            f"{len(members)} different values of {coarse.name}; at least {CLASSES} are needed, or the "
            "coarse form tells nothing"
        )
        yield Finding(Where(place, None, "rows", f"column {coarse.source.column}"), text)
    for name, exacts in members.items():
        if len(exacts) < EXACT_A_CLASS:
            text = (
                f"{name!r} stands for {len(exacts)} values of {exact.name}; at least {EXACT_A_CLASS} "
                "are needed, for guesses within it"
            )
            yield Finding(Where(place, None, "rows", f"column {coarse.source.column}"), text)


def _overlap(one: Entry, other: Entry) -> str:
    for a in filter(compact, (one.value, *one.forms)):
        for b in filter(compact, (other.value, *other.forms)):
            if compact(a) == compact(b):
                return f"{a!r} equals {b!r}"
            if compact(a) in compact(b):
                return f"{b!r} holds {a!r}"
            if compact(b) in compact(a):
                return f"{a!r} holds {b!r}"
    return ""


def _made(where: Where, exact: AttributeSpec, maker: object) -> Iterator[Finding]:
    source = exact.source
    if (
        isinstance(maker, Month)
        and isinstance(source, Date | DateAfter | DateBefore)
        and source.style != "day.month.year"
    ):
        text = (
            f"{exact.name} is written with its month in words and would hold this; make the coarse form "
            "by quarter, decade or age"
        )
        yield Finding(where, text)
    elif isinstance(maker, Decade) and isinstance(source, Date):
        decades = source.end // _YEARS_A_DECADE - source.start // _YEARS_A_DECADE + 1
        if decades < CLASSES:
            yield Finding(where, f"{exact.name} spans {decades} decades; widen it to at least {CLASSES}")
    elif isinstance(maker, Band) and isinstance(source, Money | Quantity):
        step = source.step if isinstance(source, Money) else 1
        if maker.width < EXACT_A_CLASS * step:
            yield Finding(
                where, f"a band of {maker.width} holds fewer than {EXACT_A_CLASS} values of {exact.name}; widen it"
            )
        bands = source.high // maker.width - source.low // maker.width + 1 if maker.width > 0 else CLASSES
        if bands < CLASSES:
            text = (
                f"{exact.name} falls into {bands} bands of {maker.width}; at least {CLASSES} are "
                "needed: narrow the band or widen the range"
            )
            yield Finding(where, text)
