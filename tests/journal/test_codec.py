"""Records to lines of JSON and back, whatever text a model sends."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from polar_bench.journal import codec
from polar_bench.trial import Flag, Speaker, Turn

ANY_TEXT = st.text(st.characters())
turn_decoder = msgspec.json.Decoder(Turn)


def with_halves_joined(text: str) -> str:
    """Return `text` with each high surrogate and the low one after it as the character that they make."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


@settings(deadline=None)
@given(text=ANY_TEXT, reasoning=ANY_TEXT)
@example(text="\ud800", reasoning="")
@example(text="\udc00\ud800", reasoning="a\ud83d")
@example(text="\ud83d\ude00", reasoning="both halves, side by side")
@example(text='"\\\n\r\u2028\x00', reasoning="\x7f\ufeff")
def test_any_turn_is_read_back_as_it_was(text: str, reasoning: str) -> None:
    turn = Turn(Speaker.TRUSTED, text, raw=text + reasoning, reasoning=reasoning, flags=(Flag.CUT,))
    expected = msgspec.structs.replace(
        turn,
        text=with_halves_joined(text),
        raw=with_halves_joined(text + reasoning),
        reasoning=with_halves_joined(reasoning),
    )

    assert expected == codec.decode(codec.encode(turn), turn_decoder)


@settings(deadline=None)
@given(text=ANY_TEXT)
@example(text="\ud800\n\r\u0085\u2028")
def test_a_record_is_one_line_of_utf_8(text: str) -> None:
    line = codec.encode(Turn(Speaker.TRUSTED, text))

    assert b"\n" not in line
    assert with_halves_joined(text) == json.loads(line.decode("utf-8"))["text"]


@settings(deadline=None)
@given(text=ANY_TEXT)
def test_writing_what_was_read_gives_the_same_bytes(text: str) -> None:
    line = codec.encode(Turn(Speaker.TRUSTED, with_halves_joined(text)))

    assert line == codec.encode(codec.decode(line, turn_decoder))


def test_defaults_and_tags_are_written_alike_with_and_without_lone_halves() -> None:
    expected = {"role", "text"}

    assert expected == set(json.loads(codec.encode(Turn(Speaker.TRUSTED, "a"))))
    assert expected == set(json.loads(codec.encode(Turn(Speaker.TRUSTED, "\ud800"))))


@pytest.mark.parametrize(
    "line",
    [b"", b"{", b'{"role":"trusted"}', b'{"role":"nobody","text":""}', b'{"role":"trusted","text":"\xff"}', b"\x00"],
)
def test_what_is_no_record_is_refused(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        codec.decode(line, turn_decoder)


@pytest.mark.parametrize(
    "line", [b'{"role":"nobody","text":"\\ud800"}', b'{"role":"trusted","text":"\\ud800","flags":[1]}']
)
def test_a_record_of_another_shape_is_refused_also_where_it_holds_lone_halves(line: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        codec.decode(line, turn_decoder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [(b'{"a": [1, null]}', {"a": [1, None]}), (b'"\\ud800"', "\ud800"), (b'"a\xffb"', "a\ufffdb")],
)
def test_foreign_json_is_read_leniently(text: bytes, expected: object) -> None:
    assert expected == codec.loads(text)


@pytest.mark.parametrize("text", [b"", b"<html>", b'{"a": ', b"[" * 100_000])
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        codec.loads(text)
