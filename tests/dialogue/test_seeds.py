"""Seeds by protocol, each against the rule written out by hand."""

from __future__ import annotations

import hashlib
from itertools import product

import pytest

from polar_bench.dialogue import polar_seeds, released_seeds
from polar_bench.seeding import seed_for
from polar_bench.trial import AttackerKind, Speaker, TrialKey, Turn

SCRIPTED, ADAPTIVE = AttackerKind.SCRIPTED, AttackerKind.ADAPTIVE
KEY = TrialKey("legal_000007", 0)


def by_hand(text: str, base: int = 42) -> int:
    return (int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) + base) % 2147483648


def dialogue(length: int) -> list[Turn]:
    return [Turn((Speaker.ATTACKER, Speaker.TRUSTED)[n % 2], f"turn {n}") for n in range(length)]


# Released


@pytest.mark.parametrize(("length", "expected"), [(1, 1), (3, 3), (5, 5), (11, 11)])
def test_released_seed_of_a_scripted_reply_has_the_length_with_the_attackers_turn(length: int, expected: int) -> None:
    seed = released_seeds("openai/gpt-x", "attacker-1")(Speaker.TRUSTED, KEY, SCRIPTED, dialogue(length))

    assert by_hand(f"legal_000007::openai/gpt-x::model_a::scripted::{expected}") == seed


@pytest.mark.parametrize(("length", "number"), [(1, 1), (3, 2), (5, 3)])
def test_released_seed_of_an_adaptive_reply_has_the_round(length: int, number: int) -> None:
    seed = released_seeds("gpt-x", "attacker-1")(Speaker.TRUSTED, KEY, ADAPTIVE, dialogue(length))

    assert by_hand(f"legal_000007::gpt-x::model_a::adaptive::{number}") == seed


@pytest.mark.parametrize(("length", "number"), [(0, 1), (2, 2), (4, 3)])
def test_released_seed_of_the_attacker_has_both_models_and_the_round(length: int, number: int) -> None:
    seed = released_seeds("gpt-x", "attacker-1")(Speaker.ATTACKER, KEY, ADAPTIVE, dialogue(length))

    assert by_hand(f"legal_000007::gpt-x::attacker-1::model_b::adaptive::{number}") == seed


def test_released_seed_of_a_sample() -> None:
    assert by_hand("legal_000007::gpt-x::example") == seed_for("legal_000007", "gpt-x", "example")


def test_known_released_seeds() -> None:
    rule = released_seeds("model-a", "model-b")
    key = TrialKey("legal_000000", 0)

    assert [2088829024, 602377768, 673363130] == [
        rule(Speaker.TRUSTED, key, SCRIPTED, dialogue(1)),
        rule(Speaker.TRUSTED, key, ADAPTIVE, dialogue(1)),
        rule(Speaker.ATTACKER, key, ADAPTIVE, dialogue(0)),
    ]


def test_further_repeats_have_released_seeds_of_their_own_and_the_first_has_theirs() -> None:
    rule = released_seeds("gpt-x", "attacker-1")
    text = "legal_000007::gpt-x::model_a::scripted::1"
    seeds = [rule(Speaker.TRUSTED, TrialKey("legal_000007", repeat), SCRIPTED, dialogue(1)) for repeat in range(3)]

    assert [by_hand(text), by_hand(f"{text}::repeat 1"), by_hand(f"{text}::repeat 2")] == seeds


# Polar


@pytest.mark.parametrize("kind", AttackerKind)
@pytest.mark.parametrize(
    ("role", "length", "number"),
    [
        (Speaker.ATTACKER, 0, 0),
        (Speaker.TRUSTED, 1, 0),
        (Speaker.ATTACKER, 2, 1),
        (Speaker.TRUSTED, 3, 1),
        (Speaker.TRUSTED, 9, 4),
    ],
)
def test_polar_seed_is_of_sample_model_role_round_and_repeat(
    kind: AttackerKind, role: Speaker, length: int, number: int
) -> None:
    seed = polar_seeds("openai/gpt-x")(role, TrialKey("legal-3f9c", 2), kind, dialogue(length))

    assert by_hand(f"legal-3f9c::openai/gpt-x::{role}::{number}::2") == seed


# Both


@pytest.mark.parametrize("rule", [polar_seeds("m", 7), released_seeds("m", "b", 7)], ids=["polar", "released"])
def test_seeds_of_other_samples_repeats_sides_and_rounds_are_distinct(rule: object) -> None:
    places = [
        (role, TrialKey(f"legal_{number}", repeat), ADAPTIVE, dialogue(2 * rounds + (role is Speaker.TRUSTED)))
        for role, number, repeat, rounds in product(Speaker, range(20), range(5), range(6))
    ]
    seeds = [rule(*place) for place in places]  # type: ignore[operator] # a seed rule

    assert len(places) == len(set(seeds))
    assert all(0 <= seed < 2**31 for seed in seeds)


@pytest.mark.parametrize("make", [polar_seeds, lambda trusted, base: released_seeds(trusted, "b", base)])
def test_the_base_shifts_every_seed(make: object) -> None:
    one, other = (make("m", base)(Speaker.TRUSTED, KEY, SCRIPTED, dialogue(1)) for base in (0, 43))  # type: ignore[operator]

    assert (one + 43) % 2**31 == other


@pytest.mark.parametrize("rule", [polar_seeds("m"), released_seeds("m", "b")], ids=["polar", "released"])
def test_what_is_said_changes_no_seed(rule: object) -> None:
    other = [Turn(turn.role, "") for turn in dialogue(3)]

    assert rule(Speaker.TRUSTED, KEY, ADAPTIVE, other) == rule(Speaker.TRUSTED, KEY, ADAPTIVE, dialogue(3))  # type: ignore[operator]
