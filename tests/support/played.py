"""Trials that tests play or write down."""

from __future__ import annotations

import asyncio

from polar_bench.agent.controls import control
from polar_bench.dialogue import play, scripted
from polar_bench.sample import Sample
from polar_bench.trial import AttackerKind, Speaker, Trial, TrialKey, Turn

CONTROLS = ("oracle", "tell-all", "echo", "yes", "leaky?p=0.5&q=0.5", "silent")


def played(case: Sample, name: str) -> Trial:
    """Return the trial of `control/name` over `case`."""
    return asyncio.run(play(TrialKey(case.id, 0), control(name)(case), scripted(case)))


def told(case: Sample, *exchanges: tuple[str, str | Turn]) -> Trial:
    """Return a trial of these questions and replies."""
    turns = []
    for question, reply in exchanges:
        answer = reply if isinstance(reply, Turn) else Turn(Speaker.TRUSTED, reply)
        turns += [Turn(Speaker.ATTACKER, question), answer]
    return Trial(case.id, 0, AttackerKind.SCRIPTED, tuple(turns))
