"""How a number is written, wherever it's shown: terminal, page, Markdown, LaTeX.

Files for machines (JSON, CSV) hold the same numbers in full. Nothing is computed here.
"""

from __future__ import annotations

from polar_bench.analysis.difference import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Bound

NONE = "–"
"""What stands where there is no number: an empty cell, an interval of a single profile."""


def figure(value: float | None) -> str:
    """Return a figure in [0, 1] with three decimals."""
    return NONE if value is None else f"{value:.3f}".replace("-0.000", "0.000")


def against(value: float, limit: float) -> str:
    """Return a figure with three decimals, or as many as it takes to see on which side of `limit` it is."""
    for decimals in range(3, 9):
        text = f"{value:.{decimals}f}"
        if (float(text) < limit, float(text) > limit) == (value < limit, value > limit):
            return figure(value) if decimals == 3 else text
    return figure(value)


def change(value: float | None) -> str:
    """Return a difference in [-1, 1] with its sign and three decimals; a rounded zero has no sign."""
    if value is None:
        return NONE
    text = f"{value:+.3f}"
    return "0.000" if text in {"-0.000", "+0.000"} else text


def probability(p: float | None) -> str:
    """Return a p-value with four decimals, as many as the draws behind it tell apart."""
    return NONE if p is None else f"{p:.4f}"


def share(value: float) -> str:
    """Return a share of trials in percent with one decimal."""
    return f"{value:.1%}"


def count(value: int) -> str:
    """Return a count, with commas from thousands on."""
    return f"{value:,}"


CLEAR = 0.05
"""A difference is marked whose p-value, adjusted for looking at all cells, is below this."""


def mark(of: Difference) -> str:
    """Return "*" where the difference is clear by its adjusted p-value, else ""."""
    return "*" if of.p_holm is not None and of.p_holm < CLEAR else ""


def interval(of: Estimate | Difference) -> str:
    """Return the 95% interval as "[low, high]", or "" where there is none."""
    if of.low is None or of.high is None:
        return ""
    write = change if isinstance(of, Difference) else figure
    return f"[{write(of.low)}, {write(of.high)}]"


def with_interval(of: Estimate | Difference) -> str:
    """Return the mean, and its interval where there is one: "0.687 [0.600, 0.760]"."""
    mean = change(of.mean) if isinstance(of, Difference) else figure(of.mean)
    return f"{mean} {interval(of)}".rstrip()


def bound(of: Bound) -> str:
    """Return what a figure could be at worst and at best."""
    return f"{figure(of.low)} to {figure(of.high)}"
