"""The tables of runs side by side: who stands where, the average surfaces, and what differs from the first run."""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.analysis.comparison import Comparison
from polar_bench.analysis.difference import Difference, Differences
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.several import Several, Surface
from polar_bench.analysis.surface import Figures
from polar_bench.report.labels import ALL, level_label
from polar_bench.report.numbers import CLEAR, share
from polar_bench.report.subject import Group, ReportedRun
from polar_bench.report.tables.of_run import FIGURES, INTERVALS, surface_columns
from polar_bench.report.tables.table import PValue, Row, Table
from polar_bench.sample import Attack, PolicyLevel


def tables(group: Group) -> list[Table]:
    """Return the tables of `group`, of which there are none for a single run."""
    together = group.together
    if together is None:
        return []
    names = {run.key: run.name for run in group.runs}
    return [
        _runs(group, together),
        _ranks(together, names),
        *(average_surface(together, figure) for figure in FIGURES),
        *_differences(together, names),
        *(
            difference_surface(names, together, key, figure)
            for key in together.against_first
            for figure in ("privacy", "utility")
        ),
    ]


def average_surface(together: Several, figure: str) -> Table:
    """Return the mean of one figure over the runs, by policy level and attack."""
    own: Surface = together.average
    rows = [
        Row(
            level_label(level),
            (*(_pick(own.cells[level][attack], figure) for attack in Attack), _pick(own.levels[level], figure)),
        )
        for level in PolicyLevel
    ]
    rows.append(Row(ALL, (*(_pick(own.attacks[attack], figure) for attack in Attack), _pick(own.all, figure))))
    note = (
        f"{figure.capitalize()} of the samples that all runs have scored, averaged over the runs. {INTERVALS} "
        "They say how far other samples could move it, not other models."
    )
    title = f"Average {figure}"
    return Table(f"average-{figure}", title, note, "level", surface_columns(), tuple(rows), is_surface=True)


def difference_surface(names: dict[str, str], together: Several, key: str, figure: str) -> Table:
    """Return how one figure of the run `key` differs from the first run's, by policy level and attack."""
    own: Comparison = together.against_first[key]
    rows = [
        Row(
            level_label(level),
            (*(_change(own.cells[level][attack], figure) for attack in Attack), _change(own.levels[level], figure)),
        )
        for level in PolicyLevel
    ]
    rows.append(Row(ALL, (*(_change(own.attacks[attack], figure) for attack in Attack), _change(own.headline, figure))))
    note = (
        f"{figure.capitalize()} of {names[key]} less that of {names[together.first or key]}, paired sample by sample, "
        f"with 95% intervals. * is p < {CLEAR} by Holm's rule over the 25 cells; margins are not adjusted."
    )
    title = f"{figure.capitalize()}: {names[key]} - {names[together.first or key]}"
    return Table(f"difference-{key}-{figure}", title, note, "level", surface_columns(), tuple(rows), is_surface=True)


def _runs(group: Group, together: Several) -> Table:
    names = {run.key: run.name for run in group.runs}
    rows = []
    for placed in together.places:
        own = placed.figures
        tied = ", ".join(map(str, placed.tied)) or None
        front = "yes" if placed.run in together.front else "no"
        cells = (placed.place, own.overall, own.privacy, own.utility, tied, front, own.overall.n)
        rows.append(Row(names[placed.run], cells))
    apart = [run for run in group.runs if run.key not in together.surfaces]
    rows += [Row(run.name, (None, None, None, None, _why(run), None, 0)) for run in apart]
    note = (
        f"Over the {together.samples} samples that all runs have. {INTERVALS} Tied with: the places from which the run "
        "can't be told, since the 95% interval of the paired difference of overall holds zero. On the front: no other "
        "run has more of one of privacy and utility without having less of the other."
    )
    if together.left_out:
        note += f" Samples that only some runs have, left out: {together.left_out}."
    columns = ("place", "overall", "privacy", "utility", "tied with", "on the front", "samples")
    return Table("runs", "Runs by overall", note, "run", columns, tuple(rows))


def _why(run: ReportedRun) -> str:
    summary = run.analysis.summary
    if summary.headline_withheld:
        return f"not ranked: {share(summary.trials.unassessed_share)} unassessed"
    return "not ranked: nothing scored"


def _ranks(together: Several, names: dict[str, str]) -> Table:
    rows = tuple(Row(names[key], tuple(at.ranks[key] for at in together.ranks)) for key in together.surfaces)
    columns = tuple(f"{at.weight:.1f}" for at in together.ranks)
    note = "The place of each run under every weight lambda of privacy; runs of the same mean share one."
    return Table("ranks", "Rank by lambda", note, "run", columns, rows)


def _differences(together: Several, names: dict[str, str]) -> Iterator[Table]:
    if not together.against_first or together.first is None:
        return
    rows = []
    for key, own in together.against_first.items():
        told = [_change(own.headline, figure) for figure in FIGURES]
        cells = [cell for each in told for cell in (each, PValue(each.p))]
        rows.append(Row(names[key], (*cells, own.compared)))
    columns = [column for figure in FIGURES for column in (figure, f"p ({figure})")]
    note = (
        f"Each run less {names[together.first]}, paired sample by sample over the samples that both have scored, with "
        "95% intervals and p-values of no difference, not adjusted for the number of runs."
    )
    title = f"Differences from {names[together.first]}"
    yield Table("differences", title, note, "run", (*columns, "samples"), tuple(rows))


def _pick(own: Figures, figure: str) -> Estimate:
    picked: Estimate = getattr(own, figure)
    return picked


def _change(own: Differences, figure: str) -> Difference:
    picked: Difference = getattr(own, figure)
    return picked
