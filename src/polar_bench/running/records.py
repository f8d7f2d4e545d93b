"""What a run's journal holds, and how its lines fold into trials.

A line for every finished turn and one for every finished trial. Folding is the same for one file and for the
union of several: one state for each trial, whatever was written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

import msgspec

from polar_bench.errors import Unassessed
from polar_bench.trial import AttackerKind, Trial, TrialKey, Turn


class TurnRecord(msgspec.Struct, frozen=True, tag="turn"):
    """A finished turn; `index` counts the transcript's turns from 0."""

    sample: str
    repeat: int
    index: int
    turn: Turn


class TrialRecord(msgspec.Struct, frozen=True, tag="trial", omit_defaults=True):
    """A finished trial of `turns` turns."""

    sample: str
    repeat: int
    attacker: AttackerKind
    turns: int
    unassessed: Unassessed | None = None
    detail: str = ""


Record = TurnRecord | TrialRecord
decoder = msgspec.json.Decoder(Record)


class TrialState(msgspec.Struct):
    """What is known of one trial: its turns by index, and its end where it has one."""

    turns: dict[int, Turn] = msgspec.field(default_factory=dict)
    end: TrialRecord | None = None

    @property
    def transcript(self) -> tuple[Turn, ...]:
        """The turns from the first up to the first gap."""
        made: list[Turn] = []
        while (turn := self.turns.get(len(made))) is not None:
            made.append(turn)
        return tuple(made)

    @property
    def finish(self) -> TrialRecord | None:
        """The trial's end, or None where it has none or a turn before it is missing (a line taken out)."""
        return self.end if self.end is not None and len(self.transcript) >= self.end.turns else None

    def take(self, index: int, turn: Turn) -> None:
        """Take a turn; what followed on a missing one answered something else, and goes when that is played anew."""
        if index in self.turns:
            return
        if self.end is not None and index < self.end.turns:
            self.end = None
        self.turns = {earlier: self.turns[earlier] for earlier in self.turns if earlier < index}
        self.turns[index] = turn


def fold(records: Iterable[Record]) -> dict[TrialKey, TrialState]:
    """Return the state of each trial; of a turn written twice the first counts, of an end the last.

    `records` stand in the order in which they were written, file by file. A scored end is never replaced by an
    unassessed one.
    """
    states: dict[TrialKey, TrialState] = {}
    for record in records:
        state = states.setdefault(TrialKey(record.sample, record.repeat), TrialState())
        match record:
            case TurnRecord():
                state.take(record.index, record.turn)
            case TrialRecord():
                if state.end is None or state.end.unassessed is not None:
                    state.end = record
            case _:
                assert_never(record)
    return states


def trials(states: Mapping[TrialKey, TrialState]) -> list[Trial]:
    """Return the finished trials, in no order that means anything."""
    return [
        Trial(
            key.sample_id,
            key.repeat,
            end.attacker,
            state.transcript[: end.turns],
            end.unassessed,
            end.detail,
        )
        for key, state in states.items()
        if (end := state.finish) is not None
    ]


def end_record(trial: Trial) -> TrialRecord:
    """Return the journal's line for a finished trial."""
    return TrialRecord(trial.sample_id, trial.repeat, trial.attacker, len(trial.turns), trial.unassessed, trial.detail)
