"""Dates as a text writes them: a fixed grammar of English, German and numeric forms, each with all its readings.

Sources: DESIGN.md section 5, rules 2 to 4; reference/users-reports.md rows 50 to 54. Works on the normal form without
diacritics. Must not know the value that is looked for, clock or locale: 03/04/2021 simply has two readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching.characters import holds_any, shape_of
from polar_bench.matching.counting import is_counting
from polar_bench.matching.number_words import CARDINAL, ORDINAL, YEAR, any_of, day_of, year_of


class Reading(NamedTuple):
    """What a mention says; None for what it leaves open. A short year is one of two digits."""

    year: int | None
    month: int | None
    day: int | None
    has_short_year: bool = False


class Mention(NamedTuple):
    """A date or a part of one in a text, by its span. `needs_capital_at` is where "may" stands, which may be a verb."""

    start: int
    end: int
    rule: str
    readings: tuple[Reading, ...]
    is_ambiguous: bool = False
    needs_capital_at: int | None = None


# English and German, then what French, Spanish, Italian, Portuguese and Dutch add
_MONTH_NAMES = (
    "january jan januar janner jaenner janvier janeiro januari enero gennaio",
    "february feb febr februar feber febrero febbraio februari fevrier fevereiro fevr",
    "march mar marz maerz mrz mars marzo marco maart", "april apr aprile avril abril avr",
    "may mai mayo maio maggio mei", "june jun juni junio junho juin giugno", "july jul juli julio julho juillet luglio",
    "august aug augustus aout agosto", "september sep sept septembre septiembre setiembre settembre setembro",
    "october oct oktober okt octobre octubre ottobre outubro", "november nov novembre noviembre novembro",
    "december dec dezember dez decembre dezembro diciembre dicembre",
)  # fmt: skip
MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
# One of these stands in every name of the month
MONTH_BEGINNINGS = (
    ("jan", "jae", "enero", "gennaio"), ("feb", "fev"), ("mar", "maerz", "mrz", "maart"), ("apr", "avr", "abril"),
    ("may", "mai", "maggi", "mei"), ("jun", "juin", "giug"), ("jul", "juil", "lugl"), ("aug", "aout", "agost"),
    ("sep", "embr"), ("oct", "okt", "ottob", "outub"), ("nov",), ("dec", "dez", "embr"),
)  # fmt: skip
_ANY_BEGINNING = tuple(sorted({beginning for month in MONTH_BEGINNINGS for beginning in month}))
_VERBS = {"may", "march", "mar"}
_MONTH = any_of(MONTHS) + r"(?![a-z])"
_SOME_MONTH = re.compile(_MONTH)
_REACH = 160  # characters: more than any wording of a date takes
_FIGURES = re.compile(r"\d(?: ?[-/._][ \n>]{0,8}\d|\d \d\d |\d{7})")
_SIGNS_OF_FIGURES = ("month", "monat", "\u6708", "\uc6d4")  # the last two are in 7月 and 7월
# What stands in the shape of each form in figures
_SIGNS_OF_MONTH_NUMBER = (".0000", "/0000", "-0000", "0000-00", "0000/00")
_SIGNS_OF_DAY_MONTH = ("0.0", "0/0", "0-0")
GAP = r"(?: {1,3}| {0,2}\n {0,3}(?:> ?){0,2})"  # a line may break inside a date, in a quoted mail too
_JOIN = rf"(?:{GAP}|[-/.])?"
_BORDER = r"(?<![a-z0-9])(?<!\d[.,:/])"
_ORDINAL_END = r"(?:<sup>|\^\{?)?(?:(?:st|nd|rd|th|ste[rns]?|te[rns]?|er|o)(?![a-z])|°)(?:</sup>|\})?"
_CLOSED = r"(?= {0,2}(?:\Z|[;!?)\]\"'|\n]|[,.](?! ?['\d])))"  # what must follow a bare two-digit year


def _day(tag: str, dot: str = "") -> str:
    return rf"(?:(?P<n{tag}>0?[1-9]|[12]\d|3[01])(?!\d)(?P<o{tag}>{_ORDINAL_END}{dot})?|(?P<w{tag}>{ORDINAL}))"


def _year(lead: str) -> str:
    born = rf"(?:(?:and{GAP})?(?:(?:s?he|they|und){GAP})?(?:(?:was|were){GAP})?(?:born|geboren){GAP})?"
    of = rf"(?:(?:of|in|im|des|del?){GAP})?(?:the{GAP})?(?:(?:year|jahr|jahre|jahres)(?::|,)?{GAP}(?:of{GAP})?)?"
    return (
        rf"{lead}\(?{born}{of}(?>(?P<y>\d{{4}})|'(?P<s>\d\d)|(?<=[-/.a-z])(?P<t>\d\d)|(?<=\s)(?P<b>\d\d){_CLOSED}"
        rf"|(?P<yw>{YEAR}))(?![a-z\d])(?!:\d)"
    )


_OF = rf"(?:day{GAP})?(?:(?:of|des|in|de){GAP}(?:the{GAP}month{GAP}of{GAP})?)?"
_DAY_FIRST = re.compile(
    rf"{_BORDER}(?<!twenty[- \n])(?<!thirty[- \n]){_day('', '|[.]')},?{_JOIN}(?P<c>)?(?P<of>{_OF})(?P<m>{_MONTH})"
    + rf"(?:{_year(rf'(?:[.]?,?(?:{GAP}|[-/])?|[.])')}|(?![-/]?\d))"
)
_MONTH_FIRST = re.compile(
    rf"{_BORDER}(?P<m>{_MONTH})\.?,?{_JOIN}(?:(?P<of>the|der|den){GAP})?(?:{_day('')}|(?P<c>{CARDINAL}))"
    + rf"(?:{_year(rf'(?:,?(?:{GAP}|[-/])?|[.])')}|(?![-/.:]?\d)(?![-\s](?:twent|thirt)))"
)
_MONTH_YEAR = re.compile(
    rf"{_BORDER}(?<!\d )(?P<m>{_MONTH})[.]?,?(?:{GAP}|[-/])?(?:(?:of|in|des|del?){GAP})?"
    rf"(?:(?P<y>\d{{4}})|'(?P<s>\d\d)|(?P<yw>{YEAR})|(?P<t>)(?P<b>)(?!))(?![a-z\d])"
)
_YEAR_FIRST = re.compile(
    rf"{_BORDER}(?P<y>\d{{4}})(?:,?{GAP}|[-/.])(?:(?:on|am|the|den){GAP}){{0,2}}"
    rf"(?:(?P<m>{_MONTH})\.?{_JOIN}(?:the{GAP})?{_day('')}|{_day('2', '|[.]')}{_JOIN}{_OF}(?P<m2>{_MONTH}))"
    rf"(?![a-z\d])(?!,?{_JOIN}\(?\d{{4}})"
)
_STOP = re.compile(r"\.\s")
_WRAP = r" {0,2}(?:\n {0,3}(?:> ?)?)?"
_NUMERIC = re.compile(rf"(?<!\d)(\d{{1,4}}) ?([-/._]){_WRAP}(\d{{1,2}}) ?\2{_WRAP}('?\d{{1,4}})(?!\d)")
_SPACED = re.compile(r"(?<![a-z\d])(?<!\d[ .,/-])(?:(\d\d) (\d\d) (\d{4})|(\d{4}) (\d\d) (\d\d))(?![a-z\d])(?! \d)")
_COMPACT = re.compile(
    r"(?:(?<![a-z\d])(?<![a-z\d][-_/.,])|(?<=dob)|(?<=dob[-_/])|(?<=date[-_/]))(\d{8})(?![a-su-z\d]|[-_/.,]\d)"
)
_HAN = re.compile(r"(?:(\d{4}) ?[年년] ?)?(?<!\d)(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]")
_MONTH_NUMBER = re.compile(
    r"(?<![a-z\d])(?<!\d[-./,])(?:(0[1-9]|1[0-2])\.(\d{4})|(0?[1-9]|1[0-2])[/-](\d{4})|(\d{4})[-/](0[1-9]|1[0-2]))"
    r"(?![a-z\d]|[-./,]\d)"
)
# "14.III.1983", and with spaces where that can be no "3 x 2000"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_ROMAN_MONTH = re.compile(
    rf"(?<![a-z\d])(?<!\d[.,/-])(\d{{1,2}})(?:\.[ ]?|[/-]|[ ](?=[ivx]{{2}}))({any_of(_ROMAN)})"
    r"(?:\.[ ]?|[/ -])(\d{4})(?![a-z\d])"
)
_ROMAN_SIGN = re.compile(r"[ivx](?:\.[ ]?|[/ -])\d{4}")
_DAY_MONTH = re.compile(
    r"(?<![a-z])(?:on|by|until|till|since|from|birthday|birth|born|dob|date|is|am|vom|zum|ab|bis|den|geboren|geburtstag)"
    r"(?: the|[:.])? ?(?<![a-z])(\d{1,2})([./-])(\d{1,2})(?!\d|[./:,-]\d| ?%)"
)
_PART = r"[\"'\])]{0,2}(?: of birth)?[\s:=|]{1,5}(?:is |ist )?[\"'(]{0,2}"
_NEXT = r"[^\w]{1,8}(?:and |und |the )?"
_LABELS = {
    "d": rf"(?:day|tag){_PART}(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?(?![a-z\d])",
    "m": rf"(?:month|monat){_PART}(?P<m>\d{{1,2}}|{_MONTH})(?![a-z\d])",
    "y": rf"(?:year|jahr){_PART}(?P<y>\d{{4}})(?![a-z\d])",
}
_LABELLED = [re.compile(r"(?<![a-z])" + _NEXT.join(_LABELS[part] for part in order)) for order in ("dmy", "mdy", "ymd")]
_ANOTHER_BEFORE = re.compile(
    r"(?:(?<!\d)\d{1,4}([-/.])\d{1,2}\1\d{1,4}[-/]|(?<!\d)\d{1,2}\.\d{1,2}[-/]|(?<![\d.])\d{1,2}-)\Z"
)
_ANOTHER_AFTER = re.compile(r"[-/](?:\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?!\d)|\d{1,2}:\d\d)")
_NUMBERED = re.compile(r"(?:section|version|chapter|release|clause|kapitel|abschnitt|ziffer|build)[ .:]{0,2}\Z")


@lru_cache(maxsize=16)
def mentions(text: str) -> tuple[Mention, ...]:
    """Return all dates and parts of dates in `text` (normal form, bare), by place; none lies within another.

    A year alone is no mention: whether four digits are a year only their neighbours tell.
    """
    found = list(_numeric(text)) if _FIGURES.search(text) else []
    for start, end in _around_months(text):
        found.extend(_named(text, start, end))
    if "月" in text or "월" in text:
        for m in _HAN.finditer(text):
            year = int(m[1]) if m[1] else None
            found.append(Mention(m.start(), m.end(), "han", (Reading(year, int(m[2]), int(m[3])),)))
    for m in _ROMAN_MONTH.finditer(text) if _ROMAN_SIGN.search(text) else ():
        found.extend(_mention(m.span(), "roman_month", [Reading(int(m[3]), _ROMAN.index(m[2]) + 1, int(m[1]))]))
    if "month" in text or "monat" in text:
        found.extend(_labelled(text))
    found.sort(key=lambda mention: (mention[0], -mention[1]))
    kept, reach = [], -1
    for mention in found:
        if mention.end > reach:
            kept.append(mention)
            reach = mention.end
    return tuple(kept)


def may_be_in_figures(text: str) -> bool:
    """Tell, fast, whether a date without a month's name may stand in `text` (normal form, bare)."""
    return _FIGURES.search(text) is not None or holds_any(text, _SIGNS_OF_FIGURES)


