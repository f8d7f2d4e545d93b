"""Which samples a run plays, and in which order (DESIGN.md section 7).

Whole squares come first: a square is a few whole groups (profiles) that hold each of the 25 cells once between
them, laid so that each of its five fifths has all levels and all attacks once. Its groups come from domains that
were played least, so that every prefix is as balanced as it can be over cells, levels, attacks and domains. The
order is a function of the data set alone; a selection takes samples out of it and changes nothing in it.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.sample import DOMAINS, Attack, PolicyLevel, Sample
from polar_bench.seeding import BASE_SEED

_LEVELS, _ATTACKS = tuple(PolicyLevel), tuple(Attack)
_CELLS = len(_LEVELS) * len(_ATTACKS)
_EVERY_CELL = 2**_CELLS - 1
_STARTS = 25
T = TypeVar("T")


class Selection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which part of a data set is played; empty means all.

    `samples_per_domain` is drawn first, as the released evaluator draws; `per_cell` and `samples` count after the
    filters.
    """

    domains: tuple[str, ...] = ()
    levels: tuple[PolicyLevel, ...] = ()
    attacks: tuple[Attack, ...] = ()
    per_cell: int | None = None
    samples: int | None = None
    samples_per_domain: int | None = None


def plan(samples: Sequence[Sample], selection: Selection = Selection()) -> list[Sample]:
    """Return the selected samples in the order in which they're played.

    Raises:
        SetupError: a domain that the data set doesn't have, a count below 1, or nothing left.
    """
    have = {sample.domain for sample in samples}
    for domain in selection.domains:
        if domain not in have:
            raise SetupError(
                f"The data set has no domain '{domain}'.{did_you_mean(domain, have)} It has: {', '.join(sorted(have))}."
            )
    counts = (
        ("--per-cell", selection.per_cell),
        ("--samples", selection.samples),
        ("--samples-per-domain", selection.samples_per_domain),
    )
    for option, count in counts:
        if count is not None and count < 1:
            raise SetupError(f"{option} is {count}, but it must be at least 1.")
    drawn = _drawn(samples, selection)
    chosen = [
        sample
        for sample in ordered(samples)
        if (drawn is None or sample.id in drawn)
        and (not selection.domains or sample.domain in selection.domains)
        and (not selection.levels or sample.policy_level in selection.levels)
        and (not selection.attacks or sample.attack in selection.attacks)
    ]
    if selection.per_cell is not None:
        chosen = list(_first_of_each_cell(chosen, selection.per_cell))
    chosen = chosen[: selection.samples]
    if not chosen:
        raise SetupError("The selection leaves no sample; widen --domains, --levels or --attacks.")
    return chosen


def _drawn(samples: Iterable[Sample], selection: Selection) -> frozenset[str] | None:
    """Return the ids that the released evaluator would draw, or None where all are taken.

    One generator seeded with 42; the domains in the order given; each pool sorted by id (reference:
    released-benchmark.md, "Sampling").
    """
    count = selection.samples_per_domain
    if count is None:
        return None
    pools: dict[str, list[str]] = defaultdict(list)
    for sample in samples:
        pools[sample.domain].append(sample.id)
    generator = random.Random(BASE_SEED)
    drawn: list[str] = []
    for domain in selection.domains or sorted(pools, key=_rank):
        if len(pools[domain]) < count:
            raise SetupError(f"--samples-per-domain is {count}, but {domain} has {len(pools[domain])} samples.")
        drawn += generator.sample(sorted(pools[domain]), count)
    return frozenset(drawn)


def _first_of_each_cell(samples: Iterable[Sample], count: int) -> Iterator[Sample]:
    taken: Counter[int] = Counter()
    for sample in samples:
        taken[_cell(sample)] += 1
        if taken[_cell(sample)] <= count:
            yield sample


class _Group(msgspec.Struct, frozen=True):
    """Samples of one domain that are played together; bit n of `cells` says that cell n is among them."""

    domain: str
    cells: int
    samples: tuple[Sample, ...]


_Square = tuple[_Group, ...]


def ordered(samples: Iterable[Sample]) -> list[Sample]:
    """Return all samples in playing order: whole squares, then rounds that have each cell at most once.

    Both have their domains interleaved. A group that is no fifth of a square is played sample by sample.
    """
    by_form: dict[tuple[str, str], list[_Group]] = defaultdict(list)
    rest: list[_Group] = []
    for group in _groups(samples):
        if len(group.samples) == 1:
            rest.append(group)
        else:
            by_form[group.domain, group.samples[0].document.form].append(group)
    squares: dict[str, list[list[_Square]]] = defaultdict(list)
    left: list[_Group] = []
    for (domain, _), of_form in sorted(by_form.items()):
        found, not_used = _squares(of_form)
        squares[domain].append(found)
        left += not_used
    across, left = _squares(left)
    rest += [single for group in left for single in _singles(group.domain, group.samples)]
    in_turn = _interleaved([_interleaved(squares[domain]) for domain in sorted(squares, key=_rank)])
    whole = _in_turn(_mixed([*in_turn, *across]))
    return [
        sample
        for laid in (*whole, *_rounds(rest))
        for sample in sorted((sample for group in laid for sample in group.samples), key=_place)
    ]


