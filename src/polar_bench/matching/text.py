"""A text as the grammars read it: normalised, with a map from every character back to the raw text.

Normalising (DESIGN.md section 5, rule 1): NFKC and case folding cluster by cluster; format characters and Markdown
marks go; quotes, hyphens, spaces and decimal digits are folded to their ASCII forms; a superscript is no digit. `bare`
is a second view without diacritics. Must not know values, kinds or scores.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from polar_bench.matching.characters import digits_of, holds_any
from polar_bench.matching.lazy import lazy

_Found = TypeVar("_Found")

_QUOTES = dict.fromkeys("'\u2018\u2019\u201a\u201b\u2032\u00b4`\u02bc\uff07", "'") | dict.fromkeys(
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033', '"'
)
_HYPHENS = dict.fromkeys("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
SQUARED, CUBED = "\ue002", "\ue003"  # stand for a raised 2 and 3: characters of no class
_NO_DIGIT = "\ue000"  # stands for any other raised or circled digit
_RAISED = {"\u00b2": SQUARED, "\u00b3": CUBED}
_FRACTIONS = {"\u00bd": ".5", "\u00bc": ".25", "\u00be": ".75"}  # others are of no class, too
_BORDERLINE = "*_~`\\#"
# Emphasis, code, headings and escapes: asterisks and tildes, underscores around words, a backslash before a mark
_MARKS = re.compile(
    r"(?!(?<=\d)\*(?=\d)|(?<=\w\\)\*(?=\w))(?:\*{1,3}(?=\S)|(?<=\S)\*{1,3})|~~|`+"
    r"|(?<![^\W_])(?<!\\)_{1,3}(?=\S)|(?<=\S)_{1,3}(?![^\W_])"
    r"|\\(?=[!-/:-@\[-`{-~])|(?m:^[ \t]{0,3}\#{1,6}(?=[ \t]))"
)
_SENTENCE_END = re.compile(
    r"(?<![.!?\u3002\uff01\uff1f])[.!?\u3002\uff01\uff1f]++[\"')\]]*+(?=\s|$)"
    r"|\n[^\S\n]*+(?=[-*\u2022+]\s|\d{1,2}[.)]\s)|\n[ \t]*+\n"
)
_SENTENCE_SIGN = re.compile(r"[.!?\u3002\uff01\uff1f\n]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|nr|approx|ca|e\.g|i\.e|vs|jr|sr|inc|ltd|co|dept|tel|ext"
    r"|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)|\b[a-z])$"
)


class View(NamedTuple):
    """A text with the raw offset at which each of its characters begins, and one more for the end."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw offsets of a span of this view (start < end), end exclusive."""
        return self.starts[start], self.ends[end - 1]


class Text:
    """A raw text with its views, each made when it's first asked for. Lone surrogates are characters like others."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._read: dict[object, Any] = {}

    def once(self, reader: Callable[[Text], _Found]) -> _Found:
        """Return what `reader` makes of this text, made when it's first asked for and then kept for all values."""
        if reader not in self._read:
            self._read[reader] = reader(self)
        found: _Found = self._read[reader]
        return found

    def all_of(self, reader: Callable[[Text], frozenset[str]]) -> frozenset[str]:
        """Return what `reader` finds in this text, as `once` does; of joined texts, what it finds in any of them."""
        return self.once(reader)

    @lazy
    def plain(self) -> View:
        """The normalised view."""
        return normalise(self.raw)

    @lazy
    def bare(self) -> View:
        """The normalised view without diacritics; the plain one itself where it has none."""
        plain = self.plain
        if plain.text.isascii():
            return plain
        characters, starts, ends = [], array("q"), array("q")
        at = 0
        for foreign in _FOREIGN.finditer(plain.text):
            first, after = foreign.span()
            characters.append(plain.text[at:first])
            starts.extend(plain.starts[at:first])
            ends.extend(plain.ends[at:first])
            for place in range(first, after):
                kept = _without_diacritics(plain.text[place])
                characters.append(kept)
                starts.extend([plain.starts[place]] * len(kept))
                ends.extend([plain.ends[place]] * len(kept))
            at = after
        characters.append(plain.text[at:])
        starts.extend(plain.starts[at:])
        ends.extend(plain.ends[at:])
        return View("".join(characters), starts, ends)

    @lazy
    def figures(self) -> str:
        """All digits of the text, one after the other."""
        return digits_of(self.plain.text)

    @lazy
    def sentence_starts(self) -> list[int]:
        """Where sentences of the plain view begin; marks and list items end one, a line break alone doesn't."""
        text = self.plain.text
        starts, at = [0], 0
        while sign := _SENTENCE_SIGN.search(text, at):
            end = _SENTENCE_END.match(text, sign.start())
            at = end.end() if end else sign.end()
            if end is None:
                continue
            if text[end.start()] == "." and _ABBREVIATION.search(text, max(0, end.start() - 8), end.start()):
                continue
            starts.append(end.end())
        return starts

    def sentence_at(self, position: int) -> tuple[int, int]:
        """Return the span of the sentence of the plain view that holds `position`."""
        index = bisect_right(self.sentence_starts, position) - 1
        is_last = index + 1 == len(self.sentence_starts)
        end = len(self.plain.text) if is_last else self.sentence_starts[index + 1]
        return self.sentence_starts[index], end


