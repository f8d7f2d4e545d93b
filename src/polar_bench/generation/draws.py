"""Draws from derived seeds: the same on any machine and any version of Python.

Only `Random.random()` is used, whose sequence Python guarantees. Must not know what is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from polar_bench.seeding import seed_for

T = TypeVar("T")


class Draw:
    """A stream of draws for the thing that `parts` name; another thing has another stream."""

    def __init__(self, *parts: object, seed: int) -> None:
        self._random = random.Random(seed_for(*parts, base=0) * 2**31 + seed).random

    def below(self, n: int) -> int:
        """Return a whole number in [0, n)."""
        return int(self._random() * n)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, p: float) -> bool:
        """Return True with chance `p`."""
        return self._random() < p

    def pick(self, items: Sequence[T]) -> T:
        """Return one of `items`, each equally likely."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` different items, or all where there are fewer, in drawn order."""
        return self.shuffled(items)[:count]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a drawn order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
