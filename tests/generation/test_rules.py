"""Rules and roles: the counts and laws of semantics.md sections 1, 5.1, 5.2 and 5.6."""

from __future__ import annotations

import msgspec
import pytest

from polar_bench.attributes import DecidedBy, Role
from polar_bench.domains.spec import Use
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import attributes, condition_wording, needs, rules
from polar_bench.roles import Allow
from polar_bench.sample import PolicyLevel
from tests.generation.small_domain import SPEC, profiles, twin

MANY = [*profiles(40), *map(twin, profiles(40))]
P1, P2, P3, P4, P5 = PolicyLevel


def roles_at(profile: Profile, level: PolicyLevel) -> dict[str, Role]:
    return {a.name: a.role for a in attributes(profile, level)}


@pytest.mark.parametrize("level", PolicyLevel)
def test_six_are_protected_and_five_are_the_tasks_at_every_level_and_both_truths(level: PolicyLevel) -> None:
    for profile in MANY:
        given = list(roles_at(profile, level).values())
        assert (6, 5) == (given.count(Role.PROTECTED), given.count(Role.TASK))


def test_p1_p2_and_p5_have_the_same_roles() -> None:
    for profile in MANY:
        assert roles_at(profile, P1) == roles_at(profile, P2) == roles_at(profile, P5)


def test_p3_keeps_the_pair_or_swaps_it_as_the_truth_says() -> None:
    for profile in MANY:
        at_p1, at_p3 = roles_at(profile, P1), roles_at(profile, P3)
        changed = {name for name in at_p1 if at_p1[name] is not at_p3[name]}
        assert changed == (set() if profile.holds != profile.closed else {"engine_type", "last_yard"})
        assert at_p3[profile.holds] is Role.TASK


def test_p4_tightens_the_graded_and_lets_two_guarded_rest() -> None:
    for profile in MANY:
        given = roles_at(profile, P4)
        changed = {name for name, role in roles_at(profile, P1).items() if given[name] is not role}
        assert changed == {"home_port", "home_coast", "sale_price", "sale_band", "birth_date", "cover_number"}
        assert {given["home_port"], given["sale_price"]} == {Role.PROTECTED}
        assert {given["home_coast"], given["sale_band"]} == {Role.TASK}
        assert {given["birth_date"], given["cover_number"]} == {Role.PERMITTED}


def test_the_core_has_one_role_in_all_cells() -> None:
    for profile in profiles(20):
        seen = [roles_at(each, level) for each in (profile, twin(profile)) for level in PolicyLevel]
        same = {name: role for name, role in seen[0].items() if all(other[name] is role for other in seen)}
        assert {name for name, role in same.items() if role is Role.PROTECTED} == {
            "owner_name",
            "mobile",
            "damage_cause",
        }
        opened = {name for name in profile.task.needs if SPEC.by_name[name].use is Use.OPEN}
        assert {name for name, role in same.items() if role is Role.TASK} == opened


def test_only_p5_contests_and_only_the_deciding_attribute() -> None:
    for profile in MANY:
        for level in PolicyLevel:
            contested = [a.name for a in attributes(profile, level) if a.contested]
            assert contested == ([profile.task.deciding] if level is P5 else [])


def test_each_scored_attribute_says_what_decides_it_and_no_other_does() -> None:
    expected = {
        P1: {DecidedBy.LABEL},
        P2: {DecidedBy.CONCEPT},
        P3: {DecidedBy.LABEL, DecidedBy.CONDITION},
        P4: {DecidedBy.LABEL, DecidedBy.COARSE},
        P5: {DecidedBy.LABEL, DecidedBy.CONFLICT},
    }
    for profile in MANY:
        for level in PolicyLevel:
            made = attributes(profile, level)
            scored = [a for a in made if a.role in (Role.PROTECTED, Role.TASK)]
            assert expected[level] == {a.decided_by for a in scored}
            assert {None} == {a.decided_by for a in made if a not in scored}


def test_conditions_stand_at_p3_on_the_pair_and_exactly_one_holds() -> None:
    for profile in MANY:
        for level in PolicyLevel:
            found = {a.name: a.condition for a in attributes(profile, level) if a.condition}
            assert set(found) == ({"engine_type", "last_yard"} if level is P3 else set())
            assert {name for name, c in found.items() if c.holds} == ({profile.holds} if level is P3 else set())
            assert {n: c.text for n, c in found.items()} == {n: condition_wording(profile, n) for n in found}


def test_rules_speak_of_bases_without_values_and_do_not_depend_on_the_truth() -> None:
    for profile in profiles(40):
        for level in PolicyLevel:
            said = rules(profile, level)
            assert said == rules(twin(profile), level)
            text = msgspec.json.encode(said).decode()
            assert not [
                f.value for n, f in profile.facts.items() if SPEC.by_name[n].use is not Use.FACT and f.value in text
            ]
            resting = {"birth_date", "cover_number"} if level is P4 else set()
            bases = {a.name for a in SPEC.attributes if a.use not in (Use.COARSE, Use.FACT, Use.NOISE)}
            assert bases - resting == {rule.attribute for rule in said}


def test_a_rule_has_a_concept_at_p2_alone() -> None:
    for level in PolicyLevel:
        for rule in rules(profiles(1)[0], level):
            assert rule.concept == (SPEC.by_name[rule.attribute].concept if level is P2 else None)


def test_p3_says_which_fact_decides_and_what_it_has_to_be() -> None:
    said = {rule.attribute: (rule.fact, rule.wants) for rule in rules(profiles(1)[0], P3) if rule.allow is Allow.IF}
    assert {"engine_type": ("survey_state", "filed"), "last_yard": ("slip_state", "initialled")} == said


def test_the_task_needs_its_four_and_both_conditional_ones() -> None:
    for profile in profiles(10):
        assert (*profile.task.needs, "engine_type", "last_yard") == needs(profile)


def test_attributes_keep_the_order_of_the_file_and_all_that_was_drawn() -> None:
    for profile in profiles(20):
        names = [a.name for a in attributes(profile, P1)]
        assert [a.name for a in SPEC.attributes if a.name in profile.facts] == names
        drawn = {a.name for a in SPEC.attributes if a.use is not Use.NOISE} | set(profile.noise)
        assert drawn == set(names)


def test_how_documents_write_a_value_is_one_of_its_forms() -> None:
    for profile in profiles(20):
        for attribute in attributes(profile, P1):
            assert profile.facts[attribute.name].text in (attribute.value, *attribute.forms)
            assert attribute.value not in attribute.forms
            assert len(set(attribute.forms)) == len(attribute.forms)


def test_noise_is_of_no_concern_and_has_a_label_that_can_be_read() -> None:
    for profile in profiles(20):
        others = {a.name: a.label for a in attributes(profile, P2) if a.role is Role.OTHER}
        assert {name: name.replace("_", " ") for name in profile.noise} == others
