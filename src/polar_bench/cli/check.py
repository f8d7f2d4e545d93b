"""`polar-bench check`: a data set held to the rules, and pages of it for a human to read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from polar_bench.cli.options import JudgesWanted
from polar_bench.errors import SetupError
from polar_bench.seeding import BASE_SEED

if TYPE_CHECKING:
    from polar_bench.cli.mending import RepairManifest
    from polar_bench.dataset.files import Dataset
    from polar_bench.quality.check import Report
    from polar_bench.quality.findings import Finding
    from polar_bench.quality.judges import Judging

FORMAT = "polar-bench check/1"


def check(
    dataset: Annotated[str, typer.Argument(help="A data set's file (ours or the released format), or 'starter'.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Write the whole report, with all evidence, as JSON; with --repair, the repaired data set."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON, and nothing else.")] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with samples to read and tick off (see --sample).")
    ] = None,
    sample: Annotated[int, typer.Option(min=1, help="How many samples the page shows, balanced.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="Another seed draws other samples for the page.")] = BASE_SEED,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes that share the samples; by default one a core.")
    ] = None,
    judge: Annotated[
        list[str] | None,
        typer.Option(help="A model that judges what rules can't tell, named as in `run`; may be given several times."),
    ] = None,
    judges_only: Annotated[
        bool, typer.Option("--judges-only", help="Ask the judges alone; goes on where they were stopped.")
    ] = False,
    judge_url: Annotated[
        str | None, typer.Option(help="Base URL of the judges' API; its key is POLAR_JUDGE_API_KEY.")
    ] = None,
    judge_folder: Annotated[
        Path | None, typer.Option(help="Where the judges' answers are kept; by default DATASET.judges.")
    ] = None,
    judge_samples: Annotated[
        int | None, typer.Option(min=1, help="Judge the first N samples in playing order; by default all.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Named endpoints; ./polar-bench.toml if it's there.")] = None,
    repair: Annotated[
        str | None,
        typer.Option(help="A model (named as in `run`), or 'template', that writes anew what fails; see --out."),
    ] = None,
    repair_url: Annotated[
        str | None, typer.Option(help="Base URL of the API of --repair; its key is POLAR_API_KEY.")
    ] = None,
    domain_file: Annotated[
        list[Path] | None, typer.Option(help="repair: a domain file of your own that the set was generated from.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="repair: how often a text with faults is written anew.")] = 3,
    replacements: Annotated[
        int, typer.Option(min=0, help="repair: how often a profile is replaced whose texts stay faulty.")
    ] = 3,
    max_tokens: Annotated[int, typer.Option(min=1, help="repair: limit of each reply, in tokens.")] = 2048,
    force: Annotated[bool, typer.Option("--force", help="repair: write over an existing file.")] = False,
    concurrency: Annotated[int, typer.Option(min=1, help="Calls at a time for each model.")] = 8,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one call to a model is given.")] = 120.0,
) -> None:
    """Hold every sample of DATASET to the rules of docs/quality.md, and ask judges about it where any are named.

    The exit status is 1 where a sample breaks a rule that must hold; what judges reject changes no exit status. The
    same command goes on where its judges were stopped. With --repair what fails, or most judges reject, is written
    anew: into --out (by default DATASET.repaired.jsonl), never into DATASET; status 1 then means that some was left.
    """
    from polar_bench.dataset.files import load  # noqa: PLC0415 # as the rest: asked for, not at start
    from polar_bench.quality.check import report  # noqa: PLC0415

    wanted = JudgesWanted(
        tuple(judge or ()), judge_url, judge_folder, config, samples=judge_samples, at_once=concurrency, timeout=timeout
    )
    if judges_only and not wanted.names:
        raise SetupError("--judges-only asks judges and nothing else: name one with --judge.")
    if judges_only and html is not None:
        raise SetupError("The page of --html shows what the rules find: leave out --judges-only.")
    if judges_only and repair is not None:
        raise SetupError("--repair mends what the rules find, too: leave out --judges-only.")
    if repair is None and (domain_file or force or repair_url):
        raise SetupError("--domain-file, --force and --repair-url go with --repair: name a model, or 'template'.")
    data = load(dataset)
    repairing = None
    if repair is not None:
        from polar_bench.cli import mending  # noqa: PLC0415
        from polar_bench.model.port import Sampling  # noqa: PLC0415
        from polar_bench.quality.repair import Limits  # noqa: PLC0415

        repairing = mending.RepairWanted(
            repair,
            repair_url,
            config,
            tuple(domain_file or ()),
            Limits(rounds, replacements),
            Sampling(temperature=mending.TEMPERATURE, max_tokens=max_tokens),
            timeout,
            concurrency,
        )
        out = out or mending.default_out(data.path)
        mending.check_place(data, out, is_forced=force)
    if text := data.skipped.sentence(len(data.samples)):
        typer.echo(text, err=True)
    found = [] if judges_only else _checked(data, processes)
    made = None if judges_only else report(data.samples, found)
    if made is not None and not json:
        _print(data, made)
    judged = None
    if wanted.names:
        found, judged = _judged(data, found, wanted, is_quiet=json)
        made = None if made is None else report(data.samples, found)
        if not json:
            _print_judged(data, judged, made)
    results = _Results(data, made, judged)
    if repairing is not None and out is not None:
        every = [*found, *(judged.findings if judged is not None else ())]
        results = results._replace(repaired=mending.mend_file(data, every, repairing, out, is_quiet=json))
    elif out is not None:
        _write(out, "--out", results.as_json(), is_quiet=json)
    if html is not None:
        _write(html, "--html", _page(data, found, sample, seed), is_quiet=json)
    if json:
        sys.stdout.buffer.write(results.as_json())
    raise typer.Exit(0 if results.is_good else 1)


def _checked(data: Dataset, processes: int | None) -> list[Finding]:
    """Return all findings, with a live line on standard error where that is a terminal."""
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import
    from rich.progress import Progress  # noqa: PLC0415

    from polar_bench.quality.check import check_set  # noqa: PLC0415
    from polar_bench.quality.checks.reading import Limits  # noqa: PLC0415

    console = Console(stderr=True)
    found: list[Finding] = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("samples", total=len(data.samples))
        for count, findings in check_set(data.samples, Limits(), processes=processes):
            progress.advance(task, count)
            found += findings
    return found


class _Results(NamedTuple):
    """All that a check has to say; None for what wasn't asked for."""

    data: Dataset
    made: Report | None
    judged: Judging | None
    repaired: RepairManifest | None = None

    @property
    def is_good(self) -> bool:
        """True where what is left, after a repair if there was one, keeps the rules that must hold."""
        if self.repaired is not None:
            return self.repaired.is_whole
        return self.made is None or self.made.is_passed

    def as_json(self) -> bytes:
        """Return the report as a file holds it."""

        from polar_bench.journal import codec  # noqa: PLC0415

        whole = {
            "format": FORMAT,
            "dataset": self.data.path,
            "dataset_format": self.data.format,
            "digest": self.data.digest,
            "skipped": self.data.skipped.reasons,
            "passed": self.made.is_passed if self.made is not None else None,
            "report": self.made,
            "judges": self.judged,
            "repair": self.repaired,
        }
        return codec.pretty(whole)


