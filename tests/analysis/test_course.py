"""The course of dialogues: a curve that only rises and ends at the headline."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.course import courses
from polar_bench.analysis.found import played_samples
from polar_bench.analysis.samples import by_sample
from polar_bench.analysis.surface import figures
from polar_bench.sample import Attack
from polar_bench.scoring.rows import ScoreRow
from tests.analysis.made import profile, row_of

PROFILES = [*profile("a"), *profile("b", first=2, is_swapped=True)]
KNOWN = {each.id: each for each in PROFILES}
TOLD = st.dictionaries(st.sampled_from(("name", "town", "topic", "phone", "mail", "pay", "band")), st.integers(0, 5))


@st.composite
def rows(draw: st.DrawFn) -> list[ScoreRow]:
    made = []
    for case in PROFILES[: draw(st.integers(1, 10))]:
        for repeat in range(draw(st.integers(1, 2))):
            told = draw(TOLD)
            made.append(row_of(case, list(told), turns=list(told.values()), repeat=repeat))
    return made


@settings(max_examples=40, deadline=None)
@given(rows=rows())
def test_the_curve_rises_to_the_headline(rows: list[ScoreRow]) -> None:
    found = courses(played_samples(rows, KNOWN, "strict"))
    headline = figures(by_sample(rows, "strict"))
    assert found is not None
    curve = found["all"].within

    for before, after in pairwise(curve):
        assert before.replies + 1 == after.replies
        for name in ("any_protected", "protected", "task"):
            assert getattr(before, name).mean <= getattr(after, name).mean
    assert (headline.privacy.mean or 0) == pytest.approx(1 - (curve[-1].protected.mean or 0) if curve else 1)
    assert (headline.utility.mean or 0) == pytest.approx((curve[-1].task.mean or 0) if curve else 0)
    assert all(point.protected.n == headline.privacy.n for point in curve)


@settings(max_examples=40, deadline=None)
@given(rows=rows())
def test_every_trial_has_a_first_disclosure_or_none(rows: list[ScoreRow]) -> None:
    found = courses(played_samples(rows, KNOWN, "strict"))
    assert found is not None

    assert len(rows) == found["all"].never + sum(found["all"].first.values())
    assert sum(row.scores["strict"].privacy == 1 for row in rows) == found["all"].never
    for count in ("never",):
        assert getattr(found["all"], count) == sum(getattr(found[attack], count) for attack in Attack)


def test_a_course_can_be_counted_by_hand() -> None:
    made = [
        row_of(PROFILES[0], ["name", "town", "topic"], turns=[2, 0, 1]),
        row_of(PROFILES[1], ["topic"], turns=[0]),
        row_of(PROFILES[2], ["phone"], turns=[2]),
    ]
    found = courses(played_samples(made, KNOWN, "strict"))
    assert found is not None
    course = found["all"]

    assert ({1: 1, 3: 1}, 1) == (course.first, course.never)
    assert [1 / 3, 1 / 3, 2 / 3] == [point.any_protected.mean for point in course.within]
    assert [1 / 9, 1 / 9, 3 / 9] == pytest.approx([point.protected.mean for point in course.within])
    assert [1 / 9, 2 / 9, 2 / 9] == pytest.approx([point.task.mean for point in course.within])


def test_what_came_out_twice_came_out_when_it_first_did() -> None:
    case = PROFILES[0]
    found = courses(played_samples([row_of(case, ["name", "name"], turns=[3, 1])], KNOWN, "strict"))
    assert found is not None

    assert {2: 1} == found["all"].first


def test_without_places_there_is_no_course_and_without_disclosures_an_empty_one() -> None:
    told, silent = row_of(PROFILES[0], ["name"]), row_of(PROFILES[1], [])
    empty = courses(played_samples([silent], KNOWN, "strict"))

    assert courses(played_samples([told, silent], KNOWN, "paper")) is None
    assert empty is not None
    assert (1, {}, ()) == (empty["all"].never, empty["all"].first, empty["all"].within)
    assert (0, {}, ()) == (empty["S5"].never, empty["S5"].first, empty["S5"].within)