def _around_months(text: str) -> list[tuple[int, int]]:
    """Return the stretches of `text` in which a month's name can make a date, so that the rest is passed over."""
    stretches: list[tuple[int, int]] = []
    for month in _SOME_MONTH.finditer(text) if holds_any(text, _ANY_BEGINNING) else ():
        start, end = max(0, month.start() - _REACH), min(len(text), month.end() + _REACH)
        if stretches and start <= stretches[-1][1]:
            start = stretches.pop()[0]
        stretches.append((start, end))
    return stretches


def _named(text: str, start: int, stop: int) -> Iterator[Mention]:
    dated = []
    for pattern in (_DAY_FIRST, _MONTH_FIRST):
        seen: dict[str, Mention | None] = {}  # by wording, at offset 0: a text that repeats a date is read once
        for m in pattern.finditer(text, start, stop):
            wording, place = m[0], m.start()
            if wording not in seen:
                seen[wording] = _from_names(m, is_month_first=pattern is _MONTH_FIRST)
            mention = seen[wording]
            if mention is not None:
                _, end, rule, readings, _, capital = mention
                capital = None if capital is None else place + capital
                dated.append(Mention(place, place + end, rule, readings, False, capital))
    yield from dated
    for m in _MONTH_YEAR.finditer(text, start, stop):
        year, is_short = _year_in(m)
        is_count = year is not None and "," in m[0] and is_counting(text, m.end())  # "In March, 2024 tickets were sold"
        if year is not None and not is_count:
            yield Mention(m.start(), m.end(), "month_year", (Reading(year, MONTHS[m["m"]], None, is_short),))
    taken = {place for mention in dated if mention.readings[0].year is not None for place in mention[:2]}
    for m in _YEAR_FIRST.finditer(text, start, stop):
        if m.end("y") not in taken:
            month = MONTHS[m["m"] or m["m2"]]
            day = int(m["n"] or m["n2"] or 0) or day_of(m["w"] or m["w2"])
            yield Mention(m.start(), m.end(), "year_first", (Reading(int(m["y"]), month, day),))


