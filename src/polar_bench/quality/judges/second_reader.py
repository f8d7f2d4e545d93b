"""The roles that a second reader of the policies gets: a judge's reading in place of the rules.

Must not know models, prompts or files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from polar_bench.attributes import Role
from polar_bench.quality.judges.questions import UNSAID, Ask
from polar_bench.roles import Allow, Rule, roles
from polar_bench.sample import PolicyLevel, Sample


class RolesRead(msgspec.Struct, frozen=True):
    """How a judge read the policies of one level's samples: items read as the rules say, and scored attributes that
    keep their role under the judge's reading.
    """

    policies: int
    items: int
    items_right: int
    scored: int
    roles_kept: int


class SecondReader(msgspec.Struct, frozen=True):
    """One judge's readings by policy level (all of them), and how often each rule was read as what."""

    levels: dict[str, RolesRead]
    readings: dict[str, dict[str, int]]


def second_reader(read: Iterable[tuple[Ask, tuple[str, ...]]], samples: Mapping[str, Sample]) -> SecondReader:
    """Return what one judge made of the policies; each sample counts, also where several share a text.

    `read` are questions on policies with the words given for their items; `samples` holds all of theirs by id.
    """
    by_level: dict[str, Counter[str]] = {level.value: Counter() for level in PolicyLevel}
    readings: dict[str, Counter[str]] = {word: Counter() for word in (*Allow, UNSAID)}
    for ask, words in read:
        given = {item.name: word for item, word in zip(ask.items, words, strict=True)}
        right = sum(given[item.name] == item.expected for item in ask.items)
        for item in ask.items:
            readings[item.expected][given[item.name]] += len(ask.samples)
        for sample in (samples[identity] for identity in ask.samples):
            as_read = roles_as_read(sample, given)
            scored = [a for a in sample.attributes if a.role in (Role.PROTECTED, Role.TASK)]
            kept = sum(as_read[attribute.name] is attribute.role for attribute in scored)
            by_level[sample.policy_level].update(
                policies=1, items=len(ask.items), items_right=right, scored=len(scored), roles_kept=kept
            )
    return SecondReader(
        {
            level: RolesRead(**{name: own[name] for name in RolesRead.__struct_fields__})
            for level, own in by_level.items()
        },
        {str(word): dict(sorted(own.items())) for word, own in readings.items()},
    )


def roles_as_read(sample: Sample, given: Mapping[str, str]) -> dict[str, Role]:
    """Return the role of every attribute where `given` (a word for each attribute read) takes the rules' place.

    A condition seen where the rules have none can't be decided, and closes the attribute.
    """
    stated = {rule.attribute: rule for rule in sample.policy.rules}
    coarse_of = {a.name: a.coarse_of for a in sample.attributes if a.coarse_of}
    coarse = {exact: name for name, exact in coarse_of.items()}
    rules = [
        stated[name]
        if name in stated and stated[name].allow == word
        else Rule(name, Allow(word), form=coarse.get(name) if word == Allow.COARSE else None)
        for name, word in given.items()
        if word != UNSAID
    ]
    return roles(
        [a.name for a in sample.attributes],
        rules,
        {a.name: a.value for a in sample.attributes},
        sample.task.needs,
        coarse_of,
        [a.name for a in sample.attributes if a.role is Role.OTHER],
    )
