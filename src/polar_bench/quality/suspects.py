"""Profiles with samples that fail: which they are, and what of each is to be mended, or why nothing can be.

A profile is known again by its samples' group, domain and seed. Must not know who mends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.design import attack_for
from polar_bench.generation.origins import keys_of
from polar_bench.generation.profile import ProfileKey
from polar_bench.generation.render.parts import Part
from polar_bench.quality.checks.set_rules import NEAR_DUPLICATE, PROFILE
from polar_bench.quality.drafting import Desk
from polar_bench.quality.findings import Finding
from polar_bench.quality.part_faults import in_words, part_of
from polar_bench.quality.repair import Case
from polar_bench.sample import PolicyLevel, Sample

JUDGED = "judge."
_TEMPLATE = "template/"
MENDED = ", repaired by "
RELEASED = "the released format says of no sample what it was made from"
NO_DOMAIN = "the domain {domain} is none of those that ship; give its file with --domain-file"
NO_KEY = "no profile of {domain} under seed {seed} has the group {group}: another generator made it"
NO_SEED = "its origin names no seed: another generator made it"
NO_CELL = "{id} stands in a cell that isn't its profile's, or that another sample of it fills"


class Suspect(NamedTuple):
    """A profile with samples that fail: its samples in the file, and what was found in each of them, by id."""

    group: str
    samples: tuple[Sample, ...]
    found: dict[str, list[Finding]]


def suspects(samples: Iterable[Sample], found: Iterable[Finding]) -> list[Suspect]:
    """Return the profiles of which a sample breaks a rule that must hold, or is rejected by most judges; in order."""
    by_sample: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        if finding.is_failing or finding.rule.startswith(JUDGED):
            by_sample[finding.sample_id].append(finding)
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        groups[sample.group].append(sample)
    return [
        Suspect(group, tuple(own), failing)
        for group, own in groups.items()
        if (failing := {s.id: by_sample[s.id] for s in own if s.id in by_sample})
    ]


def is_of_template(sample: Sample) -> bool:
    """Tell whether the templates alone made the sample, so that its texts follow from its profile."""
    return sample.origin.generator.startswith(_TEMPLATE) and MENDED not in sample.origin.generator


def lifted_places(samples: Iterable[Sample], found: Iterable[Finding]) -> dict[str, set[str]]:
    """Return the places at which a finding is lifted, by group: the samples of a group share their document."""
    groups = {sample.id: sample.group for sample in samples}
    places: dict[str, set[str]] = defaultdict(set)
    for finding in found:
        if finding.lifted_by:
            places[groups[finding.sample_id]].add(finding.where)
    return places


def cases_of(
    doubtful: Sequence[Suspect], specs: Mapping[str, DomainSpec], desk: Desk, lifted: Mapping[str, set[str]]
) -> list[Case | str]:
    """Return for each profile what is to be mended, or why it can't be."""
    wanted: dict[tuple[str, int], set[str]] = defaultdict(set)
    for suspect in doubtful:
        seed = suspect.samples[0].origin.seed
        if seed is not None:
            wanted[suspect.samples[0].domain, seed].add(suspect.group)
    keys: dict[str, ProfileKey] = {}
    for (domain, seed), groups in wanted.items():
        if domain in specs:
            keys |= keys_of(specs[domain], seed, groups)
    return [_case(suspect, specs, keys, desk, lifted.get(suspect.group, set())) for suspect in doubtful]


def _case(
    suspect: Suspect, specs: Mapping[str, DomainSpec], keys: Mapping[str, ProfileKey], desk: Desk, lifted: set[str]
) -> Case | str:
    first = suspect.samples[0]
    if first.as_released is not None:
        return RELEASED
    if first.domain not in specs:
        return NO_DOMAIN.format(domain=first.domain)
    if first.origin.seed is None:
        return NO_SEED
    if suspect.group not in keys:
        return NO_KEY.format(domain=first.domain, seed=first.origin.seed, group=suspect.group)
    key = keys[suspect.group]
    cells: set[str] = set()
    for sample in suspect.samples:
        if sample.policy_level in cells or sample.attack is not attack_for(sample.policy_level, key.number):
            return NO_CELL.format(id=sample.id)
        cells.add(sample.policy_level)
    is_template = desk.writer.is_template and all(map(is_of_template, suspect.samples))
    faults: dict[Part | None, list[str]] = defaultdict(list)
    unsound: set[tuple[str, Part | None]] = set()
    for sample, finding in _findings(suspect):
        part = _blamed(suspect, sample, finding)
        unsound.add((sample.id, part))
        if finding.rule.startswith(JUDGED) or finding.rule == NEAR_DUPLICATE.name:
            faults[part].append(in_words(finding))
    return Case(
        spec=specs[first.domain],
        key=key,
        samples=suspect.samples,
        generator=desk.generator,
        faults=faults,
        unsound=unsound,
        lifted=lifted,
        is_template=is_template,
    )


def _blamed(suspect: Suspect, sample: Sample, finding: Finding) -> Part | None:
    """Return the part to blame: of P5's task its own sentence, where the other levels' task has no such fault."""
    part = part_of(finding, sample)
    if part is not Part.TASK or sample.policy_level is not PolicyLevel.P5:
        return part
    is_shared = any(
        (other.rule, other.where) == (finding.rule, finding.where) and of.policy_level is not PolicyLevel.P5
        for of, other in _findings(suspect)
    )
    return Part.TASK if is_shared else Part.CONFLICT


def _findings(suspect: Suspect) -> Iterator[tuple[Sample, Finding]]:
    for sample in suspect.samples:
        yield from ((sample, finding) for finding in suspect.found.get(sample.id, ()) if finding.rule != PROFILE.name)
