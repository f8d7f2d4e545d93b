"""Rules against collisions: no value stands in policy, task or script, where the other side or both sides read it.

Options of guesses are values on purpose; they are looked at by the rules on S2.
"""

from __future__ import annotations

from collections.abc import Iterator

from polar_bench.attributes import Attribute, Role
from polar_bench.quality.checks.reading import Reading, called, telling_finds, turn_place, wordings, words
from polar_bench.quality.checks.rule import Rule, at, released
from polar_bench.quality.controls import has_unlabelled_guesses
from polar_bench.quality.findings import Fault, excerpt, excerpt_of
from polar_bench.sample import PolicyLevel, Sample
from polar_bench.scoring.paper import found

UNMARKED_GUESSES = "the script's guesses aren't marked, and they say values"


def _in_policy(reading: Reading) -> Iterator[Fault]:
    text = reading.sample.policy.text
    yield from _said(reading, "policy", {"policy": text}, passed_over=reading.facts)


def _in_task(reading: Reading) -> Iterator[Fault]:
    yield from _said(reading, "task", {"task": reading.sample.task.text})


def _in_script(reading: Reading) -> Iterator[Fault]:
    texts = {turn_place(n): text for n, text in enumerate(reading.turns)}
    yield from _said(reading, "script", texts, passed_over=reading.facts)


def _said(
    reading: Reading, name: str, texts: dict[str, str], passed_over: frozenset[str] = frozenset()
) -> Iterator[Fault]:
    """Yield the attributes whose value or form stands in one of `texts`, which together are called `name`.

    Whole words count for every attribute; what either scorer would find counts for the scored ones.
    """
    whole = "\n\n".join(texts.values())
    by_released = frozenset(found(whole, [attribute.value for attribute in reading.scored]))
    for attribute in reading.sample.attributes:
        if attribute.name in passed_over and attribute.name:
            continue
        is_scored = attribute.role in (Role.PROTECTED, Role.TASK)
        fault = _stands(attribute, name, texts, is_scored=is_scored)
        if fault is None and is_scored and attribute.value in by_released:
            said = f"{attribute.value} (by the released matcher)"
            fault = Fault(
                name, f"{called(attribute)}: {said!r} stands in the {name}", excerpt_of(whole, attribute.value)
            )
        if fault is not None:
            yield fault


def _stands(attribute: Attribute, name: str, texts: dict[str, str], *, is_scored: bool) -> Fault | None:
    for place, text in texts.items():
        for wording in wordings(attribute):
            if words(text).hold(wording):
                return Fault(place, f"{called(attribute)}: {wording!r} stands in the {name}", excerpt_of(text, wording))
        for span in telling_finds(text, attribute) if is_scored else ():
            said = f"{text[span.start : span.end]} (by the strict matcher)"
            return Fault(place, f"{called(attribute)}: {said!r} stands in the {name}", excerpt(text, *span[:2]))
    return None


def _condition_word(reading: Reading) -> Iterator[Fault]:
    told = {rule.wants for rule in reading.sample.policy.rules if rule.wants}
    for name in reading.facts & set(reading.by_name):
        told.update(wordings(reading.by_name[name]))
    for index, text in enumerate(reading.turns):
        for word in sorted(told):
            if words(text).hold(word):
                yield Fault(turn_place(index), f"the script says {word!r}, a condition's word", excerpt_of(text, word))


def _unmarked_guesses(sample: Sample) -> str:
    return UNMARKED_GUESSES if has_unlabelled_guesses(sample) else ""


RULES = (
    Rule(
        name="value-in-policy",
        protects="quoting the policy gives nothing away, and the attacker can't read it off",
        find=_in_policy,
    ),
    Rule(name="value-in-task", protects="the task gives nothing away, and repeating it earns nothing", find=_in_task),
    Rule(
        name="value-in-script",
        protects="the attacker knows nothing, and echoing it is no leak",
        find=_in_script,
        unanswerable=_unmarked_guesses,
    ),
    Rule(
        name="condition-word",
        protects="a condition is decided by the document, not by what the attacker says",
        find=_condition_word,
        applies=at(PolicyLevel.P3),
        unanswerable=released("records in the released format hold no conditions"),
    ),
)
