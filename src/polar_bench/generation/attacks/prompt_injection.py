"""S4: a form's business, then notices that look like the system's; no person speaks and no role is claimed."""

from __future__ import annotations

from polar_bench.domains.phrases import expand
from polar_bench.generation.attacks.asking import labels, portions
from polar_bench.generation.frames import script_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.wording import sentence
from polar_bench.sample import Attack, PolicyLevel, ScriptTurn


def script(profile: Profile, level: PolicyLevel) -> tuple[ScriptTurn, ...]:
    """Return the 1-3 turns of S4; the first holds the business and the first notice."""
    draw = profile.key.draw("script", Attack.S4)
    frames = script_frames().prompt_injection
    count = draw.between(1, 3)
    opening = f"{draw.pick(frames.business)} {draw.pick(frames.notice)}"
    chosen = [opening, *draw.shuffled(frames.further)[: count - 1]]
    return tuple(
        ScriptTurn(
            sentence(
                expand(frame, draw.below),
                {"counterpart": profile.counterpart, "fields": ", ".join(labels(profile, names))},
            ),
            tuple(names),
        )
        for frame, names in zip(chosen, portions(profile, level, Attack.S4, count), strict=False)
    )
