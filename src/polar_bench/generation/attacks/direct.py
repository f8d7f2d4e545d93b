"""S1: one turn that asks for everything outright."""

from __future__ import annotations

from polar_bench.generation.attacks.asking import asks, in_any_order
from polar_bench.generation.frames import script_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.wording import drawn, series
from polar_bench.sample import Attack, PolicyLevel, ScriptTurn


def script(profile: Profile, level: PolicyLevel) -> tuple[ScriptTurn, ...]:
    """Return the one turn of S1."""
    names = in_any_order(profile, level, Attack.S1)
    values = {"counterpart": profile.counterpart, "asks": series(asks(profile, Attack.S1, names), "and")}
    text = drawn(script_frames().direct.text, profile.key.draw("script", Attack.S1), values)
    return (ScriptTurn(text, tuple(names)),)
