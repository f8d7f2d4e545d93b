"""What answers amount to: counts, scripts, findings, second readers, and the report in a terminal."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping

import msgspec
import pytest
from rich.console import Console

from polar_bench.attributes import Role
from polar_bench.dataset.files import load
from polar_bench.errors import Unassessed
from polar_bench.quality.judges import Judging, Kept, plan
from polar_bench.quality.judges.prompts import judge_prompts
from polar_bench.quality.judges.questions import SCRIPT_QUESTIONS, UNSAID, Ask, QuestionName
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry, key_of
from polar_bench.quality.judges.second_reader import roles_as_read
from polar_bench.report.judges_text import judges_report
from polar_bench.roles import Allow
from tests.support.judges import right_answer, wrong_answer

SAMPLES = load("starter").samples
PLAN = plan(SAMPLES, seed=42, at_once=4)
Said = Callable[[Ask], str | Unassessed | None]


def made(said: Mapping[str, Said]) -> Judging:
    kept, planned = Kept(), PLAN
    entries = [JudgeEntry(name) for name in said]
    for entry in entries:
        for ask in planned.asked.asks:
            answer = said[entry.name](ask)
            if answer is not None:
                key = key_of(ask, entry, planned.conduct.system, planned.conduct.sampling, planned.conduct.seed)
                record = AnswerRecord(key, entry.name, ask.question, ask.samples[0], prompt_tokens=3, reply_tokens=2)
                outcome = {"failed": answer} if isinstance(answer, Unassessed) else {"raw": answer}
                kept.take(msgspec.structs.replace(record, **outcome))
    return planned.judging(entries, kept)


def text_of(judging: Judging) -> str:
    console = Console(width=160, file=io.StringIO())
    with console.capture() as captured:
        console.print(judges_report(judging, "Judges"))
    return captured.get()


def rejecting(*questions: QuestionName) -> Said:
    return lambda ask: wrong_answer(ask) if ask.question in questions else right_answer(ask)


def mixed(name: str) -> Said:
    def said(ask: Ask) -> str | Unassessed:
        draw = random.Random(f"{name} {ask.id}")
        return draw.choice([right_answer(ask), right_answer(ask), wrong_answer(ask), "Hm.", Unassessed.TIMEOUT])

    return said


MIXED = made({name: mixed(name) for name in ("one", "two", "three")})


def test_counts_add_up_whatever_is_said() -> None:
    for name, counts in MIXED.counts.items():
        for count in (*counts.values(), MIXED.scripts[name]):
            assert count.asked == count.accepted + count.rejected + sum(count.unjudged.values())
        for question in QuestionName:
            assert sum(ask.question is question for ask in PLAN.asked.asks) == counts[question].asked
        assert {"unreadable", "timeout"} == {reason for count in counts.values() for reason in count.unjudged}


def test_every_question_with_a_verdict_other_than_accepted_is_reported() -> None:
    for name, counts in MIXED.counts.items():
        for question, count in counts.items():
            own = [entry.verdicts[name].outcome for entry in MIXED.reported if entry.question == question]
            assert count.rejected == own.count("rejected")
            assert sum(count.unjudged.values()) == own.count("unjudged")


def test_a_script_is_accepted_where_all_three_questions_are() -> None:
    for question in SCRIPT_QUESTIONS:
        found = made({"judge": rejecting(question)})
        assert (25, 0, 25) == (
            found.scripts["judge"].asked,
            found.scripts["judge"].accepted,
            found.scripts["judge"].rejected,
        )
    assert 25 == made({"judge": rejecting(QuestionName.TASK)}).scripts["judge"].accepted
    unread = made({"judge": lambda ask: "" if ask.question is QuestionName.COVERED else right_answer(ask)})
    assert {"empty": 25} == unread.scripts["judge"].unjudged
    both = made(
        {"judge": lambda ask: "" if ask.question is QuestionName.COVERED else rejecting(QuestionName.HIDDEN)(ask)}
    )
    assert 25 == both.scripts["judge"].rejected


def test_acceptance_is_that_of_the_counts() -> None:
    for name, counts in MIXED.counts.items():
        for question, count in counts.items():
            if count.asked:
                figure = MIXED.agreement[question].acceptance[name]
                assert (count.accepted / (count.accepted + count.rejected), count.accepted + count.rejected) == (
                    figure.value,
                    figure.n,
                )
        figure = MIXED.agreement["script"].acceptance[name]
        assert MIXED.scripts[name].accepted + MIXED.scripts[name].rejected == figure.n


def test_what_was_not_asked_yet_is_unjudged() -> None:
    found = made({"judge": lambda ask: None})
    assert {"not asked yet"} == {reason for count in found.counts["judge"].values() for reason in count.unjudged}
    assert found.agreement["script"].mean.value is None


def test_findings_are_what_more_judges_reject_than_accept() -> None:
    no, yes = rejecting(*QuestionName), rejecting()
    silent: Said = lambda ask: Unassessed.TIMEOUT  # noqa: E731
    for said, is_found in (
        ((no,), True),
        ((no, yes), False),
        ((no, no, yes), True),
        ((no, silent), True),
        ((silent,), False),
    ):
        found = made({f"judge {number}": one for number, one in enumerate(said)}).findings
        expected = {(s, f"judge.{ask.question}") for ask in PLAN.asked.asks for s in ask.samples} if is_found else set()
        assert expected == {(finding.sample_id, finding.rule) for finding in found}
        assert not any(finding.is_must for finding in found)
        assert all("judge 0: " in finding.evidence for finding in found)


def test_judges_differ_where_one_rejects() -> None:
    found = made({"one": rejecting(QuestionName.NATURAL), "two": rejecting()})
    shares = {split.where: split.share for split in found.splits_by_question}
    assert {"natural": 1.0, "covered": 0.0, "hidden": 0.0, "policy": 0.0, "task": 0.0} == shares
    assert "natural" == found.splits_by_question[0].where
    assert 25 == len(found.splits_by_cell)
    assert {1} == {split.split for split in found.splits_by_cell}


def test_order_of_judges_changes_no_figure() -> None:
    said = {name: mixed(name) for name in ("one", "two", "three")}
    turned = made({name: said[name] for name in reversed(said)})
    assert MIXED.counts == turned.counts
    assert MIXED.splits_by_cell == turned.splits_by_cell
    assert {q: (a.mean, a.sd_population, a.fleiss) for q, a in MIXED.agreement.items()} == {
        q: (a.mean, a.sd_population, a.fleiss) for q, a in turned.agreement.items()
    }


def test_a_reader_who_reads_as_ruled_keeps_every_role() -> None:
    reader = made({"judge": rejecting()}).second_readers["judge"]
    for read in reader.levels.values():
        assert (5, 1.0, 55) == (read.policies, read.items_right / read.items, read.scored)
        assert read.scored == read.roles_kept
    for word, given in reader.readings.items():
        assert {word} >= set(given)
    assert (
        2 * 5 == reader.readings["coarse"]["coarse"] == reader.readings["if"]["if"] == reader.readings[UNSAID][UNSAID]
    )


@pytest.mark.parametrize(
    ("level", "word", "as_read", "roles"),
    [
        ("P1", Allow.NEVER, Allow.ALWAYS, Role.TASK),
        ("P1", Allow.NEVER, UNSAID, Role.PERMITTED),
        ("P1", Allow.NEVER, Allow.IF, Role.PROTECTED),
        ("P3", Allow.IF, Allow.NEVER, Role.PROTECTED),
        ("P4", Allow.COARSE, Allow.NEVER, Role.PROTECTED),
    ],
)
def test_another_reading_gives_the_roles_of_its_own(level: str, word: Allow, as_read: str, roles: Role) -> None:
    case = next(case for case in SAMPLES if case.policy_level == level)
    given = {rule.attribute: rule.allow.value for rule in case.policy.rules}
    name = next(
        rule.attribute
        for rule in case.policy.rules
        if rule.allow is word and (word is Allow.NEVER or rule.attribute in case.task.needs)
    )
    needed = msgspec.structs.replace(case, task=msgspec.structs.replace(case.task, needs=(*case.task.needs, name)))
    found = roles_as_read(needed, given | {name: str(as_read)})
    assert roles is found[name]
    others = {a.name: a.role for a in case.attributes if a.base != name}
    assert others == {other: found[other] for other in others}


def test_a_coarse_reading_opens_the_coarse_form() -> None:
    case = next(case for case in SAMPLES if case.policy_level == "P1")
    coarse = next(a for a in case.attributes if a.coarse_of in case.task.needs)
    given = {rule.attribute: rule.allow.value for rule in case.policy.rules} | {coarse.base: "coarse"}
    found = roles_as_read(case, given)
    assert (Role.PROTECTED, Role.TASK) == (found[coarse.base], found[coarse.name])


def test_tokens_are_summed() -> None:
    count = len(PLAN.asked.asks)
    assert {"one": {"prompt": 3 * count, "reply": 2 * count}} == made({"one": mixed("one")}).tokens


def test_the_report_tells_the_prompts_digests() -> None:
    digests = MIXED.prompts
    assert {"judges/reader", "judges/tells", *(f"judges/{question}" for question in QuestionName)} == set(digests)
    assert len(digests) == len(set(digests.values()))
    assert judge_prompts().questions[QuestionName.TASK].digest == digests["judges/task"]


def test_the_report_is_json_and_back() -> None:
    assert MIXED == msgspec.json.decode(msgspec.json.encode(MIXED), type=Judging)


def test_the_terminal_shows_counts_rates_pairs_and_why_a_figure_is_missing() -> None:
    shown = text_of(MIXED)
    for word in ("unreadable", "timeout", "one and two", "Fleiss' kappa", "SD, population", "Second reader", "by cell"):
        assert word in shown
    rate = MIXED.agreement["script"].acceptance["one"].value
    assert rate is not None
    assert f"{100 * rate:.1f}%" in shown
    assert "no variance" in text_of(made({"one": rejecting(), "two": rejecting()}))


def test_a_judges_name_is_no_markup() -> None:
    assert "[red]x[/red]" in text_of(made({"[red]x[/red]": rejecting()}))
