"""`polar-bench scorer-card`: how right the scorers are on case files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from polar_bench.errors import SetupError


def scorer_card(
    cases: Annotated[list[Path], typer.Argument(help="Case files (JSON lines), or folders that hold some.")],
    out: Annotated[Path | None, typer.Option(help="Write the card to this Markdown file as well.")] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the card with all confusions as JSON, and nothing else.")
    ] = False,
    fail_under: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Exit status 1 if strict's precision or recall of any kind is below this."),
    ] = None,
) -> None:
    """Grade every row of CASES by both scorers: precision and recall for each kind, and every confusion.

    docs/scorer-card.md is the card of our own case files; cases/README.md says what a row looks like.
    """
    from rich.console import Console  # noqa: PLC0415

    from polar_bench.journal import codec  # noqa: PLC0415
    from polar_bench.quality.case_file import read_cases  # noqa: PLC0415
    from polar_bench.quality.scorer_card import below, judge  # noqa: PLC0415
    from polar_bench.report.card import page, summary  # noqa: PLC0415

    card = judge(read_cases(cases))
    if out is not None:
        _write(out, page(card))
    if json:
        sys.stdout.write(codec.pretty(card).decode())
    else:
        console = Console()
        console.print(summary(card), highlight=False, soft_wrap=True)
        if out is not None:
            console.print(f"\nThe page is {out}.", highlight=False, soft_wrap=True)
    failures = below(card, fail_under) if fail_under is not None else []
    for failure in failures:
        typer.echo(failure, err=True)
    if failures:
        raise typer.Exit(1)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SetupError(f"{path} can't be written ({error.strerror}); give another file with --out.") from None
