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
from polar_bench.matching.number_marks import KnownNumber, Seeker, Signs, Sought, by_marks, by_patterns, known_number
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.patterns import fitted
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER, NEVER
from polar_bench.matching.tables import CELL_CLOSES, CELL_OPENS, heading_at, headings
from polar_bench.matching.text import Text, value_text
from polar_bench.matching.units import is_known, unit_pattern

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
_FILLERS = (
    r"(?:(?:full|whole|entire|long|straight|solid|more|further|additional|consecutive|calendar|working|volle|ganze"
    r"|or[ \n]so)[ \n])?"
)
_GAP = rf"(?:[ ]?-[ ]?|[ \n]{{0,2}}|\n> ?){_FILLERS}"
_WORD_GAP = rf"(?:[ ]?-[ ]?|[ \n]{{1,2}}|\n> ?){_FILLERS}"
_OLD = re.compile(r" (?:old|of age)$")
_HEDGE = re.compile(r"(?:about|around|approximately|approx\.?|roughly|circa|ca\.?|some|etwa|rund|~) ?(?=\d)")
_COUNTED = re.compile(r"[^\W_]|[%°\"]")
# "Week: 3" is a label, "Weeks: 3", "weeks" in brackets and "cm: 3" are counts
_COUNT_LABEL = re.compile(
    r"\S*(?:s|n|e|people|men|feet)\b|number|\S+ count\b|%|°|[a-z]{1,3}[\d\"^)|: ]|[a-z]{2}/|[kmgt]?wh|sq"
)
_LABELS_ALONE = re.compile(r"(?:day|mos?|yr|man|tag|wk|hr|jahr)\b")
_NO_OTHER_UNIT = rf"(?!{GAP}?(?:months?|weeks?|days?|hours?|minutes?|%))"
_CLOSED = (
    rf"(?=[.,;:!?)|\"]*(?:[ \n]*\Z|[.,;:!?)|\"\n]|{GAP}(?:and|but|now|today|this|next|last|so|as|when|or)(?!{LETTER})))"
)


@lru_cache(maxsize=4096)
def _rank(unit: str) -> int | None:
    """Return the place of a unit of time among the others, the largest first; None of another unit."""
    return next((n for n, name in enumerate(_LARGER_FIRST) if re.fullmatch(name, unit)), None)


def read(value: str) -> Grammar:
    """Return the grammar of a quantity; one with several numbers ("138 over 86") is found in its own order.

    A value without any number is looked for in its own words.
    """
    text = " ".join(value_text(value[:200]).plain.text.split()).strip(" .")
    text = _HEDGE.sub("", text, count=1) if _HEDGE.match(text) else text
    return _Quantity(text, numbers.tokens(text, is_money=False))


class _Way(NamedTuple):
    """A rule with its pattern; `needs` is a cheaper pattern without which this one finds nothing."""

    rule: str
    pattern: str
    needs: str = ""


class _Beside(NamedTuple):
    """What a value with one number has beside it.

    `head` are the words before the number, None where it begins the value; `rank` is that of a unit of time among the
    others.
    """

    head: str | None = None
    unit: str = ""
    is_aged: bool = False
    has_unit: bool = False
    rank: int | None = None

    @property
    def needs_unit(self) -> bool:
        """Whether no writing does without the unit, as an age does."""
        return self.has_unit and not self.is_aged


@lru_cache(maxsize=4_096)
def _beside(before: str, after: str) -> _Beside:
    if before:
        return _Beside(head=before.strip(" :-"), unit=after.strip(" -"))
    unit = after.strip(" -")
    is_aged = bool(unit and _OLD.search(" " + unit))
    unit = _OLD.sub("", unit)
    has_unit = _COUNTED.search(unit) is not None
    return _Beside(None, unit, is_aged, has_unit, _rank(unit) if has_unit else None)


