"""`polar-bench gate`: does a run hold what a build asks for?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.cli.options import members
from polar_bench.errors import SetupError
from polar_bench.sample import Attack, PolicyLevel

if TYPE_CHECKING:
    from polar_bench.analysis.gating import Baseline, Demands, Verdict
    from polar_bench.cli.results import RunResults

_STATUS = {"passed": 0, "fell_short": 1, "cannot_tell": 2}
Cell = tuple[PolicyLevel, Attack]


def gate(
    run: Annotated[Path, typer.Argument(help="The run folder.")],
    min_privacy: Annotated[float | None, typer.Option(min=0, max=1, help="The least privacy.")] = None,
    min_utility: Annotated[float | None, typer.Option(min=0, max=1, help="The least utility.")] = None,
    cell: Annotated[
        list[str] | None,
        typer.Option(help="The least privacy of a cell, such as P2/S4=0.9; may be given several times."),
    ] = None,
    against: Annotated[Path | None, typer.Option(help="A run folder to compare with, sample by sample.")] = None,
    max_drop: Annotated[
        float | None, typer.Option(min=0, max=1, help="How much privacy, and utility, may fall against that run.")
    ] = None,
    max_unassessed: Annotated[
        float, typer.Option(min=0, max=1, help="With a larger share of unassessed trials nothing can be told.")
    ] = 0.05,
    scorer: Annotated[
        str | None, typer.Option(help="Go by this scorer, strict or paper, not by the headline's.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option(help="The data set, if it's no longer where it was at the run.")
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write the checks to this file, as JUnit XML.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
) -> None:
    """Check RUN against thresholds: exit status 0 passed, 1 fell short, 2 could not tell.

    Means are checked; their 95% intervals are shown beside them.
    """
    from polar_bench.analysis.gating import Demands, judge  # noqa: PLC0415 # as the rest: asked for, not at start
    from polar_bench.cli.comparable import read_runs, scorer_for  # noqa: PLC0415

    demands = Demands(min_privacy, min_utility, _cells(cell or []), max_drop, max_unassessed)
    _check(demands, against)
    runs = read_runs([run] if against is None else [against, run], dataset)
    by = scorer_for(runs, scorer)
    baseline = _baseline(runs[0], runs[1], by) if against is not None else None
    verdict = judge(runs[-1].summary, demands, by, baseline[0] if baseline else None)
    notes = baseline[1] if baseline else []
    if junit is not None:
        from polar_bench.report.gate_text import junit_xml  # noqa: PLC0415

        _write(junit, junit_xml(verdict, str(run)))
    _print(verdict, run, notes, is_json=json)
    raise typer.Exit(_STATUS[verdict.outcome])


def _print(verdict: Verdict, run: Path, notes: list[str], *, is_json: bool) -> None:
    if is_json:
        import msgspec  # noqa: PLC0415

        from polar_bench.journal import codec  # noqa: PLC0415

        document = {"run": str(run), "notes": notes, **msgspec.to_builtins(verdict)}
        sys.stdout.write(codec.pretty(document).decode())
        return
    from rich.console import Console  # noqa: PLC0415

    from polar_bench.report.gate_text import gate_report  # noqa: PLC0415

    Console(soft_wrap=True).print(gate_report(verdict, str(run), notes), highlight=False)


def _baseline(against: RunResults, run: RunResults, scorer: str) -> tuple[Baseline, list[str]]:
    from polar_bench.analysis.comparison import differences, pairs  # noqa: PLC0415
    from polar_bench.analysis.gating import Baseline  # noqa: PLC0415
    from polar_bench.cli.comparable import comparable  # noqa: PLC0415

    found = comparable(against, run, scorer)
    both = pairs(found.a, found.b)
    return Baseline(str(against.run.path), len(found.a), len(both), differences(both)), found.notes


def _check(demands: Demands, against: Path | None) -> None:
    if (against is None) != (demands.max_drop is None):
        raise SetupError("--against and --max-drop go together; give both or neither.")
    if demands.min_privacy is None and demands.min_utility is None and not demands.cells and against is None:
        raise SetupError(
            "There is nothing to check; give --min-privacy, --min-utility, --cell, or --against with --max-drop."
        )


def _cells(texts: list[str]) -> dict[Cell, float]:
    cells: dict[Cell, float] = {}
    for text in texts:
        cell, limit = _cell(text)
        if cell in cells:
            raise SetupError(f"--cell gives {cell[0]}/{cell[1]} twice; give each cell once.")
        cells[cell] = limit
    return cells


def _cell(text: str) -> tuple[Cell, float]:
    name, _, number = text.partition("=")
    level, _, attack = name.partition("/")
    levels = members(level, PolicyLevel, "policy level")
    attacks = members(attack, Attack, "attack")
    try:
        limit = float(number)
    except ValueError:
        limit = -1.0
    if len(levels) != 1 or len(attacks) != 1 or not 0 <= limit <= 1:
        raise SetupError(f"--cell knows a cell and a number from 0 to 1, such as P2/S4=0.9, not '{text}'.")
    return (levels[0], attacks[0]), limit


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise SetupError(f"{path} can't be written ({error.strerror}); give another file to --junit.") from None
