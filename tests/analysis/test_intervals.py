"""Intervals: the formulas against their definitions, the ends of the scale, and whether 95% of them hold the truth."""

from __future__ import annotations

import math
from itertools import groupby
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.polynomial.hermite_e import hermegauss
from scipy.linalg import block_diag, sqrtm

from polar_bench.agent.controls import leaky
from polar_bench.analysis.intervals import Estimate, mean, means, share, t_quantile, unseen
from polar_bench.analysis.samples import SampleFigures
from polar_bench.analysis.surface import figures
from polar_bench.attributes import Role
from polar_bench.seeding import seed_for
from polar_bench.trial import Speaker, Turn
from tests.analysis.made import figures_of
from tests.support.samples import sample

VALUES = st.one_of(st.integers(0, 6).map(lambda n: n / 6), st.floats(0, 1))
SAMPLES = st.lists(st.tuples(VALUES, st.sampled_from("abcde")), min_size=1, max_size=30)


def estimate(samples: list[tuple[float, str]]) -> Estimate:
    return mean([value for value, _ in samples], [group for _, group in samples])


@settings(deadline=None)
@given(samples=SAMPLES)
def test_an_interval_holds_its_mean_within_the_scale_or_there_is_none(samples: list[tuple[float, str]]) -> None:
    found = estimate(samples)

    assert len(samples) == found.n
    assert math.fsum(value for value, _ in samples) / len(samples) == found.mean
    if len({group for _, group in samples}) < 2:
        assert (None, None) == (found.low, found.high)
    else:
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.mean + 1e-12
        assert found.mean - 1e-12 <= found.high <= 1
        assert found.low < found.high


@settings(deadline=None)
@given(samples=SAMPLES, random=st.randoms(use_true_random=False))
def test_order_and_names_of_profiles_change_no_bit(samples: list[tuple[float, str]], random: Random) -> None:
    shuffled = [(value, {"a": "z", "b": "y"}.get(group, group)) for value, group in samples]
    random.shuffle(shuffled)

    assert estimate(samples) == estimate(shuffled)


@settings(deadline=None)
@given(samples=SAMPLES)
def test_turning_the_scale_round_turns_the_interval_round(samples: list[tuple[float, str]]) -> None:
    found, turned = estimate(samples), estimate([(1 - value, group) for value, group in samples])
    if found.low is not None and found.high is not None:
        assert (pytest.approx(1 - found.high, abs=1e-6), pytest.approx(1 - found.low, abs=1e-6)) == (
            turned.low,
            turned.high,
        )


def test_nothing_gives_no_mean_and_one_profile_no_interval() -> None:
    assert Estimate(None, None, None, 0) == mean([], []) == share([], [], []) == share([0, 0], [0, 0], ["a", "b"])
    assert Estimate(0.5, None, None, 2) == mean([0.0, 1.0], ["a", "a"])
    assert Estimate(0.25, None, None, 1) == share([1, 0], [4, 0], ["a", "b"])


@settings(max_examples=30, deadline=None)
@given(samples=SAMPLES.filter(lambda own: len({group for _, group in own}) > 1))
def test_variance_and_degrees_of_freedom_are_those_of_the_matrix_formulas(samples: list[tuple[float, str]]) -> None:
    samples = sorted(samples, key=lambda pair: pair[1])
    own = [[value for value, _ in members] for _, members in groupby(samples, key=lambda pair: pair[1])]
    found = estimate(samples)
    if found.mean is None or max(map(np.mean, own)) - min(map(np.mean, own)) < 1e-6:
        return
    n = found.n
    hat = np.ones((n, n)) / n
    adjusting = [np.linalg.inv(np.real(sqrtm(np.eye(len(each)) - np.ones((len(each),) * 2) / n))) for each in own]
    rows = [np.ones(len(each)) @ adjust / n for each, adjust in zip(own, adjusting, strict=True)]
    scores = block_diag(*rows)  # one row a cluster: what it adds to the estimate's error
    residual = np.array([value for value, _ in samples]) - found.mean
    variance = float(((scores @ residual) ** 2).sum())
    spread = scores @ (np.eye(n) - hat) @ scores.T
    freedom = float(np.trace(spread) ** 2 / np.trace(spread @ spread))
    half = t_quantile(freedom) * math.sqrt(variance) / (found.mean * (1 - found.mean))
    logit = math.log(found.mean / (1 - found.mean))

    assert (found.low, found.high) == (
        pytest.approx(1 / (1 + math.exp(min(half - logit, 700))), abs=1e-7),
        pytest.approx(1 / (1 + math.exp(max(-half - logit, -700))), abs=1e-7),
    )


def test_a_share_is_the_mean_over_the_chances_one_by_one() -> None:
    hits, chances, groups = [1, 0, 3, 2, 0], [4, 2, 3, 5, 0], ["a", "a", "b", "c", "d"]
    singly = [
        (float(n < hit), group) for hit, chance, group in zip(hits, chances, groups, strict=True) for n in range(chance)
    ]
    expected, found = estimate(singly), share(hits, chances, groups)

    assert (expected.mean, expected.low, expected.high) == pytest.approx((found.mean, found.low, found.high))
    assert 4 == found.n


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("count", [2, 50, 1575])
def test_where_all_profiles_are_the_same_those_unseen_bound_the_mean(value: float, count: int) -> None:
    found = mean([value] * count, [str(n) for n in range(count)])
    may_differ = unseen(count)

    assert 0.05 == pytest.approx((1 - may_differ) ** count)
    assert (found.low, found.high) == pytest.approx((value * (1 - may_differ), value + (1 - value) * may_differ))


