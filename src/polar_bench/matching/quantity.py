"""Quantities: a number with its unit ("10 weeks", "3-week", "4.5 %", "4,816 supplier records").

The same unit in its singular, plural, abbreviation or German word counts; another unit, a converted one or the number
alone doesn't. A value that is a bare number is found as a number token. Must not know names of attributes.

Source: DESIGN.md section 5, rule 2; reference/users-reports.md rows 41-43.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching import bands, numbers, spelling
from polar_bench.matching.lazy import lazy
from polar_bench.matching.money import ANY_BEFORE
from polar_bench.matching.number_marks import KnownNumber, Seeker, Signs, by_marks, by_patterns
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.patterns import fitted
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER, NEVER
from polar_bench.matching.text import Text, value_text

_UNITS = (
    r"%|percent|per cent|pct|prozent",
    r"seconds?|secs?|s|sekunden?",
    r"minutes?|mins?|minuten?",
    r"hours?|hrs?|h|stunden?|std\.?",
    r"days?|d|tage?n?",
    r"weeks?|wks?|wochen?",
    r"months?|mos?|mths?|monate?n?",
    r"years?|yrs?|y|jahre?n?",
    r"metres?|meters?|m",
    r"kilomet(?:re|er)s?|kms?|kilometern?",
    r"centimet(?:re|er)s?|cms?|zentimeter",
    r"millimet(?:re|er)s?|mms?",
    r"miles?|mi|meilen?",
    r"feet|foot|ft\.?",
    r"inch(?:es)?|in|\"",
    r"kilos?|kgs?|kilogram(?:me|m)?s?",
    r"gram(?:me|m)?s?|g",
    r"milligram(?:me|m)?s?|mg",
    r"micrograms?|mcg|[µμ]g",
    r"tonn?es?|tonnen|t",
    r"pounds?|lbs?\.?",
    r"ounces?|oz\.?",
    r"stones?|st\.?",
    r"lit(?:re|er)s?|l",
    r"millilit(?:re|er)s?|ml",
    r"square met(?:re|er)s?|sqm|sq\.? ?m|m2|m\^2|m\ue000|quadratmetern?",
    r"square kilomet(?:re|er)s?|sq\.? ?km|km2|km\ue000",
    r"square (?:feet|foot)|sq\.? ?ft\.?|sqft|ft2",
    r"hectares?|ha|hektaren?",
    r"acres?",
    r"degrees?|°|grad",
    r"degrees? celsius|° ?c|celsius|grad celsius",
    r"degrees? fahrenheit|° ?f|fahrenheit",
    r"kilowatt[ -]hours?|kwh",
    r"gigabytes?|gb|gigs?",
    r"megabytes?|mb",
    r"terabytes?|tb",
    r"kilomet(?:re|er)s? (?:per|an) hour|km/h|kmh|kph",
    r"persons?|people|personen",
    r"children|child|kind(?:er)?",
    r"men|man",
    r"women|woman",
)
_KNOWN = re.compile("|".join(f"(?P<u{n}>{pattern})" for n, pattern in enumerate(_UNITS)))
_LARGER_FIRST = ("years?", "months?", "weeks?", "days?", r"(?:hours?|h)", r"(?:minutes?|mins?)", "seconds?")
_ONE = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_AND = rf"(?:,?{GAP}and{GAP}|,?{GAP})"
_COMPOUNDS = [
    (
        re.compile(rf"(?<!\w){_ONE}{GAP}(?:{'|'.join(_LARGER_FIRST[:n]) or NEVER}){_AND}$"),
        re.compile(rf"{_AND}{_ONE}{GAP}(?:{'|'.join(_LARGER_FIRST[n + 1 :]) or NEVER})(?![a-z])"),
    )
    for n in range(len(_LARGER_FIRST))
]
_FILLERS = r"(?:(?:full|whole|entire|long|straight|consecutive|calendar|volle|ganze)[ \n])?"
_GAP = rf"(?:[ ]?-[ ]?|[ \n]{{0,2}}|\n> ?){_FILLERS}"
_WORD_GAP = rf"(?:[ ]?-[ ]?|[ \n]{{1,2}}|\n> ?){_FILLERS}"
_OLD = re.compile(r" (?:old|of age)$")
_COUNTED = re.compile(r"[^\W_]|[%°\"]")
_COUNT_LABEL = re.compile(r"\S*(?:s|n|e|%|people|men|feet)\b|number")


@lru_cache(maxsize=4096)
def unit_pattern(unit: str) -> str:
    """Return a pattern of a normalised unit in all its forms, closed towards letters and digits."""
    unit = " ".join(unit.replace("-", " ").split())
    known = _known(unit)
    if known is not None:
        tail = r"(?![ ]?points?)" if "%" in known else r"(?!/[hslm](?![a-z]))"
        return rf"(?:{known.replace(' ', GAP)}){NO_WORD_AFTER}{tail}"
    *head, last = unit.split() or [""]
    words = [re.escape(word) for word in head] + [_singular_or_plural(last)]
    return r"(?:[ ]?-[ ]?|[ \n]{1,2})".join(words) + (NO_WORD_AFTER if last[-1:].isalnum() else "")


def _known(unit: str) -> str | None:
    for pattern in _UNITS:
        if re.fullmatch(pattern, unit):
            return pattern
    return None


@lru_cache(maxsize=4096)
def _rank(unit: str) -> int | None:
    """Return the place of a unit of time among the others, the largest first; None of another unit."""
    return next((n for n, name in enumerate(_LARGER_FIRST) if re.fullmatch(name, unit)), None)


def _singular_or_plural(word: str) -> str:
    if len(word) < 3 or not word.isalpha():
        return re.escape(word)
    for ending, stem in (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss"):
            word = word[: -len(ending)] + stem
            break
    stem = re.escape(word)
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return rf"{stem[:-1]}(?:y|ies)"
    return rf"{stem}(?:e?s)?"


def read(value: str) -> Grammar:
    """Return the grammar of a quantity; one with several numbers ("138 over 86") is found in its own order.

    A value without any number is looked for in its own words.
    """
    text = " ".join(value_text(value[:200]).plain.text.split()).strip(" .")
    return _Quantity(text, numbers.tokens(text))


class _Way(NamedTuple):
    """A rule with its pattern; `needs` is a cheaper pattern without which this one finds nothing."""

    rule: str
    pattern: str
    needs: str = ""


class _Quantity:
    def __init__(self, text: str, found: list[numbers.Number]) -> None:
        self._text = text
        self._found = found
        self._rank: int | None = None
        self._unit = self._head = ""
        self._is_aged = False
        self._is_after_words = len(found) == 1 and found[0].start > 0
        if len(found) != 1:
            return
        self._unit = text[found[0].end :].strip(" -")
        if self._is_after_words:
            self._head = text[: found[0].start].strip(" :-")
            return
        self._is_aged = bool(self._unit and _OLD.search(" " + self._unit))
        self._unit = _OLD.sub("", self._unit)
        if _COUNTED.search(self._unit):
            self._rank = _rank(self._unit)

    @lazy
    def _known(self) -> list[tuple[KnownNumber, ...]]:
        """The numbers of the value, each with its readings."""
        return [tuple(map(KnownNumber, number.readings)) for number in self._found]

    def may_stand_in(self, text: Text) -> bool:
        if len(self._known) == 1 and len(self._known[0]) == 1:
            return self._known[0][0].may_stand_in(text)
        if not self._found:
            return all(word in text.plain.text for word in re.split(r"[\s-]+", self._text))
        return all(any(known.may_stand_in(text) for known in readings) for readings in self._known)

    def find(self, text: Text) -> Iterator[Span]:
        yield from self._find(text, by_marks)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by the number's own patterns, whatever the text holds."""
        yield from self._find(text, by_patterns)

    def _find(self, text: Text, seek: Seeker) -> Iterator[Span]:
        if len(self._found) != 1:
            yield from self._several(text)
            return
        view = text.plain
        for known in self._known[0]:
            sought = seek(text, known)
            if sought is None:
                continue
            for way in self._ways(*sought.signs):
                if seek is by_marks and way.needs and not fitted(way.needs, view.text).search(sought.text):
                    continue
                for hit in fitted(way.pattern, view.text).finditer(sought.text):
                    start, end = hit.span()
                    if self._stands(view.text, start, end, way.rule, known.value):
                        is_ambiguous = numbers.is_ambiguous(view.text[start:end], known.value)
                        yield Span(*view.raw_span(start, end), way.rule, is_ambiguous=is_ambiguous)

    def _several(self, text: Text) -> Iterator[Span]:
        """Yield a value with several numbers, or without any, as it's written."""
        pattern = _several(self._text, self._found) if self._found else numbers.wording(self._text)
        for hit in fitted(pattern, text.plain.text).finditer(text.plain.text):
            yield Span(*text.plain.raw_span(*hit.span()), "several" if self._found else "verbatim")

    def _ways(self, number: Signs) -> list[_Way]:
        digits, words, initials = number
        fast = numbers.starting(initials)
        if self._is_after_words:
            return [self._after_words(number)]
        if not _COUNTED.search(self._unit):
            bare = rf"{fast}(?:{numbers.NO_WORD_BEFORE}{digits}(?!{LETTER}|[ ]?%)|{words})"
            return [_Way("bare_number", bare)]
        unit, border = unit_pattern(self._unit), rf"(?<!{LETTER})"
        old = rf"(?:[ \n-](?:old|of{GAP}age))?" if self._is_aged else ""
        twice = rf"(?:[ ]?\((?:{numbers.unbordered(digits)}|{words})\))?"  # "three (3) weeks"
        written = rf"(?:{border}{digits}{twice}{_GAP}|{words}{twice}{_WORD_GAP})"
        # As a label: "Weeks: 12", "number of singers: 26", "duration (weeks) | 12", "duration_weeks" in JSON
        mark = r'[:=|][ ]?"?'
        label = rf'{border}{unit}"?\)?[ ]?{mark}{digits}(?![ ]?{LETTER}|[ ]?%|-\d)'
        said = rf"(?:{digits}|{words}){NO_WORD_AFTER}"
        counted = rf"{border}number{GAP}of{GAP}{unit}{GAP}(?:is|was|are){GAP}{said}"
        ways = [
            _Way("number_and_unit", rf"{fast}{written}{unit}{old}"),
            _Way("unit_before", label, mark + digits),
            _Way("unit_before", counted, rf"number{GAP}of"),
        ]
        if self._is_aged:
            ways.append(_Way("aged", rf"{border}age(?:d|{GAP}of)?{GAP}{said}", "age"))
        return ways

    def _after_words(self, number: Signs) -> _Way:
        """Words before the number ("average of 72.4") have to stand before it, and what follows after it."""
        head = numbers.wording(self._head)
        written = rf"(?:{number.digits}|{number.words}){NO_WORD_AFTER}"
        closed = rf"{_GAP}{unit_pattern(self._unit)}" if self._unit else r"(?![ ]?%)"
        return _Way("words_before", rf"{head}[ \n:=-]{{1,3}}{written}{closed}", head)

    def _stands(self, text: str, start: int, end: int, rule: str, reading: Decimal) -> bool:
        if rule == "unit_before" and not _COUNT_LABEL.match(text[start:end]):
            return False  # "Week: 3" is a label, "Weeks: 3" a count
        if rule in {"unit_before", "words_before", "aged"}:
            return True
        before = text[max(0, start - 40) : start]
        if reading > 0 and (numbers.is_negative(text, start) or spelling.goes_on(text, start)):
            return False
        if rule == "number_and_unit" and ANY_BEFORE.search(before[-6:]):
            return False
        return not self._is_compound(before, text[end : end + 32]) and not bands.is_bound(text, start, end, reading)

    def _is_compound(self, before: str, after: str) -> bool:
        """Tell whether a larger or smaller unit of time stands beside: 2 years and 6 months is no 6 months."""
        if self._rank is None:
            return False
        larger, smaller = _COMPOUNDS[self._rank]
        return bool(before.endswith((" ", "\n")) and larger.search(before, max(0, len(before) - 20))) or bool(
            smaller.match(after)
        )


