"""Profiles: consistent, without clashes, fair, and each draw for itself."""

import datetime as dt
from collections import Counter
from functools import partial
from itertools import combinations, product

import msgspec
import pytest

from polar_bench.attributes import Kind
from polar_bench.domains.spec import Use
from polar_bench.domains.values import (
    Address,
    Band,
    DateAfter,
    Entry,
    FromPool,
    Identifier,
    Money,
    Organisation,
    PersonName,
    Phone,
    Quantity,
)
from polar_bench.errors import DataError
from polar_bench.generation import pools
from polar_bench.generation.profiles import draw_profile
from polar_bench.quality.laws import holds
from polar_bench.scoring.paper import contains
from tests.generation import rich_domain, small_domain
from tests.generation.rich_domain import SPEC, attribute, key, with_attribute

SOME = pytest.param(400, id="400")
MANY = pytest.param(2_000, id="2000", marks=pytest.mark.slow)
NAMED = {Kind.PERSON_NAME, Kind.ORGANISATION}


def compact(text):
    return "".join(character for character in text.lower() if character.isalnum())


def stands(text, wording):
    """Tell whether `wording` stands in `text` as whole words; the first test is there for speed."""
    return compact(wording) in compact(text) and holds(text, wording)


def values(profile):
    return {name: fact.value for name, fact in profile.facts.items()}


def kinds(profile):
    return {name: profile.spec.by_name[name].kind for name in profile.facts}


@pytest.mark.parametrize("count", [SOME, MANY])
@pytest.mark.parametrize("domain", [rich_domain, small_domain])
def test_no_value_is_found_in_another(domain, count):
    for profile in domain.profiles(count):
        both_truths = {f"{c.fact} {word}": word for c in profile.spec.conditions for word in (c.holds, c.fails)}
        drawn = {n: v for n, v in values(profile).items() if profile.spec.by_name[n].use is not Use.FACT}
        compared = [*drawn.items(), ("counterpart", profile.counterpart)]
        pairs = [*combinations(compared, 2), *product(drawn.items(), both_truths.items())]
        found = [
            (one, held, other, holder)
            for pair in pairs
            for (one, held), (other, holder) in (pair, pair[::-1])
            if compact(held) in compact(holder) or contains(holder, held)
        ]
        assert [] == found


@pytest.mark.parametrize("count", [SOME, MANY])
@pytest.mark.parametrize("domain", [rich_domain, small_domain])
def test_no_form_of_a_value_stands_in_another(domain, count):
    for profile in domain.profiles(count):
        for (one, fact), (other, against) in combinations(profile.facts.items(), 2):
            spec = profile.spec.by_name
            if (
                Use.FACT in (spec[one].use, spec[other].use)
                or spec[one].coarse_of == other
                or spec[other].coarse_of == one
            ):
                continue
            wordings = product((fact.value, *fact.forms), (against.value, *against.forms))
            assert not any(stands(a, b) or stands(b, a) for a, b in wordings), (fact, against)


@pytest.mark.parametrize("count", [SOME, MANY])
@pytest.mark.parametrize("domain", [rich_domain, small_domain])
def test_no_two_people_or_organisations_share_a_name(domain, count):
    for profile in domain.profiles(count):
        kind = kinds(profile)
        named = {name: value for name, value in values(profile).items() if kind[name] in NAMED}
        firsts = Counter(value.split()[0].lower() for value in (*named.values(), profile.counterpart))
        assert 1 == max(firsts.values())
        for name, value in named.items():
            if kind[name] is not Kind.PERSON_NAME:
                continue
            others = [other for other in profile.facts if other != name]
            words = {w.lower() for other in others for w in profile.facts[other].value.split()}
            assert not words & {part.lower() for part in value.split()}


def test_no_email_address_holds_a_part_of_a_name():
    for profile in rich_domain.profiles(400):
        parts = [
            p for n, k in kinds(profile).items() if k is Kind.PERSON_NAME for p in values(profile)[n].lower().split()
        ]
        assert not [part for part in parts if part in values(profile)["private_email"]]


@pytest.mark.parametrize("count", [SOME, MANY])
@pytest.mark.parametrize("domain", [rich_domain, small_domain])
def test_what_the_task_needs_holds_nothing_protected_at_any_level(domain, count):
    for profile in domain.profiles(count):
        spec, told = profile.spec, values(profile)
        coarse = {a.coarse_of: a.name for a in spec.with_use(Use.COARSE)}
        guarded = {a.name for a in spec.with_use(Use.GUARDED)}
        graded = {a.name for a in spec.with_use(Use.GRADED)}
        for closed, opened in (
            (one.name, other.name) for one, other in product(spec.with_use(Use.CONDITIONAL), repeat=2) if one != other
        ):
            needed = {*profile.task.needs, opened}
            tightened = {coarse.get(name, name) for name in needed}
            for task, protected in ((needed, guarded | {closed}), (tightened, guarded | graded | {closed})):
                text = " ".join(value for name, value in told.items() if name in task)
                assert [] == [name for name in protected if contains(text, told[name])]


