"""Telephone numbers and identifiers: patterns filled with drawn digits and letters."""

from __future__ import annotations

import re

from polar_bench.domains.values import Identifier, Phone
from polar_bench.generation import pools
from polar_bench.generation.draws import Draw
from polar_bench.generation.profile import Fact

# Without I, O and Q, which look like digits
_CAPITALS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_SMALL = _CAPITALS.lower()
_LIKE_A_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TRIES = 50


def phone(maker: Phone, draw: Draw) -> Fact:
    """Return a number that is kept free for fiction: "+44 7700 900417".

    Raises:
        DataError: there is no such range.
    """
    patterns = pools.chosen("range of telephone numbers", maker.range, pools.words().phones)
    return Fact("".join(str(draw.below(10)) if mark == "#" else mark for mark in draw.pick(patterns)))


def identifier(maker: Identifier, draw: Draw) -> Fact:
    """Return the pattern filled; no run of digits begins with nought, and none of four looks like a year."""
    for _ in range(_TRIES):
        value = _filled(maker.pattern, draw)
        if not _LIKE_A_YEAR.search(value):
            break
    return Fact(value)


def _filled(pattern: str, draw: Draw) -> str:
    filled = ""
    for mark in pattern:
        match mark:
            case "#":
                filled += str(draw.below(10) if filled[-1:].isdigit() else draw.between(1, 9))
            case "@":
                filled += draw.pick(_CAPITALS)
            case "&":
                filled += draw.pick(_SMALL)
            case _:
                filled += mark
    return filled
