"""How far judges agree: rates, spread between judges, pairs, kappas, each with a 95% interval.

Verdicts are True, False or None (unjudged), which counts neither way. Intervals are percentiles of a bootstrap over
groups (profiles), since the items of one profile are alike. All figures are ratios of whole numbers, so neither the
order of items nor the names of judges change a bit. What isn't defined is None, with a note that says why.
Must not know questions, samples or models.

Sources: Cohen 1960; Fleiss 1971; the paper's section 3.5 for mean and SD of the judges' rates.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from polar_bench.seeding import BASE_SEED

RESAMPLES = 2000
_LEVELS = (0.025, 0.975)
_LEAST_DEFINED = 0.95
_Sums = NDArray[np.int64]
_Figures = NDArray[np.float64]


class Rated(msgspec.Struct, frozen=True):
    """One item: its group, and each judge's verdict on it (None, or no entry: unjudged)."""

    group: str
    verdicts: Mapping[str, bool | None]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure over `n` items (judges, for mean and SD) with its interval; None is undefined, and `note` says why."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    note: str = ""


class Pair(msgspec.Struct, frozen=True):
    """Two judges, over the items that both judged: the share of equal verdicts, and Cohen's kappa."""

    one: str
    other: str
    agreement: Figure
    kappa: Figure


class Agreement(msgspec.Struct, frozen=True):
    """The figures of one set of items.

    `acceptance` is each judge's share of accepted among judged. `mean` and the two SDs are over the judges' rates.
    `fleiss` is over the items that all judges judged.
    """

    acceptance: dict[str, Figure]
    mean: Figure
    sd_population: Figure
    sd_sample: Figure
    pairs: tuple[Pair, ...]
    fleiss: Figure


class Split(msgspec.Struct, frozen=True):
    """Of `items` that two judges or more judged in one place, `split` got unlike verdicts; `share` is their ratio."""

    where: str
    items: int
    split: int
    share: float


def agreement(items: Iterable[Rated], judges: Sequence[str], *, resamples: int = RESAMPLES) -> Agreement:
    """Return all figures over `items` for the judges of these names (one or more, each once)."""
    bootstrap = _Bootstrap(items, resamples)
    acceptance = {name: bootstrap.figure(_acceptance(name)) for name in judges}
    having = [name for name in judges if acceptance[name].value is not None]
    return Agreement(
        acceptance,
        bootstrap.figure(_over_judges(having, _mean)),
        bootstrap.figure(_over_judges(having, lambda rates: _sd(rates, 0))),
        bootstrap.figure(_over_judges(having, lambda rates: _sd(rates, 1))),
        tuple(
            Pair(
                one,
                other,
                bootstrap.figure(_of_pair(one, other, _equal)),
                bootstrap.figure(_of_pair(one, other, _cohen)),
            )
            for one, other in combinations(judges, 2)
        ),
        bootstrap.figure(_of_all(judges)),
    )


def splits(placed: Iterable[tuple[str, Rated]]) -> tuple[Split, ...]:
    """Return where judges differ, the largest share first; each item comes with its place."""
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for where, item in placed:
        given = [verdict for verdict in item.verdicts.values() if verdict is not None]
        if len(given) > 1:
            counted[where][0] += 1
            counted[where][1] += len(set(given)) > 1
    found = [Split(where, items, split, split / items) for where, (items, split) in counted.items()]
    return tuple(sorted(found, key=lambda place: (-place.share, place.where)))


class _Measure(NamedTuple):
    """A figure as a function of sums over items, so that a resample of groups is a matter of adding up.

    `sums` gives an item's whole numbers. `value` maps sums of shape (..., k) to figures of shape (...), NaN where
    undefined; `count` tells over how many items (or judges) it is. `empty` and `undefined` say why there is no figure.
    """

    sums: Callable[[Rated], list[int]]
    value: Callable[[_Sums], _Figures]
    count: Callable[[_Sums], int]
    empty: str
    undefined: str = ""


class _Bootstrap:
    """The items by group, and the same resamples of groups for every figure."""

    def __init__(self, items: Iterable[Rated], resamples: int) -> None:
        by_group: dict[str, list[Rated]] = defaultdict(list)
        for item in items:
            by_group[item.group].append(item)
        self._groups = [by_group[name] for name in sorted(by_group)]
        self._weights: _Sums | None = None
        if (count := len(self._groups)) > 1:
            generator = np.random.default_rng(BASE_SEED)
            self._weights = generator.multinomial(count, np.full(count, 1 / count), size=resamples)

    def figure(self, measure: _Measure) -> Figure:
        rows = [[sum(column) for column in zip(*map(measure.sums, own), strict=True)] for own in self._groups]
        by_group: _Sums = np.array(rows, dtype=np.int64)
        count = measure.count(by_group.sum(axis=0)) if rows else 0
        if count == 0:
            return Figure(None, None, None, 0, measure.empty)
        value = float(measure.value(by_group.sum(axis=0)[np.newaxis])[0])
        if math.isnan(value):
            return Figure(None, None, None, count, measure.undefined)
        if self._weights is None:
            return Figure(value, None, None, count, "no interval: all items are of one group")
        drawn = measure.value(self._weights @ by_group)
        defined = drawn[~np.isnan(drawn)]
        if len(defined) < _LEAST_DEFINED * len(drawn):
            note = f"no interval: undefined in {len(drawn) - len(defined)} of {len(drawn)} resamples"
            return Figure(value, None, None, count, note)
        low, high = np.quantile(defined, _LEVELS)
        return Figure(value, float(low), float(high), count)


