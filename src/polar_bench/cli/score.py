"""`polar-bench score`: make the figures of a run again from its journal, and list where the scorers differ."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.scoring.rows import SCORERS

if TYPE_CHECKING:
    from polar_bench.cli.results import RunResults


def score(
    run: Annotated[Path, typer.Argument(help="The run folder.")],
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the run.")
    ] = None,
    scorer: Annotated[
        str | None, typer.Option(help="Print the tables of this scorer, strict or paper, not of the headline's.")
    ] = None,
    weight: Annotated[float, typer.Option("--lambda", min=0, max=1, help="Weight of privacy in 'overall'.")] = 0.5,
    disagreements: Annotated[
        bool, typer.Option("--disagreements", help="List every attribute on which the scorers differ, not the tables.")
    ] = False,
    headline: Annotated[
        bool, typer.Option("--headline", help="Print the headline even if over 5% are unassessed.")
    ] = False,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print JSON and nothing else: the summary, or a line for each disagreement."),
    ] = False,
) -> None:
    """Score RUN again by both scorers: writes scores.jsonl and summary.json, and prints the surface."""
    if scorer is not None and scorer not in SCORERS:
        raise SetupError(
            f"There is no scorer '{scorer}'.{did_you_mean(scorer, SCORERS)} There are: {', '.join(SCORERS)}."
        )
    from polar_bench.cli.results import publish, read_results, write  # noqa: PLC0415 # rich takes a while to import
    from polar_bench.dataset.files import load  # noqa: PLC0415

    results = read_results(run, load(dataset) if dataset else None, weight=weight, is_anew=True)
    if disagreements:
        write(results)
        _list_disagreements(results, is_json=json)
    else:
        publish(results, is_json=json, is_headline_forced=headline, scorer=scorer)


def _list_disagreements(results: RunResults, *, is_json: bool) -> None:
    """Print them one by one, as they are found."""
    from rich.console import Console  # noqa: PLC0415

    from polar_bench.cli.results import differing  # noqa: PLC0415
    from polar_bench.journal import codec  # noqa: PLC0415
    from polar_bench.report.disagreements import entry  # noqa: PLC0415
    from polar_bench.scoring.disagreement import disagreements  # noqa: PLC0415

    console = Console()
    for sample, trial, row in results.transcripts():
        for found in disagreements(sample, trial, row):
            if is_json:
                sys.stdout.write(codec.encode(found).decode() + "\n")
            else:
                console.print(entry(found), soft_wrap=True)
    if not is_json:
        console.print(f"{differing(results.summary.disagreements, results.summary.trials.scored)}.", highlight=False)
