"""Drawing a profile: the consistent facts of one fictional case.

Each choice has a stream of its own. What clashes is drawn again, it alone, with what hangs on it. Must not know of
texts, but that no value may be mistaken for another one in them.

Source: reference/semantics.md 1 and 6; reference/generator-facts.md 6.10.
"""

from __future__ import annotations

import datetime as dt
from functools import cache

import msgspec

from polar_bench.domains.spec import DomainSpec, Use
from polar_bench.errors import DataError
from polar_bench.generation.company import Company, Trouble, view_of
from polar_bench.generation.makers import OutOfReach
from polar_bench.generation.profile import Fact, Profile, ProfileKey
from polar_bench.generation.sources import drawn, in_order, unit_of, units_behind

DRAWS = 60
_DRAWS_ALONE = 15
YEAR = 2025
_NOISE = {"low": 2, "medium": 3, "high": 4}
_LEVELS = ("low", "medium", "medium", "high")


def draw_profile(spec: DomainSpec, key: ProfileKey) -> Profile:
    """Return the profile of `key`: the same for the same domain and key, whatever else is drawn.

    Raises:
        DataError: 60 draws of a value all clashed; the text names both attributes.
    """
    conditional = [attribute.name for attribute in spec.with_use(Use.CONDITIONAL)]
    noise_level = key.draw("noise level").pick(_LEVELS)
    profile = Profile(
        key=key,
        spec=spec,
        facts={},
        noise=_noise(spec, key, _NOISE[noise_level]),
        noise_level=noise_level,
        holds=key.draw("truth").pick(conditional),
        closed=key.draw("closed").pick(conditional),
        task=key.draw("task").pick(spec.tasks),
        counterpart=key.draw("counterpart").pick(spec.counterparts),
        written_on=key.draw("written on").pick(_working_days()),
        is_female=key.draw("sex").chance(0.5),
    )
    return _Drawing(profile).done()


@cache
def _working_days() -> tuple[dt.date, ...]:
    days = (dt.date(YEAR, 1, 1) + dt.timedelta(days=number) for number in range(365))
    return tuple(day for day in days if day.weekday() < 5)


def _noise(spec: DomainSpec, key: ProfileKey, count: int) -> tuple[str, ...]:
    """Return the noise attributes that are drawn, in the file's order: those with the lowest lots, one an attribute."""
    names = [attribute.name for attribute in spec.with_use(Use.NOISE)]
    lots = sorted((key.draw("noise", name).below(2**30), name) for name in names)
    lowest = {name for _, name in lots[:count]}
    return tuple(name for name in names if name in lowest)


class _Drawing:
    """Facts that are drawn one by one, each compared with all before it."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._spec = profile.spec
        self._facts: dict[str, Fact] = {}
        self._times: dict[str, int] = {}
        self._company = Company(profile)
        left_out = {attribute.name for attribute in self._spec.with_use(Use.NOISE)} - {*profile.noise}
        self._order = [name for name in in_order(self._spec) if name not in left_out]

    def done(self) -> Profile:
        """Return the profile with all its facts, in the file's order."""
        self._fill()
        while (found := self._company.found_in_task()) is not None:
            self._again(found, Trouble("what the task needs, told together"))
            self._fill()
        facts = {**_fact_words(self._profile), **self._with_classes()}
        in_file_order = {a.name: facts[a.name] for a in self._spec.attributes if a.name in facts}
        return msgspec.structs.replace(self._profile, facts=in_file_order)

    def _fill(self) -> None:
        while (name := next((n for n in self._order if n not in self._facts), None)) is not None:
            attribute = self._spec.by_name[name]
            try:
                fact = drawn(self._profile, attribute, self._facts, self._times)
            except OutOfReach as error:
                self._again(name, Trouble(f"what it hangs on ({error})"))
                continue
            view = view_of(attribute, fact)
            trouble = self._company.trouble(attribute, view)
            if trouble is not None:
                self._again(name, trouble)
                continue
            self._facts[name] = fact
            self._company.add(name, view)

    def _again(self, name: str, trouble: Trouble) -> None:
        """Have the attribute drawn again, or what it hangs on where it leaves nothing to the draw.

        Now and then the other one is drawn again as well: "CHF 47'700" clashes with every number from +44 7700 on.
        """
        unit = unit_of(self._spec, name)
        if self._times.get(unit, 0) >= DRAWS:
            raise DataError(
                f"{self._spec.domain}: {DRAWS} draws gave no value of {name} that can stand beside {trouble.words}; "
                f"its source is too small, so give {name} more and other values."
            )
        if trouble.name is not None and self._times.get(unit, 0) % _DRAWS_ALONE == _DRAWS_ALONE - 1:
            self._drop(unit_of(self._spec, trouble.name))
        self._drop(unit)

    def _drop(self, unit: str) -> None:
        self._times[unit] = self._times.get(unit, 0) + 1
        for other in [other for other in self._facts if unit in units_behind(self._spec, other)]:
            del self._facts[other]
            self._company.remove(other)

    def _with_classes(self) -> dict[str, Fact]:
        """Return the facts, the graded ones with their coarse form as the class that decoys share."""
        coarse = {a.coarse_of: self._facts[a.name].value for a in self._spec.with_use(Use.COARSE)}
        return {
            name: msgspec.structs.replace(fact, coarse_class=coarse[name]) if name in coarse else fact
            for name, fact in self._facts.items()
        }


def _fact_words(profile: Profile) -> dict[str, Fact]:
    return {
        condition.fact: Fact(condition.holds if condition.governs == profile.holds else condition.fails)
        for condition in profile.spec.conditions
    }