def _acceptance(judge: str) -> _Measure:
    return _Measure(
        lambda item: _judged(item, judge), lambda s: _ratio(s[..., 0], s[..., 1]), lambda s: int(s[1]), "no item judged"
    )


def _judged(item: Rated, judge: str) -> list[int]:
    verdict = item.verdicts.get(judge)
    return [int(verdict is True), int(verdict is not None)]


def _over_judges(judges: Sequence[str], value: Callable[[_Figures], _Figures]) -> _Measure:
    """A figure over the rates of `judges`, each of which judged something."""

    def rates(sums: _Sums) -> _Figures:
        # In order of size: the judges' order must not change a sum's last bit
        return np.sort(_ratio(sums[..., 0::2], sums[..., 1::2]), axis=-1)

    return _Measure(
        lambda item: [number for judge in judges for number in _judged(item, judge)],
        lambda sums: value(rates(sums)),
        lambda _: len(judges),
        "no item judged",
        "one judge",
    )


def _mean(rates: _Figures) -> _Figures:
    made: _Figures = rates.sum(axis=-1) / rates.shape[-1]
    return made


def _sd(rates: _Figures, lost: int) -> _Figures:
    """The population SD (`lost` 0) or the sample SD (1) of each row; the latter is undefined for one judge."""
    if rates.shape[-1] <= lost:
        return np.full(rates.shape[:-1], np.nan)
    squares = np.square(rates - _mean(rates)[..., np.newaxis])
    made: _Figures = np.sqrt(squares.sum(axis=-1) / (rates.shape[-1] - lost))
    return made


def _of_pair(one: str, other: str, value: Callable[[_Sums], _Figures]) -> _Measure:
    def table(item: Rated) -> list[int]:
        """Both accept, one alone, the other alone, neither."""
        first, second = item.verdicts.get(one), item.verdicts.get(other)
        both = first is not None and second is not None
        return [
            int(both and (first, second) == case)
            for case in ((True, True), (True, False), (False, True), (False, False))
        ]

    return _Measure(
        table,
        value,
        lambda s: int(s.sum()),
        "no item that both judged",
        "no variance: both gave all items the same verdict",
    )


def _equal(table: _Sums) -> _Figures:
    return _ratio(table[..., 0] + table[..., 3], table.sum(axis=-1))


def _cohen(table: _Sums) -> _Figures:
    """(observed - expected) / (1 - expected), both times the square of n, so that all terms are whole numbers."""
    n = table.sum(axis=-1)
    yes_one, yes_other = table[..., 0] + table[..., 1], table[..., 0] + table[..., 2]
    expected = yes_one * yes_other + (n - yes_one) * (n - yes_other)
    return _ratio(n * (table[..., 0] + table[..., 3]) - expected, n * n - expected)


def _of_all(judges: Sequence[str]) -> _Measure:
    raters = len(judges)

    def sums(item: Rated) -> list[int]:
        """Items that all judged, their accepting verdicts, and their ordered pairs of equal verdicts."""
        given = [item.verdicts.get(judge) for judge in judges]
        if None in given or raters < 2:
            return [0, 0, 0]
        yes = sum(verdict is True for verdict in given)
        return [1, yes, yes * (yes - 1) + (raters - yes) * (raters - yes - 1)]

    def kappa(s: _Sums) -> _Figures:
        given, yes, equal = s[..., 0] * raters, s[..., 1], s[..., 2]
        expected = yes * yes + (given - yes) * (given - yes)
        return _ratio(given * equal - (raters - 1) * expected, (raters - 1) * (given * given - expected))

    empty = "one judge" if raters < 2 else "no item that all judged"
    return _Measure(sums, kappa, lambda s: int(s[0]), empty, "no variance: all gave all items the same verdict")


def _ratio(over: _Sums, under: _Sums) -> _Figures:
    """Return `over` / `under`, NaN where `under` is 0."""
    made: _Figures = np.full(over.shape, np.nan)
    np.divide(over, under, out=made, where=under != 0)
    return made