def _groups(samples: Iterable[Sample]) -> Iterator[_Group]:
    """Yield each group that is a fifth of a square or a whole one, and the samples of the others one by one."""
    by_group: dict[tuple[str, str, str], list[Sample]] = defaultdict(list)
    for sample in sorted(samples, key=lambda sample: sample.id):
        by_group[sample.domain, sample.document.form, sample.group].append(sample)
    for (domain, _, _), own in by_group.items():
        cells = {_cell(sample) for sample in own}
        levels, attacks = {s.policy_level for s in own}, {s.attack for s in own}
        is_fifth = len(own) == len(levels) == len(attacks) == len(_LEVELS)
        if is_fifth or len(own) == len(cells) == _CELLS:
            yield _Group(domain, sum(1 << cell for cell in cells), tuple(own))
        else:
            yield from _singles(domain, own)


def _singles(domain: str, samples: Iterable[Sample]) -> Iterator[_Group]:
    for sample in samples:
        yield _Group(domain, 1 << _cell(sample), (sample,))


def _squares(groups: Sequence[_Group]) -> tuple[list[_Square], list[_Group]]:
    """Split `groups` into whole squares and the rest.

    A square of groups that were meant for several may spoil those, so other starts are tried where groups are
    left although all cells are there equally often.
    """
    best = _squares_from(groups)
    counts = Counter(_cell(sample) for group in groups for sample in group.samples)
    if len(set(counts.values())) == 1:
        for start in range(1, min(len(groups), _STARTS)):
            if not best[1]:
                break
            best = min(best, _squares_from([*groups[start:], *groups[:start]]), key=lambda made: len(made[1]))
    return best


def _squares_from(groups: Sequence[_Group]) -> tuple[list[_Square], list[_Group]]:
    pool: dict[int, list[_Group]] = defaultdict(list)
    for group in reversed(groups):
        pool[group.cells].append(group)
    squares: list[_Square] = []
    left: list[_Group] = []
    for cells in dict.fromkeys(group.cells for group in groups):
        while cells in pool:
            others = _completing(cells, pool)
            if others is None:
                left += reversed(pool.pop(cells))  # fewer groups won't complete it either
                break
            squares.append(tuple(pool[c].pop() for c in (cells, *others)))
            pool = {c: waiting for c, waiting in pool.items() if waiting}
    return squares, left


def _completing(covered: int, choices: Collection[int]) -> list[int] | None:
    """Return those of `choices` that make `covered` every cell and don't overlap, or None if none do."""
    if covered == _EVERY_CELL:
        return []
    first_gap = ~covered & (covered + 1)
    for cells in choices:
        if cells & first_gap and not cells & covered:
            others = _completing(covered | cells, choices)
            if others is not None:
                return [cells, *others]
    return None


def _mixed(squares: Iterable[_Square]) -> list[_Square]:
    """Exchange groups between squares that are cut alike, so that each has groups of as many domains as can be."""
    cut_alike: dict[frozenset[int], list[_Group]] = defaultdict(list)
    for square in squares:
        cut_alike[frozenset(group.cells for group in square)] += square
    return [square for groups in cut_alike.values() for square in _rounds(groups)]


def _rounds(groups: Sequence[_Group]) -> list[_Square]:
    """Lay groups in rounds, each with every set of cells at most once.

    Every set of cells goes round the domains, each from a start of its own, so that a round has many domains and
    each domain comes to all cells equally often.
    """
    waiting: dict[int, dict[str, deque[_Group]]] = defaultdict(lambda: defaultdict(deque))
    for group in groups:
        waiting[group.cells][group.domain].append(group)
    domains = sorted({group.domain for group in groups}, key=_rank)
    step = max(1, len(domains) // max(1, len(waiting)))
    places = {group.cells: min(map(_place, group.samples)) for group in groups}
    turns: list[list[_Group]] = []
    for index, cells in enumerate(sorted(waiting, key=lambda cells: places[cells])):
        start = index * step % len(domains)
        turns.append(_interleaved([waiting[cells][d] for d in (*domains[start:], *domains[:start])]))
    return [tuple(group for group in laid if group is not None) for laid in zip_longest(*turns)]


def _in_turn(squares: Iterable[_Square]) -> list[_Square]:
    """Return the squares so that each next one is of the domains that were played least, the earlier one first."""
    waiting: dict[tuple[str, ...], deque[tuple[int, _Square]]] = defaultdict(deque)
    for index, square in enumerate(squares):
        waiting[tuple(sorted(group.domain for group in square))].append((index, square))
    played: Counter[str] = Counter()

    def due(domains: tuple[str, ...]) -> tuple[float, int]:
        return (sum(played[domain] for domain in domains) / len(domains), waiting[domains][0][0])

    laid: list[_Square] = []
    while waiting:
        domains = min(waiting, key=due)
        laid.append(waiting[domains].popleft()[1])
        played.update(domains)
        if not waiting[domains]:
            del waiting[domains]
    return laid


def _cell(sample: Sample) -> int:
    return len(_ATTACKS) * _LEVELS.index(sample.policy_level) + _ATTACKS.index(sample.attack)


def _place(sample: Sample) -> tuple[int, int]:
    """Where a sample stands in its square: by fifth, then by level.

    The first fifth is the surface's diagonal, P1 x S1 to P5 x S5. A group that goes on by two attacks from level to
    level, as those of our data sets do, gives one sample to each fifth.
    """
    level, attack = _LEVELS.index(sample.policy_level), _ATTACKS.index(sample.attack)
    return ((attack - level) % len(_ATTACKS), level)


def _rank(domain: str) -> tuple[int, str]:
    return (DOMAINS.index(domain) if domain in DOMAINS else len(DOMAINS), domain)


def _interleaved(lists: Sequence[Sequence[T]]) -> list[T]:
    return [item for items in zip_longest(*lists) for item in items if item is not None]
