"""A whole data set: every profile of the domains asked for, in order, on all cores.

The order is the domains' as given, then forms, repeats and profiles as `design.keys` has them; a domain's rows are the
same whatever else is generated. Must not know of progress bars or files of data sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from polar_bench.dataset import jsonl
from polar_bench.domains.loader import domain_digest, load_domain
from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import build
from polar_bench.generation.profile import ProfileKey
from polar_bench.generation.render import document
from polar_bench.generation.render.template import GENERATOR
from polar_bench.processes import batches, cores, in_order
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
    todo = list(batches(plan.keys(), _AT_A_TIME))
    for made in in_order(_make_all, todo, min(processes or cores(), len(todo))):
        yield from made


@lru_cache(maxsize=32)
def _spec(source: str) -> DomainSpec:
    return load_domain(source)


def _make_all(batch: list[tuple[str, ProfileKey]]) -> list[Made]:
    return [_make(one) for one in batch]


def _make(one: tuple[str, ProfileKey]) -> Made:
    source, key = one
    built = build(_spec(source), key, document)
    return Made(tuple(jsonl.encode(sample) for sample in built.samples), built.faults)


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
