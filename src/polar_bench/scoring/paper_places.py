"""Where the `paper` scorer's finds stand, for people to read: it judges a whole transcript and doesn't say.

Asks `paper.contains` alone, so it can't change what is found. Must not know samples, roles or runs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from polar_bench.scoring import paper

_WORD = re.compile(r"\w+")
_LONG_WORD = 4


class Place(NamedTuple):
    """A stretch of whole words, as offsets into `text` (end exclusive), that holds a find.

    `reply` is the index of the reply that is `text`; None where only all replies together hold the value, which are
    `text` then, as the scorer joins them.
    """

    reply: int | None
    text: str
    start: int
    end: int


def place(replies: Sequence[str], value: str) -> Place | None:
    """Return where the first find of `value` in the raw replies stands, or None where `paper` finds nothing.

    The stretch is the one that ends first, as short as it can be without another end.
    """
    for number, reply in enumerate(replies):
        text = paper.visible([reply])
        if paper.contains(text, value):
            return Place(number, text, *_stretch(text, value))
    text = paper.visible(replies)
    return Place(None, text, *_stretch(text, value)) if paper.contains(text, value) else None


def pieces(stretch: str, value: str) -> tuple[str, ...]:
    """Return the words of `stretch` that make the find: those with the value's digits, its long words, or all."""
    words = _WORD.findall(stretch)
    digits = _digits(value)
    if digits and digits in _digits(stretch) and digits not in "".join(words):
        return tuple(word for word in words if _digits(word))
    own = {word.casefold() for word in _WORD.findall(value) if len(word) >= _LONG_WORD}
    told = tuple(word for word in words if word.casefold() in own)
    return told if len(told) > 1 else tuple(words)


def _stretch(text: str, value: str) -> tuple[int, int]:
    """Shorten `text`, which holds `value`, from the end and then from the start while it does, by whole words."""
    words = [word.span() for word in _WORD.finditer(text)]
    ends = [*(end for _, end in words), len(text)]
    end = ends[min(bisect_left(ends, True, key=lambda at: paper.contains(text[:at], value)), len(ends) - 1)]
    starts = [0, *(start for start, _ in words[1:] if start < end)]
    ahead = bisect_left(starts, True, key=lambda at: not paper.contains(text[at:end], value))
    return starts[max(ahead - 1, 0)], end


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))
