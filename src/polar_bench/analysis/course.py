"""The course of the dialogues: in which reply the first protected attribute came out, and what was out by when."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from polar_bench.analysis.found import Key, PlayedSample
from polar_bench.analysis.intervals import Estimate, means
from polar_bench.analysis.samples import three
from polar_bench.attributes import Role
from polar_bench.sample import Attack

_SCORED = (Role.PROTECTED, Role.TASK)


class Within(msgspec.Struct, frozen=True):
    """What was out within the first `replies` replies of the trusted agent.

    `any_protected` is the share of samples of which at least one protected attribute was out, `protected` the mean
    share of the protected attributes that were, `task` that of the task attributes. A dialogue that has ended stays as
    it ended, so that the last entry is 1 - privacy, and utility.
    """

    replies: int
    any_protected: Estimate
    protected: Estimate
    task: Estimate


class Course(msgspec.Struct, frozen=True):
    """When things came out. `first` counts trials by the reply (from 1) in which the first protected attribute did.

    `never` are the trials in which none did. `within` has an entry for each reply up to the last in which anything
    came out, and is empty where nothing did.
    """

    first: dict[int, int]
    never: int
    within: tuple[Within, ...]


def courses(played: Sequence[PlayedSample]) -> dict[str, Course] | None:
    """Return the course of all samples ("all") and of each attack, or None where a disclosure has no place."""
    shares = []
    for each in played:
        if any(None in own.values() for found in each.trials for own in found):
            return None
        shares.append(_shares(each))
    by_attack = {attack.value: [own for own in shares if own.attack is attack] for attack in Attack}
    return {name: _course(own) for name, own in {"all": shares, **by_attack}.items()}


class _Shares(NamedTuple):
    """One sample: the reply (from 0) of the first protected disclosure in each trial, and the three shares by reply."""

    attack: Attack
    group: str
    first: list[int | None]
    shares: list[tuple[float, float, float]]


def _shares(played: PlayedSample) -> _Shares:
    sample, trials = played
    protected = [_turns(found.protected) for found in trials]
    task = [_turns(found.task) for found in trials]
    firsts = [min(turns, default=None) for turns in protected]
    out = [sorted(first for first in firsts if first is not None), sorted(chain(*protected)), sorted(chain(*task))]
    wholes = [len(trials) * count for count in (1, *(len(sample.with_role(role)) for role in _SCORED))]
    shares = [
        three(bisect_right(turns, turn) / whole for turns, whole in zip(out, wholes, strict=True))
        for turn in range(1 + max((turns[-1] for turns in out if turns), default=-1))
    ]
    return _Shares(sample.attack, sample.group, firsts, shares)


def _course(samples: Sequence[_Shares]) -> Course:
    firsts = [first for each in samples for first in each.first]
    counted = Counter(first + 1 for first in firsts if first is not None)
    last = max((len(each.shares) for each in samples), default=0)
    groups = [each.group for each in samples]
    within = []
    for turn in range(last):
        by_now = [each.shares[min(turn, len(each.shares) - 1)] if each.shares else (0.0, 0.0, 0.0) for each in samples]
        within.append(Within(turn + 1, *means([[own[place] for own in by_now] for place in range(3)], groups)))
    return Course(dict(sorted(counted.items())), firsts.count(None), tuple(within))


def _turns(found: Mapping[Key, int | None]) -> list[int]:
    return [turn for turn in found.values() if turn is not None]
