"""Many trials at once: the same trials at any concurrency, bugs, and closing early."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing

import pytest

from polar_bench.agent import TrustedAgent, from_function
from polar_bench.dialogue import ScriptedAttacker, polar_seeds
from polar_bench.errors import ModelFailure, SetupError, Unassessed
from polar_bench.running.runner import Conduct, Job, evaluate, play_all
from polar_bench.sample import Sample, TrustedBrief
from polar_bench.seeding import seed_for
from polar_bench.trial import Speaker, Trial, TrialKey, Turn
from tests.support.samples import sample

SAMPLES = [sample(f"medical-{number}", turns=1 + number % 3) for number in range(12)]


class Scribe:
    """Answers with its seed and its sample, after as many steps of the loop as the seed says."""

    def __init__(self, case: Sample, fails: Callable[[str, int], Exception | None] = lambda _id, _seed: None) -> None:
        self.case = case
        self.fails = fails

    async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
        for _ in range(seed % 7):
            await asyncio.sleep(0)
        if (error := self.fails(self.case.id, seed)) is not None:
            raise error
        return Turn(Speaker.TRUSTED, f"{self.case.id} {len(turns)} {seed}")


class Waiting:
    """Counts who waits for an answer that never comes."""

    def __init__(self) -> None:
        self.begun = self.cancelled = 0
        self.four_begun = asyncio.Event()

    def agent(self, _case: Sample) -> Waiting:
        return self

    async def reply(self, _turns: Sequence[Turn], _seed: int) -> Turn:
        self.begun += 1
        if self.begun == 4:
            self.four_begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError


async def collect(
    samples: Sequence[Sample] = SAMPLES,
    fails: Callable[[str, int], Exception | None] = lambda _id, _seed: None,
    *,
    repeats: int = 1,
    concurrency: int = 32,
    seed: int = 42,
) -> list[Trial]:
    trials = evaluate(
        samples, lambda case: Scribe(case, fails), repeats=repeats, concurrency=concurrency, seed=seed, agent_name="me"
    )
    return [trial async for trial in trials]


def run(**options: int) -> list[Trial]:
    return asyncio.run(collect(**options))  # type: ignore[arg-type] # the options are all whole numbers


@pytest.mark.parametrize("concurrency", [1, 3, 32])
def test_concurrency_changes_no_trial(concurrency: int) -> None:
    one_at_a_time = {trial.key: trial for trial in run(repeats=2, concurrency=1)}
    trials = run(repeats=2, concurrency=concurrency)

    assert one_at_a_time == {trial.key: trial for trial in trials}
    assert 2 * len(SAMPLES) == len(trials)


def test_order_of_samples_changes_no_trial() -> None:
    backwards = asyncio.run(collect(SAMPLES[::-1], concurrency=2))

    assert {trial.key: trial for trial in run()} == {trial.key: trial for trial in backwards}


def test_one_at_a_time_trials_end_in_order_repeat_by_repeat() -> None:
    expected = [TrialKey(case.id, repeat) for repeat in range(3) for case in SAMPLES]

    assert expected == [trial.key for trial in run(repeats=3, concurrency=1)]


def test_repeats_have_seeds_of_their_own() -> None:
    seeds = Counter(trial.replies[0].split()[2] for trial in run(repeats=5))
    expected = {str(seed_for(case.id, "me", "trusted", 0, repeat)) for case in SAMPLES for repeat in range(5)}

    assert expected == set(seeds)
    assert {1} == set(seeds.values())


def test_a_base_seed_changes_every_draw() -> None:
    one, other = ({trial.key: trial.replies for trial in run(seed=seed)} for seed in (1, 2))

    assert all(one[key] != other[key] for key in one)


def test_at_most_so_many_dialogues_are_under_way() -> None:
    now = most = 0

    class Counting(Scribe):
        async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
            nonlocal now, most
            now += 1
            most = max(most, now)
            try:
                return await super().reply(turns, seed + 1)
            finally:
                now -= 1

    async def play() -> int:
        return len([trial async for trial in evaluate(SAMPLES, Counting, concurrency=3)])

    assert len(SAMPLES) == asyncio.run(play())
    assert 3 == most


@pytest.mark.parametrize("concurrency", [1, 4, 32])
def test_a_bug_is_raised_as_itself_and_cancels_the_rest(concurrency: int) -> None:
    bug = ZeroDivisionError("a bug")
    bug.__cause__ = KeyError("its cause")
    waiting = Waiting()

    class Failing:
        async def reply(self, _turns: Sequence[Turn], _seed: int) -> Turn:
            await asyncio.sleep(0)
            raise bug

    async def play() -> list[Trial]:
        agents: Iterator[TrustedAgent] = iter([Failing(), *[waiting] * len(SAMPLES)])
        return [trial async for trial in evaluate(SAMPLES, lambda _case: next(agents), concurrency=concurrency)]

    with pytest.raises(ZeroDivisionError) as raised:
        asyncio.run(play())
    assert bug is raised.value
    assert "'its cause'" == str(raised.value.__cause__)
    assert waiting.begun == waiting.cancelled == min(concurrency, len(SAMPLES)) - 1


def test_what_ended_before_a_bug_is_given_out_first() -> None:
    def fails(identity: str, _seed: int) -> Exception | None:
        return ZeroDivisionError() if identity == SAMPLES[3].id else None

    ended: list[str] = []

    async def play() -> None:
        async for trial in evaluate(SAMPLES, lambda case: Scribe(case, fails), concurrency=1):
            ended.append(trial.sample_id)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(play())
    assert [case.id for case in SAMPLES[:3]] == ended


def test_a_bug_in_making_an_agent_is_raised_too() -> None:
    def make(_case: Sample) -> Scribe:
        raise LookupError("no such agent")

    async def play() -> list[Trial]:
        return [trial async for trial in evaluate(SAMPLES, make)]

    with pytest.raises(LookupError, match="no such agent"):
        asyncio.run(play())


def test_a_group_of_errors_from_an_agent_stays_that_group() -> None:
    group = ExceptionGroup("inside the agent", [ValueError("one"), KeyError("two")])

    with pytest.raises(ExceptionGroup) as raised:
        asyncio.run(collect(fails=lambda _id, _seed: group))
    assert group is raised.value


def test_an_agent_that_cancels_itself_loses_no_trial_unseen() -> None:
    class Cancelling:
        async def reply(self, _turns: Sequence[Turn], _seed: int) -> Turn:
            raise asyncio.CancelledError

    async def play() -> list[Trial]:
        return [trial async for trial in evaluate(SAMPLES, lambda _case: Cancelling())]

    with pytest.raises(RuntimeError, match=r"sample medical-\d+: the agent or attacker cancelled itself"):
        asyncio.run(play())


def test_closing_early_cancels_what_is_under_way() -> None:
    waiting = Waiting()

    async def play() -> tuple[int, int]:
        agents: Iterator[TrustedAgent] = iter([Scribe(SAMPLES[0]), *[waiting] * len(SAMPLES)])
        async with aclosing(evaluate(SAMPLES, lambda _case: next(agents), concurrency=4)) as trials:
            async for _ in trials:
                break
        return waiting.cancelled, len(asyncio.all_tasks())

    assert (4, 1) == asyncio.run(play())


def test_cancelling_the_caller_cancels_what_is_under_way() -> None:
    waiting = Waiting()

    async def play() -> tuple[int, int]:
        async def consume() -> None:
            async for _ in evaluate(SAMPLES, waiting.agent, concurrency=4):
                pass

        task = asyncio.create_task(consume())
        await waiting.four_begun.wait()
        task.cancel()
        await asyncio.wait([task])
        return waiting.cancelled, len(asyncio.all_tasks())

    assert (4, 1) == asyncio.run(play())


def test_a_models_failure_in_one_trial_leaves_the_others_alone() -> None:
    def fails(identity: str, _seed: int) -> Exception | None:
        return ModelFailure(Unassessed.CONTENT_FILTER, "blocked") if identity == SAMPLES[4].id else None

    trials = {trial.sample_id: trial for trial in asyncio.run(collect(fails=fails, concurrency=3))}
    failed = trials.pop(SAMPLES[4].id)
    undisturbed = {trial.sample_id: trial for trial in run() if trial.sample_id != SAMPLES[4].id}

    assert (Unassessed.CONTENT_FILTER, "blocked", 1) == (failed.unassessed, failed.detail, len(failed.turns))
    assert undisturbed == trials


def test_every_new_turn_is_told_once_with_its_place() -> None:
    told: list[tuple[TrialKey, int]] = []
    so_far = (Turn(Speaker.ATTACKER, "Question 1, please?"), Turn(Speaker.TRUSTED, "no"))

    async def play() -> list[Trial]:
        jobs = [Job(SAMPLES[2], 1, so_far), Job(SAMPLES[0])]
        conduct = Conduct(2, polar_seeds("me", 42))
        played = play_all(
            jobs,
            Scribe,
            lambda case: ScriptedAttacker([turn.text for turn in case.script]),
            conduct,
            lambda key, index, _turn: told.append((key, index)),
        )
        return [trial async for trial in played]

    trials = {trial.key: trial for trial in asyncio.run(play())}
    one, other = TrialKey(SAMPLES[2].id, 1), TrialKey(SAMPLES[0].id, 0)

    assert [(other, 0), (other, 1), (one, 2), (one, 3), (one, 4), (one, 5)] == sorted(told)
    assert so_far == trials[one].turns[:2]


def test_an_error_in_keeping_a_turn_stops_the_run() -> None:
    def full(_key: TrialKey, _index: int, _turn: Turn) -> None:
        raise OSError("disk full")

    async def play() -> None:
        async for _ in play_all([Job(SAMPLES[0])], Scribe, lambda _case: ScriptedAttacker(["a"]), Conduct(), full):
            pass

    with pytest.raises(OSError, match="disk full"):
        asyncio.run(play())


@pytest.mark.parametrize("samples", [[], SAMPLES[:1]])
def test_no_sample_and_one_are_fine(samples: list[Sample]) -> None:
    assert len(samples) == len(asyncio.run(collect(samples)))


@pytest.mark.parametrize("options", [{"repeats": 0}, {"concurrency": 0}, {"concurrency": -1}])
def test_counts_below_one_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(SetupError, match="must be at least 1"):
        run(**options)


def test_a_function_is_agent_enough() -> None:
    async def answer(brief: TrustedBrief, turns: Sequence[Turn]) -> str:
        return f"{brief.task} {len(turns)}"

    async def play() -> list[tuple[str, ...]]:
        return [trial.replies async for trial in evaluate(SAMPLES[1:2], from_function(answer))]

    assert [("Book a visit. 1", "Book a visit. 3")] == asyncio.run(play())
