"""The scores of a run, made from its data set and its journal.

Always the same bytes for the same data set and replies, however the run came about: rows stand in playing order
and by repeat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from polar_bench.errors import RunFolderError
from polar_bench.running.plan import ordered
from polar_bench.running.records import TrialState, trials
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow, score_row
from polar_bench.scoring.score import LAMBDA
from polar_bench.trial import TrialKey


def score_rows(
    samples: Sequence[Sample],
    states: Mapping[TrialKey, TrialState],
    *,
    weight: float = LAMBDA,
    known: Mapping[TrialKey, ScoreRow] = MappingProxyType({}),
) -> list[ScoreRow]:
    """Return a row for each finished trial in `states`; trials under way have none.

    `known` are rows that were made of the same trials already, with the same weight, and needn't be made again.

    Raises:
        RunFolderError: a trial of a sample that the data set doesn't hold.
    """
    by_id = {sample.id: sample for sample in samples}
    finished = {trial.key: trial for trial in trials(states)}
    for key in finished:
        if key.sample_id not in by_id:
            raise RunFolderError(f"The journal has sample {key.sample_id}, which the data set doesn't hold.")
    played = {key.sample_id for key in finished}
    place = {sample.id: index for index, sample in enumerate(ordered(samples)) if sample.id in played}
    in_order = sorted(finished, key=lambda key: (place[key.sample_id], key.repeat))
    return [known.get(key) or score_row(by_id[key.sample_id], finished[key], weight=weight) for key in in_order]
