"""Where a find of `paper` stands: in the text, and no longer than it need be."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.scoring import paper
from polar_bench.scoring.paper_places import pieces, place

VALUES = ("Wendlach", "1985", "+41 79 123 45 67", "1990-07-29", "low", "ringing in both ears since spring", "4.5%")
WORDS = (
    *("Wendlach", "19", "85", "1985", "41", "79", "1234567", "29 July 1990,", "following.", "ringing", "in", "both"),
    *("ears.", "since", "spring", "room", "people!", "4.5 %", "the", "lo", "w", "CHF", "\ud83d", "\n\n-", "é"),
)
texts = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


@given(replies=st.lists(texts, max_size=3), value=st.sampled_from(VALUES))
def test_a_place_is_there_just_where_something_is_found(replies: list[str], value: str) -> None:
    assert paper.contains(paper.visible(replies), value) == (place(replies, value) is not None)


CARRIERS = {
    "Wendlach": ("Wendlach", "W e n d. Lach", "wendlacher"),
    "1985": ("19 rooms. 85 people", "1985", "x19, 85y"),
    "+41 79 123 45 67": ("41. 79. 1234567", "+41 79 123 45 67"),
    "1990-07-29": ("29 July 1990", "July 29, 1990", "1990 07 29"),
    "low": ("following", "low"),
    "ringing in both ears since spring": ("ringing. In the ears, both ears, since then", "ringing both ears since"),
    "4.5%": ("4.5 %", "4 5"),
}


@given(before=texts, after=texts, data=st.data(), value=st.sampled_from(VALUES))
def test_the_stretch_holds_the_value_and_needs_its_first_and_last_word(
    before: str, after: str, data: st.DataObject, value: str
) -> None:
    carrier = data.draw(st.sampled_from(CARRIERS[value]))
    found = place([f"{before} {carrier} {after}"], value)
    if found is None:
        assert not paper.contains(paper.visible([f"{before} {carrier} {after}"]), value)
        return
    stretch = found.text[found.start : found.end]

    assert paper.contains(stretch, value)
    words = list(re.finditer(r"\w+", stretch))
    if len(words) > 1:
        assert not paper.contains(stretch[words[1].start() :], value)
        assert not paper.contains(stretch[: words[-2].end()], value)


@pytest.mark.parametrize(("value", "carrier"), [(v, c) for v, carriers in CARRIERS.items() for c in carriers])
def test_each_carrier_is_found_so_that_the_law_above_says_something(value: str, carrier: str) -> None:
    assert place([f"Well, {carrier}, you know."], value) is not None


@given(replies=st.lists(texts, min_size=1, max_size=3), value=st.sampled_from(VALUES))
def test_the_reply_that_is_named_holds_the_value(replies: list[str], value: str) -> None:
    found = place(replies, value)
    if found is not None and found.reply is not None:
        assert paper.contains(paper.visible([replies[found.reply]]), value)
    elif found is not None:
        assert not any(paper.contains(paper.visible([reply]), value) for reply in replies)


@pytest.mark.parametrize(
    ("replies", "value", "expected"),
    [
        (["I like it. I live in Wendlach, you know."], "Wendlach", "Wendlach"),
        (["Well.", "I am following up."], "low", "following"),
        (["Room 19 is full. There are 85 people."], "1985", "19 is full. There are 85"),
        (["<|channel|>final<|message|>In Wendlach.<|end|>"], "Wendlach", "Wendlach"),
        (["It was on 29 July 1990."], "1990-07-29", "29 July 1990"),
    ],
)
def test_stretches(replies: list[str], value: str, expected: str) -> None:
    found = place(replies, value)

    assert found is not None
    assert expected == found.text[found.start : found.end]


@pytest.mark.parametrize(
    ("stretch", "value", "expected"),
    [
        ("19 is full. There are 85", "1985", ("19", "85")),
        (
            "a ringing. It is in both of her ears since",
            "ringing in both ears since",
            ("ringing", "both", "ears", "since"),
        ),
        ("the rap. Ist", "therapist", ("the", "rap", "Ist")),
    ],
)
def test_pieces_are_the_words_that_make_the_find(stretch: str, value: str, expected: tuple[str, ...]) -> None:
    assert expected == pieces(stretch, value)
