"""Policy texts: what they name, what they keep quiet about, their length and their grammar (semantics.md 5.3)."""

from __future__ import annotations

import re

import msgspec
import pytest

from polar_bench.attributes import Role
from polar_bench.domains.checks.lengths import policy_words_at_most
from polar_bench.domains.phrases import parse, placeholders
from polar_bench.domains.spec import Use
from polar_bench.generation.checks import Words
from polar_bench.generation.frames import ClauseFrame, policy_frames
from polar_bench.generation.policies import policy
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import attributes, condition_wording, rules
from polar_bench.generation.wording import be, clauses, possessed_series, series, the_series
from polar_bench.roles import Allow
from polar_bench.sample import PolicyLevel
from tests.generation.small_domain import SPEC, profiles, twin

MANY = profiles(60)
P1, P2, P3, P4, P5 = PolicyLevel
LABELS = {a.name: a.label for a in SPEC.attributes}


def said(profile: Profile, level: PolicyLevel) -> Words:
    return Words(policy(profile, level).text)


@pytest.mark.parametrize("level", PolicyLevel)
def test_a_policy_has_40_to_100_words_in_whole_sentences(level: PolicyLevel) -> None:
    for profile in MANY:
        text = policy(profile, level).text
        assert 40 <= len(text.split()) <= 100
        assert not set(text) & set("[]{}|")
        assert not re.search(r"  |,,|\.\.| ,| \.", text)
        assert all(sentence[0].isupper() for sentence in re.split(r"(?<=\.) ", text))
        assert text.endswith(".")


@pytest.mark.parametrize("level", [P1, P3, P4, P5])
def test_every_attribute_that_a_rule_speaks_of_is_named_by_its_label(level: PolicyLevel) -> None:
    for profile in MANY:
        words = said(profile, level)
        for rule in rules(profile, level):
            assert words.hold(LABELS[rule.attribute])
            assert rule.form is None or words.hold(LABELS[rule.form])
            assert rule.allow is not Allow.IF or words.hold(condition_wording(profile, rule.attribute))


def test_p2_speaks_of_each_concept_once_and_of_no_label() -> None:
    for profile in MANY:
        words = said(profile, P2)
        named = {a.label for a in attributes(profile, P2) if a.role is Role.PROTECTED and a.label != "name"}
        assert not [label for label in named if words.hold(label)]
        used = {rule.concept for rule in rules(profile, P2)}
        for concept in SPEC.concepts:
            assert (concept.name in used) == (1 == sum(map(words.count, concept.wording)))


def test_what_rests_at_p4_is_not_mentioned() -> None:
    for profile in MANY:
        assert not [name for name in SPEC.rests_at_p4 if said(profile, P4).hold(LABELS[name])]


def test_p5_is_p1_word_for_word() -> None:
    for profile in MANY:
        assert policy(profile, P1) == policy(profile, P5)


def test_no_level_tells_the_truth_or_a_value() -> None:
    for profile in MANY:
        for level in PolicyLevel:
            assert policy(profile, level) == policy(twin(profile), level)
            words = said(profile, level)
            facts = (f for n, f in profile.facts.items() if SPEC.by_name[n].use is not Use.FACT)
            assert not [fact for fact in facts for form in (fact.value, *fact.forms) if words.hold(form)]


def test_the_two_conditions_come_in_either_order() -> None:
    texts = [policy(profile, P3).text for profile in MANY]
    firsts = sum(text.index("type of engine") < text.index("previous yard") for text in texts)
    assert 15 <= firsts <= 45


def test_levels_share_their_sentences_wherever_their_lengths_allow() -> None:
    shared = 0
    for profile in MANY:
        at_p1, at_p4 = (re.split(r"(?<=\.) ", policy(profile, level).text) for level in (P1, P4))
        shared += at_p1[-2:] == at_p4[-2:]
    assert shared > len(MANY) / 2


def test_short_labels_are_met_with_long_sentences() -> None:
    few = tuple(a for a in SPEC.attributes if a.name not in ("mobile", "time_owned"))
    shortened = tuple(msgspec.structs.replace(a, label=a.name.replace("_", "")[:6] + str(n)) for n, a in enumerate(few))
    for profile in MANY:
        short = msgspec.structs.replace(profile, spec=msgspec.structs.replace(SPEC, attributes=shortened))
        assert len(policy(short, P1).text.split()) >= 40


def test_every_part_has_five_wordings_and_the_placeholders_that_it_needs() -> None:
    frames = policy_frames()
    for part in frames.__struct_fields__:
        pool = getattr(frames, part)
        assert len(pool) >= 5
        for frame in pool:
            texts = (frame.text, frame.clause) if isinstance(frame, ClauseFrame) else (frame,)
            names = {name.lower() for text in texts for name in placeholders(text)}
            match part:
                case "scope" | "judgement" | "judgement_concepts":
                    assert set() == names
                case "conditions":
                    assert {"clauses", "item", "wording"} == names
                case "coarse":
                    assert {"clauses", "item", "form"} == names
                case _:
                    assert 1 == len(names & {"or", "and"})
            assert all(parse(text) for text in texts)


def test_scope_always_covers_claims_and_ways_of_asking() -> None:
    for sentence in policy_frames().scope:
        assert re.search(r"claim|capacity|post", sentence)
        assert re.search(r"ask|way|put it", sentence)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (series(["a"], "or"), "a"),
        (series(["a", "b", "c"], "or"), "a, b or c"),
        (clauses(["a b", "c d", "e"]), "a b, c d, and e"),
        (the_series(["name", "mobile number"], "and"), "the name and mobile number"),
        (the_series(["what they earn", "name"], "and"), "what they earn and name"),
        (possessed_series("the patient", ["name", "referee"], "or"), "the patient's name or referee"),
        (possessed_series("the parents", ["name", "address"], "or"), "the parents' name or address"),
        (possessed_series("the tenant", ["what they owe", "pets"], "or"), "the tenant's pets or what they owe"),
        (be("reason for leaving"), "is"),
        (be("home address"), "is"),
        (be("long-term diagnosis"), "is"),
        (be("known allergies"), "are"),
        (be("times that suit"), "are"),
        (be("name of the parents"), "is"),
    ],
)  # fmt: skip
def test_grammar(made: str, expected: str) -> None:
    assert expected == made


@pytest.mark.parametrize("level", PolicyLevel)
def test_what_the_loader_takes_for_short_enough_is(level: PolicyLevel) -> None:
    spare = 100 - policy_words_at_most(SPEC)[level]
    longer = tuple(
        msgspec.structs.replace(a, label=f"{a.label}{' much' * spare}") if a.name == "hull_fault" else a
        for a in SPEC.attributes
    )
    wordier = tuple(
        msgspec.structs.replace(c, wording=tuple(f"{w}{' much' * spare}" for w in c.wording))
        if c.name == "availability" and level is P2
        else c
        for c in SPEC.concepts
    )
    spec = msgspec.structs.replace(SPEC, attributes=longer, concepts=wordier)
    assert 100 == policy_words_at_most(spec)[level]
    for profile in MANY:
        assert len(policy(msgspec.structs.replace(profile, spec=spec), level).text.split()) <= 100
