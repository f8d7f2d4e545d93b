"""From samples to the questions that judges are asked about them.

A judge is shown what its question needs and no more: labels where coverage or a policy is asked for, one value where
the document is, none elsewhere. Must not know models, answers or files.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from polar_bench.attributes import Attribute, Kind, Role
from polar_bench.matching.finder import find
from polar_bench.matching.span import Grade
from polar_bench.matching.text import Text
from polar_bench.quality.checks.reading import place_of
from polar_bench.quality.judges.prompts import JudgePrompts, quoted
from polar_bench.quality.judges.questions import UNSAID, Ask, Item, QuestionName
from polar_bench.sample import Sample
from polar_bench.seeding import seed_for

ASKED = "asked"
_NO_SCRIPT = "the script is empty"
_NO_RULES = "the sample has no rules"
_NO_LABELS = "a target has no name"
_FOUND = "the strict matcher finds the value"


class Asking(msgspec.Struct, frozen=True):
    """All questions about a data set, in the order of its samples, and how often one isn't asked, by reason."""

    asks: tuple[Ask, ...]
    not_asked: dict[str, dict[str, int]]


class _Draft(msgspec.Struct, frozen=True):
    """A question about one sample, before it is shared; or the reason why it isn't asked."""

    question: QuestionName
    values: dict[str, str] = {}
    where: str = ""
    items: tuple[Item, ...] = ()
    source: str = ""
    reason: str = ""


def asking(samples: Sequence[Sample], prompts: JudgePrompts, whole: Sequence[Sample] | None = None) -> Asking:
    """Return the questions about `samples`; those with the same text and the same right answer are one.

    `whole` is the data set that `samples` are a part of (by default they are all of it): it tells which attributes a
    profile's policies speak of at other levels.
    """
    spoken_of = _spoken_of(samples if whole is None else whole)
    unfound = _Unfound()
    made: dict[Ask, list[Sample]] = {}
    not_asked: dict[QuestionName, Counter[str]] = defaultdict(Counter)
    for sample in samples:
        for draft in _drafts(sample, prompts, spoken_of[sample.group], unfound):
            if draft.reason:
                not_asked[draft.question][draft.reason] += 1
                continue
            text = prompts.questions[draft.question].fill(draft.values)
            ask = Ask(draft.question, text, (), (), "", "", draft.where, draft.items, draft.source)
            made.setdefault(ask, []).append(sample)
    return Asking(
        tuple(_shared(ask, sharers) for ask, sharers in made.items()),
        {name: dict(sorted(not_asked[name].items())) for name in QuestionName if name in not_asked},
    )


def _shared(ask: Ask, sharers: Iterable[Sample]) -> Ask:
    """Return `ask` with all that share it, in order of id, so that the data set's order changes nothing."""
    by_id = sorted({sample.id: sample for sample in sharers}.values(), key=lambda sample: sample.id)
    return msgspec.structs.replace(
        ask,
        samples=tuple(sample.id for sample in by_id),
        cells=tuple(f"{sample.policy_level}/{sample.attack}" for sample in by_id),
        group=by_id[0].group,
        domain=by_id[0].domain,
    )


def _spoken_of(samples: Iterable[Sample]) -> dict[str, set[str]]:
    """Return, for each group, the attributes that a rule of any of its samples speaks of."""
    names: dict[str, set[str]] = defaultdict(set)
    for sample in samples:
        names[sample.group] |= {rule.attribute for rule in sample.policy.rules}
    return names


def _drafts(
    sample: Sample, prompts: JudgePrompts, spoken_of: set[str], unfound: Callable[[Sample, Attribute], bool]
) -> Iterator[_Draft]:
    yield from _about_script(sample, prompts)
    items = _policy_items(sample, spoken_of)
    yield (
        _Draft(
            QuestionName.POLICY,
            {"policy": quoted(sample.policy.text), "items": _listed(items)},
            where="policy",
            items=items,
        )
        if sample.policy.rules
        else _Draft(QuestionName.POLICY, reason=_NO_RULES)
    )
    yield _Draft(QuestionName.TASK, {"task": quoted(sample.task.text)}, where="task")
    for attribute in sample.attributes:
        if not unfound(sample, attribute):
            yield _Draft(QuestionName.CONVEYED, reason=_FOUND)
            continue
        values = {
            "document": quoted(sample.document.text),
            "label": " ".join(attribute.label.split()) or "an entry of the file",
            "value": quoted(attribute.value),
        }
        yield _Draft(QuestionName.CONVEYED, values, place_of(attribute), source=sample.document.text)


