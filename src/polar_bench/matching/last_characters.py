"""Where a text says the last characters of something: "ending in 4471", "the last four digits are ...", "****4471".

Read once a text for all values. Must not know values or kinds.
"""

from __future__ import annotations

import re

from polar_bench.matching.characters import alnum_of, holds_any
from polar_bench.matching.text import Text

# On the raw text, where a Markdown mark is an asterisk still; a run of them is tried from its start alone
_STARRED = re.compile(r"(?<![*\\])(?:\\?\*){4,}+[ -]?([0-9A-Za-z]{3,12})(?![\w*])")
_SIGNS_OF_LAST = ("end", "finish", "last", "final", "letzt", "trailing", "...", "xx", "\u2022\u2022")
_BEGINS_LAST = re.compile(r"(?<![a-z])(?:end|finish|last|final|letzt|trailing|xx)|\.{3}|\u2022{2}")
_LAST = re.compile(
    r"(?<![a-z])(?:end(?:et|end)[ \n](?:auf|mit|in)"
    r"|(?:end|finish)(?:s|ed|ing)?(?![a-z])(?:[ \n](?:in|with|on|is))?(?:[ \n]the[ \n]digits)?"
    r"|(?:last|final|letzten?|trailing)[ \n](?:(?:three|four|five|six|drei|vier|fünf|sechs|[3-9])(?![^\s:])"
    r"(?:[ \n](?:digits|characters|numbers|figures|ziffern|stellen|zahlen))?"
    r"|digits|characters|numbers|figures|ziffern|stellen|zahlen)"
    r"(?:[ \n](?:are|is|of[^.\n]{1,40}?are|sind|lauten|being))?)"
    r"[ \n]?:?[ \n]?[\"']?(?:\.{2,3}|-)?([a-z0-9]++(?:[-./ _][a-z0-9]++)?+)"
    r"|(?:\.{3}|(?<![a-z])x{2,8}|(?<!\.)\u2022{2,8})[- ]?([a-z0-9]{3,12}+)"
)


def may_say_last(text: Text) -> bool:
    """Tell, fast, whether a text may say last characters."""
    seen = text.plain.text
    return "*" in text.raw or (holds_any(seen, _SIGNS_OF_LAST) and _BEGINS_LAST.search(seen) is not None)


def starred(text: Text) -> list[tuple[tuple[int, int], str]]:
    """Return the raw spans of asterisks with characters behind them, and these."""
    return [(hit.span(), hit[1].casefold()) for hit in _STARRED.finditer(text.raw)]


def said_to_be_last(text: Text) -> list[tuple[int, list[tuple[int, str]]]]:
    """Return the places of the view where last characters are said, each with one or two readings: end, characters."""
    found = []
    for hit in _LAST.finditer(text.plain.text):
        place = 1 if hit[1] else 2
        first = re.split(r"[-./ _]", hit[place])[0]
        readings = [(hit.end(place), alnum_of(hit[place])), (hit.start(place) + len(first), alnum_of(first))]
        found.append((hit.start(), readings))
    return found
