"""Wrong options for guesses (reference: semantics.md 5.4): values of the same source that nobody could find elsewhere.

A decoy comes from the same table, pool or maker, of one coarse class with a graded value, and is shown in the same
style. It clashes with no value of the profile, with no other decoy and with no text that it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.domains.spec import AttributeSpec, Use
from polar_bench.domains.values import FromPool, FromTable, MadeBy
from polar_bench.errors import DataError
from polar_bench.generation.clashes import Seen, clash, found_in, seen, seen_text, stands_in
from polar_bench.generation.company import Company, view_of
from polar_bench.generation.draws import Draw
from polar_bench.generation.makers import OutOfReach, Setting, make, neighbour, window
from polar_bench.generation.profile import Fact, Profile
from polar_bench.generation.sources import cell, depends_on, entry_fact, made_by, setting, table_of, with_forms

_TRIES_A_DECOY = 60


class _Option(NamedTuple):
    """A decoy with all its wordings, and as texts show it."""

    view: Seen
    shown: Seen


def decoys(profile: Profile, name: str, count: int, draw: Draw, texts: Sequence[str] = ()) -> tuple[str, ...]:
    """Return `count` wrong values of the attribute `name`, as texts show them, in drawn order.

    `texts` are the document, the policies and the tasks in which no decoy may be found.

    Raises:
        DataError: the source has too few other values of the kind.
    """
    attribute = profile.spec.by_name[name]
    company = Company(profile)
    for other, fact in profile.facts.items():
        if profile.spec.by_name[other].use is not Use.FACT:
            company.add(other, view_of(profile.spec.by_name[other], fact))
    read = [seen_text(text) for text in texts]
    written = [seen_text(fact.shown) for fact in profile.facts.values() if fact.shown]
    chosen: list[_Option] = []
    for fact in _candidates(profile, attribute, count, draw):
        if len(chosen) == count:
            break
        option = _Option(view_of(attribute, fact), seen(attribute.kind, (fact.text,)))
        if (
            not any(_is_like(option, other) for other in chosen)
            and company.trouble(attribute, option.view) is None
            and not any(stands_in(option.view, text) for text in read)
            and not any(found_in(option.shown, text) for text in (*read, *written))
        ):
            chosen.append(option)
    if len(chosen) < count:
        raise DataError(_too_few(profile, attribute, count))
    return tuple(option.shown.value for option in chosen)


def _is_like(one: _Option, other: _Option) -> bool:
    return clash(one.view, other.view) or found_in(one.shown, other.shown) or found_in(other.shown, one.shown)


def _too_few(profile: Profile, attribute: AttributeSpec, count: int) -> str:
    kind = profile.facts[attribute.name].coarse_class
    alike = f" of the class {kind!r}" if kind is not None else ""
    return (
        f"{profile.spec.domain}: {attribute.name} has too few other values{alike} for {count} wrong guesses that stand "
        "nowhere else in a sample; give its source more values."
    )


def _candidates(profile: Profile, attribute: AttributeSpec, count: int, draw: Draw) -> Iterator[Fact]:
    """Yield other values of the attribute's source, in drawn order; some may be the true one again."""
    source = attribute.source
    match source:
        case FromTable():
            yield from draw.shuffled(_other_cells(profile, attribute, source))
        case FromPool():
            for entry in draw.shuffled(source.entries):
                yield entry_fact(attribute, entry)
        case None:
            return
        case _:
            # The class may leave little of the maker's range (a quarter that begins the day after): then it goes beyond
            for is_free in (False, True):
                for _ in range(_TRIES_A_DECOY * count):
                    made = _made(profile, attribute, source, draw, is_free=is_free)
                    if made is not None:
                        yield made


def _other_cells(profile: Profile, attribute: AttributeSpec, source: FromTable) -> list[Fact]:
    """Return the column's different cells, of the true value's class where the attribute or the table has classes."""
    table, kind = table_of(profile.spec, source), profile.facts[attribute.name].coarse_class
    coarse = profile.spec.coarse_for(attribute.name)
    column = table.classes if coarse is None else None
    if coarse is not None and isinstance(coarse.source, FromTable) and coarse.source.table == source.table:
        column = coarse.source.column
    cells: dict[str, Fact] = {}
    for row in table.rows:
        if column in (None, source.column) or row[table.columns.index(column)].value == kind:
            fact = cell(attribute, table, row)
            cells.setdefault(fact.value, fact)
    return list(cells.values())


def _made(profile: Profile, attribute: AttributeSpec, maker: MadeBy, draw: Draw, *, is_free: bool) -> Fact | None:
    """Return a value of the maker inside the true value's class, None where this draw gave none.

    Where it `is_free`, the class alone bounds it, and not the maker's own range.
    """
    given = setting(profile, attribute, profile.facts)
    coarse = profile.spec.coarse_for(attribute.name)
    coarse_maker = made_by(coarse) if coarse is not None else None
    if coarse is None or coarse_maker is None or depends_on(coarse) != attribute.name:
        return with_forms(attribute, neighbour(maker, given, draw))
    base = Setting(profile.written_on, profile.facts[attribute.name])
    inside = msgspec.structs.replace(given, within=window(coarse_maker, base), is_free=is_free)
    try:
        fact = make(maker, inside, draw)
    except OutOfReach:
        return None
    is_alike = make(coarse_maker, Setting(profile.written_on, fact), draw).value == profile.facts[coarse.name].value
    return with_forms(attribute, fact) if is_alike else None
