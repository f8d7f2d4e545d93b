"""Runs by privacy and utility, with intervals, lines of equal overall, and the Pareto front (the paper's Figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from polar_bench.analysis.intervals import Estimate
from polar_bench.report.figures.canvas import Look, page, plain, whiskers
from polar_bench.report.figures.figure import MARKERS, PAGE, SMALL, Theme
from polar_bench.report.labels import short
from polar_bench.report.numbers import figure

_LEAST_SPAN = 0.2
Limits = tuple[float, float]


class Point(NamedTuple):
    """A run in the plane; `place` is its place by overall, None where it has none."""

    name: str
    place: int | None
    privacy: Estimate
    utility: Estimate
    is_front: bool


def draw_scatter(points: Sequence[Point], weight: float, theme: Theme) -> Drawing:
    """Return the plane, every axis as far as the runs' intervals reach; `weight` is lambda of the lines."""
    drawing, axes = page(PAGE, max(3.6, 0.9 + 0.21 * len(points)))
    shown = [point for point in points if point.privacy.mean is not None and point.utility.mean is not None]
    across, up = limits([each.privacy for each in shown]), limits([each.utility for each in shown])
    axes.set_xlim(*across)
    axes.set_ylim(*up)
    _lines(axes, across, up, weight, theme)
    _front(axes, [point for point in shown if point.is_front], across, up, theme)
    for number, point in enumerate(shown):
        look = _look(number, point, theme)
        for estimate, side in ((point.privacy, "xerr"), (point.utility, "yerr")):
            whisker: Look = {side: whiskers(estimate), "fmt": "none", "ecolor": look["color"], "elinewidth": 0.9}
            axes.errorbar(point.privacy.mean or 0, point.utility.mean or 0, **whisker, alpha=0.7)
        axes.plot(point.privacy.mean or 0, point.utility.mean or 0, **look, zorder=3)
    axes.set_xlabel("privacy")
    axes.set_ylabel("utility")
    plain(axes, theme, grid="both")
    _names(drawing, shown, weight, theme)
    return drawing


def limits(own: Sequence[Estimate]) -> Limits:
    """Return the part of an axis from 0 to 1 that holds all means and intervals, with room, a fifth of it at least."""
    ends = [end for each in own for end in (each.mean, each.low, each.high) if end is not None] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    short_of = max(0.0, _LEAST_SPAN - (high - low)) / 2
    room = 0.06 * max(high - low, _LEAST_SPAN)
    return max(-0.03, low - short_of - room), min(1.03, high + short_of + room)


def _look(number: int, point: Point, theme: Theme) -> Look:
    colour = theme.series[number % len(theme.series)]
    return {
        "color": colour,
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 7,
        "linestyle": "",
        "markerfacecolor": colour if point.is_front else "none",  # so that a mark in the same place is seen
        "markeredgecolor": colour,
        "markeredgewidth": 1.3,
    }


def _lines(axes: Axes, across: Limits, up: Limits, weight: float, theme: Theme) -> None:
    """Draw where overall is the same, at every tenth, or every twentieth where little is shown.

    A line's overall stands at its upper end: above the axes, or on the left inside of them, where the ticks' labels
    stand outside, above the line and behind the runs.
    """
    least, most = (weight * across[end] + (1 - weight) * up[end] for end in (0, 1))
    step = 0.05 if most - least < 0.35 else 0.1
    for overall in (at * step for at in range(1, round(1 / step))):
        if not least < overall < most:
            continue
        ends = [
            (x, (overall - weight * x) / (1 - weight)) if weight < 1 else (overall, up[x == across[0]]) for x in across
        ]
        axes.plot(*zip(*ends, strict=True), color=theme.muted, linewidth=0.7, linestyle=":", zorder=1)
        text = f"{overall:.2f}".removesuffix("0")
        look: Look = {"color": theme.muted, "size": SMALL - 1, "zorder": 1}
        if ends[0][1] < up[1]:
            axes.text(*ends[0], f" {text}", ha="left", va="bottom", **look)
        else:
            axes.text((overall - (1 - weight) * up[1]) / weight, up[1], text, ha="center", va="bottom", **look)


def _front(axes: Axes, front: Sequence[Point], across: Limits, up: Limits, theme: Theme) -> None:
    """Draw the edge of what the runs on the front are at least as good as."""
    best = sorted(((point.privacy.mean or 0, point.utility.mean or 0) for point in front), reverse=True)
    if not best:
        return
    corners = [(best[0][0], up[0]), best[0]]
    for (_, before), (privacy, utility) in pairwise(best):
        corners += [(privacy, before), (privacy, utility)]
    corners.append((across[0], best[-1][1]))
    axes.plot(*zip(*corners, strict=True), color=theme.ink, linewidth=1, alpha=0.55, zorder=2)


def _names(drawing: Drawing, shown: Sequence[Point], weight: float, theme: Theme) -> None:
    handles = [
        Line2D([], [], label=f"{point.place}  {short(point.name)}", **_look(number, point, theme))
        for number, point in enumerate(shown)
    ]
    handles += [
        Line2D([], [], color=theme.ink, alpha=0.55, linewidth=1, label="Pareto front (filled marks)"),
        Line2D([], [], color=theme.muted, linestyle=":", linewidth=0.8, label=f"equal overall, λ = {weight:g}"),
    ]
    drawing.legend(
        handles=handles,
        loc="outside right upper",
        frameon=False,
        fontsize=SMALL,
        labelcolor=theme.ink,
        labelspacing=0.75,
        handletextpad=0.7,
    )


def words(point: Point) -> str:
    """Return a point in words, for the text alternative."""
    return f"{short(point.name)} {figure(point.privacy.mean)} and {figure(point.utility.mean)}"
