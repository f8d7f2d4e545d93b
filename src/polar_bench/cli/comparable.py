"""Which samples of two or more runs may be compared, and what to say of the rest.

Other data sets, protocols and attackers are never mixed silently: what differs is named, and only what is comparable
goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from polar_bench.analysis.samples import SampleFigures, by_sample, used_rows
from polar_bench.analysis.surface import Summary
from polar_bench.cli.results import RunResults, read_results
from polar_bench.dataset.files import Dataset, load
from polar_bench.errors import SetupError, did_you_mean
from polar_bench.report.numbers import share
from polar_bench.running.folder import read_manifest
from polar_bench.running.manifest import Manifest, differences
from polar_bench.scoring.rows import SCORERS, ScoreRow
from polar_bench.scoring.score import LAMBDA
from polar_bench.trial import AttackerKind


class Comparable(NamedTuple):
    """The samples of two runs that may be compared, each run's own, and a sentence for each thing that differs."""

    a: list[SampleFigures]
    b: list[SampleFigures]
    notes: list[str]


class Contender(NamedTuple):
    """What is held of a run that may stand beside others: `samples` are its samples' figures by `scorer`."""

    path: Path
    manifest: Manifest
    summary: Summary
    scorer: str
    samples: list[SampleFigures]


class Peers(NamedTuple):
    """Runs that may stand side by side: the same data, protocol, way of attack and scorer.

    `fit` are those of them that may be ranked: a headline, and something scored. `samples` holds the samples of each
    fit run by the run's path; all fit runs have those named in `common`, `left_out` only some have.
    """

    runs: list[Contender]
    fit: list[Contender]
    scorer: str
    samples: dict[Path, list[SampleFigures]]
    common: frozenset[str]
    left_out: int

    @property
    def why_not_together(self) -> str:
        """A sentence on why the fit runs can't stand side by side, or "" where they can."""
        if not self.samples or self.common:
            return ""
        names = ", ".join(map(str, self.samples))
        return f"The runs {names} have no sample in common; give runs over the same samples."

    def in_common(self) -> dict[Path, list[SampleFigures]]:
        """Return the samples of each fit run that all of them have."""
        return {path: [each for each in own if each.sample_id in self.common] for path, own in self.samples.items()}

    def notes(self) -> list[str]:
        """Return a sentence for each thing that differs between the runs besides the model, or was left out."""
        told = []
        first = self.runs[0]
        for run in self.runs[1:]:
            if found := _beside_the_model(first.manifest, run.manifest):
                told.append(f"{first.path} and {run.path} differ in {'; '.join(found)}.")
        if self.why_not_together:
            told.append(self.why_not_together)
        elif self.left_out:
            told.append(
                f"Samples that only some of the runs have, left out where they stand together: {self.left_out}."
            )
        for run in self.runs:
            if why_unfit(run):
                told.append(f"{run.path} is not ranked: {why_unfit(run)}.")
        return told


def contender(run: RunResults, scorer: str | None = None) -> Contender:
    """Return what is held of `run`; `scorer` as `scorer_for`.

    Raises:
        SetupError: no such scorer.
    """
    own = scorer_for([run], scorer)
    return Contender(run.run.path, run.run.manifest, run.summary, own, by_sample(used_rows(run.rows), own))


def peers(runs: Sequence[Contender]) -> list[Peers]:
    """Return `runs` in groups that may stand side by side, in the order in which they come."""
    grouped: dict[tuple[str, ...], list[Contender]] = defaultdict(list)
    for run in runs:
        grouped[(*_played_alike(run), run.scorer)].append(run)
    return [_peers(own, key[-1]) for key, own in grouped.items()]


def why_unfit(run: Contender) -> str:
    """Return why a run is not ranked, or "" where it may be."""
    if run.summary.headline_withheld:
        return f"{share(run.summary.trials.unassessed_share)} unassessed"
    return "" if run.summary.trials.scored else "nothing scored"


def attackers(run: Contender) -> str:
    """Return how S5 was played, in a few words."""
    kind = run.summary.s5_attacker
    by = f", adapted by {run.manifest.attacker.name}" if kind is AttackerKind.ADAPTIVE else ""
    return f"S5 {kind or 'not played'}{by}"


def check_once(paths: Sequence[Path]) -> None:
    """Refuse runs of which one is given twice.

    Raises:
        SetupError: the same run twice.
    """
    if twice := next((path for n, path in enumerate(paths) if path.resolve() in _resolved(paths[:n])), None):
        raise SetupError(f"{twice} is given twice; give each run once.")


