"""The pieces of a report's work, which processes share: each reads what it needs itself, by a run's folder.

A piece gives the same files and values in whatever process it's done, and in whatever order.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from functools import lru_cache
from multiprocessing import parent_process
from pathlib import Path
from typing import NamedTuple

import msgspec

from polar_bench.analysis.samples import by_sample, used_rows
from polar_bench.analysis.surface import summarise
from polar_bench.analysis.whole import Analysis, analyse
from polar_bench.cli.comparable import Contender
from polar_bench.cli.results import PlayedRun, headline_scorer, read_run, transcripts
from polar_bench.dataset.files import Dataset, load
from polar_bench.report.page.parts import Options
from polar_bench.report.page.sections import Item
from polar_bench.report.page.transcripts.mask import Hidden, Masks, Profile, hides
from polar_bench.report.page.transcripts.source import TranscriptSource
from polar_bench.report.page.transcripts.write import Library, WrittenRun, WrittenSamples, write_run, write_samples
from polar_bench.report.page.write import write_run_parts
from polar_bench.report.subject import ReportedRun
from polar_bench.running.derived import RowKey, as_lines, derived_lines, derived_rows, from_lines, keys_from_lines
from polar_bench.running.folder import read_manifest, read_states
from polar_bench.running.records import TrialState
from polar_bench.running.results import in_playing_order, score_rows
from polar_bench.scoring.rows import ScoreRow
from polar_bench.trial import TrialKey

_GARBAGE_AT = 20_000
"""Objects between two looks for garbage in cycles, of which there is little but in figures."""


class RunPlace(NamedTuple):
    """Where a run is to be read from: its folder, the data set where one is given, and a file of rows made anew.

    Without such a file the rows are those in the folder. `weight` is that of privacy in overall.
    """

    path: Path
    dataset: str | None
    weight: float
    rows: Path | None = None


class Scoring(NamedTuple):
    """Part `part` (from 0) of `parts` of a run's trials, to be scored anew."""

    place: RunPlace
    part: int
    parts: int


class Reading(NamedTuple):
    """A run to be read and analysed; `scorer` is the one asked for, if any."""

    place: RunPlace
    scorer: str | None
    is_masked: bool


class RunRead(NamedTuple):
    """A run, read and analysed.

    `hidden` is what it says is to be hidden, by profile; empty where nothing is asked to be.
    """

    contender: Contender
    analysis: Analysis
    hidden: dict[str, Hidden]


class Drawing(NamedTuple):
    """A run whose tables and figures are to be written: every `parts`th figure from `part` (from 0).

    The tables are written with the first part.
    """

    run: ReportedRun
    scorer: str
    folder: Path
    options: Options
    is_one: bool
    part: int
    parts: int


class Telling(NamedTuple):
    """A run whose transcripts are to be written; `hidden` is what is hidden in them, None for nothing."""

    place: RunPlace
    key: str
    name: str
    scorer: str
    folder: Path
    hidden: dict[Profile, Hidden] | None


class Shelving(NamedTuple):
    """A data set whose samples are to be written that were played in the runs at `places`; the report's `number`th."""

    places: tuple[RunPlace, ...]
    digest: str
    number: int
    folder: Path
    hidden: dict[Profile, Hidden] | None


def is_fresh(place: RunPlace) -> bool:
    """Tell whether the rows in the run's folder are those that these scorers would make.

    Raises:
        RunFolderError: no run there.
    """
    digest = read_manifest(place.path).dataset.digest
    return derived_lines(place.path, dataset=digest, weight=place.weight) is not None


