"""Categories: a few words that are said as they are ("lower back pain", "part-time contract", "UBS").

Whole words, in order; what stands between them is free (space, hyphen, line break), and so are the number of the
last word, the spelling of either side of the Atlantic and the diacritics. Never inside a longer word, and never
after a prefix that makes another word of it ("non-smoker" is no smoker). Must not know attributes or policies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from polar_bench.matching import words
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.text import Text, normalise

_PIECE = re.compile(r"(?P<word>[^\W_]+)|(?P<gap>[\s_-]+)|(?P<other>[\s_-]*[^\w\s-][\s_-]*)")
# Between two words: blanks, a hyphen, or one line break (quoted mail's marks allowed), never an empty line
_GAP = r"(?:[^\S\n]{1,4}|[^\S\n]{0,2}[-_][^\S\n]{0,2}|[^\S\n]{0,4}-?\n[^\S\n]{0,8}(?:>[^\S\n]?){0,4})"
_EDGES = " \t\n.,;:!?\"'_"
_ARTICLES = frozenset(("a", "an", "the"))
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Scripts that don't part words by spaces; Korean joins its particles to the right of a word
_UNSPACED = r"\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_NO_BORDER_BEFORE = re.compile(rf"[{_UNSPACED}]")
_NO_BORDER_AFTER = re.compile(rf"[{_UNSPACED}\uac00-\ud7af]")
# A word or part of one that makes another word of the one after it
_OTHER_WORD = re.compile(
    r"(?<![^\W_])(?:(?:non|pre|self|semi|anti|quasi|pseudo)[- ]"
    r"|(?:un|in|ex|sub|co|post|inter|multi|never|mid|half|near|over|under|counter|nicht|vor|un)-)\Z"
)
_LONGEST_PREFIX = 10


class WholeWords:
    """A value as its words; compiled only when a text holds the part of it that can't be spelled otherwise."""

    def __init__(self, value: str) -> None:
        self._plain = _without_article(normalise(value).text.lstrip(_EDGES).rstrip(_EDGES))
        self._bare = Text(self._plain).bare.text
        self._has_words = any(map(str.isalnum, self._bare))
        kept = value.strip(_EDGES)
        self._is_one_word = self._bare.isalnum()
        self._needs_capitals = self._is_one_word and kept.isupper() and self._bare in words.FUNCTION_WORDS
        self._has_common_word_alone = self._is_one_word and words.is_common(self._bare)
        last = kept.split()[-1] if kept.split() else ""
        self._last_is_name = last[:1].isupper() and not words.is_common(last)
        self._words = [piece.group() for piece in _PIECE.finditer(self._plain) if piece.lastgroup == "word"]
        longest = max(range(len(self._words)), key=lambda place: len(self._words[place]), default=None)
        self._needle = "" if longest is None else _beginning(self._spellings(longest))

    def _spellings(self, place: int) -> list[str]:
        """Return the spellings of one of the words; the last word's number is free as well."""
        plain = self._words[place]
        bare = plain if plain.isascii() else Text(plain).bare.text
        forms = [bare, *words.other_spellings(bare)]
        if not plain.isascii():
            forms.append(plain.translate(_UMLAUTS))
        if len(self._words) > 1:
            forms += words.other_number_word(bare) + (("&",) if bare == "and" else ())
        return self._numbers(forms) if place + 1 == len(self._words) else forms

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        spellings = map(self._spellings, range(len(self._words)))
        parts = []
        for piece in _PIECE.finditer(self._plain):
            is_inside = piece.start() > 0 and piece.end() < len(self._plain)
            if piece.lastgroup == "word":
                parts.append(_any_of(next(spellings)))
            elif piece.lastgroup == "gap" and is_inside:
                parts.append(_GAP + ("?" if "-" in piece.group() else ""))
            else:
                parts.append(_mark(piece.group(), self._plain[piece.end() : piece.end() + 1]))
        return re.compile(self._left_border() + "".join(parts) + self._right_border())

    def _numbers(self, spellings: list[str]) -> list[str]:
        """Add the other number of the last word where that can't make another word of it.

        Not for a common word alone ("good" isn't "goods"), an acronym, or a name ("Brook" isn't "Brooks").
        """
        if self._has_common_word_alone or self._last_is_name:
            return spellings
        others = [other for word in spellings for other in (words.singular(word), words.plural(word)) if other]
        return spellings + others

    def _left_border(self) -> str:
        first = self._bare[:1]
        if not first.isalnum():
            return rf"(?<![^\W_])(?<!{re.escape(first)})" if first == "-" else rf"(?<!{re.escape(first)})"
        if _NO_BORDER_BEFORE.match(first):
            return ""
        return r"(?<![^\W_])" + (r"(?<!\d[.,'])" if first.isdecimal() else "")

    def _right_border(self) -> str:
        last = self._bare[-1:]
        if not last.isalnum():
            return rf"(?!{re.escape(last)})"
        if _NO_BORDER_AFTER.match(last):
            return ""
        end = re.split(r"[\W_]+", self._bare)[-1]
        return (
            r"(?![^\W_])"
            + (r"(?![.,']\d)" if last.isdecimal() else "")
            + (r"(?![+#]|-(?![^\W_]))" if len(end) <= 2 and end.isalpha() else "")  # a grade A is no A+
        )

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place where the words stand; rule `whole_words`."""
        view = text.bare
        if not self._has_words or self._needle not in view.text:
            return
        for hit in self._pattern.finditer(view.text):
            if hit.start() == hit.end() or self._is_other_word(view.text, hit.start()):
                continue
            start, end = view.raw_span(hit.start(), hit.end())
            if self._needs_capitals and not text.raw[start:end].isupper():
                continue
            yield Span(start, end, "whole_words")

    def _is_other_word(self, text: str, start: int) -> bool:
        """Whether the word before makes another word of it: a prefix, or, for a common word, any joined word."""
        if start < 2 or text[start - 1] not in "- ":
            return False
        if self._has_common_word_alone and text[start - 1] == "-" and text[start - 2].isalnum():
            return True
        return _OTHER_WORD.search(text, max(0, start - _LONGEST_PREFIX), start) is not None


def read(value: str) -> Grammar:
    """Read a category. An empty value is found nowhere.

    Source: DESIGN.md section 5, rule 2; the context that a short or common value needs (rule 7) is the caller's.
    """
    return WholeWords(value)


def _without_article(value: str) -> str:
    first, _, rest = value.partition(" ")
    return rest.lstrip() if first in _ARTICLES and " " in rest.strip() else value


def _beginning(spellings: list[str]) -> str:
    """Return what all the spellings begin with."""
    first, last = min(spellings), max(spellings)
    same = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(same, min(len(first), len(last)))]


def _any_of(spellings: list[str]) -> str:
    """Return a pattern for any of the spellings, longest first."""
    unique = sorted(dict.fromkeys(spellings), key=len, reverse=True)
    return re.escape(unique[0]) if len(unique) == 1 else "(?:" + "|".join(map(re.escape, unique)) + ")"


def _mark(piece: str, after: str) -> str:
    """Return a pattern for a mark between words, with the blanks around it free; some may be left out."""
    mark = piece.strip()
    if mark == "'":
        return "'?"
    if mark == "&":
        return rf"(?:{_GAP})?(?:&|and)(?:{_GAP})?"
    if piece == "." and not after.isdecimal():
        return r"\.?"
    return r"\s{0,2}" + re.escape(mark) + (r"\s{0,2}" if after else "")
