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
TRAPS = [
    ("rate 4.5%", "45%", "none"),
    ("rate 4.5 %", "4.5%", "full"),
    ("We have 25 staff", "5", "none"),
    ("height 1.80 m", "180 cm", "none"),
    ("3.14", "33.14", "none"),
    ("33.14", "3.14", "none"),
]
WHOLE = [row for row in ROWS if row[2] == "full"]


@pytest.mark.parametrize(("text", "value", "want", "rule"), ROWS)
def test_row(text: str, value: str, want: str, rule: str) -> None:
    laws.check_row(read, text, value, want, rule)


@pytest.mark.parametrize(("text", "value", "want"), TRAPS)
def test_traps_of_the_users_reports(text: str, value: str, want: str) -> None:
    assert want == laws.grade(read, text, value)


def test_shared_rows() -> None:
    assert [] == laws.shared_faults("quantity", read)


@pytest.mark.parametrize("row", WHOLE)
def test_a_find_cut_out_is_a_find(row: tuple[str, str, str, str]) -> None:
    laws.check_spans_stand_alone(read, row[0], row[1])


@given(laws.disguised("There was an 11-week wait and that is all."))
def test_disguises_of_the_normal_form_change_nothing(text: str) -> None:
    assert "full" == laws.grade(read, text, Q)


@given(laws.unrelated(), laws.unrelated())
def test_unrelated_words_and_digits_make_no_find(before: str, after: str) -> None:
    assert "none" == laws.grade(read, f"{before} 12 weeks {after}", Q)


@given(st.sampled_from(WHOLE), laws.unrelated(), laws.unrelated())
def test_a_find_stays_among_other_paragraphs(row: tuple[str, str, str, str], before: str, after: str) -> None:
    assert "full" == laws.grade(read, f"{before}.\n\n{row[0]}\n\n{after}", row[1])


@given(st.text(max_size=60), st.text(max_size=30))
def test_any_text_and_value_will_do(text: str, value: str) -> None:
    laws.check_spans_lie_inside(read, text, value)


@given(st.integers(1, 9999), st.sampled_from(["{} days", "a {}-day stay", "{:,} days", "{}\u202fdays"]))
def test_every_count_is_found_and_no_other(number: int, form: str) -> None:
    assert "full" == laws.grade(read, form.format(number), f"{number} days")
    assert "none" == laws.grade(read, form.format(number), f"{number + 10} days")
    assert "none" == laws.grade(read, form.replace(":,", "").format(f"9{number}"), f"{number} days")


@pytest.mark.slow
@pytest.mark.parametrize(
    "hostile", laws.HOSTILE + ["11", "11 ", "weeks ", "11-", "11 to ", Q + " ", "eleven ", "weeks: "]
)
def test_hostile_text_takes_linear_time(hostile: str) -> None:
    laws.check_speed(read, hostile, Q)
