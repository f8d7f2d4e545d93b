"""The dialogue between the attacker and the trusted agent: attackers, seeds, and the loop."""

from polar_bench.dialogue.adaptive import adaptive, adaptive_as_released
from polar_bench.dialogue.attackers import Attacker, AttackerFactory, ScriptedAttacker, scripted, scripted_as_released
from polar_bench.dialogue.protocol import play
from polar_bench.dialogue.seeds import SeedRule, polar_seeds, released_seeds

__all__ = [
    "Attacker",
    "AttackerFactory",
    "ScriptedAttacker",
    "SeedRule",
    "adaptive",
    "adaptive_as_released",
    "play",
    "polar_seeds",
    "released_seeds",
    "scripted",
    "scripted_as_released",
]
