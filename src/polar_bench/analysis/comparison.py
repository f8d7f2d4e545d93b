"""Two runs compared: differences over the samples that both have scored, paired sample by sample.

Which samples of two runs may be compared is the caller's to say; the figures here are of those that it gives.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.analysis.difference import Difference, Differences
from polar_bench.analysis.resampling import Interval, bootstrap_intervals, flip_p_values, holm
from polar_bench.analysis.samples import FIGURES, SampleFigures, Three, three
from polar_bench.analysis.surface import Figures, figures
from polar_bench.sample import DOMAINS, Attack, PolicyLevel
from polar_bench.seeding import BASE_SEED, seed_for

MOST_CHANGED = 10


class Changed(msgspec.Struct, frozen=True):
    """A sample with its three figures (privacy, utility, overall) in both runs; `change` is B - A of overall."""

    sample_id: str
    domain: str
    level: PolicyLevel
    attack: Attack
    a: Three
    b: Three
    change: float


class Comparison(msgspec.Struct, frozen=True):
    """B against A by one scorer; `a` and `b` are each run's figures over the compared samples alone.

    Of `common` samples that both runs played, `compared` are scored in both. `profiles` stand behind them. `cells` is
    keyed by policy level, then attack, and holds all 25. `changed` names the samples that changed most in overall.
    """

    schema: int
    scorer: str
    common: int
    compared: int
    profiles: int
    a: Figures
    b: Figures
    headline: Differences
    cells: dict[str, dict[str, Differences]]
    levels: dict[str, Differences]
    attacks: dict[str, Differences]
    domains: dict[str, Differences]
    changed: tuple[Changed, ...]


class Pair(NamedTuple):
    """The same sample in both runs, scored in each."""

    a: SampleFigures
    b: SampleFigures
    before: Three
    after: Three
    change: Three


def pairs(a: Iterable[SampleFigures], b: Iterable[SampleFigures]) -> list[Pair]:
    """Return the samples that both runs have scored, by id, so that the runs' order changes nothing."""
    in_b = {sample.sample_id: sample for sample in b}
    made = []
    for sample in sorted(a, key=lambda sample: sample.sample_id):
        other = in_b.get(sample.sample_id)
        if other is not None and sample.means is not None and other.means is not None:
            change = three(after - before for before, after in zip(sample.means, other.means, strict=True))
            made.append(Pair(sample, other, sample.means, other.means, change))
    return made


def differences(of: Sequence[Pair], part: str = "headline", *, seed: int = BASE_SEED) -> Differences:
    """Return the differences over the pairs `of`; `part` names what they are, for the draws."""
    totals, sizes = _by_profile(of)
    intervals = bootstrap_intervals(totals, sizes, seed_for("bootstrap", part, base=seed))
    p_values = flip_p_values(totals, seed_for("flips", part, base=seed))
    made = []
    for place in range(len(FIGURES)):
        mean = math.fsum(pair.change[place] for pair in of) / len(of) if of else None
        made.append(Difference(mean, *intervals[place], p_values[place], len(of)))
    return Differences(*made)


def overall_interval(of: Sequence[Pair], part: str = "headline", *, seed: int = BASE_SEED) -> Interval:
    """Return the interval of overall that `differences` gives, without the rest of it."""
    totals, sizes = _by_profile(of)
    return bootstrap_intervals(totals[-1:], sizes, seed_for("bootstrap", part, base=seed))[0]


def _by_profile(of: Sequence[Pair]) -> tuple[list[list[float]], list[int]]:
    """Return each profile's sums of the three changes, a list a figure, and each profile's number of pairs."""
    own: dict[str, list[Three]] = defaultdict(list)
    for pair in of:
        own[pair.a.group].append(pair.change)
    sums = [[math.fsum(change[place] for change in changes) for changes in own.values()] for place in range(3)]
    return sums, [len(changes) for changes in own.values()]


def compare(
    a: Sequence[SampleFigures], b: Sequence[SampleFigures], scorer: str, *, seed: int = BASE_SEED
) -> Comparison:
    """Return how B differs from A; both hold each run's samples that may be compared, scored or not.

    `scorer` says whose figures they are. `seed` is the base of all draws.
    """
    of = pairs(a, b)

    def parts(name: str, key: Callable[[SampleFigures], str], keys: Iterable[str]) -> dict[str, Differences]:
        grouped: dict[str, list[Pair]] = defaultdict(list)
        for pair in of:
            grouped[key(pair.a)].append(pair)
        return {each: differences(grouped.get(each, []), f"{name} {each}", seed=seed) for each in keys}

    have = {pair.a.domain for pair in of}
    cells = parts("cell", lambda sample: f"{sample.level}/{sample.attack}", _CELLS)
    adjusted = _adjusted(cells)
    return Comparison(
        schema=1,
        scorer=scorer,
        common=len({sample.sample_id for sample in a} & {sample.sample_id for sample in b}),
        compared=len(of),
        profiles=len({pair.a.group for pair in of}),
        a=figures(pair.a for pair in of),
        b=figures(pair.b for pair in of),
        headline=differences(of, seed=seed),
        cells={level: {attack: adjusted[f"{level}/{attack}"] for attack in Attack} for level in PolicyLevel},
        levels=parts("level", lambda sample: sample.level, PolicyLevel),
        attacks=parts("attack", lambda sample: sample.attack, Attack),
        domains=parts(
            "domain",
            lambda sample: sample.domain,
            [name for name in DOMAINS if name in have] + sorted(have - set(DOMAINS)),
        ),
        changed=_most_changed(of),
    )


_CELLS = [f"{level}/{attack}" for level in PolicyLevel for attack in Attack]


def _adjusted(cells: dict[str, Differences]) -> dict[str, Differences]:
    """Return the cells with Holm's p beside p, over the cells of one figure that have a p."""
    by_figure: dict[str, dict[str, Difference]] = {}
    for figure in FIGURES:
        own: dict[str, Difference] = {name: getattr(cell, figure) for name, cell in cells.items()}
        told = {name: each.p for name, each in own.items() if each.p is not None}
        p_holm = dict(zip(told, holm([*told.values()]), strict=True))
        by_figure[figure] = {name: msgspec.structs.replace(each, p_holm=p_holm.get(name)) for name, each in own.items()}
    return {name: Differences(**{figure: by_figure[figure][name] for figure in FIGURES}) for name in cells}


def _most_changed(of: Sequence[Pair]) -> tuple[Changed, ...]:
    """Return the samples that changed most in overall, then in privacy; those that didn't change are left out."""
    moved = [pair for pair in of if any(pair.change)]
    moved.sort(key=lambda pair: (-abs(pair.change[2]), -abs(pair.change[0]), pair.a.sample_id))
    return tuple(
        Changed(
            sample_id=pair.a.sample_id,
            domain=pair.a.domain,
            level=pair.a.level,
            attack=pair.a.attack,
            a=pair.before,
            b=pair.after,
            change=pair.change[2],
        )
        for pair in moved[:MOST_CHANGED]
    )
