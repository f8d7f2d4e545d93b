"""The parts of a value, marked in a text by runs of one private character each, as long as what they stand for.

A grammar's patterns are written over the marks and thus compiled once for all values; offsets stay those of the view.
Must not know kinds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from polar_bench.matching.patterns import compiled
from polar_bench.matching.text import Text, View

# Scripts that put no space between words (and Hangul, whose particles cling): no border is asked for beside them
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
MARKS = "\ue010\ue011\ue012\ue013\ue014\ue015\ue016\ue017\ue018\ue019\ue01a\ue01b"
LETTER = rf"(?:[^\W\d_]|[{MARKS}\u0300-\u036f\u0900-\u0dff])"
BEFORE = rf"(?<![^\W\d_{_UNSPACED}])(?<![{MARKS}\u0300-\u036f\u0900-\u0dff])"
AFTER = rf"(?![^\W\d_{_UNSPACED}])(?![{MARKS}\u0300-\u036f\u0900-\u0dff])"
# The same in a marked ASCII text, where all letters are a-z: the long ranges take a millisecond each to compile
_ASCII_BEFORE, _ASCII_AFTER = rf"(?<![a-z{MARKS}])", rf"(?![a-z{MARKS}])"
SPACE = r"(?: {1,4}| {0,3}\n[ >]{0,8})"  # a line may be broken, and quoted, inside a value

_LETTERS_SPELLED_OUT = {"ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue"), "ø": ("o", "oe"), "å": ("a", "aa")}
_INNER = {"-": ("-", " ", "", "\n"), "'": ("'", "", " ")}
_WORD = re.compile(rf"{LETTER}(?:[-']?(?:{LETTER}|\d))*|\d+")
_ASCII_WORD = re.compile(r"[a-z](?:[-']?[a-z\d])*|\d+")


def fitted(pattern: str, seen: str) -> re.Pattern[str]:
    """Return the pattern for a marked copy of the text `seen`: with shorter borders where that is ASCII."""
    return _fitted_to_ascii(pattern) if seen.isascii() else compiled(pattern)


@lru_cache(maxsize=4096)
def _fitted_to_ascii(pattern: str) -> re.Pattern[str]:
    return compiled(pattern.replace(BEFORE, _ASCII_BEFORE).replace(AFTER, _ASCII_AFTER))


def starting(marks: str) -> str:
    """Return a pattern that fails fast where none of the marks stands; one that begins with a mark begins with it."""
    return f"(?=[{marks}])"


def words(plain: str) -> list[str]:
    """Return the words of a short normalised text, inner hyphens and apostrophes kept."""
    return (_ASCII_WORD if plain.isascii() else _WORD).findall(plain)


@lru_cache(maxsize=4096)
def spellings(word: str) -> tuple[str, ...]:
    """Return how a word of a plain view may stand in a bare view, at most 64 ways, the longest first.

    >>> spellings("müller")
    ('mueller', 'muller')
    """
    if word.isascii() and word.isalnum():
        return (word,)
    ways = [_LETTERS_SPELLED_OUT.get(c) or _INNER.get(c) or (Text(c).bare.text,) for c in word]
    while len(ways) > 1 and _count(ways) > 64:
        last = max(place for place, way in enumerate(ways) if len(way) > 1)
        ways[last] = ways[last][:1]
    return tuple(sorted({"".join(way) for way in product(*ways)} - {""}, key=lambda way: (-len(way), way)))


def _count(ways: Sequence[tuple[str, ...]]) -> int:
    count = 1
    for way in ways:
        count *= len(way)
    return count


_FOREIGN = re.compile(f"[{MARKS}]")


def marked(text: str, parts: Sequence[Sequence[str]]) -> str:
    """Return `text`, of the same length, with every spelling of part n replaced by a run of mark n.

    Borders are not looked at: that's the patterns' work. Longer spellings go first, so that a part inside another
    part's name isn't taken for it. A text's own private characters are blotted out.
    """
    if not text.isascii():
        text = _FOREIGN.sub("\ufffd", text)
    order = sorted(
        ((spelling, number) for number, part in enumerate(parts) for spelling in part),
        key=lambda pair: (-len(pair[0]), pair[1]),
    )
    for spelling, number in order:
        text = text.replace(spelling, MARKS[number] * len(spelling))
    return text


def is_capital(text: Text, view: View, position: int) -> bool:
    """Tell whether the character of the raw text that stands at `position` of `view` is upper (or title) case."""
    character = text.raw[view.starts[position]]
    return character.isupper() or character.istitle()


# ... which is no part of a name ("von der", "in der")
_GERMAN_ARTICLE = re.compile(
    r"(?<!von )(?<!van )(?<!aus )(?<!auf )(?<!zu )(?<!in )(?<!an )(?<![^\W\d_])"
    r"(?:der|die|das|dem|des|ein|eine[mnrs]?) \Z"
)
_LONGEST_ARTICLE = 6
_DETERMINER = re.compile(r"(?<![^\W\d_])(?:an?|any|each|every|its|no|some|that|the|their|this|those) {1,3}\Z")
_LONGEST_DETERMINER = 9


def is_after_determiner(text: Text, start: int) -> bool:
    """Tell whether a word follows an article or the like, in a text that has capitals: "the ridge" is no name."""
    seen = text.bare.text
    if seen[start - 1 : start] != " " or not _DETERMINER.search(seen, max(0, start - _LONGEST_DETERMINER), start):
        return False
    return text.once(has_capitals)


def is_after_german_article(text: Text, start: int) -> bool:
    """Tell whether a word follows a German article, as a noun does: "der Richter" is no Mr Richter."""
    seen = text.bare.text
    if seen[start - 1 : start] != " ":
        return False
    return _GERMAN_ARTICLE.search(seen, max(0, start - _LONGEST_ARTICLE), start) is not None


def has_capitals(text: Text) -> bool:
    """Tell whether a text has any capital letter."""
    return not text.raw.islower()


def is_tied(text: Text, view: View, start: int, end: int) -> bool:
    """Tell whether a true hyphen ties a capitalised word to a find: Meier-Huber isn't Meier. A dash ties nothing."""
    seen = view.text
    if end + 1 < len(seen) and seen[end] == "-" and text.raw[view.starts[end]] not in "–—―":
        return seen[end + 1].isalpha() and is_capital(text, view, end + 1)
    if start > 1 and seen[start - 1] == "-" and text.raw[view.starts[start - 1]] not in "–—―":
        at = start - 1
        while at and start - at < 24 and seen[at - 1].isalpha():
            at -= 1
        return (
            at < start - 1
            and is_capital(text, view, at)
            and seen[at : start - 1] not in {"ex", "non", "pre", "post", "al", "el"}
        )
    return False
