"""The tables and figures of a page: written as files beside it, and as the page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from polar_bench.report.figures.figure import Figure
from polar_bench.report.marked import one_line
from polar_bench.report.page.sections import Item, ShownFigure, items
from polar_bench.report.page.shown_table import shown
from polar_bench.report.tables.table import Table

_TABLES = (("CSV", "csv"), ("Markdown", "md"), ("LaTeX", "tex"))
_FIGURES = (("PDF", "pdf"), ("PNG", "png"))


class Options(NamedTuple):
    """What a report holds beside its pages, and whether protected values are hidden in its transcripts."""

    with_figures: bool = False
    with_tables: bool = False
    is_masked: bool = False


class Context(NamedTuple):
    """Whose parts they are: what their files' names begin with, the run's key, and where headings of rows lead to."""

    prefix: str = ""
    run: str = ""
    leads: Mapping[str, str] = MappingProxyType({})


WHOLE = (0, 1)


def parts(
    tables: Sequence[Table],
    figures: Sequence[Figure],
    folder: Path,
    options: Options,
    context: Context,
    *,
    share: tuple[int, int] = WHOLE,
) -> list[Item]:
    """Write tables and figures into the report's `folder`, as far as asked for, and return them for the page.

    `share` (k, n) draws every nth figure from the kth (from 0), and writes the tables with the first of these shares;
    what is returned is the same for each.
    """
    first, step = share
    from polar_bench.report.figures.write import write as write_figures  # noqa: PLC0415 # imports matplotlib

    formats = ("svg", *(ending for _, ending in _FIGURES)) if options.with_figures else ("svg",)
    write_figures(figures[first::step], folder / "figures", formats, prefix=context.prefix)
    if options.with_tables and first == 0:
        from polar_bench.report.tables.write import write as write_tables  # noqa: PLC0415

        write_tables(tables, folder / "tables", prefix=context.prefix)
    return items(
        [
            shown(
                table,
                context.run,
                _others(f"tables/{context.prefix}{table.name}", _TABLES if options.with_tables else ()),
                context.leads,
            )
            for table in tables
        ],
        [_shown_figure(figure, f"figures/{context.prefix}{figure.name}", options) for figure in figures],
    )


def _shown_figure(figure: Figure, path: str, options: Options) -> ShownFigure:
    return ShownFigure(
        figure.name,
        one_line(figure.title),
        one_line(figure.alt),
        f"{path}.svg",
        f"{path}-dark.svg",
        [("SVG", f"{path}.svg"), *_others(path, _FIGURES if options.with_figures else ())],
    )


def _others(path: str, formats: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, f"{path}.{ending}") for name, ending in formats]
