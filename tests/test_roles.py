"""The table of roles by use and level (semantics.md sections 1 and 5.2)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.attributes import Role
from polar_bench.roles import Allow, Rule, forbids, roles
from polar_bench.sample import PolicyLevel

P1, P2, P3, P4, P5 = PolicyLevel
LEVELS = list(PolicyLevel)
USES = {
    "open_a": "open, needed",
    "open_b": "open, needed",
    "open_c": "open, not needed",
    "graded_a": "graded",
    "graded_b": "graded",
    "coarse_a": "coarse",
    "coarse_b": "coarse",
    "pair_a": "conditional",
    "pair_b": "conditional",
    "deciding": "guarded",
    "guarded_a": "guarded",
    "guarded_b": "guarded",
    "rests_a": "guarded, rests at P4",
    "rests_b": "guarded, rests at P4",
    "fact_a": "fact",
    "fact_b": "fact",
    "noise_a": "noise",
    "noise_b": "noise",
}
COARSE_OF = {"coarse_a": "graded_a", "coarse_b": "graded_b"}
NEEDS = ["open_a", "open_b", "graded_a", "graded_b", "pair_a", "pair_b"]


class Draws(msgspec.Struct, frozen=True):
    """A profile's two coins: which of the pair is closed off P3, and whose condition holds."""

    closed: str
    holds: str


DRAWS = [Draws(closed, holds) for closed in ("pair_a", "pair_b") for holds in ("pair_a", "pair_b")]


def rule(name: str, level: PolicyLevel, draws: Draws) -> Rule | None:
    match USES[name]:
        case "open, needed" | "open, not needed":
            made = Rule(name, Allow.ALWAYS)
        case "graded" if level is P4:
            made = Rule(name, Allow.COARSE, form=f"coarse_{name[-1]}")
        case "graded":
            made = Rule(name, Allow.ALWAYS)
        case "conditional" if level is P3:
            made = Rule(name, Allow.IF, fact=f"fact_{name[-1]}", wants="yes")
        case "conditional":
            made = Rule(name, Allow.NEVER if name == draws.closed else Allow.ALWAYS)
        case "guarded":
            made = Rule(name, Allow.NEVER)
        case "guarded, rests at P4" if level is not P4:
            made = Rule(name, Allow.NEVER)
        case _:
            return None
    return msgspec.structs.replace(made, concept=f"concept of {name}") if level is P2 else made


def given_roles(level: PolicyLevel, draws: Draws) -> dict[str, Role]:
    rules = [made for name in USES if (made := rule(name, level, draws))]
    facts = {f"fact_{pair[-1]}": "yes" if pair == draws.holds else "no" for pair in ("pair_a", "pair_b")}
    noise = [name for name, use in USES.items() if use == "noise"]
    return roles(USES, rules, facts, NEEDS, COARSE_OF, noise)


TABLE = {
    "open, needed": dict.fromkeys(LEVELS, Role.TASK),
    "open, not needed": dict.fromkeys(LEVELS, Role.PERMITTED),
    "graded": {**dict.fromkeys(LEVELS, Role.TASK), P4: Role.PROTECTED},
    "coarse": {**dict.fromkeys(LEVELS, Role.PERMITTED), P4: Role.TASK},
    "guarded": dict.fromkeys(LEVELS, Role.PROTECTED),
    "guarded, rests at P4": {**dict.fromkeys(LEVELS, Role.PROTECTED), P4: Role.PERMITTED},
    "fact": dict.fromkeys(LEVELS, Role.PERMITTED),
    "noise": dict.fromkeys(LEVELS, Role.OTHER),
}


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_use_has_its_role_at_every_level(level: PolicyLevel, draws: Draws) -> None:
    expected = {name: TABLE[use][level] for name, use in USES.items() if use in TABLE}
    for pair in ("pair_a", "pair_b"):
        is_open = pair == draws.holds if level is P3 else pair != draws.closed
        expected[pair] = Role.TASK if is_open else Role.PROTECTED

    assert expected == given_roles(level, draws)


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("level", LEVELS)
def test_six_are_protected_and_five_needed_at_every_level(level: PolicyLevel, draws: Draws) -> None:
    made = list(given_roles(level, draws).values())

    assert (6, 5) == (made.count(Role.PROTECTED), made.count(Role.TASK))


@settings(deadline=None)
@given(draws=st.sampled_from(DRAWS))
def test_explicit_semantic_and_conflicting_policies_give_the_same_roles(draws: Draws) -> None:
    assert given_roles(P1, draws) == given_roles(P2, draws) == given_roles(P5, draws)


@settings(deadline=None)
@given(draws=st.sampled_from(DRAWS))
def test_five_core_attributes_have_one_role_everywhere(draws: Draws) -> None:
    made = [given_roles(level, draws) for level in LEVELS]
    same = {name: made[0][name] for name in USES if len({given[name] for given in made}) == 1}
    scored = {name: role for name, role in same.items() if role in (Role.PROTECTED, Role.TASK)}
    core = {"open_a", "open_b", "deciding", "guarded_a", "guarded_b"}

    assert core <= set(scored)
    assert set(scored) - core <= {"pair_a", "pair_b"}


@settings(deadline=None)
@given(
    names=st.lists(st.sampled_from(sorted(USES)), unique=True),
    level=st.sampled_from(LEVELS),
    draws=st.sampled_from(DRAWS),
    seed=st.randoms(use_true_random=False),
)
def test_order_of_names_and_rules_changes_no_role(
    names: list[str], level: PolicyLevel, draws: Draws, seed: Random
) -> None:
    rules = [made for name in USES if (made := rule(name, level, draws))]
    facts = {"fact_a": "yes", "fact_b": "no"}
    shuffled = rules.copy()
    seed.shuffle(shuffled)

    assert roles(names, rules, facts, NEEDS, COARSE_OF) == roles(names, shuffled, facts, NEEDS[::-1], COARSE_OF)


def test_a_condition_without_its_fact_forbids() -> None:
    expected = [False, True, True, True]
    conditional = Rule("pair_a", Allow.IF, fact="fact_a", wants="yes")

    assert expected == [
        forbids(conditional, {"fact_a": "yes"}),
        forbids(conditional, {"fact_a": "no"}),
        forbids(conditional, {}),
        forbids(Rule("pair_a", Allow.IF), {"fact_a": "yes"}),
    ]


def test_a_coarse_form_is_for_the_task_only_if_it_is_the_one_granted_and_needed() -> None:
    granted = [Rule("graded_a", Allow.COARSE, form="coarse_a")]
    other = [Rule("graded_a", Allow.COARSE, form="coarse_x")]
    expected = [Role.TASK, Role.PERMITTED, Role.PERMITTED, Role.PERMITTED]

    assert expected == [
        roles(["coarse_a"], rules, {}, needs, COARSE_OF)["coarse_a"]
        for rules, needs in ((granted, NEEDS), (granted, []), (other, NEEDS), ([], NEEDS))
    ]
