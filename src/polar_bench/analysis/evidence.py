"""What stands beside the figures: channels, answers to wrong guesses, and where the two scorers differ.

Counts over trials, repeats included; nothing here is a mean over samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from polar_bench.attributes import Role
from polar_bench.scoring.disagreement import differing
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import Channel, Score


class Evidence(msgspec.Struct, frozen=True):
    """How many protected and task attributes came out in each channel, trial by trial; all channels are there.

    An attribute that came out in two channels is counted in both. Of `wrong_guesses` wrong yes/no guesses that were
    put, `wrong_yes` got a yes; `wrong_yes_rate` is their share in [0, 1], None where no wrong guess was put.
    """

    protected: dict[str, int]
    task: dict[str, int]
    wrong_guesses: int
    wrong_yes: int
    wrong_yes_rate: float | None


class Disagreements(msgspec.Struct, frozen=True):
    """On how many scored trials the two scorers differ, and on how many attributes in all of them."""

    trials: int
    attributes: int


def evidence(scores: Iterable[Score]) -> Evidence:
    """Return the evidence of one scorer's `scores`."""
    counts: dict[Role, Counter[Channel]] = {Role.PROTECTED: Counter(), Role.TASK: Counter()}
    wrong = yes = 0
    for score in scores:
        for role, channel in ((found.role, found.channel) for found in score.disclosures):
            counts[role][channel] += 1
        wrong += score.wrong_guesses
        yes += score.wrong_yes
    by_role = {role: {channel.value: own[channel] for channel in Channel} for role, own in counts.items()}
    return Evidence(by_role[Role.PROTECTED], by_role[Role.TASK], wrong, yes, yes / wrong if wrong else None)


def disagreements(rows: Iterable[ScoreRow]) -> Disagreements:
    """Count what `scoring.disagreement` lists one by one."""
    counts = [found for row in rows if (found := len(differing(row.scores)))]
    return Disagreements(len(counts), sum(counts))
