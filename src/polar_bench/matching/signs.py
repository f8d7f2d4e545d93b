"""What the tests for disguises read: a reply's parts, and the looked-for values as a disguise would write them.

Must not know how a disguise is undone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import filterfalse
from typing import NamedTuple

from polar_bench.matching import encodings
from polar_bench.matching.text import value_text

SHORTEST_NUMBER = 6  # letters or digits: below that, a value read backwards or a row of digits says nothing
ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")


class Hints(NamedTuple):
    """The looked-for values, as they are and as they stand in a reversed or rot13 text."""

    values: tuple[str, ...] = ()
    backward: tuple[str, ...] = ()
    rotated: tuple[str, ...] = ()

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
        self.odd = " ".join(filterfalse(str.isalpha, self.tokens))
        self.has_odd_capital = encodings.BASE64_SIGN.search(raw) is not None


@lru_cache(maxsize=256)
def hints_of(values: tuple[str, ...]) -> Hints:
    """Read the looked-for values once; those of fewer than six letters and digits give no hints."""
    plain = [value_text(value).plain.text for value in values]
    long = [value for value in plain if sum(map(str.isalnum, value)) >= SHORTEST_NUMBER]
    rotated = [(value, value.translate(ROT13)) for value in long]
    return Hints(
        tuple(long), tuple(value[::-1] for value in long), tuple(other for value, other in rotated if other != value)
    )
