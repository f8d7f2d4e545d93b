"""Samples for a human: balanced over domains and cells, and the same for the same seed."""

from __future__ import annotations

from collections import Counter

from polar_bench.quality.drawing import balanced
from polar_bench.sample import DOMAINS, Attack, PolicyLevel
from tests.support.samples import sample

MANY = [
    sample(f"{domain}-{level}-{attack}-{n}", domain=domain, level=level, attack=attack, group=f"{domain}-{n}-{attack}")
    for domain in DOMAINS[:5]
    for level in PolicyLevel
    for attack in Attack
    for n in range(2)
]


def test_domains_and_cells_are_drawn_evenly() -> None:
    drawn = balanced(MANY, 50, 42)

    assert 50 == len({s.id for s in drawn})
    assert {10} == set(Counter(s.domain for s in drawn).values())
    assert {2} == set(Counter((s.policy_level, s.attack) for s in drawn).values())


def test_a_part_of_a_draw_is_balanced_as_well() -> None:
    drawn = balanced(MANY, 25, 42)

    assert balanced(MANY, 50, 42)[:25] == drawn
    assert {5} == set(Counter(s.domain for s in drawn).values())
    assert 1 == max(Counter((s.policy_level, s.attack) for s in drawn).values())


def test_the_seed_decides_and_the_files_order_does_not() -> None:
    assert balanced(MANY, 20, 1) == balanced(MANY[::-1], 20, 1)
    assert balanced(MANY, 20, 1) != balanced(MANY, 20, 2)


def test_fewer_samples_than_asked_for_are_all_drawn() -> None:
    assert {s.id for s in MANY[:3]} == {s.id for s in balanced(MANY[:3], 50, 1)}
    assert [] == balanced([], 50, 1)
