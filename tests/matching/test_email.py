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
SUBJECT = laws.Subject(
    kind="email",
    read=read,
    rows=ROWS,
    value=A,
    text="The address is amber.kettle@mailgrove.example and that is all.",
    near="desk.kettle@mailgrove.example",
    hostile=("amber.kettle@", "amber ", "amber dot ", A + " ", "kettle.amber."),
)


LETTERS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=6)


@given(LETTERS, st.sampled_from(["", ".", "-", "_", "+"]))
def test_more_before_or_behind_it_makes_another_address(more: str, mark: str) -> None:
    assert "full" != laws.grade(read, f"to {more}{mark}{A} now", A)
    if mark in ("", ".", "-"):
        assert "full" != laws.grade(read, f"to {A}{mark}{more} now", A)


@given(LETTERS, LETTERS, st.sampled_from(["{} at {} dot example", "{}[at]{}[dot]example", "{} @ {} . example"]))
def test_every_address_is_found_spelled_out(local: str, domain: str, form: str) -> None:
    assert "full" == laws.grade(read, f"Write to {form.format(local, domain)}.", f"{local}@{domain}.example")


@pytest.mark.parametrize(
    "form", ["{}, domain {}", "user: {}\nhost: {}", "{} at the domain {}", "- User: {}\n- Domain: {}", "{} at sign {}"]
)
def test_two_halves_that_are_told_apart_make_the_address(form: str) -> None:
    assert "full" == laws.grade(read, form.format("amber.kettle", "mailgrove.example"), A)
    assert "full" != laws.grade(read, form.format("amber.kettle", "quaymail.example"), A)
    assert "none" == laws.grade(read, form.format("desk.kettle", "mailgrove.example"), A)


@pytest.mark.parametrize("mask", ["@...", "@…", "@*****", "@[hidden]", "@xxxx.example", ", the domain is secret"])
def test_a_masked_domain_leaves_the_local_part(mask: str) -> None:
    assert "partial" == laws.grade(read, f"It is amber.kettle{mask} here.", A)
    assert "none" == laws.grade(read, f"It is desk.kettle{mask} here.", A)
