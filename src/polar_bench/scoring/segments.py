"""Cuts a marked reply into segments: sentences, and their parts between "but", "although", semicolons and dashes.

A line break ends a sentence only before a list item, an option or an empty line. Must not know what segments say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from polar_bench.scoring import cues


class Segment(NamedTuple):
    """A stretch of one sentence between breaks; `is_contrasted` where it follows one, `start` in the view."""

    text: str
    start: int
    sentence: int
    is_contrasted: bool
    is_question: bool


def segments(text: str) -> Iterator[Segment]:
    """Yield the segments of every sentence. Where a sentence asks, its last segment is the question."""
    start = 0
    for number, end in enumerate([*(found.end() for found in cues.SENTENCE.finditer(text)), len(text)]):
        sentence = text[start:end]
        asks = sentence.rstrip().rstrip("\"')]").endswith("?") or cues.ASKS.match(sentence) is not None
        asks = asks and not cues.GOING_ON.search(sentence)
        at, is_contrasted = 0, cues.CONTRAST.match(sentence) is not None
        for piece in cues.BREAK.finditer(sentence):
            if piece.start() > at:
                yield Segment(sentence[at : piece.start()], start + at, number, is_contrasted, False)
            at, is_contrasted = piece.end(), True
        if at < len(sentence):
            yield Segment(sentence[at:], start + at, number, is_contrasted, asks)
        start = end
