"""Scoring on several cores: the same rows in the same order as on one, with a bounded number of trials under way."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

import msgspec

from polar_bench.journal import codec
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow, score_row
from polar_bench.trial import Trial

Pair = tuple[Sample, Trial]

_FEW = 1500
"""Trials that one process has scored before others have started."""
_AT_A_TIME = 50

_pairs_decoder = msgspec.json.Decoder(list[Pair])
_rows_decoder = msgspec.json.Decoder(list[ScoreRow])


def score_all(pairs: Iterator[Pair], count: int, *, weight: float, processes: int | None = None) -> Iterator[ScoreRow]:
    """Yield the row of each of the `count` trials in `pairs`, in order; the pairs are taken as they are needed.

    `processes` is by default one for few trials and one for each core for more. What a scorer raises is raised here.
    """
    if processes is None:
        processes = 1 if count <= _FEW else _cores()
    if processes == 1:
        return (score_row(sample, trial, weight=weight) for sample, trial in pairs)
    return _on_processes(pairs, weight, processes)


def _on_processes(pairs: Iterator[Pair], weight: float, processes: int) -> Iterator[ScoreRow]:
    # Started anew rather than forked, so that nothing of this process (threads, models) is carried over. Pairs and rows
    # go as JSON, as the journal keeps them: pickling them takes longer than a quick scorer.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _leave_interrupts_to_the_parent)
    waiting: deque[Future[bytes]] = deque()
    try:
        while batch := list(islice(pairs, _AT_A_TIME)):
            waiting.append(pool.submit(_score, codec.encode(batch), weight))
            if len(waiting) > 2 * processes:
                yield from codec.decode(waiting.popleft().result(), _rows_decoder)
        while waiting:
            yield from codec.decode(waiting.popleft().result(), _rows_decoder)
    finally:
        pool.shutdown(cancel_futures=True)


def _score(pairs: bytes, weight: float) -> bytes:
    return codec.encode(
        [score_row(sample, trial, weight=weight) for sample, trial in codec.decode(pairs, _pairs_decoder)]
    )


def _cores() -> int:
    """The cores that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
