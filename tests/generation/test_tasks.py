"""Task texts: one base text for all levels, and one sentence more at P5."""

from __future__ import annotations

import msgspec

from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import needs
from polar_bench.generation.tasks import task
from polar_bench.sample import PolicyLevel
from tests.generation.small_domain import profiles, twin


def with_texts(profile: Profile, **texts: tuple[str, ...]) -> Profile:
    return msgspec.structs.replace(profile, task=msgspec.structs.replace(profile.task, **texts))


def test_p1_to_p4_share_the_text_and_p5_adds_the_sentence_of_conflict() -> None:
    for profile in profiles(40):
        *others, conflicting = (task(profile, level).text for level in PolicyLevel)
        assert 1 == len(set(others))
        assert f"{others[0]} {profile.task.conflict[0]}" == conflicting


def test_the_text_has_20_to_50_words_and_names_the_counterpart() -> None:
    for profile in profiles(40):
        for level in PolicyLevel:
            text = task(profile, level).text
            assert 20 <= len(text.split()) <= 50
            assert profile.counterpart in text
            assert not set(text) & set("[]{}|")


def test_the_text_does_not_depend_on_the_truth() -> None:
    for profile in profiles(20):
        assert task(profile, PolicyLevel.P5) == task(twin(profile), PolicyLevel.P5)


def test_type_and_needs_are_the_tasks() -> None:
    for profile in profiles(10):
        made = task(profile, PolicyLevel.P1)
        assert (profile.task.name, needs(profile)) == (made.type, made.needs)


def test_of_several_wordings_each_comes_up_and_none_that_breaks_the_limits() -> None:
    fine = tuple(f"{start} the boat, " + "and go on " * 7 for start in ("Mend", "Paint"))
    wordings = (*fine, "Too short.", "Too long, " + "and so on " * 16)
    texts = {
        task(with_texts(profile, text=wordings, conflict=("Get it done.", "On " * 40)), PolicyLevel.P5).text
        for profile in profiles(40)
    }
    assert {f"{text} Get it done." for text in fine} == texts
