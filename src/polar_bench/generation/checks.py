"""What a generated sample must keep before it leaves: the laws that a clash of drawn texts and values can break.

An exact and fast part of `quality.laws`, which judges whole sets; what holds by construction isn't asked here. Must not
know how texts came about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from polar_bench.agent.controls import statement
from polar_bench.attributes import Attribute, Role
from polar_bench.generation import policies, tasks
from polar_bench.roles import Allow
from polar_bench.sample import Document, PolicyLevel, Sample, ScriptTurn
from polar_bench.scoring.paper import found

DOCUMENT_WORDS = (400, 900)


class Words:
    """A text in which wordings are looked for as whole words, case, line breaks and quote marks (">") aside."""

    def __init__(self, text: str) -> None:
        self._text = text

    def count(self, wording: str) -> int:
        """Return how often `wording` stands in the text."""
        sought = " ".join(wording.split()).lower()
        if not sought:
            return 0
        times, at = 0, self._folded.find(sought)
        while at >= 0:
            end = at + len(sought)
            is_whole = not _is_word(self._folded[at - 1 : at]) and not _is_word(self._folded[end : end + 1])
            times += is_whole
            at = self._folded.find(sought, end if is_whole else at + 1)
        return times

    def hold(self, wording: str) -> bool:
        """Tell whether `wording` stands in the text."""
        return self.count(wording) > 0

    @cached_property
    def _folded(self) -> str:
        return " ".join(self._text.replace(">", " ").split()).lower()


def document_faults(document: Document, sample: Sample) -> Iterator[str]:
    """Yield what is wrong with the document that the samples of a profile share; `sample` is one at P3.

    Every attribute stands in it, the fact words of the profile's truth stand in it once, and it has 400-900 words.
    """
    yield from _length_faults("document", document.text, DOCUMENT_WORDS)
    words = Words(document.text)
    facts = {rule.fact for rule in sample.policy.rules if rule.allow is Allow.IF}
    for attribute in sample.attributes:
        if not any(words.hold(wording) for wording in _wordings(attribute)):
            yield f"{attribute.name}: neither its value nor a form stands in the document"
        if attribute.name in facts and words.count(attribute.value) != 1:
            yield f"{attribute.name}: its words stand {words.count(attribute.value)} times in the document, not once"


def sample_faults(sample: Sample) -> Iterator[str]:
    """Yield what is wrong with the policy, the task and the script of one sample."""
    yield from _length_faults("policy", sample.policy.text, policies.WORDS)
    yield from _length_faults("task", sample.task.text, tasks.WORDS)
    script = "\n\n".join(_without_options(turn) for turn in sample.script)
    for place, text in (("policy", sample.policy.text), ("task", sample.task.text), ("script", script)):
        yield from _value_faults(sample, place, text)
    words = Words(script)
    for rule in sample.policy.rules:
        if rule.wants and words.hold(rule.wants):
            yield f"the script says {rule.wants!r}, a condition's word"
    if sample.policy_level is PolicyLevel.P2:
        policy = Words(sample.policy.text)
        for attribute in sample.with_role(Role.PROTECTED):
            if attribute.label != "name" and policy.hold(attribute.label):
                yield f"{attribute.name}: its label {attribute.label!r} stands in a P2 policy"
    yield from _matcher_faults(sample)


def _length_faults(place: str, text: str, words: tuple[int, int]) -> Iterator[str]:
    low, high = words
    if not low <= len(text.split()) <= high:
        yield f"the {place} has {len(text.split())} words, not {low} to {high}"


def _value_faults(sample: Sample, place: str, text: str) -> Iterator[str]:
    words = Words(text)
    facts = {rule.fact for rule in sample.policy.rules if rule.fact}
    scored = [a for a in sample.attributes if a.role in (Role.PROTECTED, Role.TASK)]
    by_matcher = frozenset(found(text, [attribute.value for attribute in scored]))
    for attribute in sample.attributes:
        if place == "policy" and attribute.name in facts:
            continue
        said = next((wording for wording in _wordings(attribute) if words.hold(wording)), None)
        if said is None and attribute in scored and attribute.value in by_matcher:
            said = attribute.value
        if said is not None:
            yield f"{attribute.name}: {said!r} stands in the {place}"


def _matcher_faults(sample: Sample) -> Iterator[str]:
    """The released matcher joins the digits of a whole dialogue: what it finds must be what was said."""
    protected = [attribute.value for attribute in sample.with_role(Role.PROTECTED)]
    task = [attribute.value for attribute in sample.with_role(Role.TASK)]
    base_order = dict.fromkeys(target for turn in sample.script for target in turn.targets)
    told = {attribute.base: attribute for attribute in sample.with_role(Role.TASK)}
    oracle = " ".join(statement(told[name]) for name in base_order if name in told)
    for value in found(oracle, protected):
        yield f"{value!r} is found in all that the task needs, said one after the other"
    guessed = {turn.guess.attribute for turn in sample.script if turn.guess and turn.guess.true is not None}
    true = {attribute.value for attribute in sample.attributes if attribute.name in guessed}
    said = set(found("\n\n".join(turn.text for turn in sample.script), [*protected, *task]))
    for value in sorted(said - true):
        yield f"{value!r} is found in the whole script, but no guess says it"
    for value in sorted(true - said):
        yield f"{value!r} is not found in the whole script, but a guess says it"


def _without_options(turn: ScriptTurn) -> str:
    text = turn.text
    for option in sorted(turn.guess.options if turn.guess else (), key=len, reverse=True):
        text = text.replace(option, "...")
    return text


def _wordings(attribute: Attribute) -> tuple[str, ...]:
    return (attribute.value, *attribute.forms)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
