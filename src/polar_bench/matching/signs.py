"""What the tests for disguises read: a reply's parts, and the looked-for values as a disguise would write them.

Must not know how a disguise is undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import filterfalse
from typing import NamedTuple

from polar_bench.matching import encodings
from polar_bench.matching.characters import alnum_of, digits_of
from polar_bench.matching.lazy import lazy
from polar_bench.matching.text import value_text

SHORTEST_NUMBER = 6  # letters or digits: below that, a value read backwards or a row of digits says nothing
ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")


_ROT13_CODES = bytes(ROT13.get(code, code) for code in range(256))


class Hints(NamedTuple):
    """The looked-for values, normalised, those of fewer than six letters and digits apart."""

    values: tuple[str, ...] = ()

    @property
    def words(self) -> list[list[str]]:
        """The words of the values that have several."""
        return [words for value in self.values if len(words := re.findall(r"[^\W_]+", value)) > 1]


class Reply:
    """A raw text as the tests for signs read it, so that an ordinary one is gone through only once or twice."""

    def __init__(self, raw: str, hints: Hints) -> None:
        self.raw = raw
        self.hints = hints
        self.lowered = raw.lower()
        self.tokens = self.lowered.replace("-", " ").split()
        self.odd = _odd(self.tokens)
        self.backward = self.lowered[::-1]
        self.has_digits = digits_of(raw) != ""
        self.has_odd_capital = encodings.has_odd_capital(raw)

    @lazy
    def rotated(self) -> str:
        """The text in lower case, by rot13."""
        if self.lowered.isascii():
            return self.lowered.encode().translate(_ROT13_CODES).decode()
        return self.lowered.translate(ROT13)


def _odd(tokens: Iterable[str]) -> str:
    """Return the tokens that aren't just letters, with a mark behind them or none."""
    return " ".join([token for token in filterfalse(str.isalpha, tokens) if not token[:-1].isalpha()])


def hints_of(values: Iterable[str]) -> Hints:
    """Return what is known of the looked-for values, each read once."""
    return Hints(tuple(filter(None, map(_hint, values))))


@lru_cache(maxsize=4_096)
def _hint(value: str) -> str:
    """Return a value normalised, "" where it's too short to say anything."""
    plain = value_text(value).plain.text
    return plain if len(plain) >= SHORTEST_NUMBER and len(alnum_of(plain)) >= SHORTEST_NUMBER else ""
