"""A whole report: every page with its tables, figures and transcripts, and all numbers as JSON, in one folder.

The same runs give the same bytes. Nothing is fetched, and nothing on a page comes from elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from polar_bench.journal import codec
from polar_bench.report.marked import one_line
from polar_bench.report.page.files import FORMAT, NUMBERS, replaced
from polar_bench.report.page.group_page import group_page, overview, subject_runs
from polar_bench.report.page.html import rendered
from polar_bench.report.page.parts import Context, Options, parts
from polar_bench.report.page.run_page import run_page, run_tables
from polar_bench.report.page.sections import Link, Page
from polar_bench.report.page.shown_table import colours, transcripts
from polar_bench.report.page.transcripts.source import TranscriptSource
from polar_bench.report.page.transcripts.write import write as write_transcripts
from polar_bench.report.subject import Subject
from polar_bench.report.tables.of_group import tables as group_tables
from polar_bench.version import __version__


def write(subject: Subject, sources: Sequence[TranscriptSource], folder: Path, options: Options) -> None:
    """Write the report on `subject` into `folder`, in place of an older report; a failure leaves that one.

    `sources` are the transcripts of the same runs.

    Raises:
        SetupError: `folder` holds something else than a report, or can't be written.
    """
    with replaced(folder) as beside:
        _write(subject, sources, beside, options)


def numbers(subject: Subject, *, is_masked: bool) -> dict[str, Any]:  # Any: what JSON is made of
    """Return all numbers of a report, as `report.json` holds them."""
    return {
        "format": FORMAT,
        "version": __version__,
        "is_masked": is_masked,
        "notes": subject.notes,
        "groups": [
            {
                "runs": [run.key for run in group.runs],
                "scorer": group.scorer,
                "lambda": group.weight,
                "notes": group.notes,
                "together": group.together,
            }
            for group in subject.groups
        ],
        "runs": [
            {
                "key": run.key,
                "name": run.name,
                "folder": run.folder,
                "unassessed_share": run.analysis.summary.trials.unassessed_share,
                "manifest": run.manifest,
                "analysis": run.analysis,
            }
            for run in subject_runs(subject)
        ],
    }


def _write(subject: Subject, sources: Sequence[TranscriptSource], folder: Path, options: Options) -> None:
    for page in _pages(subject, folder, options):
        (folder / page.file).write_text(rendered(page), encoding="utf-8", newline="\n")
    assets = folder / "assets"
    assets.mkdir(exist_ok=True)
    for name in ("page.css", "icon.svg"):
        asset = files("polar_bench") / "data" / "pages" / "report" / name
        (assets / name).write_bytes(asset.read_bytes())
    (assets / "colours.css").write_text(colours(), encoding="ascii", newline="\n")
    write_transcripts(sources, folder, is_masked=options.is_masked)
    document = codec.encode(numbers(subject, is_masked=options.is_masked))
    (folder / NUMBERS).write_bytes(msgspec.json.format(document, indent=1) + b"\n")


def _pages(subject: Subject, folder: Path, options: Options) -> list[Page]:
    """Return the pages, once their tables and figures are written."""
    from polar_bench.report.figures.of_group import of_group  # noqa: PLC0415 # matplotlib takes a while to import
    from polar_bench.report.figures.of_run import of_run  # noqa: PLC0415

    runs = subject_runs(subject)
    is_one = len(runs) == 1
    page_of = {run.key: "index.html" if is_one else f"{run.key}.html" for run in runs}
    links = [] if is_one else [Link("index.html", "All runs")]
    links += [Link(page_of[run.key], one_line(run.name)) for run in runs if not is_one]
    leads = {run.name: page_of[run.key] for run in runs}
    together = [group for group in subject.groups if group.together is not None]
    pages, of_groups = [], []
    for group in subject.groups:
        for run in group.runs:
            context = Context("" if is_one else f"{run.key}-", run.key)
            own = parts(run_tables(run, group.scorer), of_run(run, group.scorer), folder, options, context)
            places = [*links, Link(transcripts(run.key), "Transcripts")]
            pages.append(run_page(page_of[run.key], run, group, own, places))
        if group.together is not None:
            context = Context(f"group-{together.index(group) + 1}-" if len(together) > 1 else "", leads=leads)
            own = parts(group_tables(group), of_group(group), folder, options, context)
            of_groups.append((group, own))
    if not is_one:
        context = Context(leads=leads)
        first = parts([overview(subject)], [], folder, options, context)
        pages.append(group_page(subject, first, of_groups, [*links, Link("transcripts.html", "Transcripts")]))
    return pages
