"""Categories: a few words that are said as they are ("lower back pain", "part-time contract", "UBS").

Whole words, in order; what stands between them is free (space, hyphen, line break), and so are the number of the
last word, the spelling of either side of the Atlantic and the diacritics. Never inside a longer word, and never
after a prefix that makes another word of it ("non-smoker" is no smoker). Must not know attributes or policies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from polar_bench.matching import words
from polar_bench.matching.lazy import lazy
from polar_bench.matching.patterns import compiled
from polar_bench.matching.runs import Link, Runs
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.text import Text, value_text

_PIECE = re.compile(r"(?P<word>[^\W_]+)|(?P<gap>[\s_-]+)|(?P<other>[\s_-]*[^\w\s-][\s_-]*)")
# Between two words: blanks, a hyphen, or one line break (quoted mail's marks allowed), never an empty line
_GAP = r"(?:[^\S\n]{1,4}|[^\S\n]{0,2}[-_][^\S\n]{0,2}|[^\S\n]{0,4}-?\n[^\S\n]{0,8}(?:>[^\S\n]?){0,4})"
_WORD = re.compile(r"[^\W_]+")
_EDGES = " \t\n.,;:!?\"'_"
_MOST_LINKS = 64
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
# Capitalised without being a name: Buddhists, Italians and Catholics are many
_ADHERENT = re.compile(r"[A-Za-z](?:ist|ian|ean|ican|ite|lic|lim|indu|ikh|ew)$")
_ROMAN = {"1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v", "6": "vi"}
_NUMBERED = frozenset(
    ("category", "class", "grade", "group", "level", "phase", "stage", "tier", "type", "typ", "stufe")
)


class WholeWords:
    """A value as its words; compiled only when a text holds the part of it that can't be spelled otherwise."""

    def __init__(self, value: str) -> None:
        self._plain = _without_article(value_text(value).plain.text.lstrip(_EDGES).rstrip(_EDGES))
        self._bare = self._plain if self._plain.isascii() else Text(self._plain).bare.text
        self._kept = value.strip(_EDGES)
        self._is_one_word = self._bare.isalnum()
        self._has_common_word_alone = self._is_one_word and words.is_common(self._bare)
        self._words = _WORD.findall(self._plain)
        self._has_words = bool(_WORD.search(self._bare))
        longest = max(self._words, key=len, default="")
        self._needle = words.beginning(self._spellings(self._words.index(longest))) if longest else ""

    @lazy
    def _pieces(self) -> list[re.Match[str]]:
        return list(_PIECE.finditer(self._plain))

    @lazy
    def _needs_capitals(self) -> bool:
        return self._is_one_word and self._kept.isupper() and self._bare in words.FUNCTION_WORDS

    @lazy
    def _last_is_name(self) -> bool:
        """Whether the last word is a name, which has one number: "Brook" isn't "Brooks"."""
        last = self._kept.split()[-1] if self._kept.split() else ""
        return last[:1].isupper() and not words.is_common(last) and not _ADHERENT.search(last)

    def _spellings(self, place: int) -> tuple[str, ...]:
        """Return the spellings of one of the words; the last word's number is free as well.

        Not that of a common word alone ("good" isn't "goods"), an acronym, or a name ("Brook" isn't "Brooks").
        """
        word, is_among_others = self._words[place], len(self._words) > 1
        others = self._other_numeral(place) if is_among_others else ()
        is_number_free = place + 1 == len(self._words) and not (self._has_common_word_alone or self._last_is_name)
        if not others:
            return _spellings(word, is_among_others=is_among_others, is_number_free=is_number_free)
        forms = (*_spellings(word, is_among_others=True, is_number_free=False), *others)
        return _in_both_numbers(forms) if is_number_free else forms

    def _other_numeral(self, place: int) -> tuple[str, ...]:
        """Return the other numerals after a word such as "type": "type II" is type 2, and type two."""
        if place == 0 or self._words[place - 1] not in _NUMBERED:
            return ()
        word = _bare(self._words[place])
        alike = [(digit, roman, *words.other_number_word(digit)) for digit, roman in _ROMAN.items()]
        return tuple([other for group in alike if word in group for other in group if other != word])

    @lazy
    def _pattern(self) -> re.Pattern[str]:
        spellings = map(self._spellings, range(len(self._words)))
        parts = (_any_of(next(spellings)) if p.lastgroup == "word" else self._between(p) for p in self._pieces)
        return re.compile(self._left_border() + "".join(parts) + self._right_border())

    def _between(self, piece: re.Match[str]) -> str:
        """Return a pattern of what may stand in the place of a gap or a mark."""
        is_inside = piece.start() > 0 and piece.end() < len(self._plain)
        if piece.lastgroup == "gap" and is_inside:
            return _GAP + ("?" if "-" in piece.group() else "")
        return _mark(piece.group(), self._plain[piece.end() : piece.end() + 1])

    @lazy
    def _links(self) -> list[Link] | None:
        """The words with what leads to the next one; None where words and what stands between them don't alternate.

        Runs of letters and digits then match in one way only, whatever stands between them.
        """
        words, between = self._pieces[::2], self._pieces[1::2]
        if not len(between) < len(words) <= _MOST_LINKS or any(piece.lastgroup != "word" for piece in words):
            return None
        if any("&" in piece.group() for piece in between) or "and" in (self._words[0], self._words[-1]):
            return None
        ways = [_longest_first(self._spellings(place)) for place in range(len(words))]
        if not all(way.isalnum() or way == "&" for spellings in ways for way in spellings):
            return None
        if _NO_BORDER_BEFORE.match(self._bare) or _NO_BORDER_AFTER.match(self._bare[-1:]):
            return None
        return list(map(Link, ways, [*map(self._between, between), ""]))

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

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        return self._has_words and self._needle in text.bare.text

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place where the words stand; rule `whole_words`."""
        if self._has_words:
            hits = self._by_pattern(text) if self._links is None else self._by_runs(text, self._links)
            yield from self._found(text, hits)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by the pattern of the whole value."""
        if self._has_words:
            yield from self._found(text, self._by_pattern(text))

    def _found(self, text: Text, hits: Iterator[tuple[int, int]]) -> Iterator[Span]:
        view = text.bare
        for first, last in hits:
            if self._is_other_word(view.text, first):
                continue
            start, end = view.raw_span(first, last)
            if self._needs_capitals and not text.raw[start:end].isupper():
                continue
            yield Span(start, end, "whole_words")

    def _by_pattern(self, text: Text) -> Iterator[tuple[int, int]]:
        return (hit.span() for hit in self._pattern.finditer(text.bare.text) if hit.start() < hit.end())

    def _by_runs(self, text: Text, links: list[Link]) -> Iterator[tuple[int, int]]:
        """Yield what the pattern finds, word by word among the text's runs of letters and digits."""
        runs = text.once(Runs)
        left, right = compiled(self._left_border()), compiled(self._right_border())
        reached = 0
        for number in runs.beginning_with(links[0]):
            if runs.starts[number] < reached or not left.match(runs.text, runs.starts[number]):
                continue
            end = runs.followed(links, number)
            if end is not None and right.match(runs.text, end):
                yield runs.starts[number], end
                reached = end

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


