"""Records to lines of JSON and back, lone surrogates included.

A model may send half a surrogate pair. It's written as an escape and read back as it was, so that one strange
reply neither stops a run nor changes on the way.
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


def decode(line: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Return what `line` holds, by `decoder`'s type.

    Raises:
        msgspec.DecodeError: not JSON, or (as ValidationError) of another shape.
    """
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if isinstance(error, msgspec.ValidationError):
            raise
        found: T = msgspec.convert(_loads(line), decoder.type)
        return found


def loads(text: bytes) -> Any:  # Any: foreign JSON
    """Return foreign JSON as plain Python values.

    Raises:
        msgspec.DecodeError: not JSON.
    """
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _loads(text)


def _loads(text: bytes) -> Any:  # Any: foreign JSON
    try:
        return json.loads(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
