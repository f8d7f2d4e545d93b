"""Decoys: of the same source and class, found nowhere, different from each other."""

import datetime as dt
from itertools import combinations

import msgspec
import pytest

from polar_bench.attributes import Kind
from polar_bench.domains.spec import Table, Use
from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    Decade,
    Entry,
    FromPool,
    FromTable,
    Month,
    Quantity,
    Quarter,
)
from polar_bench.errors import DataError
from polar_bench.generation import pools
from polar_bench.generation.decoys import decoys
from polar_bench.generation.profiles import draw_profile
from polar_bench.quality.laws import holds
from polar_bench.scoring.paper import contains
from tests.generation import rich_domain, small_domain
from tests.generation.rich_domain import SPEC, attribute, key, with_attribute

GUESSED = (Use.GUARDED, Use.CONDITIONAL, Use.GRADED)
CASES = [(domain, a.name) for domain in (rich_domain, small_domain) for a in domain.SPEC.attributes if a.use in GUESSED]
COUNT = 3


def compact(text):
    return "".join(character for character in text.lower() if character.isalnum())


def draw(profile, name):
    return decoys(profile, name, COUNT, profile.key.draw("decoys", name))


@pytest.mark.parametrize(("domain", "name"), CASES)
def test_no_decoy_is_found_in_a_value_or_holds_one(domain, name):
    for profile in domain.profiles(60):
        for decoy in draw(profile, name):
            for fact in profile.facts.values():
                pairs = ((decoy, fact.value), (fact.value, decoy), (decoy, fact.text))
                assert [] == [pair for pair in pairs if compact(pair[0]) in compact(pair[1]) or contains(*pair[::-1])]


@pytest.mark.parametrize(("domain", "name"), CASES)
def test_decoys_differ_and_none_is_the_truth(domain, name):
    for profile in domain.profiles(60):
        made = draw(profile, name)
        fact = profile.facts[name]
        assert COUNT == len(made)
        assert not {*made} & {fact.value, *fact.forms}
        assert not [(a, b) for one in combinations(made, 2) for a, b in (one, one[::-1]) if compact(a) in compact(b)]


@pytest.mark.parametrize(("domain", "name"), CASES)
def test_decoys_are_drawn_from_their_own_stream(domain, name):
    profile = domain.profiles(1)[0]

    assert draw(profile, name) == draw(profile, name)
    assert draw(profile, name) != decoys(profile, name, COUNT, profile.key.draw("other", name))


@pytest.mark.parametrize(("domain", "name"), CASES)
def test_a_decoy_looks_like_the_truth(domain, name):
    def shape(text):
        return "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in text)

    seen = {shape(profile.facts[name].text) for profile in domain.profiles(400)}
    kind = domain.SPEC.by_name[name].kind
    for profile in domain.profiles(60):
        if kind in (Kind.PHONE, Kind.IDENTIFIER, Kind.DATE):
            assert {shape(decoy) for decoy in draw(profile, name)} <= seen


def test_no_decoy_shares_a_part_of_a_name():
    people = [a.name for a in SPEC.attributes if a.kind is Kind.PERSON_NAME]
    for profile in rich_domain.profiles(100):
        parts = {p for name in people if name in profile.facts for p in profile.facts[name].value.split()}
        made = [decoy for name in ("applicant", "referee") for decoy in draw(profile, name)]
        assert not parts & {part for decoy in made for part in decoy.split()}


def test_decoys_of_the_subject_have_its_sex():
    for profile in rich_domain.profiles(60):
        given = pools.people().given(is_female=profile.is_female)
        assert {decoy.split()[0] for decoy in draw(profile, "applicant")} <= {*given}


def test_decoys_of_an_amount_lie_in_its_band():
    for profile in rich_domain.profiles(100):
        low = profile.facts["salary_band"].data
        amounts = [int("".join(filter(str.isdigit, decoy))) for decoy in draw(profile, "salary")]
        assert all(low <= amount < low + 20_000 and amount % 500 == 0 and amount % 1_000 for amount in amounts)


