"""Ranges and bands: two bounds and one unit, in any of the usual wordings; open bands ("under CHF 2,000") as well.

Both bounds have to be said, joined to each other, with the unit (where the value has one) at one of them at least. One
bound alone is no find, and nor is an amount that lies inside the band. Must not know names of attributes.

Source: DESIGN.md section 5, rule 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from polar_bench.matching import money, numbers, quantity, spelling
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER
from polar_bench.matching.text import Text

_AND_MOST = (
    r"(?:at most|no more than|not more than|up to|under|below|less than|(?:a )?maximum(?: of)?|(?:a )?max\.?(?: of)?"
    r"|höchstens|maximal|unter)"
).replace(" ", GAP)
# A dash that begins a line is a list's: a line may break after the joint, not before it
_JOINT = (
    rf"(?P<dash>[ ]?(?:-{{1,2}}|\.\.\.?)[ ]?\n?)"
    rf"|(?P<to>-?{GAP}(?:up{GAP}to|to|bis|until|till|through|à){GAP}"
    rf"(?:(?:about|around|(?:a{GAP})?max(?:imum{GAP}of|\.?)){GAP})?)"
    rf"|(?P<most>,?{GAP}(?:(?:and|but|und|aber){GAP})?{_AND_MOST}{GAP})"
    rf"|(?P<and>{GAP}(?:and|und|et){GAP})"
)
_OPENED = re.compile(
    r"(?<![a-z])(?:between|zwischen|entre|in the range of)"
    r"(?:[ \n](?:about|around|roughly|approximately|some|etwa|rund))?[ \n]$"
)
_UNDER = r"(?:under|below|less than|fewer than|up to|at most|no more than|unter|weniger als|bis zu|höchstens|<=?)"
_OVER = r"(?:over|above|more than|at least|upwards of|über|mehr als|mindestens|>=?)"
_JOINED = re.compile(r"\D*(?:-|to|and|bis|und|until|till|through|\.\.+|à|over|most|than)\D*")
_MORE = r"(?:[ ]?\+|[ \n](?:or|and)[ \n](?:more|over|above|up|older)|[ \n]upwards)"


def read(value: str) -> Grammar:
    """Return the grammar of a range ("CHF 4,000-6,000", "20 to 30 hours", "45k to 50k", "over 50 %").

    Any string will do. A value without two bounds or an open end is looked for in its own words.
    """
    text = " ".join(Text(value[:200]).plain.text.split())
    found = numbers.tokens(text)
    if len(found) == 2 and _JOINED.fullmatch(text[found[0].end : found[1].start] or "-"):
        low, high = (number.readings[0] for number in found)
        if found[0].multiple == 1 < found[1].multiple and low < high / found[1].multiple:
            low *= found[1].multiple
        if low > high and text[found[1].start] == "-":
            high = -high
        is_listed = bool(re.search(r" (?:and|und) ", text)) and not re.match(r"(?:between|zwischen) ", text)
        return _Band(_Bounds(low, high, _units(text, found), money.code_in(text)), is_listed=is_listed)
    if len(found) == 1 and (is_over := _open_end(text)) is not None:
        return _Open(found[0].readings[0], _units(text, found), is_over=is_over)
    return _Words(re.compile(numbers.wording(text)))


def _open_end(text: str) -> bool | None:
    if re.match(_UNDER, text):
        return False
    return True if re.match(_OVER, text) or re.search(rf"\d.*{_MORE}", text) else None


def _units(text: str, found: list[numbers.Number]) -> tuple[str, str]:
    """Return the patterns of the unit before and after a bound; both "" where the value has none."""
    code = money.code_in(text)
    if code:
        return money.named(code), money.named(code)
    rest = re.sub(rf"^{_MORE}", "", text[found[-1].end :]).strip(" -.")
    rest = rest or text[found[0].end : found[-1].start].strip(" -.")
    rest = re.sub(r"(?:^|[ ])(?:-|to|and|bis|und|until|till|through)$", "", rest).strip() if len(found) > 1 else rest
    return ("", quantity.unit_pattern(rest)) if re.search(r"[^\W\d_]|[%°]", rest) else ("", "")


def _bound(number: Decimal, units: tuple[str, str], place: str) -> str:
    before, after = units
    written = numbers.after_dash(rf"(?:{numbers.in_digits(number, is_money=bool(before))}|{spelling.in_words(number)})")
    head = rf"(?P<b{place}>{before}\)?[ \n]?:?[ \n]?)?" if before else ""
    period = rf"(?:[ ]?(?:/|per|an?)[ ]?(?:hour|day|week|month|year){NO_WORD_AFTER})?" if place == "low" else ""
    return rf"{head}{written}" + (rf"(?P<a{place}>[ \n-]?{after})?{period}" if after else "")


class _Bounds(NamedTuple):
    low: Decimal
    high: Decimal
    units: tuple[str, str]
    code: str


class _Band:
    def __init__(self, bounds: _Bounds, *, is_listed: bool) -> None:
        low, high, units, code = bounds
        opening = spelling.initials(low) + (money.initials(code) if code else "")
        self._starting = numbers.starting(opening)
        self._is_listed = is_listed
        self._has_unit = bool(units[1])
        self._bounds = (low, high)
        joint = f"(?:{_JOINT})"
        self._patterns = [re.compile(self._framed(_bound(low, units, "low") + joint + _bound(high, units, "high")))]
        for size, name in ((1_000, r"(?:k|thousand|tsd\.?|tausend)"), (1_000_000, r"(?:million(?:en)?|mio\.?|m)")):
            if low and not (low * 1000) % size and abs(high) >= size:
                # "five to ten thousand", "120-140k": one multiple for both
                short = _bound(low / size, (units[0], ""), "low") + joint + _bound(high / size, (units[0], ""), "high")
                tail = rf"[ \n-]?{name}" + (rf"(?P<ahigh>[ \n-]?{units[1]})?" if units[1] else "")
                self._patterns.append(re.compile(self._framed(short + tail)))

    def _framed(self, pattern: str) -> str:
        return rf"{self._starting}(?<!{LETTER})(?<!\d-){pattern}(?!{LETTER}|[0-9])(?!-\d)"

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for pattern in self._patterns:
            for hit in pattern.finditer(view.text):
                if self._stands(view.text, hit):
                    is_ambiguous = any(numbers.is_ambiguous(hit[0], bound) for bound in self._bounds)
                    start, end = view.raw_span(hit.start(), hit.end())
                    yield Span(start, end, self._rule(hit), is_ambiguous=is_ambiguous)

    def _stands(self, text: str, hit: re.Match[str]) -> bool:
        groups = hit.groupdict()
        before = text[max(0, hit.start() - 36) : hit.start()]
        if self._has_unit and not any(groups.get(name) for name in ("blow", "alow", "bhigh", "ahigh")):
            return False
        if groups["and"] and not self._is_listed and not _OPENED.search(before):
            return False
        if self._bounds[0] >= 0 and numbers.is_negative(text, hit.start()):
            return False
        is_other = not groups.get("blow") and bool(money.ANY_BEFORE.search(before))
        return not (is_other and self._has_unit) and not spelling.goes_on(text, hit.start())

    @staticmethod
    def _rule(hit: re.Match[str]) -> str:
        return "dash" if hit["dash"] else "and" if hit["and"] else "most" if hit["most"] else "to"


class _Open:
    def __init__(self, number: Decimal, units: tuple[str, str], *, is_over: bool) -> None:
        before, after = units
        written = rf"(?:{numbers.in_digits(number, is_money=bool(before))}|{spelling.in_words(number)})"
        head = (_OVER if is_over else _UNDER).replace(" ", GAP)
        forms = [written] if not after else [rf"{written}[ \n-]?{after}"]
        if before:
            forms.append(rf"{before}[ \n]?{written}")
        joined = "|".join(forms)
        opened = [rf"(?<!{LETTER}){head}{GAP}?(?:{joined}){NO_WORD_AFTER}"]
        if is_over:
            plus = rf"(?<!{LETTER})(?:{joined}){_MORE}"
            opened += [plus, *([rf"(?<!{LETTER}){written}{_MORE}[ \n-]?{after}"] if after else [])]
        self._pattern = re.compile("|".join(opened))

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for hit in self._pattern.finditer(view.text):
            yield Span(*view.raw_span(hit.start(), hit.end()), "open_band")


class _Words:
    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for hit in self._pattern.finditer(view.text):
            yield Span(*view.raw_span(hit.start(), hit.end()), "verbatim")
