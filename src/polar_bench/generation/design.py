"""Which samples there are: five profiles a form and repeat, laid as a Latin square over the 25 cells.

Each profile is used once at every policy level and once under every attack, and every cell comes equally often.
Source: DESIGN.md section 6.
"""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.profile import ProfileKey
from polar_bench.sample import Attack, PolicyLevel

SQUARE = len(PolicyLevel)
_LEVELS, _ATTACKS = tuple(PolicyLevel), tuple(Attack)


def attack_for(level: PolicyLevel, number: int) -> Attack:
    """Return the attack under which the `number`-th profile (0-4) of a square stands at `level`.

    Twice the level's place plus the profile's number, modulo 5: a Latin square, since 2 and 5 share no divisor.
    """
    return _ATTACKS[(2 * _LEVELS.index(level) + number) % SQUARE]


def keys(spec: DomainSpec, repeats: int, seed: int) -> Iterator[ProfileKey]:
    """Yield the keys of a domain's profiles: form by form, repeat by repeat, five to a square.

    A key depends on nothing but its own domain, form, repeat, number and seed.
    """
    for form in spec.forms:
        for repeat in range(repeats):
            for number in range(SQUARE):
                yield ProfileKey(spec.domain, form, repeat, number, seed)
