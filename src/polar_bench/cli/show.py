"""`polar-bench show`: one transcript, with what was given away in it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import RunFolderError, SetupError, did_you_mean
from polar_bench.trial import TrialKey

if TYPE_CHECKING:
    from polar_bench.cli.results import PlayedRun
    from polar_bench.sample import Sample


def show(
    run: Annotated[Path, typer.Argument(help="The run folder.")],
    sample: Annotated[str, typer.Argument(help="A sample's id, the beginning of one, or a cell such as P1/S2.")],
    repeat: Annotated[int, typer.Option(min=0, help="Which repeat, from 0.")] = 0,
    document: Annotated[bool, typer.Option("--document", help="Print the private document as well.")] = False,
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the run.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the same as JSON, and nothing else.")] = False,
) -> None:
    """Print the transcript of SAMPLE in RUN, with disclosures marked."""
    from json import dumps  # noqa: PLC0415 # beside the option of that name

    import msgspec  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415 # takes a while to import

    from polar_bench.cli.results import read_run  # noqa: PLC0415
    from polar_bench.dataset.files import load  # noqa: PLC0415
    from polar_bench.report.transcript import render, transcript  # noqa: PLC0415
    from polar_bench.running.records import trials  # noqa: PLC0415
    from polar_bench.scoring.rows import score_row  # noqa: PLC0415

    played = read_run(run, load(dataset) if dataset else None)
    wanted = _find(played, sample, repeat)
    key = TrialKey(wanted.id, repeat)
    (trial,) = trials({key: played.states[key]})
    shown = transcript(wanted, trial, score_row(wanted, trial), with_document=document)
    if json:
        sys.stdout.write(dumps(msgspec.to_builtins(shown), indent=2) + "\n")  # escapes lone surrogates
        return
    console = Console()
    console.print(render(shown, is_coloured=console.color_system is not None and not console.no_color))


def _find(run: PlayedRun, wanted: str, repeat: int) -> Sample:
    """Return the played sample that `wanted` names: by id, by the beginning of one id only, or the first of a cell."""
    from polar_bench.running.results import in_playing_order  # noqa: PLC0415

    by_id = {sample.id: sample for sample in run.dataset.samples}
    finished = {key: state for key, state in run.states.items() if key.repeat == repeat and state.finish is not None}
    if unknown := next((key.sample_id for key in finished if key.sample_id not in by_id), None):
        raise RunFolderError(f"The journal has sample {unknown}, which the data set doesn't hold.")
    samples = [by_id[key.sample_id] for key in in_playing_order(run.dataset.samples, finished)]
    cell = wanted.upper().replace("X", "/").replace(" ", "")
    matches = (
        [sample for sample in samples if sample.id == wanted]
        or [sample for sample in samples if f"{sample.policy_level}/{sample.attack}" == cell][:1]
        or [sample for sample in samples if sample.id.startswith(wanted)]
    )
    if len(matches) == 1:
        return matches[0]
    raise SetupError(_not_found(run.path, wanted, repeat, matches, samples))


def _not_found(path: Path, wanted: str, repeat: int, matches: Sequence[Sample], samples: Sequence[Sample]) -> str:
    if matches:
        listed = ", ".join(sample.id for sample in matches[:5])
        return f"'{wanted}' fits {len(matches)} samples ({listed}, ...); give more of the id."
    near = did_you_mean(wanted, [sample.id for sample in samples])
    example = f" This run has {len(samples)} trials, such as {samples[0].id}." if samples else ""
    return f"No finished trial '{wanted}', repeat {repeat}, in {path}.{near}{example}"
