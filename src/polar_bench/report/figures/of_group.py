"""The figures of runs side by side (the paper's Figures 2 to 4 among them)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from polar_bench.analysis.several import Several
from polar_bench.report.figures.figure import Figure, Theme
from polar_bench.report.figures.of_run import surface_figure
from polar_bench.report.labels import short
from polar_bench.report.numbers import figure
from polar_bench.report.subject import Group
from polar_bench.report.tables.of_group import average_surface, difference_surface
from polar_bench.report.tables.of_run import FIGURES

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing


def of_group(group: Group) -> list[Figure]:
    """Return the figures of `group`: none for a single run, and none of a comparison where nothing is placed."""
    together = group.together
    if together is None or all(placed.place is None for placed in together.places):
        return []
    names = {run.key: run.name for run in group.runs}
    return [
        _scatter(group, together, names),
        _bars(together, names),
        _ranks(together, names),
        *(surface_figure(average_surface(together, name)) for name in FIGURES),
        *_differences(together, names),
    ]


def _scatter(group: Group, together: Several, names: dict[str, str]) -> Figure:
    def draw(theme: Theme) -> Drawing:
        from polar_bench.report.figures.scatter import Point, draw_scatter  # noqa: PLC0415 # slow to import

        points = [
            Point(names[each.run], each.place, each.figures.privacy, each.figures.utility, each.run in together.front)
            for each in together.places
        ]
        return draw_scatter(points, group.weight, theme)

    told = "; ".join(
        f"{short(names[each.run])} {figure(each.figures.privacy.mean)} and {figure(each.figures.utility.mean)}"
        for each in together.places
    )
    front = ", ".join(short(names[key]) for key in together.front)
    alt = f"Runs by privacy and utility: {told}. On the Pareto front: {front}."
    return Figure("scatter", "Privacy against utility", alt, draw)


def _bars(together: Several, names: dict[str, str]) -> Figure:
    def draw(theme: Theme) -> Drawing:
        from polar_bench.report.figures.bars import Named, draw_long_bars  # noqa: PLC0415

        rows = [
            Named(short(names[each.run]), (each.figures.privacy, each.figures.utility, each.figures.overall))
            for each in together.places
        ]
        return draw_long_bars(rows, theme)

    told = "; ".join(f"{short(names[each.run])} {figure(each.figures.overall.mean)}" for each in together.places)
    return Figure("bars", "Privacy, utility and overall", f"Bars of the runs by overall: {told}.", draw)


def _ranks(together: Several, names: dict[str, str]) -> Figure:
    own = {each.run: names[each.run] for each in together.places}

    def draw(theme: Theme) -> Drawing:
        from polar_bench.report.figures.curves import draw_ranks  # noqa: PLC0415

        return draw_ranks(together.ranks, own, theme)

    first = {
        at.weight: ", ".join(short(names[key]) for key, rank in at.ranks.items() if rank == 1)
        for at in (together.ranks[0], together.ranks[5], together.ranks[-1])
    }
    told = "; ".join(f"{best} at {weight:g}" for weight, best in first.items())
    return Figure(
        "ranks", "Rank by lambda", f"Places of the runs by lambda, the weight of privacy. First: {told}.", draw
    )


def _differences(together: Several, names: dict[str, str]) -> Iterator[Figure]:
    for key in together.against_first:
        for name in ("privacy", "utility"):
            yield surface_figure(difference_surface(names, together, key, name))