def _several(text: str, found: list[numbers.Number]) -> str:
    """Return a pattern of a value with several numbers: each in any writing, what stands between them as it is."""
    parts: list[str] = []
    at = 0
    for number in found:
        parts.append(_joining(text[at : number.start], is_first=not parts))
        readings = [rf"{numbers.in_digits(one)}|{spelling.in_words(one)}" for one in number.readings]
        parts.append(rf"(?:{numbers.unbordered('|'.join(readings))})(?!\d)")
        at = number.end
    tail = text[at:].strip(" -")
    parts.append(rf"{_GAP}{unit_pattern(tail)}" if tail else r"(?![/.:]?\d)")
    return rf"(?<!{LETTER})(?<!\d)(?<!\d[./:,'-])" + "".join(parts)


def _joining(between: str, *, is_first: bool) -> str:
    words = between.strip(" ,")
    if is_first and not words:
        return ""
    if words in {"over", "/"}:
        return rf"(?:[ ]?/[ ]?|{GAP}(?:over|zu){GAP})"
    if words in {"out of", "of"}:
        return rf"(?:[ ]?/[ ]?|{GAP}(?:out{GAP})?of{GAP})"
    unit, _, also = words.partition(" and ") if " and " in words else (words.removesuffix(" and"), "", "")
    closed = rf"{_GAP}{unit_pattern(unit)}" if _known(unit) else r"[ \n]{0,2}".join(map(re.escape, words.split()))
    return closed + (rf"{_AND}" if _known(unit) else r"[ \n]{0,2}") if not also else re.escape(between)
