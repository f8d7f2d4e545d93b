"""Clashes: whatever a matcher would find is found, and what nobody would take for the same isn't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.attributes import Kind
from polar_bench.generation.clashes import clash, clash_in_pair, compact, found_in, seen, seen_text, stands_in
from polar_bench.scoring.paper import contains

ODD = st.text(alphabet="abiksz AEIK019-/.,'_\n:()\u0131\u0130\u017fßéÉµμςσΣ٣²²\u2019\u2013$€", max_size=14)
PIECES = st.lists(
    st.sampled_from(
        ["1979", "08", "8", "23", "August", "aug", "2025", "CHF", "128", "500", "Mira", "Vrabec", "dispute", "with"]
        + ["the", "team", "lead", "over", "duty", "-", "/", ".", ", ", " ", " ", "'"]
    ),
    max_size=9,
).map("".join)
TEXTS = st.one_of(ODD, PIECES, st.tuples(ODD, PIECES, ODD).map("".join))


@given(TEXTS, TEXTS)
def test_what_the_released_matcher_finds_is_found(text, value):
    if contains(text, value):
        assert found_in(seen(Kind.CATEGORY, (value,)), seen_text(text))


@given(TEXTS, TEXTS, TEXTS)
def test_a_value_amid_other_text_is_found(before, value, after):
    assert found_in(seen(Kind.CATEGORY, (value,)), seen_text(f"{before} {value} {after}"))


@given(st.sampled_from(Kind), st.sampled_from(Kind), TEXTS, TEXTS, TEXTS)
def test_the_order_makes_no_difference(kind, other_kind, value, form, other):
    one, two = seen(kind, (value, form)), seen(other_kind, (other,))

    assert clash(one, two) == clash(two, one)
    assert clash_in_pair(one, two) == clash_in_pair(two, one)


@given(TEXTS)
def test_letters_and_digits_run_together_are_found_whatever_stands_between(text):
    assert compact(" ".join(text)) == compact(text)


@pytest.mark.parametrize(
    ("kind", "wordings", "other_kind", "other"),
    [
        (Kind.PERSON_NAME, ("Mira Vrabec",), Kind.PERSON_NAME, ("Mira Lovelock",)),
        (Kind.PERSON_NAME, ("Mira Vrabec",), Kind.ORGANISATION, ("Vrabec Foods",)),
        (Kind.PERSON_NAME, ("Mira Vrabec",), Kind.ADDRESS, ("3 Vrabec Lane, 3114 Ulmen",)),
        (Kind.PERSON_NAME, ("Renée Nyström",), Kind.EMAIL, ("nystrom.kettle@postnook.example",)),
        (Kind.PERSON_NAME, ("Mira Vrabec-Orme",), Kind.PERSON_NAME, ("Ebba Orme",)),
        (Kind.ORGANISATION, ("Kestolund Bank",), Kind.ORGANISATION, ("Kestolund Homes",)),
        (Kind.MONEY, ("CHF 128'500",), Kind.IDENTIFIER, ("A-285",)),
        (Kind.MONEY, ("CHF 120'000",), Kind.RANGE, ("CHF 120,000 to CHF 140,000",)),
        (Kind.DATE, ("2025-09-01", "1 September 2025"), Kind.CATEGORY, ("September", "Sept")),
        (Kind.DATE, ("1979-08-23",), Kind.PHRASE, ("since 23.8.1979",)),
        (Kind.QUANTITY, ("eleven weeks", "11 weeks"), Kind.PHRASE, ("after 11 weeks of rest",)),
        (Kind.CATEGORY, ("signed",), Kind.CATEGORY, ("unsigned",)),
        (
            Kind.PHRASE,
            ("dispute with lead over duty hours",),
            Kind.PHRASE,
            ("some dispute with lead people over many duty days",),
        ),
    ],
)
def test_what_could_be_mistaken_clashes(kind, wordings, other_kind, other):
    assert clash(seen(kind, wordings), seen(other_kind, other))


@pytest.mark.parametrize(
    ("kind", "wordings", "other_kind", "other"),
    [
        (Kind.PERSON_NAME, ("Mira Vrabec",), Kind.PERSON_NAME, ("Ebba Lovelock",)),
        (Kind.ORGANISATION, ("Kestolund Savings Bank",), Kind.ORGANISATION, ("Brallund Savings Bank",)),
        (Kind.ADDRESS, ("3 Lantern Row, 3114 Ulmen",), Kind.ADDRESS, ("4 Tanyard Lane, 3226 Brennick",)),
        (Kind.DATE, ("2025-09-01", "1 September 2025"), Kind.DATE, ("2025-10-02", "2 October 2025")),
        (Kind.PHONE, ("+44 7700 900417",), Kind.PHONE, ("+44 7700 900418",)),
        (Kind.MONEY, ("CHF 128'500",), Kind.RANGE, ("CHF 120,000 to CHF 140,000",)),
        (Kind.QUANTITY, ("eleven weeks", "11 weeks"), Kind.QUANTITY, ("twelve weeks", "12 weeks")),
    ],
)
def test_what_nobody_would_mistake_does_not_clash(kind, wordings, other_kind, other):
    assert not clash(seen(kind, wordings), seen(other_kind, other))


def test_a_day_and_its_month_clash_but_in_a_pair():
    day = seen(Kind.DATE, ("2025-09-14", "14 September 2025"))
    month = seen(Kind.CATEGORY, ("September twenty twenty-five", "September 2025"))

    assert clash(day, month)
    assert not clash_in_pair(day, month)


def test_a_persons_name_in_part_and_a_form_stand_in_a_text():
    text = seen_text("We heard it from Vrabec, after 11 weeks.")

    assert stands_in(seen(Kind.PERSON_NAME, ("Mira Vrabec",)), text)
    assert stands_in(seen(Kind.QUANTITY, ("eleven weeks", "11 weeks")), text)
    assert not stands_in(seen(Kind.QUANTITY, ("one week", "1 week")), text)
