"""Means and shares with 95% intervals that are clustered by profile.

Samples of one profile share its document, values and topic, so they are less than so many independent samples; the
profiles are independent. Formulas and sources stand in docs/results.md. Every sum is exact (`math.fsum`), so that the
order of samples changes no bit. Must not know of scores, cells or runs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

CONFIDENCE = 0.95
_SAME = 1e-12
"""Figures that differ by less are the same but for rounding."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over `n` samples, in [0, 1], or None where n is 0.

    `low` and `high` bound its 95% interval; both are None where fewer than two profiles stand behind the mean, since
    one profile says nothing of how profiles differ.
    """

    mean: float | None
    low: float | None
    high: float | None
    n: int


def mean(values: Sequence[float], groups: Sequence[str]) -> Estimate:
    """Return the mean of `values`, each in [0, 1], one a sample; `groups` names each sample's profile."""
    return means([values], groups)[0]


def means(columns: Sequence[Sequence[float]], groups: Sequence[str]) -> list[Estimate]:
    """Return the mean of each column, all of them of the same samples, as `mean` does."""
    n = len(groups)
    if n == 0:
        return [Estimate(None, None, None, 0)] * len(columns)
    order, clusters, sizes = _clustered(tuple(groups))
    estimates = []
    for column in columns:
        middle = math.fsum(column) / n
        sorted_ = [column[at] for at in order]
        totals = [math.fsum(sorted_[start:end]) for start, end in clusters]
        estimates.append(Estimate(middle, *_interval(middle, totals, sizes), n))
    return estimates


@lru_cache(maxsize=512)
def _clustered(groups: tuple[str, ...]) -> tuple[list[int], list[tuple[int, int]], tuple[int, ...]]:
    """Return the samples in the order of their profiles, where in it each profile stands, and how many samples it has.

    Kept, since both scorers' figures, and privacy and utility, are means over the same samples.
    """
    n = len(groups)
    order = sorted(range(n), key=groups.__getitem__)
    ends = [at for at in range(1, n) if groups[order[at - 1]] != groups[order[at]]]
    clusters = [*pairwise([0, *ends, n])]
    return order, clusters, tuple([end - start for start, end in clusters])


def share(hits: Sequence[int], chances: Sequence[int], groups: Sequence[str]) -> Estimate:
    """Return how many of all `chances` were hits, one entry of each a sample; n counts samples with a chance.

    `hits` are at most as many as `chances`. It's the mean over the chances themselves, clustered by profile.
    """
    of_group: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for hit, chance, group in zip(hits, chances, groups, strict=True):
        of_group[group][0] += hit
        of_group[group][1] += chance
    counted = [(hit, chance) for hit, chance in of_group.values() if chance]
    if not counted:
        return Estimate(None, None, None, 0)
    middle = sum(hit for hit, _ in counted) / sum(chance for _, chance in counted)
    low, high = _interval(middle, [hit for hit, _ in counted], [chance for _, chance in counted])
    return Estimate(middle, low, high, sum(chance > 0 for chance in chances))


def unseen(profiles: int) -> float:
    """Return the largest share of profiles that may differ where all of so many seen are the same (95% confidence).

    The exact bound behind the rule of three: (1 - share) ** profiles = 1 - CONFIDENCE.
    """
    return 1 - math.pow(1 - CONFIDENCE, 1 / profiles)


def _interval(middle: float, totals: Sequence[float], sizes: Sequence[int]) -> tuple[float | None, float | None]:
    """Return the interval of a mean of observations in [0, 1], given each cluster's sum and number of them."""
    if len(sizes) < 2:
        return None, None
    means = [total / size for total, size in zip(totals, sizes, strict=True)]
    if max(means) - min(means) < _SAME:
        may_differ = unseen(len(sizes))
        return middle * (1 - may_differ), middle + (1 - middle) * may_differ
    half = t_quantile(_freedom(tuple(sizes))) * _standard_error(middle, totals, sizes) / (middle * (1 - middle))
    logit = math.log(middle / (1 - middle))
    return _logistic(logit - half), _logistic(logit + half)


def _standard_error(middle: float, totals: Sequence[float], sizes: Sequence[int]) -> float:
    """Return the linearised standard error with the CR2 correction of each cluster's residual."""
    n = sum(sizes)
    residuals = [total - size * middle for total, size in zip(totals, sizes, strict=True)]
    return (
        math.sqrt(math.fsum(residual**2 / (1 - size / n) for residual, size in zip(residuals, sizes, strict=True))) / n
    )


@lru_cache(maxsize=256)
def _freedom(sizes: tuple[int, ...]) -> float:
    """Return the degrees of freedom of the CR2 variance of a mean; with equal clusters one less than there are."""
    n = sum(sizes)
    loads = [size**2 / (1 - size / n) for size in sizes]
    crossed = math.fsum(loads) ** 2 - math.fsum(load**2 for load in loads)
    return n**2 / (sum(size**2 for size in sizes) + crossed / n**2)


@lru_cache(maxsize=4096)
def t_quantile(freedom: float) -> float:
    """Return Student's t that leaves half of 1 - CONFIDENCE above it."""
    from scipy.special import stdtrit  # type: ignore[import-untyped] # noqa: PLC0415 # no stubs; slow to import

    return float(stdtrit(freedom, (1 + CONFIDENCE) / 2))


def _logistic(x: float) -> float:
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    return math.exp(x) / (1 + math.exp(x))
