"""The page of several runs: all of them at a glance, then those that may be compared, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from polar_bench.analysis.surface import MAX_UNASSESSED
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import share
from polar_bench.report.page.run_page import run_facts
from polar_bench.report.page.sections import Item, Link, Page, Plan, Section, filled
from polar_bench.report.subject import Group, ReportedRun, Subject
from polar_bench.report.tables.table import Row, Table

OF_GROUP = (
    Plan(
        "tradeoff",
        "Privacy against utility",
        "Each run by its privacy and utility, with 95% intervals. On a line all points have the same overall; the "
        "Pareto front joins the runs that no other beats in one without losing in the other.",
        ("scatter", "runs", "bars", "differences"),
    ),
    Plan(
        "lambda",
        "Ranks by lambda",
        "The place of each run as privacy weighs more, from lambda 0 (utility alone) to 1 (privacy alone).",
        ("ranks",),
    ),
    Plan(
        "average",
        "The average surface",
        "The mean over the runs in each cell: which levels and attacks are hard for all of them.",
        ("average-privacy", "average-utility", "average-overall"),
        folded=("average-overall",),
    ),
)
"""The sections of a group, as far as they have names of their own; difference surfaces follow."""


_MANY = 4


def overview(subject: Subject) -> Table:
    """Return all runs of a report with their own headlines, over all samples that each has scored."""
    scorers = {run.key: group.scorer for group in subject.groups for run in group.runs}
    is_mixed = len(set(scorers.values())) > 1
    rows = []
    for run in subject_runs(subject):
        summary = run.analysis.summary
        own = summary.scorers[scorers[run.key]].headline
        counts = (own.overall.n, summary.trials.attempted - summary.trials.scored)
        by = (scorers[run.key],) if is_mixed else ()
        rows.append(Row(run.name, (own.privacy, own.utility, own.overall, *counts, *by, run.folder)))
    by_column = ("scorer",) if is_mixed else ()
    columns = ("privacy", "utility", "overall", "samples", "unassessed", *by_column, "run folder")
    note = (
        "Each run over all samples that it has scored; unassessed counts trials. With more than "
        f"{share(MAX_UNASSESSED)} of the trials unassessed the headline is withheld."
    )
    return Table("overview", "Runs of this report", note, "run", columns, tuple(rows))


def subject_runs(subject: Subject) -> list[ReportedRun]:
    """Return all runs of a report, in the order of their keys."""
    runs = [run for group in subject.groups for run in group.runs]
    return sorted(runs, key=lambda run: (len(run.key), run.key))


def group_page(
    subject: Subject, first: list[Item], of_groups: Sequence[tuple[Group, Sequence[Item]]], places: list[Link]
) -> Page:
    """Return the first page of a report on several runs.

    `first` is the overview, `of_groups` the groups of more than one run with their tables and figures.
    """
    runs = subject_runs(subject)
    apart = [one_line(note) for group in subject.groups if group.together is None for note in group.notes]
    sections = [Section("all-runs", "Runs", "Every run has a page of its own.", first, notes=apart)]
    for number, (group, items) in enumerate(of_groups, start=1):
        sections += _sections(group, items, number if len(of_groups) > 1 else 0)
    return Page(
        file="index.html",
        title=f"{len(runs)} runs",
        facts=_shared_facts(subject),
        notes=[one_line(note) for note in subject.notes],
        places=places,
        sections=sections,
    )


def _sections(group: Group, items: Sequence[Item], number: int) -> list[Section]:
    """Return the sections of one group; with `number` they are told apart from another group's."""
    made = filled(OF_GROUP, items)
    if made and made[-1].anchor == "more":
        made[-1] = _differences(made[-1], group)
    if made:
        made[0] = made[0]._replace(notes=[one_line(note) for note in group.notes])
    if not number:
        return made
    about = (
        f"{one_line(PurePath(group.runs[0].manifest.dataset.path).name)}, {one_line(group.runs[0].manifest.protocol)}"
    )
    return [
        section._replace(
            anchor=f"group-{number}-{section.anchor}", heading=f"Group {number} ({about}): {section.heading}"
        )
        for section in made
    ]


def _differences(section: Section, group: Group) -> Section:
    """Return the section of difference surfaces, which are folded where there are many."""
    is_long = len(section.items) > _MANY
    return section._replace(
        anchor="changes",
        heading="Differences from the first run",
        text=f"What changes from {one_line(group.runs[0].name)} to each other run, sample by sample over those that "
        "both have scored.",
        items=[item._replace(is_folded=is_long) for item in section.items],
    )


def _shared_facts(subject: Subject) -> list[tuple[str, str]]:
    """Return the facts that all runs have in common."""
    each = [dict(run_facts(run, group)) for group in subject.groups for run in group.runs]
    return [(name, value) for name, value in each[0].items() if all(own[name] == value for own in each)]
