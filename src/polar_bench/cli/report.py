"""`polar-bench report`: runs as a folder of static pages, with figures, tables and transcripts."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from polar_bench.errors import SetupError
from polar_bench.seeding import BASE_SEED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polar_bench.cli.comparable import Peers
    from polar_bench.cli.report_work import RunPlace, RunRead
    from polar_bench.processes import Crew
    from polar_bench.report.page.parts import Options
    from polar_bench.report.page.transcripts.mask import Hidden, Profile
    from polar_bench.report.page.transcripts.write import Library, WrittenRun, WrittenSamples
    from polar_bench.report.subject import Group, ReportedRun, Subject
    from polar_bench.running.manifest import Manifest

_SMALL = 4_000_000
"""Bytes of a single run's journal up to which other processes take longer to start than they save."""
_MOST_SHARES = 4
"""Processes that draw one run's figures: each takes most of a second to be ready, as long as three figures take."""
_A_PART = 1_000_000
"""Bytes of a journal whose trials are scored as one piece of work."""


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="The run folders.")],
    out: Annotated[
        Path | None, typer.Option(help="The report's folder; for one run RUN/report unless another is given.")
    ] = None,
    figures: Annotated[bool, typer.Option("--figures", help="Write the figures as PDF and PNG, too.")] = False,
    tables: Annotated[bool, typer.Option("--tables", help="Write the tables as CSV, Markdown and LaTeX, too.")] = False,
    mask: Annotated[bool, typer.Option("--mask", help="Hide protected values in the transcripts.")] = False,
    headline: Annotated[
        bool, typer.Option("--headline", help="Show the headline even if over 5% are unassessed.")
    ] = False,
    scorer: Annotated[
        str | None, typer.Option(help="Show the figures of this scorer, strict or paper, not the headline's.")
    ] = None,
    weight: Annotated[float, typer.Option("--lambda", min=0, max=1, help="Weight of privacy in 'overall'.")] = 0.5,
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the runs.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Base of the draws behind ties and differences.")] = BASE_SEED,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes that share the work; by default one a core.")
    ] = None,
) -> None:
    """Write a report on one run or several, to be opened in a browser: no server, no network.

    Runs of other data sets, protocols or attackers are not compared with each other; each has its page. An older report
    in the folder is replaced as a whole.
    """
    from polar_bench.cli.comparable import check_once, scorer_for  # noqa: PLC0415 # as the rest: not at start
    from polar_bench.cli.report_work import forget  # noqa: PLC0415
    from polar_bench.processes import crew  # noqa: PLC0415
    from polar_bench.report.page.files import check_usable, replaced  # noqa: PLC0415
    from polar_bench.report.page.parts import Options  # noqa: PLC0415

    began = time.monotonic()
    folder = _folder(runs, out)
    check_usable(folder)
    check_once(runs)
    if scorer is not None:
        scorer_for([], scorer)
    options = Options(figures, tables, mask)
    forget()
    # What is under way in other processes ends before their files go
    with (
        tempfile.TemporaryDirectory() as rows,
        replaced(folder) as beside,
        crew(processes or _processes(runs)) as all_,
    ):
        places = _places(all_, runs, dataset, weight, Path(rows))
        read, begun = _read(all_, places, scorer, beside, is_masked=mask)
        subject = _written(all_, places, read, begun, beside, options, Asked(scorer, weight, seed, headline))
    for note in (*subject.notes, *(note for group in subject.groups for note in group.notes)):
        typer.echo(f"Note: {note}")
    scored = sum(run.contender.summary.trials.scored for run in read)
    typer.echo(f"Report: {folder / 'index.html'} ({scored:,} scored trials, {time.monotonic() - began:.1f} s)")


class Asked(NamedTuple):
    """What was asked of the figures: scorer, lambda, base of all draws, and whether a headline is shown in any case."""

    scorer: str | None
    weight: float
    seed: int
    is_headline_forced: bool


def _processes(runs: Sequence[Path]) -> int:
    """Return how many processes pay: each run has figures to be drawn, and a large one has more to share."""
    from polar_bench.processes import cores  # noqa: PLC0415

    return cores() if len(runs) > 1 or _size(runs[0]) > _SMALL else 1


