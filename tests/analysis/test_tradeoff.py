"""Lambda, ranks and the Pareto front."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.samples import SampleFigures
from polar_bench.analysis.surface import figures
from polar_bench.analysis.tradeoff import WEIGHTS, by_weight, pareto_front, ranks
from tests.analysis.made import figures_of, runs

POINTS = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=2), st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8
)


@settings(max_examples=40, deadline=None)
@given(run=runs())
def test_the_weights_lead_from_utility_over_the_headline_to_privacy(run: list[SampleFigures]) -> None:
    curve, headline = by_weight(run), figures(run)

    assert WEIGHTS == tuple(each.weight for each in curve)
    assert (headline.utility, headline.privacy) == (curve[0].overall, curve[-1].overall)
    assert headline.overall.mean == pytest.approx(curve[5].overall.mean)
    assert (0.0, 0.5, 1.0) == (WEIGHTS[0], WEIGHTS[5], WEIGHTS[-1])


@given(points=POINTS)
def test_the_front_holds_whatever_nothing_is_better_than(points: dict[str, tuple[int, int]]) -> None:
    front = pareto_front({name: (float(p), float(u)) for name, (p, u) in points.items()})

    for name, (privacy, utility) in points.items():
        beaten = any(p >= privacy and u >= utility and (p, u) != (privacy, utility) for p, u in points.values())
        assert (name not in front) == beaten
    assert front == sorted(front, key=lambda name: -points[name][0])
    assert bool(points) == bool(front)


def test_places_turn_with_the_weight_and_equal_runs_share_one() -> None:
    safe, useful, middling = (1.0, 0.2), (0.3, 1.0), (0.6, 0.6)
    curves = {
        name: by_weight([figures_of(*pair, identity="s")])
        for name, pair in (("safe", safe), ("useful", useful), ("as useful", useful), ("middling", middling))
    }
    curves["empty"] = by_weight([])
    found = ranks(curves)

    assert {"safe": 4, "useful": 1, "as useful": 1, "middling": 3, "empty": None} == found[0].ranks
    assert {"safe": 1, "useful": 3, "as useful": 3, "middling": 2, "empty": None} == found[-1].ranks
