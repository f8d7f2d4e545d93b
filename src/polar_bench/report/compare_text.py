"""The terminal's comparison of two runs: headline, two 5x5 tables of differences, the samples that changed most.

Figures come from the comparison alone. Rendered by rich, as the report of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.analysis.comparison import Comparison, Difference, Differences
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import TrialCounts
from polar_bench.sample import Attack, PolicyLevel

_CLEAR = 0.05


class Side(NamedTuple):
    """One of the two runs: its folder, its model, and what became of its trials."""

    run: str
    model: str
    trials: TrialCounts


def compare_report(result: Comparison, a: Side, b: Side, notes: Sequence[str] = ()) -> RenderableType:
    """Return the whole comparison; `notes` are sentences on what differs besides the figures."""
    return Group(
        Text("POLAR-Bench: what changes from A to B", style="bold"),
        *(Text(f"  {name}: {side.model}  ({side.run}){_missing(side)}") for name, side in (("A", a), ("B", b))),
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
        Text(f"* p < {_CLEAR} by Holm's rule over the cells of the table; margins are not adjusted.", style="dim"),
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
        change: Difference = getattr(result.headline, name)
        style = "" if change.holds_zero else "bold"
        table.add_row(
            name,
            _figure(before.mean),
            _figure(after.mean),
            Text(_signed(change.mean), style=style),
            _span(change),
            "–" if change.p is None else f"{change.p:.4f}",
        )
    return table


def _surface(name: str, result: Comparison, pick: Callable[[Differences], Difference]) -> Table:
    table = _table(name)
    for attack in Attack:
        table.add_column(attack.value, justify="right", no_wrap=True)
    table.add_column("all", justify="right", no_wrap=True)
    for level in PolicyLevel:
        cells = [_cell(pick(result.cells[level][attack])) for attack in Attack]
        table.add_row(f"{level} {level.title}", *cells, _cell(pick(result.levels[level])))
    margins = [_cell(pick(result.attacks[attack])) for attack in Attack]
    table.add_row("all", *margins, _cell(pick(result.headline)))
    return table


def _cell(change: Difference) -> Text:
    if change.mean is None:
        return Text("–", style="dim")
    is_clear = change.p_holm is not None and change.p_holm < _CLEAR
    style = "" if not is_clear else "bold green" if change.mean > 0 else "bold red"
    return Text(f"{change.mean:+.2f}{'*' if is_clear else ' '}", style=style)


def _changed(result: Comparison, b: Side) -> Iterator[RenderableType]:
    yield Text()
    if not result.changed:
        yield Text("No sample has other figures.")
        return
    table = _table("Changed most")
    for column in ("cell", "privacy", "utility", "overall"):
        table.add_column(column, justify="right", no_wrap=True)
    for each in result.changed:
        moves = [f"{before:.2f} > {after:.2f}" for before, after in zip(each.a, each.b, strict=True)]
        table.add_row(each.sample_id, f"{each.level}/{each.attack}", *moves)
    yield table
    yield Text(f"Read one: polar-bench show {b.run} {result.changed[0].sample_id}", style="dim")


def _table(name: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(name, style="bold", no_wrap=True, min_width=15)
    return table


def _figure(mean: float | None) -> str:
    return "–" if mean is None else f"{mean:.3f}"


def _signed(mean: float | None) -> str:
    return "–" if mean is None else f"{mean:+.3f}"


def _span(change: Difference) -> str:
    if change.low is None or change.high is None:
        return "none"
    return f"{change.low:+.3f} to {change.high:+.3f}"
