"""The terminal's comparison of two runs: headline, two 5x5 tables of differences, the samples that changed most.

Figures come from the comparison alone. Rendered by rich, as the report of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.analysis.comparison import Comparison
from polar_bench.analysis.difference import Difference, Differences
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import TrialCounts
from polar_bench.report.labels import ALL, level_label
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import CLEAR, NONE, change, figure, interval, mark, probability
from polar_bench.sample import Attack, PolicyLevel


class Side(NamedTuple):
    """One of the two runs: its folder, its model, and what became of its trials."""

    run: str
    model: str
    trials: TrialCounts


def compare_report(result: Comparison, a: Side, b: Side, notes: Sequence[str] = ()) -> RenderableType:
    """Return the whole comparison; `notes` are sentences on what differs besides the figures."""
    return Group(
        Text("POLAR-Bench: what changes from A to B", style="bold"),
        *(
            Text(f"  {name}: {one_line(side.model)}  ({one_line(side.run)}){_missing(side)}")
            for name, side in (("A", a), ("B", b))
        ),
        *(Text(note, style="yellow") for note in notes),
        Text(),
        _headline(result),
        Text(
            f"Scorer {result.scorer}; {result.compared} of {result.common} common samples are scored in both, from "
            f"{result.profiles} profiles. Intervals are 95%, p is of no difference.",
            style="dim",
        ),
        Text(),
        _surface("Privacy, B - A", result, lambda each: each.privacy),
        Text(),
        _surface("Utility, B - A", result, lambda each: each.utility),
        Text(f"* p < {CLEAR} by Holm's rule over the cells of the table; margins are not adjusted.", style="dim"),
        *_changed(result, b),
    )


def _missing(side: Side) -> str:
    missing = side.trials.attempted - side.trials.scored
    return f"  {missing} of {side.trials.attempted} trials unassessed" if missing else ""


def _headline(result: Comparison) -> Table:
    table = _table("")
    for column in ("A", "B", "B - A", "95% interval", "p"):
        table.add_column(column, justify="right", no_wrap=True)
    for name in ("privacy", "utility", "overall"):
        before: Estimate = getattr(result.a, name)
        after: Estimate = getattr(result.b, name)
        differs: Difference = getattr(result.headline, name)
        style = "" if differs.holds_zero else "bold"
        table.add_row(
            name,
            figure(before.mean),
            figure(after.mean),
            Text(change(differs.mean), style=style),
            interval(differs) or NONE,
            probability(differs.p),
        )
    return table


def _surface(name: str, result: Comparison, pick: Callable[[Differences], Difference]) -> Table:
    table = _table(name)
    for attack in Attack:
        table.add_column(attack.value, justify="right", no_wrap=True)
    table.add_column(ALL, justify="right", no_wrap=True)
    for level in PolicyLevel:
        cells = [_cell(pick(result.cells[level][attack])) for attack in Attack]
        table.add_row(level_label(level), *cells, _cell(pick(result.levels[level])))
    margins = [_cell(pick(result.attacks[attack])) for attack in Attack]
    table.add_row(ALL, *margins, _cell(pick(result.headline)))
    return table


def _cell(differs: Difference) -> Text:
    if differs.mean is None:
        return Text(NONE, style="dim")
    style = "" if not mark(differs) else "bold blue" if differs.mean > 0 else "bold red"
    return Text(f"{change(differs.mean)}{mark(differs) or ' '}", style=style)


def _changed(result: Comparison, b: Side) -> Iterator[RenderableType]:
    yield Text()
    if not result.changed:
        yield Text("No sample has other figures.")
        return
    table = _table("Changed most")
    for column in ("cell", "privacy", "utility", "overall"):
        table.add_column(column, justify="right", no_wrap=True)
    for each in result.changed:
        moves = [f"{figure(before)} > {figure(after)}" for before, after in zip(each.a, each.b, strict=True)]
        table.add_row(each.sample_id, f"{each.level}/{each.attack}", *moves)
    yield table
    yield Text(f"Read one: polar-bench show {b.run} {result.changed[0].sample_id}", style="dim")


def _table(name: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(name, style="bold", overflow="fold", min_width=15)
    return table
