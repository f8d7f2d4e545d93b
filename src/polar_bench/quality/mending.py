"""A data set mended: the profiles of samples that fail are written anew in part, replaced, or left with the reason.

A profile is mended as a whole, so that its samples stay one case, and the set keeps its order and its squares. What
doesn't fail is not touched. Must not know of files, progress bars or adapters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from polar_bench.dataset import jsonl
from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import DataError
from polar_bench.generation.render.parts import Part
from polar_bench.quality.checks.set_rules import Documents
from polar_bench.quality.drafting import Desk
from polar_bench.quality.findings import Finding
from polar_bench.quality.rendering import all_of, one_apart
from polar_bench.quality.repair import Case, Outcome, mend
from polar_bench.quality.suspects import MENDED, Suspect, cases_of, is_of_template, lifted_places, suspects
from polar_bench.sample import Sample
from polar_bench.seeding import content_id


class Fate(StrEnum):
    """What became of a profile with a sample that fails."""

    REPAIRED = "repaired"
    REPLACED = "replaced"
    LEFT = "left"


class Mended(msgspec.Struct, frozen=True):
    """One profile with samples that fail.

    `failing` are their ids; `samples` has the new id of each sample that changed, by its old one. `texts` has the round
    in which each newly written text passed. `found` is what was found, `reasons` is why earlier profiles of its place
    were given up, or why it is left: one line each.
    """

    group: str
    fate: Fate
    failing: tuple[str, ...]
    samples: dict[str, str]
    texts: dict[str, int]
    found: tuple[str, ...]
    reasons: tuple[str, ...]


class Mending(msgspec.Struct, frozen=True):
    """The whole set in its order, what became of the profiles that fail, and why some still wait for the endpoint."""

    samples: tuple[Sample, ...]
    profiles: tuple[Mended, ...]
    waiting: tuple[str, ...]

    def count(self, fate: Fate) -> tuple[int, int]:
        """Return how many profiles have this fate, and of how many samples: changed ones, or left ones that fail."""
        own = [profile for profile in self.profiles if profile.fate is fate]
        return len(own), sum(len(p.failing if fate is Fate.LEFT else p.samples) for p in own)


async def mend_set(
    samples: Sequence[Sample],
    found: Sequence[Finding],
    specs: Mapping[str, DomainSpec],
    desk: Desk,
    *,
    at_once: int,
    on_profile: Callable[[], None] = lambda: None,
) -> Mending:
    """Have what fails in `samples` mended, `at_once` (>= 1) profiles at a time; their number changes nothing.

    `found` are the findings of all rules, those lifted marked as such, and of judges. `specs` are the domains that the
    set may come from, by name.
    """
    doubtful = suspects(samples, found)
    cases = cases_of(doubtful, specs, desk, lifted_places(samples, found))

    async def mended(place: int) -> Outcome | str:
        case = cases[place]
        try:
            return case if isinstance(case, str) else await mend(case, desk)
        except DataError as error:
            return str(error)
        finally:
            on_profile()

    outcomes = await all_of(mended, len(doubtful), at_once)
    if waiting := [one.waits for one in outcomes if isinstance(one, Outcome) and one.waits]:
        return Mending(tuple(samples), (), tuple(waiting))
    outcomes = await _apart(samples, doubtful, cases, outcomes, desk)
    return _gathered(samples, doubtful, outcomes, desk.generator)


def _credited(old: Sample, made: Sample, generator: str) -> Sample:
    """Return `made`, which mends `old`, with the generator of both: whose it was, and who mended it."""
    own = old.origin.generator
    mender = f"{MENDED}{generator}"
    is_told = own.endswith(mender) or (own == generator and is_of_template(old))
    origin = msgspec.structs.replace(made.origin, generator=own if is_told else f"{own}{mender}")
    bare = msgspec.structs.replace(made, id="", origin=origin)
    return msgspec.structs.replace(bare, id=content_id(bare.domain, jsonl.encode(bare)))


async def _apart(
    samples: Iterable[Sample],
    doubtful: Sequence[Suspect],
    cases: Sequence[Case | str],
    outcomes: Sequence[Outcome | str],
    desk: Desk,
) -> list[Outcome | str]:
    """Return the outcomes with no twin among all documents: those that stay come first, then the new ones in order."""
    new = {
        suspect.group: outcome.samples[0].document.text
        for suspect, outcome in zip(doubtful, outcomes, strict=True)
        if isinstance(outcome, Outcome) and outcome.samples and Part.DOCUMENT in outcome.passed
    }
    if not new:
        return list(outcomes)
    documents = Documents()
    for sample in {(sample.group, sample.document.text): sample for sample in samples}.values():
        if sample.group not in new:
            documents.add(sample.id, sample.document.text, sample.group)
    apart: list[Outcome | str] = []
    for case, outcome in zip(cases, outcomes, strict=True):
        is_new = isinstance(outcome, Outcome) and outcome.key.group in new
        if is_new and isinstance(outcome, Outcome) and isinstance(case, Case):
            apart.append(await one_apart(case._replace(faults={}), outcome, documents, desk))
        else:
            apart.append(outcome)
    return apart


def _gathered(
    samples: Sequence[Sample], doubtful: Sequence[Suspect], outcomes: Sequence[Outcome | str], generator: str
) -> Mending:
    changed: dict[str, Sample] = {}
    profiles = []
    for suspect, outcome in zip(doubtful, outcomes, strict=True):
        own: dict[str, Sample] = {}
        if isinstance(outcome, Outcome) and outcome.samples:
            made = {sample.policy_level: sample for sample in outcome.samples}
            for old in suspect.samples:
                new = made[old.policy_level]
                if not _is_same(old, new):
                    own[old.id] = new if outcome.replaced else _credited(old, new, generator)
        changed |= own
        profiles.append(_mended(suspect, outcome, {old: new.id for old, new in own.items()}))
    waiting = tuple(one.waits for one in outcomes if isinstance(one, Outcome) and one.waits)
    return Mending(tuple(changed.get(sample.id, sample) for sample in samples), tuple(profiles), waiting)


def _mended(suspect: Suspect, outcome: Outcome | str, ids: dict[str, str]) -> Mended:
    is_there = isinstance(outcome, Outcome) and bool(outcome.samples)
    replaced = is_there and isinstance(outcome, Outcome) and bool(outcome.replaced)
    fate = Fate.LEFT if not is_there else Fate.REPLACED if replaced else Fate.REPAIRED
    found = (f"{s.id}: {f.rule}, {f.where}: {f.fault}" for s in suspect.samples for f in suspect.found.get(s.id, ()))
    return Mended(
        group=suspect.group,
        fate=fate,
        failing=tuple(suspect.found),
        samples=ids,
        texts={part.value: number for part, number in outcome.passed.items()} if isinstance(outcome, Outcome) else {},
        found=tuple(found),
        reasons=outcome.faults if isinstance(outcome, Outcome) else (outcome,),
    )


def _is_same(one: Sample, other: Sample) -> bool:
    return msgspec.structs.replace(one, id="", origin=other.origin) == msgspec.structs.replace(other, id="")


def left_by_reason(mending: Mending) -> Counter[str]:
    """Return how many samples that fail are left, by the reason of their profile."""
    counted: Counter[str] = Counter()
    for profile in mending.profiles:
        if profile.fate is Fate.LEFT:
            counted[profile.reasons[-1] if profile.reasons else ""] += len(profile.failing)
    return counted
