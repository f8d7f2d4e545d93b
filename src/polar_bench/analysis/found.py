"""What came out in each scored trial, attribute by attribute: what figures of a part of the attributes are made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from polar_bench.attributes import Attribute, Role
from polar_bench.errors import DataError
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import Disclosure

Key = tuple[str, str]
"""An attribute by name and value, as scores name it."""


class Found(NamedTuple):
    """The attributes that came out in one trial and count, by role, each with the reply (from 0) in which it first did.

    The reply is None where the scorer gives no place.
    """

    protected: Mapping[Key, int | None]
    task: Mapping[Key, int | None]


class PlayedSample(NamedTuple):
    """A sample with what came out in each of its scored trials, of which there is at least one."""

    sample: Sample
    trials: Sequence[Found]


def key(attribute: Attribute) -> Key:
    """Return what names `attribute` in a score."""
    return attribute.name, attribute.value


def played_samples(rows: Iterable[ScoreRow], samples: Mapping[str, Sample], scorer: str) -> list[PlayedSample]:
    """Return the samples that `scorer` scored, in the order in which their rows come; `samples` are keyed by id.

    Raises:
        DataError: a row of a sample that isn't there.
    """
    trials: dict[str, list[Found]] = defaultdict(list)
    for row in rows:
        if row.sample_id not in samples:
            raise DataError(f"Sample {row.sample_id} was played and isn't in the data set; give the one of the run.")
        if (score := row.scores.get(scorer)) is not None:
            trials[row.sample_id].append(_found(score.disclosures))
    return [PlayedSample(samples[name], own) for name, own in trials.items()]


def _found(disclosures: Iterable[Disclosure]) -> Found:
    by_role: dict[Role, dict[Key, int | None]] = {Role.PROTECTED: {}, Role.TASK: {}}
    for found in disclosures:
        if found.channel.is_counted and found.role in by_role:
            own = by_role[found.role]
            name = (found.attribute, found.value)
            own[name] = _earlier(own[name], found.turn) if name in own else found.turn
    return Found(by_role[Role.PROTECTED], by_role[Role.TASK])


def _earlier(one: int | None, other: int | None) -> int | None:
    return min((turn for turn in (one, other) if turn is not None), default=None)