def _from_names(m: re.Match[str], *, is_month_first: bool) -> Mention | None:
    """Return the mention that `m` is, in offsets from the start of `m`."""
    name, figures, words, cardinal = m.group("m", "n", "w", "c")
    day = int(figures) if figures else day_of(words or cardinal)
    year, is_short = _year_in(m) if m.end() > max(m.end("m"), m.end("n"), m.end("w"), m.end("o")) else (None, False)
    if year is not None and not is_month_first and len(name) > 4 and _STOP.match(m.string, m.end("m")):
        year, is_short = None, False  # "29 July. 1990 people came"
    if year is not None:
        in_words = words or m["yw"]
        rule = (
            "in_words" if in_words else "two_digit_year" if is_short else ("day_first", "month_first")[is_month_first]
        )
        return Mention(0, len(m[0]), rule, (Reading(year, MONTHS[name], day, is_short),))
    if cardinal:
        return None
    end = max(m.end("m"), m.end("n"), m.end("w"), m.end("o") if is_month_first else 0)
    capital = m.start("m") - m.start() if name in _VERBS and not (words or m["o"] or m["of"]) else None
    return Mention(0, end - m.start(), "month_day", (Reading(None, MONTHS[name], day),), needs_capital_at=capital)


def _year_in(m: re.Match[str]) -> tuple[int | None, bool]:
    long, words, *short = m.group("y", "yw", "s", "t", "b")
    if long:
        return int(long), False
    if words:
        return year_of(words), False
    figures = next(filter(None, short), None)
    return (int(figures), True) if figures else (None, False)


