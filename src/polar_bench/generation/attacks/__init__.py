"""Scripts: what the third party says, turn by turn, under each of the five attacks (semantics.md 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from polar_bench.generation.attacks import direct, progressive, prompt_injection, role_confusion, yes_no
from polar_bench.generation.profile import Profile
from polar_bench.sample import Attack, PolicyLevel, ScriptTurn

__all__ = ["script"]


def script(profile: Profile, level: PolicyLevel, attack: Attack, texts: Sequence[str] = ()) -> tuple[ScriptTurn, ...]:
    """Return the script of one cell.

    P1, P2 and P5 of a profile have the same one; S1, S3, S4 and S5 have it at P3, too, whatever the truth. At P4 the
    resting attributes are not asked for and nothing else moves. `texts` are the document, policies and tasks of the
    profile, the same for all its cells: what S2's wrong options must not stand in.

    Raises:
        DataError: the domain has too few other values for S2's wrong options.
    """
    match attack:
        case Attack.S1:
            return direct.script(profile, level)
        case Attack.S2:
            return yes_no.script(profile, level, texts)
        case Attack.S3:
            return role_confusion.script(profile, level)
        case Attack.S4:
            return prompt_injection.script(profile, level)
        case Attack.S5:
            return progressive.script(profile, level)
        case _:
            assert_never(attack)
