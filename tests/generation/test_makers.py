"""Each maker: its range, its wording, its forms, and what it tells of the value that it hangs on."""

import datetime as dt
import re

import pytest

from polar_bench.attributes import Kind
from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    DateAfter,
    DateBefore,
    Decade,
    Email,
    Identifier,
    Money,
    MoneyAbove,
    MoneyBelow,
    Month,
    Organisation,
    PersonName,
    Phone,
    Quantity,
    Quarter,
)
from polar_bench.errors import DataError
from polar_bench.generation import pools
from polar_bench.generation.draws import Draw
from polar_bench.generation.makers import OutOfReach, Setting, Window, is_drawn, make, neighbour, window
from polar_bench.generation.makers.wording import in_words
from polar_bench.generation.profile import Fact
from polar_bench.matching.finder import find
from polar_bench.matching.span import Grade
from polar_bench.matching.text import Text

WRITTEN_ON = dt.date(2025, 6, 2)
SEEDS = range(300)
BARE = Setting(WRITTEN_ON)


def on(year, month, day):
    return Setting(WRITTEN_ON, Fact("", data=dt.date(year, month, day)))


def of(amount, unit="CHF"):
    return Setting(WRITTEN_ON, Fact("", data=amount, unit=unit))


def made(maker, setting=BARE, seeds=SEEDS):
    return [make(maker, setting, Draw("test", seed=seed)) for seed in seeds]


EVERY = [
    (Kind.PERSON_NAME, PersonName(), BARE),
    (Kind.DATE, Date(1950, 2004), BARE),
    (Kind.DATE, DateAfter("written_on", 60, 200), BARE),
    (Kind.DATE, DateBefore("x", 10, 40, "month day year"), on(1990, 3, 1)),
    (Kind.QUANTITY, Age("x"), on(1979, 8, 23)),
    (Kind.CATEGORY, Quarter("x"), on(2025, 9, 1)),
    (Kind.CATEGORY, Month("x"), on(2025, 9, 1)),
    (Kind.CATEGORY, Decade("x"), on(1979, 8, 23)),
    (Kind.PHONE, Phone(), BARE),
    (Kind.PHONE, Phone("fiction_landline"), BARE),
    (Kind.MONEY, Money("CHF", 60, 250_000), BARE),
    (Kind.MONEY, MoneyBelow("x", 4_000, 15_000, 100), of(128_500)),
    (Kind.MONEY, MoneyAbove("x", 4_000, 15_000, 100), of(128_500, "EUR")),
    (Kind.RANGE, Band("x", 20_000), of(128_500)),
    (Kind.RANGE, Band("x", 10), of(34, "years")),
    (Kind.IDENTIFIER, Identifier("KV-####-#####"), BARE),
    (Kind.EMAIL, Email(), BARE),
    (Kind.QUANTITY, Quantity("weeks", 1, 140), BARE),
    (Kind.ORGANISATION, Organisation("bank"), BARE),
    (Kind.ADDRESS, Address(), BARE),
    (Kind.ADDRESS, Address("x"), Setting(WRITTEN_ON, Fact("Hochlinden"))),
]


@pytest.mark.parametrize(("kind", "maker", "setting"), EVERY)
def test_the_same_draw_gives_the_same_value(kind, maker, setting):
    assert made(maker, setting) == made(maker, setting)


@pytest.mark.parametrize(("kind", "maker", "setting"), EVERY)
def test_what_is_left_to_the_draw_varies_and_nothing_else_does(kind, maker, setting):
    assert is_drawn(maker) == (len({fact.value for fact in made(maker, setting)}) > 1)


@pytest.mark.parametrize(("kind", "maker", "setting"), EVERY)
def test_what_texts_show_is_the_value_or_a_listed_form(kind, maker, setting):
    for fact in made(maker, setting):
        assert fact.text in (fact.value, *fact.forms)
        assert len({fact.value, *fact.forms}) == 1 + len(fact.forms)


@pytest.mark.parametrize(("kind", "maker", "setting"), EVERY)
def test_the_scorer_finds_a_value_in_each_of_its_forms(kind, maker, setting):
    for fact in made(maker, setting, range(12)):
        wordings = (fact.value, *fact.forms)
        for wording in wordings:
            spans = find(Text(f"It says {wording} on it."), kind, wordings)
            assert any(span.grade is Grade.FULL for span in spans), (fact, wording)


