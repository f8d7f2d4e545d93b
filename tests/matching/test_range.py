"""Ranges: two bounds and one unit in every usual wording, and never one bound or another band."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.range import read
from tests.matching import laws

R = "CHF 6,000 to CHF 8,000"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("It lies between CHF 6,000 and CHF 8,000.", R, "full", "and"),
    ("CHF 6,000-8,000", R, "full", "dash"),
    ("CHF 6'000–8'000", R, "full", "dash"),
    ("CHF 6,000 - CHF 8,000", R, "full", "dash"),
    ("6,000 to 8,000 francs", R, "full", "to"),
    ("from 6,000 to 8,000 francs", R, "full", "to"),
    ("from CHF 6000 up to CHF 8000", R, "full", "to"),
    ("between 6,000 and 8,000 francs", R, "full", "and"),
    ("6'000 bis 8'000 Franken", R, "full", "to"),
    ("zwischen 6'000 und 8'000 Franken", R, "full", "and"),
    ("6k to 8k francs", R, "full", "to"),
    ("CHF 6-8k", R, "full", "dash"),
    ("six to eight thousand francs", R, "full", "to"),
    ("between six and eight thousand francs", R, "full", "and"),
    ("at least CHF 6,000 and at most CHF 8,000", R, "full", "most"),
    ("over 6,000 but under 8,000 francs", R, "full", "most"),
    ("**CHF 6,000 – 8,000**", R, "full", "dash"),
    ("| band | CHF 6,000 to CHF 8,000 |", R, "full", "to"),
    ("between CHF 6,000\nand CHF 8,000", R, "full", "and"),
    ("6,000.00 to 8,000.00 CHF", R, "full", "to"),
    ("CHF\u00a06,000 to CHF\u00a08,000", R, "full", "to"),
    ("CHF 6,000 to 9,000", R, "none", ""),
    ("CHF 5,000 to 8,000", R, "none", ""),
    ("EUR 6,000 to 8,000", R, "none", ""),
    ("6,000 to 8,000", R, "none", ""),
    ("6,000 to 8,000 records", R, "none", ""),
    ("at least CHF 6,000", R, "none", ""),
    ("up to CHF 8,000", R, "none", ""),
    ("CHF 7'364", R, "none", ""),
    ("CHF 16,000 to 18,000", R, "none", ""),
    ("CHF 16,000 to 8,000", R, "none", ""),
    ("CHF 6,000 to 8,000,000", R, "none", ""),
    ("I paid CHF 6,000 and CHF 8,000.", R, "none", ""),
    ("CHF 6,000\n- CHF 8,000", R, "none", ""),
    ("CHF 6,000. To CHF 8,000 it went", R, "none", ""),
    ("CHF 6,000 for the bed, and CHF 8,000 for the room", R, "none", ""),
    ("I can't name the band.", R, "none", ""),
    ("£2,100 and £2,700", "£2,100 and £2,700", "full", "and"),
    ("£2.5k to £3k", "£2,500 to £3,000", "full", "to"),
    ("55,000 to 60,000", "55k to 60k", "full", "to"),
    ("55-60k", "55k to 60k", "full", "dash"),
    ("55-60", "55k to 60k", "none", ""),
    ("£55,000-60,000 a year", "£55,000 to £60,000", "full", "dash"),
    ("about 25-35 hours", "25-35 hours", "full", "dash"),
    ("25 to 35 hours a week", "25-35 hours", "full", "to"),
    ("25–35 h", "25-35 hours", "full", "dash"),
    ("25 hours to 35 hours", "25-35 hours", "full", "to"),
    ("between twenty-five and thirty-five hours", "25-35 hours", "full", "and"),
    ("25 to 35 days", "25-35 hours", "none", ""),
    ("25-35", "25-35 hours", "none", ""),
    ("35 hours", "25-35 hours", "none", ""),
    ("25- to 35-hour weeks", "25-35 hours", "full", "to"),
    ("CHF 300 a month to CHF 450 a month", "CHF 300-450", "full", "to"),
    ("125-35 hours", "25-35 hours", "none", ""),
    ("25-351 hours", "25-35 hours", "none", ""),
    ("80-110 kg", "eighty to a hundred and ten kilos", "full", "dash"),
    ("eighty to a hundred and ten kilograms", "80 to 110 kg", "full", "to"),
    ("eighty to a hundred and ten metres", "80 to 110 kg", "none", ""),
    ("20-30%", "20% to 30%", "full", "dash"),
    ("between 20 and 30 percent", "20-30 %", "full", "and"),
    ("20-30 francs", "20-30 %", "none", ""),
    ("between 20 and 30", "20-30", "full", "and"),
    ("20-30-40", "20-30", "none", ""),
    ("2020-30-01", "20-30", "none", ""),
    ("3,000 to 7,000 entries", "3,000 to 7,000", "full", "to"),
    ("three to seven thousand entries", "3,000 to 7,000", "full", "to"),
    ("three thousand to seven thousand", "three to seven thousand", "full", "to"),
    ("3,000 to 7,500", "3,000 to 7,000", "none", ""),
    ("two to six thousand pounds", "£2,000 to £6,000", "full", "to"),
    ("two to six pounds", "£2,000 to £6,000", "none", ""),
    ("twenty-two to six thousand pounds", "£2,000 to £6,000", "none", ""),
    ("less than 2,000 francs", "under CHF 2,000", "full", "open_band"),
    ("over CHF 2,000", "under CHF 2,000", "none", ""),
    ("more than 50 years", "50+ years", "full", "open_band"),
    ("50 or more years", "50+ years", "full", "open_band"),
    ("50 years", "50+ years", "none", ""),
    ("the fourth quarter", "fourth quarter", "full", "verbatim"),
    ("the high band", "low band", "none", ""),
    ("-5 to 5 degrees", "-5 to 5 degrees", "full", "to"),
    ("5 to 5 degrees", "-5 to 5 degrees", "none", ""),
    ("EUR 1.200 bis 1.500", "EUR 1,200-1,500", "full", "to"),
]
SUBJECT = laws.Subject(
    kind="range",
    read=read,
    rows=ROWS,
    value=R,
    text="The band is CHF 6'000-8'000 and that is all.",
    near="CHF 6,000 for one, CHF 8,000 for two",
    leaning=frozenset({"and"}),
    hostile=("6,000-", "6 to ", "CHF 6,000 to ", R + " ", "between 6,000 and "),
)


@given(st.integers(1, 900), st.integers(1, 90))
def test_every_band_is_found_and_no_other(low: int, width: int) -> None:
    text = f"It takes {low}-{low + width} days."
    assert "full" == laws.grade(read, text, f"{low} to {low + width} days")
    assert "none" == laws.grade(read, text, f"{low} to {low + width + 1} days")
    assert "none" == laws.grade(read, text, f"{low + 1} to {low + width + 2} days")


@pytest.mark.parametrize(
    "form",
    ["aged {}-{}", "aged {} to {}", "aged between {} and {}", "ages {}–{}", "Age: {}-{}", "the {}-{} age group"]
    + ["between the ages of {} and {}", "| Age | {}-{} |", "| Who | Age |\n|--|--|\n| she | {}-{} |"],
)
def test_an_age_needs_no_unit_where_the_words_say_that_it_is_one(form: str) -> None:
    assert "full" == laws.grade(read, form.format(40, 49), "40-49 years")
    assert "none" == laws.grade(read, form.format(40, 59), "40-49 years")
    assert "none" == laws.grade(read, form.format(40, 49), "40-49 days")
    assert "none" == laws.grade(read, "pages 40-49", "40-49 years")


UPPER = ["{} or less", "at most {}", "{} at most", "max. {}", "no more than {}", "lower than {}", "≤ {}", "{} or under"]
LOWER = ["{} or more", "at least {}", "{} at least", "min. {}", "no less than {}", "greater than {}", "≥ {}", "{} plus"]


@pytest.mark.parametrize("form", UPPER + LOWER)
@pytest.mark.parametrize("amount", ["CHF 2,000", "2000 francs"])
def test_an_open_end_is_that_end_and_not_the_other(form: str, amount: str) -> None:
    said = f"It is {form.format(amount)}."

    assert ("full" if form in UPPER else "none") == laws.grade(read, said, "under CHF 2,000")
    assert ("full" if form in LOWER else "none") == laws.grade(read, said, "over CHF 2,000")
    assert "none" == laws.grade(read, said, "under CHF 2,500") == laws.grade(read, said, "over CHF 2,500")
