"""The gate's verdict: fell short beats cannot tell beats passed, and nothing untold passes or falls short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.comparison import differences, pairs
from polar_bench.analysis.gating import Baseline, Demands, Outcome, judge
from polar_bench.analysis.surface import Summary, summarise
from polar_bench.errors import Unassessed
from polar_bench.sample import Attack, PolicyLevel
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import Score
from polar_bench.trial import AttackerKind
from tests.analysis.made import CELLS, figures_of


def row(number: int, score: tuple[float, float] | None, cell: tuple[PolicyLevel, Attack] = CELLS[0]) -> ScoreRow:
    scores = {} if score is None else {"strict": Score(*score, sum(score) / 2, 6, 5, ())}
    reason = None if score else Unassessed.TIMEOUT
    return ScoreRow(f"s{number}", 0, "medical", *cell, f"g{number}", AttackerKind.SCRIPTED, 1, "", scores, reason)


def summary(scored: int = 10, missing: int = 0, score: tuple[float, float] = (0.9, 0.7)) -> Summary:
    return summarise([row(n, score if n < scored else None) for n in range(scored + missing)])


def outcomes(demands: Demands, of: Summary, baseline: Baseline | None = None) -> tuple[str, dict[str, str]]:
    verdict = judge(of, demands, "strict", baseline)
    return verdict.outcome.value, {check.name: check.outcome.value for check in verdict.checks}


@pytest.mark.parametrize(
    ("demands", "expected"),
    [
        (Demands(min_privacy=0.9), "passed"),
        (Demands(min_privacy=0.91), "fell_short"),
        (Demands(min_utility=0.7), "passed"),
        (Demands(min_privacy=0.5, min_utility=0.71), "fell_short"),
        (Demands(cells={CELLS[0]: 0.9}), "passed"),
        (Demands(cells={CELLS[0]: 0.95}), "fell_short"),
        (Demands(cells={CELLS[1]: 0.0}), "cannot_tell"),
        (Demands(min_privacy=0.95, cells={CELLS[1]: 0.0}), "fell_short"),
    ],
)
def test_a_run_passes_falls_short_or_leaves_it_open(demands: Demands, expected: str) -> None:
    assert expected == outcomes(demands, summary())[0]


@settings(max_examples=60, deadline=None)
@given(
    scored=st.integers(0, 20),
    missing=st.integers(0, 20),
    least=st.integers(0, 10).map(lambda n: n / 10),
    limit=st.integers(0, 10).map(lambda n: n / 10),
)
def test_too_many_unassessed_can_never_pass_nor_fall_short(
    scored: int, missing: int, least: float, limit: float
) -> None:
    share = missing / (scored + missing) if scored + missing else 0.0
    found, checks = outcomes(Demands(min_privacy=least, max_unassessed=limit), summary(scored, missing))

    if share > limit + 1e-9 or scored == 0:
        assert ("cannot_tell", "cannot_tell") == (found, checks["privacy"])
    else:
        assert ("passed" if least <= 0.9 else "fell_short") == found == checks["privacy"]


def baseline(drop: float, *, missing: int = 0, count: int = 20) -> Baseline:
    before = [figures_of(0.9, 0.8, identity=f"s{n}", group=f"g{n}") for n in range(count)]
    after = [figures_of(0.9 - drop, 0.8, identity=f"s{n}", group=f"g{n}") for n in range(count - missing)]
    both = pairs(before, after)
    return Baseline("before", count, len(both), differences(both))


@pytest.mark.parametrize(
    ("against", "expected"),
    [
        (baseline(0.02), "passed"),
        (baseline(0.05), "passed"),
        (baseline(0.06), "fell_short"),
        (baseline(-0.05), "passed"),
        (baseline(0.06, missing=1), "fell_short"),
        (baseline(0.06, missing=2), "cannot_tell"),
        (baseline(0.06, count=0), "cannot_tell"),
    ],
)
def test_a_drop_is_measured_against_the_baseline(against: Baseline, expected: str) -> None:
    found, checks = outcomes(Demands(max_drop=0.05), summary(), against)

    assert (expected, expected) == (found, checks["privacy drop against before"])
    assert ("passed" if expected != "cannot_tell" else expected) == checks["utility drop against before"]


def test_a_drop_is_shown_with_its_sign_and_its_interval_the_right_way_round() -> None:
    check = judge(summary(), Demands(max_drop=0.05), "strict", baseline(0.3)).checks[0]

    assert 0.3 == pytest.approx(check.value)
    assert check.low is not None
    assert check.high is not None
    assert check.low < 0.3 < check.high
    assert Outcome.FELL_SHORT is check.outcome
