"""Bands around a number: whether an amount or a quantity is only one end of a range.

"4-6 weeks" doesn't say "6 weeks", and "between CHF 4,000 and CHF 6,000" says neither amount. Must not know grades.
"""

from __future__ import annotations

import re
from decimal import Decimal

from polar_bench.matching import numbers
from polar_bench.matching.spelling import NUMBER_WORDS

_SMALL_UNIT = r"(?: ?[^\W\d_]{1,14}\.?| ?[%€£$¥°]| ?°c)?"
_JOINT = r"(?: ?- ?| ?\.\.\.? ?|[ \n](?:to|bis|up to|through)[ \n])"
_LEADING = frozenset(
    [
        "to",
        "bis",
        "through",
        "and",
        "und",
        "et",
        "between",
        "zwischen",
        "entre",
        "about",
        "around",
        "roughly",
        "some",
        "etwa",
    ]
)
_HEAD = re.compile(rf"{_JOINT}(?:(?:[a-z]{{1,3}}\.?|[$€£¥])[ \n]?)?(?=[\da-z])")
_LETTERS = "abcdefghijklmnopqrstuvwxyzäöü"
_TAIL = re.compile(rf"(?P<unit>{_SMALL_UNIT}){_JOINT}$")
_BETWEEN = re.compile(r"(?<![a-z])(?:between|zwischen|entre)(?:[ \n](?:about|around|roughly|some|etwa))?[ \n]$")
_BETWEEN_BOTH = re.compile(r"(?<![a-z])(?:between|zwischen|entre)[ \n][^.;\n]{1,40}[ \n](?:and|und|et)[ \n]$")
_CHANGE = re.compile(
    r"(?<![a-z])(?:ro|rai|ris|increas|grew|grow|went|gone|go|fell|fall|cut|reduc|drop|lower|mov|chang|up|down|extend"
    r"|jump|climb|adjust|shorten|stieg|erhöht|gesenkt)[a-z]*[ \n](?:[^.;]{0,30}[ \n])?(?:from|von)[ \n][^.;]{0,20}$"
)
_LABEL = re.compile(
    r"(?<![a-z])(?:phase|step|section|part|item|option|stage|chapter|room|page|no|nr|week|day|year)\.? $"
)


def is_bound(text: str, start: int, end: int, number: Decimal) -> bool:
    """Tell whether the number with its unit at `start` to `end` is one of the two ends of a band.

    "rose from 4 to 6 weeks" is no band: both are said.
    """
    head = _HEAD.match(text, end)
    last = text[max(0, start - 16) : start].rstrip(" \n").rpartition(" ")[2]
    if not head and last not in _LEADING and last[-1:] not in "-.":
        return False
    before = text[max(0, start - 60) : start]
    if last in _LEADING and (_BETWEEN.search(before) or _BETWEEN_BOTH.search(before)):
        return True
    is_low = head is not None and _is_low(text[head.end() : head.end() + 24], number)
    return (is_low or _is_high(before, number)) and not _CHANGE.search(before)


def _is_low(following: str, number: Decimal) -> bool:
    """Tell whether a larger number begins right behind the joint."""
    other = numbers.first(following)
    return other is not None and any(reading > number for reading in other.readings)


def _ends_in_number(before: str) -> bool:
    """Tell fast whether `before` can end in a number at all."""
    rest = before.rstrip(_LETTERS)
    word = before[len(rest) :]
    return rest[-1:].isdigit() if word in {"", "k", "m"} else word in NUMBER_WORDS


def _is_high(before: str, number: Decimal) -> bool:
    """Tell whether a smaller number, its unit and a joint stand right before."""
    tail = _TAIL.search(before, max(0, len(before) - 22))
    if not tail:
        return False
    for end in (tail.start(), tail.end("unit")):
        if not _ends_in_number(before[max(0, end - 16) : end]):
            continue
        leading = numbers.tokens(before[max(0, end - 30) : end])
        if leading and leading[-1].end == min(end, 30) and any(reading < number for reading in leading[-1].readings):
            return not (" - " in tail[0] and _LABEL.search(before[: max(0, end - 30) + leading[-1].start]))
    return False
