"""Which answers give a verdict, and which give none."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from polar_bench.dataset.files import load
from polar_bench.errors import Unassessed
from polar_bench.quality.judges.answers import NoVerdict, Outcome, read_answer
from polar_bench.quality.judges.asking import asking
from polar_bench.quality.judges.prompts import judge_prompts
from polar_bench.quality.judges.questions import Ask, QuestionName
from polar_bench.quality.judges.records import AnswerRecord, verdict
from polar_bench.sample import Document
from tests.support.judges import right_answer, wrong_answer

_CASE = load("starter").samples[0]
_ASKS = {
    ask.question: ask
    for ask in asking(
        [
            _CASE,
            msgspec.structs.replace(_CASE, id="x", document=Document("She weighs a lot, they say.", "note", "low")),
        ],
        judge_prompts(),
    ).asks
}
every_question = pytest.mark.parametrize("ask", [_ASKS[q] for q in QuestionName], ids=[q.value for q in QuestionName])


@every_question
def test_a_right_answer_is_accepted_and_a_wrong_one_rejected(ask: Ask) -> None:
    assert Outcome.ACCEPTED is read_answer(ask, right_answer(ask)).outcome
    rejected = read_answer(ask, wrong_answer(ask))
    assert Outcome.REJECTED is rejected.outcome
    assert rejected.evidence or ask.question is QuestionName.CONVEYED


@every_question
def test_white_space_around_an_answer_is_no_fault(ask: Ask) -> None:
    assert Outcome.ACCEPTED is read_answer(ask, f"\n  {right_answer(ask)}\n").outcome


WRAPPED = {
    "a code fence": "```json\n{}\n```",
    "words before": "Here it is: {}",
    "words after": "{} I hope this helps.",
    "twice": "{}{}",
    "a list": "[{}]",
    "cut": None,
    "prose": "I'd say that all is well.",
}


@every_question
@pytest.mark.parametrize("how", WRAPPED)
def test_an_answer_with_anything_around_it_is_unreadable(ask: Ask, how: str) -> None:
    pattern, right = WRAPPED[how], right_answer(ask)
    said = right[:-1] if pattern is None else pattern.replace("{}", right)
    found = read_answer(ask, said)
    assert (Outcome.UNJUDGED, NoVerdict.UNREADABLE) == (found.outcome, found.reason)


@every_question
def test_any_other_shape_is_unreadable(ask: Ask) -> None:
    right: dict[str, Any] = json.loads(right_answer(ask))
    first = next(iter(right))
    shapes: list[object] = [
        {**right, "more": 1},
        {key: value for key, value in right.items() if key != first},
        {**right, first: "yes"},
        {**right, first: None},
        {**right, first: 1},
        {first.upper(): right[first]},
        right[first],
        None,
    ]
    for shape in shapes:
        assert Outcome.UNJUDGED is read_answer(ask, json.dumps(shape)).outcome, shape


@every_question
def test_a_key_that_comes_twice_is_unreadable(ask: Ask) -> None:
    right, wrong = right_answer(ask), wrong_answer(ask)
    assert Outcome.UNJUDGED is read_answer(ask, f"{wrong[:-1]}, {right[1:]}").outcome


@pytest.mark.parametrize("question", [QuestionName.COVERED, QuestionName.POLICY])
def test_every_number_of_the_list_has_to_be_answered_once(question: QuestionName) -> None:
    ask = _ASKS[question]
    right = json.loads(right_answer(ask))
    field = next(iter(right))
    last = str(len(ask.items))
    fewer = {number: word for number, word in right[field].items() if number != last}
    for entries in (fewer, right[field] | {"99": right[field]["1"]}, fewer | {f"0{last}": right[field][last]}):
        assert Outcome.UNJUDGED is read_answer(ask, json.dumps({field: entries})).outcome


def test_a_policy_read_with_an_unknown_word_is_unreadable() -> None:
    ask = _ASKS[QuestionName.POLICY]
    given = json.loads(right_answer(ask))
    given["items"]["1"] = "sometimes"
    found = read_answer(ask, json.dumps(given))
    assert (Outcome.UNJUDGED, True) == (found.outcome, "sometimes" in found.evidence)


def test_items_at_fault_are_the_evidence() -> None:
    for question in (QuestionName.COVERED, QuestionName.POLICY):
        ask = _ASKS[question]
        evidence = read_answer(ask, wrong_answer(ask)).evidence
        assert [ask.items[-1].label] == [item.label for item in ask.items if item.label in evidence]


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        ("She weighs a lot", Outcome.ACCEPTED),
        ('"she  weighs\na lot, they say."', Outcome.ACCEPTED),
        ("She weighs ninety kilos", Outcome.UNJUDGED),
        ("", Outcome.UNJUDGED),
        ("She", Outcome.UNJUDGED),
    ],
)
def test_a_value_is_conveyed_by_words_that_stand_in_the_document(quote: str, outcome: Outcome) -> None:
    found = read_answer(_ASKS[QuestionName.CONVEYED], json.dumps({"conveyed": True, "quote": quote}))
    assert outcome is found.outcome
    assert (NoVerdict.UNSUPPORTED if outcome is Outcome.UNJUDGED else "") == found.reason


ASK = _ASKS[QuestionName.TASK]


def record(**fields: Any) -> AnswerRecord:
    return AnswerRecord("k", "judge", "task", "s", **fields)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "not asked yet"),
        (record(failed=Unassessed.TIMEOUT), "timeout"),
        (record(failed=Unassessed.CONTENT_FILTER), "content_filter"),
        (record(raw="I can't help with that.", is_refusal_field=True), "refused"),
        (record(raw=right_answer(ASK), is_refusal_field=True), "refused"),
        (record(raw=""), "empty"),
        (record(raw="<think>Hm.</think>", reply=" "), "empty"),
        (record(raw=right_answer(ASK)[:-3], finish="length"), "cut"),
        (record(raw="I can't help with that."), "unreadable"),
    ],
)
def test_what_is_no_answer_is_unjudged_with_its_reason(answer: AnswerRecord | None, reason: str) -> None:
    found = verdict(ASK, answer)
    assert (Outcome.UNJUDGED, reason) == (found.outcome, found.reason)


def test_reasoning_is_no_part_of_an_answer() -> None:
    raw = f"<think>{wrong_answer(ASK)}</think>{right_answer(ASK)}"
    assert Outcome.ACCEPTED is verdict(ASK, record(raw=raw, reply=right_answer(ASK))).outcome
