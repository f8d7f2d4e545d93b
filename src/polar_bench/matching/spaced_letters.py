"""Spaced letters: "G r e t a", "G-r-e-t-a", "m i l o @ e x a m p l e . c o m".

Where words end is lost. A border is put back at a wider gap, at the words of a looked-for value, or, as a guess,
before a capital. Must not know the other disguises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from polar_bench.matching.signs import SHORTEST_NUMBER, Reply
from polar_bench.matching.text import View
from polar_bench.matching.undone import Weaver

_SHORTEST_RUN = 4
_JOINT = r"[-._|/:\xb7\u2022]"
_JOINED_SIGN = re.compile(rf"{_JOINT}\w{_JOINT}\w{_JOINT}\w(?![^\W_])")
_JOINED_ON = re.compile(rf"[^\W_]{_JOINT} [^\W_]{_JOINT}")  # the mark after the last letter of "T.o.v.e. H.a.l.d.i.n."
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?: {1,4}(?:[^\W_](?![^\W_])|[-@.+_,/&](?= ))){3,}+")
_JOINED = re.compile(rf"(?<![^\W_])[^\W_]({_JOINT})[^\W_](?:\1[^\W_](?![^\W_])){{2,}}+")


def has_spaced_letters(reply: Reply) -> bool:
    """Whether single letters stand in a row."""
    return _has_three_alone(reply.tokens) or _JOINED_SIGN.search(reply.odd) is not None


def _has_three_alone(tokens: list[str]) -> bool:
    lengths = list(map(len, tokens))
    try:
        return b"\1\1\1" in bytes(lengths)
    except ValueError:  # a token of more than 255 characters
        return b"\1\1\1" in bytes([min(length, 2) for length in lengths])


def undo_spaced_letters(reply: Reply, plain: View) -> Iterator[View]:
    """Yield the letters joined with the word borders that can be seen, and, where these are only capitals, without."""
    runs = sorted(_runs(plain), key=lambda places: places[0])
    for keeps_guesses in (True, False) if runs else ():
        weaver = Weaver(plain)
        last = -1
        for places in runs:
            if places[0] <= last:
                continue
            last = places[-1]
            borders = _borders(reply, plain, places)
            weaver.keep(places[0])
            begins = sorted(number for number, sure in borders.items() if sure or keeps_guesses)
            for begin, end in pairwise([0, *begins, len(places)]):
                if begin:
                    weaver.put(" ", places[begin - 1] + 1, places[begin])
                weaver.pick(places[begin:end])
            if _JOINED_ON.match(plain.text, last):
                weaver.put("", last + 1, last + 2)
        yield weaver.view()


def _runs(plain: View) -> Iterator[list[int]]:
    """Yield for each run of single letters the places of its characters, the last one a letter or digit."""
    for pattern in (_SPACED, _JOINED):
        for run in pattern.finditer(plain.text):
            gap = " " if pattern is _SPACED else run[1]
            places = [at for at in range(*run.span()) if plain.text[at] != gap]
            while not plain.text[places[-1]].isalnum():
                places.pop()
            letters = sum(plain.text[at].isalpha() for at in places)
            if sum(plain.text[at].isalnum() for at in places) >= (_SHORTEST_RUN if letters > 1 else SHORTEST_NUMBER):
                yield places


def _borders(reply: Reply, plain: View, places: list[int]) -> dict[int, bool]:
    """Return before which characters of a run a word begins, and whether that is certain.

    Certain are wider gaps and the words of a looked-for value; a capital after a small letter is a guess.
    """
    gaps = [after - before for before, after in pairwise(places)]
    if max(gaps) > min(gaps):
        return {number: True for number, gap in enumerate(gaps, 1) if gap > min(gaps)}
    letters = "".join(plain.text[at] for at in places)
    borders = {}
    for words in reply.hints.words:
        at = letters.find("".join(words))
        if at >= 0:
            for word in words:
                borders[at] = True
                at += len(word)
            borders[at] = True
    if borders:
        return {number: sure for number, sure in borders.items() if 0 < number < len(places)}
    cases = [reply.raw[plain.starts[at]] for at in places]
    return {n: False for n in range(1, len(cases)) if cases[n].isupper() and cases[n - 1].islower()}