@lru_cache(maxsize=8192)
def _spellings(word: str, *, is_among_others: bool, is_number_free: bool) -> tuple[str, ...]:
    """Return the spellings of a word of a plain view; words come again in many values."""
    bare = _bare(word)
    forms = [bare, *words.other_spellings(bare)]
    if not word.isascii():
        forms.append(word.translate(_UMLAUTS))
    if is_among_others:
        forms += words.other_number_word(bare) + (("&",) if bare == "and" else ())
    return _in_both_numbers(tuple(forms)) if is_number_free else tuple(forms)


def _in_both_numbers(forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spellings with the other number of each."""
    others = [other for word in forms for other in (words.singular(word), words.plural(word)) if other]
    return (*forms, *others)


def _bare(word: str) -> str:
    return word if word.isascii() else Text(word).bare.text


def _without_article(value: str) -> str:
    first, _, rest = value.partition(" ")
    return rest.lstrip() if first in _ARTICLES and " " in rest.strip() else value


def _any_of(spellings: Sequence[str]) -> str:
    """Return a pattern for any of the spellings, longest first."""
    unique = _longest_first(spellings)
    return re.escape(unique[0]) if len(unique) == 1 else "(?:" + "|".join(map(re.escape, unique)) + ")"


def _longest_first(spellings: Sequence[str]) -> list[str]:
    return sorted(dict.fromkeys(spellings), key=len, reverse=True)


def _mark(piece: str, after: str) -> str:
    """Return a pattern for a mark between words, with the blanks around it free; some may be left out."""
    mark = piece.strip()
    if mark == "'":  # "crohn's disease" may lose it; so may "graves' disease", but not the blank
        return (_GAP if piece[0].isspace() else "") + "'?" + (_GAP if piece[-1].isspace() else "")
    if mark == "&":
        return rf"(?:{_GAP})?(?:&|and)(?:{_GAP})?"
    if piece == "." and not after.isdecimal():
        return r"\.?"
    return r"\s{0,2}" + re.escape(mark) + (r"\s{0,2}" if after else "")