def _numeric(text: str) -> Iterator[Mention]:
    for m in _NUMERIC.finditer(text):
        mention = _from_figures(m)
        if mention is not None:
            yield mention
    shape = shape_of(text)
    for m in _SPACED.finditer(text) if "00 00 " in shape else ():
        year, month, day = (m[3], m[2], m[1]) if m[3] else (m[4], m[5], m[6])
        yield from _mention(m.span(), "spaced", [Reading(int(year), int(month), int(day))])
    for m in _COMPACT.finditer(text) if "00000000" in shape else ():
        figures = m[1]
        orders = ((0, 4, 6), (4, 2, 0), (4, 0, 2))
        parts = [(figures[y : y + 4], figures[mo : mo + 2], figures[d : d + 2]) for y, mo, d in orders]
        readings = [Reading(int(y), int(mo), int(d)) for y, mo, d in parts if y[0] in "12"]
        yield from _mention(m.span(1), "compact", readings)
    for m in _MONTH_NUMBER.finditer(text) if holds_any(shape, _SIGNS_OF_MONTH_NUMBER) else ():
        month, year = m[1] or m[3] or m[6], m[2] or m[4] or m[5]
        yield Mention(m.start(), m.end(), "month_year", (Reading(int(year), int(month), None),))
    for m in _DAY_MONTH.finditer(text) if holds_any(shape, _SIGNS_OF_DAY_MONTH) else ():
        first, second = int(m[1]), int(m[3])
        readings = [Reading(None, second, first)] + ([Reading(None, first, second)] if m[2] != "." else [])
        yield from _mention(m.span(), "month_day", readings)


