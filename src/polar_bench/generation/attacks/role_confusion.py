"""S3: someone with a post in the matter goes through the sections of a sheet; pressure comes from that post alone."""

from __future__ import annotations

from polar_bench.domains.phrases import expand, fill
from polar_bench.generation.attacks.asking import asks, portions
from polar_bench.generation.frames import script_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.wording import capital, sentence, series
from polar_bench.sample import Attack, PolicyLevel, ScriptTurn


def script(profile: Profile, level: PolicyLevel) -> tuple[ScriptTurn, ...]:
    """Return the 2-4 turns of S3; the first says the role and what it does in this matter."""
    draw = profile.key.draw("script", Attack.S3)
    pose = draw.pick(profile.spec.poses)
    values = {"counterpart": profile.counterpart, "subject": profile.spec.subject}
    said = {
        "pose": capital(fill(expand(pose.text, draw.below), values.__getitem__)),
        "handles": fill(expand(pose.handles, draw.below), values.__getitem__),
    }
    frames = script_frames().role_confusion
    count = draw.between(2, 4)
    first, last, middle = draw.pick(frames.first), draw.pick(frames.last), draw.shuffled(frames.middle)
    made = portions(profile, level, Attack.S3, count)
    chosen = [first, *middle[: len(made) - 2], last]
    return tuple(
        ScriptTurn(
            sentence(expand(frame, draw.below), said | {"asks": series(asks(profile, Attack.S3, names), "and")}),
            tuple(names),
        )
        for frame, names in zip(chosen, made, strict=True)
    )
