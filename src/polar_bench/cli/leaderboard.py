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
    from polar_bench.cli.results import RunResults
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
    from polar_bench.cli.comparable import read_runs, scorer_for  # noqa: PLC0415 # as the rest: asked for, not at start
    from polar_bench.report.leaderboard import as_html, as_markdown  # noqa: PLC0415

    read = read_runs(runs, dataset, weight=weight)
    tables: dict[tuple[str, ...], list[RunResults]] = {}
    for run in read:
        tables.setdefault((*_played_alike(run), scorer_for([run], scorer)), []).append(run)
    boards = [_board(own, key[-1], weight, seed) for key, own in tables.items()]
    for path, text, option in ((markdown, as_markdown(boards), "--markdown"), (html, as_html(boards), "--html")):
        if path is not None:
            _write(path, text, option)
    if json:
        import msgspec  # noqa: PLC0415

        from polar_bench.journal import codec  # noqa: PLC0415

        sys.stdout.write(msgspec.json.format(codec.encode(boards), indent=2).decode() + "\n")
    else:
        sys.stdout.write(as_markdown(boards))


def _played_alike(run: RunResults) -> tuple[str, ...]:
    """Return what runs of one table have in common."""
    manifest, kind = run.run.manifest, run.summary.s5_attacker
    attacker = f"{manifest.attacker.name} {manifest.attacker.id}" if kind == "adaptive" else ""
    return manifest.dataset.digest, manifest.protocol, str(kind), attacker


def _board(runs: list[RunResults], scorer: str, weight: float, seed: int) -> Board:
    from polar_bench.analysis.ranking import ranked  # noqa: PLC0415
    from polar_bench.analysis.samples import by_sample, used_rows  # noqa: PLC0415
    from polar_bench.report.leaderboard import Board, Row  # noqa: PLC0415

    by_path = {str(run.run.path): run for run in runs}
    fit = [name for name, run in by_path.items() if not run.summary.headline_withheld and run.summary.trials.scored]
    own = {name: by_sample(used_rows(by_path[name].rows), scorer) for name in fit}
    played = [{sample.sample_id for sample in samples} for samples in own.values()]
    common = set.intersection(*played) if played else set()
    if played and not common:
        raise SetupError(f"The runs {', '.join(fit)} have no sample in common; rank runs over the same samples.")
    places = ranked({name: [each for each in own[name] if each.sample_id in common] for name in fit}, seed=seed)

    def row(name: str, placed: Placed | None = None) -> Row:
        run = by_path[name]
        return Row(
            place=placed.place if placed else None,
            model=run.run.manifest.trusted.name,
            run=name,
            figures=placed.figures if placed else None,
            tied=placed.tied if placed else (),
            trials=run.summary.trials,
        )

    manifest = runs[0].run.manifest
    attacker = f", adapted by {manifest.attacker.name}" if runs[0].summary.s5_attacker == "adaptive" else ""
    return Board(
        dataset=Path(manifest.dataset.path).name,
        digest=manifest.dataset.digest,
        protocol=manifest.protocol,
        attackers=f"S5 {runs[0].summary.s5_attacker or 'not played'}{attacker}",
        scorer=scorer,
        weight=weight,
        samples=len(common),
        left_out=len(set().union(*played) - common),
        rows=[row(each.run, each) for each in places],
        unranked=[row(name) for name in by_path if name not in fit],
    )


def _write(path: Path, text: str, option: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SetupError(f"{path} can't be written ({error.strerror}); give another file to {option}.") from None
