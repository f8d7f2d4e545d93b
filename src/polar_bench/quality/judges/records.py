"""What the judges' journal holds: an answer a line, and with whom it was got.

Answers are kept by the question that was put, word for word, so that nothing is asked twice: not after a kill, and not
after a data set has changed in other places. Verdicts are always derived.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, assert_never

import msgspec

from polar_bench.errors import Unassessed
from polar_bench.journal import codec
from polar_bench.model.port import Sampling
from polar_bench.quality.judges.answers import NoVerdict, Outcome, Verdict, read_answer, unjudged
from polar_bench.quality.judges.questions import Ask


class JudgeEntry(msgspec.Struct, frozen=True, tag="judge", omit_defaults=True):
    """A judge as it was asked: name, id, URL, the user's own request fields, and the names of all fields sent."""

    name: str
    id: str = ""
    url: str | None = None
    extra: dict[str, Any] = {}  # Any: foreign JSON
    sent: tuple[str, ...] = ()


class AnswerRecord(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """What came back: a reply (`reply` only where it differs from `raw`), or the reason why none did.

    `key` stands for judge and question word for word; `judge`, `question` and `sample` are for people.
    """

    key: str
    judge: str
    question: str
    sample: str
    raw: str = ""
    reply: str | None = None
    finish: str = ""
    is_refusal_field: bool = False
    prompt_tokens: int = 0
    reply_tokens: int = 0
    failed: Unassessed | None = None
    detail: str = ""

    @property
    def is_final(self) -> bool:
        """True where the question needn't be put again: it was answered, or failed for a reason that stays."""
        return self.failed is None or not self.failed.is_passing


Record = JudgeEntry | AnswerRecord
decoder = msgspec.json.Decoder(Record)


class Kept(msgspec.Struct):
    """What a journal amounts to: the judges by name and id, and the answers by key."""

    judges: dict[tuple[str, str], JudgeEntry] = msgspec.field(default_factory=dict)
    answers: dict[str, AnswerRecord] = msgspec.field(default_factory=dict)

    def entry(self, judge: JudgeEntry) -> JudgeEntry:
        """Return `judge` as it was last asked; itself where it never was."""
        known = self.judges.get((judge.name, judge.id), judge)
        return known if known.extra == judge.extra else judge

    def take(self, record: Record) -> None:
        """Take a record; of answers the first counts, and any takes the place of a failure."""
        match record:
            case JudgeEntry():
                self.judges[record.name, record.id] = record
            case AnswerRecord():
                known = self.answers.get(record.key)
                if known is None or known.failed is not None:
                    self.answers[record.key] = record
            case _:
                assert_never(record)


def fold(records: Iterable[Record]) -> Kept:
    """Return what `records`, in the order in which they were written, amount to."""
    kept = Kept()
    for record in records:
        kept.take(record)
    return kept


def key_of(ask: Ask, judge: JudgeEntry, system: str, sampling: Sampling, seed: int) -> str:
    """Return what stands for this question to this judge; `seed` is the base of all seeds.

    The URL is no part of it: a judge may move. The seed sent follows from the sample, the judge and the question.
    """
    parts = (ask.question, system, ask.text, judge.name, judge.id, judge.extra, sampling, seed)
    return hashlib.sha256(codec.encode(parts)).hexdigest()[:32]


def verdict(ask: Ask, answer: AnswerRecord | None) -> Verdict:
    """Return the verdict that follows from an answer; None is a question not put yet."""
    if answer is None:
        return unjudged("not asked yet")
    if answer.failed is not None:
        return unjudged(answer.failed, answer.detail)
    if answer.is_refusal_field:
        return unjudged(NoVerdict.REFUSED, answer.raw[:200])
    read = read_answer(ask, answer.raw if answer.reply is None else answer.reply)
    if read.outcome is Outcome.UNJUDGED and answer.finish == "length":
        return unjudged(NoVerdict.CUT, read.evidence)
    return read
