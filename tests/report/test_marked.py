"""Hostile text on a terminal, and marks that change nothing of it."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.report.marked import Mark, marked, one_line, printable

characters = st.characters(exclude_characters="[]{}0123456789")
HOSTILE = "\x1b\x07\r\u202e\u2066\u200b\ud83d\u00a0\n\t ab"
hostile = st.text(st.one_of(characters, st.sampled_from(HOSTILE)), max_size=30)


@given(raw=hostile)
def test_nothing_that_acts_on_a_terminal_stays(raw: str) -> None:
    shown = printable(raw)

    assert all(c.isprintable() or c in "\n\t" for c in shown)
    assert not any(unicodedata.category(c) in {"Cc", "Cf", "Cs"} for c in one_line(raw))


@given(raw=hostile)
def test_text_that_is_harmless_stays_as_it_is(raw: str) -> None:
    assert printable(raw) == printable(printable(raw))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("half \ud83d", "half \\ud83d"),
        ("Zürich\u00a08\r\n", "Zürich 8\\r\n"),
        ("tab\there", "tab\there"),
        ("漢字 🎈", "漢字 🎈"),
    ],
)
def test_escapes(raw: str, expected: str) -> None:
    assert expected == printable(raw)


@st.composite
def marks(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    raw = draw(hostile)
    spans = draw(st.lists(st.tuples(st.integers(-2, 34), st.integers(-2, 34)), max_size=5))
    return raw, [Mark(start, end, n, "bold", n % 3) for n, (start, end) in enumerate(spans, start=1)]


@given(case=marks(), is_coloured=st.booleans())
def test_marks_change_nothing_of_the_text_and_every_one_is_there(
    case: tuple[str, list[Mark]], is_coloured: bool
) -> None:
    raw, wanted = case
    shown = marked(raw, wanted, is_coloured=is_coloured).plain
    numbers = [int(n) for found in re.findall(r"\{([\d,]+)\}", shown) for n in found.split(",")]

    assert printable(raw) == re.sub(r"\{[\d,]+\}|\[\[|\]\]", "", shown)
    assert [mark.number for mark in wanted] == sorted(numbers)
    assert shown.count("[[") == shown.count("]]")
    assert is_coloured <= ("[[" not in shown)


@given(case=marks())
def test_each_mark_encloses_its_span(case: tuple[str, list[Mark]]) -> None:
    raw, wanted = case
    for mark in wanted:
        if 0 <= mark.start < mark.end <= len(raw):
            shown = marked(raw, [mark], is_coloured=False).plain
            cut = raw[mark.start : mark.end]

            assert f"{printable(raw[: mark.start])}[[{printable(cut)}]]{{{mark.number}}}" in shown


def test_one_span_has_one_mark_and_nested_spans_nest() -> None:
    raw = "mail anouk.ferrand@post.example now"
    wanted = [Mark(5, 31, 1, "", 0), Mark(5, 31, 2, "", 0), Mark(5, 18, 3, "", 0)]

    assert "mail [[[[anouk.ferrand]]{3}@post.example]]{1,2} now" == marked(raw, wanted, is_coloured=False).plain


def test_colours_mark_the_span_and_the_strongest_of_several_wins() -> None:
    text = marked("a\x1bbc", [Mark(1, 4, 1, "underline", 0), Mark(2, 3, 2, "bold red", 3)], is_coloured=True)
    styled = {text.plain[span.start : span.end]: span.style for span in text.spans}

    assert "a\\x1bb{2}c{1}" == text.plain
    assert ("underline", "bold red", "underline") == (styled["\\x1b"], styled["b"], styled["c"])