class Joined(Text):
    """Several texts as one, to see fast what none of them holds; its views give no offsets of theirs."""

    def __init__(self, texts: Sequence[Text]) -> None:
        super().__init__(_JOINT.join([text.raw for text in texts]))
        self.texts = texts

    def all_of(self, reader: Callable[[Text], frozenset[str]]) -> frozenset[str]:  # noqa: D102
        if reader not in self._read:
            self._read[reader] = frozenset[str]().union(*[text.once(reader) for text in self.texts])
        found: frozenset[str] = self._read[reader]
        return found

    @lazy
    def plain(self) -> View:
        """The normalised views, joined."""
        return _read_as_it_is(_JOINT.join([text.plain.text for text in self.texts]))

    @lazy
    def bare(self) -> View:
        """The views without diacritics, joined."""
        return _read_as_it_is(_JOINT.join([text.bare.text for text in self.texts]))


_JOINT = "\n\n"


@lru_cache(maxsize=1_024)
def value_text(value: str) -> Text:
    """Return the text of a value, read once for all that look for it."""
    return Text(value)


def normalise(raw: str) -> View:
    """Return the normalised view of `raw`."""
    dropped = _dropped_marks(raw) if holds_any(raw, _BORDERLINE) else _NOTHING
    if raw.isascii() and not dropped:
        return _read_as_it_is(_folded_ascii(raw))
    cuts = dict(_clusters(raw))
    for mark in dropped:
        cuts.setdefault(mark, mark + 1)
    characters: list[str] = []
    starts, ends = array("q"), array("q")
    at = 0
    for first in [*sorted(cuts), len(raw)]:  # all between two cuts is ASCII, each character for itself
        characters.append(_folded_ascii(raw[at:first]))
        starts.extend(range(at, first))
        ends.extend(range(at + 1, first + 1))
        at = cuts.get(first, first)
        folded = "" if first in dropped else _folded(raw[first:at])
        characters.append(folded)
        starts.extend([first] * len(folded))
        ends.extend([at] * len(folded))
    return View("".join(characters), starts, ends)


def _read_as_it_is(text: str) -> View:
    return View(text, range(len(text)), range(1, len(text) + 1))


def _folded_ascii(raw: str) -> str:
    is_plain = raw.isprintable() or raw.replace("\n", "").isprintable()
    return raw.lower() if is_plain else raw.translate(_ASCII_FOLDS)


def _clusters(raw: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the characters beyond ASCII, each with its combining marks, and of the letters with such."""
    for run in _FOREIGN.finditer(raw):
        at, after = run.span()
        at -= at > 0 and unicodedata.combining(raw[at]) > 0
        while at < after:
            end = at + 1
            while end < after and unicodedata.combining(raw[end]):
                end += 1
            yield at, end
            at = end


_FOREIGN = re.compile(r"[^\x00-\x7f]+")


@lru_cache(maxsize=8192)
def _folded(cluster: str) -> str:
    """Return one cluster (a character with its combining marks) in normal form, "" where it's dropped."""
    if cluster == "\n":
        return "\n"
    out = []
    for character in cluster:
        category = unicodedata.category(character)
        if category == "Cf" or character == "\u034f" or "\ufe00" <= character <= "\ufe0f":
            continue
        if category == "No":
            out.append(_FRACTIONS.get(character) or _RAISED.get(character, _NO_DIGIT))
        elif category == "Nd":
            out.append(str(unicodedata.decimal(character)))
        elif character in _QUOTES:
            out.append(_QUOTES[character])
        elif character in _HYPHENS:
            out.append("-")
        elif character.isspace() or category == "Cc":
            out.append("\n" if character in "\u2028\u2029\x85" else " ")
        else:
            out.append(character)
    text = unicodedata.normalize("NFKC", "".join(out)).casefold()
    folded = (_QUOTES.get(c) or _HYPHENS.get(c) or (" " if c.isspace() and c != "\n" else c) for c in text)
    return unicodedata.normalize("NFC", "".join(folded))


_ASCII_FOLDS = {code: _folded(chr(code)) for code in range(128)}


@lru_cache(maxsize=8192)
def _without_diacritics(character: str) -> str:
    if character.isascii():
        return character
    special = _SPELLED.get(character)
    if special is not None:
        return special
    kept = "".join(c for c in unicodedata.normalize("NFD", character) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", kept)  # Hangul syllables back in one piece


_SPELLED = {
    "\u00f8": "o",
    "\u0142": "l",
    "\u0111": "d",
    "\u0131": "i",
    "\u00e6": "ae",
    "\u0153": "oe",
    "\u00fe": "th",
    "\u00f0": "d",
}


_NOTHING: frozenset[int] = frozenset()


def _dropped_marks(raw: str) -> frozenset[int]:
    return frozenset(at for mark in _MARKS.finditer(raw) for at in range(mark.start(), mark.end()))
