"""How a number is written, wherever it's shown: terminal, page, Markdown, LaTeX.

Files for machines (JSON, CSV) hold the same numbers in full. Nothing is computed here.
"""

from __future__ import annotations

from polar_bench.analysis.comparison import Difference
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Bound

NONE = "–"
"""What stands where there is no number: an empty cell, an interval of a single profile."""


def figure(value: float | None) -> str:
    """Return a figure in [0, 1] with three decimals."""
    return NONE if value is None else f"{value:.3f}"


def change(value: float | None) -> str:
    """Return a difference in [-1, 1] with its sign and three decimals; a rounded zero has no sign."""
    if value is None:
        return NONE
    text = f"{value:+.3f}"
    return "0.000" if text in {"-0.000", "+0.000"} else text


def interval(of: Estimate | Difference) -> str:
    """Return the 95% interval as "[low, high]", or "" where there is none."""
    if of.low is None or of.high is None:
        return ""
    write = change if isinstance(of, Difference) else figure
    return f"[{write(of.low)}, {write(of.high)}]"


def bound(of: Bound) -> str:
    """Return what a figure could be at worst and at best."""
    return f"{figure(of.low)} to {figure(of.high)}"
