"""What a judging amounts to: counts, what was rejected or left unjudged and why, and how far the judges agree.

A pure function of samples, questions and answers: the same bytes however the answers came about. Must not know models
or files.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from polar_bench.model.port import Sampling
from polar_bench.quality.agreement import Agreement, Rated, Split, agreement, splits
from polar_bench.quality.findings import Finding
from polar_bench.quality.judges.answers import Outcome, Verdict
from polar_bench.quality.judges.asking import Asking
from polar_bench.quality.judges.questions import SCRIPT_QUESTIONS, Ask, QuestionName
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry, Kept, key_of, verdict
from polar_bench.quality.judges.running import Conduct
from polar_bench.quality.judges.second_reader import SecondReader, second_reader
from polar_bench.sample import Sample

SCRIPT = "script"
"""The three questions on a script as one: accepted where all are, rejected where one is."""

Placed = tuple[Ask, dict[str, Verdict]]
COVERAGE = "coverage"
"""The rule whose findings the question `conveyed` is asked about."""


class Count(msgspec.Struct, frozen=True):
    """asked = accepted + rejected + the sum of unjudged (by reason)."""

    asked: int
    accepted: int
    rejected: int
    unjudged: dict[str, int]


class Verdicts(msgspec.Struct, frozen=True):
    """All verdicts on one question, by judge; `samples` share it."""

    question: str
    samples: tuple[str, ...]
    where: str
    verdicts: dict[str, Verdict]


class Lift(msgspec.Struct, frozen=True):
    """A value that more judges say is conveyed than deny it: in which samples, where, and who says so."""

    samples: tuple[str, ...]
    where: str
    judges: tuple[str, ...]


class Judging(msgspec.Struct, frozen=True):
    """A judging of `samples` samples by `judges`.

    `not_asked` counts by question and reason. `counts` are by judge, then question, `scripts` by judge over the three
    questions together. `agreement` and `splits` are by question and "script"; `splits_by_cell` is over all questions.
    `tokens` are by judge, "prompt" and "reply". `findings` are what more judges reject than accept, `reported` every
    question with a verdict other than accepted. `lifts` are the values that a document conveys in other words.
    """

    schema: int
    samples: int
    judges: tuple[JudgeEntry, ...]
    prompts: dict[str, str]
    sampling: Sampling
    seed: int
    not_asked: dict[str, dict[str, int]]
    counts: dict[str, dict[str, Count]]
    scripts: dict[str, Count]
    agreement: dict[str, Agreement]
    splits_by_question: tuple[Split, ...]
    splits_by_cell: tuple[Split, ...]
    second_readers: dict[str, SecondReader]
    tokens: dict[str, dict[str, int]]
    findings: tuple[Finding, ...]
    reported: tuple[Verdicts, ...]
    lifts: tuple[Lift, ...]


def judging(
    samples: Sequence[Sample],
    asked: Asking,
    judges: Sequence[JudgeEntry],
    conduct: Conduct,
    kept: Kept,
    prompts: Mapping[str, str],
) -> Judging:
    """Return what the answers in `kept` amount to; `prompts` are digests by name."""
    places = {sample.id: index for index, sample in enumerate(samples)}
    order = list(QuestionName)
    asks = sorted(
        asked.asks, key=lambda ask: (order.index(ask.question), min(places[s] for s in ask.samples), ask.where)
    )
    names = [judge.name for judge in judges]
    answers = {judge.name: _answers(asks, judge, conduct, kept) for judge in judges}
    placed: list[Placed] = [(ask, {name: verdict(ask, answers[name].get(ask.id)) for name in names}) for ask in asks]
    scripts = list(_scripts(placed, names))
    by_question = {question.value: [p for p in placed if p[0].question is question] for question in order}
    by_question = {SCRIPT: scripts} | {question: own for question, own in by_question.items() if own}
    return Judging(
        schema=1,
        samples=len(samples),
        judges=tuple(map(kept.entry, judges)),
        prompts=dict(prompts),
        sampling=conduct.sampling,
        seed=conduct.seed,
        not_asked=asked.not_asked,
        counts={
            name: {question: _count(v[name] for _, v in by_question.get(question, ())) for question in order}
            for name in names
        },
        scripts={name: _count(v[name] for _, v in scripts) for name in names},
        agreement={question: agreement(map(_rated, own), names) for question, own in by_question.items() if own},
        splits_by_question=splits((ask.question.value, _rated((ask, v))) for ask, v in placed),
        splits_by_cell=splits((cell, _rated((ask, v))) for ask, v in placed for cell in sorted(set(ask.cells))),
        second_readers=_second_readers(placed, names, samples),
        tokens={name: _tokens(answers[name].values()) for name in names},
        findings=tuple(_findings(placed)),
        reported=tuple(_reported(placed)),
        lifts=tuple(_lifts(placed)),
    )


def _answers(asks: Iterable[Ask], judge: JudgeEntry, conduct: Conduct, kept: Kept) -> dict[str, AnswerRecord]:
    """Return the answers of one judge by the ask's id; those not there yet are left out."""
    keyed = ((ask.id, key_of(ask, judge, conduct.system, conduct.sampling, conduct.seed)) for ask in asks)
    return {identity: kept.answers[key] for identity, key in keyed if key in kept.answers}


