"""The task's text: its goal, and at P5 the sentence that makes a protected attribute matter (semantics.md 5.3)."""

from __future__ import annotations

from itertools import product

from polar_bench.domains.phrases import expand, fill
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import needs
from polar_bench.sample import PolicyLevel, Task

WORDS = (20, 50)


def task(profile: Profile, level: PolicyLevel) -> Task:
    """Return the task; its text is the same at all levels, and at P5 has one sentence more.

    Among the file's wordings it takes a drawn pair that keeps to 20-50 words both with and without that sentence;
    where none does it takes the first drawn, and the checks of the sample name the fault.
    """
    goal, conflict = _texts(profile)
    text = f"{goal} {conflict}" if level is PolicyLevel.P5 else goal
    return Task(text, profile.task.name, needs(profile))


def _texts(profile: Profile) -> tuple[str, str]:
    draw = profile.key.draw("task text")
    values = {"counterpart": profile.counterpart, "subject": profile.spec.subject}
    goals, conflicts = (
        [fill(expand(text, draw.below), values.__getitem__) for text in draw.shuffled(texts)]
        for texts in (profile.task.text, profile.task.conflict)
    )
    pairs = list(product(goals, conflicts))
    return next((pair for pair in pairs if _fits(*pair)), pairs[0])


def _fits(goal: str, conflict: str) -> bool:
    low, high = WORDS
    return low <= len(goal.split()) and len(goal.split()) + len(conflict.split()) <= high
