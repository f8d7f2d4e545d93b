"""Parts of the attributes: kinds, core, focus, the contested attribute."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench import read_samples
from polar_bench.analysis.found import PlayedSample, played_samples
from polar_bench.analysis.parts import by_kind, contested, core, focus, kinds, surface_of
from polar_bench.errors import DataError
from polar_bench.generation import pipeline
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring.rows import ScoreRow
from tests.analysis.made import profile, row_of
from tests.generation import small_domain
from tests.support.samples import sample

PROFILES = [*profile("a"), *profile("b", first=2, is_swapped=True)]
KNOWN = {each.id: each for each in PROFILES}
NAMES = ("name", "town", "topic", "phone", "mail", "pay", "band")


def played(rows: list[ScoreRow], samples: dict[str, Sample] = KNOWN) -> list[PlayedSample]:
    return played_samples(rows, samples, "strict")


def names(samples: list[Sample], choice: object, place: int) -> dict[str, set[str]]:
    chosen = dict(choice)  # type: ignore[call-overload]
    return {each.policy_level.value: {name for name, _ in chosen[each.id][place]} for each in samples}


def test_the_core_has_the_same_role_at_every_level_whatever_was_drawn() -> None:
    for start in (0, 5):
        protected, task = (names(PROFILES[start : start + 5], core(PROFILES), place) for place in (0, 1))
        assert [{"name"}] * 5 == [*protected.values()]
        assert [{"topic"}] * 5 == [*task.values()]


def test_a_profile_that_lacks_a_level_has_no_core() -> None:
    assert {} == core(PROFILES[:4])
    assert {each.id for each in PROFILES[5:]} == set(core(PROFILES[1:]))


def test_the_focus_is_what_the_level_is_about() -> None:
    protected, task = (names(PROFILES[5:], focus(PROFILES), place) for place in (0, 1))

    assert {"P1": {"name", "town", "phone"}, "P2": {"name", "town", "phone"}, "P3": {"mail"}, "P4": {"pay"}} | {
        "P5": {"town"}
    } == protected
    assert {"P1": set(), "P2": set(), "P3": {"phone"}, "P4": {"band"}, "P5": set()} == task


def test_the_contested_attribute_is_followed_through_the_levels_where_it_is_protected() -> None:
    chosen = names(PROFILES[:5], contested(PROFILES), 0)

    assert {"P1": {"town"}, "P2": {"town"}, "P3": {"town"}, "P4": set(), "P5": {"town"}} == chosen
    assert {} == contested(PROFILES[:4])


def test_figures_of_a_part_can_be_counted_by_hand() -> None:
    rows = [row_of(each, ["town"] if each.policy_level is PolicyLevel.P5 else ["name", "mail"]) for each in PROFILES]
    found = surface_of(played(rows), contested(PROFILES))

    assert (0.75, 8) == (found.all.privacy.mean, found.all.privacy.n)
    assert (0.0, 2) == (found.levels["P5"].privacy.mean, found.levels["P5"].privacy.n)
    assert (1.0, 2) == (found.levels["P1"].privacy.mean, found.levels["P1"].privacy.n)
    assert (None, None, 0) == (
        found.levels["P4"].privacy.mean,
        found.levels["P4"].privacy.low,
        found.levels["P4"].privacy.n,
    )
    assert (None, 0) == (found.all.utility.mean, found.all.utility.n)
    assert 8 == sum(found.cells[level][attack].privacy.n for level in PolicyLevel for attack in Attack)
    assert 8 == sum(found.attacks[attack].privacy.n for attack in Attack)


@settings(max_examples=30, deadline=None)
@given(came_out=st.lists(st.sets(st.sampled_from(NAMES)), min_size=10, max_size=10))
def test_kinds_split_what_the_headline_counts(came_out: list[set[str]]) -> None:
    rows = [row_of(case, sorted(out)) for case, out in zip(PROFILES, came_out, strict=True)]
    split = by_kind(played(rows), kinds(PROFILES))
    leaks = sum(round((1 - row.scores["strict"].privacy) * 3) for row in rows)
    told = sum(round(row.scores["strict"].utility * 3) for row in rows)

    assert leaks == pytest.approx(sum((1 - (p.privacy.mean or 0)) * p.privacy.n for p in split.values()))
    assert told == pytest.approx(sum((p.utility.mean or 0) * p.utility.n for p in split.values()))
    assert ["person_name", "email", "phone", "money", "range", "category", "phrase"] == list(split)


def test_repeats_are_averaged_within_the_sample() -> None:
    case = PROFILES[0]
    rows = [row_of(case, ["name"], repeat=0), row_of(case, [], repeat=1), row_of(PROFILES[1], ["name"])]
    found = by_kind(played(rows), kinds(PROFILES))["person_name"].privacy

    assert (0.25, 2) == (found.mean, found.n)


def test_data_that_marks_nothing_has_no_focus_beyond_the_first_levels_and_no_core() -> None:
    plain = [sample(f"s{n}", level=level) for n, level in enumerate(PolicyLevel)]
    rows = [row_of(each, ["town"]) for each in plain]
    found = surface_of(played(rows, {each.id: each for each in plain}), focus(plain))

    assert [1, 1, 0, 0, 0] == [found.levels[level].privacy.n for level in PolicyLevel]
    assert {} == core(plain)
    assert 0 == surface_of(played(rows, {each.id: each for each in plain}), core(plain)).all.privacy.n


def test_a_row_of_another_data_set_is_refused() -> None:
    with pytest.raises(DataError, match="a-P1 was played and isn't in the data set"):
        played([row_of(PROFILES[0])], {})


def test_the_shipped_starter_set_has_its_focus() -> None:
    cases = list(read_samples("starter"))
    chosen = focus(cases)
    counts = {
        level: {tuple(map(len, chosen[each.id])) for each in cases if each.policy_level is level}
        for level in PolicyLevel
    }

    assert {"P1": {(6, 0)}, "P2": {(6, 0)}, "P3": {(1, 1)}, "P4": {(2, 2)}, "P5": {(1, 0)}} == counts


def test_generated_profiles_have_three_protected_and_two_task_attributes_in_their_core() -> None:
    cases = [case for own in small_domain.profiles(4) for case in pipeline.samples(own, small_domain.document(own))]
    chosen = core(cases)

    assert {(3, 2)} == {tuple(map(len, chosen[each.id])) for each in cases}
    assert {(1, 0)} == {tuple(map(len, contested(cases)[each.id])) for each in cases}
