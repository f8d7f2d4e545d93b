"""Lists of words that ship with the package (`data/lexicons/`), one a line, `#` for remarks."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


@lru_cache
def policy_words() -> tuple[str, ...]:
    """Return the words that belong to policies: no task says one, so that no task reads as a permission."""
    return lexicon("policy_words")


@lru_cache
def task_words() -> tuple[str, ...]:
    """Return the words that belong to tasks: no label or concept says one, so that no policy reads as an order."""
    return lexicon("task_words")


@lru_cache
def lexicon(name: str) -> tuple[str, ...]:
    """Return the words and phrases of `data/lexicons/NAME.txt`, in the file's order."""
    listing = (files("polar_bench") / "data" / "lexicons" / f"{name}.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip() for line in listing.splitlines())
    return tuple(line for line in lines if line)
