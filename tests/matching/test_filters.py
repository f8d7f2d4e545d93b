"""What makes matching fast changes no answer: filters leave out only what nothing is found in, and quick ways to find
give what the whole pattern of a value gives."""

from __future__ import annotations

import base64
import json
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.attributes import Kind
from polar_bench.matching.disguises import signs_in, views
from polar_bench.matching.finder import Wanted, grammar
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.text import Joined, Text, _dropped_marks, _folded, _without_diacritics, normalise
from polar_bench.matching.umlauts import spelled_out

CASES = Path(__file__).resolve().parents[2] / "cases"
ODD = (
    *("", " ", "a", "1", "12", "0", "-3", "½", "10%", "A+", "C++", "I", "low", "May", "王小明", "김민수", "한국 사람"),
    *(
        "Jürg Müller",
        "Anna-Lena Meier-Huber",
        "Dr. Vennard",
        "O'Neill",
        "ß",
        "İ",
        "e-mail",
        "co-op",
        "R&D team",
        "x - y",
    ),
    *(
        "salt and pepper",
        "3 (three) weeks",
        "red red red car",
        "don't know",
        "2 m2",
        "5 m^2",
        "a hundred days",
        "2.5 km",
    ),
    *("-CHF 5", "EUR 0.50", "$5", "50'000 INR", "1.2 million euros", "12 francs 50", "5 to 10 thousand", "2-3 m2"),
    *("over 50 %", "138 over 86", "10.0.0.1", "A-186", "112", "1990", "July 1990", "29 July", "nineteen ninety"),
    *("03/04/2021", "noon", "a@b", "a.b-c_d@example.com", "first..last@example.com", "P.O. Box 12", "St. Gallen"),
)
AROUND = (
    *(
        "The file says",
        "in May",
        "we may 15",
        "see section 12",
        "born in 1990",
        "ending in 4471",
        "last four digits: 0123",
    ),
    *("xx 5512", "****4471", "...4471", "page 7", "Mr", "non-", "and", "&", "or", "between", "to", "-", "–", "—", "+"),
    *("two hundred", "a hundred", "thousand", "10k", "k", "million", "mio.", "tsd.", "0.1 lakh", "half", "point five"),
    *("weeks", "weeks:", "number of weeks is", "aged", "m2", "^2", "per hour", "CHF", "€", "francs", "dollars", "öre"),
    *("(", ")", '"', "'", ",", ".", ":", "/", "\n", "\n> ", "\n\n- ", "|", "**", "`", "\u200b", "@", "at", "dot", "%"),
    *("reversed", "rot13", "one two three four", "a b c d", "ü", "Ⅻ", "²", "１２", "\ud800", "\ue010", "\u0660"),
)


def _cases() -> dict[Kind, list[dict[str, str]]]:
    rows = defaultdict(list)
    for kind in Kind:
        for line in (CASES / f"{kind}.jsonl").read_text("utf-8").splitlines():
            rows[kind].append(json.loads(line))
    return rows


ROWS = _cases()
VALUES = {kind: sorted({row["value"] for row in rows}) + list(ODD) for kind, rows in ROWS.items()}
EVERY_VALUE = sorted({value for values in VALUES.values() for value in values})


@st.composite
def mutated(draw: st.DrawFn, value: str) -> str:
    """The value as it is, cut, joined otherwise, in another case or Unicode form, or in disguise."""
    at = draw(st.integers(0, len(value)))
    words = value.split(" ")
    plain = value.encode("utf-8", "surrogatepass")
    return draw(
        st.sampled_from(
            [
                *(value, value, value.upper(), value.lower(), value.title(), value + "s", value.replace("'", "")),
                *(value[:at] + mark + value[at:] for mark in (" ", "-", ".", ",", "1", "x", "\u200b", "\n", "&", "'")),
                *(value[:at] + value[at + 1 :], value[at:], value[:at], words[0], words[-1], " ".join(words[::-1])),
                *(value.replace(" ", other) for other in ("", "-", "\n", "\u00a0", " and ")),
                *(value.replace("-", other) for other in ("", " ", "\u2011", " - ", " to ")),
                *(value.replace(",", other) for other in ("", ".", "'", " ", "{,}")),
                *(
                    value.replace("@", " at ").replace(".", " dot "),
                    value.replace("and", "&"),
                    value.replace("ü", "ue"),
                ),
                *(unicodedata.normalize("NFD", value), " ".join(value), value[::-1], value.replace("o", "0")),
                *(base64.b64encode(plain).decode(), plain.hex(), value.replace("a", "а")),
            ]
        )
    )


