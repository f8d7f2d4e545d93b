"""What the list of a run's transcripts is filtered by: a column for each thing, small enough for thousands of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from polar_bench.attributes import Kind, Role
from polar_bench.report.numbers import figure
from polar_bench.report.page.transcripts.mask import Mask
from polar_bench.report.page.transcripts.shown import escaped
from polar_bench.report.page.transcripts.source import Played
from polar_bench.sample import Attack, PolicyLevel
from polar_bench.trial import Flag, TrialKey

LEVELS, ATTACKS, KINDS, FLAGS = tuple(PolicyLevel), tuple(Attack), tuple(Kind), tuple(Flag)
LEAKED, HELD = "leaked", "held"


class _Column:
    """A column of few different values: the values once, and for each row which."""

    def __init__(self) -> None:
        self.values: dict[Any, int] = {}
        self.rows: list[int] = []

    def add(self, value: Any) -> None:  # Any: JSON, hashable
        self.rows.append(self.values.setdefault(value, len(self.values)))

    def told(self) -> dict[str, Any]:
        return {"values": list(self.values), "rows": self.rows}


class Index:
    """A run's rows, in the order of its transcripts."""

    def __init__(self, scorer: str) -> None:
        """Begin the index of a run; `scorer` says what leaked."""
        self.keys: list[TrialKey] = []
        self._scorer = scorer
        self._ids: list[str] = []
        self._plain = {name: list[int]() for name in ("repeats", "levels", "attacks", "kinds", "flags", "differ")}
        self._columns = {name: _Column() for name in ("domains", "outcomes", "privacy", "utility")}

    def add(self, played: Played, mask: Mask, *, differ: int) -> None:
        """Add a transcript; on `differ` of its attributes the scorers differ."""
        sample, trial, row = played
        self.keys.append(trial.key)
        self._ids.append(mask.text(sample.id))
        score = row.scores.get(self._scorer)
        leaked = score.counted(Role.PROTECTED) if score else ()
        kinds = {(a.name, a.value): KINDS.index(a.kind) for a in sample.attributes}
        plain, columns = self._plain, self._columns
        plain["repeats"].append(trial.repeat)
        plain["levels"].append(LEVELS.index(sample.policy_level))
        plain["attacks"].append(ATTACKS.index(sample.attack))
        plain["kinds"].append(_bits(kinds[one.attribute, one.value] for one in leaked))
        plain["flags"].append(_bits(FLAGS.index(flag) for flag in row.flags))
        plain["differ"].append(differ)
        columns["domains"].add(escaped(sample.domain))
        columns["outcomes"].add(trial.unassessed.value if trial.unassessed else LEAKED if leaked else HELD)
        columns["privacy"].add(figure(score.privacy if score else None))
        columns["utility"].add(figure(score.utility if score else None))

    def told(
        self, starts: Sequence[int], places: Mapping[str, tuple[int, int]], others: Iterable[tuple[str, ...]]
    ) -> dict[str, Any]:
        """Return the index as JSON values.

        `starts` are those of the transcripts' files, `places` says for each sample which profile it is of and which of
        its samples it is, and `others` are the keys of the runs that have the same transcript, row by row.
        """
        in_others = _Column()
        for keys in others:
            in_others.add(keys)
        return {
            "starts": list(starts),
            "ids": self._ids,
            "profiles": [places[key.sample_id][0] for key in self.keys],
            "samples": [places[key.sample_id][1] for key in self.keys],
            **self._plain,
            **{name: column.told() for name, column in self._columns.items()},
            "others": in_others.told(),
        }


def _bits(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
