"""`polar-bench score`: make the figures of a run again from its journal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    run: Annotated[Path, typer.Argument(help="The run folder.")],
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the run.")
    ] = None,
    weight: Annotated[float, typer.Option("--lambda", min=0, max=1, help="Weight of privacy in 'overall'.")] = 0.5,
    headline: Annotated[
        bool, typer.Option("--headline", help="Print the headline even if over 5% are unassessed.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, and nothing else.")] = False,
) -> None:
    """Score RUN again: writes scores.jsonl and summary.json, and prints the surface."""
    from polar_bench.cli.results import publish, read_results  # noqa: PLC0415 # rich takes a while to import
    from polar_bench.dataset.files import load  # noqa: PLC0415

    results = read_results(run, load(dataset) if dataset else None, weight=weight)
    publish(results, is_json=json, is_headline_forced=headline)