class _Quantity:
    def __init__(self, text: str, found: list[numbers.Number]) -> None:
        self._text = text
        self._found = found

    @lazy
    def _beside(self) -> _Beside:
        """What stands beside the number; nothing where there are several or none."""
        if len(self._found) != 1:
            return _Beside()
        start, end = self._found[0][:2]
        return _beside(self._text[:start], self._text[end:])

    @lazy
    def _known(self) -> list[tuple[KnownNumber, ...]]:
        """The numbers of the value, each with its readings."""
        return [tuple(map(known_number, number.readings)) for number in self._found]

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
        if seek is by_marks and self._beside.needs_unit:
            unit = fitted(unit_pattern(self._beside.unit), view.text)
            if not unit.search(view.text):
                return
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
            if self._beside.has_unit and text.once(headings):
                yield from self._in_table(text, sought)

    def _in_table(self, text: Text, sought: Sought) -> Iterator[Span]:
        """Yield the cells that hold the number alone, under a heading that names the unit (or the age)."""
        number = sought.signs[0]
        cell = rf"{CELL_OPENS}(?P<number>{number.digits}|{number.words}){CELL_CLOSES}"
        unit, is_aged = rf"(?<!{LETTER}){unit_pattern(self._beside.unit)}", self._beside.is_aged
        unit += "|^ *(?:age|alter) *$" if is_aged else ""
        for hit in fitted(cell, text.plain.text).finditer(sought.text):
            named = re.search(unit, heading_at(text, hit.start("number")))
            if named and (is_aged or _is_count_label(named[0] + " ")):
                yield Span(*text.plain.raw_span(*hit.span("number")), "unit_before")

    def _several(self, text: Text) -> Iterator[Span]:
        """Yield a value with several numbers, or without any, as it's written."""
        pattern = _several(self._text, self._found) if self._found else numbers.wording(self._text)
        for hit in fitted(pattern, text.plain.text).finditer(text.plain.text):
            yield Span(*text.plain.raw_span(*hit.span()), "several" if self._found else "verbatim")

    def _ways(self, number: Signs) -> list[_Way]:
        digits, words, initials = number
        fast = numbers.starting(initials)
        if self._beside.head is not None:
            return [self._after_words(self._beside.head, number)]
        if not self._beside.has_unit:
            bare = rf"{fast}(?:{numbers.NO_WORD_BEFORE}{digits}(?!{LETTER}|[ ]?%)|{words})"
            return [_Way("bare_number", bare)]
        unit, border = unit_pattern(self._beside.unit), rf"(?<!{LETTER})"
        old = rf"(?:[ \n-](?:old|of{GAP}age))?" if self._beside.is_aged else ""
        twice = rf"(?:[ ]?\((?:{numbers.unbordered(digits)}|{words})\))?"  # "three (3) weeks"
        written = rf"(?:{border}{digits}{twice}(?:{_GAP}|[ ]\()|{words}{twice}{_WORD_GAP})"
        # As a label: "Weeks: 12", "number of singers: 26", "duration (weeks) | 12", "duration_weeks" in JSON
        mark = r'[-:=|][ ]?"?'
        label = rf'{border}{unit}"?\)?(?:[ ]?[:=|][ ]?"?|[ ]-[ ]){digits}(?![ ]?{LETTER}|[ ]?%|-\d)'
        said = rf"(?:{digits}|{words}){NO_WORD_AFTER}"
        be = rf"(?:{GAP}(?:is|was|are|of)|:){GAP}{said}"
        counted = rf"{border}number{GAP}of{GAP}{unit}{be}"
        count = rf"{border}{unit}{GAP}count{be}"
        ways = [
            _Way("number_and_unit", rf"{fast}{written}{unit}{old}"),
            _Way("unit_before", label, mark + digits),
            _Way("unit_before", counted, rf"number{GAP}of"),
            _Way("unit_before", count, "count"),
        ]
        return [*ways, *(self._ages(digits, said) if self._beside.is_aged else ())]

    @staticmethod
    def _ages(digits: str, said: str) -> Iterator[_Way]:
        """Yield the ways to say an age without its unit: "aged 45", "Age: 45", "45yo", "She is 45." """
        border = rf"(?<!{LETTER})"
        mark = rf'(?:d|s|{GAP}(?:of|is|was|von|ist)|{GAP}?\(?(?:in{GAP})?years\)?)?"?(?:[ ]?[:=|][ ]?"?|{GAP})'
        yield _Way(
            "aged", rf"{border}(?:age|alter){mark}(?:just{GAP}|only{GAP}|now{GAP})?{said}{_NO_OTHER_UNIT}", "age|alter"
        )
        yield _Way("aged", rf"{border}{digits}[ -]?(?:yo|y\.o)(?!{LETTER})", "y")
        be = rf"(?:s?he|they|who|i)(?:{GAP}(?:is|was|are|am|were)|'s|'m|'re)|turn(?:ed|s|ing)"
        yield _Way(
            "aged",
            rf"{border}(?:{be}){GAP}(?:(?:now|just|only|already|currently|about|exactly){GAP})?{said}{_CLOSED}",
            "is|was|are|am|were|'|turn",
        )

    def _after_words(self, words: str, number: Signs) -> _Way:
        """Words before the number ("average of 72.4") have to stand before it, and what follows after it."""
        head = numbers.wording(words)
        written = rf"(?:{number.digits}|{number.words}){NO_WORD_AFTER}"
        closed = rf"{_GAP}{unit_pattern(self._beside.unit)}" if self._beside.unit else r"(?![ ]?%)"
        return _Way("words_before", rf"{head}[ \n:=-]{{1,3}}{written}{closed}", head)

    def _stands(self, text: str, start: int, end: int, rule: str, reading: Decimal) -> bool:
        is_label = rule == "unit_before" and text[start - 1 : start] not in ("(", "_")
        if is_label and not _is_count_label(text[start:end]):
            return False
        if rule in {"unit_before", "words_before"}:
            return True
        if rule == "aged":
            return not bands.is_bound(text, start, end, reading)
        before = text[max(0, start - 40) : start]
        if reading > 0 and (numbers.is_negative(text, start) or spelling.goes_on(text, start)):
            return False
        if rule == "number_and_unit" and ANY_BEFORE.search(before[-6:]):
            return False
        return not self._is_compound(before, text[end : end + 32]) and not bands.is_bound(text, start, end, reading)

    def _is_compound(self, before: str, after: str) -> bool:
        """Tell whether a larger or smaller unit of time stands beside: 2 years and 6 months is no 6 months."""
        if self._beside.rank is None:
            return False
        larger, smaller = _COMPOUNDS[self._beside.rank]
        return bool(before.endswith((" ", "\n")) and larger.search(before, max(0, len(before) - 20))) or bool(
            smaller.match(after)
        )


def _is_count_label(label: str) -> bool:
    return _LABELS_ALONE.match(label) is None and _COUNT_LABEL.match(label) is not None


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
        systolic = rf"{GAP}(?:mmhg{GAP})?systolic(?:,|{GAP}and|{GAP}over)?{GAP}(?:diastolic:?{GAP})?"
        return rf"(?:[ ]?/[ ]?|[ \n-](?:over|zu)[ \n-]|{systolic}|,?{GAP}(?:and{GAP})?diastolic:?{GAP}(?:of{GAP})?)"
    if words in {"out of", "of"}:
        return rf"(?:[ ]?/[ ]?|{GAP}(?:out{GAP})?of{GAP})"
    unit, _, also = words.partition(" and ") if " and " in words else (words.removesuffix(" and"), "", "")
    closed = rf"{_GAP}{unit_pattern(unit)}" if is_known(unit) else r"[ \n]{0,2}".join(map(re.escape, words.split()))
    return closed + (rf"{_AND}" if is_known(unit) else r"[ \n]{0,2}") if not also else re.escape(between)
