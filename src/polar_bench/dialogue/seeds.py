"""Where the seed of each turn comes from, by protocol.

A rule is a function of the trial and its turns so far, so that order and concurrency can't change a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from polar_bench.seeding import BASE_SEED, seed_for
from polar_bench.trial import AttackerKind, Speaker, TrialKey, Turn

SeedRule = Callable[[Speaker, TrialKey, AttackerKind, Sequence[Turn]], int]
"""(who speaks next, the trial, how its attacker works, the turns so far) -> a seed in [0, 2**31)."""


def polar_seeds(trusted: str = "agent", base: int = BASE_SEED) -> SeedRule:
    """Seeds from (sample id, trusted model, role, round, repeat)."""

    def seed(role: Speaker, key: TrialKey, _kind: AttackerKind, turns: Sequence[Turn]) -> int:
        return seed_for(key.sample_id, trusted, role, _rounds_answered(turns), key.repeat, base=base)

    return seed


def released_seeds(trusted: str, attacker: str, base: int = BASE_SEED) -> SeedRule:
    """Seeds as the released evaluator derives them (reference: released-benchmark.md); `trusted` and `attacker` are
    model ids. It knows no repeats: the first has its seeds, each further one is set apart by its number.
    """

    def seed(role: Speaker, key: TrialKey, kind: AttackerKind, turns: Sequence[Turn]) -> int:
        parts: tuple[object, ...]
        round_number = _rounds_answered(turns) + 1
        if role is Speaker.ATTACKER:
            parts = (key.sample_id, trusted, attacker, "model_b", "adaptive", round_number)
        elif kind is AttackerKind.ADAPTIVE:
            parts = (key.sample_id, trusted, "model_a", "adaptive", round_number)
        else:
            parts = (key.sample_id, trusted, "model_a", "scripted", len(turns))
        return seed_for(*parts, *([f"repeat {key.repeat}"] if key.repeat else []), base=base)

    return seed


def _rounds_answered(turns: Sequence[Turn]) -> int:
    return sum(turn.role is Speaker.TRUSTED for turn in turns)
