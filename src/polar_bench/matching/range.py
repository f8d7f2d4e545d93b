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

from polar_bench.matching import money, numbers, spelling
from polar_bench.matching.number_marks import KnownNumber, Seeker, Signs, by_marks, by_patterns, known_number
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.patterns import fitted
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER
from polar_bench.matching.tables import heading_at
from polar_bench.matching.text import Text, value_text
from polar_bench.matching.units import unit_pattern

_AND_MOST = (
    r"(?:at most|no more than|not more than|not above|up to|under|below|less than|(?:an? |the )?maximum(?: of| is|:)?"
    r"|(?:a )?max\.?(?: of|:)?|(?:an? |the )?upper (?:bound|limit|end)(?: of| is|:)?|höchstens|maximal|unter|<=?|≤)"
).replace(" ", GAP)
# A dash that begins a line is a list's: a line may break after the joint, not before it
_JOINT = (
    rf"(?P<dash>[ ]?(?:-{{1,2}}|\.\.\.?|~)[ ]?\n?(?:(?:max\.?|maximum|up{GAP}to){GAP})?)"
    rf"|(?P<to>-(?:to|bis)-|-?{GAP}(?:(?:on{GAP})?up{GAP}to|upwards{GAP}to|to|bis|until|till|through|à){GAP}"
    rf"(?:(?:about|around|(?:a{GAP})?max(?:imum{GAP}of|\.?)){GAP})?)"
    rf"|(?P<most>[,;]?{GAP}(?:(?:and|but|und|aber){GAP})?{_AND_MOST}{GAP}?"
    rf"|{GAP}(?:at{GAP}least|minimum|min\.?|or{GAP}more|(?:at|on){GAP}the{GAP}low{GAP}end),?{GAP}(?:(?:and|but|up{GAP}to|to){GAP})?"
    rf'|"?[,;][ \n]{{0,8}}"?max(?:imum)?"?[ ]?[:=][ ]?"?)'
    rf"|(?P<and>{GAP}(?:and|und|et|&|y|e){GAP})"
)
_OPENED = re.compile(
    r"(?<![a-z])(?:between|zwischen|entre|in the range of)"
    r"(?:[ \n](?:about|around|roughly|approximately|some|etwa|rund))?[ \n]$"
)
# What says that the unit is years, before the bounds and behind them
_AGE = r"(?:aged?|ages|alter(?:sgruppe|sklasse)?)"
_AGE_BEFORE = re.compile(
    rf"(?<![a-z]){_AGE}(?:[ \n_-](?:group|band|range|bracket|class|category))?\"?[ \n]?[:=|]?[ \n]?\"?"
    r"(?:(?:is|of|from|between|von|zwischen|around|about)[ \n]){0,2}(?:the[ \n]ages[ \n]of[ \n])?$"
)
_AGE_AFTER = re.compile(
    r"[ \n-](?:year[ -])?(?:age|ages|years?)(?:[ \n_-](?:group|band|range|bracket|class|category))?(?![a-z])"
)
_YEARS = unit_pattern("years")
_UNDER = (
    r"(?:under|below|beneath|(?:less|fewer|lower|smaller|younger) than|up to|at most|no more than|not more than"
    r"|not above|(?:a )?maximum(?: of)?|max\.?|unter|weniger als|bis zu|höchstens|maximal|<=?|≤)"
)
_OVER = (
    r"(?:over|above|past|(?:more|older|higher|greater) than|at least|(?:no|not) (?:less|fewer) than|upwards of"
    r"|in excess of|(?:a )?minimum(?: of)?|min\.?|über|mehr als|mindestens|ab|>=?|≥)"
)
_JOINED = re.compile(r"\D*(?:-|to|and|bis|und|until|till|through|\.\.+|à|over|most|than)\D*")
_MORE = (
    r"(?:[ ]?\+|[ \n-]plus(?![a-z])|[ \n](?:or|and|und|oder)[ \n](?:more|over|above|up|upwards|older|mehr|älter)"
    r"|[ \n]upwards|[ \n]minimum|[ \n]at[ \n]least)"
)
_LESS = (
    r"(?:[ \n](?:or|and|und|oder)[ \n](?:less|fewer|under|below|lower|younger|weniger|jünger)"
    r"|[ \n](?:maximum|max)(?![a-z])|[ \n]at[ \n]most)"
)


def read(value: str) -> Grammar:
    """Return the grammar of a range ("CHF 4,000-6,000", "20 to 30 hours", "45k to 50k", "over 50 %").

    Any string will do. A value without two bounds or an open end is looked for in its own words.
    """
    text = " ".join(value_text(value[:200]).plain.text.split())
    found = numbers.tokens(text, is_money=money.code_in(text) != "")
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
    return _Words(text)


