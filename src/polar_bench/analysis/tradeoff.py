"""The trade between privacy and utility: overall under every weight, ranks under it, and the Pareto front."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from polar_bench.analysis.intervals import Estimate, means
from polar_bench.analysis.samples import SampleFigures

WEIGHTS = tuple(step / 10 for step in range(11))


class AtWeight(msgspec.Struct, frozen=True):
    """Overall where privacy has the weight `weight` (lambda) and utility the rest."""

    weight: float
    overall: Estimate


class RanksAt(msgspec.Struct, frozen=True):
    """The place of each run under one weight, 1 the best; runs of the same mean share one, None is a run without."""

    weight: float
    ranks: dict[str, int | None]


def by_weight(samples: Iterable[SampleFigures]) -> tuple[AtWeight, ...]:
    """Return overall under each of WEIGHTS, whatever weight the scores were made with."""
    scored = [(each.means, each.group) for each in samples if each.means is not None]
    groups = [group for _, group in scored]
    columns = [[weight * own[0] + (1 - weight) * own[1] for own, _ in scored] for weight in WEIGHTS]
    return tuple(AtWeight(*pair) for pair in zip(WEIGHTS, means(columns, groups), strict=True))


def ranks(curves: Mapping[str, Sequence[AtWeight]]) -> tuple[RanksAt, ...]:
    """Return the places of the runs that `curves` names, weight by weight."""
    ranked = []
    for place, weight in enumerate(WEIGHTS):
        overall = {name: curve[place].overall.mean for name, curve in curves.items()}
        ranked.append(RanksAt(weight, {name: _rank(own, overall.values()) for name, own in overall.items()}))
    return tuple(ranked)


def pareto_front(points: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return the names of the points (privacy, utility) that no other is better than, the most private first.

    A point is better that is at least as good in both and better in one; equal points stand on the front together.
    """
    front = [
        name
        for name, (privacy, utility) in points.items()
        if not any(p >= privacy and u >= utility and (p > privacy or u > utility) for p, u in points.values())
    ]
    return sorted(front, key=lambda name: (-points[name][0], -points[name][1], name))


def _rank(own: float | None, all_: Iterable[float | None]) -> int | None:
    if own is None:
        return None
    return 1 + sum(mean is not None and mean > own and not math.isclose(mean, own, rel_tol=1e-12) for mean in all_)
