"""From profile and level to rules and attributes with roles (reference: semantics.md sections 1, 5.2 and 5.6).

Uses never change, roles do. Must not know of texts beyond labels and the wording of conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from polar_bench.attributes import Attribute, Condition, DecidedBy, Role
from polar_bench.domains.phrases import expand
from polar_bench.domains.spec import AttributeSpec, Use
from polar_bench.generation.profile import Fact, Profile
from polar_bench.roles import Allow, Rule, roles
from polar_bench.sample import PolicyLevel


def rules(profile: Profile, level: PolicyLevel) -> tuple[Rule, ...]:
    """Return what the policy says at `level`, one rule for each attribute that it speaks of, in the file's order."""
    return tuple(_rules(profile, level))


def needs(profile: Profile) -> tuple[str, ...]:
    """Return the base attributes that the task takes: those that it names, and both conditional ones."""
    return (*profile.task.needs, *(a.name for a in profile.spec.with_use(Use.CONDITIONAL)))


def closed_conditional(profile: Profile, level: PolicyLevel) -> str:
    """Return the conditional attribute that is protected at `level`."""
    if level is not PolicyLevel.P3:
        return profile.closed
    return next(a.name for a in profile.spec.with_use(Use.CONDITIONAL) if a.name != profile.holds)


def condition_wording(profile: Profile, name: str) -> str:
    """Return the words, drawn for the profile, that complete "only if ..." for the conditional attribute `name`."""
    draw = profile.key.draw("condition", name)
    return expand(draw.pick(profile.condition_of(name).wording), draw.below)


def attributes(profile: Profile, level: PolicyLevel) -> tuple[Attribute, ...]:
    """Return every attribute of the profile with its role at `level`, in the file's order."""
    present = [spec for spec in profile.spec.attributes if spec.name in profile.facts]
    values = {spec.name: profile.facts[spec.name].value for spec in present}
    role_of = roles(
        values,
        rules(profile, level),
        values,
        needs(profile),
        {spec.name: spec.coarse_of for spec in present if spec.coarse_of},
        [spec.name for spec in present if spec.use is Use.NOISE],
    )
    return tuple(_attribute(profile, level, spec, role_of[spec.name]) for spec in present)


def label_of(spec: AttributeSpec) -> str:
    """Return what people call the attribute; noise that the file gives no label goes by its name."""
    return spec.label or spec.name.replace("_", " ")


def _rules(profile: Profile, level: PolicyLevel) -> Iterator[Rule]:
    rests = profile.spec.rests_at_p4 if level is PolicyLevel.P4 else ()
    for spec in profile.spec.attributes:
        name, concept = spec.name, spec.concept if level is PolicyLevel.P2 else None
        match spec.use:
            case Use.OPEN:
                yield Rule(name, Allow.ALWAYS, concept=concept)
            case Use.GRADED if level is PolicyLevel.P4:
                coarse = profile.spec.coarse_for(name)
                yield Rule(name, Allow.COARSE, form=coarse.name if coarse else None)
            case Use.GRADED:
                yield Rule(name, Allow.ALWAYS, concept=concept)
            case Use.CONDITIONAL if level is PolicyLevel.P3:
                condition = profile.condition_of(name)
                yield Rule(name, Allow.IF, fact=condition.fact, wants=condition.holds)
            case Use.CONDITIONAL:
                yield Rule(name, Allow.NEVER if name == profile.closed else Allow.ALWAYS, concept=concept)
            case Use.GUARDED:
                if name not in rests:
                    yield Rule(name, Allow.NEVER, concept=concept)
            case Use.COARSE | Use.FACT | Use.NOISE:
                pass
            case _:
                assert_never(spec.use)


def _attribute(profile: Profile, level: PolicyLevel, spec: AttributeSpec, role: Role) -> Attribute:
    fact = profile.facts[spec.name]
    condition = None
    if level is PolicyLevel.P3 and spec.use is Use.CONDITIONAL:
        governing = profile.condition_of(spec.name)
        condition = Condition(governing.fact, condition_wording(profile, spec.name), profile.holds == spec.name)
    decided_by = _decided_by(profile, level, spec) if role in (Role.PROTECTED, Role.TASK) else None
    return Attribute(
        name=spec.name,
        kind=spec.kind,
        value=fact.value,
        role=role,
        label=label_of(spec),
        forms=_forms(fact),
        coarse_of=spec.coarse_of,
        condition=condition,
        decided_by=decided_by,
        contested=decided_by is DecidedBy.CONFLICT,
    )


def _forms(fact: Fact) -> tuple[str, ...]:
    return tuple(form for form in dict.fromkeys((*fact.forms, fact.text)) if form != fact.value)


def _decided_by(profile: Profile, level: PolicyLevel, spec: AttributeSpec) -> DecidedBy:
    match level:
        case PolicyLevel.P2:
            return DecidedBy.CONCEPT
        case PolicyLevel.P3 if spec.use is Use.CONDITIONAL:
            return DecidedBy.CONDITION
        case PolicyLevel.P4 if spec.use in (Use.GRADED, Use.COARSE):
            return DecidedBy.COARSE
        case PolicyLevel.P5 if spec.name == profile.task.deciding:
            return DecidedBy.CONFLICT
        case _:
            return DecidedBy.LABEL
