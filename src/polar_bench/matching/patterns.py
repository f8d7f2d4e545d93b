"""Patterns that several values share, compiled once. Must not know kinds."""

from __future__ import annotations

import re
from functools import lru_cache

from polar_bench.matching.spelling import LETTER

_ASCII_LETTER = "[a-zA-Z]"


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the pattern, compiled when it's first asked for."""
    return re.compile(pattern)


def fitted(pattern: str, seen: str) -> re.Pattern[str]:
    """Return the pattern for a text `seen`, or for one that is marked: in ASCII, fewer letters take less to compile."""
    return _fitted_to_ascii(pattern) if seen.isascii() else compiled(pattern)


@lru_cache(maxsize=4096)
def _fitted_to_ascii(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(LETTER, _ASCII_LETTER))