def _places(all_: Crew, runs: Sequence[Path], dataset: str | None, weight: float, folder: Path) -> list[RunPlace]:
    """Return where the runs are to be read from; rows that have to be made anew are written into `folder`."""
    from polar_bench.cli.report_work import RunPlace, Scoring, is_fresh, score  # noqa: PLC0415

    places, work = [], []
    for number, path in enumerate(runs):
        place = RunPlace(path, dataset, weight)
        if not is_fresh(place):
            parts = 1 + _size(path) // _A_PART
            work += [(number, Scoring(place, part, parts)) for part in range(parts)]
            place = place._replace(rows=folder / f"{number}.jsonl")
        places.append(place)
    for (number, _), lines in zip(work, all_.in_order(score, [each for _, each in work]), strict=True):
        with (folder / f"{number}.jsonl").open("ab") as file:
            file.write(lines)
    return places


def _size(run: Path) -> int:
    from polar_bench.journal.folder import JOURNAL  # noqa: PLC0415

    journal = run / JOURNAL
    return journal.stat().st_size if journal.exists() else 0


class _Transcripts(NamedTuple):
    """The transcripts while they're written: those of each run, and what stands beside them of each data set."""

    told: Iterator[WrittenRun]
    digests: list[str]
    shelved: Iterator[tuple[Library, WrittenSamples]]


def _read(
    all_: Crew, places: Sequence[RunPlace], scorer: str | None, folder: Path, *, is_masked: bool
) -> tuple[list[RunRead], _Transcripts | None]:
    """Return the runs, read and analysed, and their transcripts, begun meanwhile.

    None where these have to wait: what is masked in one run depends on all of them.
    """
    from polar_bench.cli.report_work import Reading, read  # noqa: PLC0415

    reading = all_.in_order(read, [Reading(place, scorer, is_masked) for place in places])
    begun = None if is_masked else _transcripts(all_, places, scorer, folder, None)
    return list(reading), begun


def _transcripts(
    all_: Crew, places: Sequence[RunPlace], scorer: str | None, folder: Path, hidden: dict[Profile, Hidden] | None
) -> _Transcripts:
    """Begin the runs' transcripts; `hidden` is what is hidden in them, None for nothing."""
    from polar_bench.cli.report_work import Shelving, Telling, shelve, tell  # noqa: PLC0415
    from polar_bench.cli.results import headline_scorer  # noqa: PLC0415
    from polar_bench.running.folder import read_manifest  # noqa: PLC0415

    runs = [(place, read_manifest(place.path)) for place in places]
    telling = [
        Telling(place, key, name, scorer or headline_scorer(manifest.dataset.format), folder, hidden)
        for (key, name), (place, manifest) in zip(_named([(own.path, each) for own, each in runs]), runs, strict=True)
    ]
    by_digest: dict[str, list[RunPlace]] = {}
    for place, manifest in runs:
        by_digest.setdefault(manifest.dataset.digest, []).append(place)
    shelving = [
        Shelving(tuple(own), digest, number, folder, hidden)
        for number, (digest, own) in enumerate(by_digest.items(), start=1)
    ]
    return _Transcripts(all_.in_order(tell, telling), list(by_digest), all_.in_order(shelve, shelving))


