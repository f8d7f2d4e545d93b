"""`polar-bench leaderboard`: many runs in one table, the best first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import SetupError
from polar_bench.seeding import BASE_SEED

if TYPE_CHECKING:
    from polar_bench.analysis.ranking import Placed
    from polar_bench.cli.comparable import Peers
    from polar_bench.report.leaderboard import Board


def leaderboard(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="The run folders.")],
    scorer: Annotated[
        str | None, typer.Option(help="Rank by this scorer, strict or paper, not by the headline's.")
    ] = None,
    weight: Annotated[float, typer.Option("--lambda", min=0, max=1, help="Weight of privacy in 'overall'.")] = 0.5,
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the runs.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Base of the draws behind the ties.")] = BASE_SEED,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables to this file, as Markdown.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the tables to this file, as a page of HTML.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
) -> None:
    """Rank runs by overall, with 95% intervals, and mark those that can't be told apart.

    Runs of other data sets, protocols or attackers stand in tables of their own. Within a table only the samples count
    that all its runs have.
    """
    from polar_bench.cli.comparable import contender, peers, read_runs  # noqa: PLC0415 # as the rest: asked for, not at start
    from polar_bench.report.leaderboard import as_html, as_markdown  # noqa: PLC0415

    read = [contender(run, scorer) for run in read_runs(runs, dataset, weight=weight)]
    boards = [_board(group, weight, seed) for group in peers(read)]
    for path, text, option in ((markdown, as_markdown(boards), "--markdown"), (html, as_html(boards), "--html")):
        if path is not None:
            _write(path, text, option)
    if json:
        from polar_bench.journal import codec  # noqa: PLC0415

        sys.stdout.write(codec.pretty(boards).decode())
    else:
        sys.stdout.write(as_markdown(boards))


def _board(group: Peers, weight: float, seed: int) -> Board:
    from polar_bench.analysis.ranking import ranked  # noqa: PLC0415
    from polar_bench.cli.comparable import attackers, why_unfit  # noqa: PLC0415
    from polar_bench.report.leaderboard import Board, Row  # noqa: PLC0415

    if group.why_not_together:
        raise SetupError(group.why_not_together)
    by_path = {str(run.path): run for run in group.runs}
    places = ranked({str(path): samples for path, samples in group.in_common().items()}, seed=seed)

    def row(name: str, placed: Placed | None = None) -> Row:
        run = by_path[name]
        return Row(
            place=placed.place if placed else None,
            model=run.manifest.trusted.name,
            run=name,
            figures=placed.figures if placed else None,
            tied=placed.tied if placed else (),
            trials=run.summary.trials,
        )

    manifest = group.runs[0].manifest
    return Board(
        dataset=Path(manifest.dataset.path).name,
        digest=manifest.dataset.digest,
        protocol=manifest.protocol,
        attackers=attackers(group.runs[0]),
        scorer=group.scorer,
        weight=weight,
        samples=len(group.common),
        left_out=group.left_out,
        rows=[row(each.run, each) for each in places],
        unranked=[row(str(run.path)) for run in group.runs if why_unfit(run)],
    )


def _write(path: Path, text: str, option: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SetupError(f"{path} can't be written ({error.strerror}); give another file to {option}.") from None