def score(work: Scoring) -> bytes:
    """Score a part of a run's trials, which stand together in the data set; return the rows as lines.

    Raises:
        RunFolderError: no run there, or the data set is not the one that was played.
        DataError: a data set can't be read.
    """
    run = _run(work.place)
    states = _states(work.place.path)
    order = {sample.id: number for number, sample in enumerate(run.dataset.samples)}
    keys = sorted(states, key=lambda key: (order.get(key.sample_id, -1), key.repeat))
    start, stop = (len(keys) * part // work.parts for part in (work.part, work.part + 1))
    own = {key: states[key] for key in keys[start:stop]}
    return as_lines(score_rows(run.dataset.samples, own, weight=work.place.weight, processes=1))


def forget() -> None:
    """Let go of what this process has read: files may have changed since."""
    _dataset.cache_clear()
    _states.cache_clear()


def read(work: Reading) -> RunRead:
    """Read a run and analyse it.

    Raises:
        RunFolderError, DataError: as `score`.
    """
    run, rows = _run(work.place), _rows(work.place)
    summary = summarise(rows, headline_scorer=headline_scorer(run.manifest.dataset.format))
    scorer = work.scorer or summary.headline_scorer
    source = _source(work.place, "", "", scorer) if work.is_masked else None
    return RunRead(
        Contender(work.place.path, run.manifest, summary, scorer, by_sample(used_rows(rows), scorer)),
        analyse(rows, run.dataset.samples, summary=summary),
        hides(source) if source else {},
    )


def draw(work: Drawing) -> list[Item]:
    """Write a part of a run's tables and figures, and return all of them for its page."""
    share = (work.part, work.parts)
    return write_run_parts(work.run, work.scorer, work.folder, work.options, is_one=work.is_one, share=share)


def tell(work: Telling) -> WrittenRun:
    """Write a run's transcripts."""
    return write_run(_source(work.place, work.key, work.name, work.scorer), work.folder, Masks(work.hidden))


def shelve(work: Shelving) -> tuple[Library, WrittenSamples]:
    """Write the samples of a data set that were played."""
    samples = {sample.id: sample for sample in _run(work.places[0]).dataset.samples}
    library = Library(work.number)
    for place in work.places:
        for row in _keys(place):
            library.add(row.group, row.sample_id)
    return library, write_samples(work.digest, library, samples, work.folder, Masks(work.hidden))


def _run(place: RunPlace) -> PlayedRun:
    """Return the run without its journal."""
    entry = read_manifest(place.path).dataset
    return read_run(place.path, _dataset(place.dataset, entry.path, entry.digest), states={})


def _rows(place: RunPlace) -> list[ScoreRow]:
    run = _run(place)
    if place.rows is not None:
        made = {TrialKey(row.sample_id, row.repeat): row for row in from_lines(place.rows.read_bytes())}
        return [made[key] for key in in_playing_order(run.dataset.samples, made)]
    found = derived_rows(place.path, dataset=run.dataset.digest, weight=place.weight)
    if found is not None:
        return found
    return score_rows(run.dataset.samples, _states(place.path), weight=place.weight, processes=1)


def _keys(place: RunPlace) -> Sequence[RowKey | ScoreRow]:
    """Return what the rows of a run are of, in their order."""
    run = _run(place)
    if place.rows is not None:
        made = {TrialKey(row.sample_id, row.repeat): row for row in keys_from_lines(place.rows.read_bytes())}
        return [made[key] for key in in_playing_order(run.dataset.samples, made)]
    lines = derived_lines(place.path, dataset=run.dataset.digest, weight=place.weight)
    return _rows(place) if lines is None else keys_from_lines(lines)


def _source(place: RunPlace, key: str, name: str, scorer: str) -> TranscriptSource:
    run, rows = _run(place)._replace(states=_states(place.path)), _rows(place)
    return TranscriptSource(key, name, run.dataset.digest, scorer, lambda: transcripts(run, rows))


@lru_cache(maxsize=1)
def _states(path: Path) -> Mapping[TrialKey, TrialState]:
    return read_states(path)


@lru_cache(maxsize=2)
def _dataset(given: str | None, path: str, digest: str) -> Dataset:
    """Return the data set of that digest: the one given, or the one that the manifest names.

    A document that several samples share is held once: the texts of a profile are most of a data set.
    """
    found = None if given is None else load(given)
    if found is None or found.digest != digest:
        found = load(path)
    documents = {sample.document: sample.document for sample in found.samples}
    samples = [msgspec.structs.replace(each, document=documents[each.document]) for each in found.samples]
    found = msgspec.structs.replace(found, samples=tuple(samples))
    del samples
    if parent_process() is not None:
        gc.freeze()  # it stays: to look through it for garbage again and again takes a sixth of an analysis
        gc.set_threshold(_GARBAGE_AT)
    return found
