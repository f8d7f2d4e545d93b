"""Writes the reader of transcripts: its page, and the data that it loads as it's needed.

Trials pass through one at a time; only the rows of the lists, and references to samples, are held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from polar_bench.report.page.transcripts.files import Chunks, DataFolder, encoded
from polar_bench.report.page.transcripts.index import ATTACKS, FLAGS, KINDS, LEVELS, Index
from polar_bench.report.page.transcripts.mask import UNMASKED, Mask, Profile, masks
from polar_bench.report.page.transcripts.samples import profile
from polar_bench.report.page.transcripts.shown import escaped
from polar_bench.report.page.transcripts.source import TranscriptSource, Written
from polar_bench.report.page.transcripts.trials import entry
from polar_bench.sample import Sample
from polar_bench.trial import TrialKey

__all__ = ["PAGE", "TranscriptSource", "Written", "write"]

PAGE = "transcripts.html"
ASSETS = ("page.css", "transcripts.css", "transcripts-data.js", "transcripts-reader.js", "transcripts.js")


class _Library:
    """The samples of one data set that any run played, by profile, in the order in which they came."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.profiles: dict[str, dict[str, Sample]] = {}
        self.starts: list[int] = []

    def add(self, sample: Sample) -> None:
        self.profiles.setdefault(sample.group, {}).setdefault(sample.id, sample)

    def places(self) -> dict[str, tuple[int, int]]:
        return {
            name: (number, place)
            for number, samples in enumerate(self.profiles.values())
            for place, name in enumerate(samples)
        }


def write(runs: Sequence[TranscriptSource], folder: Path, *, is_masked: bool) -> Written:
    """Write the reader of all runs into the report's folder: transcripts.html, and files in data/ and assets/.

    With `is_masked` protected values are hidden in all of it. The same arguments give the same bytes.
    """
    data = DataFolder(folder / "data")
    hidden = masks(runs) if is_masked else {}
    libraries: dict[str, _Library] = {}
    indexes, starts = [], []
    for run in runs:
        library = libraries.setdefault(run.dataset, _Library(len(libraries) + 1))
        index, chunks = Index(run.scorer), Chunks(data, run.key)
        for played in run.transcripts():
            mask = hidden.get((run.dataset, played[0].group), UNMASKED)
            library.add(played[0])
            chunks.add(entry(played, mask))
            index.add(played, mask)
        chunks.close()
        indexes.append(index)
        starts.append(chunks.starts)
    for digest, library in libraries.items():
        _write_samples(data, digest, library, hidden)
    _write_indexes(data, runs, indexes, starts, libraries)
    data.put("runs", encoded(_overview(runs, indexes, libraries, is_masked)))
    _copy_page(folder)
    return Written(sum(len(index.keys) for index in indexes), data.files, data.bytes)


def _write_samples(data: DataFolder, digest: str, library: _Library, hidden: Mapping[Profile, Mask]) -> None:
    chunks = Chunks(data, f"samples-{library.number}")
    for group, samples in library.profiles.items():
        chunks.add(profile(tuple(samples.values()), hidden.get((digest, group), UNMASKED)))
    chunks.close()
    library.starts = chunks.starts


def _write_indexes(
    data: DataFolder,
    runs: Sequence[TranscriptSource],
    indexes: Sequence[Index],
    starts: Sequence[Sequence[int]],
    libraries: Mapping[str, _Library],
) -> None:
    have: dict[tuple[str, TrialKey], list[str]] = {}
    for run, index in zip(runs, indexes, strict=True):
        for key in index.keys:
            have.setdefault((run.dataset, key), []).append(run.key)
    for run, index, own in zip(runs, indexes, starts, strict=True):
        others = (tuple(have[run.dataset, key]) for key in index.keys)
        data.put(f"{run.key}-index", encoded(index.told(own, libraries[run.dataset].places(), others)))


def _overview(
    runs: Sequence[TranscriptSource], indexes: Sequence[Index], libraries: Mapping[str, _Library], is_masked: bool
) -> dict[str, Any]:  # Any: JSON
    return {
        "is_masked": is_masked,
        "runs": [
            {
                "key": run.key,
                "name": escaped(run.name),
                "scorer": run.scorer,
                "dataset": libraries[run.dataset].number,
                "trials": len(index.keys),
                "page": "index.html" if len(runs) == 1 else f"{run.key}.html",
            }
            for run, index in zip(runs, indexes, strict=True)
        ],
        "starts": [library.starts for library in libraries.values()],
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
