"""Cuts a marked reply into segments: sentences, and their parts between "but", "although", semicolons and dashes.

A line break ends a sentence only before a list item, an option or an empty line. Must not know what segments say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from polar_bench.scoring.cues import MARK, MARKS_FREE

_ASKS = re.compile(
    rf"{MARKS_FREE}(?:(?:is|are|was|were|can|could|would|will|do|does|did|may|shall|should) (?:you|i|it|that|this|the"
    rf"|we|he|she|they|there|his|her|their|{MARK})|(?:which|what(?! (?:i|we) (?:can|may|could|will)\b)|who"
    r"|where|when|how|why)\b)"
)
_GOING_ON = re.compile(
    r"\b(?:anything else|what else|anything more|what(?:'s| is| comes)? next|shall we|what other|moving on)\b"
)
_SENTENCE = re.compile(
    r"(?<!\bmr)(?<!\bdr)(?<!\bmrs)(?<!\be\.g)(?<!\bi\.e)(?<![.!?])[.!?]++['\")\]]{0,3}(?=\s|$)"
    r"|\n\s{0,8}(?=[-\u2022+>]\s|\(?\w[.)]\s)|\n[ \t]*\n|\n(?=[\ue100-\ue1ff|\[])"
)
_BREAK = re.compile(
    r",? ?(?<!none )(?<!\ball )(?<!thing )\b(?:but|however|although|though|yet|nevertheless|while|albeit|aber|jedoch"
    r"|allerdings|obwohl)\b,?|;| -+ |--|\band (?=(?:i|we)\b)"
    rf"|(?<![\ue0ff-\ue1ff]): (?=(?:yes|no|ja|nein|it's|it is)\b)|, (?=(?:sondern|genauer|mehr|because)\b)"
    rf"|, (?=(?:so|which leaves) (?:\w{{1,12}} ){{0,3}}{MARK})"
    rf"|, (?=(?:and )?not\b(?! even\b))|, (?=(?:so )?(?:and )?(?:it's|it is|rather|instead) (?:(?:from|in|on|at|with"
    rf"|for|by|of|to) )?(?:the )?{MARK})"
    rf"|, (?=(?:the|his|her|their|its) (?:[\w'-]{{1,15}} ){{1,5}}(?:is|was|are) (?:(?:the|his|her|their|an?) )?{MARK})"
    r"|, (?=(?:i|we) (?:can|could|may|am able to|are able to) (?:\w{2,12}ly )?(?:confirm|verify)\b)"
    rf"|, (?:and )?(?={MARK} (?:is|was|are) )|, (?=and (?:that|it)(?:'s| is))"
)
_CONTRAST = re.compile(MARKS_FREE + r"(?:but|however|although|though|still|aber|allerdings)\b")


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
    for number, end in enumerate([*(found.end() for found in _SENTENCE.finditer(text)), len(text)]):
        sentence = text[start:end]
        asks = sentence.rstrip().rstrip("\"')]").endswith("?") or _ASKS.match(sentence) is not None
        asks = asks and not _GOING_ON.search(sentence)
        at, is_contrasted = 0, _CONTRAST.match(sentence) is not None
        for piece in _BREAK.finditer(sentence):
            if piece.start() > at:
                yield Segment(sentence[at : piece.start()], start + at, number, is_contrasted, False)
            at, is_contrasted = piece.end(), True
        if at < len(sentence):
            yield Segment(sentence[at:], start + at, number, is_contrasted, asks)
        start = end
