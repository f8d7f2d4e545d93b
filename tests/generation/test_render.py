"""Documents: every value stands in them, their form shows, the two truths differ in the two fact sentences alone."""

from __future__ import annotations

import re
from functools import cache

import pytest

from polar_bench.attributes import Kind
from polar_bench.domains.loader import read_text
from polar_bench.domains.phrases import parse, placeholders
from polar_bench.domains.slots import SMALL
from polar_bench.domains.spec import DomainSpec, Use
from polar_bench.generation.checks import Words
from polar_bench.generation.draws import Draw
from polar_bench.generation.profile import Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.render import document
from polar_bench.generation.render.filling import Filler, sentence
from polar_bench.generation.render.layouts import LAYOUTS
from polar_bench.generation.render.stock import forms, stock
from polar_bench.generation.render.template import layout_of
from tests.support.domains import as_toml, pet_boarding

FORMS = {layout: form for form, layout in forms().layouts.items()}
SHAPES = {
    "mail": r"\AFrom: .*\nTo: .*\n(?:Cc: .*\n)?Date: .*\nSubject: ",
    "thread": r"(?m)^(?:> From: |---------- |-----Original|_{32})",
    "letter": r"(?i)\A.*\((?:draft|first draft|working draft)",
    "chat": r"(?m)^(?:\[\d\d:\d\d\] \w|\d\d:\d\d \w|.* \(\d\d:\d\d\): )",
    "voicemail": r"\ALength|(?m:^Length: \d+ min \d\d s$)",
    "calendar": r"\ATitle: .*\nWhen: ",
    "note": r"(?i)\A.*\n?.*note",
    "summary": r"Prepared by ",
    "memo": r"(?m)^2\. ",
    "profile": r"\A.*\n.*\n(?:Received|Opened|Filled in|Taken down): ",
    "record": r"(?m)^Opened: [\s\S]*^\S.* \d\d:\d\d [A-ZÄÖÜ]{2} \(",
}


@cache
def spec() -> DomainSpec:
    reading = read_text(as_toml(pet_boarding()).encode(), "pets")
    assert reading.spec is not None, reading.faults
    return reading.spec


def profile(form: str, number: int = 0, seed: int = 42) -> Profile:
    return draw_profile(spec(), ProfileKey(spec().domain, form, number // 5, number % 5, seed))


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_every_value_stands_in_the_document_and_the_form_shows(layout: str) -> None:
    for number in range(12):
        drawn = profile(FORMS[layout], number)
        made = document(drawn)
        words = Words(made.text)
        for name, fact in drawn.facts.items():
            told = [fact.value, fact.text, *fact.forms]
            assert any(words.hold(wording) for wording in told), (name, told)
        assert re.search(SHAPES[layout], made.text), made.text[:300]
        assert (FORMS[layout], drawn.noise_level) == (made.form, made.noise)
        assert 400 <= len(made.text.split()) <= 900
        assert not set("{}|") & set(made.text)


def test_every_layout_has_a_shape_here_and_a_form_that_uses_it() -> None:
    assert set(SHAPES) == set(LAYOUTS) == set(FORMS)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_the_two_truths_differ_in_the_fact_sentences_alone(layout: str) -> None:
    one, other = (a.name for a in spec().with_use(Use.CONDITIONAL))
    for number in range(6):
        drawn = profile(FORMS[layout], number)
        here, there = (re.split(r"(?<=[.!?:])\s+|\n", document(drawn, holds=name).text) for name in (one, other))
        changed = [(a, b) for a, b in zip(here, there, strict=True) if a != b]
        assert 2 == len(changed)
        for condition in spec().conditions:
            pair = next(
                pair for pair in changed if Words(pair[0]).hold(condition.holds) or Words(pair[1]).hold(condition.holds)
            )
            assert any(Words(said).hold(condition.fails) for said in pair)


def test_the_same_profile_gives_the_same_document_and_another_another() -> None:
    assert document(profile("email")) == document(profile("email"))
    texts = {document(profile("email", number, seed)).text for number in range(5) for seed in (1, 2)}
    assert 10 == len(texts)


def test_noise_shows_in_the_number_of_attributes_and_of_sentences() -> None:
    drawn = [profile("note", number) for number in range(60)]
    by_level = {level: [p for p in drawn if p.noise_level == level] for level in ("low", "medium", "high")}
    counts = {"low": 2, "medium": 3, "high": 4}
    for level, profiles in by_level.items():
        assert {counts[level]} == {len(p.noise) for p in profiles}


def test_articles_and_capitals_are_put_right() -> None:
    filler, draw = Filler(profile("email")), Draw("test", seed=1)
    assert "She is an assembly fitter." == filler.filled("She is a {value}", draw, "assembly fitter")
    assert "A ward porter." == filler.filled("an {value}", draw, "ward porter").replace("An", "A")
    assert "Two cortisone injections helped. Then nothing." == sentence("two cortisone injections helped. then nothing")
    for value, article in (
        ("hour", "an"),
        ("university", "a"),
        ("usher", "an"),
        ("one-eyed cat", "a"),
        ("euro", "a"),
        ("onion", "an"),
        ("oven hand", "an"),
    ):
        assert f"It was {article} {value}." == filler.filled("It was a {value}", draw, value)


def test_pronouns_agree_with_the_given_name() -> None:
    principal = spec().principal
    assert principal is not None
    assert Kind.PERSON_NAME is principal.kind
    told = {drawn.is_female: Filler(drawn).filled("{He} and {his}, {him}", Draw("x", seed=1)) for drawn in
            (profile("email", number) for number in range(20))}  # fmt: skip
    assert {True: "She and her, her.", False: "He and his, him."} == told


def test_the_packages_own_sentences_can_be_read_and_filled() -> None:
    for field in stock().__struct_fields__:
        for phrase in getattr(stock(), field):
            parse(phrase)
            assert set(placeholders(phrase)) <= {*SMALL, "subject", "Subject"}, phrase


def test_a_domains_own_form_chooses_its_layout_and_an_unknown_one_is_a_note() -> None:
    assert "mail" == layout_of(spec(), "email")
    assert "note" == layout_of(spec(), "never_heard_of")
