"""Writes the reader of transcripts: its page, and the data that it loads as it's needed.

Each run's trials, and each data set's samples, are written by themselves, so that processes can share them; `finish`
writes what binds them. Trials pass through one at a time; only the rows of the lists are held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from polar_bench.report.page.transcripts.files import Chunks, DataFolder, encoded
from polar_bench.report.page.transcripts.index import ATTACKS, FLAGS, KINDS, LEVELS, Index
from polar_bench.report.page.transcripts.mask import Masks
from polar_bench.report.page.transcripts.samples import profile
from polar_bench.report.page.transcripts.shown import escaped
from polar_bench.report.page.transcripts.source import TranscriptSource, Written
from polar_bench.report.page.transcripts.trials import entry
from polar_bench.sample import Sample
from polar_bench.trial import TrialKey

__all__ = ["PAGE", "Library", "TranscriptSource", "Written", "finish", "write_run", "write_samples"]

PAGE = "transcripts.html"
ASSETS = ("page.css", "icon.svg", "transcripts.css", "transcripts-data.js", "transcripts-reader.js", "transcripts.js")


class WrittenRun(NamedTuple):
    """A run whose transcripts are written: its source's words, its list, and where each of its files begins."""

    key: str
    name: str
    dataset: str
    scorer: str
    rows: Index
    starts: list[int]
    files: int
    bytes: int


class WrittenSamples(NamedTuple):
    """A data set whose samples are written; `starts` is the first profile of each file."""

    starts: list[int]
    files: int
    bytes: int


class Library:
    """The samples of one data set that any run played, by profile, in the order in which they came; as ids."""

    def __init__(self, number: int) -> None:
        """Begin the data set that is the report's `number`th, from 1."""
        self.number = number
        self.profiles: dict[str, dict[str, None]] = {}

    def add(self, group: str, sample_id: str) -> None:
        """Add a sample of the profile `group`."""
        self.profiles.setdefault(group, {})[sample_id] = None

    def places(self) -> dict[str, tuple[int, int]]:
        """Return for each sample which profile it is of, and which of its samples it is."""
        return {
            name: (number, place)
            for number, samples in enumerate(self.profiles.values())
            for place, name in enumerate(samples)
        }


def write_run(run: TranscriptSource, folder: Path, masks: Masks) -> WrittenRun:
    """Write the transcripts of one run into the report's folder, and return the rest of what is known of them."""
    data = DataFolder(folder / "data")
    index, chunks = Index(run.scorer), Chunks(data, run.key)
    for played in run.transcripts():
        mask = masks.of(run.dataset, played[0].group)
        made = entry(played, mask)
        chunks.add(made)
        index.add(played, mask, differ=len(made["differ"]))
    chunks.close()
    return WrittenRun(run.key, run.name, run.dataset, run.scorer, index, chunks.starts, data.files, data.bytes)


def write_samples(
    dataset: str, library: Library, samples: Mapping[str, Sample], folder: Path, masks: Masks
) -> WrittenSamples:
    """Write the samples of `library` into the report's folder; `samples` are keyed by id and hold at least those."""
    data = DataFolder(folder / "data")
    chunks = Chunks(data, f"samples-{library.number}")
    for group, own in library.profiles.items():
        chunks.add(profile([samples[name] for name in own], masks.of(dataset, group)))
    chunks.close()
    return WrittenSamples(chunks.starts, data.files, data.bytes)


def finish(
    runs: Sequence[WrittenRun],
    of_datasets: Mapping[str, Library],
    of_samples: Mapping[str, WrittenSamples],
    folder: Path,
    *,
    is_masked: bool,
) -> Written:
    """Write the lists of the runs, the overview and the page, once all transcripts and samples are written."""
    data = DataFolder(folder / "data")
    _write_indexes(data, runs, of_datasets)
    starts = [of_samples[dataset].starts for dataset in of_datasets]
    data.put("runs", encoded(_overview(runs, of_datasets, starts, is_masked=is_masked)))
    _copy_page(folder)
    return Written(
        sum(len(run.rows.keys) for run in runs),
        data.files + sum(run.files for run in runs) + sum(own.files for own in of_samples.values()),
        data.bytes + sum(run.bytes for run in runs) + sum(own.bytes for own in of_samples.values()),
    )


def _write_indexes(data: DataFolder, runs: Sequence[WrittenRun], of_datasets: Mapping[str, Library]) -> None:
    have: dict[tuple[str, TrialKey], list[str]] = {}
    for run in runs:
        for key in run.rows.keys:
            have.setdefault((run.dataset, key), []).append(run.key)
    places = {dataset: library.places() for dataset, library in of_datasets.items()}
    for run in runs:
        others = (tuple(have[run.dataset, key]) for key in run.rows.keys)
        data.put(f"{run.key}-index", encoded(run.rows.told(run.starts, places[run.dataset], others)))


def _overview(
    runs: Sequence[WrittenRun], of_datasets: Mapping[str, Library], starts: Sequence[Sequence[int]], *, is_masked: bool
) -> dict[str, Any]:  # Any: JSON
    return {
        "is_masked": is_masked,
        "runs": [
            {
                "key": run.key,
                "name": escaped(run.name),
                "scorer": run.scorer,
                "dataset": of_datasets[run.dataset].number,
                "trials": len(run.rows.keys),
                "page": "index.html" if len(runs) == 1 else f"{run.key}.html",
            }
            for run in runs
        ],
        "starts": starts,
        "levels": [[level.value, level.title] for level in LEVELS],
        "attacks": [[attack.value, attack.title] for attack in ATTACKS],
        "kinds": [kind.value for kind in KINDS],
        "flags": [flag.value for flag in FLAGS],
    }


def _copy_page(folder: Path) -> None:
    source = files("polar_bench") / "data" / "pages" / "report"
    (folder / "assets").mkdir(exist_ok=True)
    (folder / PAGE).write_bytes((source / PAGE).read_bytes())
    for name in ASSETS:
        (folder / "assets" / name).write_bytes((source / name).read_bytes())