@st.composite
def texts(draw: st.DrawFn, kind: Kind, value: str) -> str:
    """A text of the value, of others, of what stands around values, and of whole texts of the cases."""
    piece = st.one_of(
        mutated(value),
        mutated(value),
        st.sampled_from(VALUES[kind]).flatmap(mutated),
        st.sampled_from(EVERY_VALUE),
        st.sampled_from(AROUND),
        st.sampled_from(ROWS[kind]).map(lambda row: row["text"]),
    )
    return draw(st.sampled_from([" ", " ", "", "\n", ", ", "-"])).join(draw(st.lists(piece, max_size=6)))


def looked_through(raw: str, value: str) -> list[Text]:
    """The text with all its views: each of them is one that a grammar may be given."""
    text = Text(raw)
    other = spelled_out(text)
    return [text, *(view.text for view in views(raw, [value])), *([other] if other else [])]


def without_filter(own: Grammar, text: Text) -> list[Span]:
    """What a grammar finds by the pattern of the whole value, where it has another way."""
    return list(getattr(own, "find_by_pattern", own.find)(text))


@pytest.mark.slow
@pytest.mark.parametrize("kind", Kind)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_filters_and_quick_ways_change_no_find(kind: Kind, data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(VALUES[kind]))
    raw = data.draw(texts(kind, value))
    own = grammar(kind, value)
    for text in looked_through(raw, value):
        wanted = without_filter(own, text)

        assert wanted == list(own.find(text))
        assert own.may_stand_in(text) or wanted == []


@pytest.mark.parametrize("kind", Kind)
def test_filters_and_quick_ways_change_no_find_in_the_cases(kind: Kind) -> None:
    rows = ROWS[kind]
    for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
        for value in (row["value"], other["value"]):
            own, text = grammar(kind, value), Text(row["text"])
            wanted = without_filter(own, text)

            assert wanted == list(own.find(text))
            assert own.may_stand_in(text) or wanted == []


@pytest.mark.parametrize("kind", Kind)
def test_filters_leave_most_unrelated_texts_out(kind: Kind) -> None:
    values = sorted({row["value"] for row in ROWS[kind]})
    text = Text("Thanks for the note; nothing in it needs a change, and we go on as we said before.")
    passed = [value for value in values if grammar(kind, value).may_stand_in(text)]

    assert len(passed) <= len(values) / 3, passed


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_filter_that_lets_a_text_pass_lets_it_pass_among_others(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(Kind)))
    value = data.draw(st.sampled_from(VALUES[kind]))
    parts = [data.draw(texts(kind, value)) for _ in range(3)]
    own, whole = grammar(kind, value), "\n\n".join(parts)

    read = [Text(part) for part in parts]
    for among in (Text(whole), Joined(read)):
        assert own.may_stand_in(among) or not any(own.may_stand_in(part) for part in read)
    signs = signs_in(whole, [value])
    for part in parts:
        assert set(signs) >= set(signs_in(part, [value]))
        assert [(view.name, view.text.plain) for view in views(part, [value], signs)] == [
            (view.name, view.text.plain) for view in views(part, [value])
        ]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_value_with_forms_may_stand_where_it_is_found(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(Kind)))
    value, form = data.draw(st.sampled_from(VALUES[kind])), data.draw(st.sampled_from(VALUES[kind]))
    both = Wanted(kind, (value, form))
    text = Text(data.draw(texts(kind, form)))

    assert both.may_stand_in(text) or both.find(text) == []


CHARACTERS = (*"aB1 .'*_`\\\n\t", "é", "e\u0301", "\u0300", "\u200b", "½", "ﬁ", "王", "각", "\ud800", "²", "’")


@given(st.lists(st.sampled_from(CHARACTERS), max_size=12).map("".join))
def test_a_view_is_that_of_its_clusters_one_by_one(raw: str) -> None:
    dropped = _dropped_marks(raw)
    wanted, at = [], 0
    while at < len(raw):
        end = at + 1
        while end < len(raw) and unicodedata.combining(raw[end]):
            end += 1
        wanted += [(character, at, end) for character in _folded(raw[at:end]) if at not in dropped]
        at = end
    view = normalise(raw)

    assert wanted == list(zip(view.text, view.starts, view.ends, strict=True))


@given(st.lists(st.sampled_from(CHARACTERS), max_size=12).map("".join))
def test_the_view_without_diacritics_is_that_of_its_characters_one_by_one(raw: str) -> None:
    plain, bare = Text(raw).plain, Text(raw).bare
    wanted = [
        (kept, start, end)
        for character, start, end in zip(plain.text, plain.starts, plain.ends, strict=True)
        for kept in _without_diacritics(character)
    ]

    assert wanted == list(zip(bare.text, bare.starts, bare.ends, strict=True))
