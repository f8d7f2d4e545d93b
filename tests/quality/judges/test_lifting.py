"""What judges say is conveyed no longer fails, and stays listed with their names; a tie lifts nothing."""

from __future__ import annotations

import io
from itertools import product

import pytest
from msgspec.structs import replace
from rich.console import Console

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.errors import Unassessed
from polar_bench.quality.check import report
from polar_bench.quality.checks import findings
from polar_bench.quality.findings import Finding
from polar_bench.quality.judges import Kept, lifted, plan
from polar_bench.quality.judges.questions import QuestionName
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry, key_of
from polar_bench.report.check_text import lifted_report
from polar_bench.sample import Sample
from tests.quality.damages import adding, unsaid
from tests.support.judges import right_answer, wrong_answer

SAMPLE = unsaid(Role.PROTECTED)(next(iter(read_samples("starter"))))
PLAN = plan([SAMPLE], seed=42, at_once=1)
VOTES = ("yes", "no", "unreadable", "failed", "unasked")


def judged(votes: tuple[str, ...], samples: tuple[Sample, ...] = (SAMPLE,)) -> list[Finding]:
    """Return the findings of the sample after judges have voted so on its unfound value."""
    kept = Kept()
    entries = [JudgeEntry(f"judge {number}") for number in range(len(votes))]
    for entry, vote in zip(entries, votes, strict=True):
        for ask in PLAN.asked.asks:
            if ask.question is QuestionName.CONVEYED and vote != "unasked":
                key = key_of(ask, entry, PLAN.conduct.system, PLAN.conduct.sampling, PLAN.conduct.seed)
                record = AnswerRecord(key, entry.name, ask.question, ask.samples[0])
                said = {"yes": right_answer(ask), "no": wrong_answer(ask), "unreadable": "Hm."}
                answer = {"failed": Unassessed.TIMEOUT} if vote == "failed" else {"raw": said[vote]}
                kept.take(replace(record, **answer))
    found = [finding for sample in samples for finding in findings(sample)]
    return lifted(found, PLAN.judging(entries, kept).lifts)


@pytest.mark.parametrize("votes", [v for count in (1, 2, 3) for v in product(VOTES[:3], repeat=count)])
def test_the_majority_of_those_who_answered_lifts_and_a_tie_does_not(votes: tuple[str, ...]) -> None:
    (finding,) = judged(votes)
    is_lifted = votes.count("yes") > votes.count("no")
    names = tuple(f"judge {number}" for number, vote in enumerate(votes) if vote == "yes")
    assert ("coverage", True, not is_lifted) == (finding.rule, finding.is_must, finding.is_failing)
    assert (names if is_lifted else ()) == finding.lifted_by


@pytest.mark.parametrize("vote", VOTES[2:])
def test_who_gives_no_verdict_has_no_vote(vote: str) -> None:
    assert ("judge 1",) == judged((vote, "yes", vote))[0].lifted_by
    assert () == judged((vote, "no", vote))[0].lifted_by


def test_a_lifted_finding_is_listed_and_counts_for_nothing() -> None:
    for votes, unfit in ((("yes",), 0), (("no",), 1)):
        made = report([SAMPLE], judged(votes))
        [rule] = [rule for rule in made.rules if rule.name == "coverage"]
        assert (unfit, not unfit, 1, 0) == (made.unfit, made.is_passed, len(made.findings), made.poorer)
        assert (1, unfit, unfit, 1 - unfit) == (rule.checked, rule.broken, rule.findings, rule.lifted)
    console = Console(width=160, file=io.StringIO())
    with console.capture() as captured:
        console.print(lifted_report(report([SAMPLE], judged(("yes", "yes")))))
    text = captured.get()
    assert "lifted by judge 0, judge 1" in text
    assert "All 1 samples keep every rule" in text


def test_other_rules_of_the_sample_are_not_lifted() -> None:
    worse = adding("policy", "First arrange it all.")(SAMPLE)
    made = report([worse], judged(("yes",), (worse,)))
    assert (1, {"goal-word": 1}) == (made.unfit, made.domains[worse.domain].broken)
