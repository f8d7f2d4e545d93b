"""Scoring on several cores: the same rows in the same order as on one, with a bounded number of trials under way."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import msgspec

from polar_bench.journal import codec
from polar_bench.processes import batches, cores, in_order
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow, score_row
from polar_bench.trial import Trial

Pair = tuple[Sample, Trial]

_FEW = 1500
"""Trials that one process has scored before others have started."""
_AT_A_TIME = 50
_GARBAGE_AT = 100_000
"""Objects between two looks for garbage in cycles: scoring makes none, and to look at 700 takes a tenth of its time."""

_pairs_decoder = msgspec.json.Decoder(list[Pair])
_rows_decoder = msgspec.json.Decoder(list[ScoreRow])


def score_all(pairs: Iterator[Pair], count: int, *, weight: float, processes: int | None = None) -> Iterator[ScoreRow]:
    """Yield the row of each of the `count` trials in `pairs`, in order; the pairs are taken as they are needed.

    `processes` is by default one for few trials and one for each core for more. What a scorer raises is raised here.
    """
    if processes is None:
        processes = 1 if count <= _FEW else cores()
    if processes == 1:
        return (score_row(sample, trial, weight=weight) for sample, trial in pairs)
    return _on_processes(pairs, weight, processes)


def _on_processes(pairs: Iterator[Pair], weight: float, processes: int) -> Iterator[ScoreRow]:
    # Pairs and rows go as JSON, as the journal keeps them: pickling them takes longer than a quick scorer.
    work = ((codec.encode(batch), weight) for batch in batches(pairs, _AT_A_TIME))
    for rows in in_order(_score, work, processes):
        yield from codec.decode(rows, _rows_decoder)


def _score(work: tuple[bytes, float]) -> bytes:
    gc.set_threshold(_GARBAGE_AT)
    pairs, weight = work
    return codec.encode(
        [score_row(sample, trial, weight=weight) for sample, trial in codec.decode(pairs, _pairs_decoder)]
    )
