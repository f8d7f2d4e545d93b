"""Bars and dots: the three figures by level, attack or run; privacy and utility by domain or kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from polar_bench.analysis.intervals import Estimate
from polar_bench.report.figures.canvas import Look, legend, page, plain, whiskers
from polar_bench.report.figures.figure import COLUMN, PAGE, SMALL, Theme
from polar_bench.report.labels import head
from polar_bench.report.numbers import NONE

_HATCHES = ("", "////", "....")
_WIDTH = 0.27
_LIMITS = (0.0, 1.02)
_TICKS = (0, 0.25, 0.5, 0.75, 1)


class Named(NamedTuple):
    """What is drawn in one place: its label and its figures."""

    label: str
    figures: tuple[Estimate, ...]


def draw_bars(rows: Sequence[Named], theme: Theme) -> Drawing:
    """Return upright bars of privacy, utility and overall, by level or attack."""
    drawing, axes = page(COLUMN, 2.3)
    for at, row in enumerate(rows):
        for which, estimate in enumerate(row.figures):
            place = at + (which - 1) * _WIDTH
            if estimate.mean is None:
                axes.text(place, 0.02, NONE, color=theme.muted, size=SMALL, ha="center", va="bottom")
                continue
            colour = _colours(theme)[which]
            axes.bar(place, estimate.mean, _WIDTH, color=colour, hatch=_HATCHES[which], **_edge(theme))
            for look in _whisker(theme):
                axes.errorbar(place, estimate.mean, yerr=whiskers(estimate), **look)
    axes.set_xticks(range(len(rows)), [head(row.label) for row in rows])
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_ylim(*_LIMITS)
    axes.set_yticks(_TICKS)
    plain(axes, theme)
    legend(drawing, theme, _patches(theme), 3)
    return drawing


def draw_long_bars(rows: Sequence[Named], theme: Theme) -> Drawing:
    """Return lying bars of privacy, utility and overall, one run under the other."""
    drawing, axes = page(PAGE, 0.8 + 0.42 * len(rows))
    for at, row in enumerate(rows):
        for which, estimate in enumerate(row.figures):
            place = at + (which - 1) * _WIDTH
            if estimate.mean is None:
                axes.text(0.005, place, NONE, color=theme.muted, size=SMALL, va="center")
                continue
            colour = _colours(theme)[which]
            axes.barh(place, estimate.mean, _WIDTH, color=colour, hatch=_HATCHES[which], **_edge(theme))
            for look in _whisker(theme):
                axes.errorbar(estimate.mean, place, xerr=whiskers(estimate), **look)
    _lying(axes, rows, theme)
    legend(drawing, theme, _patches(theme), 3)
    return drawing


def draw_dots(rows: Sequence[Named], theme: Theme) -> Drawing:
    """Return dots of privacy and utility with their intervals, one domain or kind under the other."""
    drawing, axes = page(COLUMN, 0.8 + 0.24 * len(rows))
    for at, row in enumerate(rows):
        for which, estimate in enumerate(row.figures[:2]):
            if estimate.mean is not None:
                place = at + (-0.15, 0.15)[which]
                axes.errorbar(estimate.mean, place, xerr=whiskers(estimate), **_dot(theme, which))
        if all(estimate.mean is None for estimate in row.figures[:2]):
            axes.text(0.005, at, NONE, color=theme.muted, size=SMALL, va="center")
    _lying(axes, rows, theme)
    axes.set_xlim(-0.03, 1.03)
    axes.grid(visible=True, axis="y", color=theme.grid, linewidth=0.3)
    handles = [
        Line2D([], [], **{**_dot(theme, which), "linestyle": "", "label": name})
        for which, name in enumerate(("privacy", "utility"))
    ]
    legend(drawing, theme, handles, 2)
    return drawing


def _lying(axes: Axes, rows: Sequence[Named], theme: Theme) -> None:
    axes.set_yticks(range(len(rows)), [row.label for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(*_LIMITS)
    axes.set_xticks(_TICKS)
    plain(axes, theme, grid="x")


def _colours(theme: Theme) -> tuple[str, str, str]:
    return theme.privacy, theme.utility, theme.overall


def _patches(theme: Theme) -> list[Patch]:
    return [
        Patch(facecolor=colour, hatch=hatch, label=name, edgecolor=theme.ground, linewidth=0)
        for name, colour, hatch in zip(("privacy", "utility", "overall"), _colours(theme), _HATCHES, strict=True)
    ]


def _edge(theme: Theme) -> Look:
    return {"edgecolor": theme.ground, "linewidth": 0.5}


def _whisker(theme: Theme) -> tuple[Look, Look]:
    """Return a whisker's two strokes, the lower one a rim that parts it from the bar."""
    rim, line = ({"fmt": "none", "ecolor": colour, "capsize": 1.5} for colour in (theme.ground, theme.ink))
    return {**rim, "elinewidth": 2.2, "capthick": 2.2}, {**line, "elinewidth": 0.8, "capthick": 0.8}


def _dot(theme: Theme, which: int) -> Look:
    colour = _colours(theme)[which]
    return {
        "color": colour,
        "marker": "os"[which],
        "markersize": 4,
        "markerfacecolor": colour if which == 0 else theme.ground,
        "markeredgecolor": colour,
        "linewidth": 1.1,
        "linestyle": "-",
    }
