"""A profile written by a model, or mended: judge, have what failed written anew, replace the profile, give it up.

A part that has faults is asked for again with its faults named, a few rounds long. When that doesn't help, the whole
profile is replaced by the next one of its key, so that the Latin square stays whole. Nothing is dropped silently: every
profile that was given up is in the outcome with its reasons.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import DataError, ModelFailure
from polar_bench.generation.origins import profile_of
from polar_bench.generation.pipeline import ATTEMPTS
from polar_bench.generation.profile import Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.render.drafts import Unsound, drafts_of, parts_of
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import Part
from polar_bench.quality.drafting import ALL_PARTS, Desk, Kept, Limits, Texts
from polar_bench.quality.part_faults import PROFILE, part_faults
from polar_bench.sample import Sample

__all__ = ["Case", "Desk", "Limits", "Outcome", "mend", "named", "write"]


class Outcome(msgspec.Struct, frozen=True):
    """What became of a key: its five samples, or none where it was given up or waits for the endpoint.

    `key` has the attempt whose samples they are. `passed` has the round in which each newly written part passed (0: at
    once). `replaced` counts the profiles whose texts stayed faulty, `redrawn` those whose values clash; `faults` tells
    of both, one line each. `waits` says why the endpoint gave no answer, "" where it did.
    """

    key: ProfileKey
    samples: tuple[Sample, ...] = ()
    passed: Mapping[Part, int] = {}
    replaced: int = 0
    redrawn: int = 0
    faults: tuple[str, ...] = ()
    waits: str = ""

    @property
    def is_given_up(self) -> bool:
        """True where no profile of the key could be written."""
        return not self.samples and not self.waits


class Case(NamedTuple):
    """A profile that has to be mended: its samples as they stand, one or more of its square.

    `faults` are those that others than the rules found, by part (PROFILE: no text is to blame); `unsound` names the
    texts that have a fault, `lifted` the places where a finding of coverage doesn't count. `generator` is what mended
    samples say of their origin, `before` what became of the key so far.
    """

    spec: DomainSpec
    key: ProfileKey
    samples: Sequence[Sample]
    generator: str
    faults: Mapping[Part | None, Sequence[str]] = {}
    unsound: Collection[Unsound] = ()
    lifted: Collection[str] = ()
    before: Outcome | None = None
    is_template: bool = False


def named(key: ProfileKey) -> str:
    """Return what people call a key."""
    return f"{key.domain}, form {key.form}, repeat {key.repeat}, number {key.number}"


async def write(spec: DomainSpec, key: ProfileKey, desk: Desk) -> Outcome:
    """Have the texts of `key`'s profile written, or those of the next profile of the key where that fails."""
    return await _written(spec, Outcome(key), desk, ALL_PARTS)


async def mend(case: Case, desk: Desk) -> Outcome:
    """Have the faulty texts of `case` written anew, the others kept; where that fails, the next profiles of its key.

    Rules, needs, roles, targets and guesses are those of the profile, whatever the samples hold.

    Raises:
        DataError: the samples are of no profile of the key.
    """
    before = case.before or Outcome(case.key)
    outline = Outline(await asyncio.to_thread(profile_of, case.spec, case.key, case.samples))
    at, parts = outline.profile.key, parts_of(case.samples)
    faults = [f"profile: {fault}" for fault in case.faults.get(PROFILE, ())]
    if not faults:
        kept = Kept(
            drafts_of(outline, case.samples, case.unsound),
            {part: own for part, own in case.faults.items() if part is not PROFILE},
            case.lifted,
            case.is_template,
        )
        try:
            written = await Texts(outline, desk, case.generator, parts=parts, kept=kept).written()
        except DataError as error:
            faults = [str(error)]
        except ModelFailure as failure:
            return msgspec.structs.replace(before, samples=(), waits=str(failure))
        else:
            if written.samples:
                passed = {**before.passed, **written.passed}
                return msgspec.structs.replace(before, key=at, samples=written.samples, passed=passed)
            faults = list(written.faults)
    gone = msgspec.structs.replace(
        before, key=at, samples=(), passed={}, replaced=before.replaced + 1, faults=(*before.faults, *_told(at, faults))
    )
    if gone.replaced > desk.limits.replacements:
        return gone
    return await _written(case.spec, _next(gone), desk, parts)


async def _written(spec: DomainSpec, start: Outcome, desk: Desk, parts: Collection[Part]) -> Outcome:
    """Write the first profile, from the attempt of `start`'s key on, whose texts pass; `start` is added to."""
    made = start
    while made.key.attempt < ATTEMPTS:
        try:
            outline = await asyncio.to_thread(_outline, spec, made.key)
            written = await Texts(outline, desk, desk.generator, parts=parts).written()
        except DataError as error:
            faults = (*made.faults, *_told(made.key, [str(error)]))
            made = _next(msgspec.structs.replace(made, redrawn=made.redrawn + 1, faults=faults))
            continue
        except ModelFailure as failure:
            return msgspec.structs.replace(made, waits=str(failure))
        if written.samples:
            return msgspec.structs.replace(made, samples=written.samples, passed=written.passed)
        faults = (*made.faults, *_told(made.key, written.faults))
        made = msgspec.structs.replace(made, replaced=made.replaced + 1, faults=faults)
        if made.replaced > desk.limits.replacements:
            break
        made = _next(made)
    return made


def _next(made: Outcome) -> Outcome:
    return msgspec.structs.replace(made, key=msgspec.structs.replace(made.key, attempt=made.key.attempt + 1))


def _told(key: ProfileKey, faults: Sequence[str]) -> list[str]:
    return [f"{named(key)}, attempt {key.attempt + 1}: {fault}" for fault in faults]


def _outline(spec: DomainSpec, key: ProfileKey) -> Outline:
    """Draw the profile of `key` and plan its texts.

    Raises:
        DataError: its values clash, whatever is written about them.
    """
    profile: Profile = draw_profile(spec, key)
    outline = Outline(profile)
    clashes = part_faults(outline, {}, "", ())
    if clashes:
        raise DataError("; ".join(clashes[PROFILE]))
    return outline
