"""The surface: counts that add up, means over samples, bounds, and the headline that is withheld."""

from __future__ import annotations

import math
import time
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.surface import Figures, Summary, summarise
from polar_bench.errors import Unassessed
from polar_bench.journal import codec
from polar_bench.sample import DOMAINS, Attack, PolicyLevel
from polar_bench.scoring.rows import ScoreRow, Tokens
from polar_bench.scoring.score import Score
from polar_bench.trial import AttackerKind, Flag, Speaker

CELLS = [(level, attack) for level in PolicyLevel for attack in Attack]


def row(
    identity: str = "a",
    repeat: int = 0,
    score: tuple[float, float] | Unassessed = (1.0, 1.0),
    *,
    domain: str = "medical",
    cell: tuple[PolicyLevel, Attack] = CELLS[0],
    attacker: AttackerKind = AttackerKind.SCRIPTED,
    flags: tuple[Flag, ...] = (),
    said: str = "",
    tokens: dict[Speaker, Tokens] | None = None,
) -> ScoreRow:
    scores = {}
    if not isinstance(score, Unassessed):
        scores["paper"] = Score(*score, sum(score) / 2, 6, 5, ())
    reason = score if isinstance(score, Unassessed) else None
    return ScoreRow(identity, repeat, domain, *cell, "g", attacker, 1, said, scores, reason, flags, tokens or {})


SCORES = st.tuples(st.integers(0, 6).map(lambda n: 1 - n / 6), st.integers(0, 5).map(lambda n: n / 5))
OUTCOMES = st.one_of(SCORES, SCORES, st.sampled_from(Unassessed))


@st.composite
def rows(draw: st.DrawFn) -> list[ScoreRow]:
    made = []
    for number in range(draw(st.integers(0, 12))):
        cell = draw(st.sampled_from(CELLS))
        domain = draw(st.sampled_from([*DOMAINS[:3], "zoo", "airport"]))
        made += [
            row(f"s{number}", repeat, draw(OUTCOMES), domain=domain, cell=cell)
            for repeat in range(draw(st.integers(1, 3)))
        ]
    return made


def figures(summary: Summary) -> dict[str, list[Figures]]:
    """Return each partition's figures, the headline among them as one part."""
    paper = summary.scorers["paper"]
    return {
        "headline": [paper.headline],
        "cells": [paper.cells[level][attack] for level, attack in CELLS],
        "levels": list(paper.levels.values()),
        "attacks": list(paper.attacks.values()),
        "domains": list(paper.domains.values()),
    }


@settings(max_examples=40, deadline=None)
@given(rows=rows())
def test_counts_add_up(rows: list[ScoreRow]) -> None:
    summary = summarise(rows)
    counts = summary.trials
    scored_samples = len({each.sample_id for each in rows if each.scores})

    assert len(rows) == counts.attempted == counts.scored + sum(counts.unassessed.values())
    for parts in figures(summary).values():
        assert scored_samples == sum(part.privacy.n for part in parts)
        assert all(part.privacy.n == part.utility.n == part.overall.n for part in parts)


@settings(max_examples=40, deadline=None)
@given(rows=rows())
def test_each_partition_has_the_headline_as_its_mean(rows: list[ScoreRow]) -> None:
    summary = summarise(rows)
    headline = summary.scorers["paper"].headline.privacy
    for parts in figures(summary).values():
        weighed = math.fsum(part.privacy.n * (part.privacy.mean or 0) for part in parts)

        assert weighed == pytest.approx((headline.mean or 0) * headline.n)


@settings(max_examples=40, deadline=None)
@given(rows=rows(), shuffle=st.randoms(use_true_random=False))
def test_order_of_rows_changes_no_byte(rows: list[ScoreRow], shuffle: Random) -> None:
    expected = codec.encode(summarise(rows))
    shuffled = rows.copy()
    shuffle.shuffle(shuffled)

    assert expected == codec.encode(summarise(shuffled))


