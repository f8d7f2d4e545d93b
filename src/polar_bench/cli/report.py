"""`polar-bench report`: runs as a folder of static pages, with figures, tables and transcripts."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import SetupError
from polar_bench.seeding import BASE_SEED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polar_bench.analysis.whole import Analysis
    from polar_bench.cli.comparable import Peers
    from polar_bench.cli.results import RunResults
    from polar_bench.report.page.transcripts.source import TranscriptSource
    from polar_bench.report.subject import Group, ReportedRun, Subject


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
) -> None:
    """Write a report on one run or several, to be opened in a browser: no server, no network.

    Runs of other data sets, protocols or attackers are not compared with each other; each has its page. An older report
    in the folder is replaced as a whole.
    """
    from polar_bench.cli.comparable import peers, read_runs  # noqa: PLC0415 # as the rest: asked for, not at start
    from polar_bench.report.page.files import check_usable  # noqa: PLC0415
    from polar_bench.report.page.parts import Options  # noqa: PLC0415
    from polar_bench.report.page.write import write  # noqa: PLC0415

    began = time.monotonic()
    folder = _folder(runs, out)
    check_usable(folder)
    read = read_runs(runs, dataset, weight=weight)
    groups = peers(read, scorer)
    subject = _subject(read, groups, weight, seed, is_headline_forced=headline)
    write(subject, _sources(read, groups, subject), folder, Options(figures, tables, mask))
    for note in (*subject.notes, *(note for group in subject.groups for note in group.notes)):
        typer.echo(f"Note: {note}")
    scored = sum(run.summary.trials.scored for run in read)
    typer.echo(f"Report: {folder / 'index.html'} ({scored:,} scored trials, {time.monotonic() - began:.1f} s)")


def _folder(runs: Sequence[Path], out: Path | None) -> Path:
    if out is not None:
        return out
    if len(runs) > 1:
        raise SetupError("A report on several runs needs a folder; give one with --out.")
    return runs[0] / "report"


def _subject(
    read: Sequence[RunResults], groups: Sequence[Peers], weight: float, seed: int, *, is_headline_forced: bool
) -> Subject:
    from polar_bench.report.subject import Subject  # noqa: PLC0415

    names = [run.run.manifest.trusted.name for run in read]
    keys = {run.run.path: f"run-{number}" for number, run in enumerate(read, start=1)}

    def reported(run: RunResults) -> ReportedRun:
        from polar_bench.report.subject import ReportedRun  # noqa: PLC0415

        name, path = run.run.manifest.trusted.name, str(run.run.path)
        return ReportedRun(
            key=keys[run.run.path],
            name=f"{name} ({path})" if names.count(name) > 1 else name,
            folder=path,
            manifest=run.run.manifest,
            analysis=_analysis(run, is_headline_forced=is_headline_forced),
        )

    made = tuple(_group(peers, [reported(run) for run in peers.runs], keys, weight, seed) for peers in groups)
    return Subject(made, tuple(_why_apart(groups)))


def _analysis(run: RunResults, *, is_headline_forced: bool) -> Analysis:
    import msgspec  # noqa: PLC0415

    from polar_bench.analysis.whole import analyse  # noqa: PLC0415

    made = analyse(run.rows, run.run.dataset.samples, summary=run.summary)
    if not is_headline_forced:
        return made
    return msgspec.structs.replace(made, summary=msgspec.structs.replace(made.summary, headline_withheld=False))


def _group(peers: Peers, runs: list[ReportedRun], keys: dict[Path, str], weight: float, seed: int) -> Group:
    from polar_bench.analysis.several import several  # noqa: PLC0415
    from polar_bench.report.subject import Group  # noqa: PLC0415

    together = None
    if len(peers.fit) > 1 and not peers.why_not_together:
        together = several({keys[path]: own for path, own in peers.in_common().items()}, peers.scorer, seed=seed)
    return Group(tuple(runs), peers.scorer, tuple(peers.notes()) if len(runs) > 1 else (), together, weight)


def _why_apart(groups: Sequence[Peers]) -> list[str]:
    """Return why runs stand in groups of their own, and who stands in which."""
    if len(groups) == 1:
        return []
    from polar_bench.cli.comparable import attackers  # noqa: PLC0415

    told = ["Not all runs may be compared: they differ in data set, protocol, S5 attacker or scorer."]
    for group in groups:
        manifest = group.runs[0].run.manifest
        who = ", ".join(str(run.run.path) for run in group.runs)
        told.append(
            f"{who}: {Path(manifest.dataset.path).name} (SHA-256 {manifest.dataset.digest[:12]}), protocol "
            f"{manifest.protocol}, {attackers(group.runs[0])}, scorer {group.scorer}."
        )
    return told


def _sources(read: Sequence[RunResults], groups: Sequence[Peers], subject: Subject) -> list[TranscriptSource]:
    from polar_bench.report.page.transcripts.source import TranscriptSource  # noqa: PLC0415

    scorers = {run.run.path: group.scorer for group in groups for run in group.runs}
    names = {run.folder: run for group in subject.groups for run in group.runs}
    return [
        TranscriptSource(
            key=names[str(run.run.path)].key,
            name=names[str(run.run.path)].name,
            dataset=run.run.dataset.digest,
            scorer=scorers[run.run.path],
            transcripts=run.transcripts,
        )
        for run in read
    ]
