"""A whole report but for its transcripts: every page with its tables and figures, and all numbers as JSON.

Each run's tables and figures are written by themselves, so that processes can share them. The same runs give the same
bytes. Nothing is fetched, and nothing on a page comes from elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from polar_bench.journal import codec
from polar_bench.report.marked import one_line
from polar_bench.report.page.files import FORMAT, NUMBERS
from polar_bench.report.page.group_page import group_page, overview, subject_runs
from polar_bench.report.page.html import rendered
from polar_bench.report.page.parts import WHOLE, Context, Options, parts
from polar_bench.report.page.run_page import run_page, run_tables
from polar_bench.report.page.sections import Item, Link, Page
from polar_bench.report.page.shown_table import colours, transcripts
from polar_bench.report.subject import Group, ReportedRun, Subject
from polar_bench.report.tables.of_group import tables as group_tables
from polar_bench.version import __version__


def write_run_parts(
    run: ReportedRun, scorer: str, folder: Path, options: Options, *, is_one: bool, share: tuple[int, int] = WHOLE
) -> list[Item]:
    """Write a run's tables and figures into the report's `folder`, and return them for its page.

    `is_one` says that the report is on this run alone. `share` is as in `parts`.
    """
    from polar_bench.report.figures.of_run import of_run  # noqa: PLC0415 # matplotlib takes a while to import

    context = Context("" if is_one else f"{run.key}-", run.key)
    return parts(run_tables(run, scorer), of_run(run, scorer), folder, options, context, share=share)


def write_group_parts(subject: Subject, folder: Path, options: Options) -> list[tuple[Group, list[Item]]]:
    """Write the tables and figures of runs that stand side by side, and return each group with its own."""
    together = [group for group in subject.groups if group.together is not None]
    if not together:
        return []
    from polar_bench.report.figures.of_group import of_group  # noqa: PLC0415 # matplotlib takes a while to import

    made, leads = [], _leads(subject)
    for number, group in enumerate(together, start=1):
        context = Context(f"group-{number}-" if len(together) > 1 else "", leads=leads)
        made.append((group, parts(group_tables(group), of_group(group), folder, options, context)))
    return made


def write_pages(
    subject: Subject,
    of_runs: Mapping[str, Sequence[Item]],
    of_groups: Sequence[tuple[Group, Sequence[Item]]],
    folder: Path,
    options: Options,
) -> None:
    """Write the report's pages, all but that of the transcripts, with what they load, and all numbers as JSON.

    `of_runs` are the runs' tables and figures by key.
    """
    for page in _pages(subject, of_runs, of_groups, folder, options):
        (folder / page.file).write_text(rendered(page), encoding="utf-8", newline="\n")
    assets = folder / "assets"
    assets.mkdir(exist_ok=True)
    for name in ("page.css", "icon.svg"):
        asset = files("polar_bench") / "data" / "pages" / "report" / name
        (assets / name).write_bytes(asset.read_bytes())
    (assets / "colours.css").write_text(colours(), encoding="ascii", newline="\n")
    document = codec.encode(numbers(subject, is_masked=options.is_masked))
    (folder / NUMBERS).write_bytes(msgspec.json.format(document, indent=1) + b"\n")


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


def _pages(
    subject: Subject,
    of_runs: Mapping[str, Sequence[Item]],
    of_groups: Sequence[tuple[Group, Sequence[Item]]],
    folder: Path,
    options: Options,
) -> list[Page]:
    runs = subject_runs(subject)
    is_one = len(runs) == 1
    leads = _leads(subject)
    links = [] if is_one else [Link("index.html", "All runs")]
    links += [Link(leads[run.name], one_line(run.name)) for run in runs if not is_one]
    pages = []
    for group in subject.groups:
        for run in group.runs:
            places = [*links, Link(transcripts(run.key), "Transcripts")]
            pages.append(run_page(leads[run.name], run, group, of_runs[run.key], places))
    if not is_one:
        first = parts([overview(subject)], [], folder, options, Context(leads=leads))
        pages.append(group_page(subject, first, of_groups, [*links, Link("transcripts.html", "Transcripts")]))
    return pages


def _leads(subject: Subject) -> dict[str, str]:
    """Return the file of each run's page, by the run's name, which no other run has."""
    runs = subject_runs(subject)
    return {run.name: "index.html" if len(runs) == 1 else f"{run.key}.html" for run in runs}
