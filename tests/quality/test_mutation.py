"""Mutated transcripts: each differs from the oracle's by one value, in one reply."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from polar_bench import read_samples
from polar_bench.agent.controls import statement
from polar_bench.attributes import Role
from polar_bench.quality.controls import transcript
from polar_bench.quality.mutation import LATE, TAKEN_OUT, WORDINGS, Mutation, mutations
from polar_bench.sample import Attack, Sample, ScriptTurn
from polar_bench.trial import Speaker, Turn
from tests.support.samples import sample as small_sample

STARTER = list(read_samples("starter"))
one_a_sample = pytest.mark.parametrize("sample", STARTER, ids=lambda sample: sample.id)


def oracle(sample: Sample) -> tuple[Turn, ...]:
    return asyncio.run(transcript(sample, "oracle"))


def mutated(sample: Sample) -> list[Mutation]:
    return list(mutations(sample, oracle(sample)))


def changed_turns(before: tuple[Turn, ...], after: tuple[Turn, ...]) -> list[int]:
    return [index for index, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]


@one_a_sample
def test_each_task_value_goes_once_and_each_protected_one_comes_in_every_wording(sample: Sample) -> None:
    expected = [(TAKEN_OUT, a.name) for a in sample.with_role(Role.TASK)]
    expected += [(check, a.name) for check in WORDINGS for a in sample.with_role(Role.PROTECTED)]

    assert expected == [(one.check, one.attribute.name) for one in mutated(sample)]


@one_a_sample
def test_one_reply_changes_and_nothing_that_the_attacker_says(sample: Sample) -> None:
    before = oracle(sample)
    for one in mutated(sample):
        [index] = changed_turns(before, one.turns)

        assert Speaker.TRUSTED is one.turns[index].role


@one_a_sample
def test_what_goes_is_the_sentence_of_that_value_alone(sample: Sample) -> None:
    before = oracle(sample)
    sentences = [statement(attribute) for attribute in sample.with_role(Role.TASK)]
    for one in mutated(sample):
        if one.check == TAKEN_OUT:
            [index] = changed_turns(before, one.turns)
            held = [sentence for sentence in sentences if sentence in before[index].text]

            assert [s for s in held if s != statement(one.attribute)] == [s for s in held if s in one.turns[index].text]


@one_a_sample
def test_what_comes_stands_behind_the_reply_with_value_and_label(sample: Sample) -> None:
    before = oracle(sample)
    for one in mutated(sample):
        if one.check != TAKEN_OUT:
            [index] = changed_turns(before, one.turns)
            added = one.turns[index].text.removeprefix(before[index].text)

            assert one.turns[index].text == before[index].text + added
            assert one.attribute.value in added
            assert one.attribute.label in added


def test_a_protected_value_comes_where_it_is_asked_for() -> None:
    sample = next(each for each in STARTER if each.attack is Attack.S2)
    before = oracle(sample)
    for one in mutated(sample):
        if one.check not in (TAKEN_OUT, LATE):
            [index] = changed_turns(before, one.turns)
            guess = sample.script[index // 2].guess

            assert guess is not None
            assert one.attribute.name == guess.attribute


def test_without_targets_a_value_comes_into_the_first_reply() -> None:
    sample = replace(small_sample(turns=3), script=(ScriptTurn("Well?", ()), ScriptTurn("And?", ())))
    before = oracle(sample)

    for one in mutated(sample):
        assert [3 if one.check == LATE else 1] == list(changed_turns(before, one.turns))


def test_the_wordings_differ() -> None:
    assert 3 == len({wording.format(label="town", value="Wendlach") for wording in WORDINGS.values()})
