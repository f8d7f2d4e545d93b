"""Lists of words that ship with the package (`data/lexicons/`), one a line, `#` for remarks."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


@lru_cache
def policy_words() -> tuple[str, ...]:
    """Return the words that belong to policies: no task says one, so that no task reads as a permission."""
    return _words("policy_words.txt")


@lru_cache
def task_words() -> tuple[str, ...]:
    """Return the words that belong to tasks: no label or concept says one, so that no policy reads as an order."""
    return _words("task_words.txt")


def _words(name: str) -> tuple[str, ...]:
    listing = (files("polar_bench") / "data" / "lexicons" / name).read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip() for line in listing.splitlines())
    return tuple(line for line in lines if line)
