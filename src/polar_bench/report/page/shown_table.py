"""A table as the page shows it: texts, colours and links of its cells. Numbers are written by `report.numbers`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Bound
from polar_bench.report.colours import of_difference, of_share, text_on
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import NONE, bound, change, count, figure, interval, mark, probability
from polar_bench.report.tables.table import Cell, PValue, Row, Table, holds_words, reach
from polar_bench.sample import Attack, PolicyLevel

STEPS = 20
"""The colours of a surface's cells are numbered from 0 (at 0, or at the largest fall) to STEPS (at 1)."""

_ROWS_LEAD_TO = {
    "domains": "domain",
    "kinds": "kind",
    "levels": "level",
    "attacks": "attack",
    "outcomes": "outcome",
    "flags": "outcome",
}
"""Tables whose rows are filters of the transcripts' page."""


class ShownCell(NamedTuple):
    """A cell: its text, the interval and the number of samples behind it ("" where not shown), and where it leads to.

    `look` is a class of the style sheet, "" for none.
    """

    text: str
    interval: str = ""
    n: str = ""
    look: str = ""
    href: str = ""


class ShownColumn(NamedTuple):
    """A column's heading, and whether it holds words rather than numbers."""

    name: str
    has_words: bool


class ShownRow(NamedTuple):
    """A row; `href` is where its heading leads to, "" for nowhere."""

    name: str
    href: str
    cells: list[ShownCell]


class ShownTable(NamedTuple):
    """A table; `files` are names of other formats with their paths, "" and none where there are none."""

    name: str
    title: str
    note: str
    corner: str
    columns: list[ShownColumn]
    rows: list[ShownRow]
    is_surface: bool
    files: list[tuple[str, str]]


def shown(
    table: Table,
    run: str = "",
    files: Iterable[tuple[str, str]] = (),
    leads: Mapping[str, str] = MappingProxyType({}),
) -> ShownTable:
    """Return `table` for the page; with `run`, a run's key, cells lead to its transcripts.

    `leads` says where the headings of rows lead to, by heading.
    """
    most = reach(table) if table.is_surface else None
    return ShownTable(
        name=table.name,
        title=one_line(table.title),
        note=one_line(table.note) + (f" The strongest colour stands for {change(most)}." if most else ""),
        corner=one_line(table.corner),
        columns=[ShownColumn(one_line(column), holds_words(table, at)) for at, column in enumerate(table.columns)],
        rows=[_row(table, row, _Context(run, most, leads)) for row in table.rows],
        is_surface=table.is_surface,
        files=list(files),
    )


def colours() -> str:
    """Return the style sheet with the colours of surfaces, which are those of the figures."""
    lines = []
    for step in range(STEPS + 1):
        for name, ground in (("share", of_share(step / STEPS)), ("difference", of_difference(2 * step / STEPS - 1))):
            lines.append(f".{name}-{step} {{ background: {ground.hex}; color: {text_on(ground).hex}; }}\n")
    return "".join(lines)


def transcripts(run: str, **filters: str) -> str:
    """Return the link to the transcripts of a run, narrowed by `filters`."""
    asked = {"run": run, **filters}
    return "transcripts.html#" + "&".join(f"{name}={quote(value, safe='/')}" for name, value in asked.items())


class _Context(NamedTuple):
    """The run whose transcripts cells lead to, the difference of the strongest colour, and where headings lead to."""

    run: str
    most: float | None
    leads: Mapping[str, str]


def _row(table: Table, row: Row, context: _Context) -> ShownRow:
    cells = [_cell(cell, context.most, is_surface=table.is_surface) for cell in row.cells]
    if table.is_surface and context.run:
        places = [_place(row.name, column) for column in table.columns]
        cells = [
            cell._replace(href=transcripts(context.run, **place)) if cell.text != NONE else cell
            for cell, place in zip(cells, places, strict=True)
        ]
    return ShownRow(one_line(row.name), context.leads.get(row.name) or _lead(table, row, context.run), cells)


def _cell(cell: Cell, most: float | None, *, is_surface: bool) -> ShownCell:
    match cell:
        case Estimate():
            look = "" if not is_surface else "empty" if cell.mean is None else f"share-{_step(cell.mean)}"
            return ShownCell(figure(cell.mean), interval(cell), f"n = {count(cell.n)}" if is_surface else "", look)
        case Difference():
            reached = 0.0 if cell.mean is None or most is None else (cell.mean / most + 1) / 2
            look = "" if not is_surface else "empty" if cell.mean is None else f"difference-{_step(reached)}"
            text = f"{change(cell.mean)}{mark(cell)}"
            return ShownCell(text, interval(cell), f"n = {count(cell.n)}" if is_surface else "", look)
        case PValue():
            return ShownCell(probability(cell.p))
        case Bound():
            return ShownCell(bound(cell))
        case None:
            return ShownCell(NONE)
        case float():
            return ShownCell(figure(cell))
        case int():
            return ShownCell(count(cell))
        case str():
            return ShownCell(one_line(cell))


def _step(value: float) -> int:
    return math.floor(min(max(value, 0.0), 1.0) * STEPS + 0.5)


def _place(row: str, column: str) -> dict[str, str]:
    """Return the filters that a surface's cell stands for; its margins stand for a level, an attack or all."""
    level, attack = _named(row, PolicyLevel), _named(column, Attack)
    if level and attack:
        return {"cell": f"{level}/{attack}"}
    return {"level": level} if level else {"attack": attack} if attack else {}


def _lead(table: Table, row: Row, run: str) -> str:
    """Return where a row's heading leads to: its transcripts, where there are any to be found by it."""
    name = _ROWS_LEAD_TO.get(table.name)
    if name is None or not run:
        return ""
    match name:
        case "level":
            value = _named(row.name, PolicyLevel)
        case "attack":
            value = _named(row.name, Attack)
        case "outcome" if table.name == "outcomes":
            value = row.name.removeprefix("unassessed: ") if row.name.startswith("unassessed") and row.cells[0] else ""
        case _:
            value = row.name
    return transcripts(run, **{name: value}) if value else ""


def _named(heading: str, names: Iterable[str]) -> str:
    first = heading.split(maxsplit=1)[0] if heading.strip() else ""
    return first if first in {str(name) for name in names} else ""
