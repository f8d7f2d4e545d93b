"""A few samples of many, drawn by a seed and balanced over domains and cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from polar_bench.sample import Sample
from polar_bench.seeding import seed_for


def balanced(samples: Sequence[Sample], count: int, seed: int) -> list[Sample]:
    """Return `count` samples (all, if there are no more) in the order in which they were drawn.

    Each draw takes a sample of a domain, a cell and a profile that were drawn least so far, in this order of weight;
    among equals the seed decides, by the sample's id: the order of the file doesn't matter.
    """
    left = sorted(samples, key=lambda sample: (seed_for("check", seed, sample.id), sample.id))
    domains, cells, groups = Counter[str](), Counter[tuple[str, str]](), Counter[str]()
    drawn: list[Sample] = []
    while left and len(drawn) < count:
        index = min(
            range(len(left)),
            key=lambda at: (
                domains[left[at].domain],
                cells[left[at].policy_level, left[at].attack],
                groups[left[at].group],
                at,
            ),
        )
        one = left.pop(index)
        drawn.append(one)
        domains[one.domain] += 1
        cells[one.policy_level, one.attack] += 1
        groups[one.group] += 1
    return drawn
