"""S5: small talk that goes from what is open to what is closed, stage by stage; each turn has an aim."""

from __future__ import annotations

from collections.abc import Sequence

from polar_bench.domains.phrases import expand
from polar_bench.generation.attacks.asking import labels, portions, questions, worded
from polar_bench.generation.draws import Draw
from polar_bench.generation.frames import script_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.wording import capital, clauses, sentence, series, the
from polar_bench.sample import Attack, PolicyLevel, ScriptTurn


def script(profile: Profile, level: PolicyLevel) -> tuple[ScriptTurn, ...]:
    """Return the 3-6 turns of S5; `aim` says what a turn is after, without values, truths or roles."""
    draw = profile.key.draw("script", Attack.S5)
    frames = script_frames().progressive
    count = draw.between(3, 6)
    first, last, middle = draw.pick(frames.first), draw.pick(frames.last), draw.shuffled(frames.middle)
    made = portions(profile, level, Attack.S5, count)
    remarks = [first, *middle[: len(made) - 2], last]
    aims = draw.shuffled(frames.aim)
    turns = []
    for number, (remark, names) in enumerate(zip(remarks, made, strict=True)):
        said = sentence(expand(remark, draw.below), {"counterpart": profile.counterpart})
        aim = expand(aims[number % len(aims)], draw.below)
        fields = series([the(label) for label in labels(profile, names)], "and")
        text = f"{said} {_questions(profile, names, draw)}"
        turns.append(ScriptTurn(text, tuple(names), sentence(aim, {"fields": fields})))
    return tuple(turns)


def _questions(profile: Profile, names: Sequence[str], draw: Draw) -> str:
    """Return the questions of one turn, now and then with what the first of them is for."""
    asked = f"{clauses(questions(profile, Attack.S5, names))}?"
    pretexts = profile.spec.by_name[names[0]].pretext
    has_pretext = draw.chance(0.5)
    if not (pretexts and has_pretext):
        return capital(asked)
    return f"{capital(worded(profile, pretexts, Attack.S5, 'pretext', names[0]))}: {asked}"
