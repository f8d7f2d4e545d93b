"""Judges as the command line names them: adapters built, asked, and what they said written down."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import typer

from polar_bench.cli.options import JudgesWanted, judge_access
from polar_bench.dataset.files import STARTER, Dataset
from polar_bench.dataset.writing import whole_file
from polar_bench.errors import SetupError
from polar_bench.journal import codec
from polar_bench.model.registry import RunnableModel, resolve
from polar_bench.quality.judges import Judge, Judging, Plan, judge, plan, read_kept
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry
from polar_bench.quality.judges.running import SAMPLING
from polar_bench.running.plan import Selection
from polar_bench.running.plan import plan as playing_order

REPORT = "judging.json"


def run_judges(data: Dataset, wanted: JudgesWanted, *, is_quiet: bool = False) -> Judging:
    """Ask the judges about `data` what they weren't asked yet, and return what all their answers amount to.

    It is also written to judging.json in their folder. Ctrl-C ends the command with status 130; the same command goes
    on from there.

    Raises:
        SetupError: a judge that can't be used, and why.
        RunFolderError: a folder that can't be used.
    """
    path = wanted.folder or _beside(data.path)
    models = _models(wanted)
    judges = [Judge(_entry(name, model), model, model.most_at_once) for name, model in models.items()]
    chosen = playing_order(data.samples, Selection(samples=wanted.samples))
    planned = plan(chosen, data.samples, seed=wanted.seed, at_once=wanted.at_once)
    try:
        made = asyncio.run(_ask(planned, judges, models, path, is_quiet=is_quiet))
    except KeyboardInterrupt:
        _say_interrupted(planned, judges, path)
        raise typer.Exit(130) from None
    with whole_file(path / REPORT) as file:
        file.write(codec.pretty(made))
    return made


async def _ask(
    planned: Plan, judges: Sequence[Judge], models: dict[str, RunnableModel], path: Path, *, is_quiet: bool
) -> Judging:
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True, quiet=is_quiet)
    kept = read_kept(path)
    left = sum(len(planned.left(one.entry, kept)) for one in judges)
    total = len(judges) * len(planned.asked.asks)
    if left < total:
        _say(f"Continuing {path}: {total - left} of {total} answers are there, {left} to get.", is_quiet=is_quiet)

    async def ready(one: Judge) -> JudgeEntry:
        marker = f"judge {one.entry.name} {datetime.now(UTC).isoformat()} {os.getpid()}"
        sent = await models[one.entry.name].preflight(marker, SAMPLING)
        return msgspec.structs.replace(one.entry, sent=sent)

    try:
        with Progress(console=console, transient=True, disable=is_quiet or not console.is_terminal) as progress:
            task = progress.add_task("answers", total=left)

            def on_answer(_: AnswerRecord) -> None:
                progress.advance(task)

            return await judge(planned, judges, path, ready=ready, on_answer=on_answer)
    finally:
        for model in models.values():
            await model.close()


def _models(wanted: JudgesWanted) -> dict[str, RunnableModel]:
    reached = judge_access(wanted.url, wanted.timeout, config=wanted.config)
    if twice := next((name for name in wanted.names if wanted.names.count(name) > 1), None):
        raise SetupError(f"The judge '{twice}' is named twice; give each --judge once.")
    if wanted.url and all(name in reached.endpoints for name in wanted.names):
        raise SetupError("All judges are endpoints of polar-bench.toml, with URLs of their own: leave out --judge-url.")
    return {name: resolve(name, reached) for name in wanted.names}


def _entry(name: str, model: RunnableModel) -> JudgeEntry:
    return JudgeEntry(name, model.model_id, model.url, dict(model.extra))


def _beside(dataset: str) -> Path:
    """The folder beside the data set; that of the starter set, which lies in the package, is in the working folder."""
    return Path("starter.judges") if dataset == STARTER else Path(f"{dataset}.judges")


def _say_interrupted(planned: Plan, judges: Sequence[Judge], path: Path) -> None:
    kept = read_kept(path)
    total = len(judges) * len(planned.asked.asks)
    left = sum(len(planned.left(one.entry, kept)) for one in judges)
    _say(
        f"Interrupted: {total - left} of {total} answers are there; the same command goes on from here. Folder: {path}"
    )


def _say(text: str, *, is_quiet: bool = False) -> None:
    if not is_quiet:
        print(text, file=sys.stderr, flush=True)  # noqa: T201 # a line for the user