@pytest.mark.parametrize(("kind", "maker", "setting"), EVERY)
def test_a_neighbour_is_another_value_as_a_rule(kind, maker, setting):
    true = make(maker, setting, Draw("true", seed=1)).value
    others = [neighbour(maker, setting, Draw("other", seed=seed)).value for seed in SEEDS]

    assert sum(other != true for other in others) > len(others) * 0.6


def test_a_person_has_the_sex_that_is_settled():
    given = {is_female: set(pools.people().given(is_female=is_female)) for is_female in (True, False)}
    for is_female in (True, False):
        people = made(PersonName(), Setting(WRITTEN_ON, is_female=is_female))
        assert {fact.value.split()[0] for fact in people} <= given[is_female]
    assert all({fact.value.split()[0] for fact in made(PersonName())} & names for names in given.values())


@pytest.mark.parametrize(
    ("maker", "setting", "first", "last"),
    [
        (Date(1950, 1951), BARE, dt.date(1950, 1, 1), dt.date(1951, 12, 31)),
        (DateAfter("written_on", 3, 9), BARE, dt.date(2025, 6, 5), dt.date(2025, 6, 11)),
        (DateAfter("x", 3, 9), on(2024, 2, 27), dt.date(2024, 3, 1), dt.date(2024, 3, 7)),
        (DateBefore("x", 3, 9), on(2024, 3, 3), dt.date(2024, 2, 23), dt.date(2024, 2, 29)),
    ],
)
def test_a_day_lies_from_the_first_to_the_last_both_included(maker, setting, first, last):
    days = [fact.data for fact in made(maker, setting, range(3_000))]

    assert first <= min(days) < max(days) <= last
    assert (last - first).days > 20 or {first, last} <= set(days)


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("day month year", "23 August 1979"),
        ("month day year", "August 23, 1979"),
        ("day.month.year", "23.08.1979"),
    ],
)
def test_a_day_is_iso_and_is_shown_in_its_style(style, shown):
    fact = make(DateAfter("x", 0, 0, style), on(1979, 8, 23), Draw(seed=1))

    assert Fact("1979-08-23", (shown,), shown, dt.date(1979, 8, 23)) == fact


def test_a_style_that_there_is_not_is_named():
    with pytest.raises(DataError, match="no style of dates 'backwards'"):
        make(Date(1990, 1999, "backwards"), BARE, Draw(seed=1))


@pytest.mark.parametrize(
    ("born", "age"),
    [
        ((1979, 6, 2), "forty-six years"),
        ((1979, 6, 3), "forty-five years"),
        ((2024, 6, 2), "one year"),
        ((1925, 1, 1), "one hundred years"),
        ((1924, 1, 1), "101 years"),
    ],
)
def test_an_age_is_that_of_the_day_of_writing(born, age):
    assert age == make(Age("x"), on(*born), Draw(seed=1)).value


@pytest.mark.parametrize(
    ("maker", "day", "value", "forms"),
    [
        (Quarter("x"), (2025, 9, 30), "third quarter", ("Q3", "3rd quarter")),
        (Quarter("x"), (2025, 10, 1), "fourth quarter", ("Q4", "4th quarter")),
        (Month("x"), (2025, 9, 30), "September twenty twenty-five", ("September 2025", "Sep 2025")),
        (Month("x"), (2025, 5, 1), "May twenty twenty-five", ("May 2025",)),
        (Month("x"), (2000, 1, 1), "January two thousand", ("January 2000", "Jan 2000")),
        (Month("x"), (2007, 1, 1), "January two thousand and seven", ("January 2007", "Jan 2007")),
        (Month("x"), (1905, 1, 1), "January nineteen oh five", ("January 1905", "Jan 1905")),
        (Decade("x"), (1979, 8, 23), "the nineteen-seventies", ("the 1970s",)),
        (Decade("x"), (2000, 1, 1), "the two-thousands", ("the 2000s",)),
        (Decade("x"), (2019, 1, 1), "the twenty-tens", ("the 2010s",)),
        (Decade("x"), (1909, 1, 1), "the nineteen-hundreds", ("the 1900s",)),
    ],
)
def test_parts_of_the_calendar_are_told_in_words(maker, day, value, forms):
    fact = make(maker, on(*day), Draw(seed=1))

    assert (value, forms) == (fact.value, fact.forms)


