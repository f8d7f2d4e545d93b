"""Identifiers: numbers, tokens and host names that stand for one thing; case and separators are free.

The leading letters are optional from six digits on. A longer run of letters or digits is another identifier, and so is
the same number behind other letters. O and 0 are two characters. Must not know names of attributes.

Source: DESIGN.md section 5, rules 2-4; reference/users-reports.md rows 55-61.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from polar_bench.matching import numbers
from polar_bench.matching.characters import alnum_of, digits_of
from polar_bench.matching.counting import counts
from polar_bench.matching.last_characters import may_say_last, said_to_be_last, starred
from polar_bench.matching.lazy import lazy
from polar_bench.matching.money import ANY_AFTER, ANY_BEFORE
from polar_bench.matching.name_words import word_set
from polar_bench.matching.patterns import compiled, fitted
from polar_bench.matching.runs import Stream
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.spelling import LETTER
from polar_bench.matching.text import Text, value_text

_ENOUGH = 6  # digits that say an identifier without its letters
_LEAST = 3  # last characters that give a part of it
_BETWEEN = r"(?:[ \n]?[-./_:#\\·•][ \n]?|\[\.\]|[ \n]{1,2})?"
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?")
_GROUP = re.compile(r"\d+|[^\W\d_]+")
_DATE = re.compile(r"\d{1,2}[-.]\d{1,2}[-.](?:\d\d|\d{4})|\d{4}[-.]\d\d[-.]\d\d")
# Words that introduce a number and are no part of another identifier
_INTRODUCING = word_set(
    """
    no nr num number nummer ref reference id ids uid sn acct account konto case file policy claim ticket order
    invoice member customer patient passport iban ahv host hostname token serial tel is the key code pin
    aktenzeichen az
    """
)
_LAST_WORD = re.compile(rf"({LETTER}+)[-_]?$")
_ONE_LETTER = re.compile(LETTER)
_WORD_JOINED = re.compile(rf"({LETTER}+)[-_]$")
_DIGIT_JOINED = re.compile(r"\d[-_.]$")
_DIGIT_BEFORE = re.compile(r"\d[-_./:',+ ]$|\+$")
_MORE = re.compile(r"[-_/.:,']\d|[-_/][a-z]{1,2}(?![a-z'])")
_MORE_ADDRESS = re.compile(r"\.\d|[0-9a-z]")
_DECIMAL = re.compile(r"\d+\.\d\d?")
_OTHER_CODE = re.compile(r"(?<![^\W_])[A-Z]{1,3} \Z")  # on the raw text: "SG 482913" is no ZH 482913
_LONGEST_CODE = 5
_DIGIT_AFTER_SPACE = re.compile(r" \d")


def read(value: str) -> Grammar:
    """Return the grammar of an identifier ("LEG-62992380", "zt_8kd41-pwq66-mrv", "10.3.4.5"); any string will do."""
    return _Identifier(" ".join(value_text(value[:200]).plain.text.split()))


_BETWEEN_DIGITS = r"[ .·-]?"
_BETWEEN_LETTERS = "[ -]?"
_IN_DIGITS, _IN_LETTERS = frozenset(("", " ", ".", "-", "·")), frozenset(("", " ", "-"))  # what the patterns allow
_LONG = 10  # letters and digits: from so many on, letters are written in groups, too (a vehicle's or tax number)


class _Way(NamedTuple):
    """The groups of which one writing is made, in order."""

    rule: str
    groups: tuple[str, ...]
    grade: Grade = Grade.FULL

    @property
    def before(self) -> str:
        """The pattern of the border before it."""
        return numbers.NO_WORD_BEFORE if self.rule == "verbatim" else r"(?<!\d)"


class _Identifier:
    def __init__(self, text: str) -> None:
        self._text = text
        self._is_address = "." in text and _ADDRESS.fullmatch(text) is not None
        self._digits = digits_of(text.partition("/")[0] if self._is_address else text)

    @lazy
    def _groups(self) -> list[str]:
        return _GROUP.findall(self._text)

    @lazy
    def _whole(self) -> str:
        return "".join(self._groups)

    @lazy
    def _is_digits(self) -> bool:
        return self._whole.isdigit()

    @lazy
    def _may_be_split(self) -> bool:
        return len(self._whole) >= _LONG and self._digits != "" and not self._is_digits

    @lazy
    def _between(self) -> str:
        # "a 186-page file" isn't A-186
        is_article = self._groups[:1] in (["a"], ["i"]) and len(self._whole) < _ENOUGH + 1
        return _BETWEEN.replace(r"|[ \n]{1,2}", "") if is_article else _BETWEEN

    @lazy
    def _ways(self) -> list[_Way]:
        return list(self._writings()) if self._groups and not self._is_address else []

    def _writings(self) -> Iterator[_Way]:
        """Yield the writings: all groups, and from six digits on those without leading and trailing letters."""
        yield _Way("digits" if self._is_digits else "verbatim", tuple(self._groups))
        rest = tuple(self._groups[1:])
        digits = tuple(group for group in rest if group.isdigit())
        if self._groups[0].isdigit() or sum(map(len, digits)) < _ENOUGH or rest[0] not in digits:
            return
        yield _Way("without_prefix", rest)
        if rest != digits and rest[: len(digits)] == digits:
            yield _Way("without_suffix", digits, Grade.PARTIAL)

    def may_stand_in(self, text: Text) -> bool:
        if self._digits in text.figures and self._groups:
            return True
        return not self._is_address and text.once(may_say_last)

    def find(self, text: Text) -> Iterator[Span]:
        yield from self._find(text, self._by_letters)
        if text.once(may_say_last):
            yield from self._last(text)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by patterns of the value's own groups, whatever the text holds."""
        yield from self._find(text, self._by_pattern)
        yield from self._last(text)

    def _find(self, text: Text, hits_of: Callable[[Text, _Way], Iterator[tuple[int, int]]]) -> Iterator[Span]:
        if self._is_address:
            yield from self._addresses(text)
            return
        for way in self._ways:
            for start, end in hits_of(text, way):
                if span := self._span(text, start, end, way.rule, way.grade):
                    yield span

    def _by_letters(self, text: Text, way: _Way) -> Iterator[tuple[int, int]]:
        """Yield the places of the groups, found in the letters and digits of the text alone."""
        stream, whole = text.once(Stream), "".join(way.groups)
        at = stream.letters.find(whole)
        while at >= 0:
            start, end = stream.places[at], stream.places[at + len(whole) - 1] + 1
            is_hit = self._is_bordered(text.plain.text, start, end, way) and self._is_joined(text, way, at)
            if is_hit:
                yield start, end
            at = stream.letters.find(whole, at + (len(whole) if is_hit else 1))

    def _is_bordered(self, seen: str, start: int, end: int, way: _Way) -> bool:
        return bool(fitted(way.before, seen).match(seen, start) and fitted(self._after(way), seen).match(seen, end))

    def _is_joined(self, text: Text, way: _Way, at: int) -> bool:
        """Tell whether only what may stand there stands between the groups, and between the digits of one."""
        seen, places = text.plain.text, text.once(Stream).places
        size = sum(map(len, way.groups))
        if places[at + size - 1] - places[at] == size - 1:
            return True
        for number, group in enumerate(way.groups):
            if number and not compiled(self._between).fullmatch(seen, places[at - 1] + 1, places[at]):
                return False
            gaps = {seen[places[left] + 1 : places[left + 1]] for left in range(at, at + len(group) - 1)}
            if not gaps <= (_IN_DIGITS if group.isdigit() else _IN_LETTERS if self._may_be_split else {""}):
                return False
            at += len(group)
        return True

    def _by_pattern(self, text: Text, way: _Way) -> Iterator[tuple[int, int]]:
        within = _BETWEEN_LETTERS if self._may_be_split else ""
        spread = ((_BETWEEN_DIGITS if group.isdigit() else within).join(group) for group in way.groups)
        pattern = way.before + self._between.join(spread) + self._after(way)
        return (hit.span() for hit in re.finditer(pattern, text.plain.text))

    def _after(self, way: _Way) -> str:
        ends_with_digit = self._whole[-1].isdigit() or way.rule == "without_suffix"
        return r"(?!\d)" if self._is_digits and ends_with_digit else rf"(?!\d|{LETTER})"

    def _addresses(self, text: Text) -> Iterator[Span]:
        view = text.plain
        dotted = r"(?:\.|\[\.\]|\(\.\)|[ ](?:dot|punkt|point)[ ])".join(self._text.partition("/")[0].split("."))
        for hit in compiled(rf"(?<!\d){dotted}(?!\d)").finditer(view.text):
            if span := self._span(text, hit.start(), hit.end(), "digits"):
                yield span

    def _span(self, text: Text, start: int, end: int, rule: str, grade: Grade = Grade.FULL) -> Span | None:
        """Return the find at a place of the view, None where it is a part of something longer."""
        seen = text.plain.text
        first, last = text.plain.raw_span(start, end)
        if not self._stands(seen, start, end, rule) or self._goes_on(text.raw, seen, end, last):
            return None
        if rule == "without_prefix" and self._has_other_code(text.raw, first):
            return None
        return Span(first, last, self._rule(seen[start:end], rule), grade)

    def _has_other_code(self, raw: str, start: int) -> bool:
        """Tell whether other letters than the value's own stand before its digits, as a plate's do."""
        code = _OTHER_CODE.search(raw, max(0, start - _LONGEST_CODE), start)
        return code is not None and code[0].strip().lower() not in {*_INTRODUCING, *self._groups}

    def _rule(self, written: str, rule: str) -> str:
        if rule != "verbatim" or _groups(written) == self._groups:
            return rule
        return "regrouped"

    def _stands(self, text: str, start: int, end: int, rule: str) -> bool:
        """Tell whether nothing before the hit makes it the end of something longer, and its digits are in one piece."""
        written = text[start:end]
        if not (self._is_address or written == self._text or self._is_in_one_piece(written)):
            return False
        before = text[max(0, start - 24) : start]
        if rule == "verbatim":
            if _DIGIT_JOINED.search(before):
                return False
            word = _WORD_JOINED.search(before)
            return not word or len(word[1]) > 3 or word[1] in _INTRODUCING
        if self._is_digits and self._text == self._whole and _DECIMAL.fullmatch(written):
            return False
        if _DIGIT_BEFORE.search(before) or (before.endswith("-") and before[-2:-1] == ")"):
            return False
        word = _LAST_WORD.search(before)
        own = self._groups[0] if rule == "without_suffix" else ""
        if word and (word[1] not in {*_INTRODUCING, own} and not _is_spaceless(text, start)):
            return False
        if ANY_BEFORE.search(before[-6:]) or ANY_AFTER.match(text, end) or counts(text, end):
            return False
        return (self._text != self._whole and self._is_digits) or not _DATE.fullmatch(written.strip())

    def _is_in_one_piece(self, written: str) -> bool:
        """Tell whether the digits within each of the value's own groups are joined by one kind of separator.

        Digits one by one are a disguise, which other views find.
        """
        at = 0
        marks: set[str] = set()
        for group in self._groups if len(alnum_of(written)) == len(self._whole) else _groups_of(self._groups, written):
            sizes, size = [], 0
            for place, character in enumerate(group):
                while written[at] != character:
                    if place and size:
                        marks.add(written[at])
                        sizes.append(size)
                        size = 0
                    at += 1
                at += 1
                size += 1
            if group.isdigit() and any(one < 2 for one in sizes[1:]):
                return False
            if not group.isdigit() and sizes and min(*sizes, size) < 2:
                return False
            if len(sizes) > 1 and len(sizes) + 1 == len(group):
                return False
        return len(marks) <= 1

    def _goes_on(self, raw: str, text: str, end: int, raw_end: int) -> bool:
        """Tell whether the run goes on behind the hit: more digits, or a short code behind a mark."""
        after = text[end : end + 8]
        if self._is_address:
            return _MORE_ADDRESS.match(after) is not None
        if raw[raw_end : raw_end + 1] == "\u2014" or after.startswith("--"):
            return False
        return _MORE.match(after) is not None or (self._is_digits and _DIGIT_AFTER_SPACE.match(after) is not None)

    def _last(self, text: Text) -> Iterator[Span]:
        """Yield the last characters, where the text says that they are the last."""
        if not self._groups or self._is_address:
            return
        for span, said in text.once(starred):
            if len(said) < len(self._whole) and self._whole.endswith(said):
                yield Span(*span, "last_digits", Grade.PARTIAL)
        for start, readings in text.once(said_to_be_last):
            for end, said in readings:
                if _LEAST <= len(said) < len(self._whole) and self._whole.endswith(said):
                    yield Span(*text.plain.raw_span(start, end), "last_digits", Grade.PARTIAL)
                    break


def _groups(written: str) -> list[str]:
    return _GROUP.findall(written)


def _groups_of(groups: list[str], written: str) -> list[str]:
    """Return those of the value's groups that a shortened writing holds."""
    digits_only = [group for group in groups if group.isdigit()]
    return groups[1:] if len(alnum_of(written)) == len("".join(groups[1:])) else digits_only


def _is_spaceless(text: str, start: int) -> bool:
    """Tell whether the character before belongs to a script that puts no spaces between words."""
    return start > 0 and not _ONE_LETTER.match(text, start - 1) and text[start - 1] not in "-_"
