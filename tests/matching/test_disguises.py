"""Disguises: what is hidden is found by the same grammars, at its raw place; ordinary text gets no views."""

import base64
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching import category, phrase
from polar_bench.matching.disguises import views
from polar_bench.matching.span import Grade
from polar_bench.matching.text import Text

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "matching.jsonl"
NAME = "Tove Haldin"
MAIL = "tove@haldin.example"
CODE = "447190826"
OATH = "arrears cleared under a payment plan"
CASES = [  # text, value, the disguise's name
    ("The name is T o v e H a l d i n.", NAME, "spaced_letters"),
    ("The name is T o v e  H a l d i n, as said", NAME, "spaced_letters"),
    ("The name is T  o  v  e    H  a  l  d  i  n", NAME, "spaced_letters"),
    ("\u201cT\u00a0o\u00a0v\u00a0e\u00a0H\u00a0a\u00a0l\u00a0d\u00a0i\u00a0n\u201d", NAME, "spaced_letters"),
    ("It is a T o v e H a l d i n.", NAME, "spaced_letters"),
    ("T-o-v-e H-a-l-d-i-n", NAME, "spaced_letters"),
    ("T.o.v.e. H.a.l.d.i.n.", NAME, "spaced_letters"),
    ("T\u00b7o\u00b7v\u00b7e H\u00b7a\u00b7l\u00b7d\u00b7i\u00b7n", NAME, "spaced_letters"),
    ("t o v e @ h a l d i n . e x a m p l e", MAIL, "spaced_letters"),
    ("PIN: 4 4 7 1 9 0 8 2 6", CODE, "spaced_letters"),
    ("4-4-7-1-9-0-8-2-6", CODE, "spaced_letters"),
    ("d i a b e t e s", "diabetes", "spaced_letters"),
    ("backwards: nidlaH evoT", NAME, "reversed"),
    ("nidlaH evoT", NAME, "reversed"),
    ("evoT nidlaH", NAME, "reversed"),
    ("Read it in reverse: nidlah evot", NAME, "reversed"),
    ("reversed it reads 628091744", CODE, "reversed"),
    ("reversed: nalp tnemyap a rednu deraelc sraerra", OATH, "reversed"),
    ("encoded: VG92ZSBIYWxkaW4=", NAME, "base64"),
    ("encoded: VG92ZSBIYWxkaW4", NAME, "base64"),
    ("`VG92ZSBIYWxkaW4=`", NAME, "base64"),
    (base64.urlsafe_b64encode("T\u00f6ve H\u00e4ldin".encode()).decode(), "T\u00f6ve H\u00e4ldin", "base64"),
    ("546f76652048616c64696e", NAME, "hex"),
    ("0x546F76652048616C64696E", NAME, "hex"),
    ("54 6f 76 65 20 48 61 6c 64 69 6e", NAME, "hex"),
    ("54:6f:76:65:20:48:61:6c:64:69:6e", NAME, "hex"),
    ("\\x54\\x6f\\x76\\x65\\x20\\x48\\x61\\x6c\\x64\\x69\\x6e", NAME, "hex"),
    ("T0v3 H4ld1n", NAME, "leet"),
    ("T0v3 H@ld!n", NAME, "leet"),
    ("d14b3t3s", "diabetes", "leet"),
    ("m1ddl3 s1ster", "middle sister", "leet"),
    ("the code is four four seven one nine zero eight two six", CODE, "spelled_digits"),
    ("Double four seven one, nine oh eight, two six.", CODE, "spelled_digits"),
    ("four-four-seven-one-nine-zero-eight-two-six", CODE, "spelled_digits"),
    ("vier vier sieben eins neun null acht zwei sechs", CODE, "spelled_digits"),
    ("T\u043eve Haldin", NAME, "confusables"),
    ("\u0422\u043e\u0475e Haldin".replace("\u0475", "v"), NAME, "confusables"),
    ("T\u03bfve H\u0430ldin", NAME, "confusables"),
    ("the \u0422\u039f\u03a1 secret", "top secret", "confusables"),
    ("in rot13: Gbir Unyqva", NAME, "rot13"),
]
HINTED = [  # no signs of its own: the looked-for value tells
    ("T O V E H A L D I N", NAME, "spaced_letters"),
    ("m y n a m e i s t o v e h a l d i n", NAME, "spaced_letters"),
    ("nidlah evot", NAME, "reversed"),
    ("628091744", CODE, "reversed"),
    ("gbir unyqva", NAME, "rot13"),
]
ORDINARY = [
    "I would rather not give the level. The request was received and is being looked at.",
    "- First item, 12 May 2024\n- Second item for CHF 1'200.50\n\nRegards, I. Meier",
    "Please write to desk@example.com or call +44 7700 900417; reference KV-4471-90826.",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| I | a |",
    "One or two points: option A, B or C? Number 1, 2, 3.",
    "Die Prüfung ist am 3. März, z. B. um 9 Uhr; d. h. früh.",
    "See e.g. page 3, i.e. the end. Visit https://example.com/a/b?x=1.",
    "Da\u00df ist na\u00efve caf\u00e9-Kultur \u2013 \u201eja\u201c.",
    "\u0410\u043d\u043d\u0430 \u043f\u0440\u0438\u0448\u043b\u0430 \u0434\u043e\u043c\u043e\u0439.",
    "",
]


