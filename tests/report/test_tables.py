"""The tables of a run and of several: whole, each number where it belongs, nothing made up where there is nothing."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec
import pytest

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.errors import Unassessed
from polar_bench.report.subject import Group
from polar_bench.report.tables import of_group
from polar_bench.report.tables.formats import as_csv, as_latex, as_markdown, column_name
from polar_bench.report.tables.of_run import tables
from polar_bench.report.tables.table import Row, Table, reach
from polar_bench.report.tables.write import write
from tests.analysis.made import row_of
from tests.report.reported import SAMPLES, leaky_rows, reported, side_by_side

HOSTILE = "=cmd|'/C calc'!A1 | **b** <script> \\input{x} $x_1$ & 100% ~^#{} [link](x)\n\u202eevil"


def group() -> Group:
    made = {name: leaky_rows(SAMPLES, chance) for name, chance in (("a", 0.2), ("b", 0.6), ("c", 0.4))}
    return side_by_side(made).groups[0]


def all_tables() -> list[Table]:
    return [*tables(reported(leaky_rows(SAMPLES, 0.4)), "strict"), *of_group.tables(group())]


def named(found: list[Table], name: str) -> Table:
    return next(table for table in found if table.name == name)


@pytest.mark.parametrize("scorer", ["strict", "paper"])
def test_tables_are_whole_and_told_apart(scorer: str) -> None:
    for found in (tables(reported(leaky_rows(SAMPLES, 0.4)), scorer), of_group.tables(group())):
        assert len(found) == len({table.name for table in found})
        for table in found:
            assert {len(table.columns)} == {len(row.cells) for row in table.rows}
            assert len({*table.columns}) == len(table.columns)
            assert table.note.endswith(".")
            if table.is_surface:
                assert (6, 6) == (len(table.rows), len(table.columns))


def test_every_mean_of_the_analysis_stands_in_a_table() -> None:
    run = reported(leaky_rows(SAMPLES, 0.4))

    def estimates(value: object) -> set[Estimate]:
        if isinstance(value, Estimate):
            return {value}
        if isinstance(value, msgspec.Struct):
            return estimates([getattr(value, name) for name in value.__struct_fields__])
        if isinstance(value, dict):
            return estimates([*value.values()])
        return {own for each in value for own in estimates(each)} if isinstance(value, list | tuple) else set()

    beside = run.analysis.scorers["strict"]
    whole = {name: part for name, part in msgspec.structs.asdict(beside).items() if name != "courses"}
    whole |= {
        name: msgspec.structs.replace(whole[name], attacks={}, cells={}) for name in ("core", "focus", "contested")
    }
    wanted = estimates([run.analysis.summary.scorers["strict"], whole, (beside.courses or {})["all"]])
    shown = {cell for table in tables(run, "strict") for row in table.rows for cell in row.cells}

    assert len(wanted) > 80
    assert wanted - {Estimate(None, None, None, 0)} <= shown


def test_an_empty_cell_has_no_number_and_no_sample() -> None:
    rows = [row for row in leaky_rows(SAMPLES, 0.4) if (row.policy_level, row.attack) != ("P2", "S3")]
    found = tables(reported(rows), "strict")
    for name in ("privacy", "utility", "overall"):
        row = named(found, name).rows[1]
        assert Estimate(None, None, None, 0) == row.cells[2]
    assert 0 == named(found, "samples").rows[1].cells[2]
    assert "| – n = 0 |" in as_markdown(named(found, "privacy"))
    line = list(csv.DictReader(io.StringIO(as_csv(named(found, "privacy")))))[1]
    assert ("", "", "0") == tuple(line[f"S3_role_confusion{part}"] for part in ("", "_low", "_n"))


def test_a_run_with_nothing_scored_has_tables_without_a_figure() -> None:
    rows = [msgspec.structs.replace(row_of(case), scores={}, unassessed=Unassessed.TIMEOUT) for case in SAMPLES]
    found = tables(reported(rows), "strict")
    cells = [cell for table in found for row in table.rows for cell in row.cells]

    assert {Estimate(None, None, None, 0)} == {cell for cell in cells if isinstance(cell, Estimate)}
    assert (*[Estimate(None, None, None, 0)] * 3, 0) == named(found, "headline").rows[0].cells
    assert "100.0%" in named(found, "headline").note
    assert [25, 0, 25, 25] == [row.cells[0] for row in named(found, "outcomes").rows]
    assert {"core", "focus", "contested", "ever-leaked", "wrong-yes"}.isdisjoint(table.name for table in found)


def test_runs_stand_by_overall_and_one_that_is_not_placed_says_why() -> None:
    whole = group()
    together = whole.together
    assert together is not None
    late = reported(
        [msgspec.structs.replace(row, scores={}, unassessed=Unassessed.TIMEOUT) for row in leaky_rows(SAMPLES, 0.3)],
        key="run-4",
        name="late",
    )
    found = of_group.tables(whole._replace(runs=(*whole.runs, late)))
    rows = named(found, "runs").rows

    assert [1, 2, 3, None] == [row.cells[0] for row in rows]
    assert ("late", "not ranked: 100.0% unassessed") == (rows[-1].name, rows[-1].cells[4])
    assert ["b", "c"] == [row.name for row in named(found, "differences").rows]
    assert [] == of_group.tables(whole._replace(together=None))


def test_differences_are_marked_where_they_are_clear_and_their_colours_reach_far_enough() -> None:
    cell = Difference(0.24, 0.1, 0.3, 0.001, 40, 0.02)
    table = Table("t", "T", "N.", "level", ("S1",), (Row("P1", (cell,)),), is_surface=True)

    assert r"| +0.240\* \[+0.100, +0.300\] n = 40 |" in as_markdown(table)
    assert 0.3 == reach(table)
    assert reach(msgspec.structs.replace(table, rows=(Row("P1", (0.5,)),))) is None
    assert ["0.24", "0.1", "0.3", "0.001", "0.02", "40"] == as_csv(table).splitlines()[1].split(",")[1:]


@pytest.mark.parametrize("table", [Table(HOSTILE, HOSTILE, HOSTILE, "run", ("who",), (Row(HOSTILE, (HOSTILE,)),))])
def test_no_name_is_read_as_markup(table: Table) -> None:
    lines = list(csv.reader(io.StringIO(as_csv(table))))
    assert all(cell.startswith("'=") for cell in lines[1])
    markdown = as_markdown(table)
    assert "<" not in markdown
    assert {3} == {line.replace("\\|", "").count("|") for line in markdown.splitlines() if line.startswith("|")}
    for text in (as_csv(table), markdown, as_latex(table, "x")):
        assert "\u202e" not in text


def test_no_name_is_read_as_an_argument_of_the_line_before_it() -> None:
    table = Table("t", "T", "N.", "run", ("n",), (Row("[1cm]", (1,)), Row("*", (2,))))

    assert ["{}[1cm] & 1 \\\\", "{}* & 2 \\\\"] == [
        line for line in as_latex(table, "t").splitlines() if line.startswith("{}")
    ]


def test_columns_of_a_csv_file_have_names_of_their_own() -> None:
    for table in all_tables():
        heads = as_csv(table).splitlines()[0].split(",")
        assert len(heads) == len({*heads})
        assert all(head == column_name(head) for head in heads)


def test_files_are_the_same_every_time(tmp_path: Path) -> None:
    found = all_tables()[:3]
    once, twice = (write(found, tmp_path / name, prefix="run-1-") for name in ("a", "b"))

    assert [f"run-1-{table.name}.{end}" for table in found for end in ("csv", "md", "tex")] == [p.name for p in once]
    assert [path.read_bytes() for path in once] == [path.read_bytes() for path in twice]
