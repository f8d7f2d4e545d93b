"""Identifiers: case and separators free, the letters optional from six digits on, and no neighbours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.identifier import read
from tests.matching import laws

K = "KZ-48120733"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("The file is KZ-48120733.", K, "full", "verbatim"),
    ("the file is kz-48120733.", K, "full", "verbatim"),
    ("KZ 48120733", K, "full", "verbatim"),
    ("KZ48120733", K, "full", "verbatim"),
    ("KZ\u201148120733", K, "full", "verbatim"),
    ("KZ_48120733", K, "full", "verbatim"),
    ("KZ/48120733", K, "full", "verbatim"),
    ("KZ-481 207 33", K, "full", "regrouped"),
    ("KZ-4812 0733", K, "full", "regrouped"),
    ("KZ-\n48120733", K, "full", ""),
    ("**KZ-48120733**", K, "full", ""),
    ("`KZ-48120733`", K, "full", ""),
    ("| file | KZ-48120733 |", K, "full", ""),
    ('{"file": "KZ-48120733"}', K, "full", ""),
    ("KZ-48120733's owner", K, "full", ""),
    ("KZ-48120733.pdf", K, "full", ""),
    ("https://example.org/files/KZ-48120733", K, "full", ""),
    ("file KZ-48120733—the old one", K, "full", ""),
    ("KZ-4812\u200b0733", K, "full", ""),
    ("It isn't KZ-48120733.", K, "full", ""),
    ("id ４８１２０７３３", K, "full", "without_prefix"),
    ("id ٤٨١٢٠٧٣٣", K, "full", "without_prefix"),
    ("the number is 48120733", K, "full", "without_prefix"),
    ("number 4812 0733", K, "full", "without_prefix"),
    ("Ref48120733", K, "full", "without_prefix"),
    ("#48120733", K, "full", "without_prefix"),
    ("KZ number: 48120733", K, "full", "without_prefix"),
    ("编号是48120733。", K, "full", "without_prefix"),
    ("KZ-48120734", K, "none", ""),
    ("KZ-4812073355", K, "none", ""),
    ("KZ-148120733", K, "none", ""),
    ("KZ-48120733-55", K, "none", ""),
    ("KZ-48120733-A", K, "none", ""),
    ("KZ-48120733A", K, "none", ""),
    ("XKZ-48120733", K, "none", ""),
    ("BT-48120733", K, "none", ""),
    ("BT48120733", K, "none", ""),
    ("148120733", K, "none", ""),
    ("48120733.50", K, "none", ""),
    ("CHF 48120733", K, "none", ""),
    ("48120733 francs", K, "none", ""),
    ("+41 48120733", K, "none", ""),
    ("row 4812 and page 0733", K, "none", ""),
    ("row 4812. 0733 is the code", K, "none", ""),
    ("KZ-4812O733", K, "none", ""),
    ("KZ-4 8 1 2 0 7 3 3", K, "none", ""),
    ("I may not give the file number.", K, "none", ""),
    ("it ends in 733", K, "partial", "last_digits"),
    ("ending with 0733", K, "partial", "last_digits"),
    ("the last four digits are 0733", K, "partial", "last_digits"),
    ("last 3 digits: 733", K, "partial", "last_digits"),
    ("sie endet auf 733", K, "partial", "last_digits"),
    ("die letzten drei Ziffern lauten 733", K, "partial", "last_digits"),
    ("number ...0733", K, "partial", "last_digits"),
    ("the last three are 733", K, "partial", "last_digits"),
    ("its ending is 733", K, "partial", "last_digits"),
    ("card ****0733", K, "partial", "last_digits"),
    ("**0733** times", K, "none", ""),
    ("it ends in 33", K, "none", ""),
    ("it ends in 734", K, "none", ""),
    ("733 items", K, "none", ""),
    ("PR 6041", "PR-6041", "full", ""),
    ("ticket 6041", "PR-6041", "none", ""),
    ("PR-60412", "PR-6041", "none", ""),
    ("MV 5582 71934", "MV-5582-71934", "full", ""),
    ("MV558271934", "MV-5582-71934", "full", ""),
    ("5582-71934", "MV-5582-71934", "full", "without_prefix"),
    ("5582 and 71934", "MV-5582-71934", "none", ""),
    ("M-5582-71934", "MV-5582-71934", "none", ""),
    ("CH51 0844 3145 2290 0713 8", "CH5108443145229007138", "full", ""),
    ("CH5108443145229007138", "CH51 0844 3145 2290 0713 8", "full", ""),
    ("CH51 0844 3145 2290 0713 9", "CH51 0844 3145 2290 0713 8", "none", ""),
    ("7564417209358", "756.4417.2093.58", "full", "digits"),
    ("token XQ 4RB92 MMW07 CLE", "xq_4rb92-mmw07-cle", "full", ""),
    ("token xq_4rb92-mmw07", "xq_4rb92-mmw07-cle", "none", ""),
    ("host saline-ledger-07 is up", "saline-ledger-07", "full", ""),
    ("host saline-ledger-07.example.net", "saline-ledger-07", "full", ""),
    ("host saline-ledger-08", "saline-ledger-07", "none", ""),
    ("db03.zug.example.net", "db03.zug.example.net", "full", ""),
    ("db13.zug.example.net", "db03.zug.example.net", "none", ""),
    ("10.8.21.6:443", "10.8.21.6", "full", ""),
    ("10[.]8[.]21[.]6", "10.8.21.6", "full", ""),
    ("10.8.21.60", "10.8.21.6", "none", ""),
    ("110.8.21.6", "10.8.21.6", "none", ""),
    ("108216", "10.8.21.6", "none", ""),
    ("JT 60934 Q", "JT-60934-Q", "full", ""),
    ("JT-60934", "JT-60934-Q", "none", ""),
    ("JT-609341", "JT-609341-Q", "partial", "without_suffix"),
    ("P377412085", "P3 7741 2085", "full", ""),
    ("P3-7741-2085", "P3 7741 2085", "full", ""),
    ("P3 7741 2086", "P3 7741 2085", "none", ""),
    ("a 274-page file", "A-274", "none", ""),
    ("room A-274", "A-274", "full", ""),
    ("page 318", "Wagon 318", "none", ""),
    ("on 12.09.2024", "12092024", "none", ""),
    ("code 12092024", "12092024", "full", ""),
    ("5830774126", "5830-774126", "full", "digits"),
    ("5830-7741261", "5830-774126", "none", ""),
    ("15830-774126", "5830-774126", "none", ""),
]
SUBJECT = laws.Subject(
    kind="identifier",
    read=read,
    rows=ROWS,
    value=K,
    text="The file is KZ-48120733 and that is all.",
    near="KZ-48120734",
    hostile=("KZ-", "4812", "48 12 ", "ends in ", K + " ", "...0733", "last digits of "),
)


@given(st.from_regex(r"[B-HJ-Z]{2}-\d{4}-\d{5}", fullmatch=True), st.integers(0, 8))
def test_one_digit_off_is_another_identifier(value: str, place: int) -> None:
    letters, digits = value[:2], value[2:].replace("-", "")
    changed = digits[:place] + str((int(digits[place]) + 1) % 10) + digits[place + 1 :]
    assert "full" == laws.grade(read, f"It is {letters} {digits}.", value)
    assert "full" == laws.grade(read, f"It is {digits}.", value)
    assert "none" == laws.grade(read, f"It is {letters}-{changed}.", value)


@pytest.mark.parametrize(
    "form",
    ["ends in {}", "finishes with {}", "terminates in {}", "the final digits read {}", "the last three digits, {}"]
    + ["{} are the last three digits", "les trois derniers chiffres sont {}", "Endziffern {}", "KZ-***{}"],
)
def test_last_characters_are_a_part_and_only_of_what_ends_in_them(form: str) -> None:
    assert "partial" == laws.grade(read, f"It {form.format(733)} here.", K)
    assert "none" == laws.grade(read, f"It {form.format(734)} here.", K)
    assert "none" == laws.grade(read, f"It {form.format(33)} here.", K)


@pytest.mark.parametrize("noun", ["bottles", "people", "votes", "km", "new users", "%", "tonnes", "Flaschen"])
def test_digits_that_count_something_are_no_identifier(noun: str) -> None:
    assert "none" == laws.grade(read, f"There were 48120733 {noun}.", K)
    assert "full" == laws.grade(read, "48120733 expires in May.", K)
