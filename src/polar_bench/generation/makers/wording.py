"""Numbers and amounts in words and digits."""

from __future__ import annotations

from polar_bench.generation import pools
from polar_bench.matching.words import singular

_MOST_IN_WORDS = 100


def in_words(number: int) -> str:
    """Return a number from 0 to 100 in words, a larger one in digits with commas."""
    words = pools.words()
    if number < len(words.ones):
        return words.ones[number]
    if number < _MOST_IN_WORDS:
        ten, one = divmod(number, 10)
        return words.tens[ten - 2] + (f"-{words.ones[one]}" if one else "")
    return "one hundred" if number == _MOST_IN_WORDS else f"{number:,}"


def counted(number: int, unit: str) -> str:
    """Return the unit as it stands behind the number: "weeks", or "week" behind 1."""
    *before, last = unit.split(" ")
    return unit if number != 1 else " ".join((*before, singular(last) or last))


def is_currency(unit: str) -> bool:
    """Tell whether a unit is a currency's code: three capital letters."""
    return len(unit) == len("CHF") and unit.isalpha() and unit.isupper()


def grouped(number: int, currency: str) -> str:
    """Return an amount with its currency's mark between thousands."""
    return f"{number:,}".replace(",", currency_words(currency).mark)


def currency_words(currency: str) -> pools.Currency:
    """Return how amounts of a currency are written."""
    return pools.words().currencies.get(currency, pools.Currency())
