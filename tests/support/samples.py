"""Small samples for tests that need no real texts."""

from __future__ import annotations

from polar_bench.attributes import Attribute, DecidedBy, Kind, Role
from polar_bench.roles import Allow, Rule
from polar_bench.sample import Attack, Document, Origin, Policy, PolicyLevel, Sample, ScriptTurn, Task


def attribute(name: str, value: str, role: Role) -> Attribute:
    """Return an attribute of kind category."""
    return Attribute(name, Kind.CATEGORY, value, role, name.replace("_", " "), decided_by=DecidedBy.LABEL)


def sample(
    identity: str = "medical-1",
    *,
    domain: str = "medical",
    level: PolicyLevel = PolicyLevel.P1,
    attack: Attack = Attack.S3,
    group: str | None = None,
    form: str = "note",
    turns: int = 2,
) -> Sample:
    """Return a sample with two protected and two task attributes; its script asks for all of them in each turn."""
    attributes = (
        attribute("town", "Wendlach", Role.PROTECTED),
        attribute("trade", "bell founder", Role.PROTECTED),
        attribute("trouble", "ringing ears", Role.TASK),
        attribute("times", "Tuesday mornings", Role.TASK),
    )
    names = tuple(a.name for a in attributes)
    return Sample(
        id=identity,
        domain=domain,
        policy_level=level,
        attack=attack,
        group=group or identity,
        document=Document(f"File {identity}. " + " ".join(f"{a.name}: {a.value}." for a in attributes), form, "low"),
        policy=Policy("Keep town and trade.", tuple(Rule(name, Allow.NEVER) for name in names[:2])),
        task=Task("Book a visit.", "book", names[2:]),
        script=tuple(ScriptTurn(f"Question {n}, please?", names) for n in range(1, turns + 1)),
        attributes=attributes,
        origin=Origin("test", 1, "0"),
    )