def _scripts(placed: Iterable[Placed], names: Sequence[str]) -> Iterator[Placed]:
    """Yield each sample's script with one verdict a judge, where all three questions were asked of it."""
    by_sample: dict[tuple[str, str], dict[QuestionName, Placed]] = defaultdict(dict)
    for ask, verdicts in placed:
        if ask.question in SCRIPT_QUESTIONS:
            for sample, cell in zip(ask.samples, ask.cells, strict=True):
                by_sample[sample, cell][ask.question] = (ask, verdicts)
    for (sample, cell), own in by_sample.items():
        if len(own) == len(SCRIPT_QUESTIONS):
            ask = own[QuestionName.HIDDEN][0]
            whole = msgspec.structs.replace(ask, samples=(sample,), cells=(cell,))
            yield whole, {name: _together([verdicts[name] for _, verdicts in own.values()]) for name in names}


def _together(three: Sequence[Verdict]) -> Verdict:
    outcomes = {verdict.outcome for verdict in three}
    if Outcome.REJECTED in outcomes:
        return Verdict(Outcome.REJECTED)
    if Outcome.UNJUDGED in outcomes:
        return next(verdict for verdict in three if verdict.outcome is Outcome.UNJUDGED)
    return Verdict(Outcome.ACCEPTED)


def _count(verdicts: Iterable[Verdict]) -> Count:
    found = list(verdicts)
    outcomes = Counter(verdict.outcome for verdict in found)
    reasons = Counter(verdict.reason for verdict in found if verdict.outcome is Outcome.UNJUDGED)
    return Count(
        len(found),
        outcomes[Outcome.ACCEPTED],
        outcomes[Outcome.REJECTED],
        {str(reason): count for reason, count in sorted(reasons.items())},
    )


def _rated(placed: Placed) -> Rated:
    ask, verdicts = placed
    known = {Outcome.ACCEPTED: True, Outcome.REJECTED: False, Outcome.UNJUDGED: None}
    return Rated(ask.group, {name: known[verdict.outcome] for name, verdict in verdicts.items()})


def _second_readers(
    placed: Iterable[Placed], names: Sequence[str], samples: Sequence[Sample]
) -> dict[str, SecondReader]:
    by_id = {sample.id: sample for sample in samples}
    policies = [(ask, verdicts) for ask, verdicts in placed if ask.question is QuestionName.POLICY]
    return {name: second_reader(((ask, v[name].read) for ask, v in policies if v[name].read), by_id) for name in names}


def _tokens(answers: Iterable[AnswerRecord]) -> dict[str, int]:
    found = list(answers)
    return {"prompt": sum(a.prompt_tokens for a in found), "reply": sum(a.reply_tokens for a in found)}


def _findings(placed: Iterable[Placed]) -> Iterator[Finding]:
    """Yield a finding for each sample and question that more judges reject than accept."""
    for ask, verdicts in placed:
        rejecting = {name: v for name, v in verdicts.items() if v.outcome is Outcome.REJECTED}
        accepting = sum(v.outcome is Outcome.ACCEPTED for v in verdicts.values())
        if len(rejecting) <= accepting:
            continue
        fault = f"{len(rejecting)} of {len(rejecting) + accepting} judges deny that {ask.question.title}"
        evidence = "; ".join(f"{name}: {v.evidence or '(no words given)'}" for name, v in rejecting.items())
        for sample in ask.samples:
            yield Finding(
                rule=f"judge.{ask.question}",
                sample_id=sample,
                where=ask.where,
                fault=fault,
                evidence=evidence,
                is_must=False,
            )


def _reported(placed: Iterable[Placed]) -> Iterator[Verdicts]:
    for ask, verdicts in placed:
        if any(verdict.outcome is not Outcome.ACCEPTED for verdict in verdicts.values()):
            yield Verdicts(ask.question.value, ask.samples, ask.where, verdicts)


def _lifts(placed: Iterable[Placed]) -> Iterator[Lift]:
    for ask, verdicts in placed:
        if ask.question is QuestionName.CONVEYED:
            accepting = tuple(name for name, v in verdicts.items() if v.outcome is Outcome.ACCEPTED)
            if len(accepting) > sum(v.outcome is Outcome.REJECTED for v in verdicts.values()):
                yield Lift(ask.samples, ask.where, accepting)


def lifted(found: Iterable[Finding], lifts: Iterable[Lift]) -> list[Finding]:
    """Return the findings, those of coverage with the judges who lift them."""
    by_place = {(sample, lift.where): lift.judges for lift in lifts for sample in lift.samples}
    return [
        msgspec.structs.replace(finding, lifted_by=by_place[finding.sample_id, finding.where])
        if finding.rule == COVERAGE and (finding.sample_id, finding.where) in by_place
        else finding
        for finding in found
    ]
