"""The application: its commands, and how an error leaves it.

A user's mistake is one sentence on standard error and exit status 2; Ctrl-C is status 130; a bug is a traceback.
"""

from __future__ import annotations

import gc
import sys
import warnings
from typing import Annotated

import typer

from polar_bench.cli import (
    check,
    compare,
    convert,
    gate,
    generate,
    leaderboard,
    models,
    prompts,
    report,
    run,
    score,
    scorer_card,
    selfcheck,
    show,
    stats,
)
from polar_bench.errors import UserError
from polar_bench.version import __version__

_GARBAGE_AT = 100_000
"""Objects between two looks for garbage in cycles: little here makes any, and a big run is a million objects."""

app = typer.Typer(
    name="polar-bench",
    help="Measure what a language-model agent gives away and what it withholds.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(name="run")(run.run)
app.command(name="score")(score.score)
app.command(name="show")(show.show)
app.command(name="compare")(compare.compare)
app.command(name="leaderboard")(leaderboard.leaderboard)
app.command(name="report")(report.report)
app.command(name="gate")(gate.gate)
app.command(name="scorer-card")(scorer_card.scorer_card)
app.command(name="selfcheck")(selfcheck.selfcheck)
app.command(name="check")(check.check)
app.command(name="generate")(generate.generate)
app.command(name="stats")(stats.stats)
app.command(name="convert")(convert.convert)
app.command(name="prompts")(prompts.prompts)
app.command(name="models")(models.models)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"polar-bench {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure what a language-model agent gives away and what it withholds."""


def main() -> None:
    """Run the command line and leave the process with its exit status."""
    gc.set_threshold(_GARBAGE_AT)
    warnings.showwarning = lambda message, *_: print(f"Warning: {message}.", file=sys.stderr)  # noqa: T201
    try:
        app()
    except UserError as error:
        print(f"Error: {error}", file=sys.stderr)  # noqa: T201 # a sentence for the user
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
