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

    `known` are rows that were made already, with the same weight; their trials needn't be in `states`.

    Raises:
        RunFolderError: a trial of a sample that the data set doesn't hold.
    """
    by_id = {sample.id: sample for sample in samples}
    finished = {trial.key: trial for trial in trials(states) if trial.key not in known}
    for key in (*finished, *known):
        if key.sample_id not in by_id:
            raise RunFolderError(f"The journal has sample {key.sample_id}, which the data set doesn't hold.")
    rows = {key: score_row(by_id[key.sample_id], trial, weight=weight) for key, trial in finished.items()} | {**known}
    played = {key.sample_id for key in rows}
    place = {sample.id: index for index, sample in enumerate(ordered(samples)) if sample.id in played}
    return [rows[key] for key in sorted(rows, key=lambda key: (place[key.sample_id], key.repeat))]