def read_runs(paths: Sequence[Path], dataset: str | None = None, *, weight: float = LAMBDA) -> list[RunResults]:
    """Read and score the runs in `paths`; a data set that several were played on is read once.

    `dataset` stands for the data set of every run that was played on the same bytes.

    Raises:
        SetupError: the same run twice.
        RunFolderError: no run there.
        DataError: a data set can't be read.
    """
    check_once(paths)
    known: dict[str, Dataset] = {}
    if dataset is not None:
        given = load(dataset)
        known[given.digest] = given
    read = []
    for path in paths:
        results = read_results(path, known.get(read_manifest(path).dataset.digest), weight=weight)
        known[results.run.dataset.digest] = results.run.dataset
        read.append(results)
    return read


def scorer_for(runs: Sequence[RunResults], scorer: str | None) -> str:
    """Return the scorer to go by: `scorer`, else that of the runs' headlines.

    Raises:
        SetupError: no such scorer, or the runs' headlines are by different ones and none is asked for.
    """
    if scorer is not None:
        if scorer not in SCORERS:
            raise SetupError(
                f"There is no scorer '{scorer}'.{did_you_mean(scorer, SCORERS)} There are: {', '.join(SCORERS)}."
            )
        return scorer
    headlines = {run.summary.headline_scorer for run in runs}
    if len(headlines) > 1:
        raise SetupError("The runs' headlines are by different scorers; choose one with --scorer strict or paper.")
    return headlines.pop()


def comparable(a: RunResults, b: RunResults, scorer: str) -> Comparable:
    """Return what of two runs may be compared.

    Raises:
        SetupError: nothing may be: another protocol, or no sample that both played alike.
    """
    old, new = a.run.manifest, b.run.manifest
    if old.protocol != new.protocol:
        raise SetupError(
            f"{a.run.path} was played by protocol {old.protocol} and {b.run.path} by {new.protocol}: nothing in them "
            "is comparable; compare runs of one protocol."
        )
    notes = [f"The runs differ in {'; '.join(found)}."] if (found := _beside_the_model(old, new)) else []
    rows_a, rows_b = used_rows(a.rows), used_rows(b.rows)
    played_a, played_b = _played(rows_a, a), _played(rows_b, b)
    common = played_a.keys() & played_b.keys()
    for run, only in ((a, len(played_a) - len(common)), (b, len(played_b) - len(common))):
        if only:
            notes.append(f"Samples that only {run.run.path} played, left out: {only}.")
    if old.dataset.digest != new.dataset.digest:
        in_a, in_b = ({sample.id: sample for sample in run.run.dataset.samples} for run in (a, b))
        alike = {name for name in common if in_a[name] == in_b[name]}
        notes.append(
            f"The data sets differ. Samples that are the same in both, compared: {len(alike)}; of the same id and "
            f"other content, left out: {len(common - alike)}."
        )
        common = alike
    met_alike = {name for name in common if played_a[name] == played_b[name]}
    if len(met_alike) < len(common):
        notes.append(
            "Samples whose attackers differ (scripted and adaptive, or two attacker models), left out: "
            f"{len(common - met_alike)}."
        )
    if not met_alike:
        raise SetupError(
            f"{a.run.path} and {b.run.path} have no sample in common that was played alike. {' '.join(notes)}".rstrip()
        )
    chosen = [[row for row in rows if row.sample_id in met_alike] for rows in (rows_a, rows_b)]
    return Comparable(by_sample(chosen[0], scorer), by_sample(chosen[1], scorer), notes)


def _peers(runs: list[Contender], scorer: str) -> Peers:
    fit = [run for run in runs if not why_unfit(run)]
    samples = {run.path: run.samples for run in fit}
    played = [{each.sample_id for each in own} for own in samples.values()]
    common = set.intersection(*played) if played else set()
    return Peers(runs, fit, scorer, samples, frozenset(common), len(set().union(*played) - common))


def _played_alike(run: Contender) -> tuple[str, ...]:
    """Return what runs that stand side by side have in common."""
    manifest, kind = run.manifest, run.summary.s5_attacker
    attacker = f"{manifest.attacker.name} {manifest.attacker.id}" if kind is AttackerKind.ADAPTIVE else ""
    return manifest.dataset.digest, manifest.protocol, str(kind), attacker


def _beside_the_model(old: Manifest, new: Manifest) -> list[str]:
    """Return what differs besides the name and id of the model under test, which is what runs are compared for."""
    trusted = msgspec.structs.replace(new.trusted, name=old.trusted.name, id=old.trusted.id)
    return differences(old, msgspec.structs.replace(new, trusted=trusted))


def _played(rows: Sequence[ScoreRow], run: RunResults) -> dict[str, frozenset[str]]:
    """Return by whom each sample was attacked: a script, or a model by name and id."""
    model = run.run.manifest.attacker
    attackers: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        scripted = row.attacker is AttackerKind.SCRIPTED
        attackers[row.sample_id].add("script" if scripted else f"{model.name} {model.id}")
    return {name: frozenset(own) for name, own in attackers.items()}


def _resolved(paths: Sequence[Path]) -> set[Path]:
    return {path.resolve() for path in paths}
