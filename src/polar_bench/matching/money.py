"""Amounts of money: a currency (code, symbol or word) bound to its own number, before or after it.

Another currency is no find, nor is a number alone, unless the value itself has no currency. Must not know names of
attributes or other kinds.

Source: DESIGN.md section 5, rule 2; reference/users-reports.md rows 43, 47-49 and the money traps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from polar_bench.matching import bands, numbers, spelling
from polar_bench.matching.characters import holds_any
from polar_bench.matching.lazy import lazy
from polar_bench.matching.number_marks import KnownNumber, Seeker, Signs, by_marks, by_patterns, known_number
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.patterns import fitted
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER
from polar_bench.matching.tables import CELL_CLOSES, CELL_OPENS, heading_at, headings
from polar_bench.matching.text import Text, value_text

# Code: what it's called, in folded text. A word that several currencies share ("dollars") stands with each of them.
_NAMES = {
    "CHF": r"chf|s?fr\.|sfr|frs?|₣|(?:swiss|schweizer) (?:francs?|franken)|francs?|franken",
    "EUR": r"eur|€|euros?",
    "GBP": r"gbp|£|(?:british )?pounds?(?: sterling)?|sterling|quid|pfund",
    "USD": r"usd|us ?\$|u\.s\. ?\$|\$|(?:us |us-|u\.s\. |american )?dollars?|bucks",
    "CAD": r"cad|ca?\$|\$|(?:canadian )?dollars?",
    "AUD": r"aud|au?\$|\$|(?:australian )?dollars?",
    "NZD": r"nzd|nz\$|\$|(?:new zealand )?dollars?",
    "SGD": r"sgd|s\$|\$|(?:singapore )?dollars?",
    "HKD": r"hkd|hk\$|\$|(?:hong kong )?dollars?",
    "JPY": r"jpy|¥|(?:japanese )?yen",
    "CNY": r"cny|rmb|¥|yuan|renminbi",
    "INR": r"inr|₹|rs\.?|(?:indian )?rupees?",
    "KR": r"kr\.?|kron(?:or|as?|e|er)|crowns?",
    "SEK": r"sek|kr\.?|(?:swedish )?kron(?:or|a)|swedish (?:crowns?|kroner?)",
    "NOK": r"nok|kr\.?|(?:norwegian )?kroner?|norwegian crowns?",
    "DKK": r"dkk|kr\.?|(?:danish )?kroner?|danish crowns?",
    "PLN": r"pln|zł|zl|zlot(?:y|ys|ies)|złot(?:y|ych)",
    "CZK": r"czk|kč|(?:czech )?(?:crowns?|koruna)",
    "ZAR": r"zar|rands?",
    "BRL": r"brl|r\$|rea(?:l|is)",
    "MXN": r"mxn|mx\$|(?:mexican )?pesos?",
    "TRY": r"try|₺|(?:turkish )?liras?",
    "KRW": r"krw|₩|won",
    "ILS": r"ils|₪|shekels?",
}
_KRONER = ("SEK", "NOK", "DKK")  # what "kr" alone leaves open
# A value with no letter or symbol beside its code
_CODE_ALONE = re.compile(r"[\d\s.,'-]*([a-z]{3})[\d\s.,'-]*")
_WORDS_TOO = {"TRY"}  # a code that is a word: "try 212 555 0164"
# Symbols and codes that say another currency where they stand beside the number
_ANY = (
    r"(?:[a-z]{0,3}[$]|[€£¥₹₺₩₪]|(?<![a-z])(?:"
    + "|".join(name.lower() for name in _NAMES if name not in _WORDS_TOO)
    + r"|s?fr\.|sfr))"
)
ANY_BEFORE = re.compile(rf"{_ANY}[ \n]?$")
ANY_AFTER = re.compile(rf"[ \n]?(?:{_ANY}|francs?|franken|euros?|pounds?|dollars?)(?![a-z])")
_FIELD = r'"?[,;]?[ \n]{1,8}(?:-[ ])?"?'  # between two fields of an object or of a list
_GAP_BEFORE = rf'(?:\)?[ \n]?[:=|]?(?:[ \n]{{0,2}}|\n> ?)|(?:",|{_FIELD})"?(?:amount|value|sum|betrag)"?[ ]?[:=][ ]?"?)'
_GAP_AFTER = (
    rf'(?:[.,]-{{1,2}})?(?:[ \n]{{0,2}}\(?|\n> ?|-|[ \n]in[ \n]|(?:"?,|{_FIELD})"?(?:currency|währung)"?[ ]?[:=][ ]?"?)'
)
_POUNDS = re.compile(r"(?<![a-z])(?<!british[ \n])pounds?$")
_WEIGHT_AFTER = re.compile(
    rf"{GAP}(?:of{GAP}(?!(?:rent|income|debts?|savings|credit|benefits?|tax|arrears|cash|support|aid|funding|fees?|costs"
    r"|fines?|pay|profits?|revenue|sales|spending|damages?|value|worth|money|capital|salary|wages|compensation|relief"
    r"|the|my|his|her|our|their|your|this|that|which)(?![a-z]))"
    rf"|in{GAP}weight|heavy|heavier|lighter|\(?\d[\d.,]*{GAP}?k(?:g|ilo))"
)
_WEIGHT_BEFORE = re.compile(
    r"(?<![a-z])weigh(?:s|ed|ing|t)?(?:[ \n](?:in|is|was|of|at|about|around|almost|nearly|over|some|just)){0,3}:?[ \n]$"
)
_CENTS = r"(?:[ ]?(?:pence|p|cents?|c|rappen|rp\.?|centimes?|öre))?"
_FOLLOWED = re.compile(
    rf"{GAP}(?:and{GAP})?\d\d(?:{GAP}?(?:pence|p|cents?|rappen|rp|centimes?))?(?![\d.,'/:-]|{GAP}?[a-z%])"
)
_CODE_GOES_ON = re.compile(r"[a-z]{1,3}\d")  # "CHF1850X22" is a ticket's number
_MULTIPLIED = re.compile(rf"[ \n-]?(?:k|m|bn|thousand|[mb]illions?|tausend|mio|mrd|lakhs?|crores?){NO_WORD_AFTER}")
_PERIODS = {
    "hour": r"hours?|h|hr|stunde",
    "day": r"days?|tag",
    "week": r"weeks?|wk|woche",
    "month": r"months?|mo|mth|monat|monthly|monatlich",
    "year": r"years?|yr|annum|jahr|yearly|annually|jährlich",
}
_PERIOD = re.compile(
    r"[ \n]?(?:(?:/|per|an?|each|every|pro|im)[ \n]?)?(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _PERIODS.items())
    + rf"){NO_WORD_AFTER}"
)


def code_in(text: str) -> str:
    """Return the code of the first currency that a normalised value names, "" where it names none."""
    alone = _CODE_ALONE.fullmatch(text)
    if alone and alone[1].upper() in _NAMES:
        return alone[1].upper()
    found = [
        (hit.start(), -len(hit[0]), code) for code in _NAMES if (hit := fitted(_bordered(code), text).search(text))
    ]
    # At one place the longest name wins ("ca$" over "$"), then the order of the table
    return min(found, key=lambda hit: (hit[0], hit[1]))[2] if found else ""


@cache
def named(code: str) -> str:
    """Return a pattern of the names of a currency, with borders towards letters and other symbols."""
    return _bordered(code, *(_KRONER if code == "KR" else ()))


def _bordered(*codes: str) -> str:
    names = "|".join(_NAMES[code] for code in codes).replace(" ", GAP)
    return rf"(?<!{LETTER})(?<![$€£])(?:{names})(?!{LETTER})"


@cache
def initials(code: str) -> str:
    """Return the characters with which a name of the currency can begin."""
    names = "|".join(_NAMES[each] for each in (code, *(_KRONER if code == "KR" else ())))
    plain = names.replace("\\", "").replace("(?:", "(")
    openings = re.findall(r"(?:^|\||\()\(?([^(|])(?:\?(.))?", plain) + re.findall(r"\) ?\??(\(?)([^(|)?])", plain)
    return "".join(character for pair in openings for character in pair if character not in "( ") + "-"


def read(value: str) -> Grammar:
    """Return the grammar of an amount ("CHF 9'781", "£27.80 per hour", "1.2 million euros"); any string will do."""
    text = " ".join(value_text(value[:200]).plain.text.split())
    found = numbers.tokens(text)
    if not found:
        return _Amount(None, "", 0)
    number = found[0].readings[0]
    cents = found[1].readings[0] if len(found) > 1 else Decimal(0)
    code = code_in(text) if 0 < cents < 100 and not number % 1 else ""
    if code and re.fullmatch(rf".*\d {_NAMES[code]} (?:and )?\d\d.*", text):
        number += cents / 100
    if text.startswith("-") and number > 0:
        number = -number
    return _Amount(number, text, found[0].end)


class _Side(NamedTuple):
    """The currency on one side of the number: a rule with its pattern."""

    rule: str
    pattern: str


class _Amount:
    def __init__(self, number: Decimal | None, value: str, end: int) -> None:
        """`end` is where the number ends in the normalised value."""
        self._number = number
        self._value = value
        self._end = end
        self._amount = known_number(number or Decimal(0), is_money=True)
        has_cents = number is not None and number % 1
        self.may_stand_in: Callable[[Text], bool] = self._may_stand_parted if has_cents else self._amount.may_stand_in
        """Tells, fast, whether it pays to look: False only where `find` yields nothing."""

    @lazy
    def _code(self) -> str:
        return code_in(self._value)

    @lazy
    def _period(self) -> str | None:
        period = _PERIOD.search(self._value, self._end)
        return period.lastgroup if period else None

    @lazy
    def _whole(self) -> KnownNumber | None:
        """The amount without its cents, None where it has none, or no currency to part it from them."""
        number = self._amount.value
        has_cents = number > 0 and number % 1 and not number * 100 % 1
        return known_number(Decimal(int(number))) if has_cents and self._code else None

    def _may_stand_parted(self, text: Text) -> bool:
        """Tell, fast, whether `text` can hold an amount with cents; words may give these ("49 euros ninety")."""
        if self._amount.may_stand_in(text):
            return True
        words = spelling.parts(Decimal(int(self._amount.value * 100 % 100)))
        return holds_any(text.plain.text, words) and self._whole is not None and self._whole.may_stand_in(text)

    def find(self, text: Text) -> Iterator[Span]:
        yield from self._find(text, by_marks)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find by the number's own patterns, whatever the text holds."""
        yield from self._find(text, by_patterns)

    def _find(self, text: Text, seek: Seeker) -> Iterator[Span]:
        if self._number is None:
            return
        if amount := seek(text, self._amount):
            for side in self._sides(*amount.signs):
                yield from self._found(text, amount.text, side)
            if self._code and text.once(headings):
                yield from self._in_table(text, amount.text, amount.signs[0])
        if self._whole and (whole := seek(text, self._whole)):
            yield from self._found(text, whole.text, self._with_cents(*whole.signs))

    def _found(self, text: Text, marks: str, side: _Side) -> Iterator[Span]:
        view, number = text.plain, self._amount.value
        for hit in fitted(side.pattern, view.text).finditer(marks):
            start, end = hit.span()
            written = view.text[start:end]
            if self._stands(view.text, start, end, side.rule):
                is_ambiguous = numbers.is_ambiguous(written, number) or self._is_shared(written)
                yield Span(*view.raw_span(start, end), side.rule, is_ambiguous=is_ambiguous)

    def _in_table(self, text: Text, marks: str, number: Signs) -> Iterator[Span]:
        """Yield the cells that hold the number alone, under a heading that names the currency."""
        view = text.plain
        cell = rf"{CELL_OPENS}(?P<number>{number.digits}|{number.words}){CELL_CLOSES}"
        for hit in fitted(cell, view.text).finditer(marks):
            if re.search(named(self._code), heading_at(text, hit.start("number"))):
                yield Span(*view.raw_span(*hit.span("number")), "currency_before")

    def _sides(self, number: Signs) -> list[_Side]:
        """Return the patterns of the currency before and after, or of the number alone where the value has none."""
        digits, words, initial = number
        fast = numbers.starting(initial)
        if not self._code:
            bare = rf"{fast}(?:{numbers.NO_WORD_BEFORE}{digits}(?!{LETTER}|[ ]?%)|{words})"
            return [_Side("bare_number", bare)]
        currency = named(self._code)
        before = rf"{numbers.starting(initials(self._code))}(?:{currency}{_GAP_BEFORE}(?:{digits}|{words})"
        if self._amount.value < 0:
            before += rf"|-{currency}{GAP}?{numbers.in_digits(-self._amount.value, is_money=True)}"
        before += r")(?:[.,]-{1,2})?"
        after = rf"{fast}(?:(?<!{LETTER}){digits}{_GAP_AFTER}|{words}[ \n-]){currency}(?!\d)"
        return [_Side("currency_before", before), _Side("currency_after", after)]

    def _with_cents(self, whole: Signs) -> _Side:
        """Return the pattern of an amount whose currency parts it from its cents ("12 francs 50")."""
        number = int(self._amount.value * 100 % 100)
        said = rf"{number:02d}|{spelling.in_words(Decimal(number))}"
        if number == int(self._amount.value):  # "21 euros 21": marked like the whole
            said += rf"|{whole.digits}|{whole.words}"
        cents = rf"{GAP}(?:and{GAP})?(?:{said}){_CENTS}{NO_WORD_AFTER}"
        written = rf"(?:{whole.digits}{GAP}?|{whole.words}{GAP})"
        return _Side("with_cents", rf"(?<!{LETTER}){written}{named(self._code)}{cents}")

    def _stands(self, text: str, start: int, end: int, rule: str) -> bool:
        """Tell whether the currency is this number's own, and the number no part of something else."""
        number = self._amount.value
        if number > 0 and (numbers.is_negative(text, start) or spelling.goes_on(text, start)):
            return False
        if self._code and rule != "currency_before" and ANY_BEFORE.search(text[max(0, start - 6) : start]):
            return False
        after = text[end : end + 24]
        if rule != "currency_after" and _MULTIPLIED.match(after):
            return False
        if rule == "currency_before":
            if _CODE_GOES_ON.match(after):
                return False
            other = ANY_AFTER.match(after)
            # "EUR 500 CHF 20": the second currency has a number of its own
            is_other = other is not None and not re.fullmatch(named(self._code), other[0].strip())
            if is_other and other is not None and not re.match(rf"{GAP}?\d", after[other.end() :]):
                return False
        elif rule == "currency_after":
            if self._code == "GBP" and _is_weight(text, start, end):
                return False
            if not number % 1 and _FOLLOWED.match(after):
                return False
            # "ref 9781 CHF 20": a code or symbol right before a number is that number's
            if not re.search(r"[a-z]{4}$", text[start:end]) and re.match(rf"{GAP}\d", after):
                return False
        if self._period:
            said = _PERIOD.match(after)
            if said and said.lastgroup != self._period:
                return False
        return not bands.is_bound(text, start, end, number)

    def _is_shared(self, written: str) -> bool:
        """Tell whether "$" or "dollars" was taken for a currency other than the usual one."""
        is_dollar = self._code in {"CAD", "AUD", "NZD", "SGD", "HKD"}
        return is_dollar and bool(re.search(r"(?<![a-z])\$|(?:^|[\d ])dollars?$", written))


def _is_weight(text: str, start: int, end: int) -> bool:
    """Tell whether the pounds at `start` to `end` are those of a pair of scales: "640 pounds of flour"."""
    if not _POUNDS.search(text[start:end]):
        return False
    return bool(_WEIGHT_AFTER.match(text, end) or _WEIGHT_BEFORE.search(text[max(0, start - 32) : start]))