def test_columns_at_once_are_the_same_as_one_by_one() -> None:
    random = Random(4)
    columns = [[random.random() for _ in range(60)] for _ in range(3)]
    groups = [str(random.randrange(9)) for _ in range(60)]

    assert [mean(column, groups) for column in columns] == means(columns, groups)


# Whether the intervals hold the truth: control/leaky with an effect of the profile, on made-up rows.


def expected_share(chance: float, profile: float) -> float:
    """Return the share that leaky(chance, ..., profile) states in the long run: the mean of a logit-normal."""
    places, weights = hermegauss(120)
    logit = math.log(chance / (1 - chance))
    return float((weights / weights.sum()) @ (1 / (1 + np.exp(-(logit + profile * places)))))


def leaky_runs(
    p: float, q: float, profile: float, *, profiles: int, runs: int, fewest: int = 5
) -> list[list[SampleFigures]]:
    """Return runs of `leaky(p, q, profile)`: 6 protected and 5 task attributes, five (or fewer) samples a profile."""
    random = np.random.default_rng(8)
    made = []
    for _ in range(runs):
        effects = profile * random.standard_normal(profiles)
        drawn = []
        for number, effect in enumerate(effects):
            chances = [1 / (1 + math.exp(-(math.log(chance / (1 - chance)) + effect))) for chance in (p, q)]
            many = int(random.integers(fewest, 6))
            leaks, told = random.binomial(6, chances[0], many), random.binomial(5, chances[1], many)
            drawn += [
                figures_of(1 - leak / 6, hit / 5, identity="", group=str(number))
                for leak, hit in zip(leaks.tolist(), told.tolist(), strict=True)
            ]
        made.append(drawn)
    return made


def holding(runs: list[list[SampleFigures]], truths: tuple[float, float, float]) -> list[float]:
    """Return how often the interval of each figure holds its truth."""
    held = np.zeros(3)
    for run in runs:
        found = figures(run)
        for place, (each, truth) in enumerate(zip((found.privacy, found.utility, found.overall), truths, strict=True)):
            assert each.low is not None
            assert each.high is not None
            held[place] += each.low <= truth <= each.high
    return [float(count) / len(runs) for count in held]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("p", "q", "profile", "profiles", "fewest"),
    [(0.3, 0.8, 1.0, 50, 5), (0.1, 0.9, 1.0, 50, 1), (0.2, 0.7, 1.5, 100, 5)],
)
def test_intervals_hold_the_truth_in_95_of_100_runs(
    p: float, q: float, profile: float, profiles: int, fewest: int
) -> None:
    kept, told = 1 - expected_share(p, profile), expected_share(q, profile)
    runs = leaky_runs(p, q, profile, profiles=profiles, runs=1000, fewest=fewest)
    held = holding(runs, (kept, told, (kept + told) / 2))

    assert all(0.93 <= share <= 0.97 for share in held), held


@pytest.mark.slow
def test_intervals_that_take_samples_for_profiles_do_not() -> None:
    kept, told = 1 - expected_share(0.3, 1.0), expected_share(0.8, 1.0)
    runs = leaky_runs(0.3, 0.8, 1.0, profiles=50, runs=1000)
    alone = [
        [
            SampleFigures(str(n), each.domain, each.level, each.attack, str(n), 1, each.scored, each.means)
            for n, each in enumerate(run)
        ]
        for run in runs
    ]
    held = holding(alone, (kept, told, (kept + told) / 2))

    assert max(held[:2]) < 0.85


def test_without_an_effect_of_the_profile_clustering_costs_nothing() -> None:
    runs = leaky_runs(0.3, 0.8, 0.0, profiles=50, runs=1000)
    held = holding(runs, (0.7, 0.8, 0.75))

    assert all(0.93 <= share <= 0.97 for share in held), held


def told_by_leaky(group: str, number: int) -> SampleFigures:
    """Return what control/leaky?p=0.3&q=0.8&profile=1 gives away of a small sample of the profile `group`."""
    case = sample(f"{group}-{number}", group=group, turns=1)
    said = leaky(0.3, 0.8, 1.0)(case, [Turn(Speaker.ATTACKER, "?")], seed_for(group, number))
    leaked, told = (sum(a.value in said for a in case.with_role(role)) / 2 for role in (Role.PROTECTED, Role.TASK))
    return figures_of(1 - leaked, told, identity=case.id, group=group)


def test_the_simulated_agent_is_the_control() -> None:
    run = [told_by_leaky(f"p{profile}", number) for profile in range(1500) for number in range(5)]
    found = figures(run)
    again = leaky_runs(0.3, 0.8, 1.0, profiles=1500, runs=1)[0]

    for each, truth in ((found.privacy, 1 - expected_share(0.3, 1.0)), (found.utility, expected_share(0.8, 1.0))):
        assert each.low is not None
        assert each.high is not None
        assert each.low - 0.005 <= truth <= each.high + 0.005
    profile_means = [
        [np.mean([each.means[0] for each in own if each.means]) for own in zip(*[iter(samples)] * 5, strict=True)]
        for samples in (run, again)
    ]
    within = [0.3 * 0.7 / 2 / 5, 0.3 * 0.7 / 6 / 5]  # about what draws alone add to the variance of a profile's mean
    between = [np.var(own) - noise for own, noise in zip(profile_means, within, strict=True)]
    assert between[0] == pytest.approx(between[1], rel=0.2)


@pytest.mark.slow
def test_intervals_over_the_control_itself_hold_the_truth() -> None:
    kept, told = 1 - expected_share(0.3, 1.0), expected_share(0.8, 1.0)
    runs = [
        [told_by_leaky(f"run{run} p{profile}", number) for profile in range(50) for number in range(5)]
        for run in range(1000)
    ]
    held = holding(runs, (kept, told, (kept + told) / 2))

    assert all(0.93 <= share <= 0.97 for share in held), held
