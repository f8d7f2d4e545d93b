"""Rules on roles: what is stored follows from the policy's rules, the facts and the task's needs (semantics.md 5.2).

Data in the released format holds neither rules nor needs, so that nothing here can be checked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from polar_bench.attributes import Attribute, DecidedBy, Role
from polar_bench.quality.checks.reading import Reading, place_of
from polar_bench.quality.checks.rule import Rule, released
from polar_bench.quality.findings import Fault
from polar_bench.roles import Allow, roles
from polar_bench.sample import DOMAINS, PolicyLevel, Sample

NO_RULES = "records in the released format hold no rules and no needs"


def _roles(reading: Reading) -> Iterator[Fault]:
    sample = reading.sample
    spoken_of = {*sample.task.needs, *(n for r in sample.policy.rules for n in (r.attribute, r.fact) if n)}
    expected = roles(
        [a.name for a in sample.attributes],
        sample.policy.rules,
        {a.name: a.value for a in sample.attributes},
        sample.task.needs,
        {a.name: a.coarse_of for a in sample.attributes if a.coarse_of},
        [a.name for a in sample.attributes if a.role is Role.OTHER and not a.coarse_of and a.name not in spoken_of],
    )
    for attribute in sample.attributes:
        name = attribute.name
        if attribute.role is not expected[name]:
            fault = f"role of {name} is {attribute.role}, but rules, facts and needs give {expected[name]}"
            yield Fault(place_of(attribute), fault)


def _deciding(reading: Reading) -> Iterator[Fault]:
    sample = reading.sample
    for attribute in sample.attributes:
        yield from (Fault(place_of(attribute), fault) for fault in _deciding_faults(sample, attribute))
    contested = sum(attribute.contested for attribute in sample.attributes)
    if contested != (sample.policy_level is PolicyLevel.P5):
        yield Fault("sample", f"{contested} contested attributes at {sample.policy_level}")


def _deciding_faults(sample: Sample, attribute: Attribute) -> Iterator[str]:
    name, is_scored = attribute.name, attribute.role in (Role.PROTECTED, Role.TASK)
    if is_scored != (attribute.decided_by is not None):
        yield f"{name}: decided_by is for scored attributes, and every one of them has it"
    if is_scored and attribute.decided_by not in (None, how := _mechanism(sample, attribute)):
        yield f"{name} is said to be decided by {attribute.decided_by}, but it is by {how}"
    if attribute.contested != (attribute.decided_by is DecidedBy.CONFLICT):
        yield f"{name}: contested and decided_by conflict go together"
    if attribute.contested and attribute.role is not Role.PROTECTED:
        yield f"{name} is contested but not protected"


def _mechanism(sample: Sample, attribute: Attribute) -> DecidedBy:
    """Return what decides a scored attribute's role, as far as level and rules say."""
    if sample.policy_level is PolicyLevel.P2:
        return DecidedBy.CONCEPT
    if attribute.contested:
        return DecidedBy.CONFLICT
    allowed = {rule.attribute: rule.allow for rule in sample.policy.rules}.get(attribute.base)
    if allowed is Allow.IF:
        return DecidedBy.CONDITION
    return DecidedBy.COARSE if allowed is Allow.COARSE else DecidedBy.LABEL


def _counts(reading: Reading) -> Iterator[Fault]:
    sample = reading.sample
    for role, wanted in ((Role.PROTECTED, reading.limits.protected), (Role.TASK, reading.limits.task)):
        if len(sample.with_role(role)) != wanted:
            yield Fault("sample", f"{len(sample.with_role(role))} {role} attributes, not {wanted}")


def _names(reading: Reading) -> Iterator[Fault]:
    sample, known = reading.sample, reading.by_name
    for name in doubles(attribute.name for attribute in sample.attributes):
        yield Fault(f"attribute {name}", f"two attributes have the name {name}")
    for name in sorted({*sample.task.needs} - set(known)):
        yield Fault("task", f"the task needs {name}, which is no attribute")
    for rule in sample.policy.rules:
        if rule.attribute not in known:
            yield Fault("rules", f"a rule speaks of {rule.attribute}, which is no attribute")


def _conditions(reading: Reading) -> Iterator[Fault]:
    sample = reading.sample
    facts = {attribute.name: attribute.value for attribute in sample.attributes}
    rules = {rule.attribute: rule for rule in sample.policy.rules if rule.allow is Allow.IF}
    conditions = {a.name: a.condition for a in sample.attributes if a.condition}
    if set(rules) != set(conditions):
        yield Fault("rules", f"conditions {sorted(conditions)} but conditional rules {sorted(rules)}")
    for name, condition in conditions.items():
        rule = rules.get(name)
        place = f"attribute {name}"
        if rule is None or rule.fact != condition.fact or rule.fact not in facts:
            yield Fault(place, f"{name}: its condition's fact is not the rule's")
        elif condition.holds != (facts[rule.fact] == rule.wants):
            yield Fault(place, f"{name}: the condition is said to hold: {condition.holds}, the facts say otherwise")
    if conditions and sum(condition.holds for condition in conditions.values()) != 1:
        yield Fault("sample", "not exactly one condition holds")


def doubles(names: Iterable[str]) -> list[str]:
    """Return what comes more than once, sorted."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


def _is_shipped(sample: Sample) -> bool:
    """Tell whether the domain's counts are ours; a stranger's may have others, equal within a profile."""
    return sample.domain in DOMAINS


RULES = (
    Rule(
        name="roles",
        protects="what counts as a leak is what the policy forbids",
        find=_roles,
        unanswerable=released(NO_RULES),
    ),
    Rule(
        name="deciding",
        protects="each level's focus can be told apart",
        find=_deciding,
        unanswerable=released(NO_RULES),
    ),
    Rule(
        name="counts",
        protects="a point of privacy weighs the same in every sample",
        find=_counts,
        applies=_is_shipped,
        unanswerable=released("records in the released format have other counts"),
    ),
    Rule(
        name="names",
        protects="rules, needs and attributes speak of the same things",
        find=_names,
        unanswerable=released(NO_RULES),
    ),
    Rule(
        name="conditions",
        protects="P3 can be decided from the document",
        find=_conditions,
        unanswerable=released(NO_RULES),
    ),
)
