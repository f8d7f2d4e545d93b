"""A data set held to all rules, sample by sample on all cores, and what the findings come to.

Each sample and rule is in one of four states: checked and kept, checked and broken, not checked (with the reason), or
the rule doesn't apply; `Report` counts them all. Must not know of files or screens.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from datasketch import LeanMinHash

from polar_bench.journal import codec
from polar_bench.processes import batches, cores, in_order
from polar_bench.quality.checks import FAMILIES, findings
from polar_bench.quality.checks.reading import Limits
from polar_bench.quality.checks.rule import Described
from polar_bench.quality.checks.set_rules import SET_RULES, near_duplicates, profile_findings, signature
from polar_bench.quality.findings import Finding
from polar_bench.sample import Attack, PolicyLevel, Sample

_AT_A_TIME = 50
_FEW = 150
"""Samples that one process has checked before others have started."""
ALL_FAMILIES: dict[str, tuple[Described, ...]] = {**FAMILIES, "set": SET_RULES}

_samples_decoder = msgspec.json.Decoder(list[Sample])
_findings_decoder = msgspec.json.Decoder(list[Finding])


class RuleCount(msgspec.Struct, frozen=True):
    """One rule over all samples: checked + does_not_apply + the sum of not_checked (by reason) = all samples.

    `broken` counts samples, `findings` faults; `lifted` are findings that judges lifted, which are in neither.
    """

    name: str
    family: str
    is_must: bool
    protects: str
    checked: int
    broken: int
    findings: int
    lifted: int
    does_not_apply: int
    not_checked: dict[str, int]


class Place(msgspec.Struct, frozen=True):
    """The samples of one domain or cell: `unfit` break a rule that must hold, `poorer` only others.

    `broken` counts samples by rule, of the rules that any of them breaks.
    """

    samples: int
    unfit: int
    poorer: int
    broken: dict[str, int]


class Report(msgspec.Struct, frozen=True):
    """What the checks of a set come to; findings are in the samples' order, then in that of the rules."""

    samples: int
    unfit: int
    poorer: int
    rules: tuple[RuleCount, ...]
    domains: dict[str, Place]
    cells: dict[str, dict[str, Place]]
    findings: tuple[Finding, ...]

    @property
    def is_passed(self) -> bool:
        """True where every sample keeps every rule that must hold, as far as it could be checked."""
        return self.unfit == 0


def check_set(
    samples: Sequence[Sample], limits: Limits, *, processes: int | None = None
) -> Iterator[tuple[int, tuple[Finding, ...]]]:
    """Yield, in order, how many samples were checked and what was found in them; at last what lies between samples.

    `processes` is by default one for few samples and one for each core for more.
    """
    if processes is None:
        processes = 1 if len(samples) <= _FEW else cores()
    signatures: list[LeanMinHash | None] = []
    seen: set[tuple[str, int]] = set()
    for found, made, batch in _checked(samples, limits, processes):
        for sample, one in zip(batch, made, strict=True):
            # the released format names no profiles: what has the very same document is taken for one of them
            key = "" if sample.as_released else sample.group, hash(sample.document.text)
            signatures.append(None if key in seen else one)
            seen.add(key)
        yield len(batch), found
    yield 0, (*profile_findings(samples), *near_duplicates(samples, signatures))


def report(
    samples: Sequence[Sample],
    found: Iterable[Finding],
    families: Mapping[str, Sequence[Described]] = ALL_FAMILIES,
) -> Report:
    """Return what `found` comes to over `samples`; rules that aren't in `families` (judges') are counted by findings.

    Findings come out in the samples' order, each sample's in the order in which they were given.
    """
    by_sample: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        by_sample[finding.sample_id].append(finding)
    ordered = [finding for sample in samples for finding in by_sample.get(sample.id, ())]
    counted = [finding for finding in ordered if not finding.lifted_by]
    broken: dict[str, Counter[str]] = {sample.id: Counter() for sample in samples}
    for finding in counted:
        broken[finding.sample_id][finding.rule] = 1
    must = {finding.sample_id for finding in counted if finding.is_must}
    poorer = {finding.sample_id for finding in counted} - must

    def place(of: Sequence[Sample]) -> Place:
        rules = Counter(rule for sample in of for rule in broken[sample.id])
        return Place(
            len(of), sum(s.id in must for s in of), sum(s.id in poorer for s in of), dict(sorted(rules.items()))
        )

    by_domain: dict[str, list[Sample]] = defaultdict(list)
    by_cell: dict[tuple[str, str], list[Sample]] = defaultdict(list)
    for sample in samples:
        by_domain[sample.domain].append(sample)
        by_cell[sample.policy_level, sample.attack].append(sample)
    whole = place(samples)
    per_rule = Counter(finding.rule for finding in counted)
    lifted = Counter(finding.rule for finding in ordered if finding.lifted_by)
    return Report(
        samples=len(samples),
        unfit=whole.unfit,
        poorer=whole.poorer,
        rules=tuple(
            _count(
                rule, family, samples, _Faults(whole.broken.get(rule.name, 0), per_rule[rule.name], lifted[rule.name])
            )
            for family, rules in families.items()
            for rule in rules
        ),
        domains={domain: place(of) for domain, of in by_domain.items()},
        cells={level: {attack: place(by_cell[level, attack]) for attack in Attack} for level in PolicyLevel},
        findings=tuple(ordered),
    )


class _Faults(NamedTuple):
    broken: int
    findings: int
    lifted: int


def _count(rule: Described, family: str, samples: Iterable[Sample], faults: _Faults) -> RuleCount:
    checked = elsewhere = 0
    reasons = Counter[str]()
    for sample in samples:
        if not rule.applies(sample):
            elsewhere += 1
        elif reason := rule.unanswerable(sample):
            reasons[reason] += 1
        else:
            checked += 1
    return RuleCount(
        name=rule.name,
        family=family,
        is_must=rule.is_must,
        protects=rule.protects,
        checked=checked,
        broken=faults.broken,
        findings=faults.findings,
        lifted=faults.lifted,
        does_not_apply=elsewhere,
        not_checked=dict(sorted(reasons.items())),
    )


_Checked = tuple[bytes, tuple[LeanMinHash, ...]]


def _checked(
    samples: Sequence[Sample], limits: Limits, processes: int
) -> Iterator[tuple[tuple[Finding, ...], tuple[LeanMinHash, ...], list[Sample]]]:
    """Yield what was found in each batch, its documents' signatures, and the batch."""
    whole = list(batches(samples, _AT_A_TIME))
    # as JSON, which takes less time than pickling samples
    done = in_order(_check, ((codec.encode(batch), limits) for batch in whole), min(processes, len(whole)))
    for (found, made), batch in zip(done, whole, strict=True):
        read = codec.decode(found, _findings_decoder)
        yield tuple(read), made, batch


def _check(work: tuple[bytes, Limits]) -> _Checked:
    encoded, limits = work
    samples = codec.decode(encoded, _samples_decoder)
    signatures: dict[str, LeanMinHash] = {}
    for sample in samples:
        if sample.document.text not in signatures:
            signatures[sample.document.text] = signature(sample.document.text)
    found = [finding for sample in samples for finding in findings(sample, limits)]
    return codec.encode(found), tuple(signatures[sample.document.text] for sample in samples)
