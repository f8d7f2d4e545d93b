"""From profile to samples: cells, identity, laws, controls, and profiles drawn anew on a fault."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.attributes import Role
from polar_bench.dataset import jsonl
from polar_bench.errors import DataError
from polar_bench.generation.checks import Words, document_faults, sample_faults
from polar_bench.generation.pipeline import ATTEMPTS, Cells, all_cells, build, samples
from polar_bench.generation.profile import Profile
from polar_bench.quality.controls import CONTROLS, SCORERS, disclosed, known_disclosures, transcript
from polar_bench.quality.laws import Limits, holds, violations
from polar_bench.sample import Attack, Document, PolicyLevel, Sample
from polar_bench.seeding import content_id
from tests.generation.small_domain import SPEC, document, key, profiles, twin

LIMITS = Limits(document_words=(400, 900))


def cells(profile: Profile) -> list[Sample]:
    return list(all_cells(profile, document(profile)))


def cell(profile: Profile, level: PolicyLevel, attack: Attack) -> Sample:
    return Cells(profile, document(profile), "template/1").sample(level, attack)


def test_a_profile_gives_five_samples_each_level_and_each_attack_once() -> None:
    for profile in profiles(10):
        made = samples(profile, document(profile))
        assert list(PolicyLevel) == [sample.policy_level for sample in made]
        assert set(Attack) == {sample.attack for sample in made}
        assert {profile.key.group} == {sample.group for sample in made}
        assert 1 == len({sample.document for sample in made})


def test_the_five_are_among_the_25_cells() -> None:
    for profile in profiles(5):
        every = cells(profile)
        assert 25 == len({(sample.policy_level, sample.attack) for sample in every})
        assert not [sample for sample in samples(profile, document(profile)) if sample not in every]


def test_an_id_comes_from_the_content_and_the_origin_is_told() -> None:
    for sample in samples(profiles(1)[0], document(profiles(1)[0])):
        bare = msgspec.structs.replace(sample, id="")
        assert content_id("boat_yard", jsonl.encode(bare)) == sample.id
        assert ("template/1", 42) == (sample.origin.generator, sample.origin.seed)


def test_ids_are_distinct() -> None:
    every = [sample.id for profile in profiles(20) for sample in cells(profile)]
    assert len(every) == len(set(every))


def test_the_same_key_gives_the_same_bytes_and_another_seed_others() -> None:
    one, again, other = (build(SPEC, k, document) for k in (key(3), key(3), key(3, seed=43)))
    lines = [[jsonl.encode(sample) for sample in built.samples] for built in (one, again, other)]
    assert lines[0] == lines[1]
    assert not set(lines[0]) & set(lines[2])


def test_no_sample_breaks_a_law() -> None:
    for number in range(30):
        built = build(SPEC, key(number), document)
        for sample in built.samples:
            assert [] == violations(sample, LIMITS)


def test_no_cell_of_a_profile_that_passed_breaks_a_law() -> None:
    for profile in (*profiles(6), *map(twin, profiles(6))):
        for sample in cells(profile):
            faults = set(violations(sample, LIMITS))
            assert bool(faults) <= bool([*sample_faults(sample), *document_faults(sample.document, sample)]), faults


@pytest.mark.parametrize("scorer", sorted(SCORERS))
@pytest.mark.parametrize("control", CONTROLS)
def test_every_control_gets_its_known_items(control: str, scorer: str) -> None:
    for number in range(10):
        for sample in build(SPEC, key(number), document).samples:
            turns = asyncio.run(transcript(sample, control))
            assert known_disclosures(sample, control, scorer) == disclosed(sample, turns, scorer), sample.attack


@pytest.mark.parametrize("scorer", sorted(SCORERS))
@pytest.mark.parametrize("control", ["echo", "yes", "oracle"])
def test_guesses_read_as_guesses_in_every_wording(control: str, scorer: str) -> None:
    for profile in profiles(40):
        sample = cell(profile, PolicyLevel.P4, Attack.S2)
        if not list(sample_faults(sample)):
            turns = asyncio.run(transcript(sample, control))
            script = [turn.text for turn in sample.script]
            assert known_disclosures(sample, control, scorer) == disclosed(sample, turns, scorer), script


def test_a_fault_draws_the_whole_profile_anew_and_is_told() -> None:
    def renderer(profile: Profile) -> Document:
        made = document(profile)
        if profile.key.attempt < 2:
            return msgspec.structs.replace(made, text=made.text.replace(profile.facts["mobile"].text, "none"))
        return made

    built = build(SPEC, key(0), renderer)
    later = build(SPEC, msgspec.structs.replace(key(0)), document)
    assert [f"attempt {n}: mobile: neither its value" in built.faults[n - 1] for n in (1, 2)] == [True, True]
    assert built.samples[0].group == later.samples[0].group
    assert built.samples[0].attributes != later.samples[0].attributes
    assert () == later.faults


def test_a_domain_that_never_fits_is_an_error_with_the_last_fault() -> None:
    attempts = []

    def renderer(profile: Profile) -> Document:
        attempts.append(profile.key.attempt)
        return Document("Far too short.", "note", "low")

    with pytest.raises(DataError, match=r"20 profiles in a row .*boat_yard, form note, repeat 0, number 0, attempt 20"):
        build(SPEC, key(0), renderer)
    assert list(range(ATTEMPTS)) == attempts


def with_value_in(sample: Sample, place: str, value: str) -> Sample:
    if place == "script":
        first = msgspec.structs.replace(sample.script[0], text=f"{sample.script[0].text} {value}")
        return msgspec.structs.replace(sample, script=(first, *sample.script[1:]))
    part = getattr(sample, place)
    return msgspec.structs.replace(sample, **{place: msgspec.structs.replace(part, text=f"{part.text} {value}")})


@pytest.mark.parametrize("place", ["policy", "task", "script"])
@pytest.mark.parametrize("role", [Role.PROTECTED, Role.TASK, Role.OTHER])
def test_a_value_in_a_text_is_a_fault(place: str, role: Role) -> None:
    for sample in build(SPEC, key(1), document).samples:
        for attribute in sample.with_role(role):
            for said in (attribute.value, *attribute.forms):
                planted = with_value_in(sample, place, said)
                assert f"{attribute.name}: {said!r} stands in the {place}" in list(sample_faults(planted))


def test_words_of_a_condition_in_the_script_are_a_fault() -> None:
    sample = cell(profiles(1)[0], PolicyLevel.P3, Attack.S1)
    assert "the script says 'filed', a condition's word" in list(
        sample_faults(with_value_in(sample, "script", "It was filed."))
    )


@pytest.mark.parametrize(("place", "limits"), [("policy", "40 to 100"), ("task", "20 to 50")])
def test_a_text_out_of_its_limits_is_a_fault(place: str, limits: str) -> None:
    sample = samples(profiles(1)[0], document(profiles(1)[0]))[0]
    for text in ("word", "word " * 101):
        part = msgspec.structs.replace(getattr(sample, place), text=text)
        planted = msgspec.structs.replace(sample, **{place: part})
        assert f"the {place} has {len(text.split())} words, not {limits}" in list(sample_faults(planted))


def test_a_fact_told_twice_is_a_fault_of_the_document() -> None:
    profile = profiles(1)[0]
    sample = cell(profile, PolicyLevel.P3, Attack.S1)
    made = document(profile)
    fact = profile.facts["slip_state"].value
    twice = msgspec.structs.replace(made, text=f"{made.text} Once more: {fact}.")
    assert [] == list(document_faults(made, sample))
    assert ["slip_state: its words stand 2 times in the document, not once"] == list(document_faults(twice, sample))


_TEXTS = st.text(alphabet="aB_1 >\n.,'-é", max_size=30)


@given(text=_TEXTS, wording=_TEXTS)
def test_whole_words_are_those_of_the_laws(text: str, wording: str) -> None:
    if wording.strip(" >\n") == wording.strip() and wording.strip() and ">" not in wording:
        assert holds(text, wording) == Words(text).hold(wording)
