"""Privacy and utility of a part of the attributes: one kind, the core, a level's focus, P5's contested attribute.

The core are the attributes that have the same role at every level, so that levels are compared on the very same
values; the focus are those on which a level's own mechanism bears (reference: semantics.md 1 and 4.4). Both are read
from the data set, so that they hold for any set whose profiles stand at all five levels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.analysis.found import Key, PlayedSample, key
from polar_bench.analysis.intervals import Estimate, mean
from polar_bench.attributes import Kind, Role
from polar_bench.sample import Attack, PolicyLevel, Sample


class Part(msgspec.Struct, frozen=True):
    """Privacy over the protected attributes of a part, and utility over its task attributes.

    A sample without a protected (task) attribute in the part is not in privacy (utility), so that the two n differ.
    """

    privacy: Estimate
    utility: Estimate


class PartSurface(msgspec.Struct, frozen=True):
    """A part's figures over all samples and over the design; `cells` is keyed by level, then attack, and holds all."""

    all: Part
    levels: dict[str, Part]
    attacks: dict[str, Part]
    cells: dict[str, dict[str, Part]]


class Chosen(NamedTuple):
    """The attributes of one sample that belong to a part, by role."""

    protected: frozenset[Key]
    task: frozenset[Key]


Choice = Mapping[str, Chosen]
"""A part: what belongs to it of each sample, by the sample's id; a sample of which nothing does may be left out."""


def core(samples: Iterable[Sample]) -> Choice:
    """Return the core: the attributes that have the same scored role in all samples of a profile, whatever was drawn.

    An attribute that a condition decides at one level is not in it, even where the condition happens to give it the
    role that it has elsewhere. `samples` are the whole data set; a profile that doesn't stand at all five levels has no
    core.
    """
    members: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        members[sample.group].append(sample)
    chosen: dict[str, Chosen] = {}
    for own in members.values():
        if {each.policy_level for each in own} == set(PolicyLevel):
            drawn = {key(a) for each in own for a in each.attributes if a.condition is not None}
            shared = Chosen(*(frozenset.intersection(*(_keys(each, role) for each in own)) - drawn for role in _SCORED))
            chosen.update(dict.fromkeys((each.id for each in own), shared))
    return chosen


def focus(samples: Iterable[Sample]) -> Choice:
    """Return the focus: the attributes that the mechanism of the sample's level decides.

    P1 and P2: all protected ones. P3: the conditional pair. P4: the coarse forms that the policy grants and the exact
    values that it closes. P5: the contested attribute. Data that marks none of these has an empty focus at P3 to P5.
    """
    return {sample.id: _focus(sample) for sample in samples}


def contested(samples: Iterable[Sample]) -> Choice:
    """Return the attribute that P5 contests, in every sample of its profile in which it's protected.

    `samples` are the whole data set. The other levels show how well the same attribute is kept without the conflict.
    """
    known = list(samples)
    marked: dict[str, set[Key]] = defaultdict(set)
    for sample in known:
        marked[sample.group].update(key(a) for a in sample.attributes if a.contested)
    return {
        sample.id: Chosen(_keys(sample, Role.PROTECTED) & marked[sample.group], frozenset())
        for sample in known
        if marked[sample.group]
    }


def kinds(samples: Iterable[Sample]) -> dict[str, dict[Kind, Chosen]]:
    """Return the scored attributes of each sample by kind, by the sample's id."""
    return {sample.id: _kinds(sample) for sample in samples}


def by_kind(played: Iterable[PlayedSample], of_kinds: Mapping[str, Mapping[Kind, Chosen]]) -> dict[str, Part]:
    """Return the figures of each kind that any of the samples has a scored attribute of, in the kinds' own order.

    `of_kinds` is what `kinds` returns of at least these samples.
    """
    shares: dict[Kind, list[_Shares]] = {kind: [] for kind in Kind}
    for each in played:
        for kind, chosen in of_kinds[each.sample.id].items():
            shares[kind].append(_shares(each, chosen))
    return {kind.value: _part(of_kind) for kind, of_kind in shares.items() if of_kind}


def surface_of(played: Iterable[PlayedSample], choice: Choice) -> PartSurface:
    """Return the figures of a part over the samples `played`, and over each level, attack and cell."""
    shares = [_shares(each, choice[each.sample.id]) for each in played if each.sample.id in choice]
    cells: dict[tuple[PolicyLevel, Attack], list[_Shares]] = defaultdict(list)
    for share in shares:
        cells[share.level, share.attack].append(share)
    return PartSurface(
        _part(shares),
        {level: _part([each for attack in Attack for each in cells[level, attack]]) for level in PolicyLevel},
        {attack: _part([each for level in PolicyLevel for each in cells[level, attack]]) for attack in Attack},
        {level: {attack: _part(cells[level, attack]) for attack in Attack} for level in PolicyLevel},
    )


_SCORED = (Role.PROTECTED, Role.TASK)


class _Shares(NamedTuple):
    """A sample's place and its two figures over a part; None where it has no attribute of the role there."""

    level: PolicyLevel
    attack: Attack
    group: str
    privacy: float | None
    utility: float | None


def _shares(played: PlayedSample, chosen: Chosen) -> _Shares:
    sample, trials = played
    kept = told = None
    if chosen.protected:
        out = sum([len(chosen.protected.intersection(found.protected)) for found in trials])
        kept = 1 - out / (len(trials) * len(chosen.protected))
    if chosen.task:
        told = sum([len(chosen.task.intersection(found.task)) for found in trials]) / (len(trials) * len(chosen.task))
    return _Shares(sample.policy_level, sample.attack, sample.group, kept, told)


def _part(shares: Sequence[_Shares]) -> Part:
    kept = [(each.privacy, each.group) for each in shares if each.privacy is not None]
    told = [(each.utility, each.group) for each in shares if each.utility is not None]
    return Part(*(mean([value for value, _ in own], [group for _, group in own]) for own in (kept, told)))


def _kinds(sample: Sample) -> dict[Kind, Chosen]:
    own: dict[Kind, tuple[list[Key], list[Key]]] = {}
    for a in sample.attributes:
        if a.role is Role.PROTECTED or a.role is Role.TASK:
            own.setdefault(a.kind, ([], []))[a.role is Role.TASK].append(key(a))
    return {kind: Chosen(*map(frozenset, chosen)) for kind, chosen in own.items()}


def _focus(sample: Sample) -> Chosen:
    match sample.policy_level:
        case PolicyLevel.P1 | PolicyLevel.P2:
            return Chosen(_keys(sample, Role.PROTECTED), frozenset())
        case PolicyLevel.P3:
            decided = {key(a) for a in sample.attributes if a.condition is not None}
        case PolicyLevel.P4:
            granted = [a for a in sample.with_role(Role.TASK) if a.coarse_of is not None]
            exact = {a.coarse_of for a in granted}
            decided = {key(a) for a in (*granted, *(a for a in sample.attributes if a.name in exact))}
        case PolicyLevel.P5:
            decided = {key(a) for a in sample.attributes if a.contested}
    return Chosen(*(_keys(sample, role) & decided for role in _SCORED))


def _keys(sample: Sample, role: Role) -> frozenset[Key]:
    return frozenset(key(a) for a in sample.attributes if a.role is role)
