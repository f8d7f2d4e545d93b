"""Rates, spread, pairs and kappas: against tables worked out by hand, and by laws."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.quality.agreement import Agreement, Figure, Rated, agreement, splits

Verdicts = list[tuple[bool | None, ...]]
NAMES = ("a", "b", "c")


def items(rows: Verdicts, per_group: int = 1) -> list[Rated]:
    """Return an item for each row of verdicts, the judges' names in order of the alphabet."""
    return [
        Rated(f"g{number // per_group}", dict(zip("abcdefg", row, strict=False))) for number, row in enumerate(rows)
    ]


def table(both: int, one: int, other: int, neither: int) -> list[Rated]:
    return items([(True, True)] * both + [(True, False)] * one + [(False, True)] * other + [(False, False)] * neither)


def judged(rows: Verdicts, per_group: int = 1, resamples: int = 200) -> Agreement:
    return agreement(items(rows, per_group), NAMES[: len(rows[0])], resamples=resamples)


def test_rates_of_the_paper_give_its_mean_and_population_sd() -> None:
    accepted = (800, 917, 917)
    rows: Verdicts = [tuple(number < count for count in accepted) for number in range(1000)]
    found = judged(rows)
    assert [0.8, 0.917, 0.917] == [found.acceptance[name].value for name in NAMES]
    assert found.mean.value is not None
    assert found.sd_population.value is not None
    assert found.sd_sample.value is not None
    assert ("87.8", "5.5", "6.8") == tuple(
        f"{100 * value:.1f}" for value in (found.mean.value, found.sd_population.value, found.sd_sample.value)
    )
    assert 3 == found.mean.n == found.sd_population.n == found.sd_sample.n


@pytest.mark.parametrize(
    ("counts", "agreed", "kappa"),
    [
        ((20, 5, 10, 15), "0.7", "2/5"),  # Pe = 0.5 * 0.6 + 0.5 * 0.4
        ((45, 15, 25, 15), "0.6", "3/23"),  # Pe = 0.6 * 0.7 + 0.4 * 0.3 = 0.54
        ((25, 35, 5, 35), "0.6", "7/27"),  # the same agreement, other margins: Pe = 0.6 * 0.3 + 0.4 * 0.7 = 0.46
        ((10, 0, 0, 10), "1", "1"),
        ((0, 10, 10, 0), "0", "-1"),
        ((5, 5, 5, 5), "0.5", "0"),
    ],
)
def test_cohens_kappa_is_that_of_the_table(counts: tuple[int, int, int, int], agreed: str, kappa: str) -> None:
    pair = agreement(table(*counts), ("a", "b"), resamples=50).pairs[0]
    assert float(Fraction(agreed)) == pair.agreement.value
    assert float(Fraction(kappa)) == pair.kappa.value
    assert sum(counts) == pair.kappa.n == pair.agreement.n


def test_fleiss_kappa_of_two_judges_pools_their_margins() -> None:
    found = agreement(table(20, 5, 10, 15), ("a", "b"), resamples=50)
    assert float((Fraction("0.7") - Fraction("0.505")) / Fraction("0.495")) == found.fleiss.value


def fleiss_by_definition(rows: list[tuple[bool, ...]]) -> Fraction | None:
    """Fleiss 1971, category by category, in fractions."""
    raters = len(rows[0])
    counts = [(sum(row), raters - sum(row)) for row in rows]
    each = [Fraction(sum(n * (n - 1) for n in pair), raters * (raters - 1)) for pair in counts]
    observed = sum(each, Fraction()) / len(rows)
    shares = [Fraction(sum(pair[k] for pair in counts), raters * len(rows)) for k in (0, 1)]
    expected = sum((share * share for share in shares), Fraction())
    return None if expected == 1 else (observed - expected) / (1 - expected)


