"""Evidence beside the figures: channels that add up, wrong guesses, and where scorers differ."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench import read_samples
from polar_bench.analysis import summarise
from polar_bench.analysis.evidence import evidence
from polar_bench.attributes import Role
from polar_bench.errors import Unassessed
from polar_bench.sample import Attack, PolicyLevel
from polar_bench.scoring.rows import SCORERS, ScoreRow, score_row
from polar_bench.scoring.score import Channel, Disclosure, Score
from polar_bench.trial import AttackerKind
from tests.support.played import CONTROLS, played

STARTER = list(read_samples("starter"))
ROLES = (Role.PROTECTED, Role.TASK)

disclosures = st.builds(
    Disclosure,
    attribute=st.sampled_from("abc"),
    value=st.just("v"),
    role=st.sampled_from(ROLES),
    channel=st.sampled_from(Channel),
)


@st.composite
def scores(draw: st.DrawFn) -> Score:
    wrong = draw(st.integers(0, 3))
    found = draw(st.lists(disclosures, max_size=6))
    return Score(0.5, 0.5, 0.5, 3, 3, tuple(found), wrong, draw(st.integers(0, wrong)))


def row(number: int, found: dict[str, Score], attack: Attack, attacker: AttackerKind) -> ScoreRow:
    return ScoreRow(f"s{number}", 0, "medical", PolicyLevel.P1, attack, "g", attacker, 1, "", found)


@given(made=st.lists(scores(), max_size=8))
def test_every_disclosure_is_counted_once_under_its_role_and_channel(made: list[Score]) -> None:
    counted = evidence(made)
    expected = Counter((found.role, found.channel) for score in made for found in score.disclosures)

    for role, counts in zip(ROLES, (counted.protected, counted.task), strict=True):
        assert {channel.value: expected[role, channel] for channel in Channel} == counts


@given(made=st.lists(scores(), max_size=8))
def test_the_rate_of_yes_to_wrong_guesses_is_null_where_none_was_put(made: list[Score]) -> None:
    counted = evidence(made)

    assert sum(score.wrong_guesses for score in made) == counted.wrong_guesses
    assert sum(score.wrong_yes for score in made) == counted.wrong_yes
    if counted.wrong_guesses:
        assert counted.wrong_yes / counted.wrong_guesses == counted.wrong_yes_rate
    else:
        assert counted.wrong_yes_rate is None


@pytest.mark.parametrize("name", CONTROLS)
def test_the_channels_of_a_run_are_those_of_its_rows(name: str) -> None:
    rows = [score_row(case, played(case, name)) for case in STARTER]
    summary = summarise(rows)

    for scorer in SCORERS:
        own = [row.scores[scorer] for row in rows]
        assert evidence(own) == summary.scorers[scorer].evidence
        told = summary.scorers[scorer].evidence
        counted = sum(len(score.counted(Role.PROTECTED)) for score in own)
        # an attribute may come out in two channels that count, so that the channels hold at least what is counted
        assert counted <= sum(told.protected[channel] for channel in Channel if channel.is_counted)


def test_yes_to_all_is_seen() -> None:
    rows = [score_row(case, played(case, "yes")) for case in STARTER]
    told = summarise(rows).scorers["strict"].evidence

    assert 0 < told.wrong_guesses == told.wrong_yes
    assert 1.0 == told.wrong_yes_rate


def test_evidence_is_of_the_trials_that_the_figures_are_of() -> None:
    found = Score(0.5, 1.0, 0.75, 2, 2, (Disclosure("a", "v", Role.PROTECTED),))
    scripted = row(1, {"strict": found}, Attack.S5, AttackerKind.SCRIPTED)
    adaptive = row(2, {"strict": found}, Attack.S5, AttackerKind.ADAPTIVE)
    summary = summarise([scripted, adaptive])

    assert 1 == summary.s5_set_aside
    assert 1 == summary.scorers["strict"].evidence.protected["reply"]


@given(pairs=st.lists(st.tuples(scores(), scores()), max_size=6))
def test_trials_and_attributes_on_which_the_scorers_differ_are_counted(pairs: list[tuple[Score, Score]]) -> None:
    rows = [
        row(n, {"strict": strict, "paper": paper}, Attack.S1, AttackerKind.SCRIPTED)
        for n, (strict, paper) in enumerate(pairs)
    ]

    def keys(score: Score) -> set[tuple[Role, str, str]]:
        return {(d.role, d.attribute, d.value) for d in score.disclosures if d.channel.is_counted}

    differences = [len(keys(strict) ^ keys(paper)) for strict, paper in pairs]
    counted = summarise(rows).disagreements

    assert (sum(map(bool, differences)), sum(differences)) == (counted.trials, counted.attributes)


def test_unassessed_trials_have_no_evidence() -> None:
    case = STARTER[0]
    trial = played(case, "tell-all")
    lost = type(trial)(trial.sample_id, 0, trial.attacker, trial.turns, Unassessed.TIMEOUT)
    summary = summarise([score_row(case, lost)])

    assert 0 == sum(summary.scorers["strict"].evidence.protected.values())
    assert (0, 0) == (summary.disagreements.trials, summary.disagreements.attributes)
