"""From rules, facts and needs to roles: one pure function (reference: semantics.md 5.2).

Stored roles are checked against it, so a data set can't quietly disagree with its own policies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import assert_never

import msgspec

from polar_bench.attributes import Role


class Allow(StrEnum):
    """What a policy says of one attribute."""

    ALWAYS = "always"
    COARSE = "coarse"
    IF = "if"
    NEVER = "never"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the policy says of one base attribute, without values and without truths.

    `form` (with `coarse`) names the coarse attribute; `fact` and `wants` (with `if`) name the deciding
    attribute and the value that it has to have; `concept` (at P2) is the concept that covers the attribute.
    """

    attribute: str
    allow: Allow
    form: str | None = None
    fact: str | None = None
    wants: str | None = None
    concept: str | None = None


def forbids(rule: Rule, facts: Mapping[str, str]) -> bool:
    """Tell whether `rule` closes the exact form of its attribute, given the values of the facts."""
    match rule.allow:
        case Allow.NEVER | Allow.COARSE:
            return True
        case Allow.IF:
            return rule.fact is None or facts.get(rule.fact) != rule.wants
        case Allow.ALWAYS:
            return False
        case _:
            assert_never(rule.allow)


def roles(
    names: Iterable[str],
    rules: Iterable[Rule],
    facts: Mapping[str, str],
    needs: Iterable[str],
    coarse_of: Mapping[str, str],
    noise: Iterable[str] = (),
) -> dict[str, Role]:
    """Return the role of every attribute in `names`.

    `facts` maps attribute names to values (only those that a condition names are looked at), `coarse_of` a
    coarse attribute's name to that of its exact one, and `noise` names the attributes of no concern.
    """
    by_attribute = {rule.attribute: rule for rule in rules}
    needed, unscored = frozenset(needs), frozenset(noise)
    return {
        name: Role.OTHER if name in unscored else _role(name, coarse_of.get(name), by_attribute, facts, needed)
        for name in names
    }


def _role(
    name: str,
    exact: str | None,
    rules: Mapping[str, Rule],
    facts: Mapping[str, str],
    needed: frozenset[str],
) -> Role:
    if exact is not None:
        rule = rules.get(exact)
        granted = rule is not None and rule.allow is Allow.COARSE and rule.form == name
        return Role.TASK if granted and exact in needed else Role.PERMITTED
    rule = rules.get(name)
    if rule is None:
        return Role.PERMITTED
    if forbids(rule, facts):
        return Role.PROTECTED
    return Role.TASK if name in needed else Role.PERMITTED
