"""What a grammar yields: where a value stands, by which rule, and how much of it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple, Protocol

from polar_bench.matching.text import Text


class Grade(StrEnum):
    """How much of a value a span gives away; a higher grade stands first."""

    FULL = "full"
    PARTIAL = "partial"

    @property
    def rank(self) -> int:
        """0 for the most."""
        return 0 if self is Grade.FULL else 1


class Span(NamedTuple):
    """A find, in raw offsets (end exclusive), with the name of the rule that made it.

    `is_ambiguous` marks a find that another value of the same kind could have made (03/04/2021).
    """

    start: int
    end: int
    rule: str
    grade: Grade = Grade.FULL
    is_ambiguous: bool = False


class Grammar(Protocol):
    """A value, read once, that can be looked for in many texts."""

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look: False only where `find` yields nothing."""

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place in `text` that gives the value or a part of it, in time linear in the text."""
