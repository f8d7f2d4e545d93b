"""A known number, marked in a text wherever it's written, so that all numbers share the patterns of their kind.

What stands around a number (unit, currency, joint of a range) is a pattern over signs; compiled for each number anew it
would cost milliseconds a value. The signs are characters that no view holds, since views are in lower case with ASCII
digits: a foreign digit, which patterns take for a digit, and a capital, which they take for a letter. A text in which a
mark wouldn't say all isn't marked; the caller then reads it by the pattern of the number itself.
Must not know units, currencies or grades.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching import numbers, spelling
from polar_bench.matching.characters import digit_runs, holds_any
from polar_bench.matching.lazy import lazy
from polar_bench.matching.patterns import fitted
from polar_bench.matching.text import Text


class Signs(NamedTuple):
    """What stands for a number in a pattern: its writings in digits, those in words, and what these begin with."""

    digits: str
    words: str
    initials: str


class _Marks(NamedTuple):
    """The characters by which a number is marked: its digits, a letter at their end ("10k"), and its words."""

    digit: str
    last: str
    letter: str

    @property
    def signs(self) -> Signs:
        """The patterns of whole marks."""
        digits = rf"(?<!{self.digit}){self.digit}++{self.last}?+"
        return Signs(digits, rf"(?<!{self.letter}){self.letter}++", self.digit + self.letter)

    def digits(self, written: str) -> str:
        """Return the mark of a writing in digits."""
        if written[-1].isalpha():
            return self.digit * (len(written) - 1) + self.last
        return self.digit * len(written)


_DIGITS = re.compile(r"\d+")
_MARKS = (_Marks("\u0660", "K", "W"), _Marks("\u0661", "L", "V"))
_SIGNS = tuple(marks.signs for marks in _MARKS)


class Spot(NamedTuple):
    """A place where a number is written, and what marks it there."""

    start: int
    end: int
    mark: str


class KnownNumber:
    """A number with all that is read of it once."""

    def __init__(self, number: Decimal, *, is_money: bool = False, is_bound: bool = False) -> None:
        """`is_bound` lets it stand behind a digit and a dash, as in a range."""
        self.value = number
        self._is_money = is_money
        self._is_bound = is_bound

    @lazy
    def by_itself(self) -> Signs:
        """The number's own patterns, for texts that can't be marked."""
        digits, words = numbers.in_digits(self.value, is_money=self._is_money), spelling.in_words(self.value)
        if self._is_bound:
            digits = numbers.after_dash(digits)
        return Signs(digits, words, self._initials)

    @lazy
    def _initials(self) -> str:
        return spelling.initials(self.value)

    @lazy
    def _figures(self) -> str:
        """The digits that stand in every writing in digits, one after the other."""
        return format(abs(self.value), "f").replace(".", "").strip("0") or "0"

    @lazy
    def _words(self) -> tuple[str, ...]:
        """One of these stands in every writing in words, and in those that end in words."""
        return (*spelling.parts(self.value), "half")

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether `text` can hold the number: never False where it does."""
        if self._figures in text.figures:
            openings = self._openings
            if not openings or not openings.isdisjoint(text.all_of(_digit_runs)):
                return True
        return holds_any(text.plain.text, self._words)

    @lazy
    def _openings(self) -> frozenset[str]:
        """The digits that stand together at the beginning of a writing in digits; none where that is a point."""
        openings = [_DIGITS.match(opening) for opening, _, _ in self._writings]
        return frozenset(run[0] for run in openings if run) if all(openings) else frozenset()

    def spots(self, seen: str, marks: _Marks) -> list[Spot] | None:
        """Return where the number is written in a normalised text, in order; None where marks wouldn't say all."""
        if self.value < 0:
            return None
        spots = [Spot(start, end, marks.digits(seen[start:end])) for start, end in self._in_digits(seen)]
        if holds_any(seen, self._words):
            words = fitted(spelling.in_words(self.value), seen)
            spots += [Spot(start, end, marks.letter * (end - start)) for start, end in _overlapping(words, seen)]
        spots.sort()
        return None if any(self._is_unclear(seen, spot) for spot in spots) else spots

    def _is_unclear(self, seen: str, spot: Spot) -> bool:
        """Tell whether a mark would say less: "5 mio." may end before its point, the 2 of "m2" belongs to a unit.

        "0.1 lakh" doesn't begin as the fast tests of the patterns expect.
        """
        is_unit = seen.endswith(("m", "ft", "^"), 0, spot.start)
        return is_unit or seen[spot.end - 1] == "." or seen[spot.start] not in self._initials

    def _in_digits(self, seen: str) -> Iterator[tuple[int, int]]:
        for opening, before, after in self._writings:
            at = seen.find(opening)
            if at >= 0:
                is_free, rest = fitted(before, seen).match, fitted(after, seen).match
            while at >= 0:
                end = is_free(seen, at) and rest(seen, at + len(opening))
                if end:
                    yield at, end.end()
                at = seen.find(opening, at + 1)

    @lazy
    def _writings(self) -> list[tuple[str, str, str]]:
        """The writings in digits: the characters that they begin with, and patterns of what stands around these."""
        before = numbers.DIGITS_BEFORE
        if self._is_bound:
            before = numbers.after_dash(before)
        ways = numbers.writings(self.value, is_money=self._is_money)
        return [(way.opening, before + way.border, way.tail + numbers.DIGITS_AFTER) for way in ways]


@lru_cache(maxsize=4_096)
def known_number(number: Decimal, *, is_money: bool = False, is_bound: bool = False) -> KnownNumber:
    """Return a number that is read once for all values that have it."""
    return KnownNumber(number, is_money=is_money, is_bound=is_bound)


class Sought(NamedTuple):
    """A text to search in, and what stands in it for each of the numbers that are sought."""

    text: str
    signs: tuple[Signs, ...]


Seeker = Callable[..., Sought | None]


def by_marks(text: Text, *known: KnownNumber) -> Sought | None:
    """Return a text with one or two numbers marked where that says all, else as `by_patterns` does.

    None where the text lacks one of the numbers, so that nothing made of them can be found.
    """
    if not all(number.may_stand_in(text) for number in known):
        return None
    seen = text.plain.text
    spots: list[Spot] = []
    for number, marks in zip(known, _MARKS, strict=False):
        found = number.spots(seen, marks)
        if found is None:
            return by_patterns(text, *known)
        if not found:
            return None
        spots += found
    marked = _marked(seen, spots)
    return by_patterns(text, *known) if marked is None else Sought(marked, _SIGNS[: len(known)])


def by_patterns(text: Text, *known: KnownNumber) -> Sought | None:
    """Return the text as it is, to be searched by the numbers' own patterns. Never None."""
    return Sought(text.plain.text, tuple(number.by_itself for number in known))


def _marked(seen: str, spots: Sequence[Spot]) -> str | None:
    """Return a normalised text, as long as before, with its spots marked; None where two of them overlap."""
    parts: list[str] = []
    at = 0
    for start, end, mark in sorted(spots):
        if start < at:
            return None
        parts += (seen[at:start], mark)
        at = end
    parts.append(seen[at:])
    return "".join(parts)


def _digit_runs(text: Text) -> frozenset[str]:
    return frozenset(digit_runs(text.plain.text))


def _overlapping(pattern: re.Pattern[str], seen: str) -> Iterator[tuple[int, int]]:
    found = pattern.search(seen)
    while found:
        yield found.span()
        found = pattern.search(seen, found.start() + 1)
