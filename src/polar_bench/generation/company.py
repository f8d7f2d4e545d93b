"""The values of one profile side by side: what a further one would clash with.

Beside the drawn values stand those that no draw changes: the counterpart's name, the day of writing, and the words of
both truths of each condition, so that a profile holds with either. Must not know how values are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from polar_bench.attributes import Kind
from polar_bench.domains.spec import AttributeSpec, DomainSpec, TaskSpec, Use
from polar_bench.generation.clashes import Seen, clash, clash_in_pair, found_in, seen, seen_text
from polar_bench.generation.profile import Fact, Profile

_SHORTEST = 4
_SCORED = frozenset({Use.OPEN, Use.GRADED, Use.COARSE, Use.CONDITIONAL, Use.GUARDED})
_MOST_PERMUTED = 4


class Trouble(NamedTuple):
    """What a value can't stand beside, in words, and the attribute whose value that is, where it is one's."""

    words: str
    name: str | None = None


class _Roles(NamedTuple):
    """The attributes that the task takes, and those that are protected, together at some level."""

    task: list[str]
    protected: list[str]


class Company:
    """Values by their attributes' names; compares in all ways that `clashes` knows."""

    def __init__(self, profile: Profile) -> None:
        self._spec = profile.spec
        self._task = profile.task
        self._fixed = [
            (f"the counterpart {profile.counterpart!r}", seen(Kind.ORGANISATION, (profile.counterpart,))),
            ("the day of writing", seen(Kind.DATE, (profile.written_on.isoformat(),))),
            *_fact_words(self._spec),
        ]
        self._views: dict[str, Seen] = {}

    def add(self, name: str, view: Seen) -> None:
        """Let a value join."""
        self._views[name] = view

    def remove(self, name: str) -> None:
        """Let a value go."""
        del self._views[name]

    def trouble(self, attribute: AttributeSpec, view: Seen) -> Trouble | None:
        """Return what a value of `attribute` can't stand beside, None where nothing is in its way."""
        if attribute.use in _SCORED and len(view.compact) < _SHORTEST:
            return Trouble(f"the rule that it has at least {_SHORTEST} letters or digits")
        for name, other in self._fixed:
            if clash(view, other):
                return Trouble(name)
        for name, other in self._views.items():
            is_pair = attribute.coarse_of == name or self._spec.by_name[name].coarse_of == attribute.name
            if (clash_in_pair if is_pair else clash)(view, other):
                return Trouble(f"that of {name} ({other.value!r})", name)
        return None

    def found_in_task(self) -> str | None:
        """Return a protected attribute that the released matcher finds in all task values together.

        At each level, whichever condition holds; digits in whatever order the values are told.
        """
        for task, protected in _role_sets(self._spec, self._task):
            views = [self._views[name] for name in task]
            together = seen_text(" ".join(view.value for view in views))
            digits = _joined_digits([view.digits for view in views if view.digits])
            for name in protected:
                view = self._views[name]
                is_spanned = view.sought_digits and any(view.sought_digits in told for told in digits)
                if is_spanned or found_in(view, together):
                    return name
        return None


def view_of(attribute: AttributeSpec, fact: Fact) -> Seen:
    """Return a fact in the views in which it is compared."""
    return seen(attribute.kind, tuple(dict.fromkeys((fact.value, *fact.forms, fact.text))))


def _fact_words(spec: DomainSpec) -> Iterator[tuple[str, Seen]]:
    for condition in spec.conditions:
        for word in (condition.holds, condition.fails):
            yield f"that of {condition.fact} ({word!r})", seen(Kind.CATEGORY, (word,))


def _joined_digits(digits: Sequence[str]) -> list[str]:
    orders = permutations(digits) if len(digits) <= _MOST_PERMUTED else [tuple(digits)]
    return ["".join(order) for order in orders]


def _role_sets(spec: DomainSpec, task: TaskSpec) -> Iterator[_Roles]:
    """Yield what is task and protected together, whichever conditional attribute is closed: P1, P2, P3 and P5, then P4.

    Those that rest at P4 are left among the protected: that asks for more than the level does.
    """
    places = {attribute.name: place for place, attribute in enumerate(spec.attributes)}
    coarse = {attribute.coarse_of: attribute.name for attribute in spec.with_use(Use.COARSE)}
    guarded, graded, conditional = (
        [attribute.name for attribute in spec.with_use(use)] for use in (Use.GUARDED, Use.GRADED, Use.CONDITIONAL)
    )
    for closed in conditional:
        needed = [*task.needs, *(name for name in conditional if name != closed)]
        yield _Roles(sorted(needed, key=places.__getitem__), [*guarded, closed])
        tightened = [coarse.get(name, name) for name in needed]
        yield _Roles(sorted(tightened, key=places.__getitem__), [*guarded, closed, *graded])
