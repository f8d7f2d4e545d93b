"""Rows that stand in a run's folder are taken only where scoring anew would give the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from polar_bench.agent.controls import control
from polar_bench.analysis import summarise
from polar_bench.running import derived
from polar_bench.running.derived import derived_rows, write_derived
from polar_bench.running.folder import read_states
from polar_bench.running.results import score_rows
from polar_bench.scoring.rows import ScoreRow
from tests.running.test_folder import SAMPLES, play


@pytest.fixture
def rows(tmp_path: Path) -> list[ScoreRow]:
    """A run in `tmp_path`, played and scored, with its derived files."""
    play(tmp_path, control("leaky?p=0.5&q=0.5"))
    made = score_rows(SAMPLES, read_states(tmp_path))
    write_derived(tmp_path, made, summarise(made), dataset="d", weight=0.5)
    return made


def test_rows_come_back_as_they_were_made(tmp_path: Path, rows: list[ScoreRow]) -> None:
    assert any(row.scores["strict"].disclosures for row in rows)
    assert rows == derived_rows(tmp_path, dataset="d", weight=0.5)


def test_lone_surrogates_come_back_too(tmp_path: Path, rows: list[ScoreRow]) -> None:
    strange = [msgspec.structs.replace(row, domain="half \ud83d") for row in rows]
    write_derived(tmp_path, strange, summarise(strange), dataset="d", weight=0.5)

    assert strange == derived_rows(tmp_path, dataset="d", weight=0.5)


def _longer(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\n")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda folder: _longer(folder / "journal.jsonl"), id="another journal"),
        pytest.param(lambda folder: _longer(folder / "scores.jsonl"), id="edited rows"),
        pytest.param(lambda folder: (folder / "scores.jsonl").unlink(), id="no rows"),
        pytest.param(lambda folder: (folder / "scores.from.json").unlink(), id="rows of who knows what"),
        pytest.param(lambda folder: (folder / "scores.from.json").write_bytes(b"{"), id="torn"),
    ],
)
def test_rows_of_another_folder_are_not_taken(
    tmp_path: Path, rows: list[ScoreRow], change: Callable[[Path], object]
) -> None:
    assert rows
    change(tmp_path)

    assert derived_rows(tmp_path, dataset="d", weight=0.5) is None


@pytest.mark.usefixtures("rows")
def test_rows_of_another_data_set_weight_or_scorer_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert derived_rows(tmp_path, dataset="e", weight=0.5) is None
    assert derived_rows(tmp_path, dataset="d", weight=0.4) is None

    monkeypatch.setattr(derived, "scorers_digest", lambda: "another")
    assert derived_rows(tmp_path, dataset="d", weight=0.5) is None
