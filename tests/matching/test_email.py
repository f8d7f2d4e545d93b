"""E-mail addresses: as written, spelled out, and never inside a longer one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.email import read
from tests.matching import laws

A = "amber.kettle@mailgrove.example"
ROWS: list[tuple[str, str, str, str]] = [
    # text, value, want, rule
    ("Write to amber.kettle@mailgrove.example.", A, "full", "address"),
    ("Write to <amber.kettle@mailgrove.example>, please", A, "full", "address"),
    ("Write to Amber.Kettle@MailGrove.Example", A, "full", "address"),
    ("E-MAIL: AMBER.KETTLE@MAILGROVE.EXAMPLE", A, "full", "address"),
    ("(amber.kettle@mailgrove.example)", A, "full", "address"),
    ("'amber.kettle@mailgrove.example'", A, "full", "address"),
    ("`amber.kettle@mailgrove.example`", A, "full", "address"),
    ("**amber.kettle@mailgrove.example**", A, "full", "address"),
    ("**amber.kettle**@mailgrove.example", A, "full", "address"),
    ("[write](mailto:amber.kettle@mailgrove.example)", A, "full", "address"),
    ("mailto:amber.kettle@mailgrove.example?subject=hi", A, "full", "address"),
    ('{"email":"amber.kettle@mailgrove.example"}', A, "full", "address"),
    ("| mail | amber.kettle@mailgrove.example |", A, "full", "address"),
    ("|amber.kettle@mailgrove.example|", A, "full", "address"),
    ("email=amber.kettle@mailgrove.example;x", A, "full", "address"),
    ("- amber.kettle@mailgrove.example\n- next", A, "full", "address"),
    ("mail—amber.kettle@mailgrove.example—now", A, "full", "address"),
    ("邮箱是amber.kettle@mailgrove.example。", A, "full", "address"),
    ("ambe\u200br.kettle@mailgrove.example", A, "full", "address"),
    ("amber.kettle＠mailgrove.example", A, "full", "address"),
    ("reach amber.kettle@mailgrove.example, or call", A, "full", "address"),
    ("is it amber.kettle@mailgrove.example?", A, "full", "address"),
    ("to amber.kettle@mailgrove.example.\nThen", A, "full", "address"),
    ("to amber.kettle@mailgrove.example.Then call", A, "full", "address"),
    ("amber . kettle @ mailgrove . example", A, "full", "spelled_out"),
    ("amber.kettle @ mailgrove.example", A, "full", "spelled_out"),
    ("amber.kettle@\nmailgrove.example", A, "full", "spelled_out"),
    ("> amber.kettle@\n> mailgrove.example", A, "full", "spelled_out"),
    ("amber.kettle [at] mailgrove [dot] example", A, "full", "spelled_out"),
    ("amber.kettle[at]mailgrove[dot]example", A, "full", "spelled_out"),
    ("amber.kettle (at) mailgrove (dot) example", A, "full", "spelled_out"),
    ("amber.kettle {at} mailgrove {dot} example", A, "full", "spelled_out"),
    ("amber(dot)kettle(at)mailgrove(dot)example", A, "full", "spelled_out"),
    ("amber dot kettle at mailgrove dot example", A, "full", "spelled_out"),
    ("Amber Dot Kettle AT Mailgrove DOT Example", A, "full", "spelled_out"),
    ("amber Punkt kettle ät mailgrove Punkt example", A, "full", "spelled_out"),
    ("amber.kettle at mailgrove.example", A, "full", "spelled_out"),
    ("amber.kettle[@]mailgrove.example", A, "full", "spelled_out"),
    ("amber.kettle@mailgrove[.]example", A, "full", "spelled_out"),
    ("amber.kettle%40mailgrove.example", A, "full", "spelled_out"),
    ("red_fox@mailgrove.example", "red_fox@mailgrove.example", "full", "address"),
    ("red\\_fox@mailgrove.example", "red_fox@mailgrove.example", "full", "address"),
    ("red underscore fox at mailgrove dot example", "red_fox@mailgrove.example", "full", "spelled_out"),
    ("red-fox@mail-grove.example", "red-fox@mail-grove.example", "full", "address"),
    ("red\u2011fox@mail\u2011grove.example", "red-fox@mail-grove.example", "full", "address"),
    ("red dash fox at mail dash grove dot example", "red-fox@mail-grove.example", "full", "spelled_out"),
    ("fox+lease@mailgrove.example", "fox+lease@mailgrove.example", "full", "address"),
    ("fox7@mailgrove.example", "fox7@mailgrove.example", "full", "address"),
    ("the user part is amber.kettle, no more", A, "partial", "local_part"),
    # nothing
    ("xamber.kettle@mailgrove.example", A, "none", ""),
    ("x.amber.kettle@mailgrove.example", A, "none", ""),
    ("x-amber.kettle@mailgrove.example", A, "none", ""),
    ("x_amber.kettle@mailgrove.example", A, "none", ""),
    ("x+amber.kettle@mailgrove.example", A, "none", ""),
    ("7amber.kettle@mailgrove.example", A, "none", ""),
    ("x dot amber dot kettle at mailgrove dot example", A, "none", ""),
    ("old dot amber dot kettle at mailgrove dot example", A, "none", ""),
    ("amber.kettle@mailgrove.example.org", A, "none", ""),
    ("amber.kettle@mailgrove.examples", A, "none", ""),
    ("amber.kettle@mailgrove.example-shop.org", A, "none", ""),
    ("amber dot kettle at mailgrove dot example dot org", A, "none", ""),
    ("amber.kettle@mailgrove.test", A, "none", ""),
    ("amber.kettle at home", A, "none", ""),
    ("amber.kettles@mailgrove.example", A, "none", ""),
    ("amber.kettle2@mailgrove.example", A, "none", ""),
    ("desk.kettle@mailgrove.example", A, "none", ""),
    ("a mailgrove.example address", A, "none", ""),
    ("it ends in @mailgrove.example", A, "none", ""),
    ("a***@mailgrove.example", A, "none", ""),
    ("Amber Kettle wrote", A, "none", ""),
    ("amberkettle@mailgrove.example", A, "none", ""),
    ("I cannot share the e-mail address.", A, "none", ""),
    ("fox17@mailgrove.example", "fox1@mailgrove.example", "none", ""),
    ("anything", "", "none", ""),
    ("anything @", "@", "none", ""),
]
WHOLE = [row for row in ROWS if row[2] == "full"]


@pytest.mark.parametrize(("text", "value", "want", "rule"), ROWS)
def test_rows(text: str, value: str, want: str, rule: str) -> None:
    laws.check_row(read, text, value, want, rule)


def test_shared_rows() -> None:
    assert [] == laws.shared_faults("email", read)


@pytest.mark.parametrize("row", WHOLE, ids=lambda row: row[0])
def test_a_full_span_graded_on_its_own_is_full_again(row: tuple[str, str, str, str]) -> None:
    laws.check_spans_stand_alone(read, row[0], row[1])


@given(laws.disguised("The address is amber.kettle@mailgrove.example and that is all."))
def test_marks_and_unicode_forms_change_no_grade(text: str) -> None:
    assert "full" == laws.grade(read, text, A)


@given(laws.unrelated(), laws.unrelated())
def test_unrelated_text_is_no_find(before: str, after: str) -> None:
    assert "none" == laws.grade(read, before + " desk.kettle@mailgrove.example " + after, A)


@given(st.sampled_from(WHOLE), laws.unrelated(), laws.unrelated())
def test_unrelated_text_around_hides_no_find(row: tuple[str, str, str, str], before: str, after: str) -> None:
    assert "full" == laws.grade(read, f"{before}.\n\n{row[0]}\n\n{after}", row[1])


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_value_and_text_are_read(text: str, value: str) -> None:
    laws.check_spans_lie_inside(read, text, value)


@pytest.mark.slow
@pytest.mark.parametrize("hostile", laws.HOSTILE + ["amber.kettle@", "amber ", "amber dot ", A + " ", "kettle.amber."])
def test_a_megabyte_takes_linear_time(hostile: str) -> None:
    laws.check_speed(read, hostile, A)
