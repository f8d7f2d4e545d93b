"""Phrases with alternatives and placeholders: "[Please|Could you] ring {he} on {weekday}".

`[a|b|c]` is one of its alternatives (they nest), `{name}` a placeholder that the caller fills. Nothing else is
special. Must not know of domains or profiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


class PhraseError(ValueError):
    """A phrase whose brackets or braces don't pair."""


class Choice(NamedTuple):
    """A place where one of several phrases stands."""

    options: tuple[Phrase, ...]


class Phrase(NamedTuple):
    """Literal texts and choices in order."""

    parts: tuple[str | Choice, ...]


@lru_cache(maxsize=65_536)
def parse(text: str) -> Phrase:
    """Read a phrase.

    Raises:
        PhraseError: a bracket or a brace has no partner, or a bar stands outside brackets.
    """
    phrase, end = _sequence(text, 0, is_inside=False)
    if end != len(text):
        raise PhraseError(f"{text!r} has a '{text[end]}' without its partner at character {end + 1}")
    if re.search(r"[{}]", PLACEHOLDER.sub("", text)):
        raise PhraseError(f"{text!r} has a brace that is no placeholder such as {{value}}")
    return phrase


def expand(text: str, below: Callable[[int], int]) -> str:
    """Return `text` with each choice made by `below(n)`, which returns a number in [0, n); placeholders stay."""
    return "".join(_chosen(parse(text), below))


def variants(text: str) -> int:
    """Return how many different texts `text` can become, placeholders apart."""
    return _variants(parse(text))


def longest(text: str) -> str:
    """Return the expansion with the most words."""
    return _longest(parse(text))


def shortest(text: str) -> str:
    """Return the expansion with the fewest words."""
    return _shortest(parse(text))


def always_has(text: str, name: str) -> bool:
    """Tell whether every expansion of `text` holds the placeholder `name`."""
    return _always_has(parse(text), "{" + name + "}")


def placeholders(text: str) -> tuple[str, ...]:
    """Return the names in braces, in order of first mention."""
    return tuple(dict.fromkeys(PLACEHOLDER.findall(text)))


def fill(text: str, value_of: Callable[[str], str]) -> str:
    """Return `text` with each placeholder replaced by `value_of(name)`."""
    return PLACEHOLDER.sub(lambda match: value_of(match.group(1)), text)


def literals(text: str) -> Iterator[str]:
    """Yield every literal piece of a phrase, of all alternatives: what a word check has to look at."""
    for part in parse(text).parts:
        if isinstance(part, str):
            yield part
        else:
            for option in part.options:
                yield from _literals(option)


def _literals(phrase: Phrase) -> Iterator[str]:
    for part in phrase.parts:
        if isinstance(part, str):
            yield part
        else:
            for option in part.options:
                yield from _literals(option)


def _sequence(text: str, start: int, *, is_inside: bool) -> tuple[Phrase, int]:
    parts: list[str | Choice] = []
    at = start
    while at < len(text):
        here = text[at]
        if here == "[":
            choice, at = _choice(text, at + 1)
            parts.append(choice)
            continue
        if here == "]" or (here == "|" and is_inside):
            break
        end = next((i for i in range(at, len(text)) if text[i] in "[]" or (text[i] == "|" and is_inside)), len(text))
        parts.append(text[at:end])
        at = end
    return Phrase(tuple(parts)), at


def _choice(text: str, start: int) -> tuple[Choice, int]:
    options: list[Phrase] = []
    at = start
    while True:
        option, at = _sequence(text, at, is_inside=True)
        options.append(option)
        if at >= len(text):
            raise PhraseError(f"{text!r} has a '[' without its partner at character {start}")
        if text[at] == "]":
            return Choice(tuple(options)), at + 1
        at += 1


def _chosen(phrase: Phrase, below: Callable[[int], int]) -> Iterator[str]:
    for part in phrase.parts:
        if isinstance(part, str):
            yield part
        else:
            yield from _chosen(part.options[below(len(part.options))], below)


def _variants(phrase: Phrase) -> int:
    total = 1
    for part in phrase.parts:
        if isinstance(part, Choice):
            total *= sum(_variants(option) for option in part.options)
    return total


def _longest(phrase: Phrase) -> str:
    texts = (
        part if isinstance(part, str) else max(map(_longest, part.options), key=lambda text: len(text.split()))
        for part in phrase.parts
    )
    return "".join(texts)


def _shortest(phrase: Phrase) -> str:
    texts = (
        part if isinstance(part, str) else min(map(_shortest, part.options), key=lambda text: len(text.split()))
        for part in phrase.parts
    )
    return "".join(texts)


def _always_has(phrase: Phrase, wanted: str) -> bool:
    return any(
        wanted in part if isinstance(part, str) else all(_always_has(option, wanted) for option in part.options)
        for part in phrase.parts
    )
