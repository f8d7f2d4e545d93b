"""Plays many trials at once, with any agent and any attacker.

The runner gets factories and imports no adapter. Order and concurrency change nothing in a trial: seeds are
derived, and each trial knows only its own turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing

import msgspec

from polar_bench.agent.port import AgentFactory
from polar_bench.dialogue import AttackerFactory, SeedRule, play, polar_seeds, scripted
from polar_bench.errors import SetupError
from polar_bench.sample import Sample
from polar_bench.seeding import BASE_SEED
from polar_bench.trial import Trial, TrialKey, Turn

OnTurn = Callable[[TrialKey, int, Turn], None]


class Job(msgspec.Struct, frozen=True):
    """One trial to play, from the turns that are there already."""

    sample: Sample
    repeat: int = 0
    so_far: tuple[Turn, ...] = ()


class Conduct(msgspec.Struct, frozen=True):
    """How trials are played: at most `concurrency` (>= 1) at once, with seeds by a rule (that of `polar` if None)."""

    concurrency: int = 32
    seed_of: SeedRule | None = None


def _ignore(_key: TrialKey, _index: int, _turn: Turn) -> None:
    """Take no note of a turn."""


async def evaluate(
    samples: Iterable[Sample],
    agent: AgentFactory,
    attacker: AttackerFactory | None = None,
    *,
    repeats: int = 1,
    concurrency: int = 32,
    seed: int = BASE_SEED,
    agent_name: str = "agent",
) -> AsyncGenerator[Trial, None]:
    """Play every sample `repeats` times (>= 1) and yield each trial as it ends, `concurrency` (>= 1) at once.

    `agent` makes a trusted agent from a sample (see `polar_bench.agent`), `attacker` an attacker; without one the
    script is played as it stands. Nothing is kept on disk. An exception that is no model failure stops all and is
    raised here; closing the iterator cancels what is under way.

    Raises:
        SetupError: `repeats` or `concurrency` below 1.
    """
    if repeats < 1 or concurrency < 1:
        raise SetupError(f"repeats ({repeats}) and concurrency ({concurrency}) must be at least 1.")
    every = samples if repeats == 1 else list(samples)
    jobs = (Job(sample, repeat) for repeat in range(repeats) for sample in every)
    conduct = Conduct(concurrency, polar_seeds(agent_name, seed))
    async with aclosing(play_all(jobs, agent, attacker or scripted, conduct)) as trials:
        async for trial in trials:
            yield trial


async def play_all(
    jobs: Iterable[Job],
    agent: AgentFactory,
    attacker: AttackerFactory,
    conduct: Conduct,
    on_turn: OnTurn = _ignore,
) -> AsyncGenerator[Trial, None]:
    """Play `jobs`, begun in their order, and yield each trial as it ends.

    `on_turn(key, index, turn)` is called at once for each new turn. An exception that is no model failure stops
    all and is raised here; closing the iterator cancels what is under way.
    """
    waiting: Iterator[Job] = iter(jobs)
    ended: asyncio.Queue[Trial | None] = asyncio.Queue()
    bugs: list[Exception] = []

    async def play_one(job: Job) -> Trial:
        key = TrialKey(job.sample.id, job.repeat)
        return await play(
            key,
            agent(job.sample),
            attacker(job.sample),
            seed_of=conduct.seed_of,
            so_far=job.so_far,
            on_turn=lambda index, turn: on_turn(key, index, turn),
        )

    async def work() -> None:
        for job in waiting:
            try:
                ended.put_nowait(await play_one(job))
                await asyncio.sleep(0)  # an agent that never waits must not keep trials from being taken
            except asyncio.CancelledError as error:
                if not _is_being_cancelled():  # else the task group takes it for our own and drops the trial
                    raise RuntimeError(f"sample {job.sample.id}: the agent or attacker cancelled itself") from error
                raise

    async def work_all() -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(conduct.concurrency):
                    group.create_task(work())
        except* Exception as several:
            bugs.extend(several.exceptions)
        finally:
            ended.put_nowait(None)

    working = asyncio.create_task(work_all())
    try:
        while (trial := await ended.get()) is not None:
            yield trial
        await working
        if bugs:
            raise bugs[0]
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
