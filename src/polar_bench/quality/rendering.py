"""A whole set written by a model: many profiles at once, whole Latin squares, and what the manifest says of it.

A square of which one profile was given up is left out as a whole and named, so that every cell stays equally often.
Must not know of files, progress bars or adapters.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.profile import ProfileKey
from polar_bench.generation.render.parts import Part
from polar_bench.generation.render.work import Work, WriterEntry
from polar_bench.generation.render.writing import Answer, Writer
from polar_bench.model.port import Sampling
from polar_bench.quality.checks.set_rules import Documents
from polar_bench.quality.repair import Case, Desk, Limits, Outcome, mend, write
from polar_bench.quality.writers import ByModel
from polar_bench.sample import Sample

Done = TypeVar("Done")
Profiles = Sequence[tuple[DomainSpec, ProfileKey]]


class Rendering(msgspec.Struct, frozen=True):
    """The outcomes of all keys, in the order of the set."""

    outcomes: tuple[Outcome, ...]

    @property
    def waiting(self) -> tuple[Outcome, ...]:
        """Those that the endpoint gave no answer for: the same command goes on with them."""
        return tuple(outcome for outcome in self.outcomes if outcome.waits)

    @property
    def given_up(self) -> tuple[str, ...]:
        """The squares that are left out, because a profile of theirs was given up; each named once."""
        return tuple(dict.fromkeys(_square(outcome.key) for outcome in self.outcomes if outcome.is_given_up))

    def kept(self) -> Iterator[Outcome]:
        """Yield the outcomes of the squares that stay."""
        gone = frozenset(self.given_up)
        return (outcome for outcome in self.outcomes if _square(outcome.key) not in gone)

    def samples(self) -> Iterator[Sample]:
        """Yield the samples of the squares that stay, in the order of the set."""
        for outcome in self.kept():
            yield from outcome.samples


class Counts(msgspec.Struct, frozen=True):
    """What was written and what it took.

    `texts` counts the texts of the set by how they came about: "at once", "in round 1", ... `replaced` and `redrawn`
    count profiles, of those given up too; `calls` and tokens are of all answers, of discarded texts too.
    """

    samples: int
    profiles: int
    texts: dict[str, int]
    replaced: int
    redrawn: int
    calls: int
    prompt_tokens: int
    reply_tokens: int


class RenderingManifest(msgspec.Struct, frozen=True):
    """What a written file is, and how it came about. It holds no time; `domains` and `prompts` are digests by name."""

    generator: str
    version: str
    seed: int
    repeats: int
    domains: dict[str, str]
    writer: WriterEntry
    sampling: Sampling
    prompts: dict[str, str]
    limits: Limits
    counts: Counts
    given_up: tuple[str, ...]
    faults: tuple[str, ...]
    sha256: str


async def render(
    profiles: Profiles,
    writer: Writer,
    limits: Limits,
    generator: str,
    *,
    at_once: int,
    on_profile: Callable[[Outcome], None] = lambda _: None,
) -> Rendering:
    """Have every profile written, `at_once` (>= 1) of them at a time; order and number change nothing in the result.

    When all are there, the documents are compared in the order of the set: one that is the twin of an earlier one is
    written anew, and the last come may have their profile replaced for it.

    An exception that is no model failure stops all and is raised here.
    """
    desk = Desk(ByModel(writer), limits, generator)

    async def written(place: int) -> Outcome:
        outcome = await write(*profiles[place], desk)
        on_profile(outcome)
        return outcome

    outcomes = await all_of(written, len(profiles), at_once)
    if any(outcome.waits for outcome in outcomes):
        return Rendering(tuple(outcomes))
    return Rendering(tuple(await _apart([spec for spec, _ in profiles], outcomes, desk)))


async def all_of(do: Callable[[int], Awaitable[Done]], count: int, at_once: int) -> list[Done]:
    """Return what `do` gives for each place from 0 to `count` - 1, `at_once` of them under way at a time.

    An exception stops all and is raised here.
    """
    waiting = iter(range(count))
    done: dict[int, Done] = {}

    async def work() -> None:
        for place in waiting:
            done[place] = await do(place)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, count)):
                group.create_task(work())
    except* Exception as several:
        raise several.exceptions[0] from None
    return [done[place] for place in range(count)]


async def _apart(specs: Sequence[DomainSpec], outcomes: Sequence[Outcome], desk: Desk) -> list[Outcome]:
    """Return the outcomes with no twin among the documents of the squares that stay; one after the other."""
    documents = Documents()
    apart: list[Outcome] = []
    gone = set(Rendering(tuple(outcomes)).given_up)
    for spec, outcome in zip(specs, outcomes, strict=True):
        made = outcome
        if _square(outcome.key) not in gone:
            case = Case(spec, outcome.key, outcome.samples, desk.generator)
            made = await one_apart(case, outcome, documents, desk)
        if made.is_given_up:
            gone.add(_square(made.key))
        apart.append(made)
    return apart


async def one_apart(case: Case, outcome: Outcome, documents: Documents, desk: Desk) -> Outcome:
    """Return `outcome` where its document is no twin of `documents`, else mended; its document is added to them."""
    group = outcome.key.group

    def twin_of(text: str) -> str:
        found = documents.twin(text, group)
        return f"{found.fault} ({found.evidence})" if found else ""

    first = outcome.samples[0]
    if fault := twin_of(first.document.text):
        case = case._replace(samples=outcome.samples, faults={Part.DOCUMENT: [fault]}, unsound=(), before=outcome)
        outcome = await mend(case, desk._replace(twin=twin_of))
    if outcome.samples:
        documents.add(outcome.samples[0].id, outcome.samples[0].document.text, group)
    return outcome


def counts(rendering: Rendering, answers: Sequence[Answer]) -> Counts:
    """Count what `rendering` holds; `answers` are those of the profiles in it."""
    kept = list(rendering.kept())
    passed: Counter[int] = Counter()
    for outcome in kept:
        passed.update(outcome.passed.values())
    replies = [answer.reply for answer in answers if answer.reply is not None]
    return Counts(
        samples=sum(len(outcome.samples) for outcome in kept),
        profiles=sum(bool(outcome.samples) for outcome in kept),
        texts={f"in round {number}" if number else "at once": passed[number] for number in sorted(passed)},
        replaced=sum(outcome.replaced for outcome in rendering.outcomes),
        redrawn=sum(outcome.redrawn for outcome in rendering.outcomes),
        calls=len(answers),
        prompt_tokens=sum(reply.prompt_tokens for reply in replies),
        reply_tokens=sum(reply.reply_tokens for reply in replies),
    )


def manifest(
    rendering: Rendering, work: Work, limits: Limits, *, generator: str, repeats: int, counted: Counts, digest: str
) -> RenderingManifest:
    """Describe the file that `rendering` gave; `digest` is SHA-256 (hex) of its bytes."""
    domains: Mapping[str, str] = work.domains
    used = dict.fromkeys(outcome.key.domain for outcome in rendering.outcomes)
    return RenderingManifest(
        generator=generator,
        version=work.version,
        seed=work.seed,
        repeats=repeats,
        domains={name: domains[name] for name in used},
        writer=work.writer,
        sampling=work.sampling,
        prompts=work.prompts,
        limits=limits,
        counts=counted,
        given_up=rendering.given_up,
        faults=tuple(fault for outcome in rendering.outcomes for fault in outcome.faults),
        sha256=digest,
    )


def _square(key: ProfileKey) -> str:
    return f"{key.domain}, form {key.form}, repeat {key.repeat}"