def test_scored_values_have_four_letters_or_digits():
    for profile in rich_domain.profiles(400):
        scored = [n for n in profile.facts if profile.spec.by_name[n].use not in (Use.NOISE, Use.FACT)]
        assert min(len(compact(profile.facts[name].value)) for name in scored) >= 4


def test_what_hangs_on_another_value_agrees_with_it():
    for profile in rich_domain.profiles(400):
        facts = profile.facts
        salary, pay, band = (facts[name].data for name in ("salary", "current_pay", "salary_band"))
        assert band <= salary < band + 20_000
        assert 4_000 <= salary - pay <= 15_000
        start = facts["start_date"].data
        assert 60 <= (start - profile.written_on).days <= 200
        assert ("first", "second", "third", "fourth")[(start.month - 1) // 3] == facts["start_quarter"].value.split()[0]
        if "house_age" in facts:
            built = facts["built"].data
            birthday = (built.month, built.day) <= (profile.written_on.month, profile.written_on.day)
            assert profile.written_on.year - built.year - (not birthday) == facts["house_age"].data


def test_a_graded_value_knows_the_class_that_decoys_share():
    for profile in rich_domain.profiles(50):
        assert profile.facts["salary_band"].value == profile.facts["salary"].coarse_class
        assert profile.facts["start_quarter"].value == profile.facts["start_date"].coarse_class


def test_a_profile_is_written_on_a_working_day_of_2025():
    days = [profile.written_on for profile in rich_domain.profiles(400)]

    assert all(day.year == 2025 and day.weekday() < 5 for day in days)
    assert len({day.month for day in days}) == 12


def test_the_subject_has_the_sex_of_the_pronouns():
    people = pools.people()
    for profile in rich_domain.profiles(400):
        assert values(profile)["applicant"].split()[0] in people.given(is_female=profile.is_female)


def test_noise_is_drawn_by_its_level_and_stands_in_the_files_order():
    noise = [a.name for a in SPEC.with_use(Use.NOISE)]
    for profile in rich_domain.profiles(400):
        assert {"low": 2, "medium": 3, "high": 4}[profile.noise_level] == len(profile.noise) == len({*profile.noise})
        assert sorted(profile.noise, key=noise.index) == list(profile.noise)
        expected = [a.name for a in SPEC.attributes if a.use is not Use.NOISE or a.name in profile.noise]
        assert expected == list(profile.facts)


def test_exactly_one_condition_holds_and_the_facts_say_so():
    for profile in rich_domain.profiles(400):
        for condition in SPEC.conditions:
            word = condition.holds if condition.governs == profile.holds else condition.fails
            assert word == profile.facts[condition.fact].value


def within_chance(count, of, p):
    """Four standard deviations: one fair draw in 16,000 lies outside."""
    return abs(count - of * p) <= 4 * (of * p * (1 - p)) ** 0.5


@pytest.mark.parametrize("count", [SOME, MANY])
def test_draws_are_fair_and_know_nothing_of_each_other(count):
    made = rich_domain.profiles(count)
    pairs = Counter((profile.holds, profile.closed) for profile in made)
    levels = Counter(profile.noise_level for profile in made)
    tasks = Counter((profile.task.name, profile.is_female) for profile in made)

    assert all(within_chance(pairs[pair], count, 0.25) for pair in product(("employer", "referee"), repeat=2))
    assert all(within_chance(levels[level], count, p) for level, p in (("low", 0.25), ("medium", 0.5), ("high", 0.25)))
    assert all(within_chance(tasks[pair], count, 0.25) for pair in product(("present", "compare"), (True, False)))


def test_the_same_key_gives_the_same_profile_and_another_one_another():
    keys = [key(3), key(4), key(8), key(3, seed=43), key(3, form="email"), msgspec.structs.replace(key(3), attempt=1)]
    drawn = [draw_profile(SPEC, k) for k in keys]

    assert drawn == [draw_profile(SPEC, k) for k in keys]
    assert len(keys) == len({values(profile)["applicant"] + values(profile)["salary"] for profile in drawn})


@pytest.mark.parametrize(
    "added",
    [
        attribute("further", Use.NOISE, Kind.ORGANISATION, Organisation("club")),
        attribute("further", Use.OPEN, Kind.PERSON_NAME, PersonName()),
        attribute("further", Use.OPEN, Kind.DATE, DateAfter("start_date", 5, 90)),
    ],
)
def test_an_attribute_more_changes_no_other_fact(added):
    grown = with_attribute(added)
    for number in range(200):
        before, after = draw_profile(SPEC, key(number)), draw_profile(grown, key(number))
        shared = before.facts.keys() & after.facts.keys()
        if added.use is Use.NOISE:
            # It may take the place of noise that other noise had to get out of the way of
            shared -= {*before.noise}
        assert {name: before.facts[name] for name in shared} == {name: after.facts[name] for name in shared}
        assert before.facts.keys() - {*before.noise} <= shared
        assert len({*before.noise} - {*after.noise}) <= 1
        assert msgspec.structs.replace(before, facts={}, noise=(), spec=grown) == msgspec.structs.replace(
            after, facts={}, noise=()
        )


def test_a_phone_and_an_amount_in_its_prefix_get_out_of_each_others_way():
    domain = with_attribute(attribute("deposit", Use.GUARDED, Kind.MONEY, Money("GBP", 47_690, 47_710)))
    domain = with_attribute(attribute("further", Use.GUARDED, Kind.PHONE, Phone()), domain)
    clashes = 0
    for number in range(100):
        deposit = draw_profile(domain, key(number)).facts["deposit"].value
        clashes += deposit == "GBP 47,700"
    assert 0 == clashes


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (
            attribute(
                "reason",
                Use.GUARDED,
                Kind.ORGANISATION,
                FromPool((Entry("Rillhaven Bank"), Entry("Rillhaven Homes"))),
            ),
            ("reason", "the counterpart"),
        ),
        (
            attribute("further", Use.GUARDED, Kind.CATEGORY, FromPool((Entry("ox"), Entry("yak")))),
            ("further", "four|4"),
        ),
        (
            attribute("further", Use.GUARDED, Kind.CATEGORY, FromPool((Entry("the drawer"), Entry("drawer")))),
            ("further", "notice"),
        ),
        (attribute("further", Use.OPEN, Kind.RANGE, Band("salary", 20_000)), ("further", "salary_band")),
        (
            attribute("further", Use.OPEN, Kind.QUANTITY, FromPool((Entry("dry stone"), Entry("lime plaster")))),
            (),
        ),
    ],
)
def test_what_can_not_stand_beside_another_is_named_with_it(changed, named):
    domain = with_attribute(changed)
    if not named:
        assert all(draw_profile(domain, key(number)) for number in range(20))
        return
    with pytest.raises(DataError, match=rf"(?s){named[0]}.*{named[1]}.*give {named[0]} more"):
        list(map(partial(draw_profile, domain), map(key, range(20))))


