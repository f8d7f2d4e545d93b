"""Curves: what was out by which reply, overall under every weight, and the places of runs under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from polar_bench.analysis.course import Within
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.tradeoff import AtWeight, RanksAt
from polar_bench.report.figures.canvas import legend, page, plain
from polar_bench.report.figures.figure import COLUMN, DASHES, MARKERS, PAGE, SMALL, Theme
from polar_bench.report.labels import short

_TICKS = (0, 0.25, 0.5, 0.75, 1)


def draw_course(within: Sequence[Within], theme: Theme) -> Drawing:
    """Return the shares that were out by each reply: of samples with any protected attribute, and of attributes."""
    drawing, axes = page(COLUMN, 2.4)
    replies = [each.replies for each in within]
    handles = []
    for name, own, colour, marker, dash in (
        ("any protected", [each.any_protected for each in within], theme.privacy, "o", "--"),
        ("protected attributes", [each.protected for each in within], theme.privacy, "^", "-"),
        ("task attributes", [each.task for each in within], theme.utility, "s", "-"),
    ):
        _band(axes, replies, own, colour)
        means = [_or_nan(each.mean) for each in own]
        handles += axes.plot(
            replies, means, color=colour, marker=marker, markersize=3.5, linestyle=dash, linewidth=1.3, label=name
        )
    axes.set_xlabel("replies of the trusted agent")
    axes.set_ylabel("share out by then")
    axes.set_xticks(_whole(replies))
    axes.set_xlim(replies[0] - 0.4, replies[-1] + 0.4)
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks(_TICKS)
    plain(axes, theme)
    legend(drawing, theme, handles, 3)
    return drawing


def draw_weights(curve: Sequence[AtWeight], theme: Theme) -> Drawing:
    """Return overall under each weight of privacy, with its interval as a band."""
    drawing, axes = page(COLUMN, 2.2)
    weights = [each.weight for each in curve]
    own = [each.overall for each in curve]
    _band(axes, weights, own, theme.privacy)
    means = [_or_nan(each.mean) for each in own]
    axes.plot(weights, means, color=theme.privacy, marker="o", markersize=3, linewidth=1.3)
    axes.set_xlabel("λ, the weight of privacy (0: utility alone, 1: privacy alone)")
    axes.set_ylabel("overall")
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([step / 5 for step in range(6)])
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks(_TICKS)
    plain(axes, theme, grid="both")
    return drawing


def draw_ranks(ranks: Sequence[RanksAt], names: Mapping[str, str], theme: Theme) -> Drawing:
    """Return the runs' places under every weight, each run a line; runs that share a place stand side by side."""
    placed = [key for key in names if ranks[0].ranks[key] is not None]
    drawing, axes = page(PAGE, 1.0 + 0.27 * max(3, len(placed)))
    weights = [at.weight for at in ranks]
    slots = [slots_at(at, placed) for at in ranks]
    for number, key in enumerate(placed):
        heights = [at[key] for at in slots]
        axes.plot(
            weights,
            heights,
            color=theme.series[number % len(theme.series)],
            marker=MARKERS[number % len(MARKERS)],
            linestyle=DASHES[number // len(theme.series) % len(DASHES)],
            markersize=5,
            linewidth=1.5,
            clip_on=False,
        )
        for x, height, at, side in ((0, heights[0], ranks[0], "right"), (1, heights[-1], ranks[-1], "left")):
            text = f"{at.ranks[key]}" if side == "right" else f"{at.ranks[key]}  {short(names[key])}"
            shift = -0.03 if side == "right" else 0.03
            axes.text(x + shift, height, text, color=theme.ink, size=SMALL, ha=side, va="center", clip_on=False)
    axes.set_xlabel("λ, the weight of privacy (0: utility alone, 1: privacy alone)")
    axes.set_xticks([step / 5 for step in range(6)])
    axes.set_yticks([])
    axes.set_xlim(-0.05, 1.02)
    axes.set_ylim(max(3, len(placed)) + 0.5, 0.5)
    plain(axes, theme, grid="x")
    return drawing


def slots_at(at: RanksAt, runs: Sequence[str]) -> dict[str, int]:
    """Return a height for each of `runs` under one weight, 1 the topmost: its place, and below it those that share it.

    No two runs have the same, so that no line or label covers another.
    """
    order = sorted(runs, key=lambda key: (at.ranks[key] is None, at.ranks[key] or 0))
    return {key: slot for slot, key in enumerate(order, start=1)}


def _band(axes: Axes, places: Sequence[float], own: Sequence[Estimate], colour: str) -> None:
    low, high = ([_or_nan(end) for end in ends] for ends in ([e.low for e in own], [e.high for e in own]))
    axes.fill_between(places, low, high, color=colour, alpha=0.16, linewidth=0)


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value


def _whole(replies: Sequence[int]) -> list[int]:
    """Return at most some ten of the replies, evenly apart."""
    step = max(1, -(-len(replies) // 10))
    return list(replies)[::step]
