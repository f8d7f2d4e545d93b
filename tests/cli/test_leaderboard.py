"""`polar-bench leaderboard`: sorted, tied, apart where not comparable, and no name is read as markup."""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from polar_bench.analysis.surface import TrialCounts
from polar_bench.report.leaderboard import Board, Row, as_html, as_markdown
from tests.cli.conftest import PolarBench, play, play_with_gaps, run_in

pytestmark = pytest.mark.slow  # whole commands, each a process of its own


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with runs: over the starter set, by another protocol, and one of which a quarter timed out."""
    folder = tmp_path_factory.mktemp("played")
    play(
        folder,
        ("oracle", "starter", "control/oracle"),
        ("leaky", "starter", "control/leaky?p=0.5&q=0.9"),
        ("silent", "starter", "control/silent"),
        ("tell-all", "starter", "control/tell-all"),
        ("few", "starter", "control/refuse-all", "--samples", 20),
        ("released", "starter", "control/oracle", "--protocol", "released"),
    )
    play_with_gaps(folder)
    return folder


@pytest.fixture
def polar_bench(played: Path) -> PolarBench:
    """Return a function that runs `polar-bench` in that folder."""
    return partial(run_in, played)


def rows(markdown: str) -> list[list[str]]:
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_runs_stand_by_overall_with_their_summaries_figures(polar_bench: PolarBench, played: Path) -> None:
    done = polar_bench("leaderboard", "silent", "tell-all", "leaky", "oracle")
    table = rows(done.stdout)

    assert ["oracle", "leaky", "silent", "tell-all"] == [row[-1] for row in table]
    assert ["1", "2", "3", "4"] == [row[0] for row in table]
    assert ["", "", "4", "3"] == [row[5] for row in table]
    for row in table:
        summary = json.loads((played / row[-1] / "summary.json").read_text())["scorers"]["strict"]["headline"]
        for cell, name in zip(row[2:5], ("overall", "privacy", "utility"), strict=True):
            own = summary[name]
            assert f"{own['mean']:.3f} [{own['low']:.3f}, {own['high']:.3f}]" == cell


def test_ties_are_those_of_the_comparison(polar_bench: PolarBench) -> None:
    names = ("oracle", "leaky", "silent", "tell-all")
    (board,) = json.loads(polar_bench("leaderboard", *names, "--json").stdout)
    by_place = {row["place"]: row for row in board["rows"]}
    for row in board["rows"][1:]:
        above = by_place[row["place"] - 1]
        found = json.loads(polar_bench("compare", above["run"], row["run"], "--json").stdout)["headline"]["overall"]
        assert (found["low"] <= 0 <= found["high"]) == (above["place"] in row["tied"])


def test_only_samples_that_all_have_count_and_the_rest_is_said(polar_bench: PolarBench) -> None:
    done = polar_bench("leaderboard", "oracle", "few", "--json")
    (board,) = json.loads(done.stdout)

    assert (20, 5) == (board["samples"], board["left_out"])
    assert {20} == {row["figures"]["overall"]["n"] for row in board["rows"]}
    assert "Samples that not all ranked runs have, left out: 5." in polar_bench("leaderboard", "oracle", "few").stdout


def test_other_data_and_protocols_stand_in_tables_of_their_own(polar_bench: PolarBench) -> None:
    boards = json.loads(polar_bench("leaderboard", "oracle", "released", "gaps", "leaky", "--json").stdout)

    assert [["oracle", "leaky"], ["released"], []] == [[row["run"] for row in board["rows"]] for board in boards]
    assert ["polar", "released", "polar"] == [board["protocol"] for board in boards]
    assert ["gaps"] == [row["run"] for row in boards[2]["unranked"]]
    text = polar_bench("leaderboard", "oracle", "gaps").stdout
    assert "not ranked: 25.0% unassessed" in text


class Reader(HTMLParser):
    """Collects tags and the text of cells."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert {"lang", "charset", "scope"} >= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_and_the_file_hold_the_printed_table(polar_bench: PolarBench, tmp_path: Path) -> None:
    page, file = tmp_path / "out" / "board.html", tmp_path / "out" / "board.md"
    done = polar_bench("leaderboard", "oracle", "leaky", "--html", page, "--markdown", file)
    reader = Reader()
    reader.feed(page.read_text())

    assert done.stdout == file.read_text()
    for row in rows(done.stdout):
        assert all(unescape(cell.replace("\\", "")) in reader.text for cell in row)


HOSTILE = "<script>alert(1)</script>|`x`[a](javascript:b)\n\n# h\x00\ud800 ![i](http://e/x.png)"


def test_names_are_text_and_never_markup() -> None:
    counts = TrialCounts(4, 4, {}, {}, {})
    row = Row(1, HOSTILE, HOSTILE, None, (), counts)
    board = Board(HOSTILE, "0" * 64, "polar", HOSTILE, "strict", 0.5, 4, 0, [row], [row])
    reader = Reader()
    reader.feed(as_html([board]))
    markdown = as_markdown([board])

    assert {"html", "head", "meta", "title", "style", "body", "h1", "table"} >= reader.tags - {
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "p",
    }
    assert "<script>alert(1)</script>" in reader.text
    assert 4 == sum(line.startswith("|") for line in markdown.splitlines())
    assert not any(line.startswith("#") for line in markdown.splitlines())
    assert "<" not in markdown
    assert not re.search(r"(?<!\\)[`*_]", markdown.replace("**", ""))
    assert not re.search(r"(?<!\\)\]\(", markdown)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("oracle", "oracle"), "oracle is given twice"),
        (("oracle", "leaky", "--scorer", "papr"), "There is no scorer 'papr'. Did you mean paper?"),
        (("oracle", "--html", "oracle/run.json/x.html"), "can't be written"),
    ],
)
def test_a_mistake_is_a_sentence(arguments: tuple[str, ...], told: str, polar_bench: PolarBench) -> None:
    done = polar_bench("leaderboard", *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert told in done.stderr