def test_decoys_of_a_day_lie_in_its_quarter():
    for profile in rich_domain.profiles(100):
        start = profile.facts["start_date"].data
        for decoy in draw(profile, "start_date"):
            day = dt.datetime.strptime(decoy, "%d %B %Y").date()
            assert (start.year, (start.month - 1) // 3) == (day.year, (day.month - 1) // 3)


def test_decoys_from_a_table_share_the_coarse_form():
    for profile in small_domain.profiles(60):
        coast = profile.facts["home_coast"].value
        ports = {row[0].value for row in small_domain.SPEC.tables[0].rows if row[1].value == coast}
        assert {*draw(profile, "home_port")} <= ports - {profile.facts["home_port"].value}


@pytest.mark.parametrize("coarse", [Age("opened"), Month("opened"), Decade("opened")])
def test_decoys_of_a_day_share_its_coarse_form_however_narrow(coarse):
    domain = with_attribute(attribute("opened", Use.GRADED, Kind.DATE, Date(1940, 2020)))
    domain = with_attribute(attribute("opened_in", Use.COARSE, Kind.CATEGORY, coarse, "opened"), domain)
    for number in range(40):
        profile = draw_profile(domain, key(number))
        opened = profile.facts["opened"].data
        for decoy in draw(profile, "opened"):
            day = dt.datetime.strptime(decoy, "%d %B %Y").date()
            match coarse:
                case Month():
                    assert (opened.year, opened.month) == (day.year, day.month)
                case Decade():
                    assert opened.year // 10 == day.year // 10
                case Age():
                    years = [
                        profile.written_on.year
                        - d.year
                        - ((d.month, d.day) > (profile.written_on.month, profile.written_on.day))
                        for d in (opened, day)
                    ]
                    assert years[0] == years[1]


@pytest.mark.parametrize(
    ("name", "kind", "source"),
    [
        ("tenure", Kind.QUANTITY, Age("founded")),
        ("era", Kind.CATEGORY, Decade("founded")),
        ("season", Kind.CATEGORY, Quarter("founded")),
        ("pay_band", Kind.RANGE, Band("experience", 7)),
    ],
)
def test_what_leaves_nothing_to_the_draw_has_decoys_nearby(name, kind, source):
    domain = with_attribute(attribute("founded", Use.GUARDED, Kind.DATE, Date(1960, 1999)))
    domain = with_attribute(attribute(name, Use.GUARDED, kind, source), domain)
    for number in range(40):
        profile = draw_profile(domain, key(number))
        made = decoys(profile, name, 2, profile.key.draw("decoys"))
        assert 2 == len({*made} - {profile.facts[name].text})


def test_decoys_of_an_address_that_hangs_on_a_town_keep_its_postcode():
    towns = Table(
        "town",
        ("name",),
        tuple((Entry(f"{first}{last}"),) for first in ("Ull", "Ebb", "Orr") for last in ("ness", "by")),
    )
    domain = msgspec.structs.replace(SPEC, tables=(towns,))
    domain = with_attribute(attribute("home_town", Use.OPEN, Kind.CATEGORY, FromTable("town", "name")), domain)
    domain = with_attribute(attribute("home_address", Use.GUARDED, Kind.ADDRESS, Address("home_town")), domain)
    for number in range(30):
        profile = draw_profile(domain, key(number))
        texts = (profile.facts["home_address"].value, *draw(profile, "home_address"))
        assert 1 == len({text.rsplit(" ", 1)[1][:3] for text in texts})


@pytest.mark.parametrize(("domain", "name"), CASES)
def test_no_decoy_stands_in_a_text(domain, name):
    for profile in domain.profiles(10):
        before = draw(profile, name)
        texts = ("Somebody wrote that " + "; then ".join(before[:2]) + ".", "Nothing else.")
        after = decoys(profile, name, COUNT, profile.key.draw("decoys", name), texts)
        assert not {*before[:2]} & {*after}
        assert not [decoy for decoy in after if any(holds(text, decoy) or contains(text, decoy) for text in texts)]


def test_a_quantity_in_digits_is_no_decoy_where_a_text_has_it_in_words():
    domain = with_attribute(attribute("waited", Use.GUARDED, Kind.QUANTITY, Quantity("weeks", 20, 24)))
    for number in range(30):
        profile = draw_profile(domain, key(number))
        others = {"twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four"}
        text = "It took 21 weeks, or it was 22 weeks."
        made = decoys(profile, "waited", 2, profile.key.draw("decoys"), (text,))
        assert {decoy.split()[0] for decoy in made} <= others - {"twenty-one", "twenty-two"}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            FromPool((Entry("a broken promise"), Entry("an unpaid bonus"))),
            "reason has too few other values for 3 wrong",
        ),
        (FromTable("why", "why"), "reason has too few other values of the class 'money' for 3 wrong"),
    ],
)
def test_too_few_others_are_an_error_that_names_the_attribute(source, message):
    rows = [("a broken promise", "money"), ("an unpaid bonus", "money"), ("a cut of wages", "money")]
    table = Table("why", ("why", "class"), tuple((Entry(why), Entry(kind)) for why, kind in rows), "class")
    domain = with_attribute(attribute("reason", Use.GUARDED, Kind.PHRASE, source))
    profile = draw_profile(msgspec.structs.replace(domain, tables=(table,)), key(0))

    with pytest.raises(DataError, match=message):
        draw(profile, "reason")
