"""The digits and letters of a normalised text, and where they stand: asked of every text, so gone through as bytes.

Must not know values, kinds or texts' offsets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import compress

_DIGITS = b"0123456789"
_ALNUM = _DIGITS + b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ALL = bytes(range(256))
_OTHERS = {kept: bytes(set(_ALL) - set(kept)) for kept in (_DIGITS, _ALNUM)}
_ARE = {kept: bytes(code in kept for code in _ALL) for kept in (_DIGITS, _ALNUM)}
_SHAPE = bytes(48 if code in _DIGITS else code for code in _ALL)
_SHAPES = dict.fromkeys(_DIGITS, "0")
_SPACED = bytes(code if code in _ALNUM else 32 for code in _ALL)
_SPACED_BUT_FOR_APOSTROPHES = bytes(code if code in _ALNUM + b"'" else 32 for code in _ALL)
_SPACED_DIGITS = bytes(code if code in _DIGITS else 32 for code in _ALL)
_RUN = re.compile(r"[^\W_]+")


def digits_of(text: str) -> str:
    """Return the ASCII digits of a text, one after the other."""
    return text.encode("ascii", "ignore").translate(None, _OTHERS[_DIGITS]).decode()


def digit_runs(text: str) -> list[str]:
    """Return the runs of ASCII digits of a text, in order."""
    return text.encode("ascii", "replace").translate(_SPACED_DIGITS).decode().split()


def shape_of(text: str) -> str:
    """Return a text with 0 in the place of each ASCII digit."""
    return text.encode().translate(_SHAPE).decode() if text.isascii() else text.translate(_SHAPES)


def runs_of(text: str) -> list[str]:
    """Return the runs of letters and digits of a text, in order."""
    return text.encode().translate(_SPACED).decode().split() if text.isascii() else _RUN.findall(text)


def joined_runs_of(text: str) -> list[str]:
    """Return the runs of letters, digits and apostrophes of an ASCII text, in order."""
    return text.encode().translate(_SPACED_BUT_FOR_APOSTROPHES).decode().split()


def starts_of(text: str, runs: Iterable[str]) -> list[int]:
    """Return where each of a text's runs begins; they are all there are of their sort, in order."""
    starts, at = [], 0
    for run in runs:
        starts.append(text.index(run, at))
        at = starts[-1] + len(run)
    return starts


def alnum_of(text: str) -> str:
    """Return the letters and digits of a text, one after the other."""
    return text.encode().translate(None, _OTHERS[_ALNUM]).decode() if text.isascii() else "".join(_RUN.findall(text))


def places_of_alnum(text: str) -> list[int]:
    """Return where each letter and digit of a text stands."""
    if text.isascii():
        return list(compress(range(len(text)), text.encode().translate(_ARE[_ALNUM])))
    return [place for place, character in enumerate(text) if character.isalnum()]


def places_of_digits(text: str) -> list[int]:
    """Return where each ASCII digit of a text stands."""
    if text.isascii():
        return list(compress(range(len(text)), text.encode().translate(_ARE[_DIGITS])))
    return [place for place, character in enumerate(text) if character in "0123456789"]


def holds_any(text: str, words: Iterable[str]) -> bool:
    """Tell whether one of the words is in `text`."""
    for word in words:  # noqa: SIM110 # asked of every text for every value: a generator takes twice as long
        if word in text:
            return True
    return False
