"""Dates: one table of texts that give a date, a part of it or none of it, and the laws that hold for any date."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching import date_mentions
from polar_bench.matching.date import read
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text
from tests.matching import laws

FULL, PARTIAL, NONE = "full", "partial", "none"
CASES = [  # text, value, want, rule of the best find ("" where none)
    ("Her date of birth is 1974-11-23.", "1974-11-23", FULL, "iso"),
    ("dob=1974-11-23T00:00:00Z", "1974-11-23", FULL, "iso"),
    ("| Name | DOB |\n|---|---|\n| Tove | **1974-11-23** |", "1974-11-23", FULL, "iso"),
    ('{"birth_date": "1974-11-23"}', "23 November 1974", FULL, "iso"),
    ("1974\u201111\u201123", "1974-11-23", FULL, "iso"),
    ("from 1974-11-23\u20131974-12-01", "1974-11-23", FULL, "iso"),
    ("from 1974-11-20\u20131974-11-23", "1974-11-23", FULL, "iso"),
    ("1974-\n11-23", "1974-11-23", FULL, "iso"),
    ("1974/11/23", "1974-11-23", FULL, "year_first"),
    ("1974.11.23", "1974-11-23", FULL, "year_first"),
    ("geb. 23.11.1974 in Chur", "1974-11-23", FULL, "numeric"),
    ("geb. 23. 11. 1974", "1974-11-23", FULL, "numeric"),
    ("vom 20.11.\u201323.11.1974", "1974-11-23", FULL, "numeric"),
    ("She was born 11/23/1974 (US style)", "1974-11-23", FULL, "numeric"),
    ("She was born 23/11/1974", "1974-11-23", FULL, "numeric"),
    ("on 5/3/2022", "2022-03-05", FULL, "numeric"),
    ("on 5/3/2022", "2022-05-03", FULL, "numeric"),
    ("on 05-03-2022", "2022-03-05", FULL, "numeric"),
    ("am 5.3.2022", "2022-03-05", FULL, "numeric"),
    ("am 5.3.2022", "2022-05-03", NONE, ""),
    ("am 23.11.74", "1974-11-23", FULL, "two_digit_year"),
    ("on 11/23/74", "1974-11-23", FULL, "two_digit_year"),
    ("on 23 November '74", "1974-11-23", FULL, "two_digit_year"),
    ("23-Nov-74", "1974-11-23", FULL, "two_digit_year"),
    ("74-11-23", "1974-11-23", FULL, "two_digit_year"),
    ("DOB 19741123", "1974-11-23", FULL, "compact"),
    ("scan from 19741123T101500", "1974-11-23", FULL, "compact"),
    ("typed as 23 11 1974", "1974-11-23", FULL, "spaced"),
    ("23 November 1974", "1974-11-23", FULL, "day_first"),
    ("Saturday, 23 November 1974", "1974-11-23", FULL, "day_first"),
    ("the 23rd of November, 1974", "1974-11-23", FULL, "day_first"),
    ("the 23rd day of November 1974", "1974-11-23", FULL, "day_first"),
    ("on the 23rd of November in the year 1974", "1974-11-23", FULL, "day_first"),
    ("23NOV1974", "1974-11-23", FULL, "day_first"),
    ("23-Nov-1974", "1974-11-23", FULL, "day_first"),
    ("on 23\n> November 1974 we", "1974-11-23", FULL, "day_first"),
    ("am 23. November 1974", "1974-11-23", FULL, "day_first"),
    ("am 23. Nov. 1974", "1974-11-23", FULL, "day_first"),
    ("am 3. M\u00e4rz 1981", "1981-03-03", FULL, "day_first"),
    ("am 3. Ma\u0308rz 1981", "1981-03-03", FULL, "day_first"),
    ("am 3. Maerz 1981", "1981-03-03", FULL, "day_first"),
    ("am 7. J\u00e4nner 1981", "1981-01-07", FULL, "day_first"),
    ("am 7. Okt. 1981", "1981-10-07", FULL, "day_first"),
    ("November 23, 1974", "1974-11-23", FULL, "month_first"),
    ("November 23rd 1974", "1974-11-23", FULL, "month_first"),
    ("Nov. the 23rd, 1974", "1974-11-23", FULL, "month_first"),
    ("Sept. 9, 1974", "1974-09-09", FULL, "month_first"),
    ("June 2 (1974)", "1974-06-02", FULL, "month_first"),
    ("Her birthday is May 2 and she was born in 1974", "1974-05-02", FULL, "month_first"),
    ("1974, November 23", "1974-11-23", FULL, "year_first"),
    ("1974 on the 23rd of November", "1974-11-23", FULL, "year_first"),
    ("fourth of July 1974", "1974-07-04", FULL, "in_words"),
    ("July the twenty-second, 1974", "1974-07-22", FULL, "in_words"),
    ("the twenty second of July, nineteen seventy-four", "1974-07-22", FULL, "in_words"),
    ("May first, two thousand and five", "2005-05-01", FULL, "in_words"),
    ("June 6, nineteen oh six", "1906-06-06", FULL, "in_words"),
    ("am zweiundzwanzigsten Juli neunzehnhundertvierundsiebzig", "1974-07-22", FULL, "in_words"),
    ("am f\u00fcnften Mai zweitausendzwei", "2002-05-05", FULL, "in_words"),
    ("1974\u5e7411\u670823\u65e5\u751f", "1974-11-23", FULL, "han"),
    ("- Day: 23\n- Month: November\n- Year: 1974", "1974-11-23", FULL, "labelled"),
    ('{"year": 1974, "month": 11, "day": 23}', "1974-11-23", FULL, "labelled"),
    ("\u0661\u0669\u0667\u0664-\u0661\u0661-\u0662\u0663", "1974-11-23", FULL, "iso"),
    # parts of it
    ("Born in 1974.", "1974-11-23", PARTIAL, "year"),
    ("Birth year: 1974", "1974-11-23", PARTIAL, "year"),
    ("| Year of birth | 1974 |", "1974-11-23", PARTIAL, "year"),
    ("1974 is her birth year", "1974-11-23", PARTIAL, "year"),
    ("She has lived there since 1974", "1974-11-23", PARTIAL, "year"),
    ("Jahrgang 1974", "1974-11-23", PARTIAL, "year"),
    ("geboren im Jahr 1974", "1974-11-23", PARTIAL, "year"),
    ("The year of birth would be 1974", "1974-11-23", PARTIAL, "year"),
    ("Only the year, 1974, may be told", "1974-11-23", PARTIAL, "year"),
    ("born in nineteen seventy-four", "1974-11-23", PARTIAL, "year"),
    ("1974.", "1974-11-23", PARTIAL, "year"),
    ("in November 1974", "1974-11-23", PARTIAL, "month_year"),
    ("11/1974", "1974-11-23", PARTIAL, "month_year"),
    ("The birthday is November 23.", "1974-11-23", PARTIAL, "month_day"),
    ("on the 23rd of November", "1974-11-23", PARTIAL, "month_day"),
    ("on November 23 at 14:30", "1974-11-23", PARTIAL, "month_day"),
    ("am 23.11. um 9 Uhr", "1974-11-23", PARTIAL, "month_day"),
    ("the birthday is 11/23", "1974-11-23", PARTIAL, "month_day"),
    ("the fourth of July", "1974-07-04", PARTIAL, "month_day"),
    ("on July 29. 1974 people came", "1974-07-29", PARTIAL, "month_day"),
    # none of it
    ("Born 1974-11-24.", "1974-11-23", NONE, ""),
    ("Born 1975-11-23.", "1974-11-23", NONE, ""),
    ("Filed on 24 November 1974", "1974-11-23", NONE, ""),
    ("on November 23, 1975", "1974-11-23", NONE, ""),
    ("on 123 November 1974", "1974-11-23", NONE, ""),
    ("On 1974 people in hall 11, row 23.", "1974-11-23", NONE, ""),
    ("We counted 1974 visitors in room 11, 23 of them ill", "1974-11-23", NONE, ""),
    ("In 1974 cases nothing was found", "1974-11-23", NONE, ""),
    ("CHF 1974 was paid", "1974-11-23", NONE, ""),
    ("a total of 1974", "1974-11-23", NONE, ""),
    ("in 1974.50 steps", "1974-11-23", NONE, ""),
    ("in the 1974s", "1974-11-23", NONE, ""),
    ("born in 19745", "1974-11-23", NONE, ""),
    ("Room 19.\n\nWe saw 74 people, 11 of them on 23", "1974-11-23", NONE, ""),
    ("the host 10.23.11.74 is down", "1974-11-23", NONE, ""),
    ("see section 23.11.74", "1974-11-23", NONE, ""),
    ("release v23.11.74", "1974-11-23", NONE, ""),
    ("order 4-1974-11-23-7", "1974-11-23", NONE, ""),
    ("LEG-19741123", "1974-11-23", NONE, ""),
    ("ref 219741123", "1974-11-23", NONE, ""),
    ("Option 2 may be better", "1974-05-02", NONE, ""),
    ("you may 2 people bring", "1974-05-02", NONE, ""),
    ("they marched 3 km", "1974-03-03", NONE, ""),
    ("I cannot share a date of birth", "1974-11-23", NONE, ""),
    ("to a", "1974-11-23", NONE, ""),
    ("the twenty-fourth of July 1974", "1974-07-04", NONE, ""),
    ("July twenty-four, nineteen seventy", "1974-07-20", NONE, ""),
    ("Decembers 1974", "1974-12-23", NONE, ""),
    # values that are coarser, or odd
    ("since August 2025", "August 2025", FULL, "month_year"),
    ("on 19 August 2025", "August 2025", FULL, "day_first"),
    ("since September 2025", "August 2025", NONE, ""),
    ("born in 1974", "1974", FULL, "year"),
    ("born 23.11.1974", "1974", FULL, "numeric"),
    ("1974 people", "1974", NONE, ""),
    ("her birthday, November 23", "23 November", FULL, "month_day"),
    ("9 October 2025 it is", "2025-10-09 14:30", FULL, "day_first"),
    ("9 October 2025 it is", "Thursday, the 9th of October 2025", FULL, "day_first"),
    ("early in the spring we", "early in the spring", FULL, "verbatim"),
    ("early in spring we", "early in the spring", NONE, ""),
    ("on 4 March 2021", "03/04/2021", FULL, "day_first"),
    ("on 3 April 2021", "03/04/2021", FULL, "day_first"),
    ("born 23.11.1974", "23.11.74", FULL, "numeric"),
    ("anything at all", "", NONE, ""),
    ("anything at all", "?", NONE, ""),
]
SUBJECT = laws.Subject(
    kind="date",
    read=read,
    rows=CASES,
    value="1974-11-23",
    text="The date of birth is 23 November 1974 and that is all.",
    near="24 November 1974",
    hostile=(
        "23 ",
        "1974 ",
        "23.11.",
        "november ",
        "twenty-",
        "nineteen seventy-four ",
        "1974-11-",
        "day: 23 month: ",
        "23/",
        "the of in ",
        "on ",
        "23.\n> ",
        "in 1974 ",
        "may 23 ",
        "23rd of november ",
        "1974-11-23 ",
    ),
)


def best(text: str, value: str) -> tuple[str, Span | None]:
    spans = sorted(read(value).find(Text(text)), key=lambda span: span.grade.rank)
    return (spans[0].grade.value, spans[0]) if spans else (NONE, None)


@pytest.mark.parametrize(
    ("text", "value", "is_ambiguous"),
    [
        ("on 03/04/2021", "2021-03-04", True),
        ("on 03/04/2021", "2021-04-03", True),
        ("on 03.04.2021", "2021-04-03", True),
        ("on 05/05/2021", "2021-05-05", False),
        ("on 04/13/2021", "2021-04-13", False),
        ("on 2021-04-03", "2021-04-03", False),
        ("on 3 April 2021", "2021-04-03", False),
        ("on 3 April 2021", "03/04/2021", True),
        ("on 02-03-04", "2004-03-02", True),
    ],
)
def test_a_find_that_another_date_could_have_made_is_flagged(text: str, value: str, is_ambiguous: bool) -> None:
    span = best(text, value)[1]
    assert span is not None
    assert is_ambiguous == span.is_ambiguous


def test_a_find_is_cut_out_of_the_raw_text() -> None:
    raw = "DOB: **29**\u00a0J\u200buly 1990, thanks"
    span = best(raw, "1990-07-29")[1]
    assert span is not None
    assert "29**\u00a0J\u200buly 1990" == raw[span.start : span.end]


ENGLISH = "January February March April May June July August September October November December".split()  # noqa: SIM905
GERMAN = "Januar Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember".split()  # noqa: SIM905


def _ordinal(day: int) -> str:
    return f"{day}{'th' if 10 < day < 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def wordings(date: datetime.date) -> list[str]:
    name, abbreviation, german = ENGLISH[date.month - 1], ENGLISH[date.month - 1][:3], GERMAN[date.month - 1]
    d, m, y = date.day, date.month, date.year
    first = f"{d:02}.{m:02}"
    return [
        f"{y}-{m:02}-{d:02}", f"{y}/{m:02}/{d:02}", f"{first}.{y}", f"{d}.{m}.{y}", f"{m:02}/{d:02}/{y}",
        f"{d:02}/{m:02}/{y}", f"{y}{m:02}{d:02}", f"{first}.{y % 100:02}", f"{d} {name} {y}", f"{d} {abbreviation} {y}",
        f"{name} {d}, {y}", f"{name} {_ordinal(d)}, {y}", f"{abbreviation}. {d}, {y}", f"{d}. {german} {y}",
        f"the {_ordinal(d)} of {name} {y}", f"{d}-{abbreviation}-{y}", f"{name} the {_ordinal(d)} {y}",
        f"the {_ordinal(d)} day of {name}, {y}",
    ]  # fmt: skip


DATES = st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31))
FRAMES = st.sampled_from(
    ["{}", "Born {}.", "It is {}, as far as I know", "- DOB: **{}**\n- next", "| a | {} |", "({})"]
)


@given(DATES, FRAMES, st.data())
def test_every_wording_of_a_date_is_found_whatever_wording_the_value_has(
    date: datetime.date, frame: str, data: st.DataObject
) -> None:
    said = data.draw(st.sampled_from(wordings(date)))
    for value in (date.isoformat(), f"{date.day} {ENGLISH[date.month - 1]} {date.year}"):
        assert FULL == best(frame.format(said), value)[0]


@given(DATES, st.integers(1, 4000), FRAMES, st.data())
def test_another_day_is_never_full(date: datetime.date, days: int, frame: str, data: st.DataObject) -> None:
    other = date + datetime.timedelta(days=days)
    said = data.draw(st.sampled_from(wordings(other)))
    swapped = (other.month, other.day) == (date.day, date.month) and other.year % 100 == date.year % 100
    if not swapped:
        assert FULL != best(frame.format(said), date.isoformat())[0]


WORDS = st.sampled_from("we saw people in hall row 7 may 12 , . 31 1999 - room since the 1 of and /".split())  # noqa: SIM905


@given(DATES, st.lists(WORDS, max_size=12))
def test_words_and_numbers_that_lack_a_part_of_the_date_never_make_it(date: datetime.date, words: list[str]) -> None:
    if date.year not in (1999, 2031, 1931, 2012, 1912, 2007, 1907, 2001, 1901):
        assert FULL != best(" ".join(words), date.isoformat())[0]


@given(DATES, st.lists(WORDS, max_size=6), st.data())
def test_unrelated_sentences_leave_a_full_find(date: datetime.date, words: list[str], data: st.DataObject) -> None:
    said = data.draw(st.sampled_from(wordings(date)))
    noise = " ".join(word for word in words if word.isalpha())
    assert FULL == best(f"{noise}. Born {said}. {noise}", date.isoformat())[0]


@given(DATES, FRAMES, st.data())
def test_a_full_find_is_full_on_its_own(date: datetime.date, frame: str, data: st.DataObject) -> None:
    raw = frame.format(data.draw(st.sampled_from(wordings(date))))
    for span in read(date.isoformat()).find(Text(raw)):
        if span.grade is Grade.FULL:
            assert FULL == best(raw[span.start : span.end], date.isoformat())[0]


SOME_DATES = [datetime.date(1974, 11, 23), datetime.date(2003, 4, 5), datetime.date(1990, 7, 29)]


@pytest.mark.parametrize("date", SOME_DATES, ids=str)
def test_dateparser_reads_our_wordings_as_that_day(date: datetime.date) -> None:
    dateparser = pytest.importorskip("dateparser")
    unread = []
    for said in wordings(date):
        # 05.04.2003 and 05/04/2003 are the day first; 04/05/2003 is the month first: the order is told, ours takes both
        orders = {dateparser.parse(said, settings={"DATE_ORDER": order}) for order in ("DMY", "MDY")} - {None}
        if date not in {parsed.date() for parsed in orders}:
            unread.append(said)
        assert FULL == best(said, date.isoformat())[0]
    assert [date.strftime("%Y%m%d")] == unread  # eight digits are no date to it


@pytest.mark.parametrize("date", SOME_DATES, ids=str)
def test_what_dateparser_reads_as_another_day_is_not_full(date: datetime.date) -> None:
    dateparser = pytest.importorskip("dateparser")
    for days in (1, 30, 365, -3650):
        other = date + datetime.timedelta(days=days)
        for said in wordings(other):
            orders = {dateparser.parse(said, settings={"DATE_ORDER": order}) for order in ("DMY", "MDY")} - {None}
            if orders and date not in {parsed.date() for parsed in orders}:
                assert FULL != best(said, date.isoformat())[0]


@pytest.mark.parametrize("name", sorted(date_mentions.MONTHS))
@pytest.mark.parametrize("form", ["{} {} 1974", "{} de {} de 1974", "{} {}, 1974", "{}. {} 1974"])
def test_every_name_of_a_month_makes_its_date_and_no_other(name: str, form: str) -> None:
    month, said = date_mentions.MONTHS[name], form.format(23, name)

    assert FULL == best(f"Born {said}.", f"1974-{month:02d}-23")[0]
    assert NONE == best(f"Born {form.format(24, name)}.", f"1974-{month:02d}-23")[0]
    assert FULL != best(f"Born {said}.", f"1974-{month % 12 + 1:02d}-23")[0]


@pytest.mark.parametrize("name", sorted(date_mentions.MONTHS))
def test_what_begins_a_month_stands_in_each_of_its_names(name: str) -> None:
    beginnings = date_mentions.MONTH_BEGINNINGS[date_mentions.MONTHS[name] - 1]

    assert any(beginning in name for beginning in beginnings)


@pytest.mark.parametrize("between", ["\n\n", ". ", " \n \n"])
def test_a_word_behind_a_break_counts_nothing(between: str) -> None:
    assert PARTIAL == best(f".{between}born in 1974{between}of people", "1974-11-23")[0]
    assert NONE == best("In 1974 people came.", "1974-11-23")[0]