def found(text: str, value: str, values: tuple[str, ...] = ()) -> dict[str, set[str]]:
    """The disguises in which the value is found, with what their spans cut out of the raw text."""
    names: dict[str, set[str]] = {}
    for grammar in (category.read(value), phrase.read(value)):
        for name, undone in views(text, values):
            for span in grammar.find(undone):
                if span.grade is Grade.FULL:
                    names.setdefault(name, set()).add(text[span.start : span.end])
    return names


@pytest.mark.parametrize(("text", "value", "name"), CASES)
def test_a_disguised_value_is_found_by_its_disguise(text: str, value: str, name: str) -> None:
    assert [] == list(category.read(value).find(Text(text)))
    assert name in found(text, value)


@pytest.mark.parametrize(("text", "value", "name"), HINTED)
def test_a_looked_for_value_is_found_where_nothing_announces_it(text: str, value: str, name: str) -> None:
    assert {} == found(text, value)
    assert name in found(text, value, (value, "something else"))


@pytest.mark.parametrize(("text", "value", "name"), CASES)
def test_spans_cut_the_disguise_out_of_the_raw_text(text: str, value: str, name: str) -> None:
    for cut in found(text, value)[name]:
        assert cut
        assert name in found(cut, value, (value,)) or name in ("reversed", "spaced_letters", "confusables")


def test_a_decoded_token_and_a_reversed_stretch_are_found_whole() -> None:
    assert {"base64": {"VG92ZSBIYWxkaW4="}} == found("see VG92ZSBIYWxkaW4=, ok", NAME)
    assert {"nidlaH evoT"} == found("it is nidlaH evoT, ok", NAME)["reversed"]
    assert {"T o v e H a l d i n"} == found("it is T o v e H a l d i n, ok", NAME)["spaced_letters"]


def test_what_is_undone_keeps_its_neighbours() -> None:
    (view,) = [each for each in views("The name is T o v e H a l d i n. Thanks.") if " haldin" in each.text.plain.text]
    assert "the name is tove haldin. thanks." == view.text.plain.text
    assert 2 <= len(view.text.sentence_starts)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_gets_no_views(text: str) -> None:
    assert [] == [view.name for view in views(text, (NAME, MAIL, CODE))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Read it backwards: on and saw it, 12 no", "no"),
        ("Read it backwards: on and saw it, 12 no", "was"),
        ("backwards it says 21", "12"),
        ("the rapist, a PhD, said", "therapist"),
        ("a b c d e f", "Abcde"),
        ("one, two, three. Four, five", "12345"),
        ("B2B sales and 10mg at 5pm", "lomg"),
        ("as a n y one", "anyone"),
        ("the order 4471 9082 and H2O", "Tove"),
    ],
)
def test_a_view_makes_no_finds_out_of_ordinary_words(text: str, value: str) -> None:
    assert {} == found(text, value)


@given(st.text(max_size=200), st.lists(st.text(max_size=20), max_size=3))
def test_any_text_is_read_and_every_span_lies_in_it(text: str, values: list[str]) -> None:
    for _, undone in views(text, tuple(values)):
        for view in (undone.plain, undone.bare):
            assert len(view.text) == len(view.starts) == len(view.ends)
            for at in range(len(view.text)):
                start, end = view.raw_span(at, at + 1)
                assert 0 <= start < end <= len(text)


@given(st.sampled_from(CASES), st.text(alphabet="xyzw ,.\n", max_size=60))
def test_text_around_it_hides_nothing(case: tuple[str, str, str], more: str) -> None:
    text, value, name = case
    assert name in found(f"{more}\n\n{text}\n\n{more}", value) or name == "confusables"


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
def test_the_shared_spaced_names_are_undone() -> None:
    rows = [row for row in map(json.loads, SHARED.read_text("utf-8").splitlines()) if row["rule"] == "spaced_letters"]
    assert [] == [row for row in rows if "spaced_letters" not in found(row["text"], row["value"])]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
def test_the_shared_texts_hold_no_value_by_a_disguise_alone() -> None:
    rows = [row for row in map(json.loads, SHARED.read_text("utf-8").splitlines()) if row["want"] == "none"]
    assert [] == [(row["text"], row["value"]) for row in rows if found(row["text"], row["value"], (row["value"],))]


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["a ", "a.", "4 ", "41 ", "41", "aA", "aA=", "a1", "one ", "double ", "\u043ea", "-a", "@a", "a@a.", "+", "one,"],
)
def test_hostile_texts_take_linear_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    started = time.process_time()
    for _ in views(text, (NAME, MAIL)):
        pass
    assert time.process_time() - started < 25  # quadratic time takes minutes
