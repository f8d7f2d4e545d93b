"""One run's page: its headline, notes and manifest beside the tables and figures that every format has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from polar_bench.analysis.surface import MAX_UNASSESSED, Summary
from polar_bench.dialogue.protocols import ProtocolName
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import NONE, bound, figure, interval, share
from polar_bench.report.page.sections import OF_RUN, Item, Link, Page, Section, Tile, filled
from polar_bench.report.page.shown_table import transcripts
from polar_bench.report.subject import Group, ReportedRun
from polar_bench.report.tables.of_run import tables
from polar_bench.report.tables.table import Cell, Row, Table
from polar_bench.running.manifest import Manifest
from polar_bench.scoring.rows import SCORERS
from polar_bench.trial import AttackerKind

_SIDE_BY_SIDE = ("privacy", "utility")


def run_tables(run: ReportedRun, scorer: str) -> list[Table]:
    """Return all tables of a run's page: those by `scorer`, the other scorer's surfaces, and the manifest."""
    return [*tables(run, scorer), *_other_surfaces(run, scorer), manifest_table(run.manifest)]


def run_page(file: str, run: ReportedRun, group: Group, items: Sequence[Item], places: list[Link]) -> Page:
    """Return the page of `run` of `group`; `items` hold its tables and figures, `places` lead to the report's pages."""
    return Page(
        file=file,
        title=one_line(run.name),
        facts=run_facts(run, group),
        notes=list(notes(run)),
        places=places,
        sections=[_completed(section, run, group.scorer) for section in filled(OF_RUN, items)],
    )


def run_facts(run: ReportedRun, group: Group) -> list[tuple[str, str]]:
    """Return what a reader must know of a run before any figure."""
    manifest, summary = run.manifest, run.analysis.summary
    return [
        ("data set", f"{one_line(PurePath(manifest.dataset.path).name)}, SHA-256 {manifest.dataset.digest[:12]}"),
        ("protocol", one_line(manifest.protocol)),
        ("attacker", one_line(_attacker(manifest, summary))),
        ("scorer", group.scorer),
        ("lambda", f"{group.weight:g}"),
        ("run folder", one_line(run.folder)),
    ]


def notes(run: ReportedRun) -> Iterator[str]:
    """Yield what limits what a run's figures say."""
    summary, manifest = run.analysis.summary, run.manifest
    missing = summary.trials.unassessed_share
    if not summary.trials.scored:
        yield (
            "Nothing is scored: no trial of this run has a usable reply, so there are no figures. The outcomes below "
            "say why."
        )
    elif missing > MAX_UNASSESSED:
        shown = "No headline is shown" if summary.headline_withheld else "The headline is shown as asked for"
        yield (
            f"{share(missing)} of the trials are unassessed, more than {share(MAX_UNASSESSED)}. {shown}; the bounds "
            "say what the missing trials could do."
        )
    if run.analysis.profiles == 1:
        yield "All samples are of one profile: there are no intervals, since one says nothing of how profiles differ."
    if manifest.protocol == ProtocolName.RELEASED and manifest.own_wording:
        yield "Protocol released with our own prompt wording: not comparable with published figures."
    if summary.s5_set_aside:
        yield f"{summary.s5_set_aside} scripted trials of S5 are in no figure: they are not pooled with adaptive ones."
    if summary.repeats.identical:
        yield (
            f"All repeats came back identical in {summary.repeats.identical} of {summary.repeats.samples} samples: at "
            "temperature 0 such repeats add nothing."
        )


def manifest_table(manifest: Manifest) -> Table:
    """Return the whole manifest, one entry a row."""
    rows = tuple(Row(name, (value,)) for name, value in _flat(msgspec.to_builtins(manifest)))
    note = "Everything that decided the run, with digests and versions; API keys are never kept."
    return Table("manifest", "Manifest", note, "entry", ("value",), rows)


def _other_surfaces(run: ReportedRun, scorer: str) -> Iterator[Table]:
    for other in SCORERS:
        if other != scorer:
            by_name = {table.name: table for table in tables(run, other)}
            for name in _SIDE_BY_SIDE:
                table = by_name[name]
                yield msgspec.structs.replace(table, name=f"{name}-{other}", title=f"{table.title} by {other}")


def _completed(section: Section, run: ReportedRun, scorer: str) -> Section:
    if section.anchor == "headline":
        trials = run.analysis.summary.trials
        own = [
            item._replace(is_folded=item.name == "bounds" and trials.scored == trials.attempted)
            for item in section.items
        ]
        return section._replace(tiles=list(_tiles(run, scorer)), items=own)
    if section.anchor == "scorers" and run.analysis.summary.disagreements.trials:
        return section._replace(
            links=[Link(transcripts(run.key, differ="1"), "Transcripts on which the scorers differ")]
        )
    return section


def _tiles(run: ReportedRun, scorer: str) -> Iterator[Tile]:
    summary = run.analysis.summary
    own, bounds = summary.scorers[scorer].headline, summary.scorers[scorer].bounds
    has_missing = summary.trials.scored < summary.trials.attempted
    for name, estimate, limits in (
        ("privacy", own.privacy, bounds.privacy),
        ("utility", own.utility, bounds.utility),
        ("overall", own.overall, bounds.overall),
    ):
        note = f"bounds {bound(limits)}" if has_missing else ""
        if estimate.mean is None:
            yield Tile(name, NONE, "withheld" if summary.headline_withheld else "nothing scored", note)
        else:
            yield Tile(name, figure(estimate.mean), interval(estimate) or "no interval", note)


def _attacker(manifest: Manifest, summary: Summary) -> str:
    match summary.s5_attacker:
        case AttackerKind.ADAPTIVE:
            return f"scripted, S5 adapted by {manifest.attacker.name}"
        case AttackerKind.SCRIPTED:
            return "scripted, S5 too"
        case None:
            return "scripted, S5 not played"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Cell]]:  # Any: a manifest's foreign fields
    if isinstance(value, dict) and value:
        for name, own in value.items():
            yield from _flat(own, f"{path}: {name}" if path else str(name))
    elif isinstance(value, list | tuple) and value:
        yield path, ", ".join(map(str, value))
    else:
        yield path, None if value is None or value in ({}, [], (), "") else str(value)
