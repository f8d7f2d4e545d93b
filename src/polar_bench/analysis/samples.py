"""The figures of each sample: its repeats averaged, with its place in the design (DESIGN.md section 7)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from polar_bench.sample import Attack, PolicyLevel
from polar_bench.scoring.rows import ScoreRow
from polar_bench.trial import AttackerKind

FIGURES = ("privacy", "utility", "overall")
Three = tuple[float, float, float]
"""Privacy, utility and overall."""


class SampleFigures(msgspec.Struct, frozen=True):
    """One sample's place in the design, the trials attempted, and the figures (three each) of the scored ones.

    `means` are the mean of each figure over the scored repeats, None where none is scored.
    """

    sample_id: str
    domain: str
    level: PolicyLevel
    attack: Attack
    group: str
    attempted: int
    scored: tuple[Three, ...]
    means: Three | None

    def means_had_all(self, outcome: float) -> Three:
        """The mean of each figure over all repeats, had every unassessed one scored `outcome`."""
        missing = [(outcome, outcome, outcome)] * (self.attempted - len(self.scored))
        return three(math.fsum(values) / self.attempted for values in zip(*self.scored, *missing, strict=True))


def used_rows(rows: Sequence[ScoreRow]) -> list[ScoreRow]:
    """Return the rows that figures are made of: scripted trials of S5 are set aside where adaptive ones stand beside.

    The two are never pooled.
    """
    kinds = {row.attacker for row in rows if row.attack is Attack.S5}
    return [row for row in rows if not (len(kinds) > 1 and _is_scripted_s5(row))]


def by_sample(rows: Iterable[ScoreRow], scorer: str) -> list[SampleFigures]:
    """Return the figures of each sample in `rows` by `scorer`, in the order in which the samples come."""
    repeats: dict[str, list[ScoreRow]] = defaultdict(list)
    for row in rows:
        repeats[row.sample_id].append(row)
    return [_figures(own, scorer) for own in repeats.values()]


def _figures(repeats: Sequence[ScoreRow], scorer: str) -> SampleFigures:
    row = repeats[0]
    scored = tuple(
        (score.privacy, score.utility, score.overall)
        for each in repeats
        if (score := each.scores.get(scorer)) is not None
    )
    means = three(math.fsum(values) / len(scored) for values in zip(*scored, strict=True)) if scored else None
    return SampleFigures(
        row.sample_id, row.domain, row.policy_level, row.attack, row.group, len(repeats), scored, means
    )


def _is_scripted_s5(row: ScoreRow) -> bool:
    return row.attack is Attack.S5 and row.attacker is AttackerKind.SCRIPTED


def three(figures: Iterable[float]) -> Three:
    """Return three figures as a tuple of three."""
    privacy, utility, overall = figures
    return (privacy, utility, overall)
