"""The Latin square, and keys that depend on nothing but themselves."""

from collections import Counter
from itertools import product

import msgspec
import pytest

from polar_bench.generation.design import SQUARE, attack_for, keys
from polar_bench.sample import Attack, PolicyLevel
from tests.generation.rich_domain import SPEC


@pytest.mark.parametrize("repeats", [1, 2, 5])
def test_every_cell_comes_equally_often(repeats):
    cells = Counter((level, attack_for(level, key.number)) for key in keys(SPEC, repeats, 42) for level in PolicyLevel)

    assert dict.fromkeys(product(PolicyLevel, Attack), len(SPEC.forms) * repeats) == dict(cells)


@pytest.mark.parametrize("number", range(SQUARE))
def test_a_profile_stands_under_every_attack_once(number):
    assert set(Attack) == {attack_for(level, number) for level in PolicyLevel}


@pytest.mark.parametrize("level", PolicyLevel)
def test_a_square_has_every_attack_at_a_level(level):
    assert set(Attack) == {attack_for(level, number) for number in range(SQUARE)}


def test_the_square_is_the_one_that_is_laid_down():
    assert [Attack.S1, Attack.S3, Attack.S5, Attack.S2, Attack.S4] == [attack_for(level, 0) for level in PolicyLevel]
    assert Attack.S2 is attack_for(PolicyLevel.P1, 1)


def test_one_repeat_is_where_five_begin_in_each_form():
    few, many = list(keys(SPEC, 1, 42)), list(keys(SPEC, 5, 42))

    for form in SPEC.forms:
        assert [k for k in few if k.form == form] == [k for k in many if k.form == form][:SQUARE]


def test_a_further_form_adds_keys_and_changes_none():
    grown = msgspec.structs.replace(SPEC, forms=("letter", *SPEC.forms))

    assert set(keys(SPEC, 3, 42)) == {key for key in keys(grown, 3, 42) if key.form != "letter"}


def test_keys_and_groups_are_all_different():
    made = list(keys(SPEC, 5, 42)) + list(keys(SPEC, 5, 43))

    assert len(made) == len(set(made)) == len({key.group for key in made})
