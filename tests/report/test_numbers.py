"""How a number is written: three decimals, no sign of a zero, and no figure on the wrong side of a limit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.report import numbers

SHARES = st.floats(0, 1)
CHANGES = st.floats(-1, 1)


@given(value=SHARES)
def test_a_figure_is_near_what_it_stands_for(value: float) -> None:
    assert abs(float(numbers.figure(value)) - value) <= 0.0005 + 1e-12


@given(value=CHANGES)
def test_a_change_has_a_sign_unless_it_rounds_to_zero(value: float) -> None:
    text = numbers.change(value)

    assert abs(float(text) - value) <= 0.0005 + 1e-12
    assert (text == "0.000") == (abs(value) < 0.0005 or float(text) == 0)
    assert text == "0.000" or text[0] == ("+" if value > 0 else "-")
    assert "-0.000" not in (text, numbers.figure(value))


@given(value=SHARES, limit=st.integers(0, 100).map(lambda n: n / 100))
def test_a_figure_beside_its_limit_stands_on_the_side_where_it_is(value: float, limit: float) -> None:
    text = numbers.against(value, limit)

    assert float(text) == limit or (float(text) < limit) == (value < limit)
    assert abs(value - limit) < 1e-8 or float(text) != limit
    assert abs(value - limit) < 0.001 or text == numbers.figure(value)


def test_what_is_not_there_is_a_dash_or_nothing() -> None:
    for none in (Estimate(None, None, None, 0), Difference(None, None, None, None, 0)):
        assert (numbers.NONE, "") == (numbers.with_interval(none), numbers.interval(none))
    assert numbers.NONE == numbers.figure(None) == numbers.change(None) == numbers.probability(None)
    assert "0.250" == numbers.with_interval(Estimate(0.25, None, None, 1))
    assert "0.250 [0.100, 0.500]" == numbers.with_interval(Estimate(0.25, 0.1, 0.5, 9))
    assert "-0.250 [-0.500, +0.100]" == numbers.with_interval(Difference(-0.25, -0.5, 0.1, 0.2, 9))


def test_only_differences_that_are_clear_among_all_cells_are_marked() -> None:
    assert ["*", "", ""] == [numbers.mark(Difference(0.1, 0, 0.2, 0.001, 9, p)) for p in (0.01, 0.05, None)]
