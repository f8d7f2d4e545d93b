"""When the next call may go: evenly spaced, and not before a moment that the endpoint asked for."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

_JITTER = 0.25


class Pace:
    """The pace of one endpoint's calls, retries included; `per_minute` None sets no limit.

    `now` gives seconds that never run back, `sleep` waits for some.
    """

    def __init__(
        self,
        per_minute: float | None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._now = now
        self._sleep = sleep
        self._next = self._held_until = float("-inf")

    def hold(self, seconds: float) -> None:
        """Let no call go for `seconds` from now."""
        self._held_until = max(self._held_until, self._now() + seconds)

    async def turn(self) -> None:
        """Wait until the next call may go."""
        while True:
            if (pause := self._held_until - self._now()) > 0:
                await self._sleep(pause + random.uniform(0, _JITTER))  # not all waiting calls in the same instant
            now = self._now()
            mine = max(now, self._next)
            self._next = mine + self._gap
            if mine > now:
                await self._sleep(mine - now)
            if self._held_until <= self._now():
                return
