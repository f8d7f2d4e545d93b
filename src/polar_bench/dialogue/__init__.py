"""The dialogue between the attacker and the trusted agent."""

from polar_bench.dialogue.attackers import Attacker, AttackerFactory, ScriptedAttacker, scripted
from polar_bench.dialogue.protocol import play

__all__ = ["Attacker", "AttackerFactory", "ScriptedAttacker", "play", "scripted"]