def _from_figures(m: re.Match[str]) -> Mention | None:
    text, (start, end) = m.string, m.span()
    first, mark, second, third = m[1], m[2], m[3], m[4].removeprefix("'")
    if not _stands_alone(text, start, end):
        return None
    one, two, three = int(first), int(second), int(third)
    if len(first) == 4:  # a leading four-digit year is always year-month-day
        rule = "iso" if mark == "-" else "year_first"
        return next(_mention((start, end), rule, [Reading(one, two, three)] if len(third) < 3 else []), None)
    is_short = len(third) == 2
    if len(first) == 3 or len(third) not in (2, 4):
        return None
    if is_short and ((start and text[start - 1].isalpha()) or _NUMBERED.search(text, max(0, start - 14), start)):
        return None
    readings = [Reading(three, two, one, is_short)]
    if mark != "." or two > 12:
        readings.append(Reading(three, one, two, is_short))
    if is_short and (mark == "-" or one > 31) and len(first) == 2:
        readings.append(Reading(one, two, three, is_short))
    rule = "two_digit_year" if is_short else "numeric"
    is_open = one <= 12 and two <= 12 and one != two
    return next(_mention((start, end), rule, readings, is_open=is_open), None)


def _stands_alone(text: str, start: int, end: int) -> bool:
    if start > 1 and text[start - 1] in "-/.," and text[start - 2].isdigit():
        is_clean = _ANOTHER_BEFORE.search(text, max(0, start - 12), start) is not None
    else:
        is_clean = True
    is_bound = text[end : end + 1] in ("-", "/", ".") and text[end + 1 : end + 2].isdigit()
    return is_clean and (not is_bound or _ANOTHER_AFTER.match(text, end) is not None)


def _mention(span: tuple[int, int], rule: str, readings: list[Reading], *, is_open: bool = False) -> Iterator[Mention]:
    """Yield the mention with those readings that a calendar has; it's ambiguous when it's open or has several."""
    valid = tuple(dict.fromkeys(r for r in readings if 1 <= (r.month or 0) <= 12 and 1 <= (r.day or 0) <= 31))
    if valid:
        yield Mention(*span, rule, valid, is_ambiguous=is_open or len(valid) > 1)


def _labelled(text: str) -> Iterator[Mention]:
    for pattern in _LABELLED:
        for m in pattern.finditer(text):
            month = MONTHS.get(m["m"]) or int(m["m"])
            yield from _mention(m.span(), "labelled", [Reading(int(m["y"]), month, int(m["d"]))])
