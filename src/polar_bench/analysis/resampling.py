"""Two tests of a paired difference that leave the profiles whole: a cluster bootstrap and a sign-flip permutation test.

Profiles, not samples, are drawn and flipped, since the samples of one profile are no independent evidence. Seeded by
what is drawn for, so that the figures of one part don't hang on which other parts there are. Formulas and sources stand
in docs/results.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from polar_bench.analysis.intervals import t_quantile, unseen

DRAWS = 5_000
FLIPS = 9_999
_EXACT = 12
"""So many profiles that differ have all their sign patterns (4,096) looked at; more have FLIPS of them drawn."""
_BLOCK = 250
_SAME = 1e-9
_NORMAL = NormalDist()
Floats = NDArray[np.float64]
Interval = tuple[float | None, float | None]


def bootstrap_intervals(columns: Sequence[Sequence[float]], sizes: Sequence[int], seed: int) -> list[Interval]:
    """Return the 95% interval of each mean of differences in [-1, 1]: BCa over resampled profiles, at expanded levels.

    Each column holds each profile's sum of differences, `sizes` their number. None where there are fewer than two
    profiles. Where all profiles have the same mean, resampling shows nothing: the interval is then what it would be had
    the largest share of profiles that may go unseen (`intervals.unseen`) the most extreme difference there is.
    """
    count = len(sizes)
    if count < 2:
        return [(None, None)] * len(columns)
    sums, weights = np.array(columns, dtype=np.float64), np.array(sizes, dtype=np.float64)
    drawn = _resampled(sums, weights, seed)
    return [_interval(*each, weights) for each in zip(sums, drawn, strict=True)]


def flip_p_values(columns: Sequence[Sequence[float]], seed: int) -> list[float | None]:
    """Return each column's p-value of "no difference": how often flipping profiles' signs gives a sum as far from 0.

    Two-sided. Each column holds each profile's sum of differences; the same flips are drawn for all columns. None where
    there are fewer than two profiles.
    """
    if not columns or len(columns[0]) < 2:
        return [None] * len(columns)
    differing = [np.array([total for total in totals if abs(total) > _SAME], dtype=np.float64) for totals in columns]
    found: list[float | None] = [_exact_p(own) if len(own) <= _EXACT else None for own in differing]
    drawn = [place for place, p in enumerate(found) if p is None]
    if drawn:
        sums = np.array([columns[place] for place in drawn], dtype=np.float64).T
        sums = sums[(np.abs(sums) > _SAME).any(axis=1)]
        for place, p in zip(drawn, _drawn_p(sums, seed), strict=True):
            found[place] = p
    return found


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, in the same order: the chance of any false find is held over all of them."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def _exact_p(differing: Floats) -> float:
    """Return the share of all sign patterns that give a sum at least as far from 0."""
    patterns = np.arange(2 ** len(differing))[:, None] >> np.arange(len(differing)) & 1
    return float(np.mean(np.abs((2 * patterns - 1) @ differing) >= abs(math.fsum(differing)) - _SAME))


def _drawn_p(sums: Floats, seed: int) -> list[float]:
    """Return the p-value of each column of `sums` (a row a profile) over FLIPS drawn patterns."""
    generator = np.random.default_rng(seed)
    whole = np.array([math.fsum(column) for column in sums.T])
    as_far = np.zeros(sums.shape[1], dtype=np.int64)
    for start in range(0, FLIPS, _BLOCK):
        rows = min(_BLOCK, FLIPS - start)
        bits = np.unpackbits(np.frombuffer(generator.bytes(rows * len(sums) // 8 + 1), dtype=np.uint8))
        kept = bits[: rows * len(sums)].reshape(rows, len(sums)).astype(np.float64)
        flipped = 2 * (kept @ sums) - whole
        as_far += np.count_nonzero(np.abs(flipped) >= np.abs(whole) - _SAME, axis=0)
    return [(int(far) + 1) / (FLIPS + 1) for far in as_far]


def _resampled(sums: Floats, weights: Floats, seed: int) -> Floats:
    """Return DRAWS means of each row of `sums`, each over as many profiles as there are, drawn with putting back."""
    generator = np.random.default_rng(seed)
    count = len(weights)
    made = np.empty((len(sums), DRAWS))
    is_even = np.ptp(weights) == 0
    for start in range(0, DRAWS, _BLOCK):
        drawn = generator.integers(0, count, (min(_BLOCK, DRAWS - start), count))
        sizes = count * weights[0] if is_even else weights.take(drawn).sum(axis=1)
        for own, row in zip(made, sums, strict=True):
            own[start : start + len(drawn)] = row.take(drawn).sum(axis=1) / sizes
    return made


def _interval(sums: Floats, drawn: Floats, weights: Floats) -> Interval:
    count = len(sums)
    middle = math.fsum(sums) / float(weights.sum())
    if np.ptp(sums / weights) < _SAME:
        may_differ = unseen(count)
        return middle - may_differ * (middle + 1), middle + may_differ * (1 - middle)
    residuals = sums - weights * middle
    skew = float((residuals**3).sum() / (6 * (residuals**2).sum() ** 1.5))
    below = (np.count_nonzero(drawn < middle - _SAME) + np.count_nonzero(drawn <= middle + _SAME)) / 2
    bias = _NORMAL.inv_cdf(min(max(below / DRAWS, 0.5 / DRAWS), 1 - 0.5 / DRAWS))
    # Resampled means spread less than means of fresh profiles, by sqrt((count - 1) / count), and normally, not by t.
    reach = t_quantile(count - 1) * math.sqrt(count / (count - 1))
    ends = np.quantile(drawn, [_corrected(bias, skew, side) for side in (-reach, reach)])
    return float(ends[0]), float(ends[1])


def _corrected(bias: float, skew: float, side: float) -> float:
    """Return the level at which the resampled means are read for a nominal one `side` deviations out."""
    moved = bias + side
    scale = 1 - skew * moved
    return _NORMAL.cdf(bias + moved / scale) if scale > 0 else float(side > 0)
