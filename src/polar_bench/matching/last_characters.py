"""Where a text says the last characters of something: "ending in 4471", "the last four digits are ...", "****4471".

Read once a text for all values. Must not know values or kinds.
"""

from __future__ import annotations

import re

from polar_bench.matching.characters import alnum_of, holds_any
from polar_bench.matching.text import Text

# On the raw text, where a Markdown mark is an asterisk still; a run of them is tried from its start alone
_STARRED = re.compile(
    r"(?:(?<![*\\])(?:\\?\*){4,}+|(?<=[\w-])(?:\\?\*){2,3}+)[ -]?([0-9A-Za-z]{3,12}(?![\w*])(?: \d{1,4}(?!\w)){0,3})"
)
_BEGINNINGS = ("end", "finish", "terminat", "letzt", "dernier", "trailing", "xx")
_WORDS = ("last ", "last\n", "final ", "final\n")  # "lasted" and "finally" say nothing
_STARS = ("**", "\\*")
_SIGNS = ("...", "\u2022\u2022", "##")
_DIGITS = "(?:digits?|characters|numbers|figures|ziffern|stellen|zahlen|chiffres)"
_COUNT = r"(?:three|four|five|six|seven|eight|few|drei|vier|fünf|sechs|[3-9])"
_LAST = re.compile(
    r"(?<![a-z])(?:end(?:et|end)[ \n](?:auf|mit|in)|endziffern(?:[ \n](?:sind|lauten))?"
    r"|(?:end|finish|terminat)(?:e?s|ed|ing)?(?![a-z])(?:[ \n](?:in|with|on|at|is))?(?:[ \n]the[ \n]digits)?"
    rf"|(?:last|final|letzten?|trailing)[ \n](?:{_COUNT}(?![^\s:,])(?:[ \n]{_DIGITS})?|{_DIGITS})"
    r"(?:[ \n](?:are|is|(?:of|der|des|[dms]einer|ihrer|unserer|dieser)[ \n](?:[^.\n]{1,40}?[ \n](?:are|is|sind"
    r"|lauten)|[^.:\n]{1,24}(?=:))|sind|lauten|being|read)|,|[ ]-)?"
    rf"|derniers?[ \n]{_DIGITS}(?:[ \n](?:sont|est))?)"
    r"[ \n]?:?[ \n]?[\"']?(?:\.{2,3}|-)?([a-z0-9]++(?:[-./ _][a-z0-9]++(?:[-./ _](?=[a-z]{0,2}\d)[a-z0-9]++)*+)?+)"
    r"|(?:\.{3}|(?<![a-z])x{2,8}(?:[ -]x{2,8}){0,5}|(?<![\w#])\#{2,8}(?:[ -]\#{2,8}){0,5}"
    r"|(?<!\.)\u2022{2,8})[- ]?([a-z0-9]{3,12}+)"
)
_LAST_AFTER = re.compile(
    r"(?<![a-z0-9])([a-z0-9]{3,12}+)[\"']?[ \n](?:are|is|being|sind)[ \n](?:just[ \n])?(?:the|its|die)[ \n]"
    rf"(?:last|final|letzten)[ \n](?:{_COUNT}|{_DIGITS})(?![a-z])"
)
_PIECE = re.compile(r"[a-z0-9]+")


def may_say_last(text: Text) -> bool:
    """Tell, fast, whether a text may say last characters."""
    return holds_any(text.raw, _STARS) or text.once(_may_name_last)


def _may_name_last(text: Text) -> bool:
    seen = text.plain.text
    return holds_any(seen, _SIGNS) or any(_begins_word(seen, word) for word in _BEGINNINGS + _WORDS if word in seen)


def _begins_word(seen: str, word: str) -> bool:
    """Tell whether a word of the text begins so."""
    at = seen.find(word)
    while at > 0 and "a" <= seen[at - 1] <= "z":
        at = seen.find(word, at + 1)
    return at >= 0


def starred(text: Text) -> list[tuple[tuple[int, int], str]]:
    """Return the raw spans of asterisks with characters behind them, and these."""
    found = []
    for hit in _STARRED.finditer(text.raw) if "*" in text.raw else ():
        said = hit[1].casefold().split(" ")
        ends = [hit.start(1) + len(" ".join(said[:count])) for count in range(1, len(said) + 1)]
        found += [((hit.start(), end), "".join(said[:count])) for count, end in enumerate(ends, 1)]
    return found


def said_to_be_last(text: Text) -> list[tuple[int, list[tuple[int, str]]]]:
    """Return the places of the view where last characters are said, each with its readings, the longest first: end,
    characters."""
    found: list[tuple[int, list[tuple[int, str]]]] = []
    if not text.once(_may_name_last):
        return found
    for hit in _LAST.finditer(text.plain.text):
        place = 1 if hit[1] else 2
        pieces = list(_PIECE.finditer(hit[place]))[:6]
        readings = [(hit.start(place) + piece.end(), alnum_of(hit[place][: piece.end()])) for piece in reversed(pieces)]
        found.append((hit.start(), readings))
    if holds_any(text.plain.text, (" last ", " final ", " letzten ")):
        found += [(hit.start(), [(hit.end(), hit[1])]) for hit in _LAST_AFTER.finditer(text.plain.text)]
    return found
