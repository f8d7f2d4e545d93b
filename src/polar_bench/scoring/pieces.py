"""A value in pieces: its words, the parts of its digits, or its parts as a grammar knows them, over several replies.

Evidence beside the score (channel `pieced`): whoever reads on can put the pieces together, and chance can, too.
Must not know attributes, roles or channels. Source: DESIGN.md section 5, rule 6; users-reports.md rows 69 and 72.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching.characters import digits_of, runs_of
from polar_bench.matching.text import Text, value_text

_TOKEN = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+|[^\W\d_]+")
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_RUN = re.compile(r"\d(?:[ .,'/()-]{0,3}\d)*")
_FEWEST_DIGITS = 6  # of a value that can be cut in two
_SHORTEST = 3  # digits of a piece; fewer occur by chance
_LONGEST_CODE = 3  # digits of a country code, which a first piece may leave out
_WHOLES = (
    frozenset(("given_name", "family_name")),
    frozenset(("year", "month_day")),
    frozenset(("month_year", "month_day")),
    frozenset(("street", "city")),
    frozenset(("street", "postcode")),
)


class Told(NamedTuple):
    """What one reply tells: its words and numbers, and its runs of digits without what stands between them."""

    words: frozenset[str]
    runs: frozenset[str]


def told(text: Text) -> Told:
    """Read a reply once for all values."""
    plain = text.plain.text
    words = runs_of(plain) if plain.isascii() and not text.figures else map(_joined, _TOKEN.findall(plain))
    runs = map(digits_of, _RUN.findall(plain)) if text.figures else ()
    return Told(frozenset(words), frozenset(run for run in runs if len(run) >= _SHORTEST))


def completed(value: str, replies: Sequence[Text], together: Text, rules: Sequence[frozenset[str]]) -> int | None:
    """Return the index of the reply that completes `value`, None where it isn't spread over several replies.

    `together` holds all replies: what isn't in it is in none of them. `rules` are the rules of the partial finds of
    the value in each reply.
    """
    last = None
    word, digits = _signs(value)
    if word in together.plain.text:
        tokens = _tokens(value)
        if tokens and _may_be_told(tokens, together):
            last = _by_words(tokens, [reply.once(told) for reply in replies])
    if last is None and len(digits) >= _FEWEST_DIGITS and digits[-_SHORTEST:] in together.figures:
        last = _by_digits(digits, [reply.once(told) for reply in replies])
    if last is None and sum(map(bool, rules)) > 1:
        last = _by_parts(rules)
    return last


def _may_be_told(tokens: Iterable[str], together: Text) -> bool:
    """Tell, fast, whether all the words and numbers can be among those that the replies tell."""
    plain, figures = together.plain.text, together.figures
    for token in tokens:  # noqa: SIM110 # a generator takes twice as long
        if token not in (figures if token.isdecimal() else plain):
            return False
    return True


def _by_words(tokens: frozenset[str], replies: Sequence[Told]) -> int | None:
    missing, turns = set(tokens), []
    for number, reply in enumerate(replies):
        if missing & reply.words:
            turns.append(number)
            missing -= reply.words
    return turns[-1] if not missing and len(turns) > 1 else None


def _by_digits(digits: str, replies: Sequence[Told]) -> int | None:
    for cut in range(_SHORTEST, len(digits) - _SHORTEST + 1):
        head, tail = digits[:cut], digits[cut:]
        heads = [number for number, reply in enumerate(replies) if any(_is_head(run, head) for run in reply.runs)]
        tails = [number for number, reply in enumerate(replies) if tail in reply.runs]
        pairs = [max(one, other) for one in heads for other in tails if one != other]
        if pairs:
            return min(pairs)
    return None


def _is_head(run: str, head: str) -> bool:
    kept = run.lstrip("0")
    return run == head or (len(kept) >= _SHORTEST and head.endswith(kept) and len(head) - len(kept) <= _LONGEST_CODE)


def _by_parts(rules: Sequence[frozenset[str]]) -> int | None:
    for whole in _WHOLES:
        turns = [number for number, found in enumerate(rules) if found & whole]
        if len(turns) > 1 and not any(whole <= found for found in rules):
            missing = set(whole)
            for number in turns:
                missing -= rules[number]
                if not missing:
                    return number
    return None


@lru_cache(maxsize=4_096)
def _signs(value: str) -> tuple[str, str]:
    """Return a word that is told where all words are ("" where there may be none), and the digits of a value."""
    text = value_text(value)
    word = _LONG_WORD.search(text.plain.text)
    return word[0] if word else "", text.figures


@lru_cache(maxsize=4_096)
def _tokens(value: str) -> frozenset[str]:
    """The words and numbers of a value, those of one or two digits apart; empty where there are fewer than two."""
    tokens = map(_joined, _TOKEN.findall(value_text(value).plain.text))
    kept = frozenset(token for token in tokens if len(token) > 2 or token.isalpha())
    return kept if len(kept) > 1 else frozenset()


def _joined(token: str) -> str:
    return digits_of(token) if token[0].isdecimal() else token