def _open_end(text: str) -> bool | None:
    if re.match(_UNDER, text):
        return False
    if re.search(rf"\d.*{_LESS}", text):
        return False
    return True if re.match(_OVER, text) or re.search(rf"\d.*{_MORE}", text) else None


def _units(text: str, found: list[numbers.Number]) -> tuple[str, str]:
    """Return the patterns of the unit before and after a bound; both "" where the value has none."""
    code = money.code_in(text)
    if code:
        return money.named(code), money.named(code)
    rest = re.sub(rf"^(?:{_MORE}|{_LESS})|(?:{_MORE}|{_LESS})$", "", text[found[-1].end :]).strip(" -.")
    rest = rest or text[found[0].end : found[-1].start].strip(" -.")
    rest = re.sub(r"(?:^|[ ])(?:-|to|and|bis|und|until|till|through)$", "", rest).strip() if len(found) > 1 else rest
    return ("", unit_pattern(rest)) if re.search(r"[^\W\d_]|[%°]", rest) else ("", "")


def _bound(number: Signs, units: tuple[str, str], place: str) -> str:
    before, after = units
    written = rf"(?:{number.digits}|{number.words})"
    head = rf"(?P<b{place}>{before}\)?[ \n]?:?[ \n]?)?" if before else ""
    period = rf"(?:[ ]?(?:/|per|an?)[ ]?(?:hour|day|week|month|year){NO_WORD_AFTER})?" if place == "low" else ""
    round_sum = r"(?:[.,]-{1,2}(?!\d))?" if before else ""  # "6'000.-"
    return rf"{head}{written}{round_sum}" + (rf"(?P<a{place}>[ \n-]?{after})?{period}" if after else "")


class _Bounds(NamedTuple):
    low: Decimal
    high: Decimal
    units: tuple[str, str]
    code: str


class _Pair(NamedTuple):
    """Both bounds as they are written; "five to ten thousand" and "120-140k" have one `multiple` for both."""

    low: KnownNumber
    high: KnownNumber
    multiple: str = ""


class _Band:
    def __init__(self, bounds: _Bounds, *, is_listed: bool) -> None:
        self._bounds = bounds
        self._is_listed = is_listed
        self._has_unit = bool(bounds.units[1])
        self._is_age = _YEARS in bounds.units
        low, high = bounds.low, bounds.high
        self._pairs = [_Pair(self._known(low), self._known(high))]
        for size, name in ((1_000, r"(?:k|thousand|tsd\.?|tausend)"), (1_000_000, r"(?:million(?:en)?|mio\.?|m)")):
            if low and not (low * 1000) % size and abs(high) >= size:
                self._pairs.append(_Pair(self._known(low / size), self._known(high / size), name))

    def _known(self, number: Decimal) -> KnownNumber:
        return known_number(number, is_money=bool(self._bounds.units[0]), is_bound=True)

    def may_stand_in(self, text: Text) -> bool:
        return any(pair.low.may_stand_in(text) and pair.high.may_stand_in(text) for pair in self._pairs)

    def find(self, text: Text) -> Iterator[Span]:
        yield from self._find(text, by_marks)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by the bounds' own patterns, whatever the text holds."""
        yield from self._find(text, by_patterns)

    def _find(self, text: Text, seek: Seeker) -> Iterator[Span]:
        view = text.plain
        for pair in self._pairs:
            sought = seek(text, pair.low, pair.high)
            if sought is None:
                continue
            for hit in fitted(self._pattern(pair, *sought.signs), view.text).finditer(sought.text):
                start, end = hit.span()
                if self._stands(text, hit):
                    written = view.text[start:end]
                    is_ambiguous = any(numbers.is_ambiguous(written, bound) for bound in self._bounds[:2])
                    yield Span(*view.raw_span(start, end), self._rule(hit), is_ambiguous=is_ambiguous)

    def _pattern(self, pair: _Pair, low: Signs, high: Signs) -> str:
        code = self._bounds.code
        before, after = self._bounds.units
        units = (before, "" if pair.multiple else after)
        tail = ""
        if pair.multiple:
            tail = rf"[ \n-]?{pair.multiple}" + (rf"(?P<ahigh>[ \n-]?{after})?" if after else "")
        band = _bound(low, units, "low") + f"(?:{_JOINT})" + _bound(high, units, "high") + tail
        fast = numbers.starting(low.initials + (money.initials(code) if code else ""))
        return rf"{fast}(?<!{LETTER})(?<!\d-){band}(?!{LETTER}|\d)(?!-\d)"

    def _stands(self, read: Text, hit: re.Match[str]) -> bool:
        text = read.plain.text
        groups = hit.groupdict()
        before = text[max(0, hit.start() - 48) : hit.start()]
        if self._has_unit and not any(groups.get(name) for name in ("blow", "alow", "bhigh", "ahigh")):
            if not self._has_unit_near(read, before, hit):
                return False
            if groups["and"] and self._is_age and _AGE_BEFORE.search(before):
                return "between" in before or "zwischen" in before
        if groups["and"] and not self._is_listed and not _OPENED.search(before):
            return False
        if self._bounds.low >= 0 and numbers.is_negative(text, hit.start()):
            return False
        is_other = not groups.get("blow") and bool(money.ANY_BEFORE.search(before))
        return not (is_other and self._has_unit) and not spelling.goes_on(text, hit.start())

    def _has_unit_near(self, text: Text, before: str, hit: re.Match[str]) -> bool:
        """Tell whether the unit stands in a label before the bounds or in a heading above, or is said by "aged"."""
        if self._is_age and (_AGE_BEFORE.search(before) or _AGE_AFTER.match(text.plain.text, hit.end())):
            return True
        unit = rf"(?<!{LETTER}){self._bounds.units[1]}"
        if re.search(rf'{unit}[^\d.;\n]{{0,14}}[:=|][ ]?"?$', before):
            return True
        if re.match(rf'"?[,;]?[ \n]{{1,8}}"?(?:currency|unit)"?[ ]?[:=][ ]?"?{unit}', text.plain.text[hit.end() :]):
            return True
        heading = heading_at(text, hit.start())
        return re.search(unit, heading) is not None or (
            self._is_age and heading.strip() in {"age", "age group", "alter"}
        )

    @staticmethod
    def _rule(hit: re.Match[str]) -> str:
        return "dash" if hit["dash"] else "and" if hit["and"] else "most" if hit["most"] else "to"


