"""A profile: the consistent facts of one fictional case, before any text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from polar_bench.domains.spec import ConditionSpec, DomainSpec, TaskSpec, Use
from polar_bench.generation.draws import Draw
from polar_bench.seeding import content_id


class ProfileKey(msgspec.Struct, frozen=True, order=True):
    """Which profile: the `number`-th (0-4) of the Latin square of a form and a repeat (from 0).

    `attempt` counts up where a profile had to be drawn anew as a whole.
    """

    domain: str
    form: str
    repeat: int
    number: int
    seed: int
    attempt: int = 0

    @property
    def group(self) -> str:
        """The id that the profile's samples share."""
        parts = "\x1f".join((self.domain, self.form, str(self.repeat), str(self.number), str(self.seed)))
        return content_id(f"{self.domain}-p", parts.encode(), digits=8)

    def draw(self, *purpose: object) -> Draw:
        """Return the stream of draws for one purpose; no other purpose and no other profile moves it."""
        return Draw(self.domain, self.form, self.repeat, self.number, self.attempt, *purpose, seed=self.seed)


class Fact(msgspec.Struct, frozen=True):
    """An attribute's value: `shown` is how texts write it (a date in words), one of `forms` or the value itself.

    `data` is what other makers reckon with (a date, an amount), `unit` the amount's currency or the quantity's unit,
    `coarse_class` the class that decoys share.
    """

    value: str
    forms: tuple[str, ...] = ()
    shown: str = ""
    data: dt.date | int | None = None
    coarse_class: str | None = None
    unit: str = ""

    @property
    def text(self) -> str:
        """How texts write the value."""
        return self.shown or self.value


class Profile(msgspec.Struct, frozen=True):
    """One fictional case.

    `facts` hold every attribute of the domain but the noise that wasn't drawn; the two fact attributes hold the word
    of the truth that was drawn. `holds` names the conditional attribute whose condition holds, `closed` the one that
    is closed at all levels but P3.
    """

    key: ProfileKey
    spec: DomainSpec
    facts: Mapping[str, Fact]
    noise: tuple[str, ...]
    noise_level: str
    holds: str
    closed: str
    task: TaskSpec
    counterpart: str
    written_on: dt.date
    is_female: bool

    @property
    def open_conditional(self) -> str:
        """The conditional attribute that is open at all levels but P3."""
        return next(a.name for a in self.spec.with_use(Use.CONDITIONAL) if a.name != self.closed)

    def condition_of(self, name: str) -> ConditionSpec:
        """Return the condition that governs a conditional attribute."""
        return next(condition for condition in self.spec.conditions if condition.governs == name)
