"""Runs side by side, over the samples that all of them have: places under every weight, the front, mean surfaces.

Which runs may stand side by side is the caller's to say.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from polar_bench.analysis.comparison import Comparison, compare
from polar_bench.analysis.ranking import Placed, ranked
from polar_bench.analysis.samples import SampleFigures, three
from polar_bench.analysis.surface import Figures, figures
from polar_bench.analysis.tradeoff import AtWeight, RanksAt, by_weight, pareto_front, ranks
from polar_bench.sample import Attack, PolicyLevel
from polar_bench.seeding import BASE_SEED

Cells = dict[str, dict[str, Figures]]
"""Figures by policy level, then attack: all 25."""


class Surface(msgspec.Struct, frozen=True):
    """Figures of all samples, and of each level, attack and cell."""

    all: Figures
    levels: dict[str, Figures]
    attacks: dict[str, Figures]
    cells: Cells


class Several(msgspec.Struct, frozen=True):
    """What several runs amount to over the `samples` that all have; `left_out` only some of them have.

    `surfaces` and `weights` are keyed by run; each run's figures are over those of the samples that it has scored.
    `average` is the mean surface over the runs, of the samples that all have scored: each sample's figures are averaged
    over the runs first. `places` holds the runs by overall. `front` are the runs on the Pareto front, the most private
    first. `against_first` compares each other run with `first`, the first one given.
    """

    samples: int
    left_out: int
    first: str | None
    surfaces: dict[str, Surface]
    average: Surface
    places: tuple[Placed, ...]
    weights: dict[str, tuple[AtWeight, ...]]
    ranks: tuple[RanksAt, ...]
    front: tuple[str, ...]
    against_first: dict[str, Comparison]


def several(runs: Mapping[str, Sequence[SampleFigures]], scorer: str, *, seed: int = BASE_SEED) -> Several:
    """Return what `runs` amount to together, each given by name with its samples; `seed` is the base of all draws.

    Their order decides against which run the others are compared, and nothing else.
    """
    played = [{each.sample_id for each in samples} for samples in runs.values()]
    common = set.intersection(*played) if played else set()
    own = {name: [each for each in samples if each.sample_id in common] for name, samples in runs.items()}
    first = next(iter(runs), None)
    surfaces = {name: surface(samples) for name, samples in own.items()}
    weights = {name: by_weight(samples) for name, samples in own.items()}
    points = {
        name: (each.all.privacy.mean, each.all.utility.mean)
        for name, each in surfaces.items()
        if each.all.privacy.mean is not None and each.all.utility.mean is not None
    }
    return Several(
        samples=len(common),
        left_out=len(set().union(*played) - common),
        first=first,
        surfaces=surfaces,
        average=surface(averaged([*own.values()])),
        places=tuple(ranked(own, seed=seed)),
        weights=weights,
        ranks=ranks(weights),
        front=tuple(pareto_front(points)),
        against_first={
            name: compare(own[first], samples, scorer, seed=seed)
            for name, samples in own.items()
            if first is not None and name != first
        },
    )


def surface(samples: Sequence[SampleFigures]) -> Surface:
    """Return the figures of `samples` over all of them and over the design."""
    cells: dict[tuple[PolicyLevel, Attack], list[SampleFigures]] = defaultdict(list)
    for each in samples:
        cells[each.level, each.attack].append(each)
    return Surface(
        all=figures(samples),
        levels={level: figures(each for each in samples if each.level is level) for level in PolicyLevel},
        attacks={attack: figures(each for each in samples if each.attack is attack) for attack in Attack},
        cells={level: {attack: figures(cells[level, attack]) for attack in Attack} for level in PolicyLevel},
    )


def averaged(runs: Sequence[Sequence[SampleFigures]]) -> list[SampleFigures]:
    """Return the samples that every one of `runs` has scored, each with the mean over the runs of its figures."""
    by_id: dict[str, list[SampleFigures]] = defaultdict(list)
    for samples in runs:
        for each in samples:
            if each.means is not None:
                by_id[each.sample_id].append(each)
    made = []
    for own in by_id.values():
        if len(own) == len(runs):
            columns = zip(*(each.means for each in own if each.means is not None), strict=True)
            means = three(math.fsum(values) / len(own) for values in columns)
            made.append(msgspec.structs.replace(own[0], attempted=1, scored=(means,), means=means))
    return made
