"""The scores of a run, made from its data set and its journal.

Always the same bytes for the same data set and replies, however the run came about and on however many processes:
rows stand in playing order and by repeat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from polar_bench.errors import RunFolderError
from polar_bench.running.plan import ordered
from polar_bench.running.records import TrialState, trials
from polar_bench.running.scoring_processes import score_all
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import LAMBDA
from polar_bench.trial import TrialKey


def score_rows(
    samples: Sequence[Sample],
    states: Mapping[TrialKey, TrialState],
    *,
    weight: float = LAMBDA,
    known: Mapping[TrialKey, ScoreRow] = MappingProxyType({}),
    processes: int | None = None,
) -> list[ScoreRow]:
    """Return a row for each finished trial in `states`; trials under way have none.

    `known` are rows that were made already, with the same weight; their trials needn't be in `states`. `processes`
    is how many score at a time; None is as many as pay.

    Raises:
        RunFolderError: a trial of a sample that the data set doesn't hold.
    """
    by_id = {sample.id: sample for sample in samples}
    finished = [trial for trial in trials(states) if trial.key not in known]
    for key in (*(trial.key for trial in finished), *known):
        if key.sample_id not in by_id:
            raise RunFolderError(f"The journal has sample {key.sample_id}, which the data set doesn't hold.")
    # Samples of one profile, which stand together in a data set, share values that are read once
    place = {sample_id: index for index, sample_id in enumerate(by_id)}
    finished.sort(key=lambda trial: place[trial.sample_id])
    pairs = ((by_id[trial.sample_id], trial) for trial in finished)
    made = score_all(pairs, len(finished), weight=weight, processes=processes)
    rows = {TrialKey(row.sample_id, row.repeat): row for row in made} | {**known}
    return [rows[key] for key in in_playing_order(samples, rows)]


def in_playing_order(samples: Sequence[Sample], keys: Mapping[TrialKey, object]) -> list[TrialKey]:
    """Return `keys` as the rows of a run stand: by their samples' playing order, then by repeat."""
    played = {key.sample_id for key in keys}
    place = {sample.id: index for index, sample in enumerate(ordered(samples)) if sample.id in played}
    return sorted(keys, key=lambda key: (place[key.sample_id], key.repeat))
