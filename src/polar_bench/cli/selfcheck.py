"""`polar-bench selfcheck`: does every scorer give every sample of a data set the scores that are known?"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import SetupError
from polar_bench.journal import codec
from polar_bench.processes import batches, cores, in_order

if TYPE_CHECKING:
    from polar_bench.quality.selfcheck import SampleCheck, SelfCheck
    from polar_bench.sample import Sample

_CHUNK = 8  # samples; an interrupt waits for the chunks that are under way
_FEW = 50  # samples that are checked sooner than processes start
_SCORERS = {"strict": ("strict",), "paper": ("paper",), "both": ("strict", "paper")}
Chunk = tuple[tuple["Sample", ...], tuple[str, ...]]


def selfcheck(
    dataset: Annotated[str, typer.Argument(help="A data set's file (ours or the released format), or 'starter'.")],
    scorer: Annotated[str, typer.Option(help="strict, paper or both.")] = "strict",
    json: Annotated[
        str | None,
        typer.Option("--json", help="Write everything as JSON to this file; '-' prints it, and nothing else."),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes that share the samples; by default one a core.")
    ] = None,
) -> None:
    """Check that controls and mutated transcripts get their known scores over every sample of DATASET.

    The exit status is 1 where a sample fails by `strict` (by `paper` where that alone is asked for).
    """
    from polar_bench.dataset.files import load  # noqa: PLC0415 # as the rest: asked for, not at start
    from polar_bench.quality.selfcheck import gather  # noqa: PLC0415

    scorers = _SCORERS.get(scorer.strip().lower())
    if scorers is None:
        raise SetupError(f"There is no scorer '{scorer}'; give strict, paper or both.")
    data = load(dataset)
    if text := data.skipped.sentence(len(data.samples)):
        typer.echo(text, err=True)
    result = gather(_checked(data.samples, scorers, processes or cores()), scorers)
    passed = not result.failed[scorers[0]]
    if json is not None:
        origin = {"dataset": data.path, "digest": data.digest, "skipped": data.skipped.reasons}
        _write({**origin, "passed": passed, "decided_by": scorers[0], "result": result}, json)
    if json != "-":
        _print(result, data.path)
    raise typer.Exit(0 if passed else 1)


def _checked(samples: Sequence[Sample], scorers: tuple[str, ...], processes: int) -> Iterator[SampleCheck]:
    """Yield the samples' checks in the samples' order, whatever the number of processes."""
    chunks = [(tuple(batch), scorers) for batch in batches(samples, _CHUNK)]
    at_once = 1 if len(samples) <= _FEW else min(processes, len(chunks))
    yield from _watched(in_order(_check, chunks, at_once), len(samples))


def _check(chunk: Chunk) -> tuple[SampleCheck, ...]:
    from polar_bench.quality.selfcheck import check_sample  # noqa: PLC0415

    samples, scorers = chunk

    async def check_all() -> tuple[SampleCheck, ...]:
        return tuple([await check_sample(sample, scorers) for sample in samples])

    return asyncio.run(check_all())


def _watched(done: Iterator[tuple[SampleCheck, ...]], total: int) -> Iterator[SampleCheck]:
    """Pass the checks on, with a live line on standard error where that is a terminal."""
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("samples", total=total)
        for chunk in done:
            progress.advance(task, len(chunk))
            yield from chunk


def _write(written: dict[str, object], place: str) -> None:
    text = codec.pretty(written)
    if place == "-":
        sys.stdout.buffer.write(text)
        return
    try:
        Path(place).write_bytes(text)
    except OSError as error:
        raise SetupError(f"{place} can't be written ({error.strerror}); give another file to --json.") from None


def _print(result: SelfCheck, name: str) -> None:
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import

    from polar_bench.report.selfcheck_text import selfcheck_report  # noqa: PLC0415

    title = f"Self-check of {name}: {result.samples:,} samples"
    Console(soft_wrap=True).print(selfcheck_report(result, title), highlight=False)
