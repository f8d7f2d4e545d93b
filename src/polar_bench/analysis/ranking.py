"""The order of many runs by overall, with the ones that can't be told apart.

The runs given have to be comparable: the same data, protocol and way of playing S5 are the caller's to see to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from polar_bench.analysis.comparison import overall_interval, pairs
from polar_bench.analysis.samples import SampleFigures
from polar_bench.analysis.surface import Figures, figures
from polar_bench.seeding import BASE_SEED


class Placed(msgspec.Struct, frozen=True):
    """A run's place, 1 the best; a run without a mean has None.

    `tied` are the places of the runs from which it can't be told: the 95% interval of the paired difference of overall
    holds zero, or there is none.
    """

    run: str
    place: int | None
    figures: Figures
    tied: tuple[int, ...]


def ranked(runs: Mapping[str, Sequence[SampleFigures]], *, seed: int = BASE_SEED) -> list[Placed]:
    """Return `runs` by overall, the best first, those of the same mean by name, and those without a mean last.

    Each run is given by name with its samples; `seed` is the base of the draws behind the ties.
    """
    own = {name: figures(samples) for name, samples in runs.items()}
    means = {name: each.overall.mean for name, each in own.items()}
    order = sorted(runs, key=lambda name: (means[name] is None, -(means[name] or 0), name))
    place = {name: at for at, name in enumerate(order, start=1) if means[name] is not None}
    ties: dict[str, list[int]] = {name: [] for name in runs}
    for one, other in combinations(place, 2):
        low, high = overall_interval(pairs(runs[one], runs[other]), seed=seed)
        if low is None or high is None or low <= 0 <= high:
            ties[one].append(place[other])
            ties[other].append(place[one])
    return [Placed(name, place.get(name), own[name], tuple(sorted(ties[name]))) for name in order]