@pytest.mark.parametrize("coarse", [Age("x"), Quarter("x"), Month("x"), Decade("x")])
@pytest.mark.parametrize(
    "born", [(1979, 8, 23), (1980, 2, 29), (2024, 2, 29), (1999, 12, 31), (2000, 1, 1), (1981, 6, 2)]
)
@pytest.mark.parametrize("written", [dt.date(2025, 6, 2), dt.date(2028, 2, 29), dt.date(2025, 12, 31)])
def test_a_window_holds_the_days_that_tell_the_same_and_ends_where_they_do(coarse, born, written):
    setting = Setting(written, Fact("", data=dt.date(*born)))

    def told(ordinal):
        return make(coarse, Setting(written, Fact("", data=dt.date.fromordinal(ordinal))), Draw(seed=1)).value

    low, high = window(coarse, setting)
    assert low <= dt.date(*born).toordinal() <= high
    assert told(low) == told(high) == told(dt.date(*born).toordinal())
    assert told(low - 1) != told(low)
    assert dt.date.fromordinal(high) >= written or told(high + 1) != told(high)


@pytest.mark.parametrize(
    ("amount", "unit", "width", "value", "forms"),
    [
        (128_500, "CHF", 20_000, "CHF 120,000 to CHF 140,000", ("CHF 120,000-140,000", "120k to 140k")),
        (139_999, "CHF", 20_000, "CHF 120,000 to CHF 140,000", ("CHF 120,000-140,000", "120k to 140k")),
        (840, "EUR", 250, "EUR 750 to EUR 1,000", ("EUR 750-1,000",)),
        (840, "EUR", 1_000, "under EUR 1,000", ("below EUR 1,000",)),
        (34, "years", 10, "30 to 40 years", ("30-40 years", "thirty to forty years")),
        (4, "years", 10, "under 10 years", ("fewer than 10 years",)),
        (1_234, "pages", 500, "1,000 to 1,500 pages", ("1,000-1,500 pages",)),
    ],
)
def test_a_band_holds_its_amount(amount, unit, width, value, forms):
    fact = make(Band("x", width), of(amount, unit), Draw(seed=1))
    low, high = window(Band("x", width), of(amount, unit))

    assert (value, forms) == (fact.value, fact.forms)
    assert low <= amount <= high == low + width - 1


@pytest.mark.parametrize("step", [1, 5, 10, 50, 100, 500, 1_000])
def test_an_amount_is_a_step_and_never_round(step):
    amounts = [fact.data for fact in made(Money("CHF", 20_000, 90_000, step))]

    assert all(20_000 <= amount <= 90_000 and (amount - 20_000) % step == 0 for amount in amounts)
    assert all(amount % 10 ** len(str(step)) for amount in amounts)


def test_a_round_amount_is_drawn_where_there_is_no_other():
    assert {3_000} == {fact.data for fact in made(Money("CHF", 3_000, 3_000))}


@pytest.mark.parametrize(("maker", "low", "high"), [(MoneyBelow, 113_500, 124_500), (MoneyAbove, 132_500, 143_500)])
def test_an_amount_beside_another_keeps_its_distance_and_its_currency(maker, low, high):
    facts = made(maker("x", 4_000, 15_000, 100), of(128_500, "EUR"))

    assert all(low <= fact.data <= high and fact.data % 100 == 0 and fact.unit == "EUR" for fact in facts)
    assert all(fact.value.startswith("EUR ") for fact in facts)


@pytest.mark.parametrize(
    ("currency", "value", "forms"),
    [
        ("CHF", "CHF 128'500", ("CHF 128,500", "128,500 francs")),
        ("EUR", "EUR 128,500", ("128,500 euros",)),
        ("XTS", "XTS 128,500", ()),
    ],
)
def test_an_amount_is_written_as_its_currency_is(currency, value, forms):
    fact = make(Money(currency, 128_500, 128_500), BARE, Draw(seed=1))

    assert (value, forms) == (fact.value, fact.forms)


@pytest.mark.parametrize(
    ("number", "value", "forms"),
    [
        (1, "one week", ("1 week",)),
        (11, "eleven weeks", ("11 weeks",)),
        (40, "forty weeks", ("40 weeks",)),
        (41, "forty-one weeks", ("41 weeks",)),
        (100, "one hundred weeks", ("100 weeks",)),
        (1_101, "1,101 weeks", ()),
    ],
)
def test_a_quantity_is_in_words_up_to_a_hundred(number, value, forms):
    fact = make(Quantity("weeks", number, number), BARE, Draw(seed=1))

    assert (value, forms, number) == (fact.value, fact.forms, fact.data)


