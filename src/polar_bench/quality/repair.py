"""Writing a profile's texts with a model: judge, have what failed written anew, replace the profile, give it up.

A part that has faults is asked for again with its faults named, a few rounds long. When that doesn't help, the whole
profile is replaced by the next one of its key, so that the Latin square stays whole. Nothing is dropped silently: every
profile that was given up is in the outcome with its reasons.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import DataError, ModelFailure
from polar_bench.generation.checks import sample_faults
from polar_bench.generation.pipeline import ATTEMPTS
from polar_bench.generation.profile import ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.render.llm import Earlier, messages, read
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import SCRIPTS, TEXTS, Part
from polar_bench.generation.render.writing import Answer, Writer
from polar_bench.quality.part_faults import PROFILE, part_faults
from polar_bench.sample import Sample


class Limits(msgspec.Struct, frozen=True):
    """How often a part is written anew (`rounds`), and how often a profile is replaced after that; both >= 0."""

    rounds: int = 3
    replacements: int = 3


class Outcome(msgspec.Struct, frozen=True):
    """What became of a key: its five samples, or none where it was given up or waits for the endpoint.

    `passed` counts the parts of these samples by the round in which they passed (0: at once). `replaced` counts the
    profiles whose texts stayed faulty, `redrawn` those whose values clash; `faults` tells of both, one line each.
    `waits` says why the endpoint gave no answer, "" where it did.
    """

    key: ProfileKey
    samples: tuple[Sample, ...] = ()
    passed: Mapping[int, int] = {}
    replaced: int = 0
    redrawn: int = 0
    faults: tuple[str, ...] = ()
    waits: str = ""

    @property
    def is_given_up(self) -> bool:
        """True where no profile of the key could be written."""
        return not self.samples and not self.waits


class Written(NamedTuple):
    """The texts of one profile: its samples, or the faults that stayed."""

    samples: tuple[Sample, ...]
    passed: Counter[int]
    faults: tuple[str, ...]


def named(key: ProfileKey) -> str:
    """Return what people call a key."""
    return f"{key.domain}, form {key.form}, repeat {key.repeat}, number {key.number}"


async def write(spec: DomainSpec, key: ProfileKey, writer: Writer, limits: Limits, generator: str) -> Outcome:
    """Have the texts of `key`'s profile written, or those of the next profile of the key where that fails."""
    replaced = redrawn = 0
    faults: list[str] = []
    for attempt in range(ATTEMPTS):
        at = msgspec.structs.replace(key, attempt=attempt)
        try:
            outline = await asyncio.to_thread(_outline, spec, at)
            written = await _Texts(outline, writer, limits, generator).written()
        except DataError as error:
            redrawn += 1
            faults.append(f"{named(key)}, attempt {attempt + 1}: {error}")
            continue
        except ModelFailure as failure:
            return Outcome(key, replaced=replaced, redrawn=redrawn, faults=tuple(faults), waits=str(failure))
        if written.samples:
            return Outcome(key, written.samples, dict(sorted(written.passed.items())), replaced, redrawn, tuple(faults))
        faults += [f"{named(key)}, attempt {attempt + 1}: {fault}" for fault in written.faults]
        replaced += 1
        if replaced > limits.replacements:
            break
    return Outcome(key, replaced=replaced, redrawn=redrawn, faults=tuple(faults))


def _outline(spec: DomainSpec, key: ProfileKey) -> Outline:
    """Draw the profile of `key` and plan its texts.

    Raises:
        DataError: its values clash, whatever is written about them.
    """
    outline = Outline(draw_profile(spec, key))
    clashes = part_faults(outline, {}, "", ())
    if clashes:
        raise DataError("; ".join(clashes[PROFILE]))
    return outline


class _Texts:
    """The texts of one profile in the making."""

    def __init__(self, outline: Outline, writer: Writer, limits: Limits, generator: str) -> None:
        self._outline = outline
        self._writer = writer
        self._limits = limits
        self._generator = generator
        self._drafts: dict[Part, tuple[str, ...]] = {}
        self._passed: Counter[int] = Counter()

    async def written(self) -> Written:
        """Write the texts, then the scripts; S2's wrong options have to know the texts.

        Raises:
            ModelFailure: for a reason that may pass.
            DataError: the domain has too few other values beside these texts.
        """
        for parts in (TEXTS, SCRIPTS):
            left = await self._rounds(parts)
            if left:
                return Written((), self._passed, tuple(f"{p}: {f}" for p, own in left.items() for f in own.faults))
        samples = self._outline.samples(self._drafts, self._generator)
        rest = await asyncio.to_thread(self._left_over, samples)
        return Written(() if rest else samples, self._passed, rest)

    def _left_over(self, samples: tuple[Sample, ...]) -> tuple[str, ...]:
        """Return what is wrong with the whole, though each part passed: it takes another profile."""
        found = part_faults(self._outline, self._drafts, self._generator, tuple(Part))
        by_part = (f"{part or 'profile'}: {fault}" for part, faults in found.items() for fault in faults)
        by_sample = (f"{s.policy_level}/{s.attack}: {fault}" for s in samples for fault in sample_faults(s))
        return (*by_part, *by_sample)

    async def _rounds(self, parts: tuple[Part, ...]) -> dict[Part, Earlier]:
        """Have `parts` written until they pass or the rounds are over; return those that didn't pass."""
        left: Mapping[Part, Earlier | None] = dict.fromkeys(parts)
        judged: dict[Part, Earlier] = {}
        for number in range(self._limits.rounds + 1):
            judged = await self._round(left, number)
            self._passed[number] += len(left) - len(judged)
            if not judged:
                break
            left = judged
        return judged

    async def _round(self, left: Mapping[Part, Earlier | None], number: int) -> dict[Part, Earlier]:
        """Ask for the parts that are left, judge them, and return those with faults."""
        answers = await self._asked(left, number)
        unread: dict[Part, Earlier] = {}
        for part, answer in answers.items():
            if answer.reply is None:
                unread[part] = Earlier("", (f"no text came ({answer.failure}: {answer.detail})",))
                continue
            reading = read(part, self._turns(part), answer.reply)
            if reading.fault:
                unread[part] = Earlier(answer.reply.reply.strip(), (reading.fault,))
            else:
                self._drafts[part] = reading.texts
        written = [part for part in left if part not in unread]
        found = await asyncio.to_thread(part_faults, self._outline, self._drafts, self._generator, written)
        faulty = dict(unread)
        for part in written:
            if part in found:
                del self._drafts[part]
                reply = answers[part].reply
                faulty[part] = Earlier(reply.reply.strip() if reply else "", tuple(found[part]))
        return faulty

    async def _asked(self, left: Mapping[Part, Earlier | None], number: int) -> dict[Part, Answer]:
        key = self._outline.profile.key
        asked = await asyncio.gather(
            *(
                self._writer.ask(
                    f"{key.group}/{key.attempt}/{part}/{number}", messages(self._outline, part, self._drafts, earlier)
                )
                for part, earlier in left.items()
            ),
            return_exceptions=True,
        )
        answers: dict[Part, Answer] = {}
        for part, answer in zip(left, asked, strict=True):  # all have ended, so that no answer is lost
            if isinstance(answer, BaseException):
                raise answer
            answers[part] = answer
        return answers

    def _turns(self, part: Part) -> int:
        return len(self._outline.planned[part]) if part in SCRIPTS else 1
