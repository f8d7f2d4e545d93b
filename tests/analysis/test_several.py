"""Several runs side by side: their own figures, the same in any order, averages, the front."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.comparison import compare
from polar_bench.analysis.samples import SampleFigures
from polar_bench.analysis.several import Several, several, surface
from polar_bench.journal import codec
from tests.analysis.made import CELLS, figures_of, runs


@st.composite
def many(draw: st.DrawFn) -> dict[str, list[SampleFigures]]:
    """Return runs of the same samples, each in one place of the design, whatever figures each run has."""
    made = draw(st.dictionaries(st.sampled_from("abcd"), runs(8), min_size=1, max_size=3))
    place = {each.sample_id: (each.level, each.attack, each.group) for own in made.values() for each in own}

    def placed(each: SampleFigures) -> SampleFigures:
        level, attack, group = place[each.sample_id]
        return msgspec.structs.replace(each, level=level, attack=attack, group=group)

    return {name: [placed(each) for each in own] for name, own in made.items()}


def close(one: object, other: object) -> bool:
    """Return whether two surfaces are the same but for rounding, in all their numbers."""

    def numbers(value: object) -> list[float | None]:
        if isinstance(value, dict):
            return [number for each in value.values() for number in numbers(each)]
        assert value is None or isinstance(value, int | float)
        return [value]

    left, right = (numbers(msgspec.to_builtins(each)) for each in (one, other))
    return len(left) == len(right) and all(
        a == b if a is None or b is None else a == pytest.approx(b, abs=1e-9) for a, b in zip(left, right, strict=True)
    )


@settings(max_examples=20, deadline=None)
@given(own=runs())
def test_one_run_has_its_own_figures_and_nothing_to_compare(own: list[SampleFigures]) -> None:
    found = several({"a": own}, "strict")

    assert surface(own) == found.surfaces["a"] == found.average
    assert (len({each.sample_id for each in own}), 0) == (found.samples, found.left_out)
    assert {} == found.against_first
    has_mean = found.average.all.overall.mean is not None
    assert (("a",) if has_mean else ()) == found.front
    assert {1 if has_mean else None} == {at.ranks["a"] for at in found.ranks}


@settings(max_examples=15, deadline=None)
@given(given_runs=many(), seed=st.integers(0, 5))
def test_the_order_of_runs_decides_what_is_compared_with_and_nothing_else(
    given_runs: dict[str, list[SampleFigures]], seed: int
) -> None:
    one = several(given_runs, "strict", seed=seed)
    other = several(dict(reversed(given_runs.items())), "strict", seed=seed)

    blank = {"first": None, "against_first": {}}
    assert msgspec.structs.replace(one, **blank) == msgspec.structs.replace(other, **blank)
    assert next(iter(given_runs)) == one.first
    assert {*given_runs} - {one.first} == one.against_first.keys()


@settings(max_examples=15, deadline=None)
@given(own=runs(), count=st.integers(1, 7))
def test_the_average_of_equal_runs_is_the_run(own: list[SampleFigures], count: int) -> None:
    found = several({f"run-{n}": own for n in range(count)}, "strict")

    assert close(surface(own), found.average)
    assert len({each.place for each in found.places if each.place is not None}) in (0, count)


def test_only_samples_that_all_runs_have_count() -> None:
    first = [figures_of(0.0, identity="only-a"), figures_of(1.0, identity="both")]
    second = [figures_of(0.5, identity="both"), figures_of(0.0, identity="only-b", cell=CELLS[3])]
    found = several({"a": first, "b": second}, "strict")

    assert (1, 2) == (found.samples, found.left_out)
    assert [1.0, 0.5] == [found.surfaces[name].all.privacy.mean for name in "ab"]
    assert 0.75 == found.average.all.privacy.mean
    assert compare(first[1:], second[:1], "strict") == found.against_first["b"]


def test_a_sample_that_one_run_has_not_scored_is_in_no_average() -> None:
    missing = SampleFigures("x", "medical", *CELLS[0], "g", 1, (), None)
    found = several(
        {"a": [missing, figures_of(1.0, identity="y")], "b": [figures_of(0.0, identity=name) for name in "xy"]}, "paper"
    )

    assert (2, 1) == (found.samples, found.average.all.privacy.n)
    assert 0.5 == found.average.all.privacy.mean


def test_runs_that_none_beats_stand_on_the_front() -> None:
    points = {"safe": (0.9, 0.2), "useful": (0.3, 0.9), "beaten": (0.3, 0.1), "middle": (0.6, 0.6)}
    found = several({name: [figures_of(*point, identity="x")] for name, point in points.items()}, "strict")

    assert ("safe", "middle", "useful") == found.front
    assert 1 == found.ranks[-1].ranks["safe"] == found.ranks[0].ranks["useful"]


def test_it_is_json_and_no_run_is_nothing() -> None:
    found = several({"a": [figures_of(0.5, identity="x")], "b": [figures_of(0.1, identity="x")]}, "strict")

    assert found == msgspec.json.decode(codec.encode(found), type=Several)
    assert (0, None, (), ()) == tuple(
        getattr(several({}, "strict"), name) for name in ("samples", "first", "places", "front")
    )
