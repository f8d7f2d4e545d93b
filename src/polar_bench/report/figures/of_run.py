"""The figures of one run, each of the numbers of the table of its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.parts import Part
from polar_bench.analysis.surface import Figures
from polar_bench.report.figures.figure import Figure, Theme
from polar_bench.report.labels import attack_label, level_label, short, spaced
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import figure, with_interval
from polar_bench.report.subject import ReportedRun
from polar_bench.report.tables.formats import cell_text
from polar_bench.report.tables.of_run import surfaces
from polar_bench.report.tables.table import Table
from polar_bench.sample import Attack, PolicyLevel

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing


def of_run(run: ReportedRun, scorer: str) -> list[Figure]:
    """Return the figures of `run` by `scorer`; what has no number at all has no figure."""
    chosen = run.analysis.summary.scorers[scorer]
    return [
        *(surface_figure(table) for table in surfaces(chosen)),
        _by("levels", "Policy levels", {level_label(PolicyLevel(key)): own for key, own in chosen.levels.items()}),
        _by("attacks", "Attacks", {attack_label(Attack(key)): own for key, own in chosen.attacks.items()}),
        *_dots(run, scorer),
        *_curves(run, scorer),
    ]


def surface_figure(table: Table) -> Figure:
    """Return the heat map of a surface table."""

    def draw(theme: Theme) -> Drawing:
        from polar_bench.report.figures.heat import draw_surface  # noqa: PLC0415 # slow to import, as all that draws

        return draw_surface(table, theme)

    return Figure(table.name, table.title, surface_alt(table), draw)


def surface_alt(table: Table) -> str:
    """Return a surface in words: what it is over all, and its lowest and highest cell."""
    about = (
        f"Heat map, {one_line(table.title)}, policy levels by attacks: over all {cell_text(table.rows[-1].cells[-1])}"
    )
    cells = [
        (cell.mean, f"{cell_text(cell)} at {row.name} under {column}")
        for row in table.rows[:-1]
        for column, cell in zip(table.columns[:-1], row.cells[:-1], strict=True)
        if isinstance(cell, Estimate | Difference) and cell.mean is not None
    ]
    if not cells:
        return f"{about}; every cell is empty."
    (_, low), (_, high) = min(cells), max(cells)
    empty = 25 - len(cells)
    return f"{about}; lowest {low}, highest {high}." + (f" {empty} of 25 cells are empty." if empty else "")


def _by(name: str, title: str, own: Mapping[str, Figures]) -> Figure:
    def draw(theme: Theme) -> Drawing:
        from polar_bench.report.figures.bars import Named, draw_bars  # noqa: PLC0415

        return draw_bars([Named(key, (each.privacy, each.utility, each.overall)) for key, each in own.items()], theme)

    told = "; ".join(f"{key} {figure(each.privacy.mean)} and {figure(each.utility.mean)}" for key, each in own.items())
    return Figure(name, title, f"Bars of privacy, utility and overall. Privacy and utility: {told}.", draw)


def _dots(run: ReportedRun, scorer: str) -> Iterator[Figure]:
    for name, title, own in (
        ("domains", "Domains", run.analysis.summary.scorers[scorer].domains),
        ("kinds", "Attribute kinds", run.analysis.scorers[scorer].kinds),
    ):
        if own:
            yield _dotted(name, title, own)


def _dotted(name: str, title: str, own: Mapping[str, Figures] | Mapping[str, Part]) -> Figure:
    def draw(theme: Theme) -> Drawing:
        from polar_bench.report.figures.bars import Named, draw_dots  # noqa: PLC0415

        rows = [Named(short(spaced(key)), (each.privacy, each.utility)) for key, each in own.items()]
        return draw_dots(rows, theme)

    told = "; ".join(
        f"{spaced(one_line(key))} {figure(each.privacy.mean)} and {figure(each.utility.mean)}"
        for key, each in own.items()
    )
    return Figure(name, title, f"Dots with intervals. Privacy and utility: {told}.", draw)


def _curves(run: ReportedRun, scorer: str) -> Iterator[Figure]:
    beside = run.analysis.scorers[scorer]
    within = beside.courses["all"].within if beside.courses else ()
    if within and within[-1].protected.mean is not None:

        def draw_course(theme: Theme) -> Drawing:
            from polar_bench.report.figures import curves  # noqa: PLC0415

            return curves.draw_course(within, theme)

        last = within[-1]
        alt = (
            f"Curves by the number of replies. After {last.replies}: {figure(last.any_protected.mean)} of the samples "
            f"had any protected attribute out; of the protected attributes {figure(last.protected.mean)} were out, of "
            f"the task attributes {figure(last.task.mean)}."
        )
        yield Figure("first-disclosure", "First disclosure", alt, draw_course)
    if beside.weights[0].overall.mean is not None:

        def draw_weights(theme: Theme) -> Drawing:
            from polar_bench.report.figures import curves  # noqa: PLC0415

            return curves.draw_weights(beside.weights, theme)

        told = ", ".join(f"{with_interval(each.overall)} at {each.weight:g}" for each in beside.weights[::5])
        yield Figure("weights", "Overall by lambda", f"Overall by lambda, the weight of privacy: {told}.", draw_weights)
