"""The order of runs, and which can't be told apart."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.ranking import ranked
from polar_bench.analysis.samples import SampleFigures
from tests.analysis.made import figures_of, runs


def run(least: float, *, seed: int = 1, profiles: int = 40) -> list[SampleFigures]:
    random = Random(seed)
    return [
        figures_of(
            max(0.0, min(1.0, least + random.uniform(-0.2, 0.2))), 0.8, identity=f"s{n}", group=f"g{n % profiles}"
        )
        for n in range(profiles * 2)
    ]


def test_the_best_stands_first_and_near_ones_are_tied() -> None:
    found = ranked({"low": run(0.3), "high": run(0.8, seed=2), "near": run(0.78, seed=3), "empty": []})

    assert ["high", "near", "low", "empty"] == [each.run for each in found]
    assert [1, 2, 3, None] == [each.place for each in found]
    assert [(2,), (1,), (), ()] == [each.tied for each in found]


@settings(max_examples=15, deadline=None)
@given(given=st.dictionaries(st.sampled_from("abcd"), runs(8), max_size=4))
def test_places_follow_the_means_and_ties_go_both_ways(given: dict[str, list[SampleFigures]]) -> None:
    found = ranked(given)
    placed = [each for each in found if each.place is not None]
    tied = {each.place: set(each.tied) for each in placed}

    assert list(range(1, len(placed) + 1)) == [each.place for each in placed]
    means = [each.figures.overall.mean or 0 for each in placed]
    assert sorted(means, reverse=True) == means
    assert all(one in tied[other] for one, others in tied.items() for other in others)
    assert all(place not in own for place, own in tied.items())


def test_a_run_is_tied_with_its_equal() -> None:
    found = ranked({"a": run(0.5), "b": run(0.5)})

    assert [("a", 1, (2,)), ("b", 2, (1,))] == [(each.run, each.place, each.tied) for each in found]
