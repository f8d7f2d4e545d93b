"""A whole data set: every profile of the domains asked for, in order, on all cores.

The order is the domains' as given, then forms, repeats and profiles as `design.keys` has them; a domain's rows are the
same whatever else is generated. Must not know of progress bars or files of data sets.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context

import msgspec

from polar_bench.dataset import jsonl
from polar_bench.domains.loader import domain_digest, load_domain
from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import build
from polar_bench.generation.profile import ProfileKey
from polar_bench.generation.render import document
from polar_bench.generation.render.template import GENERATOR
from polar_bench.version import __version__

_AT_A_TIME = 10


class Plan(msgspec.Struct, frozen=True):
    """What is to be generated: `sources` are names of shipped domains or paths of domain files, in order."""

    sources: tuple[str, ...]
    seed: int
    repeats: int

    def keys(self) -> list[tuple[str, ProfileKey]]:
        """Return each profile's source and key, in the order of the data set."""
        return [(source, key) for source in self.sources for key in keys(_spec(source), self.repeats, self.seed)]


class Made(msgspec.Struct, frozen=True):
    """One profile's samples as lines of JSON, and why earlier profiles of its key were given up."""

    lines: tuple[bytes, ...]
    faults: tuple[str, ...]


def generate(plan: Plan, processes: int | None = None) -> Iterator[Made]:
    """Yield every profile of `plan` in order, made by `processes` processes (by default one a core).

    Raises:
        DataError: a profile can't be made; the text says of what and why.
    """
    todo = plan.keys()
    processes = min(processes or os.cpu_count() or 1, -(-len(todo) // _AT_A_TIME))
    if processes <= 1:
        yield from (_make(one) for one in todo)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield from pool.map(_make, todo, chunksize=_AT_A_TIME)
    finally:
        pool.shutdown(cancel_futures=True)


@lru_cache(maxsize=32)
def _spec(source: str) -> DomainSpec:
    return load_domain(source)


def _make(one: tuple[str, ProfileKey]) -> Made:
    source, key = one
    built = build(_spec(source), key, document)
    return Made(tuple(jsonl.encode(sample) for sample in built.samples), built.faults)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Manifest(msgspec.Struct, frozen=True):
    """What a generated file is: enough to make the same bytes again. It holds no time, so that it is the same too."""

    generator: str
    version: str
    seed: int
    repeats: int
    domains: dict[str, str]
    samples: int
    profiles: int
    redrawn: int
    faults: tuple[str, ...]
    sha256: str


def manifest(plan: Plan, *, samples: int, profiles: int, digest: str, redrawn: list[str]) -> Manifest:
    """Describe the file that `plan` gave; `domains` maps each domain to SHA-256 of its file."""
    return Manifest(
        generator=GENERATOR,
        version=__version__,
        seed=plan.seed,
        repeats=plan.repeats,
        domains={_spec(source).domain: domain_digest(source) for source in plan.sources},
        samples=samples,
        profiles=profiles,
        redrawn=len({fault.partition(":")[0] for fault in redrawn}),
        faults=tuple(redrawn),
        sha256=digest,
    )
