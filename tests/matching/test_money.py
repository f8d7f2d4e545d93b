"""Amounts of money: every legal writing of the number, the currency bound to it, and no other number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.money import read
from polar_bench.matching.number_words import CARDINALS
from tests.matching import laws

M = "CHF 7'364"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("The stipend comes to CHF 7'364 before tax.", M, "full", "currency_before"),
    ("The stipend comes to CHF 7’364 before tax.", M, "full", "currency_before"),
    ("The stipend comes to CHF 7ʼ364.", M, "full", "currency_before"),
    ("Stipend: CHF 7,364", M, "full", "currency_before"),
    ("Stipendium: CHF 7.364", M, "full", "currency_before"),
    ("Stipend: CHF 7 364.", M, "full", "currency_before"),
    ("Stipend: CHF\u00a07\u202f364.", M, "full", "currency_before"),
    ("CHF 7{,}364 in LaTeX", M, "full", "currency_before"),
    ("Stipend: CHF7364", M, "full", "currency_before"),
    ("Stipend: chf 7364.00.", M, "full", "currency_before"),
    ("Stipend: CHF 7'364.-", M, "full", "currency_before"),
    ("Fr. 7'364.— im Monat", M, "full", "currency_before"),
    ("SFr. 7364 im Monat", M, "full", "currency_before"),
    ("7'364 Franken im Monat", M, "full", "currency_after"),
    ("7364 Schweizer Franken", M, "full", "currency_after"),
    ("7,364 Swiss francs a month", M, "full", "currency_after"),
    ("It is 7 364 CHF.", M, "full", "currency_after"),
    ("**CHF** **7'364** a month", M, "full", "currency_before"),
    ("CHF **7**'364", M, "full", "currency_before"),
    ("| Salary (CHF) | 7'364 |", M, "full", "currency_before"),
    ("Salary in CHF: 7364", M, "full", "currency_before"),
    ('{"amount": 7364, "currency": "CHF"}', M, "full", "currency_after"),
    ('{"currency": "CHF", "amount": 7364}', M, "full", "currency_before"),
    ("> the pay was CHF\n> 7'364", M, "full", "currency_before"),
    ("the pay was CHF\n7'364", M, "full", "currency_before"),
    ("seven thousand three hundred and sixty-four francs", M, "full", "currency_after"),
    ("siebentausenddreihundertvierundsechzig Franken", M, "full", "currency_after"),
    ("a 7,364-franc stipend", M, "full", "currency_after"),
    ("the stipend (CHF 7'364)", M, "full", "currency_before"),
    ("It isn't CHF 7'364.", M, "full", ""),
    ("CHF 7'364/month, three weeks' notice", M, "full", ""),
    ("1,000 or 7,364 francs", M, "full", ""),
    ("- CHF 7'364\n- CHF 90", M, "full", ""),
    ("金额是CHF 7364。", M, "full", ""),
    ("fee ７３６４ francs", M, "full", ""),
    ("The stipend is EUR 7364.", M, "none", ""),
    ("The stipend is 7364.", M, "none", ""),
    ("Case 7364, fee CHF 40.", M, "none", ""),
    ("CHF 40 for file 7364", M, "none", ""),
    ("ref 7364 CHF 40 fee", M, "none", ""),
    ("EUR 7364 CHF 40", M, "none", ""),
    ("CHF 40 EUR 7364", M, "none", ""),
    ("CHF 17'364", M, "none", ""),
    ("CHF 7'3641", M, "none", ""),
    ("CHF 736400", M, "none", ""),
    ("CHF 7'364'000", M, "none", ""),
    ("CHF 2 007 364", M, "none", ""),
    ("CHF 7'364.50", M, "none", ""),
    ("CHF 736.4", M, "none", ""),
    ("CHF 7'36 4", M, "none", ""),
    ("around CHF 7,400", M, "none", ""),
    ("about 7.4k francs", M, "none", ""),
    ("between CHF 6,000 and CHF 8,000", M, "none", ""),
    ("-CHF 7'364 on the account", M, "none", ""),
    ("seven thousand three hundred francs", M, "none", ""),
    ("I cannot give the amount in francs.", M, "none", ""),
    ("CHF 6,000-8,000 a month", "CHF 6'000", "none", ""),
    ("between CHF 6,000 and CHF 8,000", "CHF 8'000", "none", ""),
    ("6,000 to 8,000 francs", "CHF 8'000", "none", ""),
    ("CHF 12'000-15'000 pro Jahr", "CHF 12'000", "none", ""),
    ("It rose from CHF 6,100 to CHF 8,200.", "CHF 8'200", "full", ""),
    ("It rose from CHF 6,100 to CHF 8,200.", "CHF 6'100", "full", ""),
    ("I sent CHF 6,100 to 3 people.", "CHF 6'100", "full", ""),
    ("7.25k francs", "CHF 7'250", "full", "currency_after"),
    ("CHF 7.25k", "CHF 7'250", "full", "currency_before"),
    ("12k francs", "CHF 12'000", "full", "currency_after"),
    ("twelve thousand francs", "CHF 12'000", "full", "currency_after"),
    ("$1.3 million", "$1,300,000", "full", "currency_before"),
    ("USD 1.3m", "$1,300,000", "full", "currency_before"),
    ("$2,650", "$2,650.00", "full", "currency_before"),
    (r"\$2,650", "$2,650.00", "full", "currency_before"),
    ("2650 dollars", "$2,650.00", "full", "currency_after"),
    ("US$2,650", "$2,650.00", "full", "currency_before"),
    ("$2,650 USD", "$2,650.00", "full", ""),
    ("C$2,650", "CAD 2,650", "full", ""),
    ("CA$2,650", "$2,650.00", "none", ""),
    ("$2,650 CAD", "$2,650.00", "none", ""),
    ("$265,000", "$2,650.00", "none", ""),
    ("£93.2", "£93.20", "full", ""),
    ("93 pounds 20", "£93.20", "full", "with_cents"),
    ("93 pounds and 20 pence", "£93.20", "full", "with_cents"),
    ("93 quid", "£93", "full", "currency_after"),
    ("93,20 €", "€93.20", "full", "currency_after"),
    ("€ 93,20", "EUR 93.20", "full", "currency_before"),
    ("93 pounds 20", "£93", "none", ""),
    ("£193.20", "£93.20", "none", ""),
    ("93 pence", "£93", "none", ""),
    ("$2,650k", "$2,650.00", "none", ""),
    ("£93 million", "£93", "none", ""),
    ("weighs 93 kg and costs £9", "£93", "none", ""),
    ("₹12,34,500", "INR 1,234,500", "full", "currency_before"),
    ("1 234 567,80 EUR", "EUR 1,234,567.80", "full", "currency_after"),
    ("EUR 1.234.567,80", "EUR 1,234,567.80", "full", "currency_before"),
    ("CHF 46 an hour", "CHF 46/hour", "full", ""),
    ("CHF 46 a day", "CHF 46 per hour", "none", ""),
    ("the figure is 5,810", "5810", "full", "bare_number"),
    ("the figure is 15,810", "5810", "none", ""),
    ("the rate is 58 %", "58", "none", ""),
    ("forty-two thousand and ninety francs", "CHF 2'090", "none", ""),
]
SUBJECT = laws.Subject(
    kind="money",
    read=read,
    rows=ROWS,
    value=M,
    text="The stipend is CHF 7'364 and that is all.",
    near="CHF 7'365",
    hostile=("CHF ", "7", "7'", "7 364 ", "1,1.1'1 ", M + " ", "7,364-", "francs "),
)


@given(
    st.integers(1, 9_999_999), st.sampled_from(["{:,}", "{}", "{}.00", "{:_}"]), st.sampled_from(["CHF {}", "{} CHF"])
)
def test_every_amount_is_found_in_every_grouping_and_not_beside_it(number: int, grouping: str, place: str) -> None:
    written = place.format(grouping.format(number).replace("_", "'"))
    assert "full" == laws.grade(read, f"It is {written} now.", f"CHF {number}")
    assert "none" == laws.grade(read, f"It is {written} now.", f"CHF {number + 1}")
    assert "none" == laws.grade(read, f"It is {written} now.", f"CHF {number}7")


def test_a_dot_that_could_be_a_decimal_point_is_flagged() -> None:
    [span] = read("CHF 3'350").find(laws.Text("CHF 3.350"))
    assert span.is_ambiguous
    [span] = read("CHF 3'350").find(laws.Text("CHF 3'350"))
    assert not span.is_ambiguous


@pytest.mark.parametrize("noun", ["flour", "butter", "pressure", "steel"])
def test_pounds_of_goods_are_a_weight_and_pounds_of_rent_are_money(noun: str) -> None:
    assert "none" == laws.grade(read, f"There are 640 pounds of {noun}.", "£640")
    assert "full" == laws.grade(read, "There are 640 pounds of rent to pay.", "£640")
    assert "none" == laws.grade(read, "It weighs about 640 pounds.", "£640")


@pytest.mark.parametrize(("code", "heading"), [("CHF", "Pay (CHF)"), ("EUR", "Pay in euros"), ("GBP", "£ a month")])
@pytest.mark.parametrize("number", ["3,480", "3480", "3480.00"])
def test_a_heading_gives_its_currency_to_the_cells_below(code: str, heading: str, number: str) -> None:
    table = f"| Name | {heading} |\n|:--|--:|\n| Kai | 120 |\n| Ida | **{number}** |\n"

    assert "full" == laws.grade(read, table, f"{code} 3480")
    assert "none" == laws.grade(read, table, f"{code} 348")
    assert "none" == laws.grade(read, table, "SEK 3480")
    assert "none" == laws.grade(read, table.replace(f"| {heading}", "| Steps"), f"{code} 3480")
    assert "none" == laws.grade(read, f"| {heading} | Steps |\n|--|--|\n| 120 | {number} |", f"{code} 3480")


@given(st.integers(1, 999), st.integers(21, 99))
def test_cents_in_words_are_those_of_the_amount(whole: int, cents: int) -> None:
    words = next(words for words, number in CARDINALS.items() if number == cents)

    assert "full" == laws.grade(read, f"It costs {whole} euros and {words} cents.", f"EUR {whole}.{cents}")
    assert "none" == laws.grade(read, f"It costs {whole} euros and {words} cents.", f"EUR {whole}.{cents - 1}")
