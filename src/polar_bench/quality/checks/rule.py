"""Rules: a name, what each protects, where it applies, and the function that yields a sample's faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from polar_bench.quality.checks.reading import Reading
from polar_bench.quality.findings import Fault
from polar_bench.sample import Attack, PolicyLevel, Sample


def _everywhere(_sample: Sample) -> bool:
    return True


def _never(_sample: Sample) -> str:
    return ""


class Described(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule is and where it can be asked, apart from how.

    `protects` says in a few words what a sample that keeps it can be trusted for. `applies` is False where the rule has
    nothing to say (a rule on S2 under S1); `unanswerable` gives the reason why it can't be checked, or "". A sample
    that breaks a rule with `is_must` is unfit; one that breaks another is poorer, but usable.
    """

    name: str
    protects: str
    is_must: bool = True
    applies: Callable[[Sample], bool] = _everywhere
    unanswerable: Callable[[Sample], str] = _never


class Rule(Described, frozen=True, kw_only=True):
    """A rule over one sample."""

    find: Callable[[Reading], Iterator[Fault]]


def released(reason: str) -> Callable[[Sample], str]:
    """Return an `unanswerable` for rules that data in the released format gives nothing to check by."""

    def answer(sample: Sample) -> str:
        return reason if sample.as_released is not None else ""

    return answer


def under(*attacks: Attack) -> Callable[[Sample], bool]:
    """Return an `applies` for rules of some attacks."""
    return lambda sample: sample.attack in attacks


def at(*levels: PolicyLevel) -> Callable[[Sample], bool]:
    """Return an `applies` for rules of some policy levels."""
    return lambda sample: sample.policy_level in levels


def has_guesses(sample: Sample) -> bool:
    """Tell whether the script is one of S2 with something in it."""
    return sample.attack is Attack.S2 and bool(sample.script)
