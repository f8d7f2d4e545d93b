"""The 5x5 surface and its margins: `summary.json` as a value (DESIGN.md section 7).

Repeats are averaged within a sample, then samples; n counts samples, and intervals are clustered by profile.
Unassessed trials enter no mean and are counted beside every one. Sums are exact (`math.fsum`), so the order of trials
changes no bit.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

import msgspec

from polar_bench.analysis.evidence import Disagreements, Evidence, disagreements, evidence
from polar_bench.analysis.intervals import Estimate, means
from polar_bench.analysis.samples import SampleFigures, Three, by_sample, used_rows
from polar_bench.sample import DOMAINS, Attack, PolicyLevel
from polar_bench.scoring.rows import SCORERS, ScoreRow
from polar_bench.trial import AttackerKind, Flag

K = TypeVar("K", bound=Hashable)

__all__ = ["Bound", "Bounds", "Estimate", "Figures", "ScorerSummary", "Summary", "TrialCounts", "figures", "summarise"]

MAX_UNASSESSED = 0.05
"""Share of unassessed trials above which no headline is printed unless asked for (DESIGN.md section 4)."""


class Figures(msgspec.Struct, frozen=True):
    """The three figures of one set of samples."""

    privacy: Estimate
    utility: Estimate
    overall: Estimate


class Bound(msgspec.Struct, frozen=True):
    """What a headline could be at worst and at best, had every unassessed trial scored 0 or 1."""

    low: float | None
    high: float | None


class Bounds(msgspec.Struct, frozen=True):
    """The bounds of the three headline figures."""

    privacy: Bound
    utility: Bound
    overall: Bound


class ScorerSummary(msgspec.Struct, frozen=True):
    """All figures by one scorer; `cells` is keyed by policy level, then attack, and holds all 25.

    `evidence` is counted over the trials that the figures are made of.
    """

    headline: Figures
    bounds: Bounds
    cells: dict[str, dict[str, Figures]]
    domains: dict[str, Figures]
    levels: dict[str, Figures]
    attacks: dict[str, Figures]
    evidence: Evidence


class TrialCounts(msgspec.Struct, frozen=True):
    """attempted = scored + the sum of unassessed; flags and attacker kinds are counted over attempted trials."""

    attempted: int
    scored: int
    unassessed: dict[str, int]
    flags: dict[str, int]
    attackers: dict[str, int]

    @property
    def unassessed_share(self) -> float:
        """The share of attempted trials that have no score, in [0, 1]; 0 where there are none."""
        return (self.attempted - self.scored) / self.attempted if self.attempted else 0.0


class Repeats(msgspec.Struct, frozen=True):
    """How many samples were played more than once, and in how many of them every repeat said the same."""

    samples: int
    identical: int


class Summary(msgspec.Struct, frozen=True):
    """What a run amounts to.

    `s5_attacker` says how S5 was played; where a run holds both kinds, the scripted trials of S5 enter no figure and
    are counted in `s5_set_aside`: the two are never pooled. `tokens` is keyed by speaker, then "prompt" and "reply".
    `disagreements` are counted over all scored trials.
    """

    schema: int
    headline_scorer: str
    headline_withheld: bool
    s5_attacker: AttackerKind | None
    s5_set_aside: int
    trials: TrialCounts
    repeats: Repeats
    tokens: dict[str, dict[str, int]]
    disagreements: Disagreements
    scorers: dict[str, ScorerSummary]


def summarise(rows: Sequence[ScoreRow], *, headline_scorer: str = "strict") -> Summary:
    """Return the summary of `rows`; every cell, level and attack is there, empty ones with n 0.

    `headline_scorer` is a name in `scoring.rows.SCORERS`.
    """
    counts = TrialCounts(
        attempted=len(rows),
        scored=sum(row.unassessed is None for row in rows),
        unassessed=_counted(row.unassessed for row in rows if row.unassessed is not None),
        flags=_counted(flag for row in rows for flag in row.flags),
        attackers=_counted(row.attacker for row in rows),
    )
    kinds = {row.attacker for row in rows if row.attack is Attack.S5}
    used = used_rows(rows)
    return Summary(
        schema=1,
        headline_scorer=headline_scorer,
        headline_withheld=counts.unassessed_share > MAX_UNASSESSED,
        s5_attacker=AttackerKind.ADAPTIVE if len(kinds) > 1 else next(iter(kinds), None),
        s5_set_aside=len(rows) - len(used),
        trials=counts,
        repeats=_repeats(rows),
        tokens=_tokens(rows),
        disagreements=disagreements(rows),
        scorers={scorer: _by_scorer(used, scorer) for scorer in SCORERS},
    )


def _repeats(rows: Iterable[ScoreRow]) -> Repeats:
    said: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row.unassessed is None:
            said[row.sample_id].append(row.said)
    repeated = [own for own in said.values() if len(own) > 1]
    return Repeats(len(repeated), sum(len(set(own)) == 1 for own in repeated))


def _tokens(rows: Iterable[ScoreRow]) -> dict[str, dict[str, int]]:
    counted: dict[str, dict[str, int]] = {}
    for row in rows:
        for speaker, tokens in row.tokens.items():
            own = counted.setdefault(speaker.value, {"prompt": 0, "reply": 0})
            own["prompt"] += tokens.prompt
            own["reply"] += tokens.reply
    return dict(sorted(counted.items()))


def _by_scorer(rows: Sequence[ScoreRow], scorer: str) -> ScorerSummary:
    samples = by_sample(rows, scorer)
    have = {sample.domain for sample in samples}
    domains = [name for name in DOMAINS if name in have] + sorted(have - set(DOMAINS))
    by_cell = _grouped(samples, lambda sample: (sample.level, sample.attack))
    by_domain = _grouped(samples, lambda sample: sample.domain)
    by_level = _grouped(samples, lambda sample: sample.level)
    by_attack = _grouped(samples, lambda sample: sample.attack)
    return ScorerSummary(
        headline=figures(samples),
        bounds=_bounds(samples),
        cells={
            level: {attack: figures(by_cell.get((level, attack), [])) for attack in Attack} for level in PolicyLevel
        },
        domains={name: figures(by_domain[name]) for name in domains},
        levels={level: figures(by_level.get(level, [])) for level in PolicyLevel},
        attacks={attack: figures(by_attack.get(attack, [])) for attack in Attack},
        evidence=evidence(row.scores[scorer] for row in rows if scorer in row.scores),
    )


def _grouped(samples: Iterable[SampleFigures], key: Callable[[SampleFigures], K]) -> dict[K, list[SampleFigures]]:
    grouped: dict[K, list[SampleFigures]] = defaultdict(list)
    for sample in samples:
        grouped[key(sample)].append(sample)
    return grouped


def figures(samples: Iterable[SampleFigures]) -> Figures:
    """Return the three figures over those of `samples` that are scored."""
    scored = [(sample.means, sample.group) for sample in samples if sample.means is not None]
    groups = [group for _, group in scored]
    return Figures(*means([[own[place] for own, _ in scored] for place in range(3)], groups))


def _bounds(samples: Sequence[SampleFigures]) -> Bounds:
    worst = _means([sample.means_had_all(0.0) for sample in samples])
    best = _means([sample.means_had_all(1.0) for sample in samples])
    return Bounds(*(Bound(low, high) for low, high in zip(worst, best, strict=True)))


def _means(values: Sequence[Three]) -> tuple[float | None, ...]:
    if not values:
        return (None, None, None)
    return tuple(math.fsum(column) / len(values) for column in zip(*values, strict=True))


def _counted(names: Iterable[str | Flag]) -> dict[str, int]:
    return {str(name): count for name, count in sorted(Counter(names).items())}
