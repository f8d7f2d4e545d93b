"""Deterministic checks: rules over a sample and over a set, each with its name and its evidence (docs/quality.md)."""

from __future__ import annotations

from polar_bench.quality.checks import (
    attack_rules,
    collision_rules,
    form_rules,
    guess_rules,
    policy_rules,
    role_rules,
    value_rules,
    wording_rules,
)
from polar_bench.quality.checks.reading import Limits, Reading
from polar_bench.quality.checks.rule import Described, Rule
from polar_bench.quality.findings import Finding
from polar_bench.sample import Sample

__all__ = ["FAMILIES", "RULES", "Described", "Limits", "Rule", "findings"]

FAMILIES: dict[str, tuple[Rule, ...]] = {
    "roles": role_rules.RULES,
    "values": value_rules.RULES,
    "collisions": collision_rules.RULES,
    "policy and task": policy_rules.RULES,
    "script": (*attack_rules.RULES, *guess_rules.RULES),
    "wording": (*wording_rules.RULES, *form_rules.RULES),
}
RULES = tuple(rule for rules in FAMILIES.values() for rule in rules)


def findings(sample: Sample, limits: Limits = Limits(), rules: tuple[Rule, ...] = RULES) -> tuple[Finding, ...]:
    """Return all that `rules` find in the sample; a rule that doesn't apply or can't be asked finds nothing."""
    reading = Reading(sample, limits)
    return tuple(
        Finding(
            rule=rule.name,
            sample_id=sample.id,
            where=fault.where,
            fault=fault.fault,
            evidence=fault.evidence,
            is_must=rule.is_must,
        )
        for rule in rules
        if rule.applies(sample) and not rule.unanswerable(sample)
        for fault in rule.find(reading)
    )
