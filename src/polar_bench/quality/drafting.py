"""The texts of one profile in the making: written or kept part by part, judged, and what failed written anew.

Each part has a few rounds, with its faults named to whoever writes it. Must not know of other profiles, but for the one
question whether a document is the twin of another one's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.generation.checks import sample_faults
from polar_bench.generation.render.drafts import as_reply
from polar_bench.generation.render.llm import Earlier
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import SCRIPTS, TEXTS, Drafts, Part
from polar_bench.quality.part_faults import must_faults, part_faults
from polar_bench.quality.writers import Draft, PartWriter, template_texts
from polar_bench.sample import Sample

ALL_PARTS = frozenset(Part)


class Limits(msgspec.Struct, frozen=True):
    """How often a part is written anew (`rounds`), and how often a profile is replaced after that; both >= 0."""

    rounds: int = 3
    replacements: int = 3


class Desk(NamedTuple):
    """Who writes, how often, and under what name; `twin` tells what makes a document the twin of another one, or ""."""

    writer: PartWriter
    limits: Limits
    generator: str
    twin: Callable[[str], str] = lambda _: ""


class Kept(NamedTuple):
    """Texts that are there already.

    `faults` are those that others than the rules found in them. `lifted` names the places where a finding of coverage
    doesn't count, as long as the document stays. Where `is_template`, each part has to be the template's.
    """

    drafts: Drafts
    faults: Mapping[Part, Sequence[str]] = {}
    lifted: Collection[str] = ()
    is_template: bool = False


NOTHING = Kept({})


class Written(NamedTuple):
    """The texts of one profile: its samples, or the faults that stayed; `passed` has the round of each new text."""

    samples: tuple[Sample, ...]
    passed: Mapping[Part, int]
    faults: tuple[str, ...]


class Texts:
    """The texts of one profile in the making."""

    def __init__(
        self,
        outline: Outline,
        desk: Desk,
        generator: str,
        *,
        parts: Collection[Part] = ALL_PARTS,
        kept: Kept = NOTHING,
    ) -> None:
        """Start with what is `kept`; `parts` are wanted, and the templates' texts stand in for all others."""
        self._outline = outline
        self._desk = desk
        self._generator = generator
        self._parts = parts
        self._kept = kept
        self._drafts: dict[Part, tuple[str, ...]] = {part: kept.drafts[part] for part in parts if part in kept.drafts}
        self._passed: dict[Part, int] = {}

    async def written(self) -> Written:
        """Write the texts, then the scripts; S2's wrong options have to know the texts.

        Raises:
            ModelFailure: for a reason that may pass.
            DataError: the domain has too few other values beside these texts.
        """
        for parts in (TEXTS, SCRIPTS):
            left = await self._rounds(await asyncio.to_thread(self._to_do, parts))
            if left:
                return Written((), self._passed, tuple(f"{p}: {f}" for p, own in left.items() for f in own.faults))
        samples = self._outline.samples(self._drafts, self._generator)
        rest = await asyncio.to_thread(self._left_over, samples)
        return Written(() if rest else samples, self._passed, rest)

    def _to_do(self, parts: tuple[Part, ...]) -> dict[Part, Earlier | None]:
        """Return the parts that have to be written, those that are there with their faults."""
        there = [part for part in parts if part in self._drafts]
        found = must_faults(self._outline, self._drafts, self._generator, self._lifted()) if there else {}
        to_do: dict[Part, Earlier | None] = {part: None for part in parts if part in self._parts and part not in there}
        for part in there:
            texts = self._drafts[part]
            faults = [*found.get(part, ()), *self._kept.faults.get(part, ())]
            if self._kept.is_template and texts != template_texts(self._outline, part, self._drafts):
                faults.append("it is not the template's text")
            if faults:
                to_do[part] = Earlier(as_reply(part, texts), tuple(dict.fromkeys(faults)))
        return {part: to_do[part] for part in parts if part in to_do}

    def _left_over(self, samples: tuple[Sample, ...]) -> tuple[str, ...]:
        """Return what is wrong with the whole, though each part passed: it takes another profile."""
        found = part_faults(self._outline, self._drafts, self._generator, tuple(self._passed), self._lifted())
        for part, faults in must_faults(self._outline, self._drafts, self._generator, self._lifted()).items():
            found[part] = list(dict.fromkeys([*found.get(part, ()), *faults]))
        by_part = (f"{part or 'profile'}: {fault}" for part, faults in found.items() for fault in faults)
        by_sample = (f"{s.policy_level}/{s.attack}: {fault}" for s in samples for fault in sample_faults(s))
        return (*by_part, *by_sample)

    def _lifted(self) -> Collection[str]:
        return () if Part.DOCUMENT in self._passed else self._kept.lifted

    async def _rounds(self, to_do: Mapping[Part, Earlier | None]) -> dict[Part, Earlier]:
        """Have the parts written until they pass or the rounds are over; return those that didn't pass.

        What wasn't there before is first asked for in round 0, what has to be written anew in round 1.
        """
        for part in to_do:
            self._drafts.pop(part, None)
        again = {part: earlier for part, earlier in to_do.items() if earlier is not None}
        left: dict[Part, Earlier | None] = {part: None for part in to_do if part not in again}
        for number in range(self._desk.limits.rounds + 1):
            if number == 1:
                left, again = {part: {**left, **again}[part] for part in to_do if part in left or part in again}, {}
            judged = await self._round(left, number) if left else {}
            self._passed |= {part: number for part in left if part not in judged}
            left = dict(judged)
            if not left and not again:
                break
        return {part: earlier for part, earlier in {**left, **again}.items() if earlier is not None}

    async def _round(self, left: Mapping[Part, Earlier | None], number: int) -> dict[Part, Earlier]:
        """Ask for the parts that are left, judge them, and return those with faults."""
        drafted = await self._asked(left, number)
        faulty = {part: Earlier(draft.said, (draft.fault,)) for part, draft in drafted.items() if draft.fault}
        written = [part for part in left if part not in faulty]
        self._drafts |= {part: drafted[part].texts for part in written}
        found = await asyncio.to_thread(part_faults, self._outline, self._drafts, self._generator, written)
        for part in written:
            faults = [*found.get(part, ()), *self._other_faults(part, left[part])]
            if faults:
                faulty[part] = Earlier(drafted[part].said, tuple(faults))
        for part in written:
            if part in faulty:
                del self._drafts[part]
        return faulty

    def _other_faults(self, part: Part, earlier: Earlier | None) -> Sequence[str]:
        """Return what the rules can't see: a twin, and words that are still those which had a fault."""
        texts = self._drafts[part]
        twin = self._desk.twin(texts[0]) if part is Part.DOCUMENT else ""
        if twin:
            return [twin]
        return earlier.faults if earlier is not None and earlier.text == as_reply(part, texts) else ()

    async def _asked(self, left: Mapping[Part, Earlier | None], number: int) -> dict[Part, Draft]:
        asked = await asyncio.gather(
            *(
                self._desk.writer.write(self._outline, part, self._drafts, earlier, number)
                for part, earlier in left.items()
            ),
            return_exceptions=True,
        )
        drafted: dict[Part, Draft] = {}
        for part, draft in zip(left, asked, strict=True):  # all have ended, so that no answer is lost
            if isinstance(draft, BaseException):
                raise draft
            drafted[part] = draft
        return drafted
