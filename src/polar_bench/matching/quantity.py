"""Quantities: a number with its unit ("10 weeks", "3-week", "4.5 %", "4,816 supplier records").

The same unit in its singular, plural, abbreviation or German word counts; another unit, a converted one or the number
alone doesn't. A value that is a bare number is found as a number token. Must not know names of attributes.

Source: DESIGN.md section 5, rule 2; reference/users-reports.md rows 41-43.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from polar_bench.matching import bands, numbers, spelling
from polar_bench.matching.money import ANY_BEFORE
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER, NEVER
from polar_bench.matching.text import Text

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
    text = " ".join(Text(value[:200]).plain.text.split()).strip(" .")
    return _Quantity(text, numbers.tokens(text))


class _Quantity:
    def __init__(self, text: str, found: list[numbers.Number]) -> None:
        self._number = found[0].readings[0] if len(found) == 1 else None
        self._rank: int | None = None
        self._readings: tuple[Decimal, ...] = found[0].readings if len(found) == 1 else ()
        self._patterns: list[tuple[str, re.Pattern[str], Decimal | None]] = []
        if not found:
            self._patterns.append(("verbatim", re.compile(numbers.wording(text)), None))
        elif len(found) > 1:
            self._patterns.append(("several", re.compile(_several(text, found)), None))
        elif found[0].start:
            self._read_after_words(text, found[0])
        else:
            self._read_with_unit(text[found[0].end :].strip(" -"))

    def _read_after_words(self, text: str, number: numbers.Number) -> None:
        """Words before the number ("average of 72.4") have to stand before it, and what follows after it."""
        head = numbers.wording(text[: number.start].strip(" :-"))
        tail = text[number.end :].strip(" -")
        for reading in self._readings:
            written = rf"(?:{numbers.in_digits(reading)}|{spelling.in_words(reading)}){NO_WORD_AFTER}"
            closed = rf"{_GAP}{unit_pattern(tail)}" if tail else r"(?![ ]?%)"
            self._add("words_before", rf"{head}[ \n:=-]{{1,3}}{written}{closed}", reading)

    def _read_with_unit(self, unit: str) -> None:
        aged = _OLD.search(" " + unit) if unit else None
        unit = _OLD.sub("", unit)
        is_counted = bool(re.search(r"[^\W_]|[%°\"]", unit))
        for reading in self._readings:
            digits, words = numbers.in_digits(reading), spelling.in_words(reading)
            fast = numbers.starting(spelling.initials(reading))
            if not is_counted:
                self._add(
                    "bare_number", rf"{fast}(?:{numbers.NO_WORD_BEFORE}{digits}(?!{LETTER}|[ ]?%)|{words})", reading
                )
                continue
            pattern = unit_pattern(unit)
            old = rf"(?:[ \n-](?:old|of{GAP}age))?" if aged else ""
            open_digits = rf"(?<!{LETTER}){digits}"
            twice = rf"(?:[ ]?\((?:{numbers.unbordered(digits)}|{words})\))?"  # "three (3) weeks"
            number = rf"(?:{open_digits}{twice}{_GAP}|{words}{twice}{_WORD_GAP})"
            self._add("number_and_unit", rf"{fast}{number}{pattern}{old}", reading)
            # As a label: "Weeks: 12", "number of singers: 26", "duration (weeks) | 12", "duration_weeks" in JSON
            border = rf"(?<!{LETTER})"
            label = rf"{border}{pattern}\"?\)?[ ]?[:=|][ ]?\"?{digits}(?![ ]?{LETTER}|[ ]?%|-\d)"
            self._add("unit_before", label, reading)
            counted = rf"{border}number{GAP}of{GAP}{pattern}{GAP}(?:is|was|are){GAP}(?:{digits}|{words}){NO_WORD_AFTER}"
            self._add("unit_before", counted, reading)
            if aged:
                self._add("aged", rf"{border}age(?:d|{GAP}of)?{GAP}(?:{digits}|{words}){NO_WORD_AFTER}", reading)
        self._rank = next((n for n, name in enumerate(_LARGER_FIRST) if re.fullmatch(name, unit)), None)

    def _add(self, rule: str, pattern: str, reading: Decimal) -> None:
        self._patterns.append((rule, re.compile(pattern), reading))

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for rule, pattern, reading in self._patterns:
            for hit in pattern.finditer(view.text):
                if reading is None:
                    yield Span(*view.raw_span(hit.start(), hit.end()), rule)
                elif self._stands(view.text, hit, rule, reading):
                    is_ambiguous = numbers.is_ambiguous(hit[0], reading)
                    yield Span(*view.raw_span(hit.start(), hit.end()), rule, is_ambiguous=is_ambiguous)

    def _stands(self, text: str, hit: re.Match[str], rule: str, reading: Decimal) -> bool:
        start, end = hit.span()
        if rule == "unit_before" and (not re.match(r"\S*(?:s|n|e|%|people|men|feet)\b|number", hit[0])):
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
