"""Text of models for a terminal: hostile characters escaped, and spans marked where they stand.

A span is marked by a style, or by [[...]] where there are no colours, and by its numbers in braces behind it. Must not
know what the marks stand for.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text

_ODD = re.compile(r"[^\n\t\x20-\x7e]")


class Mark(NamedTuple):
    """A span of raw text (offsets, end exclusive) with its number; of marks that overlap the highest rank styles."""

    start: int
    end: int
    number: int
    style: str
    rank: int


def printable(raw: str) -> str:
    """Return `raw` with all that could act on a terminal, or that nobody sees, as an escape such as \\x1b or \\u202e.

    That is control and format characters (also those that turn the direction of writing), lone surrogates and
    unassigned code points; line breaks and tabs stay, other spaces become plain ones.
    """
    if raw.isascii() and raw.isprintable():
        return raw
    return _ODD.sub(_shown, raw)


def one_line(raw: str) -> str:
    """Return `printable` text on one line."""
    return printable(raw).replace("\n", " ").replace("\t", " ")


def marked(raw: str, marks: Iterable[Mark], *, is_coloured: bool, style: str = "") -> Text:
    """Return `raw` as printable text with `marks` in it; marks that lie outside it are cut to it."""
    opening: dict[int, list[Mark]] = defaultdict(list)
    closing: dict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        start = min(max(mark.start, 0), len(raw))
        end = min(max(mark.end, start), len(raw))
        opening[start].append(mark._replace(start=start, end=end))
        closing[end].append(mark._replace(start=start, end=end))
    text, open_marks, at = Text(style=style), list[Mark](), 0
    for place in sorted({*opening, *closing, len(raw)}):
        _append(text, raw[at:place], open_marks, is_coloured)
        empty = [mark for mark in opening[place] if mark.end == place]
        for span in _same_spans(mark for mark in closing[place] if mark not in empty):
            _close(text, span, is_coloured)
        open_marks = [mark for mark in open_marks if mark.end > place]
        for span in reversed(_same_spans(opening[place])):
            if not is_coloured:
                text.append("[[")
            if span[0] in empty:
                _close(text, span, is_coloured)
            else:
                open_marks += span
        at = place
    return text


def _append(text: Text, raw: str, open_marks: Iterable[Mark], is_coloured: bool) -> None:
    strongest = max(open_marks, key=lambda mark: mark.rank, default=None)
    text.append(printable(raw), style=strongest.style if strongest and is_coloured else "")


def _close(text: Text, span: list[Mark], is_coloured: bool) -> None:
    numbers = ",".join(str(number) for number in sorted(mark.number for mark in span))
    text.append(f"{'' if is_coloured else ']]'}{{{numbers}}}", style="dim" if is_coloured else "")


def _same_spans(marks: Iterable[Mark]) -> list[list[Mark]]:
    """Return marks of the same span together, the shortest span first."""
    spans: dict[tuple[int, int], list[Mark]] = defaultdict(list)
    for mark in marks:
        spans[mark.start, mark.end].append(mark)
    return [spans[key] for key in sorted(spans, key=lambda key: (key[1] - key[0], key))]


def _shown(odd: re.Match[str]) -> str:
    character = odd[0]
    if character.isprintable():
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return character.encode("unicode_escape").decode("ascii")
