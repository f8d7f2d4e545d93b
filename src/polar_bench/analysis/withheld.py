"""The headline where too many trials are unassessed: no mean over all scored samples is shown, in whatever place.

Above 5% unassessed (`Summary.headline_withheld`) such a mean says more of what failed than of the agent. Every report
is made from what these functions return, so that no table, figure, page or file has the mean that another keeps back.
The counts and the bounds stay, and so do the means of parts: cells, levels, attacks, domains, kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from polar_bench.analysis.course import Course
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import Summary
from polar_bench.analysis.whole import Analysis, ScorerAnalysis

T = TypeVar("T")


def shown_summary(summary: Summary, *, is_headline_forced: bool = False) -> Summary:
    """Return `summary` as it's shown; a mean that is withheld has its n alone. A forced headline isn't withheld."""
    if not summary.headline_withheld:
        return summary
    if is_headline_forced:
        return msgspec.structs.replace(summary, headline_withheld=False)
    return _without(summary, _headlines(summary))


def shown(analysis: Analysis, *, is_headline_forced: bool = False) -> Analysis:
    """Return `analysis` as it's shown, its summary as `shown_summary` gives it.

    Withheld are also overall under every lambda (0 and 1 are utility and privacy), and what was out by each reply and
    in k repeats, where that's over all scored samples: the last and the first of these are 1 - privacy.
    """
    summary = shown_summary(analysis.summary, is_headline_forced=is_headline_forced)
    if not summary.headline_withheld:
        return msgspec.structs.replace(analysis, summary=summary)
    held = _headlines(analysis.summary)
    scored = max((each.n for each in held), default=0)
    scorers = {name: _scorer(_without(own, held), scored) for name, own in analysis.scorers.items()}
    return msgspec.structs.replace(analysis, summary=summary, scorers=scorers)


def _headlines(summary: Summary) -> frozenset[Estimate]:
    own = [scorer.headline for scorer in summary.scorers.values()]
    return frozenset(each for figures in own for each in (figures.privacy, figures.utility, figures.overall))


def _scorer(own: ScorerAnalysis, scored: int) -> ScorerAnalysis:
    return msgspec.structs.replace(
        own,
        weights=_without(own.weights, (each.overall for each in own.weights)),
        courses=own.courses and {name: _course(each, scored) for name, each in own.courses.items()},
        ever_leaked=_over_all(own.ever_leaked, scored),
    )


def _course(course: Course, scored: int) -> Course:
    return msgspec.structs.replace(course, within=_over_all(course.within, scored))


def _over_all(entries: tuple[T, ...], scored: int) -> tuple[T, ...]:
    """Return `entries`, structs of estimates, without those over all the `scored` samples."""
    found = (getattr(each, name) for each in entries for name in each.__struct_fields__)  # type: ignore[attr-defined] # structs
    return _without(entries, (each for each in found if isinstance(each, Estimate) and each.n == scored))


def _without(value: T, held: Iterable[Estimate]) -> T:
    """Return `value`, whatever holds estimates, with those in `held` emptied; a single domain's is the headline's."""
    made: T = _emptied(value, frozenset(held))
    return made


def _emptied(value: Any, held: frozenset[Estimate]) -> Any:  # Any: whatever an analysis is made of
    match value:
        case Estimate():
            return Estimate(None, None, None, value.n) if value in held else value
        case msgspec.Struct():
            own = {name: _emptied(getattr(value, name), held) for name in value.__struct_fields__}
            return msgspec.structs.replace(value, **own)
        case dict():
            return {key: _emptied(each, held) for key, each in value.items()}
        case tuple():
            return tuple(_emptied(each, held) for each in value)
        case _:
            return value
