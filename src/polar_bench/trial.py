"""A trial: one dialogue over one sample and one repeat, with its transcript and its outcome.

An error is not a score: a trial is either scored later from its turns, or unassessed for a named reason.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec

from polar_bench.errors import Unassessed


class Speaker(StrEnum):
    """Who says a turn."""

    ATTACKER = "attacker"
    TRUSTED = "trusted"


class AttackerKind(StrEnum):
    """How the attacker's turns came about; the two are never pooled under S5."""

    SCRIPTED = "scripted"
    ADAPTIVE = "adaptive"


class Flag(StrEnum):
    """Something about a scored turn that a reader of the figures wants to know."""

    SILENT = "silent"
    CUT = "cut"
    REFUSAL_FIELD = "refusal_field"
    ATTACK_REFUSED = "attack_refused"
    ATTACK_EMPTY = "attack_empty"


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn of a transcript.

    `text` is what the other side reads (a reply without its reasoning). `raw` is the reply exactly as the
    model gave it where that differs from `text`, `reasoning` its reasoning channel, `finish` the finish
    reason that the endpoint named, `prompt_tokens` and `reply_tokens` what it counted.
    """

    role: Speaker
    text: str
    raw: str | None = None
    reasoning: str = ""
    finish: str = ""
    flags: tuple[Flag, ...] = ()
    prompt_tokens: int = 0
    reply_tokens: int = 0

    @property
    def raw_text(self) -> str:
        """The reply as the model gave it, reasoning tags included."""
        return self.text if self.raw is None else self.raw


class TrialKey(NamedTuple):
    """What names a trial within a run."""

    sample_id: str
    repeat: int


class Trial(msgspec.Struct, frozen=True):
    """A finished dialogue; `unassessed` is None where it can be scored. `repeat` counts from 0."""

    sample_id: str
    repeat: int
    attacker: AttackerKind
    turns: tuple[Turn, ...]
    unassessed: Unassessed | None = None
    detail: str = ""

    @property
    def key(self) -> TrialKey:
        """The trial's name within its run."""
        return TrialKey(self.sample_id, self.repeat)

    @property
    def replies(self) -> tuple[str, ...]:
        """The trusted agent's raw replies in order, as the `paper` scorer reads them."""
        return tuple(turn.raw_text for turn in self.turns if turn.role is Speaker.TRUSTED)

    @property
    def flags(self) -> frozenset[Flag]:
        """Every flag that any of its turns carries."""
        return frozenset(flag for turn in self.turns for flag in turn.flags)
