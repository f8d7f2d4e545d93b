"""Dates: a known day looked for in whatever form a text gives it, and its parts (month and day, year) alone.

The dates of a text are read by a fixed grammar (`date_mentions`) and compared with the known one, which also settles
the order of 03/04/2021. Sources: DESIGN.md section 5, rules 2 and 4; reference/users-reports.md rows 50 to 54.
Must not know attributes, roles or turns.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from polar_bench.matching.characters import holds_any
from polar_bench.matching.counting import is_counting
from polar_bench.matching.date_mentions import MONTH_BEGINNINGS, Mention, Reading, may_be_in_figures, mentions
from polar_bench.matching.lazy import lazy
from polar_bench.matching.number_words import YEAR, year_of
from polar_bench.matching.patterns import compiled
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.text import Text, View, value_text

_CENTURY_TURN = 40  # a value's two-digit year below it is of the 2000s: a fixed rule, since there is no clock
_WEEKDAY = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag"
    r"|mittwoch|sonnabend|mo|di|mi|do|fr|sa|so"
)
_AROUND = re.compile(rf"(?<![a-z])(?:{_WEEKDAY}|on|the|am|den|der)(?![a-z])|[\s,.;:()\"']")
_CLOCK = re.compile(r"[t, ]{1,3}(?:at |um )?\d{1,2}:\d\d.*\Z", re.DOTALL)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_TWO_NUMBERS = re.compile(r"(\d{1,2})[./](\d{1,2})\.?")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What makes four digits a year: a word before them that only a year follows, next to them or a link away ...
_CUES = _words(
    "born birth birthdate birthyear birthday in since from during year years yob dob date class graduated early late "
    "mid summer spring autumn fall winter end start beginning im seit jahr jahre jahres jahrgang geboren geb "
    "geburtsjahr anno ab aus ende anfang mitte b circa en nel em annee ne nee nacido nacida nato nata nascido nascida"
)
_LINKS = _words("in of is was be would the ist war lautet about around circa c ca on only just")
_EDGE = " \n\"'().!"
_BETWEEN = " ,\n\t:=|\"'(>-_"
_LAST_WORDS = re.compile(r"[a-z]+")
# ... or words behind them that say so
_SAID_AFTER = re.compile(
    r"(?:\s(?:is|was|as|ist|war|als)\s(?:[a-z']{1,12}\s){0,3}(?:birth ?year|year|geburtsjahr|jahrgang)|[- ]born"
    r"|[-/.](?:xx|mm|\?\?)|[ ]?\((?:birth )?year)(?![a-z])"
)
_SHORT_YEAR = re.compile(r"(?<![a-z])(?:born|born in|geboren|class of|since|in|jahrgang)[ \n]'(\d\d)(?![\d'])")
_YEAR_WORDS = re.compile(rf"(?<![a-z])(?>{YEAR})(?![a-z])")
# Of these, what stands in every year of a century in words
_CENTURY_WORDS = {19: ("nineteen", "neunzehn", "thousand", "tausend"), 20: ("twenty", "thousand", "tausend")}
_YEAR_WORDS_HOLD = ("teen", "twenty", "thousand", "hundred", "hundert", "tausend", "twelve", "eleven")


def read(value: str) -> Grammar:
    """Return the grammar of a date in any of the forms that a text may have; of a phrase where it is no date."""
    text = value_text(value).bare.text
    targets = _targets(text.strip())
    return DateGrammar(targets) if targets else _Literal(text)


class DateGrammar:
    """Finds a day, or a coarser date (July 1990, 29 July, 1990) that is a value of its own.

    Several targets are the readings of a value that is itself ambiguous ("03/04/2021"): each find is flagged then.
    """

    def __init__(self, targets: tuple[Reading, ...]) -> None:
        self.targets = targets

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        sought = self._sought
        return sought[0].may_stand_in(text) or (len(sought) > 1 and any(each.may_stand_in(text) for each in sought[1:]))

    @lazy
    def _sought(self) -> list[_Signs]:
        return [_Signs(target) for target in self.targets]

    def find(self, text: Text) -> Iterator[Span]:
        """Yield the places that give the date, or a part of it: month and day, month and year, year."""
        view = text.bare
        read_dates = mentions(view.text)
        for target in self.targets:
            for mention in read_dates:
                grade = _grade(target, mention)
                if grade is not None and _is_no_verb(text, view, mention):
                    yield self._span(view, mention, grade, target)
            if target.year is not None:
                yield from _years(view, read_dates, target)

    def _span(self, view: View, mention: Mention, grade: Grade, target: Reading) -> Span:
        rule = mention.rule
        if grade is Grade.PARTIAL:
            rule = "month_day" if mention.readings[0].year is None else "month_year"
        is_ambiguous = (mention.is_ambiguous and target.day is not None) or len(self.targets) > 1
        return Span(*view.raw_span(mention.start, mention.end), rule, grade, is_ambiguous)


class _Signs:
    """The figures and words that a part of a date takes: its year, its month's name, or month and day in figures."""

    def __init__(self, target: Reading) -> None:
        year, month = target.year, target.month
        self._year = "" if year is None else str(year) if month else f"{year % 100:02d}"
        said: tuple[str, ...] = ()
        if year is not None:
            said = (*_CENTURY_WORDS.get(year // 100, _YEAR_WORDS_HOLD), f"'{year % 100:02d}")
        self._words = (*said, *(MONTH_BEGINNINGS[month - 1] if month else ()))
        self._month = str(month) if month else ""
        self._day = str(target.day) if target.day else ""

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether some of them stand in `text`."""
        figures = text.figures
        if self._year and self._year in figures:
            return True
        if holds_any(text.bare.text, self._words):
            return True
        has_both = self._month != "" and self._month in figures and self._day in figures
        return has_both and text.once(_has_dates_in_figures)


def _has_dates_in_figures(text: Text) -> bool:
    return may_be_in_figures(text.bare.text)


class _Literal:
    """Finds a value that is no date ("early in the spring") by its words, in order."""

    def __init__(self, text: str) -> None:
        self._words = re.findall(r"[^\W_]+", text)

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        return bool(self._words) and all(word in text.bare.text for word in self._words)

    def find(self, text: Text) -> Iterator[Span]:
        """Yield each place of the words."""
        if self._words:
            joined = r"[\W_]{1,3}".join(map(re.escape, self._words))
            for m in compiled(rf"(?<![a-z\d]){joined}(?![a-z\d])").finditer(text.bare.text):
                yield Span(*text.bare.raw_span(*m.span()), "verbatim")


def _targets(value: str) -> tuple[Reading, ...]:
    """Return what a value says: each reading of its one full date, or of the part of a date that it is, or nothing."""
    if iso := _ISO.fullmatch(value):
        year, month, day = map(int, iso.groups())
        if 1 <= month <= 12 and 1 <= day <= 31:
            return (Reading(year, month, day),)  # as below, without a look for other forms
    value = _CLOCK.sub("", value)
    found = mentions(value)
    full = [mention for mention in found if mention.readings[0].year is not None and mention.readings[0].day]
    chosen = full if len(full) == 1 else found if len(found) == 1 and _covers(found[0], value) else []
    if chosen:
        return tuple(dict.fromkeys(_with_century(reading) for reading in chosen[0].readings))
    plain = _AROUND.sub("", value)
    if plain.isdecimal() and len(plain) == 4:
        return (Reading(int(plain), None, None),)
    two = _TWO_NUMBERS.fullmatch(value)
    if two:
        first, second = int(two[1]), int(two[2])
        readings = (Reading(None, second, first), Reading(None, first, second))
        return tuple(r for r in readings if 1 <= (r.month or 0) <= 12 and 1 <= (r.day or 0) <= 31)
    return ()


def _covers(mention: Mention, value: str) -> bool:
    return not _AROUND.sub("", value[: mention.start] + " " + value[mention.end :])


def _with_century(reading: Reading) -> Reading:
    if not reading.has_short_year or reading.year is None:
        return reading
    century = 2000 if reading.year < _CENTURY_TURN else 1900
    return Reading(century + reading.year, reading.month, reading.day)


def _grade(target: Reading, mention: Mention) -> Grade | None:
    """Return how much of `target` a mention gives by its best reading; None when they contradict each other."""
    best = None
    for reading in mention.readings:
        years = (reading.year, target.year)
        if None not in years and years[0] != (years[1] % 100 if reading.has_short_year and years[1] else years[1]):
            continue
        pairs = ((reading.month, target.month), (reading.day, target.day))
        if any(None not in pair and pair[0] != pair[1] for pair in pairs):
            continue
        if all(said is not None or wanted is None for said, wanted in (years, *pairs)):
            return Grade.FULL
        is_month_day = target.day is not None and reading.day is not None
        is_month_year = target.month is not None and reading.month is not None and None not in years
        if is_month_day or is_month_year:
            best = Grade.PARTIAL
    return best


def _is_no_verb(text: Text, view: View, mention: Mention) -> bool:
    """Tell that "may 15" is the month: it has its capital, or nothing lets it be a verb; "May 15 people" is none."""
    if mention.needs_capital_at is None:
        return True
    return text.raw[view.starts[mention.needs_capital_at]].isupper() and not is_counting(view.text, mention.end)


def _years(view: View, dates: tuple[Mention, ...], target: Reading) -> Iterator[Span]:
    """Yield the places where the year stands alone, outside any other date, and is plainly a year."""
    text, digits = view.text, str(target.year)
    starts = [mention.start for mention in dates]
    grade = Grade.FULL if target.month is None else Grade.PARTIAL
    for start, end in _year_places(text, digits, target.year):
        before = bisect_right(starts, start) - 1
        if (before < 0 or dates[before].end <= start) and _is_year(text, start, end):
            yield Span(*view.raw_span(start, end), "year", grade)
    if "'" in text:
        for said in _SHORT_YEAR.finditer(text):
            if int(said[1]) == (target.year or 0) % 100:
                yield Span(*view.raw_span(said.start(1) - 1, said.end()), "year", Grade.PARTIAL)


def _year_places(text: str, digits: str, year: int | None) -> Iterator[tuple[int, int]]:
    start = text.find(digits)
    while start >= 0:
        yield start, start + len(digits)
        start = text.find(digits, start + len(digits))
    yield from ((start, end) for start, end, said in _years_in_words(text) if said == year)


@lru_cache(maxsize=16)
def _years_in_words(text: str) -> list[tuple[int, int, int | None]]:
    if not holds_any(text, _YEAR_WORDS_HOLD):
        return []
    return [(*m.span(), year_of(m[0])) for m in _YEAR_WORDS.finditer(text)]


def _is_year(text: str, start: int, end: int) -> bool:
    """Tell a year from a number of four digits ("1993 people") by its neighbours.

    A word that years follow ("in", "since", "born", "Jahrgang") must stand before it, or words behind it must name it
    a year; no counted noun, currency or further digits may follow. An answer that is nothing but the year is one.
    """
    if text[max(0, start - 1) : start].isalnum() or text[end : end + 1].isalnum():
        return False
    if text[end : end + 1] in (".", ",", "'", ":", "%") and text[end + 1 : end + 2].isalnum():
        return False
    if start > 1 and text[start - 1] in ".,'/:-" and text[start - 2].isdigit():
        return False
    if end - start + 12 > len(text) and text[:start].strip(_EDGE) == text[end:].strip(_EDGE) == "":
        return True
    if _SAID_AFTER.match(text, end):
        return True
    return _has_cue(text, start) and not is_counting(text, end)


def _has_cue(text: str, start: int) -> bool:
    window = text[max(0, start - 32) : start]
    stem = window.rstrip(_BETWEEN)
    if stem.endswith(("geb.", "b.", "ca.", "c.")):
        stem = stem[:-1]
    if len(window) - len(stem) > 6 or not stem:
        return False
    words = _LAST_WORDS.findall(stem[stem.rfind(".") + 1 :])[-4:]
    if not words or not stem.endswith(words[-1]):
        return False
    nearest = next((word for word in reversed(words) if word not in _LINKS or word in _CUES), "")
    return nearest in _CUES
