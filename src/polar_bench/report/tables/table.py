"""A table as a value: named rows of cells. Every format, the page's included, is made from the same tables."""

from __future__ import annotations

import math

import msgspec

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Bound

_LEAST_REACH = 0.2


class PValue(msgspec.Struct, frozen=True):
    """The p-value of the difference in the column before, None where there is none. CSV has it with the difference."""

    p: float | None


Cell = Estimate | Difference | PValue | Bound | float | int | str | None
"""A figure with its interval and n, a difference, its p, bounds, a figure in [0, 1], a count, words, or nothing."""


class Row(msgspec.Struct, frozen=True):
    """A row: its heading, and a cell for each column."""

    name: str
    cells: tuple[Cell, ...]


class Table(msgspec.Struct, frozen=True):
    """A table of one run, or of several.

    `name` is unique among the tables of a run (or of several runs): lower case with hyphens, a file's name and an
    anchor. `corner` heads the column of row names, `columns` the others; names of rows may come from users and models,
    so that every format escapes them. `note` says in a sentence or two what is shown. `is_surface` marks the 5x5
    tables with their margins, whose cells are coloured: the last row and the last column are means over the others.
    """

    name: str
    title: str
    note: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    is_surface: bool = False


def holds_words(table: Table, column: int) -> bool:
    """Tell whether the column at this index holds words rather than numbers."""
    cells = [row.cells[column] for row in table.rows]
    return any(isinstance(cell, str) and any(map(str.isalpha, cell)) for cell in cells)


def reach(table: Table) -> float | None:
    """Return the difference that has a surface's strongest colour, or None for a table without differences."""
    changes = [cell for row in table.rows for cell in row.cells if isinstance(cell, Difference)]
    if not changes:
        return None
    most = max((abs(cell.mean) for cell in changes if cell.mean is not None), default=0.0)
    return max(_LEAST_REACH, min(1.0, math.ceil(most * 10) / 10))
