"""Tokens of a raw text that are base64, hexadecimal or escapes for a readable text.

Must not know views, values or scores.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import urllib.parse
from collections.abc import Iterator
from typing import NamedTuple

_SHORTEST = 4  # characters of decoded text
_ALL = range(256)
_CASES = bytes(
    97 if chr(code) in "abcdefghijklmnopqrstuvwxyz0123456789" else 65 if 65 <= code <= 90 or code == 61 else 32
    for code in _ALL
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}+={0,2}")
# A letter or digit in ASCII begins with 3-7: three of them in a row
HEX_SIGN = re.compile(r"[2-7][0-9A-Fa-f](?:[ :,-]?(?:\\x|0x|%)?[2-7][0-9A-Fa-f]){3}")
_HEX = re.compile(
    r"(?<![0-9A-Za-z])(?:0x|\\x|%)?[0-9A-Fa-f]{2}(?:[0-9A-Fa-f]{2}|[ :,-](?:0x)?[0-9A-Fa-f]{2}(?![0-9A-Za-z])"
    r"|(?:\\x|%)[0-9A-Fa-f]{2}){3,}+(?![0-9A-Za-z])"
)
ESCAPE_SIGNS = ("%", "&", "\\u")
_ESCAPED = re.compile(
    r"(?:%[0-9A-Fa-f]{2})++|&(?:#\d{2,6}|#[xX][0-9A-Fa-f]{2,5}|[A-Za-z]{2,8}\d{0,2});|\\u[0-9A-Fa-f]{4}"
)
_NO_HEX = re.compile(r"0x|\\x|[^0-9A-Fa-f]")


class Token(NamedTuple):
    """An encoded token in raw offsets, and the text that it stands for."""

    start: int
    end: int
    text: str


def has_odd_capital(raw: str) -> bool:
    """Tell whether a capital, or a sign of equality, follows a small letter or a digit, as base64 nearly always has."""
    return b"aA" in raw.encode("ascii", "replace").translate(_CASES)


def base64_tokens(raw: str) -> Iterator[Token]:
    """Yield the base64 tokens of `raw` (padding optional, both alphabets) that decode to a readable text."""
    for token in _BASE64.finditer(raw):
        letters = token.group().rstrip("=").translate(_STANDARD)
        if letters.islower() or letters[1:].islower() or letters.isdecimal() or len(letters) % 4 == 1:
            continue
        try:
            decoded = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
        except binascii.Error:
            continue
        yield from _readable(token.start(), token.end(), decoded)


def hex_tokens(raw: str) -> Iterator[Token]:
    """Yield the hexadecimal tokens of `raw` (together or in pairs) that decode to a readable text."""
    for token in _HEX.finditer(raw):
        digits = _NO_HEX.sub("", token.group())
        if len(digits) % 2 == 0:
            yield from _readable(token.start(), token.end(), bytes.fromhex(digits))


def escaped_tokens(raw: str) -> Iterator[Token]:
    """Yield the runs of escapes of `raw`, as in an address, in HTML or in JSON, each with its characters."""
    for token in _ESCAPED.finditer(raw):
        written = token.group()
        if written[0] == "%":
            text = urllib.parse.unquote(written, errors="replace")
        elif written[0] == "&":
            text = html.unescape(written)
        else:
            text = chr(int(written[2:], 16))
        if text != written and text.isprintable():
            yield Token(token.start(), token.end(), text)


_STANDARD = str.maketrans("-_", "+/")


def _readable(start: int, end: int, decoded: bytes) -> Iterator[Token]:
    """Yield the token where its bytes are printable UTF-8, at least half of it letters and digits."""
    try:
        text = decoded.decode()
    except UnicodeDecodeError:
        return
    text = " ".join(text.split())
    if len(text) >= _SHORTEST and text.isprintable() and 2 * sum(map(str.isalnum, text)) >= len(text):
        yield Token(start, end, text)
