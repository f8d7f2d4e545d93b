"""One function writes each number: terminal, page, CSV, JSON, Markdown and LaTeX agree to the last digit."""

from __future__ import annotations

import csv
import io
import re
from functools import cache

import msgspec
import pytest
from rich.console import Console

from polar_bench import read_samples
from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Bound
from polar_bench.journal import codec
from polar_bench.report import numbers
from polar_bench.report.page.shown_table import shown
from polar_bench.report.subject import Group, ReportedRun
from polar_bench.report.tables import of_group
from polar_bench.report.tables.formats import as_csv, as_latex, as_markdown
from polar_bench.report.tables.of_run import tables
from polar_bench.report.tables.table import Table
from polar_bench.report.text import report
from polar_bench.scoring.rows import SCORERS, ScoreRow, score_row
from tests.report.reported import reported, side_by_side
from tests.support.played import played

STARTER = list(read_samples("starter"))
NUMBER = re.compile(r"[+-]?\d+\.\d{3,}")


@cache
def rows(control: str) -> list[ScoreRow]:
    return [score_row(case, played(case, control)) for case in STARTER]


@cache
def run() -> ReportedRun:
    return reported(rows("leaky?p=0.4&q=0.8"), samples=STARTER)


@cache
def group() -> Group:
    made = {name: rows(name) for name in ("leaky?p=0.4&q=0.8", "echo", "tell-all", "leaky?p=0.2&q=0.9")}
    return side_by_side(made, samples=STARTER).groups[0]


def all_tables() -> list[Table]:
    return [*tables(run(), "strict"), *tables(run(), "paper"), *of_group.tables(group())]


def written(value: str, name: str) -> str:
    """Return a number of a CSV file as it's written for people; `name` is its column's."""
    if name.endswith("_p"):
        return numbers.probability(float(value))
    if not re.fullmatch(r"-?\d+(\.\d+(e-\d+)?)?", value):
        return value
    return value if "." not in value and "e" not in value else numbers.figure(float(value))


def told_by_csv(table: Table) -> list[list[str]]:
    """Return the numbers of each row as CSV holds them, rounded as everywhere."""
    lines = list(csv.reader(io.StringIO(as_csv(table))))
    beside = ("_n", "_p_holm") if table.name == "differences" else ("_n", "_p", "_p_holm")
    kept = [at for at, name in enumerate(lines[0]) if not name.endswith(beside)]
    return [[written(line[at], lines[0][at]) for at in kept[1:]] for line in lines[1:]]


def plain(text: str) -> list[str]:
    """Return the numbers in `text`, without signs of plus."""
    return [found.removeprefix("+") for found in NUMBER.findall(text)]


@pytest.mark.parametrize("which", ["strict", "paper", "group"])
def test_every_format_of_a_table_holds_the_same_numbers(which: str) -> None:
    for table in of_group.tables(group()) if which == "group" else tables(run(), which):
        markdown = [line for line in as_markdown(table).splitlines() if line.startswith("|")][2:]
        latex = [line for line in as_latex(table, "x").replace("$-$", "-").splitlines() if line.endswith(r" \\")][1:]
        page = shown(table, "run-1").rows
        formats = (
            [line.split(" | ", 1)[1] for line in markdown],
            [line.split(" & ", 1)[1] for line in latex],
            [" ".join(f"{cell.text} {cell.interval}" for cell in row.cells) for row in page],
        )

        for texts in formats:
            assert [plain(" ".join(line)) for line in told_by_csv(table)] == [plain(text) for text in texts], table.name


def test_csv_holds_the_numbers_of_the_json_in_full() -> None:
    held = set(re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", codec.encode([run().analysis, group().together]).decode()))
    in_full = set()
    for table in all_tables():
        lines = list(csv.DictReader(io.StringIO(as_csv(table))))
        ends = ("_low", "_high", "_n", "_p", "_p_holm")
        in_full |= {value for line in lines for name, value in line.items() if name.endswith(ends) and value}

    assert len(in_full) > 300
    assert {msgspec.json.encode(float(value)).decode() if "." in value else value for value in in_full} <= held


@pytest.mark.parametrize("scorer", SCORERS)
def test_the_terminal_shows_the_numbers_of_the_tables(scorer: str) -> None:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(report(run().analysis.summary, "title", scorer=scorer))
    lines = console.export_text().splitlines()
    by_name = {table.name: table for table in tables(run(), scorer)}

    assert max(map(len, lines)) <= 80
    for name in ("privacy", "utility"):
        at = next(number for number, line in enumerate(lines) if line.startswith(name.capitalize()))
        for row, line in zip(by_name[name].rows, lines[at + 1 :], strict=False):
            means = [numbers.figure(cell.mean) for cell in row.cells if isinstance(cell, Estimate)]
            assert [row.name, *means] == [line[: len(row.name)], *line[len(row.name) :].split()]
    for row in by_name["headline"].rows:
        own = [numbers.with_interval(cell) for cell in row.cells if isinstance(cell, Estimate)]
        line = next(line for line in lines if line.startswith(row.name))
        assert plain(" ".join(own)) == plain(line)
    for row in by_name["domains"].rows:
        line = next(line for line in lines if line.startswith(f"{row.name} "))
        assert [numbers.figure(cell.mean) for cell in row.cells if isinstance(cell, Estimate)] == plain(line)


def test_a_differing_digit_would_be_seen() -> None:
    table = next(table for table in tables(run(), "strict") if table.name == "privacy")
    first = table.rows[0]
    moved = msgspec.structs.replace(first.cells[-1], mean=0.1234)  # type: ignore[type-var] # an Estimate
    other = msgspec.structs.replace(table, rows=(msgspec.structs.replace(first, cells=(*first.cells[:-1], moved)),))

    assert told_by_csv(table)[0] != told_by_csv(other)[0]
    assert {Estimate, Difference, Bound} <= {type(c) for t in all_tables() for row in t.rows for c in row.cells}
