"""From an attribute's source (a column, a pool, a maker) to its fact, and what hangs on what.

Must not know what clashes.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from polar_bench.domains.shipped import PLACE, place_table
from polar_bench.domains.spec import AttributeSpec, DomainSpec, Table, Use
from polar_bench.domains.values import Entry, FromPool, FromTable, MadeBy
from polar_bench.errors import DataError
from polar_bench.generation.makers import Setting, is_drawn, make
from polar_bench.generation.profile import Fact, Profile

DAY_OF_WRITING = "written_on"


def drawn(profile: Profile, attribute: AttributeSpec, facts: Mapping[str, Fact], times: Mapping[str, int]) -> Fact:
    """Return the fact of `attribute`; `times` tells how often each unit has been drawn again (0 where it is silent).

    `facts` hold at least what the attribute hangs on.

    Raises:
        OutOfReach: the maker's range leaves no value.
        DataError: the attribute has no source, or a source that names what there isn't.
    """
    source, unit = attribute.source, unit_of(profile.spec, attribute.name)
    draw = profile.key.draw("value", unit, times.get(unit, 0))
    match source:
        case FromTable():
            table = table_of(profile.spec, source)
            row = draw.pick(table.rows)
            return cell(attribute, table, row)
        case FromPool():
            return entry_fact(attribute, draw.pick(source.entries))
        case None:
            raise DataError(f"{profile.spec.domain}: {attribute.name} has no value to draw; give it a value.")
        case _:
            return with_forms(attribute, make(source, setting(profile, attribute, facts), draw))


def setting(profile: Profile, attribute: AttributeSpec, facts: Mapping[str, Fact]) -> Setting:
    """Return what the maker of `attribute` may look at."""
    of = depends_on(attribute)
    is_principal = attribute is profile.spec.principal
    return Setting(
        written_on=profile.written_on,
        base=facts[of] if of else None,
        is_female=profile.is_female if is_principal else None,
    )


def cell(attribute: AttributeSpec, table: Table, row: tuple[Entry, ...]) -> Fact:
    """Return the attribute's cell of a row, with the row's class where the table has classes."""
    if not isinstance(attribute.source, FromTable):
        raise TypeError(f"{attribute.name} comes from no table")
    fact = entry_fact(attribute, row[table.columns.index(attribute.source.column)])
    if table.classes is None:
        return fact
    return msgspec.structs.replace(fact, coarse_class=row[table.columns.index(table.classes)].value)


def entry_fact(attribute: AttributeSpec, entry: Entry) -> Fact:
    """Return an entry of a pool or table as a fact."""
    return with_forms(attribute, Fact(entry.value, entry.forms))


def with_forms(attribute: AttributeSpec, fact: Fact) -> Fact:
    """Return the fact with the attribute's own forms, {value} filled.

    A form without {value} is accepted for every entry of a table or pool. Makers list the forms of their values
    themselves: what is said of all of them alike ("Q3" of any quarter) would be wrong for most.
    """
    wordings = (fact.value, fact.text)
    own = [
        form.replace("{value}", wording)
        for form in attribute.forms
        for wording in wordings
        if "{value}" in form or made_by(attribute) is None
    ]
    forms = tuple(form for form in dict.fromkeys((*fact.forms, *own)) if form != fact.value)
    return fact if forms == fact.forms else msgspec.structs.replace(fact, forms=forms)


def table_of(spec: DomainSpec, source: FromTable) -> Table:
    """Return the table that a column belongs to: the domain's, or the package's table of places.

    Raises:
        DataError: there is neither.
    """
    if source.table in spec.table_by_name:
        return spec.table_by_name[source.table]
    if source.table == PLACE:
        return place_table()
    raise DataError(f"{spec.domain}: there is no table {source.table}; write [tables.{source.table}].")


def depends_on(attribute: AttributeSpec) -> str | None:
    """Return the attribute that the value of this one hangs on, where there is one."""
    maker = made_by(attribute)
    return None if maker is None or maker.depends_on == DAY_OF_WRITING else maker.depends_on


def made_by(attribute: AttributeSpec) -> MadeBy | None:
    """Return the attribute's maker, None where its values come from a table or a pool."""
    source = attribute.source
    return None if isinstance(source, FromTable | FromPool) else source


def unit_of(spec: DomainSpec, name: str) -> str:
    """Return what has to be drawn again for another value of an attribute.

    That is the row of its table ("table place"), the attribute itself, or where its maker leaves nothing to the draw
    the unit of the attribute that it hangs on.
    """
    attribute = spec.by_name[name]
    if isinstance(attribute.source, FromTable):
        return f"table {attribute.source.table}"
    maker, of = made_by(attribute), depends_on(attribute)
    return unit_of(spec, of) if maker is not None and of is not None and not is_drawn(maker) else name


def units_behind(spec: DomainSpec, name: str) -> tuple[str, ...]:
    """Return every unit that the attribute's value hangs on, its own first."""
    of = depends_on(spec.by_name[name])
    return (unit_of(spec, name), *(units_behind(spec, of) if of else ()))


def in_order(spec: DomainSpec) -> list[str]:
    """Return the names of the attributes that have values to draw, each behind the one that it hangs on.

    Raises:
        DataError: attributes hang on each other in a circle, or on one that isn't drawn in every profile.
    """
    ordered: list[str] = []
    for attribute in spec.attributes:
        if attribute.use is not Use.FACT:
            _place(spec, attribute, ordered, ())
    return ordered


def _place(spec: DomainSpec, attribute: AttributeSpec, ordered: list[str], above: tuple[str, ...]) -> None:
    name, of = attribute.name, depends_on(attribute)
    if name in ordered:
        return
    if name in above:
        raise DataError(
            f"{spec.domain}: {' -> '.join((*above, name))} hang on each other; let one of them stand alone."
        )
    if of is not None:
        base = spec.by_name.get(of)
        if base is None or base.use in (Use.NOISE, Use.FACT):
            raise DataError(f"{spec.domain}: {name} hangs on {of}, which no profile is sure to have; name another one.")
        _place(spec, base, ordered, (*above, name))
    ordered.append(name)
