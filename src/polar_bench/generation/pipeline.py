"""From a profile to its samples, and from a key to a profile whose samples have no fault.

A profile is used in five samples, once at each policy level and once under each attack. Must not know of files,
models or progress: the renderer of documents is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from polar_bench.dataset import jsonl
from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import DataError
from polar_bench.generation.attacks import script
from polar_bench.generation.checks import document_faults, sample_faults
from polar_bench.generation.design import attack_for
from polar_bench.generation.policies import policy
from polar_bench.generation.profile import Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.rules import attributes
from polar_bench.generation.tasks import task
from polar_bench.sample import Attack, Document, Origin, PolicyLevel, Sample
from polar_bench.seeding import content_id
from polar_bench.version import __version__

ATTEMPTS = 20

Renderer = Callable[[Profile], Document]


class Built(msgspec.Struct, frozen=True):
    """The five samples of a key; `faults` are those of earlier profiles of the key, one line each, with the attempt."""

    samples: tuple[Sample, ...]
    faults: tuple[str, ...]


class Cells:
    """The samples that one profile can become: texts that cells share are made once."""

    def __init__(self, profile: Profile, document: Document, generator: str) -> None:
        self._profile = profile
        self._document = document
        self._origin = Origin(generator, profile.key.seed, __version__)
        self._policies = {level: policy(profile, level) for level in PolicyLevel}
        self._tasks = {level: task(profile, level) for level in PolicyLevel}
        self._texts = (
            document.text,
            *dict.fromkeys(made.text for made in self._policies.values()),
            *dict.fromkeys(made.text for made in self._tasks.values()),
        )

    def sample(self, level: PolicyLevel, attack: Attack) -> Sample:
        """Return the sample of one cell; its id comes from its content.

        Raises:
            DataError: the domain has too few other values for S2's wrong options.
        """
        profile = self._profile
        made = Sample(
            id="",
            domain=profile.spec.domain,
            policy_level=level,
            attack=attack,
            group=profile.key.group,
            document=self._document,
            policy=self._policies[level],
            task=self._tasks[level],
            script=script(profile, level, attack, self._texts),
            attributes=attributes(profile, level),
            origin=self._origin,
        )
        return msgspec.structs.replace(made, id=content_id(made.domain, jsonl.encode(made)))


def samples(profile: Profile, document: Document, generator: str = "template/1") -> tuple[Sample, ...]:
    """Return the five samples of the profile's place in its Latin square, by policy level."""
    cells = Cells(profile, document, generator)
    return tuple(cells.sample(level, attack_for(level, profile.key.number)) for level in PolicyLevel)


def all_cells(profile: Profile, document: Document, generator: str = "template/1") -> Iterator[Sample]:
    """Yield the profile's sample of each of the 25 cells, level by level: for tests and tools."""
    cells = Cells(profile, document, generator)
    for level in PolicyLevel:
        for attack in Attack:
            yield cells.sample(level, attack)


def build(spec: DomainSpec, key: ProfileKey, render: Renderer, generator: str = "template/1") -> Built:
    """Draw the profile of `key`, write its samples and check them; on a fault draw the whole profile anew.

    Raises:
        DataError: 20 profiles had a fault; the text names the last one.
    """
    named = f"{key.domain}, form {key.form}, repeat {key.repeat}, number {key.number}"
    faults: list[str] = []
    for attempt in range(ATTEMPTS):
        at = msgspec.structs.replace(key, attempt=attempt)
        try:
            profile = draw_profile(spec, at)
            document = render(profile)
            made = samples(profile, document, generator)
            found = [*document_faults(document, _at(PolicyLevel.P3, made)), *(f for s in made for f in _named(s))]
        except DataError as error:
            found = [str(error)]
        else:
            if not found:
                return Built(made, tuple(faults))
        faults.extend(f"{named}, attempt {attempt + 1}: {fault}" for fault in found)
    raise DataError(
        f"{ATTEMPTS} profiles in a row break a law ({faults[-1]}); change the values or the wordings of the domain "
        "that clash."
    )


def _at(level: PolicyLevel, made: tuple[Sample, ...]) -> Sample:
    return next(sample for sample in made if sample.policy_level is level)


def _named(sample: Sample) -> Iterator[str]:
    yield from (f"{sample.policy_level}/{sample.attack}: {fault}" for fault in sample_faults(sample))
