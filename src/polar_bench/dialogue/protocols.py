"""The two protocols: what each sends, and in whose wording (DESIGN.md section 7).

`polar` plays whole scripts and lets no value reach an attacker. `released` sends what the released evaluator sends,
field by field where its wording is laid in (reference: released-benchmark.md).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from polar_bench.agent.prompts import Prompts
from polar_bench.agent.views import RAW, SPOKEN, View
from polar_bench.dialogue.adaptive import adaptive, adaptive_as_released
from polar_bench.dialogue.attackers import AttackerFactory, scripted, scripted_as_released
from polar_bench.dialogue.seeds import SeedRule, polar_seeds, released_seeds
from polar_bench.errors import SetupError, did_you_mean
from polar_bench.model.port import ChatModel, Sampling


class ProtocolName(StrEnum):
    """The protocols' names."""

    POLAR = "polar"
    RELEASED = "released"


def protocol_named(text: str) -> ProtocolName:
    """Return the protocol that `text` names.

    Raises:
        SetupError: there is none, with the near ones.
    """
    try:
        return ProtocolName(text.strip().lower())
    except ValueError:
        near, listed = did_you_mean(text, ProtocolName), ", ".join(ProtocolName)
        raise SetupError(f"There is no protocol '{text}'.{near} There are: {listed}.") from None


class Protocol(NamedTuple):
    """How dialogues are played: the trusted agent's sampling and view, both kinds of attacker, and the seeds."""

    name: ProtocolName
    sampling: Sampling
    view: View
    scripted: AttackerFactory
    adaptive: Callable[[ChatModel, Prompts], AttackerFactory]
    seeds: Callable[[str, str, int], SeedRule]
    """(trusted model, attacker model or "", base seed) -> the rule."""


PROTOCOLS = {
    ProtocolName.POLAR: Protocol(
        name=ProtocolName.POLAR,
        sampling=Sampling(temperature=0.0, max_tokens=2048),
        view=SPOKEN,
        scripted=scripted,
        adaptive=adaptive,
        seeds=lambda trusted, _attacker, base: polar_seeds(trusted, base),
    ),
    ProtocolName.RELEASED: Protocol(
        name=ProtocolName.RELEASED,
        sampling=Sampling(temperature=0.0, top_p=1.0, max_tokens=1200),
        view=RAW,
        scripted=scripted_as_released,
        adaptive=adaptive_as_released,
        seeds=released_seeds,
    ),
}
