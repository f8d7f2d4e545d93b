"""Quantities: a number with its unit in every usual wording; another number, unit or a larger one is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.quantity import read
from tests.matching import laws

Q = "11 weeks"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("It went on for 11 weeks.", Q, "full", "number_and_unit"),
    ("an 11-week wait", Q, "full", "number_and_unit"),
    ("an 11\u2011week wait", Q, "full", "number_and_unit"),
    ("eleven weeks", Q, "full", "number_and_unit"),
    ("an eleven-week wait", Q, "full", "number_and_unit"),
    ("11 wks", Q, "full", "number_and_unit"),
    ("11\u00a0weeks", Q, "full", "number_and_unit"),
    ("11\nweeks", Q, "full", "number_and_unit"),
    ("> 11\n> weeks", Q, "full", "number_and_unit"),
    ("**11** weeks", Q, "full", "number_and_unit"),
    ("11 weeks' notice", Q, "full", "number_and_unit"),
    ("11 Wochen", Q, "full", "number_and_unit"),
    ("elf Wochen", Q, "full", "number_and_unit"),
    ("eleven full weeks", Q, "full", "number_and_unit"),
    ("eleven (11) weeks", Q, "full", "number_and_unit"),
    ("11 (eleven) weeks", Q, "full", "number_and_unit"),
    ("Phase 1 - 11 weeks", Q, "full", "number_and_unit"),
    ("Weeks: 11", Q, "full", "unit_before"),
    ("| Duration (weeks) | 11 |", Q, "full", "unit_before"),
    ('{"duration_weeks": 11}', Q, "full", "unit_before"),
    ("It was never 11 weeks.", Q, "full", ""),
    ("week 11 of the term", Q, "none", ""),
    ("Week: 11", Q, "none", ""),
    ("11 months", Q, "none", ""),
    ("11", Q, "none", ""),
    ("page 11, weeks later", Q, "none", ""),
    ("111 weeks", Q, "none", ""),
    ("1.11 weeks", Q, "none", ""),
    ("11.5 weeks", Q, "none", ""),
    ("11 and a half weeks", Q, "none", ""),
    ("10-11 weeks", Q, "none", ""),
    ("11 to 14 weeks", Q, "none", ""),
    ("ten to eleven weeks", Q, "none", ""),
    ("between 9 and 11 weeks", Q, "none", ""),
    ("11 weeks and 3 days", Q, "none", ""),
    ("4 months, 11 weeks", Q, "none", ""),
    ("-11 weeks", Q, "none", ""),
    ("77 days", Q, "none", ""),
    ("the eleventh week", Q, "none", ""),
    ("one hundred and eleven weeks", Q, "none", ""),
    ("£11 weekly", Q, "none", ""),
    ("I won't say how many weeks.", Q, "none", ""),
    ("seit einundzwanzig Tagen", "21 days", "full", "number_and_unit"),
    ("seit 4 Monaten", "4 months", "full", ""),
    ("2 years and 6 months", "6 months", "none", ""),
    ("2 years and 6 months", "2 years", "none", ""),
    ("two years and six months", "2 years and 6 months", "full", "several"),
    ("2 years 6 months", "2 years, 6 months", "full", "several"),
    ("2 years and 7 months", "2 years and 6 months", "none", ""),
    ("the eighth", "8 hours", "none", ""),
    ("eighty", "8 years", "none", ""),
    ("8hrs", "8 hours", "full", ""),
    ("thirty-five minutes", "35 min", "full", ""),
    ("thirty-five minutes", "5 minutes", "none", ""),
    ("thirty five minutes", "5 minutes", "none", ""),
    ("rate 6.5 %", "6.5%", "full", ""),
    ("rate 6.5 percent", "6.5%", "full", ""),
    ("rate 6,5 Prozent", "6.5%", "full", ""),
    ("six point five per cent", "6.5%", "full", ""),
    ("rate 6.5%", "65%", "none", ""),
    ("rate 16.5%", "6.5%", "none", ""),
    ("6.5 percentage points", "6.5%", "none", ""),
    ("six point five percent", "5%", "none", ""),
    ("1.80 m tall", "180 cm", "none", ""),
    ("1.80 m", "1.8 metres", "full", ""),
    ("75 m²", "75 m2", "full", ""),
    ("75 square metres", "75 m2", "full", ""),
    ("75 m²", "75 m", "none", ""),
    ("75 m³", "75 m²", "none", ""),
    ("75 m²", "75 m³", "none", ""),
    ("75 m³", "75 m", "none", ""),
    ("75 cubic metres", "75 m³", "full", ""),
    ("75 Kubikmeter", "75 m³", "full", ""),
    ("eighty-three kilograms", "83 kg", "full", ""),
    ("dreiundachtzig Kilo", "83 kg", "full", ""),
    ("100 km/h", "100 km", "none", ""),
    ("3571 customer records", "3,571 customer records", "full", ""),
    ("three thousand five hundred and seventy-one customer records", "3,571 customer records", "full", ""),
    ("3,571 vendor records", "3,571 customer records", "none", ""),
    ("13,571 customer records", "3,571 customer records", "none", ""),
    ("31 dancers", "thirty-one dancers", "full", ""),
    ("the number of dancers is 31", "31 dancers", "full", "unit_before"),
    ("31 chairs", "31 dancers", "none", ""),
    ("12 families", "twelve families", "full", ""),
    ("124/79", "124 over 79", "full", "several"),
    ("124 over 79", "124/79", "full", "several"),
    ("124 over 80", "124 over 79", "none", ""),
    ("an average of 68.3", "average of 68.3", "full", "words_before"),
    ("an average of 168.3", "average of 68.3", "none", ""),
    ("a 45-year-old", "45 years old", "full", ""),
    ("aged 45", "45 years old", "full", "aged"),
    ("We have 37 staff", "7", "none", ""),
    ("We have 7 staff", "7", "full", "bare_number"),
    ("it is -7 outside", "7", "none", ""),
    ("3.350 kg", "3350 kg", "full", ""),
    ("3.350 kg", "3.35 kg", "full", ""),
]
SUBJECT = laws.Subject(
    kind="quantity",
    read=read,
    rows=ROWS,
    value=Q,
    text="There was an 11-week wait and that is all.",
    near="12 weeks",
    hostile=("11", "11 ", "weeks ", "11-", "11 to ", Q + " ", "eleven ", "weeks: "),
)


@given(st.integers(1, 9999), st.sampled_from(["{} days", "a {}-day stay", "{:,} days", "{}\u202fdays"]))
def test_every_count_is_found_and_no_other(number: int, form: str) -> None:
    assert "full" == laws.grade(read, form.format(number), f"{number} days")
    assert "none" == laws.grade(read, form.format(number), f"{number + 10} days")
    assert "none" == laws.grade(read, form.replace(":,", "").format(f"9{number}"), f"{number} days")


@pytest.mark.parametrize(
    "form", ["She is {}.", "aged {}", "Age: {}", "| Age | {} |", "{}yo", "he turned {} today", '"age": {}', "Alter: {}"]
)
def test_an_age_is_said_without_its_unit(form: str) -> None:
    assert "full" == laws.grade(read, form.format(45), "45 years old")
    assert "none" == laws.grade(read, form.format(46), "45 years old")
    assert "none" == laws.grade(read, form.format(45), "45 days")


@pytest.mark.parametrize("after", ["minutes late", "kilometres away", "people", "-50", " to 50", "%", ".5"])
def test_a_number_behind_she_is_that_counts_something_is_no_age(after: str) -> None:
    assert "none" == laws.grade(read, f"She is 45 {after}".replace(" -", "-").replace(" .", "."), "45 years old")
    assert "none" == laws.grade(read, f"aged 45{after if after[0] in '-. ' else '9'}", "45 years old")


@pytest.mark.parametrize(("unit", "short"), [("kg", "lb"), ("cm", "mm"), ("weeks", "days"), ("%", "kg")])
def test_a_heading_gives_its_unit_to_the_cells_below(unit: str, short: str) -> None:
    table = f"| Name | Figure ({unit}) |\n|---|---|\n| Kai | 172 |"

    assert "full" == laws.grade(read, table, f"172 {unit}") == laws.grade(read, f"Figure ({unit}): 172", f"172 {unit}")
    assert "none" == laws.grade(read, table, f"172 {short}") == laws.grade(read, table, f"17 {unit}")


RATES = ["{} hours a week", "{} hours per week", "{}h/week", "{} hrs each week", "{} hours weekly", "a {}-hour week"]


@pytest.mark.parametrize("value", ["38 hours a week", "38 hours per week", "38 hours/week", "38 hours weekly"])
@pytest.mark.parametrize("form", RATES)
def test_a_rate_is_found_in_each_of_its_forms(form: str, value: str) -> None:
    assert "full" == laws.grade(read, form.format(38), value)
    assert "none" == laws.grade(read, form.format(39), value)
    assert "none" == laws.grade(read, form.format(38).replace("week", "month"), value)


@pytest.mark.parametrize("form", ["{} and a half kilos", "{}½ kg", "{} ½ kg", "{} 1/2 kg", "{}.5 kg"])
def test_a_half_belongs_to_its_number(form: str) -> None:
    assert "full" == laws.grade(read, form.format(75), "75.5 kg")
    assert "none" == laws.grade(read, form.format(75), "75 kg") == laws.grade(read, form.format(75), "0.5 kg")
