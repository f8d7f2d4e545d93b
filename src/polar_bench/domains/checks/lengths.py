"""Lengths: the longest policy within 100 words, every task from 20 to 50 (semantics.md 5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.phrases import longest, shortest
from polar_bench.domains.slots import COUNTERPART
from polar_bench.domains.spec import AttributeSpec, DomainSpec, Use
from polar_bench.sample import PolicyLevel

POLICY_WORDS = 100
TASK_WORDS = (20, 50)
# An estimate: words of the package's lean frames at each level, with "the ...'s" and the lists' "or" and "and", as
# measured over generated policies (which take leaner frames where they would run over). Policies of a generated set
# are held to the exact limit.
FRAME_WORDS = {
    PolicyLevel.P1: 36,
    PolicyLevel.P2: 42,
    PolicyLevel.P3: 53,
    PolicyLevel.P4: 54,
    PolicyLevel.P5: 36,
}


def lengths(draft: Draft) -> Iterator[Finding]:
    """Find labels and wordings too long for a policy, and tasks too short or too long."""
    spec = draft.spec
    yield from _tasks(spec)
    if draft.knows_attributes and not draft.is_broken("attribute", "label"):
        level, count = max(policy_words_at_most(spec).items(), key=lambda item: item[1])
        if count > POLICY_WORDS:
            text = f"a policy of level {level} can come to {count} words, but {POLICY_WORDS} is the limit"
            yield Finding(Where(), f"{text}; shorten {_WHAT[level]}")


_WHAT = {
    PolicyLevel.P1: "labels",
    PolicyLevel.P2: "concept wordings",
    PolicyLevel.P3: "labels or condition wordings",
    PolicyLevel.P4: "labels",
    PolicyLevel.P5: "labels",
}


def policy_words_at_most(spec: DomainSpec) -> dict[PolicyLevel, int]:
    """Return an estimate of the words of the longest policy at each level."""
    guarded, graded = _labels(spec.with_use(Use.GUARDED)), _labels(spec.with_use(Use.GRADED))
    conditional, opened = _labels(spec.with_use(Use.CONDITIONAL)), _labels(spec.with_use(Use.OPEN))
    resting = _labels(a for a in spec.with_use(Use.GUARDED) if a.name in spec.rests_at_p4)
    lists = {
        PolicyLevel.P1: guarded + conditional + opened + graded,
        PolicyLevel.P2: sum(_most(concept.wording) for concept in spec.concepts),
        PolicyLevel.P3: guarded + conditional + opened + graded + sum(_most(c.wording) for c in spec.conditions),
        PolicyLevel.P4: guarded - resting + conditional + opened + graded + _labels(spec.with_use(Use.COARSE)),
        PolicyLevel.P5: guarded + conditional + opened + graded,
    }
    return {level: FRAME_WORDS[level] + count for level, count in lists.items()}


def _labels(attributes: Iterable[AttributeSpec]) -> int:
    return sum(len(attribute.label.split()) for attribute in attributes)


def _most(texts: Iterable[str]) -> int:
    return max((len(longest(text).split()) for text in texts), default=0)


def _tasks(spec: DomainSpec) -> Iterator[Finding]:
    names = [name.split() for name in spec.counterparts] or [[COUNTERPART]]
    least, most = min(map(len, names)), max(map(len, names))
    for number, task in enumerate(spec.tasks):
        conflict = _most(task.conflict)
        for place, text in enumerate(task.text):
            if not text:
                continue
            where = Where("task", number, "text", item_name("text", place))
            short, long = (_filled(shortest(text), least), _filled(longest(text), most) + conflict)
            if short < TASK_WORDS[0]:
                yield Finding(where, f"can come to {short} words; a task has at least {TASK_WORDS[0]}")
            if long > TASK_WORDS[1]:
                yield Finding(
                    where, f"can come to {long} words with its longest conflict; a task has at most {TASK_WORDS[1]}"
                )


def _filled(text: str, words: int) -> int:
    return len(text.replace("{" + COUNTERPART + "}", " ".join(["name"] * words)).split())
