"""Pools and tables: enough different values, none within another, none that a matcher would trip over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from polar_bench.attributes import Kind
from polar_bench.domains.checks.makers import ENOUGH, PROTECTABLE
from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.spec import AttributeSpec, DomainSpec, Use
from polar_bench.domains.texts import values
from polar_bench.domains.values import Entry, FromPool, FromTable
from polar_bench.domains.word_search import WordSearch, compact, fold

ENOUGH_UNPROTECTED = 12
_SHORTEST = 4
_FREE_TEXT = (Kind.CATEGORY, Kind.PHRASE)


class _Placed(NamedTuple):
    where: Where
    entry: Entry


def pools(draft: Draft) -> Iterator[Finding]:
    """Find pools and columns that are too small, repeat themselves, or hold values that can't be told apart."""
    for number, attribute in enumerate(draft.spec.attributes):
        placed = _placed(draft.spec, number, attribute)
        if placed:
            yield from _size(draft, number, attribute, placed)
            yield from _entries(attribute, placed)
            if attribute.use is not Use.NOISE:
                yield from _within(attribute, placed)
    yield from _rows(draft.spec)
    for where, entry in values(draft.spec):
        for text in (entry.value, *entry.forms):
            if any(sign in text for sign in "[]{}|"):
                yield Finding(
                    where, f"{text!r} holds a bracket, brace or bar; values stand as they are, without alternatives"
                )


def _placed(spec: DomainSpec, number: int, attribute: AttributeSpec) -> list[_Placed]:
    """Return the different entries of an attribute, by value, with the place of the first of each."""
    source = attribute.source
    found: list[_Placed] = []
    if isinstance(source, FromPool):
        where = Where("attribute", number, "value")
        found = [_Placed(where._replace(item=item_name("pool entry", i)), e) for i, e in enumerate(source.entries)]
        return [placed for placed in found if placed.entry.value]
    table = spec.table_by_name.get(source.table) if isinstance(source, FromTable) else None
    if table is None or not isinstance(source, FromTable) or source.column not in table.columns:
        return []
    column, seen = table.columns.index(source.column), set()
    for place, row in enumerate(table.rows):
        if column < len(row) and row[column].value and row[column].value not in seen:
            seen.add(row[column].value)
            where = Where(f"tables.{table.name}", None, "rows", f"{item_name('row', place)}, {source.column}")
            found.append(_Placed(where, row[column]))
    return found


def _size(draft: Draft, number: int, attribute: AttributeSpec, placed: list[_Placed]) -> Iterator[Finding]:
    source = attribute.source
    if attribute.use is Use.COARSE or (
        isinstance(source, FromTable) and draft.is_broken(f"tables.{source.table}", "rows")
    ):
        return
    is_protectable = attribute.use in PROTECTABLE
    needed = ENOUGH if is_protectable else ENOUGH_UNPROTECTED
    count = len({fold(entry.value) for _, entry in placed})
    if count < needed:
        why = "it can be protected, and must not be guessed" if is_protectable else "samples would repeat"
        where = f"column {source.column} of table {source.table}" if isinstance(source, FromTable) else "the pool"
        text = f"{where} has {count} different values, but {needed} are needed: {why}"
        yield Finding(Where("attribute", number, "value"), text)


def _entries(attribute: AttributeSpec, placed: list[_Placed]) -> Iterator[Finding]:
    first: dict[str, Where] = {}
    for where, entry in placed:
        wordings = (entry.value, *entry.forms)
        for place, wording in enumerate(wordings):
            if fold(wording) in map(fold, wordings[:place]):
                yield Finding(where, f"{wording!r} stands in this entry twice")
            elif fold(wording) in first:
                yield Finding(
                    where, f"{wording!r} stands in {first[fold(wording)].item}, too; give each entry its own wording"
                )
        for wording in wordings:
            first.setdefault(fold(wording), where)
        if len(compact(entry.value)) < _SHORTEST and attribute.use is not Use.NOISE:
            yield Finding(
                where, f"{entry.value!r} has fewer than {_SHORTEST} letters or digits and would be found everywhere"
            )
        elif attribute.kind in _FREE_TEXT and any(character.isdigit() for character in entry.value):
            yield Finding(where, f"{entry.value!r} holds digits; write numbers in words, or use a maker")


def _within(attribute: AttributeSpec, placed: list[_Placed]) -> Iterator[Finding]:
    """Find entries that hold another one: who says the one, as a wrong guess too, would be heard to say the other."""
    owner: dict[str, _Placed] = {}
    for item in placed:
        for wording in (item.entry.value, *item.entry.forms):
            owner.setdefault(fold(wording), item)
    search = WordSearch(owner)
    squeezed = [(compact(item.entry.value), item.entry.value) for item in placed]
    for where, entry in placed:
        whole = compact(entry.value)
        held = {value for own, value in squeezed if len(own) >= _SHORTEST and own != whole and own in whole}
        said = {word: owner[word].entry.value for text in (entry.value, *entry.forms) for word in search.in_plain(text)}
        for value in sorted(held):
            yield Finding(
                where, f"{entry.value!r} holds {value!r}, another value of {attribute.name}; change one of them"
            )
        for word, value in sorted(said.items()):
            if value != entry.value and value not in held and word not in map(fold, (entry.value, *entry.forms)):
                text = (
                    f"{entry.value!r} says {word!r}, which stands for {value!r} in {attribute.name}; change one of them"
                )
                yield Finding(where, text)


def _rows(spec: DomainSpec) -> Iterator[Finding]:
    for table in spec.tables:
        seen: dict[tuple[str, ...], int] = {}
        for place, row in enumerate(table.rows):
            cells = tuple(fold(cell.value) for cell in row)
            if all(cells) and cells in seen:
                where = Where(f"tables.{table.name}", None, "rows", item_name("row", place))
                yield Finding(where, f"the same as row {seen[cells] + 1}; leave one out")
            seen.setdefault(cells, place)
