"""Rules on values: that they can be found in the document, and that none is mistaken for another.

Found means what it means to the scorers: by the strict matcher where it is about finding, by the released one too
where it is about not finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.quality.checks.reading import Reading, called, compact, full_finds, holds, place_of, wordings, words
from polar_bench.quality.checks.rule import Rule, at, released
from polar_bench.quality.findings import Fault
from polar_bench.sample import PolicyLevel
from polar_bench.scoring.paper import found

_SCORED = (Role.PROTECTED, Role.TASK)
_SHORTEST = 4


def _coverage(reading: Reading) -> Iterator[Fault]:
    text = reading.sample.document.text
    for attribute in reading.sample.attributes:
        is_written = any(holds(text, wording) for wording in wordings(attribute))
        if is_written and attribute.role not in _SCORED:
            continue
        if not full_finds(text, attribute):
            what = (
                "stands in the document, but the strict matcher doesn't find it"
                if is_written
                else "neither its value nor a form stands in the document"
            )
            yield Fault(place_of(attribute), f"{called(attribute)}: {what}", repr(attribute.value))


def _fact_once(reading: Reading) -> Iterator[Fault]:
    for name in sorted(reading.facts & set(reading.by_name)):
        attribute = reading.by_name[name]
        count = words(reading.sample.document.text).count(attribute.value)
        if count != 1:
            fault = f"{name}: its words stand {count} times in the document, not once"
            yield Fault(place_of(attribute), fault, repr(attribute.value))


def _short(reading: Reading) -> Iterator[Fault]:
    for attribute in reading.scored:
        if len(compact(attribute.value)) < _SHORTEST:
            fault = f"{called(attribute)}: its value has fewer than four letters or digits"
            yield Fault(place_of(attribute), fault, repr(attribute.value))


def _value_in_value(reading: Reading) -> Iterator[Fault]:
    attributes = reading.sample.attributes
    values = tuple(attribute.value for attribute in attributes)
    for holder, held in _pairs_found(values):
        one, other = attributes[holder], attributes[held]
        if {one.role, other.role} != {Role.OTHER, Role.PERMITTED}:
            fault = f"the value of {called(other)} is found in that of {called(one)}"
            yield Fault(place_of(one), fault, f"{other.value!r} in {one.value!r}")


@lru_cache(maxsize=8)
def _pairs_found(values: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs (holder, held) of places in `values` of which the second is found in the first."""
    bare = [compact(value) for value in values]
    by_matcher = {holder: frozenset(found(holder, values)) for holder in values}
    return tuple(
        (holder, held)
        for holder, held in permutations(range(len(values)), 2)
        if bare[held] in bare[holder] or values[held] in by_matcher[values[holder]]
    )


def _name_parts(reading: Reading) -> Iterator[Fault]:
    people = [a for a in reading.sample.attributes if a.kind is Kind.PERSON_NAME]
    for one, other in combinations(people, 2):
        if parts(one) & parts(other):
            fault = f"{called(one)} and {called(other)} share a name part"
            yield Fault(place_of(other), fault, f"{one.value!r} and {other.value!r}")


def parts(person: Attribute) -> set[str]:
    """Return the parts of a name, in small letters."""
    return set(person.value.lower().split())


def _joined(reading: Reading) -> Iterator[Fault]:
    task_text = " ".join(attribute.value for attribute in reading.sample.with_role(Role.TASK))
    protected = reading.sample.with_role(Role.PROTECTED)
    joined = frozenset(found(task_text, [attribute.value for attribute in protected]))
    for attribute in protected:
        if attribute.value in joined:
            fault = f"{called(attribute)} is found by the released matcher in all task values together"
            yield Fault(place_of(attribute), fault, f"{attribute.value!r} in {task_text!r}")


RULES = (
    Rule(name="coverage", protects="every fact can be read in the document and found when it is said", find=_coverage),
    Rule(
        name="fact-once",
        protects="the fact that a condition hangs on stands in the document, and once",
        find=_fact_once,
        applies=at(PolicyLevel.P3),
        unanswerable=released("records in the released format name no facts"),
    ),
    Rule(name="short-value", protects="a value isn't found by chance", find=_short),
    Rule(name="value-in-value", protects="saying one thing doesn't count as saying another", find=_value_in_value),
    Rule(name="name-parts", protects="a first name or a surname means one person", find=_name_parts),
    Rule(name="joined-values", protects="a full answer to the task leaks nothing", find=_joined),
)
