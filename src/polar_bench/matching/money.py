"""Amounts of money: a currency (code, symbol or word) bound to its own number, before or after it.

Another currency is no find, nor is a number alone, unless the value itself has no currency. Must not know names of
attributes or other kinds.

Source: DESIGN.md section 5, rule 2; reference/users-reports.md rows 43, 47-49 and the money traps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from polar_bench.matching import bands, numbers, spelling
from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.spelling import GAP, LETTER
from polar_bench.matching.text import Text

# Code: what it's called, in folded text. A word that several currencies share ("dollars") stands with each of them.
_NAMES = {
    "CHF": r"chf|s?fr\.|sfr|(?:swiss|schweizer) (?:francs?|franken)|francs?|franken",
    "EUR": r"eur|€|euros?",
    "GBP": r"gbp|£|(?:british )?pounds?(?: sterling)?|sterling|quid|pfund",
    "USD": r"usd|us ?\$|u\.s\. ?\$|\$|(?:us |u\.s\. |american )?dollars?|bucks",
    "CAD": r"cad|ca?\$|\$|(?:canadian )?dollars?",
    "AUD": r"aud|au?\$|\$|(?:australian )?dollars?",
    "NZD": r"nzd|nz\$|\$|(?:new zealand )?dollars?",
    "SGD": r"sgd|s\$|\$|(?:singapore )?dollars?",
    "HKD": r"hkd|hk\$|\$|(?:hong kong )?dollars?",
    "JPY": r"jpy|¥|(?:japanese )?yen",
    "CNY": r"cny|rmb|¥|yuan|renminbi",
    "INR": r"inr|₹|rs\.?|(?:indian )?rupees?",
    "SEK": r"sek|kr\.?|(?:swedish )?kron(?:or|a)",
    "NOK": r"nok|kr\.?|(?:norwegian )?kroner?",
    "DKK": r"dkk|kr\.?|(?:danish )?kroner?",
    "PLN": r"pln|zł|zl|zlot(?:y|ys|ies)|złot(?:y|ych)",
    "CZK": r"czk|kč|(?:czech )?(?:crowns?|koruna)",
    "ZAR": r"zar|rands?",
    "BRL": r"brl|r\$|rea(?:l|is)",
    "MXN": r"mxn|mx\$|(?:mexican )?pesos?",
    "TRY": r"try|₺|(?:turkish )?liras?",
    "KRW": r"krw|₩|won",
    "ILS": r"ils|₪|shekels?",
}
# Symbols and codes that say another currency where they stand beside the number
_ANY = r"(?:[a-z]{0,3}[$]|[€£¥₹₺₩₪]|(?<![a-z])(?:" + "|".join(name.lower() for name in _NAMES) + r"|s?fr\.|sfr))"
ANY_BEFORE = re.compile(rf"{_ANY}[ \n]?$")
ANY_AFTER = re.compile(rf"[ \n]?(?:{_ANY}|francs?|franken|euros?|pounds?|dollars?)(?![a-z])")
_GAP_BEFORE = r'(?:\)?[ \n]?[:=|]?(?:[ \n]{0,2}|\n> ?)|",[ \n]{0,8}"(?:amount|value)"[ ]?:[ ]?"?)'
_GAP_AFTER = r'(?:[.,]-{1,2})?(?:[ \n]{0,2}\(?|\n> ?|-|"?,[ \n]{0,8}"currency"[ ]?:[ ]?")'
_CENTS = r"(?:[ ]?(?:pence|p|cents?|c|rappen|rp\.?|centimes?|öre))?"
_FOLLOWED = re.compile(
    rf"{GAP}(?:and{GAP})?\d\d(?:{GAP}?(?:pence|p|cents?|rappen|rp|centimes?))?(?![\d.,'/:-]|{GAP}?[a-z%])"
)
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
    found = [(hit.start(), -len(hit[0]), code) for code in _NAMES if (hit := re.search(named(code), text))]
    # At one place the longest name wins ("ca$" over "$"), then the order of the table
    return min(found, key=lambda hit: (hit[0], hit[1]))[2] if found else ""


def named(code: str) -> str:
    """Return a pattern of the names of a currency, with borders towards letters and other symbols."""
    return rf"(?<!{LETTER})(?<![$€£])(?:{_NAMES[code].replace(' ', GAP)})(?!{LETTER})"


def initials(code: str) -> str:
    """Return the characters with which a name of the currency can begin."""
    plain = _NAMES[code].replace("\\", "").replace("(?:", "(")
    openings = re.findall(r"(?:^|\||\()\(?([^(|])(?:\?(.))?", plain) + re.findall(r"\) ?\??(\(?)([^(|)?])", plain)
    return "".join(character for pair in openings for character in pair if character not in "( ") + "-"


class _Side(NamedTuple):
    pattern: re.Pattern[str]
    rule: str
    number: Decimal


def read(value: str) -> Grammar:
    """Return the grammar of an amount ("CHF 9'781", "£27.80 per hour", "1.2 million euros"); any string will do."""
    text = " ".join(Text(value[:200]).plain.text.split())
    found = numbers.tokens(text)
    if not found:
        return _Amount([], "", None)
    number = found[0].readings[0]
    code = code_in(text)
    cents = found[1].readings[0] if len(found) > 1 else Decimal(0)
    if code and 0 < cents < 100 and not number % 1 and re.fullmatch(rf".*\d {_NAMES[code]} (?:and )?\d\d.*", text):
        number += cents / 100
    if text.startswith("-") and number > 0:
        number = -number
    period = _PERIOD.search(text, found[0].end)
    return _Amount(_sides(number, code), code, period.lastgroup if period else None)


def _sides(number: Decimal, code: str) -> list[_Side]:
    digits, words = numbers.in_digits(number, is_money=True), spelling.in_words(number)
    fast = numbers.starting(spelling.initials(number))
    if not code:
        bare = rf"{fast}(?:{numbers.NO_WORD_BEFORE}{digits}(?!{LETTER}|[ ]?%)|{words})"
        return [_Side(re.compile(bare), "bare_number", number)]
    currency = named(code)
    before = rf"{numbers.starting(initials(code))}(?:{currency}{_GAP_BEFORE}(?P<number>{digits}|{words})"
    if number < 0:
        before += rf"|-{currency}{GAP}?(?P<negative>{numbers.in_digits(-number, is_money=True)})"
    before += r")(?:[.,]-{1,2})?"
    after = rf"{fast}(?:(?<!{LETTER}){digits}{_GAP_AFTER}|{words}[ \n-]){currency}(?![0-9])"
    sides = [_Side(re.compile(before), "currency_before", number), _Side(re.compile(after), "currency_after", number)]
    if number > 0 and number % 1 and number * 100 % 1 == 0:
        whole = numbers.in_digits(Decimal(int(number)))
        cents = rf"{int(number * 100 % 100):02d}{_CENTS}{NO_WORD_AFTER}"
        parted = rf"{fast}(?<!{LETTER}){whole}{GAP}?{currency}{GAP}(?:and{GAP})?{cents}"
        sides.append(_Side(re.compile(parted), "with_cents", number))
    return sides


class _Amount:
    def __init__(self, sides: list[_Side], code: str, period: str | None) -> None:
        self._sides = sides
        self._code = code
        self._period = period

    def find(self, text: Text) -> Iterator[Span]:
        view = text.plain
        for pattern, rule, number in self._sides:
            for hit in pattern.finditer(view.text):
                if self._stands(view.text, hit, rule, number):
                    yield Span(
                        *view.raw_span(hit.start(), hit.end()),
                        rule,
                        is_ambiguous=numbers.is_ambiguous(hit[0], number) or self._is_shared(hit[0]),
                    )

    def _stands(self, text: str, hit: re.Match[str], rule: str, number: Decimal) -> bool:
        """Tell whether the currency is this number's own, and the number no part of something else."""
        start, end = hit.span()
        if number > 0 and (numbers.is_negative(text, start) or spelling.goes_on(text, start)):
            return False
        if self._code and rule != "currency_before" and ANY_BEFORE.search(text[max(0, start - 6) : start]):
            return False
        after = text[end : end + 24]
        if rule != "currency_after" and _MULTIPLIED.match(after):
            return False
        if rule == "currency_before":
            other = ANY_AFTER.match(after)
            # "EUR 500 CHF 20": the second currency has a number of its own
            is_other = other is not None and not re.fullmatch(named(self._code), other[0].strip())
            if is_other and other is not None and not re.match(rf"{GAP}?\d", after[other.end() :]):
                return False
        elif rule == "currency_after":
            if not number % 1 and _FOLLOWED.match(after):
                return False
            # "ref 9781 CHF 20": a code or symbol right before a number is that number's
            if not re.search(r"[a-z]{4}$", hit[0]) and re.match(rf"{GAP}\d", after):
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
