"""When the next call may go, by a clock that only moves while somebody sleeps."""

from __future__ import annotations

import asyncio

import pytest

from polar_bench.model.pacing import Pace


class Clock:
    """Time that moves when the only sleeper, or the last of many, sleeps; waking times are kept."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds


def _moments(pace: Pace, clock: Clock, calls: int) -> list[float]:
    async def go() -> list[float]:
        found = []
        for _ in range(calls):
            await pace.turn()
            found.append(clock.time - 100.0)
        return found

    return asyncio.run(go())


def test_calls_are_spaced_evenly() -> None:
    clock = Clock()

    assert [0.0, 2.0, 4.0, 6.0] == _moments(Pace(30, clock.now, clock.sleep), clock, 4)


@pytest.mark.parametrize("per_minute", [None, 0])
def test_no_limit_lets_all_go_at_once(per_minute: float | None) -> None:
    clock = Clock()

    assert [0.0] * 5 == _moments(Pace(per_minute, clock.now, clock.sleep), clock, 5)


def test_time_that_passed_unused_gives_no_burst() -> None:
    clock = Clock()
    pace = Pace(60, clock.now, clock.sleep)
    _moments(pace, clock, 1)
    clock.time += 30

    assert [30.0, 31.0, 32.0] == _moments(pace, clock, 3)


def test_hold_lets_no_call_go_before_its_end() -> None:
    clock = Clock()
    pace = Pace(None, clock.now, clock.sleep)
    pace.hold(7)
    pace.hold(3)
    (moment,) = _moments(pace, clock, 1)

    assert 7.0 <= moment <= 7.25


def test_hold_that_comes_while_a_call_waits_holds_it_too() -> None:
    clock = Clock()

    async def sleep(seconds: float) -> None:
        if clock.time == 100.0:
            pace.hold(20)  # another call's answer came in
        clock.time += seconds

    pace = Pace(60, clock.now, sleep)
    moments = _moments(pace, clock, 2)

    assert 20.0 <= moments[1] <= 22.5


def test_calls_that_wait_together_go_one_by_one() -> None:
    async def go() -> list[float]:
        pace = Pace(1200)
        loop = asyncio.get_running_loop()
        start = loop.time()

        async def call() -> float:
            await pace.turn()
            return loop.time() - start

        return sorted(await asyncio.gather(*(call() for _ in range(4))))

    moments = asyncio.run(go())

    assert [True] * 4 == [moment > 0.05 * number - 0.005 for number, moment in enumerate(moments)]