def test_every_number_up_to_a_hundred_has_words_of_its_own():
    assert 101 == len({in_words(number) for number in range(101)})


@pytest.mark.parametrize(
    ("pattern", "shape"),
    [
        ("KV-####-#####", r"KV-[1-9]\d{3}-[1-9]\d{4}"),
        ("bus ###", r"bus [1-9]\d\d"),
        ("@@##&&", r"[A-HJ-NPR-Z]{2}[1-9]\d[a-hj-npr-z]{2}"),
    ],
)
def test_an_identifier_keeps_its_pattern(pattern, shape):
    assert all(re.fullmatch(shape, fact.value) for fact in made(Identifier(pattern)))


def test_no_identifier_looks_like_a_year():
    values = [fact.value for fact in made(Identifier("R-####"), seeds=range(3_000))]

    assert [] == [value for value in values if value[2:4] in ("19", "20")]


def test_a_telephone_number_is_one_of_fiction():
    assert all(re.fullmatch(r"\+44 7700 900\d{3}", fact.value) for fact in made(Phone()))
    assert all(re.fullmatch(r"\+44 (1632 960|1\d\d 496 0)\d{3}", f.value) for f in made(Phone("fiction_landline")))


def test_an_address_of_the_mail_is_two_ordinary_words():
    words = set(pools.mail().words)
    for fact in made(Email()):
        local, domain = fact.value.split("@")
        one, other = local.split(".")
        assert {one, other} <= words
        assert one != other
        assert domain in pools.mail().domains


@pytest.mark.parametrize("sort", pools.organisations().endings)
def test_an_organisation_has_an_ending_of_its_sort(sort):
    endings = pools.organisations().endings[sort]

    assert all(fact.value.split(" ", 1)[1] in endings for fact in made(Organisation(sort)))


@pytest.mark.parametrize(
    ("maker", "message"),
    [
        (Organisation("bnak"), "no sort of organisation 'bnak'. Did you mean bank?"),
        (Phone("pager"), "no range of telephone numbers 'pager'. Known are fiction, fiction_landline."),
        (Email("full name"), "no local part 'full name'; write \"two words\""),
    ],
)
def test_a_setting_that_there_is_not_is_named(maker, message):
    with pytest.raises(DataError, match=re.escape(message)):
        make(maker, BARE, Draw(seed=1))


def test_an_address_has_the_postcode_of_its_town():
    by_town = pools.place_by_town()
    for fact in made(Address()):
        street, place = fact.value.split(", ")
        postcode, town = place.split(" ")
        assert re.fullmatch(r"\d{1,3}", street.split(" ", 1)[0])
        assert street.split(" ", 1)[1] in pools.places().streets
        assert postcode[:-1] == by_town[town].area


@pytest.mark.parametrize("town", ["Hochlinden", "Somewhere of the domain's own"])
def test_an_address_that_hangs_on_a_town_has_its_postcode_and_leaves_its_name_out(town):
    facts = made(Address("x"), Setting(WRITTEN_ON, Fact(town)))

    assert 1 == len({fact.value.rsplit(" ", 1)[1][:3] for fact in facts})
    assert not any(town in fact.value for fact in facts)


def test_an_address_that_hangs_on_a_region_lies_in_it():
    by_town = pools.place_by_town()
    facts = made(Address("x"), Setting(WRITTEN_ON, Fact("Orrin valley")))

    assert {"Orrin valley"} == {by_town[fact.value.rsplit(" ", 1)[1]].region for fact in facts}


@pytest.mark.parametrize("maker", [Money("CHF", 90_000, 180_000, 500), Quantity("pages", 1, 90), Date(1990, 1999)])
def test_a_value_lies_in_the_window_that_it_is_given(maker):
    numbers = [fact.data for fact in made(maker)]
    ordinals = sorted(number if isinstance(number, int) else number.toordinal() for number in numbers)
    within = Window(ordinals[100], ordinals[200])

    for fact in made(maker, Setting(WRITTEN_ON, within=within)):
        number = fact.data if isinstance(fact.data, int) else fact.data.toordinal()
        assert within.low <= number <= within.high


def test_a_window_beside_the_range_is_out_of_reach():
    with pytest.raises(OutOfReach):
        make(Money("CHF", 100, 200), Setting(WRITTEN_ON, within=Window(201, 300)), Draw(seed=1))
    with pytest.raises(OutOfReach):
        make(Money("CHF", 100, 200, 50), Setting(WRITTEN_ON, within=Window(101, 149)), Draw(seed=1))
