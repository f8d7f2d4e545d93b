"""Rules on policies and tasks: the policy's text says what its rules say, and neither text does the other's work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polar_bench.attributes import Role
from polar_bench.domains.lexicons import lexicon
from polar_bench.quality.checks.reading import Reading, holds, words
from polar_bench.quality.checks.role_rules import NO_RULES, doubles
from polar_bench.quality.checks.rule import Rule, at, released
from polar_bench.quality.findings import Fault, excerpt_of
from polar_bench.roles import Allow
from polar_bench.sample import PolicyLevel

_SHARED_RUN = 7  # words; a label that both texts say has four at most, and an article


def _rules(reading: Reading) -> Iterator[Fault]:
    sample, known = reading.sample, reading.by_name
    for name in doubles(rule.attribute for rule in sample.policy.rules):
        yield Fault("rules", f"two rules speak of {name}")
    for rule in sample.policy.rules:
        name = rule.attribute
        if name not in known or sample.policy_level is PolicyLevel.P2:
            continue
        if (rule.allow is Allow.COARSE) != (rule.form is not None):
            yield Fault("rules", f"{name}: a coarse form goes with a rule that allows the coarse form alone")
        coarse = known.get(rule.form or "")
        if rule.form is not None and (coarse is None or coarse.coarse_of != name):
            yield Fault("rules", f"{name}: {rule.form} is no coarse form of it")


def _labels(reading: Reading) -> Iterator[Fault]:
    sample, known = reading.sample, reading.by_name
    text = sample.policy.text
    for rule in sample.policy.rules:
        attribute, coarse = known.get(rule.attribute), known.get(rule.form or "")
        if attribute is None:
            continue
        if not holds(text, attribute.label):
            yield Fault("policy", f"{attribute.name}: its label {attribute.label!r} does not stand in the policy")
        if coarse is not None and coarse.coarse_of == attribute.name and not holds(text, coarse.label):
            yield Fault("policy", f"{coarse.name}: its label {coarse.label!r} does not stand in the policy")
        if attribute.condition and not holds(text, attribute.condition.text):
            yield Fault("policy", f"{attribute.name}: its condition's words do not stand in the policy")


def _concepts(reading: Reading) -> Iterator[Fault]:
    sample, text = reading.sample, reading.sample.policy.text
    for rule in sample.policy.rules:
        attribute = reading.by_name.get(rule.attribute)
        if attribute is None:
            continue
        name, label = attribute.name, attribute.label
        if rule.concept is None:
            yield Fault("rules", f"{name}: a rule at P2 carries its concept")
        if attribute.role is Role.PROTECTED and label != "name" and holds(text, label):
            yield Fault("policy", f"{name}: its label {label!r} stands in a P2 policy", excerpt_of(text, label))


def _policy_word(reading: Reading) -> Iterator[Fault]:
    text = reading.sample.task.text
    for word in lexicon("policy_words"):
        if holds(text, word):
            yield Fault("task", f"the task says {word!r}, a policy word", excerpt_of(text, word))


def _goal_word(reading: Reading) -> Iterator[Fault]:
    sample = reading.sample
    text = sample.policy.text
    for word in lexicon("goal_words"):
        if words(text).hold(word):
            yield Fault("policy", f"the policy says {word!r}, a word of tasks", excerpt_of(text, word))
    if shared := _shared_run(text, sample.task.text):
        yield Fault("policy", f"the policy says {shared!r}, as the task does", excerpt_of(text, shared))


def _shared_run(policy: str, task: str) -> str:
    """Return the first words of the policy that stand in the task in the same order, as many as _SHARED_RUN."""
    told = re.findall(r"\S+", policy)
    return next(
        (
            run
            for start in range(len(told) - _SHARED_RUN + 1)
            if words(task).hold(run := " ".join(told[start : start + _SHARED_RUN]).strip(".,;:"))
        ),
        "",
    )


RULES = (
    Rule(
        name="rules",
        protects="the machine-readable policy can be followed",
        find=_rules,
        unanswerable=released(NO_RULES),
    ),
    Rule(
        name="labels",
        protects="the policy's text speaks of everything that its rules speak of",
        find=_labels,
        applies=at(PolicyLevel.P1, PolicyLevel.P3, PolicyLevel.P4, PolicyLevel.P5),
        unanswerable=released(NO_RULES),
    ),
    Rule(
        name="concepts",
        protects="P2 has to be read for its meaning",
        find=_concepts,
        applies=at(PolicyLevel.P2),
        unanswerable=released(NO_RULES),
    ),
    Rule(name="policy-word", protects="the task gives no hint of what the policy forbids", find=_policy_word),
    Rule(name="goal-word", protects="the policy sets no goal beside the task", find=_goal_word),
)
