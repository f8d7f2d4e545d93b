"""Attackers: who speaks for the third party, and what they say next.

An attacker sees the transcript as the other side reads it. Under `polar` it never sees a value, a truth or a role.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.sample import Sample
from polar_bench.trial import AttackerKind, Speaker, Turn

RELEASED_ROUNDS = 6
"""The released evaluator plays so many turns where a record has no cap of its own."""


class Attacker(Protocol):
    """The third party of one trial."""

    @property
    def kind(self) -> AttackerKind:
        """Whether the turns are played as planned or written anew."""

    async def next_turn(self, turns: Sequence[Turn], seed: int) -> Turn | None:
        """Return the next turn after `turns`, or None where the dialogue is over.

        Raises:
            ModelFailure: the attacker can't go on.
        """


AttackerFactory = Callable[[Sample], Attacker]


class ScriptedAttacker:
    """Plays the planned turns word for word."""

    kind = AttackerKind.SCRIPTED

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    async def next_turn(self, turns: Sequence[Turn], seed: int) -> Turn | None:  # noqa: ARG002 # draws nothing
        """Return the planned turn that follows, or None after the last."""
        if not self._texts:
            raise ModelFailure(Unassessed.ATTACKER_FAILED, "the sample has no script; it takes an attacker model")
        said = sum(1 for turn in turns if turn.role is Speaker.ATTACKER)
        return Turn(Speaker.ATTACKER, self._texts[said]) if said < len(self._texts) else None


def scripted(sample: Sample) -> ScriptedAttacker:
    """Return the attacker that plays the sample's whole script."""
    return ScriptedAttacker([turn.text for turn in sample.script])


def scripted_as_released(sample: Sample) -> ScriptedAttacker:
    """Return the attacker that plays as much of the script as the released evaluator does."""
    return ScriptedAttacker([turn.text for turn in sample.script[: turn_cap(sample)]])


def turn_cap(sample: Sample) -> int:
    """Return the most turns that the released evaluator plays of `sample`, >= 1."""
    return sample.turn_cap or RELEASED_ROUNDS
