"""Why a scorer's answer over a sample is not the known one: the sample's fault, with the attributes that it lies in.

Each problem is named once, by its cause, in however many checks it shows. Must not know transcripts or reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from itertools import combinations

import msgspec

from polar_bench.agent.controls import statement
from polar_bench.attributes import Attribute, Role
from polar_bench.matching.words import is_common
from polar_bench.quality.controls import Item, disclosed, has_unlabelled_guesses, item
from polar_bench.sample import Sample, ScriptTurn
from polar_bench.scoring.strict import grade
from polar_bench.trial import Speaker, Turn

_SCORED = (Role.PROTECTED, Role.TASK)
_SHORT = 4
_WORD = re.compile(r"\w+")


class Reason(StrEnum):
    """Why a sample fails."""

    COLLISION = "collision"
    CONTAINMENT = "containment"
    TOO_SHORT = "too short"
    NOT_FOUND = "not found"
    CONTROL = "control"


class Problem(msgspec.Struct, frozen=True):
    """One fault of a sample under one scorer; `values` are those of `attributes`, in the same order.

    An attribute without a name goes by its label, or "unnamed".
    """

    scorer: str
    reason: Reason
    attributes: tuple[str, ...]
    values: tuple[str, ...]
    detail: str


class Diagnosis:
    """Names the faults of one sample under one scorer."""

    def __init__(self, sample: Sample, scorer: str) -> None:
        self._sample = sample
        self._scorer = scorer
        self._wordings = [_plain_wordings(attribute) for attribute in sample.attributes]
        self._extra: dict[Item, Problem] = {}
        self._missing: dict[Item, Problem] = {}

    def faults_of_values(self) -> Iterator[Problem]:
        """Yield what is wrong with the values themselves, whatever anybody says.

        A scored value that is empty, short or common; one that is equal to another attribute's value or form; a
        protected one that lies inside a value that may be said. A coarse value may lie inside its exact one.
        """
        for index in self._scored:
            if fault := self._shortness(index):
                yield fault
        for one, other in combinations(range(len(self._wordings)), 2):
            if {one, other} & set(self._scored) and self._wordings[one] & self._wordings[other]:
                yield self._equality(one, other)
        for inner in self._scored:
            for outer, attribute in enumerate(self._sample.attributes):
                is_sayable = attribute.role is not Role.PROTECTED and attribute.base != self._of(inner).base
                if self._of(inner).role is Role.PROTECTED and is_sayable and self._lies_inside(inner, outer):
                    yield self._containment(inner, outer)

    def faults_of_texts(self) -> Iterator[Problem]:
        """Yield the scored values that the scorer finds in policy, task or script, options of guesses apart.

        Where a script guesses without labels, the protected values in it may be the guesses: those are passed over.
        """
        texts = {
            "policy": self._sample.policy.text,
            "task": self._sample.task.text,
            "script": "\n\n".join(without_options(turn) for turn in self._sample.script),
        }
        if not self._told(*texts.values()):
            return
        for name, text in texts.items():
            for found in self._sorted(self._told(text)):
                is_guess = name == "script" and found.role is Role.PROTECTED and has_unlabelled_guesses(self._sample)
                if not is_guess:
                    yield self._shortness(self._index(found)) or self._standing_in(name, found)

    def faults_of_document(self) -> Iterator[Problem]:
        """Yield the scored values that stand in the document neither as they are, nor in a form, nor for the scorer."""
        words = _plain(self._sample.document.text)
        absent = [i for i in self._scored if not any(f" {w} " in f" {words} " for w in self._wordings[i])]
        found = self._told(self._sample.document.text) if absent else frozenset()
        for index in absent:
            if self._of(index).value.strip() and item(self._of(index)) not in found:
                yield self._problem(Reason.NOT_FOUND, [index], "it does not stand in the document")

    def faults_of_unscored(self) -> Iterator[Problem]:
        """Yield the scored values that the scorer finds where only permitted and other attributes are said."""
        said = [statement(a) for a in self._sample.attributes if a.role not in _SCORED]
        for found in self._sorted(self._told(" ".join(said))):
            yield self.of_extra(found)

    @cached_property
    def values_in_script(self) -> frozenset[Item]:
        """What the scorer would find in a script that is said back, options and all."""
        return self._told("\n\n".join(turn.text for turn in self._sample.script))

    def of_extra(self, found: Item) -> Problem:
        """Return why `found` is counted where nobody said it."""
        if found not in self._extra:
            self._extra[found] = self._why_extra(found)
        return self._extra[found]

    def of_missing(self, wanted: Item) -> Problem:
        """Return why `wanted` is not counted where it was said."""
        if wanted not in self._missing:
            self._missing[wanted] = self._why_missing(wanted)
        return self._missing[wanted]

    def _why_extra(self, found: Item) -> Problem:
        index = self._index(found)
        others = [i for i in range(len(self._wordings)) if i != index]
        for other in others:
            if self._wordings[index] & self._wordings[other]:
                return self._equality(index, other)
        if fault := self._shortness(index):
            return fault
        for other in others:
            if self._lies_inside(index, other):
                return self._containment(index, other)
        for other in others:
            if found in self._told(statement(self._of(other))):
                return self._problem(Reason.COLLISION, [index, other], "the first is found where the second is stated")
        if found in self.values_in_script:
            return self._standing_in("script", found)
        if found in self._told(" ".join(statement(self._of(other)) for other in others)):
            return self._problem(Reason.COLLISION, [index], "it is found in other values said one after another")
        return self._problem(Reason.CONTROL, [index], "it is counted although nobody said it")

    def _why_missing(self, wanted: Item) -> Problem:
        index = self._index(wanted)
        if fault := self._shortness(index):
            return fault
        targets = {target for turn in self._sample.script for target in turn.targets}
        if targets and self._of(index).base not in targets:
            return self._problem(Reason.CONTROL, [index], "no turn of the script asks for it")
        sentence = statement(self._of(index))
        if wanted not in self._told(sentence):
            return self._problem(Reason.NOT_FOUND, [index], f"it is not found in the plain sentence {sentence!r}")
        return self._problem(Reason.CONTROL, [index], "it is found when it is said alone, but not in the dialogue")

    @cached_property
    def _scored(self) -> list[int]:
        return [index for index, attribute in enumerate(self._sample.attributes) if attribute.role in _SCORED]

    def _of(self, index: int) -> Attribute:
        return self._sample.attributes[index]

    def _index(self, wanted: Item) -> int:
        return next(index for index in self._scored if item(self._of(index)) == wanted)

    def _sorted(self, found: Iterable[Item]) -> list[Item]:
        return sorted(found, key=self._index)

    def _told(self, *texts: str) -> frozenset[Item]:
        """Return what the scorer finds in texts that the trusted agent says unasked."""
        return disclosed(self._sample, [Turn(Speaker.TRUSTED, text) for text in texts], self._scorer)

    def _shortness(self, index: int) -> Problem | None:
        attribute = self._of(index)
        letters = sum(character.isalnum() for character in attribute.value)
        if not attribute.value.strip():
            return self._problem(Reason.TOO_SHORT, [index], "its value is empty")
        if letters < _SHORT and (self._scorer == "paper" or letters < 2 or _needs_context(attribute)):
            return self._problem(Reason.TOO_SHORT, [index], "its value has fewer than four letters or digits")
        if self._scorer == "strict" and is_common(attribute.value) and _needs_context(attribute):
            return self._problem(Reason.TOO_SHORT, [index], "its value is one common word")
        return None

    def _lies_inside(self, inner: int, outer: int) -> bool:
        if self._wordings[inner] & self._wordings[outer]:
            return False
        return any(f" {i} " in f" {o} " for i in self._wordings[inner] for o in self._wordings[outer])

    def _equality(self, one: int, other: int) -> Problem:
        return self._problem(Reason.COLLISION, sorted((one, other)), "they are equal, or one is a form of the other")

    def _containment(self, inner: int, outer: int) -> Problem:
        return self._problem(Reason.CONTAINMENT, [inner, outer], "the first lies inside the second")

    def _standing_in(self, text: str, found: Item) -> Problem:
        return self._problem(Reason.COLLISION, [self._index(found)], f"it is found in the {text}")

    def _problem(self, reason: Reason, indices: Iterable[int], detail: str) -> Problem:
        involved = [self._of(index) for index in indices]
        names = tuple(attribute.name or attribute.label or "unnamed" for attribute in involved)
        return Problem(self._scorer, reason, names, tuple(attribute.value for attribute in involved), detail)


def without_options(turn: ScriptTurn) -> str:
    """Return the turn's text with dots in the place of its guess's options."""
    text = turn.text
    for option in sorted(turn.guess.options if turn.guess else (), key=len, reverse=True):
        text = text.replace(option, "...") if option else text
    return text


def _needs_context(attribute: Attribute) -> bool:
    """Tell whether `strict` wants a word of the attribute's name beside the value, or would if it had a name."""
    name = attribute.label or attribute.name
    return not name or grade(f"{attribute.value}!", attribute.value, attribute.kind, name) != "full"


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _plain_wordings(attribute: Attribute) -> frozenset[str]:
    """Return value and forms as bare words; those without a letter or digit say nothing and are left out."""
    return frozenset(filter(None, (_plain(wording) for wording in (attribute.value, *attribute.forms))))
