"""Which samples a run plays, and in which order (DESIGN.md section 7).

Whole squares come first, domains interleaved; a square holds each of the 25 cells once, laid so that any five
samples in a row cover all levels and all attacks. Every prefix is thus as balanced as it can be. The order is a
function of the data set alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.sample import DOMAINS, Attack, PolicyLevel, Sample

_LEVELS, _ATTACKS = tuple(PolicyLevel), tuple(Attack)
T = TypeVar("T")


class Selection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which part of a data set is played; empty means all. `per_cell` and `samples` count after the filters."""

    domains: tuple[str, ...] = ()
    levels: tuple[PolicyLevel, ...] = ()
    attacks: tuple[Attack, ...] = ()
    per_cell: int | None = None
    samples: int | None = None


def plan(samples: Sequence[Sample], selection: Selection = Selection()) -> list[Sample]:
    """Return the selected samples in the order in which they're played.

    Raises:
        SetupError: a domain that the data set doesn't have, or nothing left.
    """
    have = {sample.domain for sample in samples}
    for domain in selection.domains:
        if domain not in have:
            raise SetupError(
                f"The data set has no domain '{domain}'.{did_you_mean(domain, have)} It has: {', '.join(sorted(have))}."
            )
    chosen = [
        sample
        for sample in samples
        if (not selection.domains or sample.domain in selection.domains)
        and (not selection.levels or sample.policy_level in selection.levels)
        and (not selection.attacks or sample.attack in selection.attacks)
    ]
    chosen = ordered(chosen)
    if selection.per_cell is not None:
        taken: Counter[tuple[PolicyLevel, Attack]] = Counter()
        kept = []
        for sample in chosen:
            taken[_cell(sample)] += 1
            if taken[_cell(sample)] <= selection.per_cell:
                kept.append(sample)
        chosen = kept
    chosen = chosen[: selection.samples]
    if not chosen:
        raise SetupError("The selection leaves no sample; widen --domains, --levels or --attacks.")
    return chosen


def ordered(samples: Iterable[Sample]) -> list[Sample]:
    """Return all samples in playing order: whole squares with domains interleaved, then what is left."""
    by_form: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for sample in sorted(samples, key=lambda sample: sample.id):
        by_form[sample.domain, sample.document.form].append(sample)
    squares: dict[str, list[list[Sample]]] = defaultdict(list)
    rest: list[Sample] = []
    for domain, per_form in _by_domain(by_form):
        made = [_squares(of_form) for of_form in per_form]
        squares[domain] = _interleaved([whole for whole, _ in made])
        rest += [sample for _, left in made for sample in left]
    whole = [sample for square in _interleaved(list(squares.values())) for sample in square]
    return whole + [sample for square in _rounds(rest) for sample in square]


def _by_domain(
    by_form: dict[tuple[str, str], list[Sample]],
) -> list[tuple[str, list[list[Sample]]]]:
    domains: dict[str, list[list[Sample]]] = defaultdict(list)
    for (domain, _), of_form in sorted(by_form.items()):
        domains[domain].append(of_form)
    return sorted(domains.items(), key=lambda item: _domain_rank(item[0]))


def _domain_rank(domain: str) -> tuple[int, str]:
    return (DOMAINS.index(domain) if domain in DOMAINS else len(DOMAINS), domain)


def _squares(samples: Sequence[Sample]) -> tuple[list[list[Sample]], list[Sample]]:
    """Split one form's samples into whole squares of undivided groups, and the rest."""
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        groups[sample.group].append(sample)
    pool = list(groups.values())
    squares: list[list[Sample]] = []
    while True:
        cells: set[tuple[PolicyLevel, Attack]] = set()
        square: list[Sample] = []
        left = []
        for group in pool:
            own = {_cell(sample) for sample in group}
            if len(own) == len(group) and not own & cells:
                cells |= own
                square += group
            else:
                left.append(group)
        if len(cells) < len(_LEVELS) * len(_ATTACKS):
            return squares, [sample for group in pool for sample in group]
        squares.append(sorted(square, key=_place))
        pool = left


def _rounds(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Lay samples that make no whole squares in rounds, each with every cell at most once.

    Within a round, the domain that has been played least comes first for each cell.
    """
    by_cell: dict[tuple[PolicyLevel, Attack], list[Sample]] = defaultdict(list)
    for sample in samples:
        by_cell[_cell(sample)].append(sample)
    played: Counter[str] = Counter()
    rounds = []
    while by_cell:
        square = []
        for cell in sorted(by_cell, key=lambda cell: _place(by_cell[cell][0])):
            waiting = by_cell[cell]
            chosen = min(waiting, key=lambda s: (played[s.domain], _domain_rank(s.domain), s.id))
            waiting.remove(chosen)
            played[chosen.domain] += 1
            square.append(chosen)
            if not waiting:
                del by_cell[cell]
        rounds.append(square)
    return rounds


def _cell(sample: Sample) -> tuple[PolicyLevel, Attack]:
    return (sample.policy_level, sample.attack)


def _place(sample: Sample) -> tuple[int, int]:
    """Where a sample stands in its square: by broken diagonal, then by level."""
    level, attack = _LEVELS.index(sample.policy_level), _ATTACKS.index(sample.attack)
    return ((attack - level) % len(_ATTACKS), level)


def _interleaved(lists: Sequence[Sequence[T]]) -> list[T]:
    return [item for items in zip_longest(*lists) for item in items if item is not None]