def _judged(
    data: Dataset, found: Sequence[Finding], wanted: JudgesWanted, *, is_quiet: bool
) -> tuple[list[Finding], Judging]:
    """Ask the judges; return the findings, with those marked that they lift, and what they say."""
    from polar_bench.cli.judging import run_judges  # noqa: PLC0415
    from polar_bench.quality.judges import lifted  # noqa: PLC0415

    judged = run_judges(data, wanted, is_quiet=is_quiet)
    return lifted(found, judged.lifts), judged


def _page(data: Dataset, found: Sequence[Finding], count: int, seed: int) -> bytes:
    from polar_bench.quality.drawing import balanced  # noqa: PLC0415
    from polar_bench.report.check_page import page  # noqa: PLC0415

    drawn = balanced(data.samples, count, seed)
    return page(drawn, found, data.path, data.digest, seed).encode("utf-8", "replace")


def _write(path: Path, option: str, content: bytes, *, is_quiet: bool) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise SetupError(f"{path} can't be written ({error.strerror}); give another file to {option}.") from None
    if not is_quiet:
        typer.echo(f"Written: {path}")


def _print(data: Dataset, made: Report) -> None:
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import

    from polar_bench.report.check_text import check_report  # noqa: PLC0415

    title = f"Check of {data.path}: {made.samples:,} samples"
    Console(soft_wrap=True).print(check_report(made, title), highlight=False)


def _print_judged(data: Dataset, judged: Judging, made: Report | None) -> None:
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import

    from polar_bench.report.check_text import lifted_report  # noqa: PLC0415
    from polar_bench.report.judges_text import judges_report  # noqa: PLC0415

    title = f"Judges of {data.path}: {judged.samples:,} samples"
    console = Console(soft_wrap=True)
    console.print(judges_report(judged, title), highlight=False)
    if made is not None and any(rule.lifted for rule in made.rules):
        console.print(lifted_report(made), highlight=False)
