"""All that one run amounts to: the summary, and beside it what needs the samples as well as the scores.

What the page, the figures and the tables are made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.analysis import parts
from polar_bench.analysis.course import Course, courses
from polar_bench.analysis.found import played_samples
from polar_bench.analysis.intervals import Estimate, share
from polar_bench.analysis.parts import Choice, Chosen, Part, PartSurface, surface_of
from polar_bench.analysis.repeated import EverLeaked, ever_leaked
from polar_bench.analysis.samples import by_sample, used_rows
from polar_bench.analysis.surface import Summary, summarise
from polar_bench.analysis.tradeoff import AtWeight, by_weight
from polar_bench.attributes import Kind
from polar_bench.sample import Sample
from polar_bench.scoring.rows import SCORERS, ScoreRow


class ScorerAnalysis(msgspec.Struct, frozen=True):
    """What one scorer's rows say beyond the summary.

    `kinds` is keyed by attribute kind and holds those that were played. `contested` is P5's contested attribute at
    every level. `wrong_yes` is the rate of yes to wrong guesses, over trials as in the summary's evidence. `courses` is
    keyed by attack and "all"; it is None where the scorer gives no places (`paper`). `ever_leaked` is empty where no
    sample has two scored repeats.
    """

    weights: tuple[AtWeight, ...]
    kinds: dict[str, Part]
    core: PartSurface
    focus: PartSurface
    contested: PartSurface
    wrong_yes: Estimate
    courses: dict[str, Course] | None
    ever_leaked: tuple[EverLeaked, ...]


class Analysis(msgspec.Struct, frozen=True):
    """A run, analysed: `profiles` stand behind the figures, and `scorers` holds both."""

    schema: int
    summary: Summary
    profiles: int
    scorers: dict[str, ScorerAnalysis]


def analyse(
    rows: Sequence[ScoreRow],
    samples: Iterable[Sample],
    *,
    headline_scorer: str = "strict",
    summary: Summary | None = None,
) -> Analysis:
    """Return the analysis of `rows`; `samples` are the whole data set, played or not.

    `headline_scorer` is a name in `scoring.rows.SCORERS`. `summary` is that of the same rows where it's known already.

    Raises:
        DataError: a row of a sample that isn't in the data set.
    """
    known = {sample.id: sample for sample in samples}
    used = used_rows(rows)
    data = known.values()
    choices = _Choices(
        parts.core(data),
        parts.focus(data),
        parts.contested(data),
        parts.kinds(known[name] for name in dict.fromkeys(row.sample_id for row in used) if name in known),
    )
    return Analysis(
        schema=1,
        summary=summary or summarise(rows, headline_scorer=headline_scorer),
        profiles=len({row.group for row in used if row.unassessed is None}),
        scorers={scorer: _by_scorer(used, known, choices, scorer) for scorer in SCORERS},
    )


class _Choices(NamedTuple):
    """The parts of the attributes, as the data set has them."""

    core: Choice
    focus: Choice
    contested: Choice
    kinds: Mapping[str, Mapping[Kind, Chosen]]


def _by_scorer(rows: Sequence[ScoreRow], known: Mapping[str, Sample], choices: _Choices, scorer: str) -> ScorerAnalysis:
    played = played_samples(rows, known, scorer)
    return ScorerAnalysis(
        weights=by_weight(by_sample(rows, scorer)),
        kinds=parts.by_kind(played, choices.kinds),
        core=surface_of(played, choices.core),
        focus=surface_of(played, choices.focus),
        contested=surface_of(played, choices.contested),
        wrong_yes=_wrong_yes(rows, scorer),
        courses=courses(played),
        ever_leaked=ever_leaked(played),
    )


def _wrong_yes(rows: Sequence[ScoreRow], scorer: str) -> Estimate:
    """Return the rate of yes to wrong guesses; repeats are pooled within the sample, as the evidence counts them."""
    counts: dict[str, list[int]] = {}
    groups: dict[str, str] = {}
    for row in rows:
        if (score := row.scores.get(scorer)) is not None:
            own = counts.setdefault(row.sample_id, [0, 0])
            own[0] += score.wrong_yes
            own[1] += score.wrong_guesses
            groups[row.sample_id] = row.group
    return share([yes for yes, _ in counts.values()], [put for _, put in counts.values()], list(groups.values()))
