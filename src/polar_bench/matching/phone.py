"""Phone numbers: compared by their national significant digits, whatever stands before and between them.

A find is one token: digits with permitted separators, a known prefix (+41, 0041, (0), 0, or none), and clean borders.
There is no test of validity: fictional numbers seldom are valid. Sources: DESIGN.md section 5, rules 2 to 4;
reference/users-reports.md rows 55 to 61. Must not know attributes, roles or turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from polar_bench.matching.characters import digits_of, holds_any, places_of_digits
from polar_bench.matching.counting import counts
from polar_bench.matching.money import ANY_AFTER, ANY_BEFORE
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.text import Text, View, value_text

_SHORTEST_NUMBER = 7  # digits; below it (an emergency call, an extension) only the very token counts
_SHORTEST_BEGINNING = 4
_SHORTEST_ENDING = 3
_LONGEST_PREFIX = 7  # 011 423 0


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TWO_FIGURE_CODES = _words(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 "
    "90 91 92 93 94 95 98"
)
_EXTENSION = re.compile(r"[\s,;]*(?:ext(?:ension)?|x|durchwahl|dw|int(?:ern)?)[\s.:]*\d+\D*\Z")
# Between two digits of one number: a space, hyphen, dot, slash, parenthesis, or a line's end
_WITHIN = re.compile(
    r"(?: {1,2}| ?[-/] ?|[._·]|\)(?: ?[-/.]? ?)| ?\(|[-/.)]? {0,2}\n {0,3}(?:> ?)?|\)?[ -]?\(0\)[ -]?"
    r"|\)?,? (?:and )?(?:then |(?:the )?(?:local )?number (?:is )?|rufnummer ))?"
)
# What binds digits at a border into a longer token; wider gaps (" / ", a line's end, ", ") part two numbers
_BINDING = re.compile(r"(?: {1,2}|[-./,'_·]|\)[ -]?|[ -]?\()?")
_HOURS = re.compile(
    r" {1,2}(?:\d{1,2}[:h]\d\d|\d/\d"
    r"|\d{1,2}(?:-\d{1,2})? ?(?:hours?|hrs?|h|times|uhr|stunden|am|pm|minutes|min|days)(?![a-z]))"
)
_PLUS = re.compile(r"\+ ?\(?\Z")
_GLUED = re.compile(r"[-_]?[a-z](?![a-z])|-[a-z]{2,3}(?![a-z])")  # "785550123-B" is a code
_FILE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|pdf|docx?|xlsx?|txt|csv|html?|mp[34]|wav|zip|json|xml)(?![a-z])")
_ADDRESS = re.compile(r"://|\Awww\.|\A[a-z0-9-]+(?:\.[a-z0-9-]+){0,4}\.[a-z]{2,6}/")
_DIALLED = re.compile(r"tel:|wa\.me/|whatsapp|sms:|callto:|phone=")
_CODE_BEFORE = re.compile(r"([a-z0-9]{1,20})[-_/]\Z")
_SPOKEN_BEFORE = _words("tel fon fone mob cell call fax at on is no nr to or and home work dial natel phone")
_OTHER_NUMBER = re.compile(
    r"(?<![a-z])(?:order|invoice|ref|reference|case|ticket|id|account|policy|tracking|parcel|bestellung|rechnung|auftrag"
    r"|konto|file|serial|customer|member|isbn|product|article)(?: ?(?:number|no|nr|id|code)\b)?[\s.:#]{1,4}\Z"
)
# Last digits, said to be the last ones
_COUNT = r"(?:three|four|five|six|seven|eight|few|drei|vier|funf|fuenf|sechs|sieben|[3-8])"
_DIGITS = r"(?:digits?|numbers?|figures?|numerals?|ziffern?|stellen|zahlen)"
_LAST = r"(?:last|final|closing|trailing|letzten?)"
# One of these stands in every find of the patterns below
_SIGNS_OF_ENDING = ("end", "finish", "terminat", "last", "final", "closing", "trailing", "letzte")
_SIGNS_OF_MASK = (*"•●▪·#…", "xx", "xX", "Xx", "XX", "**", "*\\", "...")
_LINK = r"[\s:=\"'(|…-]{1,4}"
_ENDING = re.compile(
    rf"(?<![a-z])(?:(?:ends?|ending|ended|finish(?:es|ing)?|terminat(?:es|ing)|endet|endend)"
    rf"(?: (?:in|with|on|at|by|auf|mit|the|are|is|der|den|{_DIGITS}|number)){{0,5}}{_LINK}"
    rf"|{_LAST} (?:{_COUNT} )?{_DIGITS}(?![a-z])[^\d.!?\n]{{0,50}}"
    rf"|{_LAST} {_COUNT}(?: (?:of [^\d.!?\n]{{1,40}} )?(?:are|is|being|sind|lauten))?{_LINK}"
    rf"|end(?:ziffern|nummer|ung)(?: (?:ist|sind|lauten|lautet))?{_LINK})"
    r"(?P<digits>\d(?:[ .-]?\d){2,14})(?!\d|[.-]\d)"
)
_ENDING_AFTER = re.compile(
    rf"(?<!\d)(?<!\d[ .,-])(?P<digits>\d{{3,12}})(?: (?:are|is|as|being|sind|at|forms?))(?: (?:just|only))?"
    rf"(?: (?:the|its|their|his|her|my|die|end))? (?:{_LAST} (?:{_COUNT}(?![a-z0-9])|{_DIGITS})|(?:the )?end(?![a-z]))"
)
_MASKED = re.compile(
    r"(?:(?<![A-WYZa-wyz])[xX]{2}|[•●▪·#]{2}|(?:\\?\*){4}|(?<![*\\\w])\*{3}(?![^*\n]{1,80}\*{3})"
    r"|\*{2,3}[ .-]{1,2}\*{2,3}|…|\.{3})[ .)-]{0,3}"
    r"(?P<digits>\d{3,12})(?!\w)"
)
_OF_A_CARD = re.compile(
    r"(?<![a-z])(?:(?:credit|debit)?card|visa|mastercard|amex|iban|kreditkarte)(?![a-z])[^.!?\n]{0,24}\Z"
)
_LONGEST_CARD = 40
# Digits of a number, others of it behind a mask, and perhaps its last ones
_PARTLY = re.compile(
    r"(?<![\w*\u2022\u25cf#+.-])(?P<head>\+?\(?\d[\d ()./-]{0,14}?)[ ()./-]{0,2}"
    r"(?:\\?[xX*\u2022\u25cf#]){2,4}(?:[ ./-]?(?:\\?[xX*\u2022\u25cf#]){2,4})*+"
    r"(?P<tail>(?:[ ./-]{0,2}\d{2,4}){0,3})(?![\w*\u2022\u25cf#])"
)


def read(value: str) -> Grammar:
    """Return the grammar of a phone number, written in any way; it finds nothing where there are too few digits."""
    text = value_text(value).bare.text.strip()
    if text.islower():  # it has letters
        text = _EXTENSION.sub("", text)
    is_abroad = "+" in text
    figures = digits_of(text.replace("(0)", ""))
    for exit_code in ("00", "011"):
        if not is_abroad and figures.startswith(exit_code) and len(figures) > 10:
            is_abroad, figures = True, figures.removeprefix(exit_code)
    is_abroad = is_abroad or (len(figures) > 10 and not figures.startswith("0"))
    if not is_abroad:
        return PhoneGrammar(None, figures)
    size = 1 if figures[:1] in ("1", "7") else 2 if figures[:2] in _TWO_FIGURE_CODES else 3
    return PhoneGrammar(figures[:size], figures[size:])


class PhoneGrammar:
    """Finds a number by its national significant digits; `country` is None where the value doesn't say it."""

    def __init__(self, country: str | None, national: str) -> None:
        self.country = country
        self.trunk = national[: len(national) - len(national.lstrip("0"))]
        self.digits = national.lstrip("0")
        self.is_short = len(self.digits) < _SHORTEST_NUMBER
        if self.is_short:
            self.digits = national
        self._first, self._last = self.digits[:_SHORTEST_BEGINNING], self.digits[-_SHORTEST_ENDING:]

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        figures = text.figures
        if self.is_short:
            return len(self.digits) > 2 and self.digits in figures
        return self._last in figures or (self._first in figures and holds_any(text.raw, _SIGNS_OF_MASK))

    def find(self, text: Text) -> Iterator[Span]:
        """Yield the places of the number, and partial ones where its last digits are said to be that."""
        yield from self._places(text.bare)
        if self.is_short:
            return
        is_masked = holds_any(text.raw, _SIGNS_OF_MASK)
        if self._last in text.figures:
            endings = (_ENDING, _ENDING_AFTER) if holds_any(text.bare.text, _SIGNS_OF_ENDING) else ()
            yield from self._endings(text, endings, (_MASKED,) if is_masked else ())
        if is_masked:
            yield from self._partly(text)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find as `find` does, whatever the text holds."""
        yield from self._places(text.bare)
        if not self.is_short:
            yield from self._endings(text, (_ENDING, _ENDING_AFTER), (_MASKED,))
            yield from self._partly(text)

    def _places(self, view: View) -> Iterator[Span]:
        if len(self.digits) < 3:
            return
        figures, places = _figures(view.text)
        size, at = len(self.digits), figures.find(self.digits)
        while at >= 0:
            span = self._token(view.text, places, at, at + size)
            if span is not None:
                yield Span(*view.raw_span(span[0], span[1]), span[2])
            at = figures.find(self.digits, at + 1)

    def _token(self, text: str, places: list[int], first: int, after: int) -> tuple[int, int, str] | None:
        """Return span and rule of the token whose significant digits are places[first:after], if it is one."""
        start, end = places[first], places[after - 1] + 1
        if text[end : end + 1].isdigit() or end - start > 6 * (after - first):
            return None
        is_solid = end - start == after - first
        if not is_solid:
            gaps = [text[places[i] + 1 : places[i + 1]] for i in range(first, after - 1)]
            if not all(not gap or _WITHIN.fullmatch(gap) for gap in gaps) or text.count("\n", start, end) > 1:
                return None
        prefix = self._prefix(text, places, first)
        if prefix is None:
            return None
        start, rule = prefix
        # "+420224555316,1979-11-02": what follows a comma is a number of its own
        is_parted = text[start] == "+" and text[end : end + 1] == ","
        if after < len(places) and not is_parted and _is_bound_after(text, end, places[after]):
            return None
        if text[start - 1 : start] == "(" and (")" in text[start:end] or text[end : end + 1] == ")"):
            start -= 1
            end += ")" not in text[start:end]
        is_plain = is_solid and text[start] != "+"
        is_free = _is_no_code(text, start, end, is_plain=is_plain, is_bare=rule == "bare")
        return (start, end, rule) if is_free else None

    def _prefix(self, text: str, places: list[int], first: int) -> tuple[int, str] | None:
        """Return where the token begins and the rule of its prefix; None where more or other digits are bound to it."""
        at = first
        while at > 0 and first - at <= _LONGEST_PREFIX and _is_bound_before(text, places[at - 1], places[at]):
            at -= 1
        start = places[at]
        digits = "".join(text[place] for place in places[at:first])
        plus = _PLUS.search(text, max(0, start - 3), start)
        if plus is not None:
            start -= len(plus[0])
        rule = self._rule_of(digits, has_plus=plus is not None)
        return None if rule is None else (start, rule)

    def _rule_of(self, digits: str, *, has_plus: bool) -> str | None:
        if self.is_short:
            return "bare" if not digits and not has_plus else None
        if has_plus or (len(digits) > 2 and digits.startswith(("00", "011"))):
            code = digits if has_plus else digits.removeprefix("011") if digits[1] == "1" else digits[2:]
            if self.country is None:
                is_code = 1 <= len(code) <= 4 and not code.startswith("0")
            else:
                is_code = code.startswith(self.country) and code.removeprefix(self.country) in ("", "0", self.trunk)
            return "country_code" if is_code else None
        if digits in ("0", self.trunk) or (digits == "8" and self.country == "7"):
            return "national" if digits else "bare"
        if digits == "":
            return "bare"
        american = self.country is None and not self.trunk and len(self.digits) == 10
        codes = ("1",) if american else (self.country, f"{self.country}0") if self.country else ()
        return "country_code" if digits in codes else None

    def _endings(
        self, text: Text, said: Iterable[re.Pattern[str]], masked: Iterable[re.Pattern[str]]
    ) -> Iterator[Span]:
        """Yield the last digits that the patterns find: those said to be the last, and those behind a mask."""
        view = text.bare
        for pattern in said:
            for m in pattern.finditer(view.text):
                end = self._ending(m)
                if end is not None and not _OF_A_CARD.search(view.text, max(0, m.start() - _LONGEST_CARD), m.start()):
                    end = m.end() if pattern is _ENDING_AFTER else end
                    yield Span(*view.raw_span(m.start(), end), "last_digits", Grade.PARTIAL)
        for pattern in masked:
            for m in pattern.finditer(text.raw):
                if self._ending(m) is not None:
                    yield Span(m.start(), m.end(), "masked", Grade.PARTIAL)

    def _partly(self, text: Text) -> Iterator[Span]:
        """Yield the places where the number stands with a part masked and its first four or last three digits told."""
        starts = ("", "0", *([self.country, f"00{self.country}"] if self.country else ()))
        for m in _PARTLY.finditer(text.raw):
            head, tail = digits_of(m["head"].replace("(0)", "")), digits_of(m["tail"])
            told = max((len(head) - len(s) for s in starts if (s + self.digits).startswith(head)), default=-1)
            is_enough = told >= _SHORTEST_BEGINNING or len(tail) >= _SHORTEST_ENDING
            if told >= 0 and is_enough and self.digits.endswith(tail):
                yield Span(m.start(), m.end(), "masked", Grade.PARTIAL)

    def _ending(self, m: re.Match[str]) -> int | None:
        """Return where the last digits that `m` gives end, None where they are others."""
        for digits in (m["digits"], m["digits"].partition(" ")[0]):
            plain = digits_of(digits)
            if len(plain) >= _SHORTEST_ENDING and self.digits.endswith(plain):
                return m.start("digits") + len(digits)
        return None


@lru_cache(maxsize=16)
def _figures(text: str) -> tuple[str, list[int]]:
    """Return the digits of `text` alone, and the place of each."""
    places = places_of_digits(text)
    return "".join([text[place] for place in places]), places


def _is_bound_before(text: str, left: int, right: int) -> bool:
    gap = text[left + 1 : right] if right - left < 6 else None
    if gap in ("/", ",") and text[right] == "0":
        return False  # "044 111 22 33/079 123 45 67"
    return gap is not None and (_BINDING.fullmatch(gap) is not None or gap == ") (")


def _is_bound_after(text: str, end: int, following: int) -> bool:
    gap = text[end:following] if following - end < 6 else None
    if gap is None or _BINDING.fullmatch(gap) is None or (gap in ("/", ",") and text[following] == "0"):
        return False
    return not _HOURS.match(text, end)


def _is_no_code(text: str, start: int, end: int, *, is_plain: bool, is_bare: bool) -> bool:
    """Tell a number that is said from digits of a web address, a file's name, an identifier, an order number."""
    if _FILE.match(text, end):
        return False
    window = text[max(0, start - 200) : start]
    chunk = window[max(window.rfind(" "), window.rfind("\n")) + 1 :]
    if "." in chunk or ":" in chunk or "=" in chunk:
        if _DIALLED.search(chunk):
            return True
        if _ADDRESS.search(chunk):
            return False
    code = _CODE_BEFORE.search(chunk[-21:])
    if code and text[start] != "+" and len(code[1]) <= 4 and code[1] not in _SPOKEN_BEFORE:
        return False
    if is_bare and (ANY_BEFORE.search(window[-6:]) or ANY_AFTER.match(text, end)):
        return False  # an amount
    if is_bare and is_plain and counts(text, end):
        return False
    if is_plain and _GLUED.match(text, end) and text[end : end + 1] != "x":
        return False
    return not (
        is_plain and text[start - 1 : start] in (" ", ":", "#", ".", "\n") and _OTHER_NUMBER.search(window[-28:])
    )
