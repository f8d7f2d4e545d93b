"""Markdown tables: which heading a cell stands under, since a heading may hold the unit of all figures below it.

Works on the normalised view of a text, read once for all values. Must not know values, kinds or units.
"""

from __future__ import annotations

import re

from polar_bench.matching.text import Text

_RULE = re.compile(r"[ |:-]*--[ |:-]*")
CELL_OPENS, CELL_CLOSES = r"\|[ ]{0,20}", r"(?=[ ]{0,20}\|)"


def headings(text: Text) -> dict[int, str]:
    """Return the heading of each cell of each table's body, by the place of the stroke before the cell."""
    seen = text.plain.text
    if "|" not in seen or "--" not in seen:
        return {}
    found: dict[int, str] = {}
    names: list[str] = []
    before, at = "", 0
    for line in seen.split("\n"):
        strokes = [place for place, character in enumerate(line) if character == "|"]
        if len(strokes) < 2:
            names = []
        elif _RULE.fullmatch(line):
            names = before.strip(" ").strip("|").split("|")
        else:
            found.update((at + stroke, name) for stroke, name in zip(strokes, names, strict=False))
        before = line
        at += len(line) + 1
    return found


def heading_at(text: Text, start: int) -> str:
    """Return the heading of the cell that what begins at `start` of the view opens, "" where it opens none."""
    seen = text.plain.text
    stroke = start - 1
    while stroke > 0 and seen[stroke] == " ":
        stroke -= 1
    if stroke < 0 or seen[stroke] != "|":
        return ""
    return text.once(headings).get(stroke, "")
