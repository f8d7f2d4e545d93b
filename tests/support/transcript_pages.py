"""The reader of transcripts, written in one process from sources, as `polar-bench report` writes it in several."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from polar_bench.report.page.transcripts.mask import Masks, hidden_together, hides
from polar_bench.report.page.transcripts.source import TranscriptSource, Written
from polar_bench.report.page.transcripts.write import Library, finish, write_run, write_samples
from polar_bench.sample import Sample


def write(runs: Sequence[TranscriptSource], folder: Path, *, is_masked: bool) -> Written:
    """Write transcripts.html into the folder, and files in data/ and assets/; masked, protected values are hidden."""
    masks = Masks(hidden_together((run.dataset, hides(run)) for run in runs) if is_masked else None)
    known: dict[str, dict[str, Sample]] = {run.dataset: {} for run in runs}
    for run in runs:
        known[run.dataset].update({sample.id: sample for sample, _, _ in run.transcripts()})
    shelves = {dataset: Library(number) for number, dataset in enumerate(known, start=1)}
    for dataset, own in known.items():
        for sample in own.values():
            shelves[dataset].add(sample.group, sample.id)
    written = [write_run(run, folder, masks) for run in runs]
    of_samples = {name: write_samples(name, shelf, known[name], folder, masks) for name, shelf in shelves.items()}
    return finish(written, shelves, of_samples, folder, is_masked=is_masked)
