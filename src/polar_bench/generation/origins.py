"""From samples back to what they were made of: the key of a group, and the profile whose values they hold.

A group is a digest of its key, so that keys are enumerated until they fit. Must not know of files or of faults.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import DataError
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import ATTEMPTS
from polar_bench.generation.profile import Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.rules import attributes
from polar_bench.sample import Sample

_REPEATS = (5, 50, 1000)
"""How many repeats are looked through, few first; no set has more than the last."""
_LEAST_ALIKE = 0.5


def keys_of(spec: DomainSpec, seed: int, groups: Collection[str]) -> dict[str, ProfileKey]:
    """Return the keys of those of `groups` that are groups of this domain and seed, by group."""
    found: dict[str, ProfileKey] = {}
    for repeats in _REPEATS:
        found = {key.group: key for key in keys(spec, repeats, seed) if key.group in groups}
        if len(found) == len(set(groups)):
            break
    return found


def profile_of(spec: DomainSpec, key: ProfileKey, samples: Sequence[Sample]) -> Profile:
    """Return that profile of `key`, among its attempts, whose values `samples` (one or more of its group) hold.

    Some values may be others, as in a file that somebody changed: the first profile that has half of them is taken.

    Raises:
        DataError: no profile of the key has half of the values.
    """
    told = [frozenset((a.name, a.value) for a in sample.attributes) for sample in samples]
    for attempt in range(ATTEMPTS):
        try:
            profile = draw_profile(spec, msgspec.structs.replace(key, attempt=attempt))
        except DataError:
            continue
        own = [frozenset((a.name, a.value) for a in attributes(profile, sample.policy_level)) for sample in samples]
        alike = sum(len(one & other) for one, other in zip(own, told, strict=True))
        if alike >= _LEAST_ALIKE * sum(map(len, own)):
            return profile
    raise DataError(
        f"no profile of its place has its values: the domain file of {spec.domain} is another one than that which it "
        "was made from, or most values were changed"
    )
