"""What a maker may look at beside its own settings."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

import msgspec

from polar_bench.generation.profile import Fact


class OutOfReach(ValueError):
    """A maker has no value in the window that it was given."""


class Window(NamedTuple):
    """Numbers from `low` to `high`, both included; days are told by their ordinals."""

    low: int
    high: int

    def narrowed(self, other: Window) -> Window:
        """Return what both have in common.

        Raises:
            OutOfReach: that is nothing.
        """
        both = Window(max(self.low, other.low), min(self.high, other.high))
        if both.low > both.high:
            raise OutOfReach(f"no number from {self.low} to {self.high} is left")
        return both


class Setting(msgspec.Struct, frozen=True):
    """What a value hangs on.

    `base` is the fact that the maker's `of` names (None where it names the day of writing, or nothing), `is_female`
    the sex of a person where it is settled, `within` the numbers that the value has to be one of; where it `is_free` of
    the maker's own range, those numbers are all that bounds it.
    """

    written_on: dt.date
    base: Fact | None = None
    is_female: bool | None = None
    within: Window | None = None
    is_free: bool = False

    @property
    def day(self) -> dt.date:
        """The day that a date hangs on: the base's, or the day of writing."""
        if self.base is not None and isinstance(self.base.data, dt.date):
            return self.base.data
        return self.written_on

    def narrowed(self, reach: Window) -> Window:
        """Return the numbers that a maker with this reach has to choose from.

        Raises:
            OutOfReach: there are none.
        """
        if self.within is None:
            return reach
        return self.within if self.is_free else reach.narrowed(self.within)

    @property
    def number(self) -> int:
        """The base's amount.

        Raises:
            TypeError: the base is no amount; the loader lets no such domain pass.
        """
        if self.base is None or not isinstance(self.base.data, int):
            raise TypeError("this maker hangs on an amount or a quantity")
        return self.base.data