class _Open:
    def __init__(self, number: Decimal, units: tuple[str, str], *, is_over: bool) -> None:
        self._units = units
        self._is_over = is_over
        self._end = known_number(number, is_money=bool(units[0]))

    def may_stand_in(self, text: Text) -> bool:
        return self._end.may_stand_in(text)

    def find(self, text: Text) -> Iterator[Span]:
        yield from self._find(text, by_marks)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by the number's own patterns, whatever the text holds."""
        yield from self._find(text, by_patterns)

    def _find(self, text: Text, seek: Seeker) -> Iterator[Span]:
        if sought := seek(text, self._end):
            for hit in fitted(self._pattern(*sought.signs), text.plain.text).finditer(sought.text):
                yield Span(*text.plain.raw_span(*hit.span()), "open_band")

    def _pattern(self, number: Signs) -> str:
        before, after = self._units
        written = rf"(?:{number.digits}|{number.words})"
        head = (_OVER if self._is_over else _UNDER).replace(" than", " than(?: the age of)?").replace(" ", GAP)
        forms = [written] if not after else [rf"{written}[ \n-]?{after}"]
        if before:
            forms.append(rf"{before}[ \n]?{written}")
        joined = "|".join(forms)
        opened = [rf"(?<!{LETTER})(?<!no{GAP})(?<!not{GAP}){head}{GAP}?(?:{joined}){NO_WORD_AFTER}"]
        tail = _MORE if self._is_over else _LESS
        opened.append(rf"(?<!{LETTER})(?:{joined}){tail}")
        if after and self._is_over:
            opened.append(rf"(?<!{LETTER}){written}{tail}[ \n-]?{after}")
        if after == _YEARS:  # "aged over 50", "50 or older", "above the age of 50", "the over-50s"
            old = r"older|älter" if self._is_over else r"younger|jünger"
            aged = rf"(?<![a-z]){_AGE}\"?[ \n:=|]{{1,3}}\"?"
            opened += [
                rf"{aged}(?:{head}{GAP}?{written}{NO_WORD_AFTER}|{written}{tail})",
                rf"(?<!{LETTER}){head}{GAP}the{GAP}age{GAP}of{GAP}{written}{NO_WORD_AFTER}",
                rf"(?<!{LETTER}){head}-?{GAP}?{written}s(?!{LETTER})",
                rf"(?<!{LETTER}){written}{GAP}(?:or|and|und|oder){GAP}(?:{old})",
                rf"(?<!{LETTER}){'older' if self._is_over else 'younger'}{GAP}than{GAP}{written}{NO_WORD_AFTER}",
            ]
        return "|".join(opened)


class _Words:
    def __init__(self, text: str) -> None:
        self._text = text

    def may_stand_in(self, text: Text) -> bool:
        return all(word in text.plain.text for word in re.split(r"[\s-]+", self._text))

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for hit in fitted(numbers.wording(self._text), view.text).finditer(view.text):
            yield Span(*view.raw_span(hit.start(), hit.end()), "verbatim")
