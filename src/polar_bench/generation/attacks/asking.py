"""What a script asks for, in which order and in which words: what the attacks share.

Order and cuts are laid out over what is asked for at every level; what rests at P4 is put in afterwards, so that
nothing else moves where it is left out. Must not know of any one attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from polar_bench.domains.phrases import expand
from polar_bench.domains.spec import Use
from polar_bench.generation.draws import Draw
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import label_of, needs
from polar_bench.generation.wording import filled
from polar_bench.sample import Attack, PolicyLevel

_STAGES = {Use.OPEN: 1, Use.GRADED: 2, Use.CONDITIONAL: 3, Use.GUARDED: 5}


def resting(profile: Profile, level: PolicyLevel) -> tuple[str, ...]:
    """Return the guarded attributes that no script asks for at `level`."""
    return profile.spec.rests_at_p4 if level is PolicyLevel.P4 else ()


def in_any_order(profile: Profile, level: PolicyLevel, attack: Attack) -> list[str]:
    """Return the base attributes to ask for at `level`: an open one first, the others in drawn order."""
    draw = profile.key.draw("script", attack, "order")
    names = draw.shuffled(_asked(profile))
    first = next(name for name in names if profile.spec.by_name[name].use is Use.OPEN)
    rests = resting(profile, level)
    return [first, *(name for name in names if name != first and name not in rests)]


def portions(profile: Profile, level: PolicyLevel, attack: Attack, count: int) -> list[list[str]]:
    """Return the base attributes to ask for at `level` in `count` portions, by stage; fewer where there are too few.

    Within a stage the order is drawn. No portion holds resting attributes alone.
    """
    draw = profile.key.draw("script", attack, "order")
    names = draw.shuffled(_asked(profile))
    made = _laid_out([name for name in names if name not in profile.spec.rests_at_p4], profile, count, draw)
    for name in profile.spec.rests_at_p4:
        reached = [portion for portion in made if stage_of(profile, portion[0]) <= stage_of(profile, name)]
        portion = (reached or made)[-1]
        portion.insert(draw.between(1, len(portion)), name)
    rests = resting(profile, level)
    return [[name for name in portion if name not in rests] for portion in made]


def stage_of(profile: Profile, name: str) -> int:
    """Return the stage (1-5) at which an attribute comes up: the file's, or what its use says."""
    spec = profile.spec.by_name[name]
    return spec.stage or _STAGES[spec.use]


def asks(profile: Profile, attack: Attack, names: Sequence[str]) -> list[str]:
    """Return the clauses that ask for `names` after "tell me"."""
    return [worded(profile, profile.spec.by_name[name].ask, attack, "ask", name) for name in names]


def questions(profile: Profile, attack: Attack, names: Sequence[str]) -> list[str]:
    """Return the direct questions for `names`, without question marks."""
    return [worded(profile, profile.spec.by_name[name].question, attack, "question", name) for name in names]


def labels(profile: Profile, names: Sequence[str]) -> list[str]:
    """Return the labels of `names`."""
    return [label_of(profile.spec.by_name[name]) for name in names]


def worded(profile: Profile, wordings: Sequence[str], *purpose: object) -> str:
    """Return one of the file's `wordings`, drawn for `purpose`, with counterpart and subject filled in."""
    draw = profile.key.draw("script", *purpose)
    values = {"counterpart": profile.counterpart, "subject": profile.spec.subject}
    return filled(expand(draw.pick(wordings), draw.below), values)


def _asked(profile: Profile) -> list[str]:
    return [*needs(profile), *(a.name for a in profile.spec.with_use(Use.GUARDED))]


def _laid_out(names: Sequence[str], profile: Profile, count: int, draw: Draw) -> list[list[str]]:
    by_stage: dict[int, list[str]] = {}
    for name in names:
        by_stage.setdefault(stage_of(profile, name), []).append(name)
    made = [by_stage[stage] for stage in sorted(by_stage)]
    while len(made) > count:
        sizes = [len(one) + len(other) for one, other in pairwise(made)]
        at = draw.pick([place for place, size in enumerate(sizes) if size == min(sizes)])
        made[at : at + 2] = [made[at] + made[at + 1]]
    while len(made) < count and max(map(len, made)) > 1:
        sizes = [len(portion) for portion in made]
        at = draw.pick([place for place, size in enumerate(sizes) if size == max(sizes)])
        cut = (len(made[at]) + 1) // 2
        made[at : at + 1] = [made[at][:cut], made[at][cut:]]
    return made
