"""Which samples are played, and in which order: laws of `ordered` and `plan`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.errors import SetupError
from polar_bench.running.plan import Selection, ordered, plan
from polar_bench.sample import DOMAINS, Attack, PolicyLevel, Sample
from tests.support.samples import sample

LEVELS, ATTACKS = list(PolicyLevel), list(Attack)
CYCLIC = [[(2 * level + profile) % 5 for level in range(5)] for profile in range(5)]


def latin_square(random: Random) -> list[list[int]]:
    """Return a Latin square: the attack of each level, for each of five profiles."""
    rows, columns, symbols = (random.sample(range(5), 5) for _ in range(3))
    return [[symbols[CYCLIC[row][column]] for column in columns] for row in rows]


def squares(domains: Sequence[str], forms: int, repeats: int, random: Random, *, cyclic: bool) -> list[Sample]:
    """Return domains x forms x repeats Latin squares of groups of five samples; ids are drawn."""
    made = []
    for domain in domains:
        for form in range(forms):
            for repeat in range(repeats):
                square = CYCLIC if cyclic else latin_square(random)
                for profile, attacks in enumerate(square):
                    group = f"{domain}-p-{form}-{repeat}-{profile}"
                    for level, attack in zip(LEVELS, attacks, strict=True):
                        identity = f"{domain}-{random.getrandbits(40):010x}"
                        made.append(
                            sample(
                                identity,
                                domain=domain,
                                level=level,
                                attack=ATTACKS[attack],
                                group=group,
                                form=f"form {form}",
                            )
                        )
    random.shuffle(made)
    return made


def released_like(count: int, random: Random) -> list[Sample]:
    """Return samples without shared profiles, in cells and domains drawn one by one."""
    return [
        sample(
            f"x-{random.getrandbits(40):010x}",
            domain=random.choice(DOMAINS),
            level=random.choice(LEVELS),
            attack=random.choice(ATTACKS),
        )
        for _ in range(count)
    ]


DESIGNS = st.builds(
    squares,
    st.lists(st.sampled_from([*DOMAINS, "zoo", "airport"]), unique=True, min_size=1, max_size=7),
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(0, 2**32).map(Random),
    cyclic=st.booleans(),
)
RELEASED = st.builds(released_like, st.integers(1, 400), st.integers(0, 2**32).map(Random))
MIXED = st.builds(lambda one, other: one + other, DESIGNS, RELEASED)


def ids(samples: Iterable[Sample]) -> list[str]:
    return [each.id for each in samples]


def cells(samples: Iterable[Sample]) -> Counter[tuple[str, str]]:
    return Counter((each.policy_level.value, each.attack.value) for each in samples)


def blocks(samples: Sequence[Sample], size: int) -> list[Sequence[Sample]]:
    return [samples[start : start + size] for start in range(0, len(samples) - size + 1, size)]


def has_every_cell_once(block: Sequence[Sample]) -> bool:
    return len(block) == len(cells(block)) == 25


def has_all_levels_and_attacks_once(block: Sequence[Sample]) -> bool:
    return 5 == len({each.policy_level for each in block}) == len({each.attack for each in block}) == len(block)


@settings(max_examples=20, deadline=None)
@given(samples=st.one_of(DESIGNS, RELEASED, MIXED), shuffle=st.randoms(use_true_random=False))
def test_order_is_a_permutation_that_depends_on_the_set_alone(samples: list[Sample], shuffle: Random) -> None:
    made = ordered(samples)
    shuffled = samples.copy()
    shuffle.shuffle(shuffled)

    assert sorted(ids(samples)) == sorted(ids(made))
    assert ids(made) == ids(ordered(shuffled))


@settings(max_examples=20, deadline=None)
@given(samples=DESIGNS)
def test_whole_squares_give_every_cell_once_in_25_and_all_levels_and_attacks_in_5(samples: list[Sample]) -> None:
    made = ordered(samples)

    assert all(has_every_cell_once(block) for block in blocks(made, 25))
    assert all(has_all_levels_and_attacks_once(block) for block in blocks(made, 5))


@settings(max_examples=20, deadline=None)
@given(samples=DESIGNS)
def test_whole_squares_are_played_group_by_whole_group(samples: list[Sample]) -> None:
    for block in blocks(ordered(samples), 25):
        assert [5] * 5 == list(Counter(each.group for each in block).values())


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 10])
def test_prefixes_of_whole_squares_are_balanced_over_domains(count: int) -> None:
    domains = DOMAINS[:count]
    made = ordered(squares(domains, 3, 2, Random(count), cyclic=True))
    played: Counter[str] = Counter(dict.fromkeys(domains, 0))
    spread = 0
    for each in made:
        played[each.domain] += 1
        spread = max(spread, max(played.values()) - min(played.values()))

    assert all(min(count, 5) == len({each.domain for each in block}) for block in blocks(made, 25))
    assert spread <= 6


def test_ten_domains_are_played_alike_after_each_fifty_samples() -> None:
    made = ordered(squares(DOMAINS, 2, 5, Random(1), cyclic=True))
    for block in blocks(made, 50)[:10]:
        assert dict.fromkeys(DOMAINS, 5) == dict(Counter(each.domain for each in block))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 6))
def test_squares_cut_each_in_its_own_way_take_turns_by_domain(seed: int, count: int) -> None:
    domains = DOMAINS[:count]
    made = ordered(squares(domains, 2, 2, Random(seed), cyclic=False))
    played: Counter[str] = Counter(dict.fromkeys(domains, 0))
    for block in blocks(made, 25):
        played.update(each.domain for each in block)

        assert max(played.values()) - min(played.values()) <= 25


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_one_domain_level_or_attack_of_whole_squares_is_balanced_too(seed: int) -> None:
    samples = squares(DOMAINS, 2, 1, Random(seed), cyclic=True)
    one_domain = plan(samples, Selection(domains=("legal",)))
    one_level = plan(samples, Selection(levels=(PolicyLevel.P3,)))
    one_attack = plan(samples, Selection(attacks=(Attack.S5,)))

    assert all(has_every_cell_once(block) for block in blocks(one_domain, 25))
    assert all(5 == len({each.attack for each in block}) for block in blocks(one_level, 5))
    assert all(5 == len({each.policy_level for each in block}) for block in blocks(one_attack, 5))


@settings(max_examples=20, deadline=None)
@given(samples=RELEASED)
def test_uneven_cells_are_filled_in_whole_rounds_as_far_as_they_go(samples: list[Sample]) -> None:
    made = ordered(samples)
    counts = cells(samples)
    rounds = min(counts.values()) if len(counts) == 25 else 0

    assert all(has_every_cell_once(block) for block in blocks(made, 25)[:rounds])
    assert all(has_all_levels_and_attacks_once(block) for block in blocks(made[: 25 * rounds], 5))
    seen: Counter[tuple[str, str]] = Counter()
    turns = []
    for each in made:
        cell = (each.policy_level.value, each.attack.value)
        seen[cell] += 1
        turns.append(seen[cell])
    assert sorted(turns) == turns


def test_released_like_prefixes_are_balanced_over_domains() -> None:
    made = ordered(released_like(5000, Random(5)))
    played: Counter[str] = Counter(dict.fromkeys(DOMAINS, 0))
    for each in made[:2500]:
        played[each.domain] += 1

        assert max(played.values()) - min(played.values()) <= 8


def test_groups_that_are_no_fifth_of_a_square_are_laid_sample_by_sample() -> None:
    case = [sample(f"m-{n}", level=LEVELS[n // 5], attack=ATTACKS[n % 5], group=f"g-{n % 9}") for n in range(25)]
    twice = [*case, *(sample(f"n-{n}", level=LEVELS[n // 5], attack=ATTACKS[n % 5], group="one") for n in range(25))]

    assert has_all_levels_and_attacks_once(ordered(case)[:5])
    assert all(has_every_cell_once(block) for block in blocks(ordered(twice), 25))


def test_squares_are_made_across_forms_and_domains_where_a_form_has_too_few_groups() -> None:
    random = Random(1)
    samples = [
        sample(
            f"{random.getrandbits(40):010x}",
            domain=DOMAINS[(p + copy) % 3],
            level=level,
            attack=ATTACKS[a],
            group=f"g{p}-{copy}",
            form=f"f{p}-{copy}",
        )
        for copy in range(3)
        for p, attacks in enumerate(CYCLIC)
        for level, a in zip(LEVELS, attacks, strict=True)
    ]
    for block in blocks(ordered(samples), 25):
        assert has_every_cell_once(block)
        assert [5] * 5 == list(Counter(each.group for each in block).values())


@pytest.mark.parametrize("seed", [8, 9, 12, 28, 29, 31, 34, 44, 54, 91])
def test_groups_of_several_squares_that_make_one_spoil_no_other(seed: int) -> None:
    samples = squares(["medical"], 1, 5, Random(seed), cyclic=False)
    for block in blocks(ordered(samples), 25):
        assert has_every_cell_once(block)
        assert [5] * 5 == list(Counter(each.group for each in block).values())


@settings(max_examples=20, deadline=None)
@given(samples=st.one_of(DESIGNS, RELEASED, MIXED), count=st.integers(1, 5))
def test_per_cell_takes_the_first_of_each_cell(samples: list[Sample], count: int) -> None:
    taken: Counter[tuple[str, str]] = Counter()
    expected = []
    for each in ordered(samples):
        cell = (each.policy_level.value, each.attack.value)
        taken[cell] += 1
        if taken[cell] <= count:
            expected.append(each.id)
    made = plan(samples, Selection(per_cell=count))

    assert expected == ids(made)
    assert {cell: min(count, n) for cell, n in cells(samples).items()} == dict(cells(made))


@settings(max_examples=20, deadline=None)
@given(samples=DESIGNS, count=st.integers(1, 4))
def test_per_cell_takes_so_many_squares_from_the_front(samples: list[Sample], count: int) -> None:
    assert ids(ordered(samples))[: 25 * count] == ids(plan(samples, Selection(per_cell=count)))


FILTERS = st.builds(
    Selection,
    levels=st.lists(st.sampled_from(LEVELS), unique=True, min_size=2).map(tuple),
    attacks=st.lists(st.sampled_from(ATTACKS), unique=True, min_size=2).map(tuple),
)


@settings(max_examples=20, deadline=None)
@given(samples=DESIGNS, base=FILTERS, smaller=st.integers(1, 30), more=st.integers(0, 30))
def test_a_larger_selection_begins_with_or_contains_the_smaller_one(
    samples: list[Sample], base: Selection, smaller: int, more: int
) -> None:
    def chosen(first: int | None = None, per_cell: int | None = None) -> list[str]:
        return ids(plan(samples, msgspec.structs.replace(base, samples=first, per_cell=per_cell)))

    assert chosen(first=smaller) == chosen(first=smaller + more)[:smaller]
    assert set(chosen(per_cell=smaller)) <= set(chosen(per_cell=smaller + more))
    assert set(chosen()) <= set(ids(plan(samples, Selection(levels=base.levels))))


@settings(max_examples=20, deadline=None)
@given(samples=DESIGNS, base=FILTERS)
def test_a_selection_keeps_the_playing_order_of_the_whole(samples: list[Sample], base: Selection) -> None:
    place = {identity: index for index, identity in enumerate(ids(ordered(samples)))}
    places = [place[identity] for identity in ids(plan(samples, base))]

    assert all(one < other for one, other in pairwise(places))


def test_samples_per_domain_are_drawn_by_one_generator_over_pools_sorted_by_id() -> None:
    samples = released_like(400, Random(5))
    pools = {domain: sorted(each.id for each in samples if each.domain == domain) for domain in DOMAINS}
    generator = Random(42)
    expected = {domain: sorted(generator.sample(pool, 4)) for domain, pool in pools.items()}

    made = plan(samples, Selection(samples_per_domain=4))

    assert {domain: sorted(each.id for each in made if each.domain == domain) for domain in DOMAINS} == expected
    assert 4 * len(DOMAINS) == len(made)


def test_samples_per_domain_are_drawn_in_the_order_in_which_domains_are_given() -> None:
    samples = released_like(400, Random(5))
    for domains in (("travel", "medical"), ("medical", "travel")):
        generator = Random(42)
        expected = []
        for domain in domains:
            expected += generator.sample(sorted(each.id for each in samples if each.domain == domain), 3)

        assert sorted(expected) == sorted(ids(plan(samples, Selection(domains=domains, samples_per_domain=3))))


def test_the_draw_comes_before_the_other_filters_and_keeps_the_playing_order() -> None:
    samples = released_like(400, Random(6))
    drawn = ids(plan(samples, Selection(samples_per_domain=5)))
    with_fifth = Selection(samples_per_domain=5, attacks=(Attack.S5,))
    fifth = {each.id for each in samples if each.attack is Attack.S5}

    assert [each for each in drawn if each in fifth] == ids(plan(samples, with_fifth))
    assert drawn[:7] == ids(plan(samples, Selection(samples_per_domain=5, samples=7)))
    assert [each for each in ids(ordered(samples)) if each in drawn] == drawn


def test_filters_keep_what_they_name_and_nothing_else() -> None:
    samples = squares(DOMAINS[:4], 1, 1, Random(3), cyclic=True)
    selection = Selection(domains=("finance", "medical"), levels=(PolicyLevel.P1,), attacks=(Attack.S1, Attack.S2))
    expected = sorted(
        each.id
        for each in samples
        if each.domain in ("finance", "medical")
        and each.policy_level is PolicyLevel.P1
        and each.attack in (Attack.S1, Attack.S2)
    )

    assert expected == sorted(ids(plan(samples, selection)))


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (
            Selection(domains=("medcal",)),
            "The data set has no domain 'medcal'. Did you mean medical? It has: finance, medical.",
        ),
        (Selection(domains=("medical", "zzz")), "The data set has no domain 'zzz'. It has: finance, medical."),
        (
            Selection(levels=(PolicyLevel.P2,)),
            "The selection leaves no sample; widen --domains, --levels or --attacks.",
        ),
        (Selection(samples=0), "--samples is 0, but it must be at least 1."),
        (Selection(per_cell=-1), "--per-cell is -1, but it must be at least 1."),
        (Selection(samples_per_domain=0), "--samples-per-domain is 0, but it must be at least 1."),
        (Selection(samples_per_domain=2), "--samples-per-domain is 2, but medical has 1 samples."),
    ],
)
def test_a_selection_that_cannot_be_made_says_what_to_do(selection: Selection, expected: str) -> None:
    samples = [sample("a", domain="medical"), sample("b", domain="finance")]
    with pytest.raises(SetupError) as raised:
        plan(samples, selection)

    assert expected == str(raised.value)


def test_a_plan_of_a_full_data_set_is_quick() -> None:
    whole = squares(DOMAINS, 7, 5, Random(1), cyclic=False)[:7875]
    uneven = released_like(7852, Random(2))
    began = time.process_time()
    plan(whole)
    plan(uneven)

    assert time.process_time() - began < 4