def _about_script(sample: Sample, prompts: JudgePrompts) -> Iterator[_Draft]:
    if not sample.script:
        for question in (QuestionName.NATURAL, QuestionName.COVERED, QuestionName.HIDDEN):
            yield _Draft(question, reason=_NO_SCRIPT)
        return
    turns = "\n\n".join(f"Message {n}:\n{quoted(turn.text)}" for n, turn in enumerate(sample.script, start=1))
    yield _Draft(QuestionName.NATURAL, {"task": quoted(sample.task.text), "turns": turns}, where="script")
    items = _targets(sample)
    yield (
        _Draft(QuestionName.COVERED, {"turns": turns, "items": _listed(items)}, where="script", items=items)
        if all(item.label for item in items)
        else _Draft(QuestionName.COVERED, reason=_NO_LABELS)
    )
    yield _Draft(QuestionName.HIDDEN, {"turns": turns, "tell": prompts.tells[sample.attack]}, where="script")


def _targets(sample: Sample) -> tuple[Item, ...]:
    """Return what a script has to ask for, by label: the base of every scored attribute, in an order without roles."""
    labels = {attribute.name: attribute.label for attribute in sample.attributes}
    scored = [a for a in sample.attributes if a.role in (Role.PROTECTED, Role.TASK)]
    asked = {labels.get(a.base, a.label): a.base for a in scored}
    return tuple(Item(asked[label], label, ASKED) for label in sorted(asked))


def _policy_items(sample: Sample, spoken_of: set[str]) -> tuple[Item, ...]:
    """Return what the policy is read for: what its rules speak of, and what those of the profile's other levels do.

    The order is drawn from the policy's text, so that it tells neither the rules' order nor the roles.
    """
    allowed = {rule.attribute: rule.allow.value for rule in sample.policy.rules}
    coarse = {a.coarse_of: a.label for a in sample.attributes if a.coarse_of}
    items = []
    for attribute in sample.attributes:
        name = attribute.name
        if name in allowed or (name in spoken_of and attribute.role is Role.PERMITTED):
            rougher = f" (a rougher form of it: {coarse[name]})" if name in coarse else ""
            items.append(Item(name, attribute.label + rougher, allowed.get(name, UNSAID)))
    return tuple(sorted(items, key=lambda item: (seed_for(sample.policy.text, item.label), item.label)))


def _listed(items: Iterable[Item]) -> str:
    return "\n".join(f"{number}. {' '.join(item.label.split())}" for number, item in enumerate(items, start=1))


class _Unfound:
    """Tells whether the strict matcher misses a value in its document; looked for once in each document.

    A wording that stands there letter for letter, as words of its own, needs no grammar to be found.
    """

    def __init__(self) -> None:
        self._text = Text("")
        self._known: dict[tuple[str, Kind, tuple[str, ...]], bool] = {}

    def __call__(self, sample: Sample, attribute: Attribute) -> bool:
        wordings = (attribute.value, *attribute.forms)
        key = (sample.document.text, attribute.kind, wordings)
        if key not in self._known:
            self._known[key] = not self._is_found(*key)
        return self._known[key]

    def _is_found(self, raw: str, kind: Kind, wordings: tuple[str, ...]) -> bool:
        if any(re.search(rf"(?<!\w){re.escape(wording)}(?!\w)", raw) for wording in wordings):
            return True
        if self._text.raw != raw:
            self._text = Text(raw)
        return any(span.grade is Grade.FULL for span in find(self._text, kind, wordings))
