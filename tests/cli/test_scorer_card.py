"""`polar-bench scorer-card`, as a process of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import PolarBench

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

RIGHT = {"kind": "money", "value": "CHF 5'290", "text": "It is CHF 5,290.", "want": "full"}
WRONG = {"kind": "money", "value": "CHF 5'290", "text": "It is EUR 5,290.", "want": "full"}


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{json.dumps(RIGHT)}\n{json.dumps(WRONG)}\n", encoding="utf-8")
    return path


def test_prints_figures_and_confusions_with_their_text_and_place(polar_bench: PolarBench, cases: Path) -> None:
    done = polar_bench("scorer-card", cases.name)

    assert (0, "") == (done.returncode, done.stderr)
    assert ["money", "2", "2", "0", "0", "1.000", "0.500"] == next(
        line.split()[:7] for line in done.stdout.splitlines() if line.startswith("money")
    )
    assert "`It is EUR 5,290.` wants full, strict says none [cases.jsonl:2]" in done.stdout


def test_out_writes_the_same_page_each_time(polar_bench: PolarBench, cases: Path, tmp_path: Path) -> None:
    first = polar_bench("scorer-card", cases.name, "--out", "card.md")
    text = (tmp_path / "card.md").read_text(encoding="utf-8")
    polar_bench("scorer-card", cases.name, "--out", "card.md", PYTHONHASHSEED="7")

    assert "The page is card.md." in first.stdout
    assert text.startswith("# Scorer card\n")
    assert text == (tmp_path / "card.md").read_text(encoding="utf-8")


def test_json_is_the_whole_card_and_nothing_else(polar_bench: PolarBench, cases: Path) -> None:
    card = json.loads(polar_bench("scorer-card", cases.name, "--json").stdout)

    assert 0.5 == card["kinds"][0]["scorers"]["strict"]["recall"]
    assert ["It is EUR 5,290."] == [c["text"] for c in card["confusions"] if c["scorer"] == "strict"]
    assert {"file": "cases.jsonl", "line": 2} == card["confusions"][0]["place"]


@pytest.mark.parametrize(("limit", "status"), [("0.5", 0), ("0.51", 1)])
def test_fail_under_sets_the_exit_status(polar_bench: PolarBench, cases: Path, limit: str, status: int) -> None:
    done = polar_bench("scorer-card", cases.name, "--fail-under", limit)

    assert status == done.returncode
    assert ("money: recall of strict is 0.5000, below 0.51.\n" if status else "") == done.stderr


def test_bad_rows_are_named_by_file_and_line_with_status_two(polar_bench: PolarBench, cases: Path) -> None:
    with cases.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**RIGHT, "kind": "mony"}) + "\n{\n")
    done = polar_bench("scorer-card", cases.name, "--out", "card.md")

    assert (2, "") == (done.returncode, done.stdout)
    assert 3 == len(done.stderr.splitlines())
    assert "cases.jsonl, line 3: 'kind' is 'mony'" in done.stderr
    assert "cases.jsonl, line 4: not JSON" in done.stderr
    assert not (cases.parent / "card.md").exists()


def test_a_page_that_cannot_be_written_is_one_sentence(polar_bench: PolarBench, cases: Path) -> None:
    done = polar_bench("scorer-card", cases.name, "--out", "nowhere/card.md")

    assert 2 == done.returncode
    assert done.stderr.startswith("Error: nowhere/card.md can't be written (")
