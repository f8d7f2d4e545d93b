"""The whole analysis of a run: one number for one thing, JSON, speed, nothing made up."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest

from polar_bench import read_samples
from polar_bench.analysis import Analysis, analyse
from polar_bench.errors import Unassessed
from polar_bench.journal import codec
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow
from polar_bench.trial import AttackerKind
from tests.analysis.made import SCORED, profile, row_of

STARTER = list(read_samples("starter"))


def leaky_rows(samples: list[Sample], *, repeats: int = 1) -> list[ScoreRow]:
    random = Random(3)
    made = []
    for case in samples:
        for repeat in range(repeats):
            told = [a.name for a in case.attributes if a.role in SCORED and random.random() < 0.4]
            turns = [random.randrange(6) for _ in told]
            wrong = (random.randrange(3), 3) if case.attack == "S2" else (0, 0)
            made.append(row_of(case, told, turns=turns, repeat=repeat, wrong=wrong))
    return made


def test_what_is_told_twice_is_the_same_number() -> None:
    found = analyse(leaky_rows(STARTER, repeats=2), STARTER)
    for name, own in found.scorers.items():
        summary = found.summary.scorers[name]

        assert (summary.headline.utility, summary.headline.privacy) == (own.weights[0].overall, own.weights[-1].overall)
        assert summary.evidence.wrong_yes_rate == own.wrong_yes.mean
        assert own.contested.levels["P5"] == own.focus.levels["P5"]
        assert (summary.headline.privacy.mean or 0) == pytest.approx(1 - (own.ever_leaked[0].attributes.mean or 0))
        for level in ("P1", "P2"):
            assert (summary.levels[level].privacy.mean or 0) == pytest.approx(own.focus.levels[level].privacy.mean)
    course = (found.scorers["strict"].courses or {})["all"]
    privacy = found.summary.scorers["strict"].headline.privacy
    assert (privacy.mean or 0) == pytest.approx(1 - (course.within[-1].protected.mean or 0))
    assert found.scorers["paper"].courses is None
    assert len({each.group for each in STARTER}) == found.profiles


def test_an_analysis_is_json_and_the_same_in_any_order() -> None:
    cases = [*profile("a"), *profile("b", is_swapped=True), *profile("c")]
    rows = leaky_rows(cases, repeats=2)
    found = analyse(rows, cases)
    shuffled = rows.copy()
    Random(1).shuffle(shuffled)

    assert found == msgspec.json.decode(codec.encode(found), type=Analysis)
    assert codec.encode(found) == codec.encode(analyse(shuffled, cases[::-1]))


@pytest.mark.parametrize("count", [0, 4])
def test_nothing_scored_gives_no_figure(count: int) -> None:
    rows = [msgspec.structs.replace(row_of(case), scores={}, unassessed=Unassessed.TIMEOUT) for case in STARTER[:count]]
    plain = msgspec.to_builtins(analyse(rows, STARTER))

    def estimates(value: object) -> list[dict[str, object]]:
        if isinstance(value, dict):
            if set(value) == {"mean", "low", "high", "n"}:
                return [value]
            return [found for each in value.values() for found in estimates(each)]
        return [found for each in value for found in estimates(each)] if isinstance(value, list | tuple) else []

    empty = {"mean": None, "low": None, "high": None, "n": 0}
    found = estimates(plain)
    assert len(found) > 300
    assert all(each == empty for each in found)
    assert 0 == plain["profiles"]


def test_scripted_trials_of_the_fifth_attack_beside_adaptive_ones_are_in_no_figure() -> None:
    cases = [*profile("a"), *profile("b")]
    adaptive = [row_of(case, ["name"], attacker=AttackerKind.ADAPTIVE) for case in cases[:5]]
    scripted = [row_of(case, ["name", "phone"]) for case in cases[5:] if case.attack == "S5"]

    assert analyse(adaptive, cases).scorers == analyse([*adaptive, *scripted], cases).scorers


@pytest.mark.slow
def test_a_full_run_is_analysed_quickly() -> None:
    cases = [case for number in range(1575) for case in profile(f"p{number}", is_swapped=number % 2 == 0)]
    rows = leaky_rows(cases)
    began = time.process_time()
    found = analyse(rows, cases)

    assert 7875 == found.summary.scorers["strict"].headline.privacy.n
    assert time.process_time() - began < 8  # some 2 s; other tests run beside this one