@given(st.lists(st.tuples(*[st.booleans()] * 3), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_fleiss_kappa_of_three_judges_is_that_of_its_definition(rows: list[tuple[bool, ...]]) -> None:
    expected = fleiss_by_definition(rows)
    found = agreement(items(list(rows)), NAMES, resamples=20).fleiss.value
    assert (None if expected is None else float(expected)) == (found if found is None else pytest.approx(found))
    if found is not None and expected is not None:
        assert math.isclose(float(expected), found, abs_tol=1e-12)


MIXED: Verdicts = [
    tuple(Random(f"{row} {judge}").choice((True, True, False, None)) for judge in range(3)) for row in range(60)
]


def test_order_of_items_changes_no_bit() -> None:
    ordered = items(MIXED, per_group=4)
    mixed = Random(1).sample(ordered, len(ordered))
    assert agreement(ordered, NAMES, resamples=200) == agreement(mixed, NAMES, resamples=200)


def test_names_and_order_of_judges_change_no_bit() -> None:
    renamed = {"a": "zoe", "b": "max", "c": "eve"}
    before = agreement(items(MIXED, per_group=4), NAMES, resamples=200)
    others = [
        Rated(item.group, {renamed[name]: verdict for name, verdict in item.verdicts.items()})
        for item in items(MIXED, per_group=4)
    ]
    after = agreement(others, ("eve", "zoe", "max"), resamples=200)
    assert (before.mean, before.sd_population, before.sd_sample, before.fleiss) == (
        after.mean,
        after.sd_population,
        after.sd_sample,
        after.fleiss,
    )
    assert {renamed[name]: figure for name, figure in before.acceptance.items()} == after.acceptance
    assert {frozenset((renamed[p.one], renamed[p.other])): (p.agreement, p.kappa) for p in before.pairs} == {
        frozenset((p.one, p.other)): (p.agreement, p.kappa) for p in after.pairs
    }


def test_more_of_the_same_in_each_group_makes_no_interval_narrower() -> None:
    once = items(MIXED, per_group=4)
    thrice = [item for item in once for _ in range(3)]
    one, three = (agreement(rows, NAMES, resamples=200) for rows in (once, thrice))
    for before, after in zip(figures(one), figures(three), strict=True):
        assert msgspec.structs.replace(before, n=0) == msgspec.structs.replace(after, n=0)


def test_intervals_hold_their_figure_and_narrow_with_groups() -> None:
    few, many = judged(MIXED[:20]), judged(MIXED * 10)
    for figure in (*few.acceptance.values(), few.mean, *many.acceptance.values(), many.mean):
        assert figure.low is not None
        assert figure.value is not None
        assert figure.high is not None
        assert figure.low <= figure.value <= figure.high
    assert width(many.acceptance["a"]) < width(few.acceptance["a"]) / 2
    assert width(many.fleiss) < width(few.fleiss) / 2


def figures(found: Agreement) -> list[Figure]:
    return [
        *found.acceptance.values(),
        found.mean,
        found.sd_population,
        found.sd_sample,
        found.fleiss,
        *(figure for pair in found.pairs for figure in (pair.agreement, pair.kappa)),
    ]


def width(figure: Figure) -> float:
    assert figure.low is not None
    assert figure.high is not None
    return figure.high - figure.low


def test_unjudged_counts_neither_way() -> None:
    found = judged([(True, None), (None, False), (False, False), (True, True)])
    assert [2 / 3, 1 / 3] == [found.acceptance[name].value for name in "ab"]
    assert (2, 1.0) == (found.pairs[0].agreement.n, found.pairs[0].agreement.value)
    assert 2 == found.fleiss.n


def test_judges_without_variance_have_no_kappa_and_it_says_so() -> None:
    found = judged([(True, True)] * 9)
    assert 1.0 == found.pairs[0].agreement.value
    for kappa in (found.pairs[0].kappa, found.fleiss):
        assert kappa.value is None
        assert (9, True) == (kappa.n, "no variance" in kappa.note)


def test_one_judge_has_a_rate_and_a_mean_and_nothing_to_agree_with() -> None:
    found = judged([(True,), (False,), (True,), (True,)])
    assert (0.75, 0.75, 0.0) == (found.acceptance["a"].value, found.mean.value, found.sd_population.value)
    assert (None, "one judge") == (found.sd_sample.value, found.sd_sample.note)
    assert (None, "one judge") == (found.fleiss.value, found.fleiss.note)
    assert () == found.pairs


def test_a_judge_that_judged_nothing_is_in_no_mean() -> None:
    found = judged([(True, None), (False, None)])
    assert (None, 0, "no item judged") == (
        found.acceptance["b"].value,
        found.acceptance["b"].n,
        found.acceptance["b"].note,
    )
    assert (0.5, 1) == (found.mean.value, found.mean.n)
    assert "no item that both judged" == found.pairs[0].kappa.note
    assert "no item that all judged" == found.fleiss.note


def test_no_items_give_no_figures() -> None:
    assert [None] * 8 == [figure.value for figure in figures(agreement([], ("a", "b"), resamples=10))]


def test_one_group_gives_no_interval() -> None:
    found = judged([(True, False), (True, True), (False, False)], per_group=3)
    assert (None, None) == (found.mean.low, found.mean.high)
    assert "one group" in found.mean.note


def test_a_kappa_undefined_in_many_resamples_has_no_interval() -> None:
    found = judged([(True, True)] * 9 + [(False, True)])
    assert 0.0 == found.pairs[0].kappa.value
    assert found.pairs[0].kappa.low is None
    assert "undefined in" in found.pairs[0].kappa.note


def test_splits_stand_by_share_and_leave_out_what_one_judge_alone_judged() -> None:
    rows = items([(True, True), (True, False), (True, None), (False, False), (None, None)])
    placed = [("P1/S1", rows[0]), ("P1/S1", rows[1]), ("P2/S1", rows[1]), ("P1/S1", rows[2]), ("P3/S1", rows[3])]
    assert [("P2/S1", 1, 1), ("P1/S1", 2, 1), ("P3/S1", 1, 0)] == [
        (split.where, split.items, split.split) for split in splits([*placed, ("P4/S1", rows[4])])
    ]
