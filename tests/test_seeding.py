"""Seeds and ids come from content alone."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.seeding import BASE_SEED, chance_for, content_id, seed_for

PARTS = st.lists(st.one_of(st.text(st.characters()), st.integers()), max_size=5)


def test_seed_is_the_released_evaluators() -> None:
    expected = [1813765828, 1813765828 - 42]

    assert expected == [
        seed_for("legal_000000", "model-a", "example"),
        seed_for("legal_000000", "model-a", "example", base=0),
    ]


@settings(deadline=None)
@given(parts=PARTS, base=st.integers(0, 2**40))
def test_seed_follows_its_rule_for_any_text(parts: list[object], base: int) -> None:
    text = "::".join(map(str, parts)).encode("utf-8", "surrogatepass")
    expected = (int(hashlib.sha256(text).hexdigest()[:8], 16) + base) % 2**31

    assert expected == seed_for(*parts, base=base)


@settings(deadline=None)
@given(parts=PARTS, base=st.integers(-(2**33), 2**33))
def test_seeds_and_chances_stay_in_their_ranges(parts: list[object], base: int) -> None:
    assert 0 <= seed_for(*parts, base=base) < 2**31
    assert 0 <= chance_for(*parts, base=base) < 1


def test_each_part_and_the_base_change_the_seed() -> None:
    seeds = [
        seed_for("a", "b", 0),
        seed_for("x", "b", 0),
        seed_for("a", "x", 0),
        seed_for("a", "b", 1),
        seed_for("b", "a", 0),
        seed_for("a", "b", 0, base=BASE_SEED + 1),
    ]

    assert len(seeds) == len(set(seeds))


def test_chances_are_uniform() -> None:
    drawn = [chance_for("uniform", number) for number in range(4000)]
    tenths = [sum(tenth <= 10 * chance < tenth + 1 for chance in drawn) for tenth in range(10)]

    assert mean(drawn) == pytest.approx(0.5, abs=0.02)
    assert tenths == pytest.approx([400] * 10, abs=80)


def test_id_holds_the_digest_of_its_content() -> None:
    expected = ["medical-2cf24dba", "medical-2cf2"]

    assert expected == [content_id("medical", b"hello"), content_id("medical", b"hello", digits=4)]


def test_seeds_of_released_samples_are_those_of_the_released_evaluator() -> None:
    shared = Path(__file__).resolve().parents[2] / "shared" / "cases" / "released_scored.jsonl"
    if not shared.exists():
        pytest.skip("the shared cases are not beside the project")
    rows = [json.loads(line) for line in shared.read_text(encoding="utf-8").splitlines()]
    expected = [row["paper"]["seed"] for row in rows]

    assert 300 == len(rows)
    assert expected == [seed_for(row["record"]["sample_id"], "model-a", "example") for row in rows]