def _written(
    all_: Crew,
    places: Sequence[RunPlace],
    read: Sequence[RunRead],
    begun: _Transcripts | None,
    folder: Path,
    options: Options,
    asked: Asked,
) -> Subject:
    """Write the whole report into `folder`, and return what it's about; `begun` are the transcripts under way.

    The runs' figures and transcripts are written while runs are compared here.
    """
    from polar_bench.cli.comparable import peers  # noqa: PLC0415
    from polar_bench.cli.report_work import Drawing, draw  # noqa: PLC0415
    from polar_bench.report.page.transcripts.mask import hidden_together  # noqa: PLC0415
    from polar_bench.report.page.transcripts.write import finish  # noqa: PLC0415
    from polar_bench.report.page.write import write_group_parts, write_pages  # noqa: PLC0415

    runs = _reported(read, is_headline_forced=asked.is_headline_forced)
    shares = min(max(1, all_.processes // len(runs)), _MOST_SHARES)
    drawn = all_.in_order(
        draw,
        [
            Drawing(run, each.contender.scorer, folder, options, len(runs) == 1, share, shares)
            for run, each in zip(runs, read, strict=True)
            for share in range(shares)
        ],
    )
    if begun is None:
        hidden = hidden_together((each.contender.manifest.dataset.digest, each.hidden) for each in read)
        begun = _transcripts(all_, places, asked.scorer, folder, hidden)

    groups = peers([each.contender for each in read])
    subject = _subject(groups, dict(zip((place.path for place in places), runs, strict=True)), asked.weight, asked.seed)
    of_groups = write_group_parts(subject, folder, options)
    of_runs = dict(zip((run.key for run in runs), list(drawn)[::shares], strict=True))
    write_pages(subject, of_runs, of_groups, folder, options)
    shelved = dict(zip(begun.digests, begun.shelved, strict=True))
    libraries = {digest: library for digest, (library, _) in shelved.items()}
    of_samples = {digest: written for digest, (_, written) in shelved.items()}
    finish(list(begun.told), libraries, of_samples, folder, is_masked=options.is_masked)
    return subject


def _reported(read: Sequence[RunRead], *, is_headline_forced: bool) -> list[ReportedRun]:
    from polar_bench.analysis.withheld import shown  # noqa: PLC0415
    from polar_bench.report.subject import ReportedRun  # noqa: PLC0415

    named = _named([(each.contender.path, each.contender.manifest) for each in read])
    return [
        ReportedRun(
            key=key,
            name=name,
            folder=str(each.contender.path),
            manifest=each.contender.manifest,
            analysis=shown(each.analysis, is_headline_forced=is_headline_forced),
        )
        for (key, name), each in zip(named, read, strict=True)
    ]


def _named(runs: Sequence[tuple[Path, Manifest]]) -> list[tuple[str, str]]:
    """Return the key and the name of each run: its model's, with its folder where another run has the same."""
    names = [manifest.trusted.name for _, manifest in runs]
    shown = [f"{name} ({path})" if names.count(name) > 1 else name for name, (path, _) in zip(names, runs, strict=True)]
    return [(f"run-{number}", name) for number, name in enumerate(shown, start=1)]


def _folder(runs: Sequence[Path], out: Path | None) -> Path:
    if out is not None:
        return out
    if len(runs) > 1:
        raise SetupError("A report on several runs needs a folder; give one with --out.")
    return runs[0] / "report"


def _subject(groups: Sequence[Peers], runs: dict[Path, ReportedRun], weight: float, seed: int) -> Subject:
    from polar_bench.report.subject import Subject  # noqa: PLC0415

    made = tuple(_group(peers, runs, weight, seed) for peers in groups)
    return Subject(made, tuple(_why_apart(groups)))


def _group(peers: Peers, runs: dict[Path, ReportedRun], weight: float, seed: int) -> Group:
    from polar_bench.analysis.several import several  # noqa: PLC0415
    from polar_bench.report.subject import Group  # noqa: PLC0415

    together = None
    if len(peers.fit) > 1 and not peers.why_not_together:
        together = several({runs[path].key: own for path, own in peers.samples.items()}, peers.scorer, seed=seed)
    notes = tuple(peers.notes()) if len(peers.runs) > 1 else ()
    return Group(tuple(runs[run.path] for run in peers.runs), peers.scorer, notes, together, weight)


def _why_apart(groups: Sequence[Peers]) -> list[str]:
    """Return why runs stand in groups of their own, and who stands in which."""
    if len(groups) == 1:
        return []
    from polar_bench.cli.comparable import attackers  # noqa: PLC0415

    told = ["Not all runs may be compared: they differ in data set, protocol, S5 attacker or scorer."]
    for group in groups:
        manifest = group.runs[0].manifest
        who = ", ".join(str(run.path) for run in group.runs)
        told.append(
            f"{who}: {Path(manifest.dataset.path).name} (SHA-256 {manifest.dataset.digest[:12]}), protocol "
            f"{manifest.protocol}, {attackers(group.runs[0])}, scorer {group.scorer}."
        )
    return told
