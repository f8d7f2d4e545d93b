"""One sample as the rules read it: what many of them need, made once; and the limits that they hold it to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

import msgspec

from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.generation.checks import Words
from polar_bench.matching.finder import wanted
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text
from polar_bench.quality.diagnosis import without_options
from polar_bench.sample import Sample
from polar_bench.scoring.context import with_context


class Limits(msgspec.Struct, frozen=True):
    """Counts of attributes, and inclusive limits of words (split at white space); `turn_words` for each turn."""

    protected: int = 6
    task: int = 5
    document_words: tuple[int, int] = (400, 900)
    policy_words: tuple[int, int] = (40, 100)
    task_words: tuple[int, int] = (20, 50)
    turn_words: tuple[int, int] = (3, 220)


class Reading:
    """A sample with the views that rules share. Views of texts are kept for the next sample of the same profile."""

    def __init__(self, sample: Sample, limits: Limits) -> None:
        self.sample = sample
        self.limits = limits
        self.by_name = {attribute.name: attribute for attribute in sample.attributes}
        self.facts = frozenset(rule.fact for rule in sample.policy.rules if rule.fact)
        self.scored = (*sample.with_role(Role.PROTECTED), *sample.with_role(Role.TASK))

    @cached_property
    def turns(self) -> tuple[str, ...]:
        """The texts of the script's turns, with dots in the place of guesses' options."""
        return tuple(without_options(turn) for turn in self.sample.script)

    @cached_property
    def script(self) -> str:
        """All turns in one text, options apart."""
        return "\n\n".join(self.turns)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield place and text of everything that somebody reads: document, policy, task, each turn as it stands."""
        yield "document", self.sample.document.text
        yield "policy", self.sample.policy.text
        yield "task", self.sample.task.text
        yield from ((turn_place(number), turn.text) for number, turn in enumerate(self.sample.script))


def turn_place(index: int) -> str:
    """Return what the turn at `index` (from 0) is called: "turn 1" for the first."""
    return f"turn {index + 1}"


def place_of(attribute: Attribute) -> str:
    """Return what an attribute is called as a place; one without a name goes by its value."""
    return f"attribute {called(attribute)}"


def without_labels(text: str, sample: Sample) -> str:
    """Return `text` without the attributes' labels: "attending doctor" is a field to fill, and nobody who speaks."""
    for label in sorted({a.label for a in sample.attributes if a.label}, key=len, reverse=True):
        text = re.sub(re.escape(label), "...", text, flags=re.IGNORECASE)
    return text


def called(attribute: Attribute) -> str:
    """Return the attribute's name, or its value in quotes where it has none."""
    return attribute.name or repr(attribute.value)


def wordings(attribute: Attribute) -> tuple[str, ...]:
    """Return the value and its other accepted forms."""
    return (attribute.value, *attribute.forms)


def holds(text: str, value: str) -> bool:
    """Tell whether `value` stands in `text` as whole words, case, line breaks and quote marks (">") aside."""
    return words(text).hold(value)


@lru_cache(maxsize=64)
def words(text: str) -> Words:
    """Return the text as whole words are looked for in it."""
    return Words(text)


@lru_cache(maxsize=1024)
def compact(text: str) -> str:
    """Return the letters and digits of a text, in small letters."""
    return "".join(filter(str.isalnum, text.lower()))


@lru_cache(maxsize=32)
def _read(text: str) -> Text:
    return Text(text)


def full_finds(text: str, attribute: Attribute) -> tuple[Span, ...]:
    """Return where the strict matcher finds the value or a form of it in full, in raw offsets."""
    return _full_finds(text, attribute.kind, wordings(attribute))


@lru_cache(maxsize=1024)
def _full_finds(text: str, kind: Kind, told: tuple[str, ...]) -> tuple[Span, ...]:
    sought, read = wanted(kind, told), _read(text)
    if not sought.may_stand_in(read):
        return ()
    return tuple(span for span in sought.find(read) if span.grade is Grade.FULL)


def telling_finds(text: str, attribute: Attribute) -> list[Span]:
    """Return the `full_finds` that count where a reply says them: short and common values need their name beside."""
    return with_context(_read(text), full_finds(text, attribute), attribute, asked_for=False)
