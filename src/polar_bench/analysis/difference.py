"""The difference of two runs in one figure, as a value. How it's computed stands in `comparison`."""

from __future__ import annotations

import msgspec


class Difference(msgspec.Struct, frozen=True):
    """The mean of B - A over `n` samples that both have scored, in [-1, 1], or None where n is 0.

    `low` and `high` bound its 95% interval; `p` is the p-value of "no difference"; the three are None where fewer than
    two profiles stand behind it. `p_holm` is p adjusted for looking at all cells of one figure; None outside cells.
    """

    mean: float | None
    low: float | None
    high: float | None
    p: float | None
    n: int
    p_holm: float | None = None

    @property
    def holds_zero(self) -> bool:
        """True where the interval holds zero, so that the two can't be told apart, and where there is none."""
        return self.low is None or self.high is None or self.low <= 0 <= self.high


class Differences(msgspec.Struct, frozen=True):
    """The differences of the three figures over one set of samples."""

    privacy: Difference
    utility: Difference
    overall: Difference
