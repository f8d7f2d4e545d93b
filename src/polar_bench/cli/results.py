"""What every command that shows figures does: read a run's folder, score it, write what is derived."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console

from polar_bench.analysis import Summary, summarise
from polar_bench.analysis.evidence import Disagreements
from polar_bench.analysis.withheld import shown_summary
from polar_bench.dataset.files import Dataset, Format, load
from polar_bench.dialogue.protocols import ProtocolName
from polar_bench.errors import RunFolderError
from polar_bench.journal import codec
from polar_bench.report.text import report
from polar_bench.running.derived import derived_rows, write_derived
from polar_bench.running.folder import read_manifest, read_states
from polar_bench.running.manifest import Manifest
from polar_bench.running.records import TrialState, trials
from polar_bench.running.results import score_rows
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import LAMBDA
from polar_bench.trial import Trial, TrialKey


class JustPlayed(NamedTuple):
    """What a run found in its folder when it began, and the scores of what it played since."""

    states: Mapping[TrialKey, TrialState]
    rows: Mapping[TrialKey, ScoreRow]


class PlayedRun(NamedTuple):
    """A run as its folder and its data set hold it, before any scoring."""

    path: Path
    manifest: Manifest
    dataset: Dataset
    states: Mapping[TrialKey, TrialState]


class RunResults(NamedTuple):
    """A run, scored with this weight of privacy in overall."""

    run: PlayedRun
    rows: list[ScoreRow]
    summary: Summary
    weight: float

    def transcripts(self) -> Iterator[tuple[Sample, Trial, ScoreRow]]:
        """Yield each trial of the journal that was read, with its sample and its row, in the order of the rows."""
        return transcripts(self.run, self.rows)


def transcripts(run: PlayedRun, rows: Iterable[ScoreRow]) -> Iterator[tuple[Sample, Trial, ScoreRow]]:
    """Yield each trial of the journal that has a row, with its sample and its row, in the order of the rows."""
    played = {trial.key: trial for trial in trials(run.states)}
    samples = {sample.id: sample for sample in run.dataset.samples}
    for row in rows:
        if (trial := played.get(TrialKey(row.sample_id, row.repeat))) is not None:
            yield samples[row.sample_id], trial, row


def headline_scorer(dataset_format: str) -> str:
    """Return the scorer whose figures stand first: `paper` for data in the released format, else `strict`."""
    return "paper" if dataset_format == Format.RELEASED else "strict"


def read_run(
    path: Path, dataset: Dataset | None = None, states: Mapping[TrialKey, TrialState] | None = None
) -> PlayedRun:
    """Read the run in `path`.

    Without `dataset` it's read from where the manifest says; with `states` the journal isn't read.

    Raises:
        RunFolderError: no run there, or the data set is not the one that was played.
        DataError: the data set can't be read.
    """
    manifest = read_manifest(path)
    if dataset is None:
        dataset = load(manifest.dataset.path)
    if dataset.digest != manifest.dataset.digest:
        raise RunFolderError(
            f"{dataset.path} is not the data set that {path} was played on (SHA-256 {dataset.digest[:12]}... and "
            f"{manifest.dataset.digest[:12]}...); give that one with --dataset."
        )
    return PlayedRun(path, manifest, dataset, read_states(path) if states is None else states)


def read_results(
    path: Path,
    dataset: Dataset | None = None,
    *,
    weight: float = LAMBDA,
    just_played: JustPlayed | None = None,
    is_anew: bool = False,
) -> RunResults:
    """Score the run in `path`, read as `read_run` does.

    With `just_played` the journal isn't read a second time, nor a trial scored. Rows that stand in the folder and were
    made from the same journal, data set and scorers are taken as they are, unless `is_anew`.

    Raises:
        RunFolderError: no run there, or the data set is not the one that was played.
        DataError: the data set can't be read.
    """
    run = read_run(path, dataset, just_played.states if just_played else None)
    known = just_played.rows if just_played else {}
    rows = None if is_anew or just_played else derived_rows(path, dataset=run.dataset.digest, weight=weight)
    if rows is None:
        rows = score_rows(run.dataset.samples, run.states, weight=weight, known=known)
    summary = summarise(rows, headline_scorer=headline_scorer(run.manifest.dataset.format))
    return RunResults(run, rows, summary, weight)


def write(results: RunResults) -> None:
    """Write the derived files; a withheld headline isn't in them, however it's shown."""
    run, summary = results.run, shown_summary(results.summary)
    write_derived(run.path, results.rows, summary, dataset=run.dataset.digest, weight=results.weight)


def publish(results: RunResults, *, is_json: bool, is_headline_forced: bool, scorer: str | None = None) -> None:
    """Write `scores.jsonl` and `summary.json`, and print the report, or the summary as JSON.

    `scorer` is the one whose tables are printed, by default the one of the headline.
    """
    write(results)
    run, summary = results.run, results.summary
    if is_json:
        shown = summary if is_headline_forced else shown_summary(summary)
        document = {"run": str(run.path), **msgspec.to_builtins(shown)}
        sys.stdout.write(codec.pretty(document).decode())
        return
    console = Console()
    title = (
        f"POLAR-Bench: {run.manifest.trusted.name} on {Path(run.manifest.dataset.path).name}, "
        f"protocol {run.manifest.protocol}"
    )
    console.print(report(summary, title, is_headline_forced=is_headline_forced, scorer=scorer))
    if summary.disagreements.trials:
        console.print(
            f"{differing(summary.disagreements, summary.trials.scored)}: polar-bench score {run.path} --disagreements",
            highlight=False,
            soft_wrap=True,
        )
    for note in _notes(run.manifest, summary):
        console.print(note, style="yellow", highlight=False, soft_wrap=True)
    console.print(f"\nRun folder: {run.path}", highlight=False, soft_wrap=True)


def differing(differ: Disagreements, scored: int) -> str:
    """Say on how many attributes, and in how many of the scored trials, the two scorers differ."""
    attributes = f"{differ.attributes} attribute{'' if differ.attributes == 1 else 's'}"
    return f"The scorers differ on {attributes} in {differ.trials} of {scored} trial{'' if scored == 1 else 's'}"


def _notes(manifest: Manifest, summary: Summary) -> Iterator[str]:
    """Yield what keeps the figures from being compared with published ones, and what the run cost."""
    if manifest.protocol == ProtocolName.RELEASED and manifest.own_wording:
        yield (
            "Protocol released with our own prompt wording: not comparable with published figures. "
            "docs/comparable-runs.md says how to lay the authors' wording in."
        )
    for role, model in (("trusted", manifest.trusted), ("attacker", manifest.attacker)):
        tokens = summary.tokens.get(role)
        if model.prices and tokens:
            cost = sum(tokens[part] * model.prices[part] for part in ("prompt", "reply")) / 1_000_000
            yield f"Cost of the {role} model, by the prices in the configuration: {cost:.2f}"
