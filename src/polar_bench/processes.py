"""Work on several cores: results in the order of the work, with a bounded number of pieces under way.

Below everything: must not know what the work is.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

Work = TypeVar("Work")
Done = TypeVar("Done")


def cores() -> int:
    """Return the cores that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def batches(items: Iterable[Work], size: int) -> Iterator[list[Work]]:
    """Yield the items in lists of `size`, the last of them maybe shorter; items are taken as they are needed."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def in_order(do: Callable[[Work], Done], work: Iterable[Work], processes: int) -> Iterator[Done]:
    """Yield what `do` returns for each piece of `work`, in order; what it raises is raised here.

    With one process all is done in this one. Otherwise `do` is a function of a module, pieces and results are what
    can be pickled, and a piece is worth the sending: some tens of milliseconds. Pieces are taken as they are needed.
    """
    with crew(processes) as all_:
        yield from all_.in_order(do, work)


class Crew:
    """Processes that stay for several lots of work, so that what one has read can serve it again."""

    def __init__(self, processes: int, pool: ProcessPoolExecutor | None) -> None:
        """Without a pool all work is done in this process."""
        self.processes = processes
        self._pool = pool

    def in_order(self, do: Callable[[Work], Done], work: Iterable[Work]) -> Iterator[Done]:
        """Return what the function `in_order` yields; where there are several processes they begin at once."""
        if self._pool is None:
            return map(do, work)
        rest = iter(work)
        waiting = deque(self._pool.submit(do, piece) for piece in islice(rest, 2 * self.processes + 1))
        return self._results(self._pool, do, rest, waiting)

    def _results(
        self,
        pool: ProcessPoolExecutor,
        do: Callable[[Work], Done],
        rest: Iterator[Work],
        waiting: deque[Future[Done]],
    ) -> Iterator[Done]:
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(do, piece) for piece in islice(rest, 1))
            yield done


@contextmanager
def crew(processes: int) -> Iterator[Crew]:
    """Give a crew of so many processes; at the end, or at a failure, work that hasn't begun is dropped."""
    if processes <= 1:
        yield Crew(1, None)
        return
    # Started anew rather than forked, so that nothing of this process (threads, locks, models) is carried over.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield Crew(processes, pool)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