def test_attributes_that_hang_on_each_other_are_named():
    domain = with_attribute(attribute("salary", Use.GRADED, Kind.RANGE, Band("salary_band", 10)))

    with pytest.raises(DataError, match="salary_band -> salary -> salary_band hang on each other"):
        draw_profile(domain, key(0))


def test_an_attribute_that_hangs_on_noise_is_named():
    domain = with_attribute(attribute("home_address", Use.GUARDED, Kind.ADDRESS, Address("town")))

    with pytest.raises(DataError, match="home_address hangs on town, which no profile is sure to have"):
        draw_profile(domain, key(0))


def test_a_forms_placeholder_is_filled_and_a_makers_own_forms_stay_its_own():
    forms = ("a good {value}", "a while")
    changed = msgspec.structs.replace(SPEC.by_name["experience"], forms=forms)
    pooled = msgspec.structs.replace(SPEC.by_name["interview_time"], forms=forms)
    profile = draw_profile(with_attribute(pooled, with_attribute(changed)), key(0))
    experience, time = profile.facts["experience"], profile.facts["interview_time"]

    assert (f"{experience.data} years", f"a good {experience.value}") == experience.forms
    assert (f"a good {time.value}", "a while") == time.forms


def test_an_identifier_of_three_digits_is_found_in_no_number_of_the_profile():
    domain = with_attribute(attribute("locker", Use.OPEN, Kind.IDENTIFIER, Identifier("L-###")))
    domain = with_attribute(attribute("pages", Use.OPEN, Kind.QUANTITY, Quantity("pages", 200, 900)), domain)
    for number in range(200):
        profile = draw_profile(domain, key(number))
        locker = profile.facts["locker"].value[2:]
        digits = ["".join(filter(str.isdigit, value)) for name, value in values(profile).items() if name != "locker"]
        assert not [other for other in digits if locker in other]
        assert locker not in profile.written_on.strftime("%Y%m%d")


def test_dates_know_their_day():
    assert all(isinstance(profile.facts["start_date"].data, dt.date) for profile in rich_domain.profiles(50))
