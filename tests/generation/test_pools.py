"""The shipped lists: long enough, strangers to each other, and no common words among names."""

import unicodedata
from itertools import combinations, product

import pytest

from polar_bench.errors import DataError
from polar_bench.generation import pools
from polar_bench.matching.words import is_common

PEOPLE, PLACES, MAIL, ORGANISATIONS = pools.people(), pools.places(), pools.mail(), pools.organisations()
TOWNS = [place.town for place in PLACES.place.rows]
STEMS = [first + second for first, second in product(ORGANISATIONS.firsts, ORGANISATIONS.seconds)]
NAMES = {
    "female": PEOPLE.female,
    "male": PEOPLE.male,
    "family": PEOPLE.family,
    "cast female": PEOPLE.cast.female,
    "cast male": PEOPLE.cast.male,
    "cast family": PEOPLE.cast.family,
}


def plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))


@pytest.mark.parametrize(
    ("least", "listed"),
    [
        (80, PEOPLE.female),
        (80, PEOPLE.male),
        (160, PEOPLE.family),
        (30, PEOPLE.cast.female),
        (30, PEOPLE.cast.male),
        (60, PEOPLE.cast.family),
        (60, PLACES.streets),
        (64, TOWNS),
        (200, MAIL.words),
        (12, MAIL.domains),
        (1_500, STEMS),
    ],
)
def test_a_list_is_long_and_holds_nothing_twice(least, listed):
    assert least <= len(listed) == len({plain(item) for item in listed})


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_a_common_word(name):
    assert [] == [item for item in NAMES[name] if is_common(item) or is_common(plain(item))]


@pytest.mark.parametrize(("one", "other"), list(combinations([*NAMES, "towns", "stems"], 2)))
def test_no_two_lists_share_a_name(one, other):
    lists = {**NAMES, "towns": TOWNS, "stems": STEMS}
    parts = [{part for item in lists[name] for part in (plain(item), *plain(item).split("-"))} for name in (one, other)]

    assert set() == parts[0] & parts[1]


def test_no_word_of_an_address_holds_a_part_of_a_name():
    parts = {part for names in NAMES.values() for name in names for part in plain(name).split("-") if len(part) >= 3}

    assert [] == [(word, part) for word in MAIL.words for part in parts if part in word]


def test_no_one_can_own_a_mail_domain():
    assert all(domain.endswith(".example") for domain in MAIL.domains)


def test_every_region_has_four_towns_whose_postcodes_begin_alike():
    by_region: dict[str, list[str]] = {}
    for place in PLACES.place.rows:
        by_region.setdefault(place.region, []).append(place.area)

    assert len(by_region) >= 12
    assert all(len(areas) >= 4 and len({area[:2] for area in areas}) == 1 for areas in by_region.values())
    assert len({areas[0][:2] for areas in by_region.values()}) == len(by_region)
    assert len({place.area for place in PLACES.place.rows}) == len(PLACES.place.rows)


def test_no_town_holds_the_name_of_a_region_or_is_held_by_one():
    run = {place.town.lower() for place in PLACES.place.rows}, {p.region.replace(" ", "") for p in PLACES.place.rows}

    assert [] == [(town, region) for town, region in product(*run) if town in region.lower() or region.lower() in town]


@pytest.mark.parametrize("sort", ORGANISATIONS.endings)
def test_every_sort_of_organisation_has_six_endings(sort):
    endings = ORGANISATIONS.endings[sort]

    assert 6 <= len(endings) == len(set(endings))


@pytest.mark.parametrize("name", ["weekday", "colleague", "clock", "room", "small"])
def test_a_slot_has_several_words_and_no_digit(name):
    assert len(pools.slot(name)) >= 5
    assert not any(character.isdigit() for word in pools.slot(name) for character in word)


def test_a_slot_that_there_is_not_is_named():
    with pytest.raises(DataError, match=r"no placeholder 'wekday'\. Did you mean weekday\?"):
        pools.slot("wekday")


def test_telephone_numbers_are_those_kept_free_for_fiction():
    phones = pools.words().phones

    assert ("+44 7700 900###",) == phones["fiction"]
    assert all(
        pattern == "+44 1632 960###" or (pattern.endswith(" 496 0###") and pattern.startswith("+44 1"))
        for pattern in phones["fiction_landline"]
    )
