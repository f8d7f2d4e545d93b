"""What the tests for disguises read: a reply's parts, and the looked-for values as a disguise would write them.

Must not know how a disguise is undone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching import encodings
from polar_bench.matching.text import normalise

SHORTEST_NUMBER = 6  # letters or digits: below that, a value read backwards or a row of digits says nothing
ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")


class Hints(NamedTuple):
    """The looked-for values as words, and as they stand in a reversed or rot13 text."""

    words: tuple[tuple[str, ...], ...] = ()
    backward: tuple[str, ...] = ()
    rotated: tuple[str, ...] = ()


class Reply:
    """A raw text as the tests for signs read it, so that an ordinary one is gone through only once or twice."""

    def __init__(self, raw: str, hints: Hints) -> None:
        self.raw = raw
        self.hints = hints
        self.lowered = raw.lower()
        self.tokens = self.lowered.replace("-", " ").split()
        self.odd = " ".join(token for token in self.tokens if not token.isalpha())
        self.has_odd_capital = encodings.BASE64_SIGN.search(raw) is not None


@lru_cache(maxsize=4096)
def hints_of(values: tuple[str, ...]) -> Hints:
    """Read the looked-for values once; those of fewer than six letters and digits give no hints."""
    plain = [normalise(value).text for value in values]
    long = [value for value in plain if sum(map(str.isalnum, value)) >= SHORTEST_NUMBER]
    words = [tuple(re.findall(r"[^\W_]+", value)) for value in long]
    return Hints(
        tuple(each for each in words if len(each) > 1),
        tuple(value[::-1] for value in long),
        tuple(value.translate(ROT13) for value in long if value.translate(ROT13) != value),
    )
