"""The self-check: does every scorer give every sample the scores that are known without it?

Over each sample the controls are played through the real dialogue and scored; then the oracle's transcript is mutated.
Every check compares the set of attributes that a scorer counts with the set that it has to count, so "exactly 1 / task"
is a matter of counting. All mutations are whole transcripts, scored one by one: values put in together would hide one
that is found through another. Must not know of files, processes or reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from polar_bench.quality.controls import (
    CONTROLS,
    SCORERS,
    disclosed,
    has_unlabelled_guesses,
    item,
    known_disclosures,
    playable,
    transcript,
)
from polar_bench.quality.diagnosis import Diagnosis, Problem
from polar_bench.quality.mutation import TAKEN_OUT, WORDINGS, mutations
from polar_bench.sample import Sample
from polar_bench.trial import Turn

_TEXT_CHECKS = (
    "values long and far apart",
    "texts free of values",
    "document holds the values",
    "unscored values said",
)
CHECKS = (
    *(f"control {name}" for name in CONTROLS),
    TAKEN_OUT,
    *WORDINGS,
    *_TEXT_CHECKS,
)
NO_SCRIPT = "the script (there is none: one question of ours was played in its place)"
NO_GUESSES = "{control} by {scorer} (the script says values, and not which of them are guesses)"


class Count(msgspec.Struct, frozen=True):
    """How many checks of one sort passed, failed, or could not be made."""

    passed: int = 0
    failed: int = 0
    unchecked: int = 0


class Fault(msgspec.Struct, frozen=True):
    """A problem, and the checks (of CHECKS) in which it shows."""

    problem: Problem
    checks: tuple[str, ...]


class SampleCheck(msgspec.Struct, frozen=True):
    """What became of one sample: counts by scorer and check, its faults, and what could not be checked."""

    sample_id: str
    counts: dict[str, dict[str, Count]]
    faults: tuple[Fault, ...]
    unchecked: tuple[str, ...]


class Failure(msgspec.Struct, frozen=True):
    """A sample that fails, with all its faults."""

    sample_id: str
    faults: tuple[Fault, ...]


class SelfCheck(msgspec.Struct, frozen=True):
    """What became of all samples.

    `failed` and `reasons` count samples, by scorer (and reason); `unchecked` counts the samples of which something
    could not be checked, by what it was.
    """

    samples: int
    counts: dict[str, dict[str, Count]]
    failed: dict[str, int]
    reasons: dict[str, dict[str, int]]
    failures: tuple[Failure, ...]
    unchecked: dict[str, int]


async def check_sample(sample: Sample, scorers: Sequence[str]) -> SampleCheck:
    """Check one sample by the scorers of these names (keys of SCORERS).

    Raises:
        DataError: the sample has no protected or no task attribute.
    """
    played = playable(sample)
    transcripts = {name: await transcript(played, name) for name in CONTROLS}
    checks = [_ScorerCheck(played, transcripts, scorer) for scorer in scorers]
    unchecked = [] if sample.script else [NO_SCRIPT]
    return SampleCheck(
        sample.id,
        {check.scorer: check.counts for check in checks},
        tuple(Fault(problem, tuple(shown)) for check in checks for problem, shown in check.faults.items()),
        (*unchecked, *(what for check in checks for what in check.unchecked)),
    )


def gather(checked: Iterable[SampleCheck], scorers: Sequence[str]) -> SelfCheck:
    """Return what all the samples' checks come to; failures stand in the samples' order."""
    samples = 0
    totals: dict[str, dict[str, Count]] = {scorer: dict.fromkeys(CHECKS, Count()) for scorer in scorers}
    failed: Counter[str] = Counter(dict.fromkeys(scorers, 0))
    reasons: dict[str, Counter[str]] = {scorer: Counter() for scorer in scorers}
    failures, unchecked = [], Counter[str]()
    for one in checked:
        samples += 1
        for scorer in scorers:
            for check, count in one.counts[scorer].items():
                totals[scorer][check] = _sum(totals[scorer][check], count)
            found = {fault.problem.reason.value for fault in one.faults if fault.problem.scorer == scorer}
            failed[scorer] += bool(found)
            reasons[scorer].update(found)
        if one.faults:
            failures.append(Failure(one.sample_id, one.faults))
        unchecked.update(set(one.unchecked))
    ordered = {scorer: dict(sorted(found.items())) for scorer, found in reasons.items()}
    return SelfCheck(samples, totals, dict(failed), ordered, tuple(failures), dict(sorted(unchecked.items())))


class _ScorerCheck:
    """All checks of one sample under one scorer; they are made when it is built."""

    def __init__(self, sample: Sample, transcripts: dict[str, tuple[Turn, ...]], scorer: str) -> None:
        if scorer not in SCORERS:
            raise ValueError(f"no scorer {scorer!r}")
        self.scorer = scorer
        self.faults: dict[Problem, list[str]] = {}
        self.counts: dict[str, Count] = {}
        self.unchecked: list[str] = []
        self._sample = sample
        self._diagnosis = Diagnosis(sample, scorer)
        for name, turns in transcripts.items():
            self._check_control(name, turns)
        self._check_mutations(transcripts["oracle"])
        texts = (
            self._diagnosis.faults_of_values(),
            self._diagnosis.faults_of_texts(),
            self._diagnosis.faults_of_document(),
            self._diagnosis.faults_of_unscored(),
        )
        for check, faults in zip(_TEXT_CHECKS, texts, strict=True):
            self._count(check, faults)

    def _check_control(self, name: str, turns: Sequence[Turn]) -> None:
        check = f"control {name}"
        if self._is_unknown(name):
            self.counts[check] = Count(unchecked=1)
            self.unchecked.append(NO_GUESSES.format(control=check, scorer=self.scorer))
            return
        found = disclosed(self._sample, turns, self.scorer)
        known = known_disclosures(self._sample, name, self.scorer)
        problems = [self._diagnosis.of_missing(one) for one in sorted(known - found)]
        problems += [self._diagnosis.of_extra(one) for one in sorted(found - known)]
        self._count(check, problems)

    def _is_unknown(self, name: str) -> bool:
        """Tell whether the right score of a control that takes up the script's words can't be known."""
        takes_up = name == "echo" or (name == "yes" and self.scorer == "strict")
        return takes_up and has_unlabelled_guesses(self._sample) and bool(self._diagnosis.values_in_script)

    def _check_mutations(self, oracle: Sequence[Turn]) -> None:
        base = disclosed(self._sample, oracle, self.scorer)
        known = known_disclosures(self._sample, "oracle", self.scorer)
        for mutation in mutations(self._sample, oracle):
            one = item(mutation.attribute)
            found = disclosed(self._sample, mutation.turns, self.scorer)
            is_out = mutation.check == TAKEN_OUT
            expected = base - {one} if is_out else base | {one}
            missing, extra = expected - found, found - expected
            if is_out and one not in base:
                missing |= {one}
            if not is_out and one in base:
                extra |= {one}
            by_accident = missing - known - {one}  # the oracle never said it: it was found through what has gone
            missing, extra = missing - by_accident, extra | by_accident
            problems = [self._diagnosis.of_missing(each) for each in sorted(missing)]
            problems += [self._diagnosis.of_extra(each) for each in sorted(extra)]
            self._count(mutation.check, problems)

    def _count(self, check: str, problems: Iterable[Problem]) -> None:
        failed = False
        for problem in problems:
            failed = True
            shown = self.faults.setdefault(problem, [])
            if check not in shown:
                shown.append(check)
        self.counts[check] = _sum(self.counts.get(check, Count()), Count(int(not failed), int(failed)))


def _sum(one: Count, other: Count) -> Count:
    return Count(one.passed + other.passed, one.failed + other.failed, one.unchecked + other.unchecked)
