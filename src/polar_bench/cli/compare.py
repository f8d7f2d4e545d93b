"""`polar-bench compare`: what changed from one run to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from polar_bench.seeding import BASE_SEED


def compare(
    a: Annotated[Path, typer.Argument(help="The run folder to compare with.")],
    b: Annotated[Path, typer.Argument(help="The run folder that is compared; differences are B - A.")],
    scorer: Annotated[
        str | None, typer.Option(help="Compare by this scorer, strict or paper, not by the headline's.")
    ] = None,
    weight: Annotated[float, typer.Option("--lambda", min=0, max=1, help="Weight of privacy in 'overall'.")] = 0.5,
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the runs.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Base of the draws behind intervals and p-values.")] = BASE_SEED,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
) -> None:
    """Compare run B with run A over the samples that both have, paired sample by sample.

    Intervals are bootstrapped and p-values made by flipping signs, by whole profiles; those of the 25 cells are held
    together by Holm's rule. What keeps samples from being compared is named, and the rest goes on.
    """
    import msgspec  # noqa: PLC0415 # as the rest: asked for, not at start
    from rich.console import Console  # noqa: PLC0415

    from polar_bench.analysis.comparison import compare as compared  # noqa: PLC0415
    from polar_bench.cli.comparable import comparable, read_runs, scorer_for  # noqa: PLC0415
    from polar_bench.journal import codec  # noqa: PLC0415
    from polar_bench.report.compare_text import Side, compare_report  # noqa: PLC0415

    runs = read_runs([a, b], dataset, weight=weight)
    by = scorer_for(runs, scorer)
    found = comparable(runs[0], runs[1], by)
    result = compared(found.a, found.b, by, seed=seed)
    if json:
        document = {"a": str(a), "b": str(b), "notes": found.notes, **msgspec.to_builtins(result)}
        sys.stdout.write(codec.pretty(document).decode())
        return
    sides = [Side(str(run.run.path), run.run.manifest.trusted.name, run.summary.trials) for run in runs]
    Console().print(compare_report(result, sides[0], sides[1], found.notes), highlight=False)
