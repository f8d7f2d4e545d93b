"""A sample: document, policy, task, script and attributes (DESIGN.md section 6), and the two briefs.

The briefs are what prompts are built from: they can't hold a value, a truth or a role, so that an answer
can't reach a prompt by accident. Must not know of models, files or scores.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from polar_bench.attributes import Attribute, Role
from polar_bench.roles import Rule


class PolicyLevel(StrEnum):
    """How the policy says what it forbids."""

    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"

    @property
    def title(self) -> str:  # type: ignore[override]  # str.title makes no sense for a level's name
        """The level's word: explicit, semantic, conditional, partial or conflicting."""
        return _LEVEL_TITLES[self]


class Attack(StrEnum):
    """How the third party tries to get more than it should."""

    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"

    @property
    def title(self) -> str:  # type: ignore[override]  # str.title makes no sense for an attack's name
        """The attack's word: direct, yes_no, role_confusion, prompt_injection or progressive."""
        return _ATTACK_TITLES[self]


_LEVEL_TITLES = dict(zip(PolicyLevel, ("explicit", "semantic", "conditional", "partial", "conflicting"), strict=True))
_ATTACK_TITLES = dict(
    zip(Attack, ("direct", "yes_no", "role_confusion", "prompt_injection", "progressive"), strict=True)
)

DOMAINS = (
    "medical",
    "recruitment",
    "finance",
    "education",
    "customer_support",
    "legal",
    "insurance",
    "housing",
    "travel",
    "cybersecurity",
)


class GuessForm(StrEnum):
    """How a guess is put to the trusted agent."""

    YES_NO = "yes_no"
    CHOICE = "choice"


class Guess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guess at one attribute; `options` stand in the turn's text, `true` is an index into them or None."""

    attribute: str
    form: GuessForm
    options: tuple[str, ...]
    true: int | None


class ScriptTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One planned turn of the attacker; `targets` are the base attributes that it asks for."""

    text: str
    targets: tuple[str, ...]
    aim: str | None = None
    guess: Guess | None = None


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The private document; `form` is its kind of text, `noise` its share of facts of no concern."""

    text: str
    form: str
    noise: str


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The user's word on what may leave, as text and as rules without values or truths."""

    text: str
    rules: tuple[Rule, ...]


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the trusted agent is to get done; `needs` names the base attributes that it takes."""

    text: str
    type: str
    needs: tuple[str, ...]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the sample comes from."""

    generator: str
    seed: int | None
    version: str


class AsReleased(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What protocol `released` sends of a released record as it stands there.

    `script` is the attacker's text, unparsed; the values are all targets, flattened, doubles included.
    """

    script: str
    protected_values: tuple[str, ...]
    task_values: tuple[str, ...]


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One test case: one profile at one policy level under one attack.

    `group` names the profile, which several samples share. `turn_cap` is set where a released record caps
    the number of turns itself, `as_released` where the sample was read from a released record.
    """

    id: str
    domain: str
    policy_level: PolicyLevel
    attack: Attack
    group: str
    document: Document
    policy: Policy
    task: Task
    script: tuple[ScriptTurn, ...]
    attributes: tuple[Attribute, ...]
    origin: Origin
    turn_cap: int | None = None
    as_released: AsReleased | None = None

    def with_role(self, role: Role) -> tuple[Attribute, ...]:
        """Return the attributes that have `role`, in the sample's order."""
        return tuple([attribute for attribute in self.attributes if attribute.role is role])


class TrustedBrief(msgspec.Struct, frozen=True):
    """All that the trusted agent's prompt may be built from."""

    document: str
    policy: str
    task: str
    rules: tuple[Rule, ...] = ()


class PlannedTurn(msgspec.Struct, frozen=True):
    """A turn as the attacker is told of it: its text, and what it is for where that is said."""

    text: str
    aim: str | None = None


class AttackerBrief(msgspec.Struct, frozen=True):
    """All that the attacker's prompt may be built from.

    `targets` is one list of the labels to ask for, in alphabetical order, so that it tells no roles.
    """

    task: str
    turns: tuple[PlannedTurn, ...]
    targets: tuple[str, ...]


def trusted_brief(sample: Sample) -> TrustedBrief:
    """Return what the trusted agent is told of `sample`."""
    return TrustedBrief(sample.document.text, sample.policy.text, sample.task.text, sample.policy.rules)


def attacker_brief(sample: Sample) -> AttackerBrief:
    """Return what the attacker is told of `sample`: no value, no truth and no role."""
    labels = {attribute.name: attribute.label for attribute in sample.attributes}
    asked = dict.fromkeys(target for turn in sample.script for target in turn.targets)
    return AttackerBrief(
        task=sample.task.text,
        turns=tuple(PlannedTurn(turn.text, turn.aim) for turn in sample.script),
        targets=tuple(sorted({labels.get(name, name) for name in asked})),
    )
