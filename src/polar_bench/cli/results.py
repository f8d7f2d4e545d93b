"""What every command that shows figures does: read a run's folder, score it, write what is derived."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console

from polar_bench.analysis import Summary, summarise
from polar_bench.dataset.files import Dataset, load
from polar_bench.dialogue.protocols import ProtocolName
from polar_bench.errors import RunFolderError
from polar_bench.journal import codec
from polar_bench.report.text import report
from polar_bench.running.folder import read_manifest, read_states, write_derived
from polar_bench.running.manifest import Manifest
from polar_bench.running.records import TrialState, trials
from polar_bench.running.results import score_rows
from polar_bench.scoring.rows import ScoreRow
from polar_bench.scoring.score import LAMBDA
from polar_bench.trial import Trial, TrialKey


class JustPlayed(NamedTuple):
    """What a run found in its folder when it began, and the scores of what it played since."""

    states: Mapping[TrialKey, TrialState]
    rows: Mapping[TrialKey, ScoreRow]


class RunResults(NamedTuple):
    """A run, scored; `trials` are those whose transcripts were read from the journal."""

    path: Path
    manifest: Manifest
    dataset: Dataset
    trials: dict[TrialKey, Trial]
    rows: list[ScoreRow]
    summary: Summary


def read_results(
    path: Path,
    dataset: Dataset | None = None,
    *,
    weight: float = LAMBDA,
    just_played: JustPlayed | None = None,
) -> RunResults:
    """Score the run in `path`; without `dataset` it's read from where the manifest says.

    With `just_played` the journal isn't read a second time, nor a trial scored.

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
    states, known = just_played or JustPlayed(read_states(path), {})
    rows = score_rows(dataset.samples, states, weight=weight, known=known)
    played = {trial.key: trial for trial in trials(states)}
    return RunResults(path, manifest, dataset, played, rows, summarise(rows))


def publish(results: RunResults, *, is_json: bool, is_headline_forced: bool) -> None:
    """Write `scores.jsonl` and `summary.json`, and print the report, or the summary as JSON."""
    write_derived(results.path, results.rows, results.summary)
    if is_json:
        document = {"run": str(results.path), **msgspec.to_builtins(results.summary)}
        sys.stdout.write(msgspec.json.format(codec.encode(document), indent=2).decode() + "\n")
        return
    console = Console()
    title = (
        f"POLAR-Bench: {results.manifest.trusted.name} on {Path(results.manifest.dataset.path).name}, "
        f"protocol {results.manifest.protocol}"
    )
    console.print(report(results.summary, title, is_headline_forced=is_headline_forced))
    for note in _notes(results.manifest, results.summary):
        console.print(note, style="yellow", highlight=False, soft_wrap=True)
    console.print(f"\nRun folder: {results.path}", highlight=False, soft_wrap=True)


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
