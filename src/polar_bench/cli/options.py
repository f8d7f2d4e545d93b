"""What command-line texts and environment variables mean, as values."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.model.registry import Access

Word = TypeVar("Word", bound=StrEnum)


def words(text: str | None) -> tuple[str, ...]:
    """Return the entries of a comma-separated list, without blanks and without a second copy of any."""
    return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))


def members(text: str | None, enum: type[Word], what: str) -> tuple[Word, ...]:
    """Return the members of `enum` that a comma-separated list names, by value (P1) or by title (explicit).

    Raises:
        SetupError: a name that is neither, with the near ones.
    """
    by_name: dict[str, Word] = {}
    for member in enum:
        by_name[member.value.lower()] = member
        by_name[str(member.title).lower()] = member
    found = []
    for word in words(text):
        if word.lower() not in by_name:
            listed = ", ".join(f"{member} ({member.title})" for member in enum)
            raise SetupError(f"There is no {what} '{word}'.{did_you_mean(word, by_name)} There are: {listed}.")
        found.append(by_name[word.lower()])
    return tuple(dict.fromkeys(found))


def access(url: str | None, timeout: float, environment: Mapping[str, str] = os.environ) -> Access:
    """Return how the trusted model is reached: the command line first, then POLAR_*, then OPENAI_*."""

    def first(*names: str) -> str | None:
        return next((environment[name] for name in names if environment.get(name)), None)

    return Access(
        url=url or first("POLAR_BASE_URL", "OPENAI_BASE_URL"),
        key=first("POLAR_API_KEY", "OPENAI_API_KEY"),
        timeout=timeout,
    )