def test_order_of_rows_changes_no_byte_of_awkward_sums() -> None:
    random = Random(1)
    made = [row(f"s{n % 400}", n // 400, (random.random(), random.random())) for n in range(1200)]
    expected = codec.encode(summarise(made))

    assert expected == codec.encode(summarise(sorted(made, key=lambda each: each.scores["paper"].privacy)))


def test_repeats_are_averaged_within_the_sample() -> None:
    made = [*(row("a", n, (1.0, 0.0)) for n in range(9)), row("a", 9, (0.0, 0.0)), row("b", 0, (0.0, 1.0))]
    headline = summarise(made).scorers["paper"].headline

    assert (0.45, 0.5, 2) == (headline.privacy.mean, headline.utility.mean, headline.privacy.n)
    assert headline.overall.mean == pytest.approx(0.475)


def test_all_cells_levels_and_attacks_are_there_and_empty_ones_have_no_mean() -> None:
    summary = summarise([row("a", cell=(PolicyLevel.P2, Attack.S4))])
    plain = msgspec.json.decode(codec.encode(summary))["scorers"]["paper"]
    empty = {name: {"mean": None, "low": None, "high": None, "n": 0} for name in ("privacy", "utility", "overall")}

    assert {level.value: {a.value for a in Attack} for level in PolicyLevel} == {
        level: set(row_) for level, row_ in plain["cells"].items()
    }
    assert 1 == plain["cells"]["P2"]["S4"]["privacy"]["n"]
    assert [empty] * 24 == [
        cell for level, row_ in plain["cells"].items() for a, cell in row_.items() if (level, a) != ("P2", "S4")
    ]
    assert [empty] * 4 == [plain["levels"][level] for level in ("P1", "P3", "P4", "P5")]
    assert [empty] * 4 == [plain["attacks"][attack] for attack in ("S1", "S2", "S3", "S5")]


def test_no_rows_give_an_empty_summary() -> None:
    summary = summarise([])

    assert (0, 0, {}, False) == (
        summary.trials.attempted,
        summary.trials.scored,
        summary.trials.unassessed,
        summary.headline_withheld,
    )
    assert (None, None) == msgspec.structs.astuple(summary.scorers["paper"].bounds.privacy)


def test_domains_stand_in_the_designs_order_and_others_after_them() -> None:
    made = [row(name, domain=name) for name in ("zoo", "travel", "airport", "medical", "legal")]

    assert ["medical", "legal", "travel", "airport", "zoo"] == list(summarise(made).scorers["paper"].domains)


@settings(max_examples=40, deadline=None)
@given(rows=rows(), reason=st.sampled_from(Unassessed))
def test_unassessed_trials_enter_no_mean(rows: list[ScoreRow], reason: Unassessed) -> None:
    more = [*rows, *(row(f"u{n}", 0, reason, cell=cell) for n, cell in enumerate(CELLS))]
    more += [row(each.sample_id, 9, reason, domain=each.domain, cell=(each.policy_level, each.attack)) for each in rows]
    before, after = figures(summarise(rows)), figures(summarise(more))
    del before["domains"], after["domains"]

    assert before == after


@settings(max_examples=40, deadline=None)
@given(rows=rows())
def test_bounds_enclose_the_headline_and_are_reached(rows: list[ScoreRow]) -> None:
    paper = summarise(rows).scorers["paper"]
    for name in ("privacy", "utility", "overall"):
        bound, mean = getattr(paper.bounds, name), getattr(paper.headline, name).mean
        if mean is not None:
            assert bound.low <= mean <= bound.high
        for outcome, reached in ((0.0, bound.low), (1.0, bound.high)):
            filled = [
                each
                if each.scores
                else msgspec.structs.replace(
                    each, unassessed=None, scores={"paper": Score(outcome, outcome, outcome, 6, 5, ())}
                )
                for each in rows
            ]
            assert getattr(summarise(filled).scorers["paper"].headline, name).mean == reached


def test_bounds_count_each_unassessed_repeat() -> None:
    made = [row("a", 0, (0.5, 0.5)), *(row("a", n, Unassessed.TIMEOUT) for n in (1, 2, 3))]
    bounds = summarise(made).scorers["paper"].bounds

    assert (0.125, 0.875) == (bounds.privacy.low, bounds.privacy.high)


def test_bounds_span_everything_where_nothing_is_scored() -> None:
    paper = summarise([row("a", 0, Unassessed.AUTH)]).scorers["paper"]

    assert (None, 0) == (paper.headline.privacy.mean, paper.headline.privacy.n)
    assert (0.0, 1.0) == msgspec.structs.astuple(paper.bounds.privacy)


@pytest.mark.parametrize("attempted", [20, 40, 60, 100, 140, 7860])
def test_the_headline_is_withheld_above_five_percent_and_not_at_it(attempted: int) -> None:
    missing = attempted // 20
    expected = [False, True]

    assert expected == [
        summarise(
            [row(f"s{n}", 0, Unassessed.TIMEOUT if n < count else (1.0, 1.0)) for n in range(attempted)]
        ).headline_withheld
        for count in (missing, missing + 1)
    ]


def test_reasons_flags_and_attackers_are_counted() -> None:
    made = [
        row("a", flags=(Flag.CUT, Flag.SILENT)),
        row("b", flags=(Flag.SILENT,), attacker=AttackerKind.ADAPTIVE),
        row("c", 0, Unassessed.TIMEOUT),
        row("d", 0, Unassessed.AUTH),
        row("e", 0, Unassessed.TIMEOUT, flags=(Flag.SILENT,)),
    ]
    counts = summarise(made).trials

    assert {"auth": 1, "timeout": 2} == counts.unassessed
    assert {"cut": 1, "silent": 3} == counts.flags
    assert {"adaptive": 1, "scripted": 4} == counts.attackers
    assert 0.6 == counts.unassessed_share


S5 = (PolicyLevel.P1, Attack.S5)


@pytest.mark.parametrize(
    ("attack", "attacker", "expected"),
    [
        (Attack.S5, AttackerKind.SCRIPTED, AttackerKind.SCRIPTED),
        (Attack.S5, AttackerKind.ADAPTIVE, AttackerKind.ADAPTIVE),
        (Attack.S4, AttackerKind.SCRIPTED, None),
        (Attack.S4, AttackerKind.ADAPTIVE, None),
    ],
)
def test_how_the_fifth_attack_was_played_is_said(
    attack: Attack, attacker: AttackerKind, expected: AttackerKind | None
) -> None:
    summary = summarise([row(cell=(PolicyLevel.P1, attack), attacker=attacker)])

    assert (expected, 0) == (summary.s5_attacker, summary.s5_set_aside)


@settings(max_examples=40, deadline=None)
@given(rows=rows(), outcomes=st.lists(OUTCOMES, min_size=1, max_size=4))
def test_scripted_trials_of_the_fifth_attack_enter_no_figure_beside_adaptive_ones(
    rows: list[ScoreRow], outcomes: list[tuple[float, float] | Unassessed]
) -> None:
    adaptive = [msgspec.structs.replace(each, attacker=AttackerKind.ADAPTIVE) for each in rows]
    adaptive.append(row("adaptive", cell=S5, attacker=AttackerKind.ADAPTIVE))
    scripted = [row(f"scripted {n}", 0, outcome, cell=S5) for n, outcome in enumerate(outcomes)]
    scripted += [row("adaptive", 1, outcomes[0], cell=S5)]
    alone, mixed = summarise(adaptive), summarise([*adaptive, *scripted])

    assert alone.scorers == mixed.scorers
    assert (AttackerKind.ADAPTIVE, len(scripted)) == (mixed.s5_attacker, mixed.s5_set_aside)
    assert len(adaptive) + len(scripted) == mixed.trials.attempted
    assert len(scripted) == mixed.trials.attackers["scripted"]


def test_scripted_trials_of_other_attacks_are_pooled_with_adaptive_ones() -> None:
    made = [
        row("a", 0, (0.0, 1.0), cell=CELLS[3]),
        row("b", 0, (1.0, 1.0), cell=CELLS[3], attacker=AttackerKind.ADAPTIVE),
        row("c", 0, (1.0, 1.0), cell=S5, attacker=AttackerKind.ADAPTIVE),
    ]
    summary = summarise(made)

    assert (0.5, 2) == (
        summary.scorers["paper"].attacks["S4"].privacy.mean,
        summary.scorers["paper"].attacks["S4"].privacy.n,
    )
    assert 0 == summary.s5_set_aside


def test_samples_whose_repeats_all_said_the_same_are_counted() -> None:
    made = [
        *(row("same", n, said="x") for n in range(3)),
        *(row("another", n, said="xxy"[n]) for n in range(3)),
        row("once", 0, said="x"),
        *(row("same but unassessed", n, Unassessed.TIMEOUT, said="x") for n in range(2)),
        row("once scored", 0, said="x"),
        row("once scored", 1, Unassessed.TIMEOUT, said="x"),
    ]
    repeats = summarise(made).repeats

    assert (2, 1) == (repeats.samples, repeats.identical)


def test_tokens_are_added_up_by_side_over_all_trials() -> None:
    made = [
        row("a", tokens={Speaker.TRUSTED: Tokens(10, 2), Speaker.ATTACKER: Tokens(7, 1)}),
        row("b", 0, Unassessed.TIMEOUT, tokens={Speaker.TRUSTED: Tokens(5, 0)}),
        row("c"),
    ]
    expected = {"attacker": {"prompt": 7, "reply": 1}, "trusted": {"prompt": 15, "reply": 2}}

    assert expected == summarise(made).tokens
    assert {} == summarise([row("c")]).tokens


def test_a_full_run_is_summed_up_quickly() -> None:
    random = Random(1)
    made = [
        row(f"s{n}", repeat, (random.random(), random.random()), domain=DOMAINS[n % 10], cell=CELLS[n % 25])
        for n in range(7875)
        for repeat in range(5)
    ]
    began = time.process_time()
    summarise(made)

    assert time.process_time() - began < 2
