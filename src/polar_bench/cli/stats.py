"""`polar-bench stats`: the figures of a data set."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def stats(
    dataset: Annotated[str, typer.Argument(help='A data set file, or "starter".')],
    figures: Annotated[Path | None, typer.Option(help="Draw the figures into this folder (PDF, SVG, PNG).")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, and nothing else.")] = False,
) -> None:
    """Count words, attributes and cells, and measure how much documents repeat each other."""
    from rich.console import Console  # noqa: PLC0415

    from polar_bench.dataset.files import load  # noqa: PLC0415
    from polar_bench.dataset.stats import stats as measure  # noqa: PLC0415
    from polar_bench.journal import codec  # noqa: PLC0415
    from polar_bench.report import stats_text  # noqa: PLC0415

    data = load(dataset)
    measured = measure(data.samples)
    if json:
        sys.stdout.write(codec.pretty(measured).decode())
    elif markdown:
        sys.stdout.write(stats_text.markdown(measured))
    else:
        Console().print(*stats_text.tables(measured), sep="\n")
    if note := data.skipped.sentence(len(data.samples)):
        typer.echo(note, err=True)
    if figures is not None:
        from polar_bench.report.stats_figures import draw  # noqa: PLC0415

        for path in draw(data.samples, figures):
            typer.echo(str(path), err=json)
