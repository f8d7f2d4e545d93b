"""Comparison: paired, the same whichever way the runs come, and silent where there is nothing to say."""

from __future__ import annotations

import math
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.comparison import Comparison, compare, differences, pairs
from polar_bench.analysis.difference import Difference
from polar_bench.analysis.samples import FIGURES, SampleFigures
from polar_bench.analysis.surface import figures
from polar_bench.journal import codec
from tests.analysis.made import CELLS, figures_of, runs


def moved(run: list[SampleFigures], by: float, seed: int = 1) -> list[SampleFigures]:
    """Return the run with privacy lower by `by` of what there is, give or take."""
    random = Random(seed)
    return [
        figures_of(
            each.means[0] * (1 - by * random.random()) if each.means else 0.0,
            each.means[1] if each.means else 0.0,
            identity=each.sample_id,
            group=each.group,
            cell=(each.level, each.attack),
        )
        for each in run
    ]


def whole(count: int = 250, profiles: int = 50) -> list[SampleFigures]:
    random = Random(7)
    return [
        figures_of(
            random.randrange(7) / 6,
            random.randrange(6) / 5,
            identity=f"s{n:04d}",
            group=f"g{n % profiles}",
            cell=CELLS[n % 25],
        )
        for n in range(count)
    ]


@settings(max_examples=15, deadline=None)
@given(a=runs(), b=runs(), random=st.randoms(use_true_random=False))
def test_only_samples_scored_in_both_are_compared_in_any_order(
    a: list[SampleFigures], b: list[SampleFigures], random: Random
) -> None:
    scored = {each.sample_id for each in a if each.means} & {each.sample_id for each in b if each.means}
    found = compare(a, b, "strict")
    shuffled = [*a], [*b]
    for each in shuffled:
        random.shuffle(each)

    assert len(scored) == found.compared == found.headline.privacy.n
    assert len({each.sample_id for each in a} & {each.sample_id for each in b}) == found.common
    assert figures(each for each in a if each.sample_id in scored) == found.a
    assert codec.encode(found) == codec.encode(compare(*shuffled, "strict"))
    counts = [cell.overall.n for row in found.cells.values() for cell in row.values()]
    assert (25, len(scored)) == (len(counts), sum(counts))
    for part in (found.levels, found.attacks, found.domains):
        assert len(scored) == sum(each.overall.n for each in part.values())


@settings(max_examples=15, deadline=None)
@given(a=runs(), b=runs())
def test_the_mean_difference_is_the_difference_of_the_means(a: list[SampleFigures], b: list[SampleFigures]) -> None:
    found = compare(a, b, "strict")
    for name in FIGURES:
        change: Difference = getattr(found.headline, name)
        if change.mean is None:
            assert 0 == found.compared
        else:
            assert change.mean == pytest.approx(getattr(found.b, name).mean - getattr(found.a, name).mean)


def test_the_other_way_round_has_the_other_sign_and_the_same_p() -> None:
    a = whole(60, 12)
    b = moved(a, 0.6)
    there, back = compare(a, b, "strict"), compare(b, a, "strict")

    for name in FIGURES:
        one: Difference = getattr(there.headline, name)
        other: Difference = getattr(back.headline, name)
        assert (pytest.approx(-(one.mean or 0)), one.p) == (other.mean, other.p)
        if name != "utility":
            assert one.low is not None
            assert other.high is not None
            assert -one.low == pytest.approx(other.high, abs=0.02)


def test_a_clear_change_is_found_and_none_where_there_is_none() -> None:
    a = whole()
    worse, same = compare(a, moved(a, 0.8), "strict"), compare(a, a, "strict")

    assert not worse.headline.privacy.holds_zero
    assert (worse.headline.privacy.p or 1) < 0.01
    assert worse.headline.utility.holds_zero
    assert (0.0, 1.0) == (same.headline.privacy.mean, same.headline.privacy.p)
    assert same.headline.privacy.holds_zero
    assert () == same.changed


def test_holm_holds_the_cells_of_each_figure_together_and_leaves_the_rest_alone() -> None:
    a = whole(1000, 200)
    found = compare(a, moved(a, 0.5), "strict")
    for name in FIGURES:
        own: list[Difference] = [getattr(found.cells[level][attack], name) for level, attack in CELLS]
        told = [(each.p, each.p_holm) for each in own if each.p is not None and each.p_holm is not None]
        assert 25 == len(told)
        smallest = min(told)
        assert min(1.0, 25 * smallest[0]) == pytest.approx(smallest[1])
        assert all(p <= adjusted for p, adjusted in told)
    assert found.headline.privacy.p_holm is None
    assert all(each.privacy.p_holm is None for each in found.levels.values())


def test_the_samples_that_changed_most_come_first() -> None:
    a = [figures_of(1.0, 1.0, identity=f"s{n:02d}", group=f"g{n}") for n in range(30)]
    b = [figures_of(1 - n / 30, 1.0, identity=f"s{n:02d}", group=f"g{n}") for n in range(30)]
    found = compare(a, b, "strict").changed

    assert [f"s{n}" for n in range(29, 19, -1)] == [each.sample_id for each in found]
    assert ((1.0, 1.0, 1.0), b[29].means) == (found[0].a, found[0].b)
    assert (b[29].means or (0, 0, 0))[2] - 1 == pytest.approx(found[0].change)


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_in_common_or_one_profile_gives_no_interval_and_no_p(count: int) -> None:
    a = [figures_of(1.0, identity=f"s{n}") for n in range(count)]
    b = [figures_of(0.5, identity=f"s{n}") for n in range(count)]
    found = compare(a, [*b, figures_of(0.0, identity="other")], "strict")
    change = found.headline.privacy

    assert (-0.5 if count else None, None, None, None, count) == (
        change.mean,
        change.low,
        change.high,
        change.p,
        change.n,
    )
    assert change.holds_zero
    assert all(each.mean is None and each.n == 0 for each in _of(found, "P3"))


def test_the_figures_of_a_part_hang_on_nothing_else() -> None:
    a = whole()
    b = moved(a, 0.4)
    part = [each for each in a if each.level == "P2"]
    found = compare(a, b, "strict")

    assert found.levels["P2"] == differences(pairs(part, b), "level P2")
    assert found.headline == differences(pairs(a, b))
    assert found.headline != differences(pairs(a, b), seed=7)
    assert math.isclose(found.headline.overall.mean or 0, differences(pairs(a, b), seed=7).overall.mean or 0)


def test_a_comparison_is_json() -> None:
    a = whole(50, 10)
    found = compare(a, moved(a, 0.4), "strict")

    assert found == msgspec.json.decode(codec.encode(found), type=Comparison)


def _of(found: Comparison, level: str) -> list[Difference]:
    return [cell.overall for cell in found.cells[level].values()]
