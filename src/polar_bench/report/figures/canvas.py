"""What all figures share: the page they are drawn on, axes, whiskers, the labels of names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from polar_bench.analysis.intervals import Estimate
from polar_bench.report.figures.figure import MEDIUM, SMALL, Theme

SETTINGS: Any = {  # Any: matplotlib names every key in its type
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": MEDIUM,
    "hatch.linewidth": 0.6,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "polar-bench",
    "text.parse_math": False,
}
"""Fonts that come with matplotlib, text as text, the same bytes every time; a name is no formula."""

Look = dict[str, Any]
"""How something is drawn, as matplotlib's keywords."""


def page(width: float, height: float) -> tuple[Drawing, Axes]:
    """Return a drawing of so many inches with one pair of axes."""
    drawing = Drawing(figsize=(width, height), layout="constrained")
    drawing.get_layout_engine().set(w_pad=0.05, h_pad=0.03)  # type: ignore[union-attr, call-arg] # the engine just named
    return drawing, drawing.add_subplot()


def plain(axes: Axes, theme: Theme, *, grid: str = "y") -> None:
    """Give axes the look of all figures: no frame, a quiet grid behind the data along `grid` ("x", "y" or "both")."""
    axes.set_facecolor("none")
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_axisbelow(True)
    axes.grid(visible=True, axis=grid, color=theme.grid, linewidth=0.6)  # type: ignore[arg-type] # one of its words
    axes.tick_params(colors=theme.ink, labelsize=SMALL, length=0)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set_color(theme.ink)
        label.set_fontsize(MEDIUM)


def legend(drawing: Drawing, theme: Theme, handles: Sequence[Any], columns: int) -> None:  # Any: matplotlib's artists
    """Put a legend above the axes."""
    drawing.legend(
        handles=list(handles),
        loc="outside upper center",
        ncols=columns,
        frameon=False,
        fontsize=SMALL,
        labelcolor=theme.ink,
        handlelength=1.8,
        columnspacing=1.4,
        borderpad=0.1,
    )


def whiskers(of: Estimate) -> tuple[list[float], list[float]] | None:
    """Return how far the interval reaches below and above the mean, or None where there is no interval."""
    if of.mean is None or of.low is None or of.high is None:
        return None
    return [max(0.0, of.mean - of.low)], [max(0.0, of.high - of.mean)]
