"""Surfaces as heat maps: a figure, its interval and n in every cell; empty cells are hatched, with a dash."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.report.colours import Colour, of_difference, of_share, text_on
from polar_bench.report.figures.canvas import Look, page
from polar_bench.report.figures.figure import LARGE, MEDIUM, PAGE, SMALL, Theme
from polar_bench.report.labels import head
from polar_bench.report.numbers import NONE, change, count, figure, interval, mark
from polar_bench.report.tables.table import Table, reach

_GAP = 0.12
_STEPS = 40


def draw_surface(table: Table, theme: Theme) -> Drawing:
    """Return the heat map of a surface table: of estimates, or of differences."""
    drawing, axes = page(PAGE, 3.75)
    most = reach(table)
    rows, columns = len(table.rows), len(table.columns)
    for down, row in enumerate(table.rows):
        for across, cell in enumerate(row.cells):
            if isinstance(cell, Estimate | Difference):
                x, y = across + _gap(across, columns), down + _gap(down, rows)
                _cell(axes, cell, x, y, most, theme)
    axes.set_xlim(-0.02, columns + _GAP + 0.02)
    axes.set_ylim(rows + _GAP + 0.02, -0.02)
    axes.set_xticks([at + 0.5 + _gap(at, columns) for at in range(columns)], [head(name) for name in table.columns])
    axes.set_yticks([at + 0.5 + _gap(at, rows) for at in range(rows)], [row.name for row in table.rows])
    axes.xaxis.tick_top()
    axes.tick_params(colors=theme.ink, labelsize=MEDIUM, length=0)
    axes.set_facecolor("none")
    for side in axes.spines.values():
        side.set_visible(False)
    _bar(drawing, axes, table, most, theme)
    return drawing


def _cell(axes: Axes, cell: Estimate | Difference, x: float, y: float, most: float | None, theme: Theme) -> None:
    box: Look = {"xy": (x + 0.02, y + 0.02), "width": 0.96, "height": 0.96}
    if cell.mean is None:
        axes.add_patch(Rectangle(**box, facecolor="none", edgecolor=theme.muted, hatch="////", linewidth=0))
        axes.add_patch(Rectangle((x + 0.36, y + 0.3), 0.28, 0.4, facecolor=theme.ground, edgecolor="none"))
        _text(axes, x, y + 0.5, NONE, theme.ink, LARGE)
        return
    ground = _colour(cell.mean, most)
    axes.add_patch(Rectangle(**box, facecolor=ground, edgecolor="none"))
    ink = text_on(ground).hex
    told = figure(cell.mean) if isinstance(cell, Estimate) else f"{change(cell.mean)}{mark(cell)}"
    _text(axes, x, y + 0.3, told, ink, LARGE, weight="bold")
    small = [text for text in (interval(cell), f"n = {count(cell.n)}") if text]
    for line, text in enumerate(small):
        _text(axes, x, y + 0.58 + 0.23 * line, text, ink, SMALL - 0.8)


def _text(axes: Axes, x: float, y: float, text: str, colour: str, size: float, weight: str = "normal") -> None:
    made = axes.text(x + 0.5, y, text, color=colour, size=size, weight=weight, ha="center", va="center")
    made.set_in_layout(False)  # it lies within its cell, and measuring all of them takes half the time


def _colour(mean: float, most: float | None) -> Colour:
    return of_share(mean) if most is None else of_difference(mean, most)


def _bar(drawing: Drawing, axes: Axes, table: Table, most: float | None, theme: Theme) -> None:
    low, high = (0.0, 1.0) if most is None else (-most, most)
    width = (high - low) / _STEPS
    colours = [tuple(_colour(low + (step + 0.5) * width, most)) for step in range(_STEPS)]
    bar = drawing.colorbar(
        ScalarMappable(Normalize(low, high), ListedColormap(colours)), ax=axes, fraction=0.03, pad=0.015, aspect=28
    )
    if bar.solids is not None:
        bar.solids.set_edgecolor("face")  # no seams between the steps
    bar.set_ticks([low, (low + high) / 2, high])
    bar.ax.tick_params(colors=theme.ink, labelsize=SMALL, length=2, color=theme.grid)
    bar.outline.set_visible(False)
    bar.ax.set_ylabel(table.title if most is None else "difference", color=theme.muted, size=SMALL)


def _gap(at: int, count_: int) -> float:
    return _GAP if at == count_ - 1 else 0.0
