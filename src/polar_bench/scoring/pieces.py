"""A value in pieces: its words, the parts of its digits, or its parts as a grammar knows them, over several replies.

Evidence beside the score (channel `pieced`): whoever reads on can put the pieces together, and chance can, too.
Must not know attributes, roles or channels. Source: DESIGN.md section 5, rule 6; users-reports.md rows 69 and 72.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from polar_bench.matching.characters import digits_of, holds_any, runs_of
from polar_bench.matching.text import Joined, Text, value_text

_ASCII_TOKEN = re.compile(r"[a-z]+|\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+")
_TOKEN = re.compile(r"[^\W\d_]+|\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+")
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


def completed(value: str, together: Joined, rules: Sequence[frozenset[str]]) -> int | None:
    """Return the index of the reply that completes `value`, None where it isn't spread over several replies.

    `together` holds all replies: what isn't in it is in none of them. `rules` are the rules of the partial finds of
    the value in each reply.
    """
    replies, tokens = together.texts, _tokens_of(value)
    last = None
    if tokens and _is_spread(tokens, replies, together):
        last = _by_words(tokens, [reply.once(_words) for reply in replies])
    if last is None:
        last = completed_in_digits(value, together)
    if last is None and len(rules) > 1:
        last = _by_parts(rules)
    return last


def completed_in_digits(value: str, together: Joined) -> int | None:
    """Return the index of the reply that completes the digits of `value`, None where no two replies share them.

    This alone can be where, to its grammar, all replies together hold nothing of the value.
    """
    figures = together.figures
    if len(figures) < _FEWEST_DIGITS:
        return None
    digits = _digits_of(value)
    if len(digits) < _FEWEST_DIGITS or not _may_be_spread(digits, figures):
        return None
    return _by_digits(digits, [reply.once(_runs) for reply in together.texts])


def _is_spread(tokens: Iterable[str], replies: Sequence[Text], together: Text) -> bool:
    """Tell, fast, whether all the words and numbers can be told, and some of them in a second reply."""
    plain, figures = together.plain.text, together.figures
    for token in tokens:
        if token not in (figures if token.isdecimal() else plain):
            return False
    return sum(holds_any(reply.figures + reply.plain.text, tokens) for reply in replies) > 1


def _may_be_spread(digits: str, figures: str) -> bool:
    """Tell, fast, whether the digits can be told in two pieces: the last of them, and of the first, with no more than
    a country code left out, are told in any case."""
    return digits[-_SHORTEST:] in figures and any(
        digits[at : at + _SHORTEST] in figures for at in range(_LONGEST_CODE + 1)
    )


def _words(text: Text) -> frozenset[str]:
    """Read the words and numbers of a reply once for all values."""
    return frozenset(_tokens(text))


def _runs(text: Text) -> frozenset[str]:
    """Read the runs of digits of a reply, without what stands between them."""
    runs = map(digits_of, _RUN.findall(text.plain.text))
    return frozenset([run for run in runs if len(run) >= _SHORTEST])


def _by_words(tokens: frozenset[str], replies: Sequence[frozenset[str]]) -> int | None:
    missing, turns = set(tokens), []
    for number, words in enumerate(replies):
        if missing & words:
            turns.append(number)
            missing -= words
    return turns[-1] if not missing and len(turns) > 1 else None


def _by_digits(digits: str, replies: Sequence[frozenset[str]]) -> int | None:
    for cut in range(_SHORTEST, len(digits) - _SHORTEST + 1):
        head, tail = digits[:cut], digits[cut:]
        heads = [number for number, runs in enumerate(replies) if any(_is_head(run, head) for run in runs)]
        tails = [number for number, runs in enumerate(replies) if tail in runs]
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
def _tokens_of(value: str) -> frozenset[str]:
    """Return the words and numbers of a value, none if it has only one; numbers of one or two digits are left out."""
    kept = frozenset([token for token in _tokens(value_text(value)) if len(token) > 2 or token.isalpha()])
    return kept if len(kept) > 1 else frozenset()


@lru_cache(maxsize=4_096)
def _digits_of(value: str) -> str:
    return value_text(value).figures


def _tokens(text: Text) -> Iterable[str]:
    """Return the words and numbers of a text, the digits of a number without what groups them."""
    plain = text.plain.text
    if text.figures:
        return map(_joined, (_ASCII_TOKEN if plain.isascii() else _TOKEN).findall(plain))
    return runs_of(plain) if plain.isascii() else _TOKEN.findall(plain)


def _joined(token: str) -> str:
    return digits_of(token) if token[0].isdecimal() else token
