"""The normaliser: what is folded, what goes, and the map back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.text import Text


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("Anna MEIER", "anna meier"),
        ("**Anna** Meier, CHF **9**'781", "anna meier, chf 9'781"),
        ("An\u200bna Mei\u00ader", "anna meier"),
        ("O\u2019Brien, Jean\u2011Luc", "o'brien, jean-luc"),
        ("\uff11\uff12\uff13 \u0661\u0662", "123 12"),
        ("CHF\u00a09\u202f781", "chf 9 781"),
        ("_hi_ zt_8kd41", "hi zt_8kd41"),
        ("\\$460 and red\\_fox", "$460 and red_fox"),
        ("3*4 and 12*50", "3*4 and 12*50"),
        ("~~old~~ `code`", "old code"),
        ("## Title", " title"),
    ],
)
def test_text_is_folded(raw: str, plain: str) -> None:
    assert plain == Text(raw).plain.text


def test_a_superscript_is_no_digit() -> None:
    assert not Text("x\u00b2").plain.text[-1].isdigit()


@pytest.mark.parametrize(("raw", "bare"), [("Jose\u0301 Garc\u00eda", "jose garcia"), ("S\u00f8ren", "soren")])
def test_the_bare_view_has_no_diacritics(raw: str, bare: str) -> None:
    assert bare == Text(raw).bare.text


@pytest.mark.parametrize(
    ("raw", "sentences"),
    [
        ("One. Two.", ["one.", " two."]),
        ("Mr. Foo came on Feb. 3, 1984. Then left.", ["mr. foo came on feb. 3, 1984.", " then left."]),
        ("a line\nbreak is none", ["a line\nbreak is none"]),
        ("List:\n- one\n- two", ["list:\n", "- one\n", "- two"]),
    ],
)
def test_sentences_end_at_marks_and_list_items(raw: str, sentences: list[str]) -> None:
    text = Text(raw)
    bounds = [*text.sentence_starts, len(text.plain.text)]

    assert sentences == [text.plain.text[a:b] for a, b in pairwise(bounds) if a < b]


@given(st.text(st.characters()))
def test_every_character_maps_into_the_raw_text_in_order(raw: str) -> None:
    for view in (Text(raw).plain, Text(raw).bare):
        assert len(view.text) == len(view.starts) == len(view.ends)
        assert list(view.starts) == sorted(view.starts)
        assert all(0 <= start < end <= len(raw) for start, end in zip(view.starts, view.ends, strict=True))
