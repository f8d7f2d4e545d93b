"""Samples as released records: what both formats hold comes back."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.dataset import released_writer
from polar_bench.dataset.files import Format, load
from polar_bench.sample import Sample
from tests.support.records import sixty

STARTER = list(read_samples("starter"))


def written(folder: Path, samples: list[Sample], ending: str) -> Path:
    text = io.StringIO()
    write = released_writer.write_csv if ending == "csv" else released_writer.write_json
    assert len(samples) == write(samples, text)
    path = folder / f"set.{ending}"
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_what_both_hold_comes_back(tmp_path: Path, ending: str) -> None:
    data = load(written(tmp_path, STARTER, ending))
    assert Format.RELEASED is data.format
    assert not data.skipped.reasons
    for ours, theirs in zip(STARTER, data.samples, strict=True):
        same = ("id", "domain", "policy_level", "attack", "document")
        assert [getattr(ours, name) for name in same] == [getattr(theirs, name) for name in same]
        assert (ours.policy.text, ours.task.text, ours.task.type) == (
            theirs.policy.text,
            theirs.task.text,
            theirs.task.type,
        )
        assert [turn.text for turn in ours.script] == [turn.text for turn in theirs.script]
        assert len(ours.script) == theirs.turn_cap
        for role in (Role.PROTECTED, Role.TASK):
            told = [(a.name, a.value) for a in ours.with_role(role)]
            assert told == [(a.name, a.value) for a in theirs.with_role(role)]


def test_json_and_csv_say_the_same(tmp_path: Path) -> None:
    assert load(written(tmp_path, STARTER, "json")).samples == load(written(tmp_path, STARTER, "csv")).samples


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_released_records_survive_reading_and_writing(tmp_path: Path, ending: str) -> None:
    source = tmp_path / "source.json"
    source.write_text(json.dumps(sixty()), encoding="utf-8")
    first = load(source).samples
    again = load(written(tmp_path, list(first), ending)).samples
    assert 60 == len(first)
    assert first == again


def test_a_script_longer_than_six_turns_carries_its_cap() -> None:
    longest = max(STARTER, key=lambda sample: len(sample.script))
    assert 7 == len(longest.script)
    assert 7 == released_writer.record(longest)["attack_setup"]["attack_spec"]["turns"]
