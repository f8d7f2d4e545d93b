"""Work on several cores: results in the order of the work, with a bounded number of pieces under way.

Below everything: must not know what the work is.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
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
    if processes <= 1:
        yield from map(do, work)
        return
    # Started anew rather than forked, so that nothing of this process (threads, locks, models) is carried over.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_parent)
    waiting: deque[Future[Done]] = deque()
    try:
        for piece in work:
            waiting.append(pool.submit(do, piece))
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
