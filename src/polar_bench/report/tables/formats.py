"""A table as CSV, Markdown and LaTeX. CSV holds the numbers in full; the others write them as everywhere."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Bound
from polar_bench.report import escaped
from polar_bench.report.colours import Colour, of_difference, of_share, text_on
from polar_bench.report.numbers import NONE, bound, change, count, figure, interval, mark, probability
from polar_bench.report.tables.table import Cell, PValue, Row, Table, holds_words, reach

_NO_NAME = re.compile(r"[^\w.]+")
_PARTS: dict[type[Estimate | Difference | PValue | Bound], tuple[str, ...]] = {
    Estimate: ("", "low", "high", "n"),
    Difference: ("", "low", "high", "p", "p_holm", "n"),
    PValue: (),
    Bound: ("low", "high"),
}


def as_csv(table: Table) -> str:
    """Return `table` as CSV with a line of column names.

    A figure with an interval takes the columns NAME, NAME_low, NAME_high and NAME_n; a difference has NAME_p and
    NAME_p_holm besides, bounds have NAME_low and NAME_high. What isn't there is empty.
    """
    parts = [_parts([row.cells[at] for row in table.rows]) for at in range(len(table.columns))]
    heads = [
        f"{column_name(column)}_{part}" if part else column_name(column)
        for column, own in zip(table.columns, parts, strict=True)
        for part in own
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column_name(table.corner), *heads])
    for row in table.rows:
        values = [_value(cell, part) for cell, own in zip(row.cells, parts, strict=True) for part in own]
        writer.writerow([escaped.as_csv(row.name), *values])
    return text.getvalue()


def as_markdown(table: Table) -> str:
    """Return `table` as Markdown: its title in bold, the table, its note."""
    heads = [table.corner, *table.columns]
    lines = [
        f"**{escaped.as_markdown(table.title)}**",
        "",
        _line([escaped.as_markdown(head) for head in heads]),
        f"|---|{''.join('---|' if holds_words(table, at) else '--:|' for at in range(len(table.columns)))}",
    ]
    for row in table.rows:
        cells = [escaped.as_markdown(text) for text in _texts(table, row)]
        lines.append(_line([escaped.as_markdown(row.name), *cells]))
    return "\n".join([*lines, "", escaped.as_markdown(table.note), ""])


def as_latex(table: Table, label: str) -> str:
    """Return `table` as LaTeX with caption and label, no wider than the text that it stands in.

    It needs the packages booktabs and graphicx, fontenc for the encoding T1 and, for surfaces, xcolor.
    """
    needs = r"\usepackage[T1]{fontenc}\usepackage{booktabs,graphicx}"
    if table.is_surface:
        needs += r"\usepackage[table]{xcolor}"
    columns = "".join(
        "c" if table.is_surface else "l" if holds_words(table, at) else "r" for at in range(len(table.columns))
    )
    heads = [escaped.as_latex(table.corner), *(_latex_head(table, head) for head in table.columns)]
    body = [
        f"% needs {needs}",
        r"\begin{table}",
        r"\centering",
        f"\\caption{{{escaped.as_latex(table.title)}. {escaped.as_latex(table.note)}}}",
        f"\\label{{tab:{label}}}",
        r"\small",
        r"\setlength{\tabcolsep}{3pt}",
        r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
        f"\\begin{{tabular}}{{l{columns}}}",
        r"\toprule",
        " & ".join(heads) + r" \\",
        r"\midrule",
    ]
    for at, row in enumerate(table.rows):
        if table.is_surface and at == len(table.rows) - 1:
            body.append(r"\midrule")
        body.append(" & ".join([_latex_name(row.name), *_latex_cells(table, row)]) + r" \\")
    return "\n".join([*body, r"\bottomrule", r"\end{tabular}}", r"\end{table}", ""])


def column_name(heading: str) -> str:
    """Return what a column is called in a file for machines."""
    return _NO_NAME.sub("_", heading).strip("_")


def cell_text(cell: Cell, *, shows_n: bool = False) -> str:
    """Return a cell on one line: a figure with its interval, a count, words; with `shows_n` "n = 63" behind it."""
    match cell:
        case Estimate():
            return " ".join(part for part in (figure(cell.mean), interval(cell), _n(cell, shows_n)) if part)
        case Difference():
            told = f"{change(cell.mean)}{mark(cell)}"
            return " ".join(part for part in (told, interval(cell), _n(cell, shows_n)) if part)
        case PValue():
            return probability(cell.p)
        case Bound():
            return bound(cell)
        case None:
            return NONE
        case float():
            return figure(cell)
        case int():
            return count(cell)
        case str():
            return cell


def _texts(table: Table, row: Row) -> list[str]:
    return [cell_text(cell, shows_n=table.is_surface) for cell in row.cells]


def _n(cell: Estimate | Difference, is_shown: bool) -> str:
    return f"n = {count(cell.n)}" if is_shown else ""


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _parts(cells: Sequence[Cell]) -> tuple[str, ...]:
    return next((_PARTS[kind] for cell in cells for kind in _PARTS if isinstance(cell, kind)), ("",))


def _value(cell: Cell, part: str) -> str:
    """Return one part of a cell for a machine; "" is the figure itself."""
    if isinstance(cell, Estimate | Difference | PValue | Bound):
        value = getattr(cell, part or "mean", None)
        return "" if value is None else repr(value)
    if cell is None or part:
        return ""
    return escaped.as_csv(cell) if isinstance(cell, str) else repr(cell)


def _latex_head(table: Table, heading: str) -> str:
    """Return the head of a column; those of a surface stand in as many lines as they have words."""
    if not table.is_surface:
        return escaped.as_latex(heading)
    lines = r"\\".join(_latex_name(word) for word in heading.split())
    return f"\\shortstack{{{lines}}}"


def _latex_name(name: str) -> str:
    """Return what a row or line begins with, of which nothing is read as an argument of the line end before it."""
    text = escaped.as_latex(name)
    return f"{{}}{text}" if text.startswith(("[", "*")) else text


def _latex_number(text: str) -> str:
    """Return a number with a minus in place of a hyphen."""
    return text.replace("-", "$-$")


def _latex_cells(table: Table, row: Row) -> Iterator[str]:
    most = reach(table) or 1.0
    for cell in row.cells:
        if table.is_surface and isinstance(cell, Estimate | Difference):
            yield _latex_figure(cell, most)
        else:
            text = escaped.as_latex(cell_text(cell))
            yield _latex_number(text) if isinstance(cell, Difference) else text


def _latex_figure(cell: Estimate | Difference, most: float) -> str:
    """Return a surface's cell: figure, interval and n in its colour; `most` is the difference of the strongest one."""
    if cell.mean is None:
        return _latex_stack([escaped.as_latex(NONE), f"n = {count(cell.n)}"])
    told = f"{change(cell.mean)}{mark(cell)}" if isinstance(cell, Difference) else figure(cell.mean)
    lines = [_latex_number(text) for text in (told, interval(cell), f"n = {count(cell.n)}") if text]
    ground = of_difference(cell.mean, most) if isinstance(cell, Difference) else of_share(cell.mean)
    ink = _latex_colour(text_on(ground))
    return f"\\cellcolor[HTML]{{{_latex_colour(ground)}}}\\textcolor[HTML]{{{ink}}}{{{_latex_stack(lines)}}}"


def _latex_stack(lines: Sequence[str]) -> str:
    """Return lines one under the other, all but the first in small letters."""
    first, *rest = lines
    stacked = r"\\[-3pt]".join([first, *(f"{{\\tiny {text}}}" for text in rest)])
    return f"\\begin{{tabular}}{{@{{}}c@{{}}}}{stacked}\\end{{tabular}}"


def _latex_colour(colour: Colour) -> str:
    return colour.hex[1:].upper()
