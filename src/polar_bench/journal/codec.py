"""Records to lines of JSON and back, lone surrogates included.

A model may send half a surrogate pair. It's written as an escape and read back as it was, so that one strange
reply neither stops a run nor changes on the way. Two halves side by side are read back as the character that
they make: JSON has no other way to say them.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


def encode(value: object) -> bytes:
    """Return `value` (structs, lists, dicts, plain values) as JSON in UTF-8, without white space."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value)
        return json.dumps(plain, ensure_ascii=True, separators=(",", ":")).encode()


def pretty(value: object) -> bytes:
    """Return `value` as `encode` does, indented by two spaces and with a line break at its end."""
    line = encode(value)
    try:
        return msgspec.json.format(line, indent=2) + b"\n"
    except msgspec.DecodeError:  # it knows no lone surrogates
        return json.dumps(json.loads(line), ensure_ascii=True, indent=2).encode() + b"\n"


def decode(line: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Return what `line` holds, by `decoder`'s type.

    Raises:
        msgspec.DecodeError: not JSON in UTF-8, or (as ValidationError) of another shape.
    """
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if isinstance(error, msgspec.ValidationError):
            raise
        found: T = msgspec.convert(_loads(line, on_bad_bytes="strict"), decoder.type)
        return found


def loads(text: bytes) -> Any:  # Any: foreign JSON
    """Return foreign JSON as plain Python values; bytes that aren't UTF-8 are read as U+FFFD.

    Raises:
        msgspec.DecodeError: not JSON.
    """
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _loads(text, on_bad_bytes="replace")


def _loads(text: bytes, on_bad_bytes: str) -> Any:  # Any: foreign JSON
    try:
        return json.loads(text.decode("utf-8", on_bad_bytes))
    except (ValueError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
