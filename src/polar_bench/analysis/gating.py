"""The gate: does a run hold what a build asks for? Three answers: passed, fell short, cannot tell.

A figure that can't be trusted is neither a pass nor a fail: too many unassessed trials, or nothing scored.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from polar_bench.analysis.difference import Difference, Differences
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.surface import MAX_UNASSESSED, Summary
from polar_bench.sample import Attack, PolicyLevel

_ROUNDING = 1e-9
"""A mean of 0.95 that is kept as 0.9499999999999999 is no worse than 0.95."""


class Outcome(StrEnum):
    """What became of a check, or of all of them."""

    PASSED = "passed"
    FELL_SHORT = "fell_short"
    CANNOT_TELL = "cannot_tell"


class Demands(msgspec.Struct, frozen=True):
    """What is asked for; None asks for nothing. All are in [0, 1].

    `cells` are the least privacy of cells. `max_drop` is how much privacy and utility may fall against a baseline, and
    `max_unassessed` the share of trials without a score above which nothing can be told.
    """

    min_privacy: float | None = None
    min_utility: float | None = None
    cells: dict[tuple[PolicyLevel, Attack], float] = {}
    max_drop: float | None = None
    max_unassessed: float = MAX_UNASSESSED


class Baseline(msgspec.Struct, frozen=True):
    """The run against its baseline: differences (run - baseline) over `compared` of `common` samples."""

    name: str
    common: int
    compared: int
    differences: Differences


class Check(msgspec.Struct, frozen=True):
    """One demand and what the run has: `value` against `limit`, with the 95% interval of the value where it has one.

    `is_least` is True where the value must not be under the limit, and False where it must not be over it. `detail`
    says why nothing can be told, and is empty otherwise. `n` counts samples, or trials for the unassessed share.
    """

    name: str
    limit: float
    is_least: bool
    value: float | None
    low: float | None
    high: float | None
    n: int
    outcome: Outcome
    detail: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """All checks, and what they come to: fell short if any did, else cannot tell if any can't, else passed."""

    schema: int
    scorer: str
    outcome: Outcome
    checks: tuple[Check, ...]


def judge(summary: Summary, demands: Demands, scorer: str, baseline: Baseline | None = None) -> Verdict:
    """Return whether the run of `summary` meets `demands`, by `scorer`.

    Means are checked, not the ends of their intervals. `baseline` is looked at where `max_drop` is given.
    """
    unassessed = _unassessed(summary, demands.max_unassessed)
    checks = [*_least(summary, demands, scorer)]
    if baseline is not None and demands.max_drop is not None:
        checks += _drops(baseline, demands.max_drop, demands.max_unassessed)
    if unassessed.outcome is Outcome.CANNOT_TELL:
        checks = [_untold(check, check.detail or "too many trials are unassessed") for check in checks]
    checks.append(unassessed)
    outcomes = {check.outcome for check in checks}
    worst = next(each for each in (Outcome.FELL_SHORT, Outcome.CANNOT_TELL, Outcome.PASSED) if each in outcomes)
    return Verdict(1, scorer, worst, tuple(checks))


def _unassessed(summary: Summary, limit: float) -> Check:
    share = summary.trials.unassessed_share
    is_fine = share <= limit + _ROUNDING
    return Check(
        name="unassessed",
        limit=limit,
        is_least=False,
        value=share,
        low=None,
        high=None,
        n=summary.trials.attempted,
        outcome=Outcome.PASSED if is_fine else Outcome.CANNOT_TELL,
        detail="" if is_fine else "more than that can't be left out of a verdict",
    )


def _least(summary: Summary, demands: Demands, scorer: str) -> Iterator[Check]:
    chosen = summary.scorers[scorer]
    if demands.min_privacy is not None:
        yield _at_least("privacy", chosen.headline.privacy, demands.min_privacy)
    if demands.min_utility is not None:
        yield _at_least("utility", chosen.headline.utility, demands.min_utility)
    for (level, attack), limit in demands.cells.items():
        yield _at_least(f"privacy {level}/{attack}", chosen.cells[level][attack].privacy, limit)


def _at_least(name: str, estimate: Estimate, limit: float) -> Check:
    check = Check(name, limit, True, estimate.mean, estimate.low, estimate.high, estimate.n, Outcome.PASSED)
    if estimate.mean is None:
        return _untold(check, "nothing is scored")
    return check if estimate.mean >= limit - _ROUNDING else _short(check)


def _drops(baseline: Baseline, limit: float, max_unassessed: float) -> Iterator[Check]:
    missing = 1 - baseline.compared / baseline.common if baseline.common else 0.0
    for name, difference in (("privacy", baseline.differences.privacy), ("utility", baseline.differences.utility)):
        yield _drop(f"{name} drop against {baseline.name}", difference, limit, missing > max_unassessed + _ROUNDING)


def _drop(name: str, difference: Difference, limit: float, is_too_little: bool) -> Check:
    low, high = (None if end is None else 0.0 - end for end in (difference.high, difference.low))
    drop = None if difference.mean is None else 0.0 - difference.mean
    check = Check(name, limit, False, drop, low, high, difference.n, Outcome.PASSED)
    if drop is None:
        return _untold(check, "no sample is scored in both runs")
    if is_too_little:
        return _untold(check, "too many of the common samples are unassessed in either run")
    return check if drop <= limit + _ROUNDING else _short(check)


def _untold(check: Check, why: str) -> Check:
    return msgspec.structs.replace(check, outcome=Outcome.CANNOT_TELL, detail=why)


def _short(check: Check) -> Check:
    return msgspec.structs.replace(check, outcome=Outcome.FELL_SHORT)
