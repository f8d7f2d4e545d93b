"""What the reader of transcripts is made of, and what was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow
from polar_bench.trial import Trial

Played = tuple[Sample, Trial, ScoreRow]


class TranscriptSource(NamedTuple):
    """A run to read. `key` ("run-1") names its files and links; `name` is shown.

    `dataset` is the digest of the data set, whose texts are written once for all runs on it. `scorer` says what counts
    as leaked. `transcripts` is called once, and once more for a masked report; it yields trials as they're needed.
    """

    key: str
    name: str
    dataset: str
    scorer: str
    transcripts: Callable[[], Iterator[Played]]


class Written(NamedTuple):
    """How many transcripts were written, in how many files of how many bytes together."""

    trials: int
    files: int
    bytes: int
