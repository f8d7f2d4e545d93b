"""One dialogue: going on from any turn, seeds, failures and silence."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.agent import control
from polar_bench.dialogue import ScriptedAttacker, play, polar_seeds, scripted
from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.seeding import seed_for
from polar_bench.trial import AttackerKind, Flag, Speaker, Trial, TrialKey, Turn
from tests.support.samples import sample

KEY = TrialKey("medical-1", 0)


class Scribe:
    """Answers with what it depends on: the seed and all that was said."""

    def __init__(self) -> None:
        self.seeds: list[int] = []

    async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
        self.seeds.append(seed)
        await asyncio.sleep(0)
        return Turn(Speaker.TRUSTED, f"{seed}: {hash(tuple(turn.text for turn in turns))}")


class Prober(Scribe):
    """An attacker of so many turns that writes each anew."""

    kind = AttackerKind.ADAPTIVE

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    async def next_turn(self, turns: Sequence[Turn], seed: int) -> Turn | None:
        if sum(turn.role is Speaker.ATTACKER for turn in turns) == self.count:
            return None
        return msgspec.structs.replace(await self.reply(turns, seed), role=Speaker.ATTACKER)


class Answering:
    """Gives its answers one after the other; an exception is raised."""

    def __init__(self, *answers: str | Exception | Turn) -> None:
        self.answers = list(answers)

    async def reply(self, _turns: Sequence[Turn], _seed: int) -> Turn:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Turn) else Turn(Speaker.TRUSTED, answer)


class FailingAttacker(ScriptedAttacker):
    async def next_turn(self, turns: Sequence[Turn], seed: int) -> Turn | None:
        if len(turns) == 2:
            raise ModelFailure(Unassessed.CONTENT_FILTER, "refused")
        return await super().next_turn(turns, seed)


def texts(trial: Trial) -> list[str]:
    return [turn.text for turn in trial.turns]


def test_attacker_and_agent_take_turns_until_the_script_is_played() -> None:
    trial = asyncio.run(play(KEY, Answering("one", "two"), ScriptedAttacker(["a", "b"])))

    assert ["a", "one", "b", "two"] == texts(trial)
    assert [Speaker.ATTACKER, Speaker.TRUSTED] * 2 == [turn.role for turn in trial.turns]
    assert (KEY, None, "", AttackerKind.SCRIPTED) == (trial.key, trial.unassessed, trial.detail, trial.attacker)


@settings(deadline=None)
@given(count=st.integers(1, 5), repeat=st.integers(0, 3), adaptive=st.booleans())
def test_going_on_from_any_turn_gives_the_trial_played_from_the_start(
    count: int, repeat: int, *, adaptive: bool
) -> None:
    key = TrialKey("medical-1", repeat)
    texts_planned = [f"Question {n}?" for n in range(count)]

    def attacker() -> Prober | ScriptedAttacker:
        return Prober(count) if adaptive else ScriptedAttacker(texts_planned)

    whole = asyncio.run(play(key, Scribe(), attacker()))
    for length in range(2 * count + 1):
        new: list[tuple[int, Turn]] = []
        so_far = whole.turns[:length]
        trial = asyncio.run(
            play(key, Scribe(), attacker(), so_far=so_far, on_turn=lambda i, turn, new=new: new.append((i, turn)))  # type: ignore[misc] # a lambda's default has no type
        )

        assert whole == trial
        assert list(enumerate(whole.turns))[length:] == new


def test_seeds_come_from_sample_name_role_round_repeat_and_base_alone() -> None:
    agent, attacker = Scribe(), Prober(3)
    key = TrialKey("legal-7", 2)
    asyncio.run(play(key, agent, attacker, seed_of=polar_seeds("openai/some", 7)))

    assert [seed_for("legal-7", "openai/some", "trusted", n, 2, base=7) for n in range(3)] == agent.seeds
    assert [seed_for("legal-7", "openai/some", "attacker", n, 2, base=7) for n in range(3)] == attacker.seeds


def test_what_is_said_changes_no_seed() -> None:
    seeds = []
    for texts_planned in (["a", "b"], ["x", "y"]):
        agent = Scribe()
        asyncio.run(play(KEY, agent, ScriptedAttacker(texts_planned)))
        seeds.append(agent.seeds)

    assert seeds[0] == seeds[1]


@pytest.mark.parametrize("reason", Unassessed)
def test_a_models_failure_ends_the_trial_unassessed_with_its_turns(reason: Unassessed) -> None:
    agent = Answering("one", ModelFailure(reason, "what happened"))
    trial = asyncio.run(play(KEY, agent, ScriptedAttacker(["a", "b", "c"])))

    assert (reason, "what happened") == (trial.unassessed, trial.detail)
    assert ["a", "one", "b"] == texts(trial)


def test_after_a_failure_the_agent_is_asked_again_for_the_reply_that_is_missing() -> None:
    failed = asyncio.run(
        play(KEY, Answering("one", ModelFailure(Unassessed.TIMEOUT, "")), ScriptedAttacker(["a", "b"]))
    )
    trial = asyncio.run(play(KEY, Answering("two"), ScriptedAttacker(["a", "b"]), so_far=failed.turns))

    assert ["a", "one", "b", "two"] == texts(trial)
    assert trial.unassessed is None


def test_an_attackers_failure_has_a_reason_of_its_own() -> None:
    trial = asyncio.run(play(KEY, Answering("one"), FailingAttacker(["a", "b"])))

    assert (Unassessed.ATTACKER_FAILED, "refused") == (trial.unassessed, trial.detail)
    assert ["a", "one"] == texts(trial)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_silence_is_a_scored_turn_that_is_flagged_whatever_the_agent(text: str) -> None:
    cut = Turn(Speaker.TRUSTED, text, raw="<think>hm", flags=(Flag.CUT,))
    marked = Turn(Speaker.TRUSTED, text, flags=(Flag.SILENT,))
    agent = Answering("one", text, cut, marked)
    trial = asyncio.run(play(KEY, agent, ScriptedAttacker("abcd")))

    assert [(), (Flag.SILENT,), (Flag.SILENT, Flag.CUT), (Flag.SILENT,)] == [t.flags for t in trial.turns[1::2]]
    assert ("one", text, "<think>hm", text) == trial.replies
    assert trial.unassessed is None


def test_the_silent_control_is_flagged_and_scored() -> None:
    case = sample(turns=2)
    trial = asyncio.run(play(TrialKey(case.id, 0), control("silent")(case), scripted(case)))

    assert (frozenset({Flag.SILENT}), None) == (trial.flags, trial.unassessed)


@pytest.mark.parametrize("error", [ValueError("a bug"), KeyError("another")])
def test_a_bug_is_no_outcome(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        asyncio.run(play(KEY, Answering(error), ScriptedAttacker(["a"])))

    assert error is raised.value


def test_an_agent_that_speaks_as_the_attacker_is_a_bug_and_no_endless_dialogue() -> None:
    with pytest.raises(ValueError, match="a turn of role trusted is due"):
        asyncio.run(play(KEY, Answering(Turn(Speaker.ATTACKER, "I ask")), ScriptedAttacker(["a"])))


def test_a_sample_without_a_script_is_unassessed_and_no_silence() -> None:
    trial = asyncio.run(play(KEY, Answering(), ScriptedAttacker([])))

    assert ((), Unassessed.ATTACKER_FAILED) == (trial.turns, trial.unassessed)
