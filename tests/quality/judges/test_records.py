"""How the journal's lines fold, and what a key stands for."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from polar_bench.errors import Unassessed
from polar_bench.model.port import Sampling
from polar_bench.quality.judges.questions import Ask, Item, QuestionName
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry, fold, key_of

FAILED = AnswerRecord("k", "j", "task", "s", failed=Unassessed.TIMEOUT)
SAID = AnswerRecord("k", "j", "task", "s", raw="one")
OTHER = AnswerRecord("k", "j", "task", "s", raw="other")
ASK = Ask(QuestionName.TASK, "text", ("s",), ("P1/S1",), "g", "medical", "task")
JUDGE = JudgeEntry("j", "id")


@pytest.mark.parametrize("records", list(permutations((FAILED, SAID, OTHER))))
def test_the_first_answer_counts_and_no_failure_takes_its_place(records: tuple[AnswerRecord, ...]) -> None:
    first = next(record for record in records if record.failed is None)
    assert {"k": first} == fold(records).answers


def test_a_judge_is_entered_as_it_was_last_asked() -> None:
    moved = msgspec.structs.replace(JUDGE, url="http://new/v1", sent=("model",))
    other = JudgeEntry("j", "other id", sent=("messages",))
    kept = fold((JUDGE, moved, other))
    assert moved == kept.entry(JUDGE)
    tuned = msgspec.structs.replace(JUDGE, extra={"top_k": 1})
    assert tuned == kept.entry(tuned)


def key(ask: Ask = ASK, judge: JudgeEntry = JUDGE, system: str = "s", temperature: float = 0.0, seed: int = 42) -> str:
    return key_of(ask, judge, system, Sampling(temperature=temperature), seed)


def test_a_key_is_of_the_words_and_the_judge_and_of_nothing_else() -> None:
    changed = msgspec.structs.replace
    same = [
        key(changed(ASK, samples=("other",), group="x", items=(Item("a", "b", "never"),), source="words")),
        key(judge=changed(JUDGE, url="http://new/v1", sent=("model",))),
    ]
    others = [
        key(changed(ASK, text="other")),
        key(changed(ASK, question=QuestionName.POLICY)),
        key(judge=changed(JUDGE, name="other")),
        key(judge=changed(JUDGE, id="other")),
        key(judge=changed(JUDGE, extra={"top_k": 1})),
        key(system="other"),
        key(temperature=1.0),
        key(seed=1),
    ]
    assert {key()} == set(same)
    assert len(others) + 1 == len({key(), *others})
