"""What a value hangs on (`of`): it exists, is drawn in every profile, is of the right sort, and hangs on no circle."""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.slots import DAY_OF_WRITING
from polar_bench.domains.spec import AttributeSpec, DomainSpec, Use
from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    DateAfter,
    DateBefore,
    Decade,
    FromPool,
    FromTable,
    Maker,
    Money,
    MoneyAbove,
    MoneyBelow,
    Month,
    Quantity,
    Quarter,
)
from polar_bench.errors import did_you_mean

_DATES = (Date, DateAfter, DateBefore)
_AMOUNTS = (Money, MoneyBelow, MoneyAbove)
_FITS: dict[type[Maker], tuple[tuple[type, ...], str]] = {
    DateAfter: (_DATES, "a date made by date, date_after or date_before"),
    DateBefore: (_DATES, "a date made by date, date_after or date_before"),
    Age: (_DATES, "a date made by date, date_after or date_before"),
    Quarter: (_DATES, "a date made by date, date_after or date_before"),
    Month: (_DATES, "a date made by date, date_after or date_before"),
    Decade: (_DATES, "a date made by date, date_after or date_before"),
    MoneyBelow: (_AMOUNTS, "an amount made by money, money_below or money_above"),
    MoneyAbove: (_AMOUNTS, "an amount made by money, money_below or money_above"),
    Band: ((*_AMOUNTS, Quantity), "an amount or a quantity of a maker"),
    Address: ((FromPool, FromTable), "a town from a table or a pool"),
}


def order(draft: Draft) -> Iterator[Finding]:
    """Find dependencies that can't be met."""
    if not draft.knows_attributes:
        return
    spec = draft.spec
    for number, attribute in enumerate(spec.attributes):
        yield from _dependency(spec, Where("attribute", number, "value"), attribute)
    yield from _circles(spec)


def hangs_on(attribute: AttributeSpec) -> str | None:
    """Return the name of the attribute that has to be drawn before this one, if there is one."""
    of = attribute.source.depends_on if isinstance(attribute.source, Maker) else None
    return None if of == DAY_OF_WRITING else of


def _dependency(spec: DomainSpec, where: Where, attribute: AttributeSpec) -> Iterator[Finding]:
    maker, of = attribute.source, hangs_on(attribute)
    if not isinstance(maker, Maker):
        return
    fitting, what = _FITS.get(type(maker), ((), ""))
    if maker.depends_on == DAY_OF_WRITING and fitting is not _DATES:
        yield Finding(where, f"of = {DAY_OF_WRITING!r} is a day; name {what}")
    if of is None:
        return
    found = spec.by_name.get(of)
    if found is None:
        yield Finding(where, f"of names {of!r}, but there is no such attribute.{did_you_mean(of, spec.by_name)}")
    elif found.use in (Use.NOISE, Use.FACT):
        yield Finding(where, f"of names {of}, which is {found.use}; such a value can't carry another one")
    elif found.source is not None and not isinstance(found.source, fitting):
        yield Finding(where, f"of names {of}, but has to name {what}")


def _circles(spec: DomainSpec) -> Iterator[Finding]:
    """Name each circle once, from its first attribute in the file's order."""
    numbers = {attribute.name: number for number, attribute in enumerate(spec.attributes)}
    reported: set[str] = set()
    for attribute in spec.attributes:
        path: list[str] = []
        name: str | None = attribute.name
        while name in spec.by_name and name not in path:
            path.append(name)
            name = hangs_on(spec.by_name[name])
        if name is None or name not in path:
            continue
        circle = path[path.index(name) :]
        if name not in reported:
            reported.update(circle)
            start = circle.index(min(circle, key=numbers.__getitem__))
            turned = [*circle[start:], *circle[:start]]
            text = (
                f"these hang on each other in a circle: {' -> '.join([*turned, turned[0]])}; let one of "
                "them stand alone"
            )
            yield Finding(Where("attribute", numbers[turned[0]], "value"), text)
