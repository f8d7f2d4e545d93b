"""Whose a name part is: what the words beside it say, and whether it's a name at all.

A part that another name stands beside is somebody else's. Must not know how a value is read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from polar_bench.matching.name_words import DAYS, FUNCTION, MONTHS, OPENED, PARTICLES, is_any_word, is_neighbour
from polar_bench.matching.parts import is_after_determiner, is_after_german_article, is_capital, is_tied
from polar_bench.matching.text import Text

_NEXT = re.compile(r" {1,3}([^\W\d_]+)(\.?)")
_NEXT_AFTER_COMMA = re.compile(r", ([^\W\d_]{2,24})")
_BOUND_AFTER = re.compile(r"[._]([^\W\d_]+)")
_ENDS = re.compile(r"\s*(?:[.;)|\n]|$)")
_DATED = re.compile(
    r"(?:\b(?:in|since|until|till|by|of|during|last|next|this|early|mid|late|im|seit|\d+\.?(?:st|nd|rd|th)?) )$"
)
_ON = re.compile(r"\b(?:on|by|since|until|till|every|each|this|next|last|from|am) \Z")
_AMOUNT = re.compile(r"\b(?:viel|wenig|etwas|mehr|keine?n?) \Z")  # before a German noun, never a name
_LONGEST_BEFORE = 8
_MODALS = frozenset(("may", "will"))
_QUESTION = re.compile(r" [^.!?\n]{0,200}\?")


class Beside(NamedTuple):
    """The words and initials of one name, by which strangers beside its parts are told."""

    own: frozenset[str]
    initials: frozenset[str]

    def _is_stranger(self, text: Text, word: str, at: int) -> bool:
        """Tell whether a word beside a part is a capitalised name that isn't the value's own."""
        if word in self.own or is_neighbour(word):
            return False
        return is_capital(text, text.bare, at)

    def is_stranger_before(self, text: Text, before: Previous) -> bool:
        """Tell whether another name, or another's initial, stands directly before."""
        if not before.word or before.has_comma:
            return False
        if len(before.word) == 1:
            return before.word not in self.initials and self._is_stranger(text, before.word, before.start)
        if before.word in self.own and text.bare.text[before.start - 1 : before.start] == "-":
            compound = previous(text.bare.text, before.start - 1, gap="")  # "Jean-Paul Meier" is no Paul Meier
            return compound.word != "" and self._is_stranger(text, compound.word, compound.start)
        return not before.has_dot and self._is_stranger(text, before.word, before.start)

    def is_stranger_after(self, text: Text, end: int) -> bool:
        """Tell whether another surname, or another's initial, stands directly after `end`."""
        view = text.bare
        following = _NEXT.match(view.text, end)
        if not following:
            return False
        word = following[1]
        if word in PARTICLES:
            second = _NEXT.match(view.text, following.end(1))
            if second and second[1] in PARTICLES:
                second = _NEXT.match(view.text, second.end(1))
            return second is not None and self._is_stranger(text, second[1], second.start(1))
        if word in self.own:
            return view.text[following.end(1) : following.end(1) + 1] == "-" and is_tied(
                text, view, following.start(1), following.end(1)
            )
        if len(word) == 1 and word in self.initials:
            second = _NEXT.match(view.text, following.end())
            return second is not None and self._is_stranger(text, second[1], second.start(1))
        return self._is_stranger(text, word, following.start(1))

    def is_inversion_of_another(self, text: Text, before: Previous, end: int) -> bool:
        """Tell whether the part stands in another's inverted name: "Szabo, Kai." and "Zeller, Tomas."."""
        seen = text.bare.text
        following = _NEXT_AFTER_COMMA.match(seen, end) if seen[end : end + 1] == "," else None
        if (
            following
            and _ENDS.match(seen, following.end())
            and self._is_stranger(text, following[1], following.start(1))
        ):
            return True
        if not before.has_comma or not _ENDS.match(seen, end):
            return False
        return self._is_stranger(text, before.word, before.start)

    def is_bound_to_stranger(self, text: Text, start: int, end: int) -> bool:
        """Tell whether a mark binds the part to another word, as in kai.szabo@example.com."""
        seen = text.bare.text
        mark = seen[start - 1] if start else ""
        if mark == "@" or (mark == "'" and start > 1 and seen[start - 2].isalpha()):
            return True
        if mark and mark in "._":
            before = previous(seen, start - 1, gap="")
            if before.word and before.word not in self.initials:
                return True
        after = _BOUND_AFTER.match(seen, end) if seen[end : end + 1] in "._" else None
        return after is not None and after[1] not in self.initials


class Previous(NamedTuple):
    """The word before a place, with what stands between."""

    word: str
    start: int
    has_dot: bool
    has_comma: bool


def previous(seen: str, start: int, gap: str = " ") -> Previous:
    """Return the word that ends at most three spaces, or a comma, before `start`, an empty one where none does."""
    at = start
    while gap and at and start - at < 3 and seen[at - 1] == " ":
        at -= 1
    if gap and at == start:
        return Previous("", start, has_dot=False, has_comma=False)
    has_comma = at > 0 and seen[at - 1] == "," and gap == " "
    has_dot = at > 0 and seen[at - 1] == "."
    end = at - (has_comma or has_dot)
    first = end
    while first and end - first < 24 and seen[first - 1].isalpha():
        first -= 1
    return Previous(seen[first:end], first, has_dot, has_comma)


def is_just_a_word(text: Text, ways: tuple[str, ...], start: int, end: int) -> bool:
    """Tell whether a part that is a word, too, may be no more than that: without a capital, or at a sentence's head."""
    view, seen = text.bare, text.bare.text
    word = seen[start:end]
    if word in FUNCTION:
        return True
    is_large = is_capital(text, view, start)
    if is_after_german_article(text, start) or (not is_large and is_after_determiner(text, start)):
        return True
    if is_large and _AMOUNT.search(seen, max(0, start - _LONGEST_BEFORE), start):
        return True
    if is_large and word in DAYS and _ON.search(seen, max(0, start - _LONGEST_BEFORE), start):
        return True
    if not is_any_word(ways):
        return False
    if not is_large:
        return True
    following = _NEXT.match(seen, end)
    if following and following[1] in OPENED and not previous(seen, start).word:
        return True
    if seen[end : end + 2].strip(". ").isdigit():
        return True  # "Day 3", "May 4"
    if word in _MODALS and _QUESTION.match(seen, end) and not previous(seen, start).word:
        return True
    return word in MONTHS and _DATED.search(seen[max(0, start - 10) : start]) is not None
