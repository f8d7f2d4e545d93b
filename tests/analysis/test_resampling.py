"""Bootstrap and permutation test: known answers, sizes that are held, and draws that hang on nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.resampling import FLIPS, bootstrap_intervals, flip_p_values, holm

TOTALS = st.lists(st.integers(-6, 6).map(lambda n: n / 6), min_size=2, max_size=9)


def flip_p(totals: Sequence[float], seed: int) -> float | None:
    return flip_p_values([totals], seed)[0]


@settings(max_examples=60, deadline=None)
@given(totals=TOTALS)
def test_few_profiles_have_all_their_sign_patterns_counted(totals: list[float]) -> None:
    seen = abs(sum(totals)) - 1e-9
    patterns = [
        abs(sum(s * t for s, t in zip(signs, totals, strict=True))) for signs in product((1, -1), repeat=len(totals))
    ]

    assert sum(each >= seen for each in patterns) / len(patterns) == pytest.approx(flip_p(totals, 1))


def test_drawn_patterns_come_near_the_exact_answer() -> None:
    random = Random(5)
    totals = [random.choice((-0.5, -0.2, 0.3, 0.6)) for _ in range(18)]
    patterns = np.arange(2**18)[:, None] >> np.arange(18) & 1
    exact = float(np.mean(np.abs((2 * patterns - 1) @ np.array(totals)) >= abs(sum(totals)) - 1e-9))

    assert exact == pytest.approx(flip_p(totals, 3), abs=0.02)


def test_p_is_never_nought_and_one_where_nothing_differs() -> None:
    assert 1 / (FLIPS + 1) == flip_p([1.0] * 40, 1)
    assert 1.0 == flip_p([0.0] * 40, 1)
    assert flip_p([1.0], 1) is None
    assert flip_p([], 1) is None


def test_profiles_that_do_not_differ_change_no_p() -> None:
    totals = [0.4, -0.1, 0.3, 0.2]

    assert flip_p(totals, 1) == flip_p([*totals, *[0.0] * 30], 1)


@given(p_values=st.lists(st.floats(0, 1), max_size=25))
def test_holm_is_what_its_definition_says(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    ordered = sorted(p_values)
    for own, found in zip(p_values, adjusted, strict=True):
        # The first place at which the rule would stop is at or after the last value not larger than this one.
        reached = max((len(ordered) - n) * each for n, each in enumerate(ordered) if each <= own)
        assert min(1.0, reached) == pytest.approx(found)
        assert own <= found <= 1


def test_holm_by_hand() -> None:
    assert [0.03, 0.06, 0.06, 0.02] == pytest.approx(holm([0.01, 0.04, 0.03, 0.005]))


@settings(max_examples=30, deadline=None)
@given(totals=TOTALS, seed=st.integers(0, 2**31 - 1))
def test_an_interval_lies_among_what_was_seen_and_turns_round_with_the_sign(totals: list[float], seed: int) -> None:
    ((low, high),) = bootstrap_intervals([totals], [1] * len(totals), seed)
    assert low is not None
    assert high is not None

    assert low <= high
    if max(totals) > min(totals):
        assert min(totals) - 1e-9 <= low
        assert high <= max(totals) + 1e-9
        assert [(low, high)] == bootstrap_intervals([totals, totals], [1] * len(totals), seed)[:1]


def test_an_interval_is_none_for_one_profile_and_wide_where_all_are_the_same() -> None:
    assert [(None, None)] * 2 == bootstrap_intervals([[0.5], [0.1]], [2], 1)
    assert [(None, None)] == bootstrap_intervals([[]], [], 1)
    unseen = 1 - 0.05 ** (1 / 50)
    ((low, high),) = bootstrap_intervals([[0.0] * 50], [5] * 50, 1)
    assert (-unseen, unseen) == pytest.approx((low, high))
    ((low, high),) = bootstrap_intervals([[5.0] * 50], [5] * 50, 1)
    assert (1 - 2 * unseen, 1.0) == pytest.approx((low, high))


def differences(random: np.random.Generator, profiles: int, gain: float) -> tuple[list[float], list[int]]:
    """Return sums and sizes of profiles whose samples share an effect; the mean difference is `gain`."""
    sizes = random.integers(1, 6, profiles)
    effects = random.normal(gain, 0.2, profiles)
    return [float(random.normal(size * e, 0.1 * size**0.5)) for size, e in zip(sizes, effects, strict=True)], [
        int(size) for size in sizes
    ]


@pytest.mark.parametrize("profiles", [20, 60])
def test_bootstrap_intervals_hold_the_true_difference(profiles: int) -> None:
    random = np.random.default_rng(3)
    held = 0
    for run in range(400):
        totals, sizes = differences(random, profiles, 0.07)
        ((low, high),) = bootstrap_intervals([totals], sizes, run)
        assert low is not None
        assert high is not None
        held += low <= 0.07 <= high

    assert 0.92 <= held / 400 <= 0.98


def test_no_difference_is_found_in_5_of_100_where_there_is_none_and_flipping_samples_finds_too_many() -> None:
    random = np.random.default_rng(2)
    found = alone = 0
    for run in range(500):
        effects = random.normal(0, 0.3, 30)
        singly = [float(random.normal(effect, 0.1)) for effect in effects for _ in range(5)]
        whole = [sum(singly[n : n + 5]) for n in range(0, 150, 5)]
        found += (flip_p(whole, run) or 0) < 0.05
        alone += (flip_p(singly, run) or 0) < 0.05 if run < 200 else 0

    assert 0.03 <= found / 500 <= 0.075
    assert alone / 200 > 0.25


def test_figures_that_are_flipped_together_have_the_p_values_that_they_have_alone() -> None:
    many, few, none = [0.1 * (n % 7) - 0.2 for n in range(40)], [1.0] * 3 + [0.0] * 37, [0.0] * 40
    together = flip_p_values([many, few, none, [-value for value in many]], 5)

    assert [flip_p(many, 5), flip_p(few, 5), 1.0, flip_p(many, 5)] == together
