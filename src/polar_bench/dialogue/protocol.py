"""A dialogue: the attacker speaks, the trusted agent answers, until the attacker has nothing more to say.

One pure loop over two ports, the same for every protocol. It can start in the middle: given the turns so far it goes on
from there. Must not know of files, models or progress displays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from polar_bench.agent.port import TrustedAgent
from polar_bench.dialogue.attackers import Attacker
from polar_bench.dialogue.seeds import SeedRule, polar_seeds
from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.trial import AttackerKind, Flag, Speaker, Trial, TrialKey, Turn


def _ignore(_index: int, _turn: Turn) -> None:
    """Take no note of a turn."""


async def play(
    key: TrialKey,
    agent: TrustedAgent,
    attacker: Attacker,
    *,
    seed_of: SeedRule | None = None,
    so_far: Sequence[Turn] = (),
    on_turn: Callable[[int, Turn], None] = _ignore,
) -> Trial:
    """Play one dialogue to its end and return the trial.

    `so_far` are the turns already played; `on_turn(index, turn)` is called once for each new turn, at once.
    `seed_of` gives each turn's seed (by the rule of protocol `polar` where it's None). A model failure ends the trial
    unassessed, with the turns that were played. A reply without text is silence, and flagged so whatever the agent.
    """
    turns = list(so_far)
    rule = seed_of or polar_seeds()

    def seed(role: Speaker) -> int:
        return rule(role, key, attacker.kind, turns)

    def keep(turn: Turn, role: Speaker) -> None:
        if turn.role is not role:
            raise ValueError(f"a turn of role {role} is due, but the one that came has role {turn.role}")
        turns.append(turn)
        on_turn(len(turns) - 1, turn)

    def end(failure: ModelFailure | None = None, reason: Unassessed | None = None) -> Trial:
        detail = failure.detail if failure else ""
        return Trial(key.sample_id, key.repeat, attacker.kind, tuple(turns), reason, detail)

    while True:
        if not turns or turns[-1].role is Speaker.TRUSTED:
            try:
                draws = attacker.kind is AttackerKind.ADAPTIVE
                asked = await attacker.next_turn(turns, seed(Speaker.ATTACKER) if draws else 0)
            except ModelFailure as failure:
                return end(failure, Unassessed.ATTACKER_FAILED)
            if asked is None:
                return end()
            keep(asked, Speaker.ATTACKER)
        try:
            answer = await agent.reply(turns, seed(Speaker.TRUSTED))
        except ModelFailure as failure:
            return end(failure, failure.reason)
        keep(_with_silence_flagged(answer), Speaker.TRUSTED)


def _with_silence_flagged(answer: Turn) -> Turn:
    if answer.text.strip() or Flag.SILENT in answer.flags:
        return answer
    return msgspec.structs.replace(answer, flags=(Flag.SILENT, *answer.flags))
