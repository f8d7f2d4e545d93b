"""Runs side by side, over the samples that all of them have: places under every weight, the front, mean surfaces.

Which runs may stand side by side is the caller's to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from polar_bench.analysis.comparison import Comparison
from polar_bench.analysis.ranking import Placed
from polar_bench.analysis.samples import SampleFigures
from polar_bench.analysis.surface import Figures
from polar_bench.analysis.tradeoff import AtWeight, RanksAt
from polar_bench.seeding import BASE_SEED


class Several(msgspec.Struct, frozen=True):
    """What several runs amount to over the `samples` that all have; `left_out` only some of them have.

    `figures`, `weights` and `cells` (level, then attack) are keyed by run. `average` is the mean surface over the runs:
    each sample's figures are averaged over the runs first. `front` are the runs on the Pareto front, the most private
    first. `against_first` compares each other run with the first one given.
    """

    samples: int
    left_out: int
    figures: dict[str, Figures]
    cells: dict[str, dict[str, dict[str, Figures]]]
    average: dict[str, dict[str, Figures]]
    places: tuple[Placed, ...]
    weights: dict[str, tuple[AtWeight, ...]]
    ranks: tuple[RanksAt, ...]
    front: tuple[str, ...]
    against_first: dict[str, Comparison]


def several(runs: Mapping[str, Sequence[SampleFigures]], scorer: str, *, seed: int = BASE_SEED) -> Several:
    """Return what `runs` amount to together, each given by name with its samples; `seed` is the base of all draws."""
    raise NotImplementedError
