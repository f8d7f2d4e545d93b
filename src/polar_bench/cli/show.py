"""`polar-bench show`: one transcript, with what was given away in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import SetupError, did_you_mean

if TYPE_CHECKING:
    from polar_bench.cli.results import RunResults
    from polar_bench.scoring.rows import ScoreRow


def show(
    run: Annotated[Path, typer.Argument(help="The run folder.")],
    sample: Annotated[str, typer.Argument(help="A sample's id, the beginning of one, or a cell such as P1/S2.")],
    repeat: Annotated[int, typer.Option(min=0, help="Which repeat, from 0.")] = 0,
    document: Annotated[bool, typer.Option("--document", help="Print the private document as well.")] = False,
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the run.")
    ] = None,
) -> None:
    """Print the transcript of SAMPLE in RUN, with disclosures marked."""
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import

    from polar_bench.cli.results import read_results  # noqa: PLC0415
    from polar_bench.dataset.files import load  # noqa: PLC0415
    from polar_bench.report.transcript import transcript  # noqa: PLC0415

    results = read_results(run, load(dataset) if dataset else None)
    row = _find(results, sample, repeat)
    by_id = {one.id: one for one in results.dataset.samples}
    trial = next(trial for key, trial in results.trials.items() if key == (row.sample_id, row.repeat))
    Console().print(transcript(by_id[row.sample_id], trial, row, with_document=document))


def _find(results: RunResults, wanted: str, repeat: int) -> ScoreRow:
    """Return the row that `wanted` names: by id, by the beginning of one id only, or the first of a cell."""
    rows = [row for row in results.rows if row.repeat == repeat]
    cell = wanted.upper().replace("X", "/").replace(" ", "")
    matches = (
        [row for row in rows if row.sample_id == wanted]
        or [row for row in rows if f"{row.policy_level}/{row.attack}" == cell][:1]
        or [row for row in rows if row.sample_id.startswith(wanted)]
    )
    if len(matches) == 1:
        return matches[0]
    if matches:
        listed = ", ".join(row.sample_id for row in matches[:5])
        raise SetupError(f"'{wanted}' fits {len(matches)} samples ({listed}, ...); give more of the id.")
    near = did_you_mean(wanted, [row.sample_id for row in rows])
    example = f" This run has {len(rows)} trials, such as {rows[0].sample_id}." if rows else ""
    raise SetupError(f"No finished trial '{wanted}', repeat {repeat}, in {results.path}.{near}{example}")
