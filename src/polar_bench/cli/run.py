"""`polar-bench run`: play a data set with a model and print its surface."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from polar_bench.agent import AgentFactory, control
from polar_bench.agent.prompted import prompted, trusted_prompt
from polar_bench.cli.options import access, members, words
from polar_bench.dataset.files import STARTER, Dataset, load
from polar_bench.dialogue import scripted
from polar_bench.model.port import Sampling
from polar_bench.model.registry import RunnableModel, resolve
from polar_bench.running import Manifest, RunFolder, Selection, plan
from polar_bench.running.folder import pending, read_states
from polar_bench.running.manifest import DatasetEntry, ModelEntry
from polar_bench.running.records import TrialState
from polar_bench.running.runner import Conduct, Job, play_all
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring.rows import score_row
from polar_bench.seeding import BASE_SEED
from polar_bench.trial import Speaker, TrialKey, Turn
from polar_bench.version import __version__


def run(
    dataset: Annotated[str, typer.Argument(help="A data set's file (ours or the released format), or 'starter'.")],
    model: Annotated[
        str,
        typer.Option(
            "--model",
            "-m",
            help="provider/model: openai/NAME, local/smollm2, local/FILE.gguf, control/oracle.",
        ),
    ],
    model_url: Annotated[
        str | None,
        typer.Option(help="Base URL of the model's chat-completions API, such as http://localhost:8000/v1."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Run folder; an existing one is continued.")] = None,
    per_cell: Annotated[int | None, typer.Option(min=1, help="Samples for each of the 25 cells.")] = None,
    samples: Annotated[int | None, typer.Option(min=1, help="The first N samples in playing order.")] = None,
    domains: Annotated[str | None, typer.Option(help="Only these domains, with commas between.")] = None,
    levels: Annotated[str | None, typer.Option(help="Only these policy levels, such as P1,P3.")] = None,
    attacks: Annotated[str | None, typer.Option(help="Only these attacks, such as S2,S5.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Trials for each sample.")] = 1,
    concurrency: Annotated[int, typer.Option(min=1, help="Dialogues at a time.")] = 32,
    seed: Annotated[int, typer.Option(help="Base of all derived seeds.")] = BASE_SEED,
    max_tokens: Annotated[int, typer.Option(min=1, help="Limit of each reply, in tokens.")] = 2048,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one call is given.")] = 120.0,
    headline: Annotated[
        bool, typer.Option("--headline", help="Print the headline even if over 5% are unassessed.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, and nothing else.")] = False,
) -> None:
    """Play DATASET with a model in the trusted agent's place and print its 5x5 surface.

    The same command on the same folder goes on where it stopped. Keys come from POLAR_API_KEY or
    OPENAI_API_KEY, URLs from --model-url, POLAR_BASE_URL or OPENAI_BASE_URL.
    """
    data = load(dataset)
    _say_skipped(data)
    selection = Selection(
        domains=words(domains),
        levels=members(levels, PolicyLevel, "policy level"),
        attacks=members(attacks, Attack, "attack"),
        per_cell=per_cell,
        samples=samples,
    )
    chosen = plan(data.samples, selection)
    sampling = Sampling(max_tokens=max_tokens)
    agent = _Agent(model, sampling, model_url, timeout)
    path = out or Path("runs") / _slug(f"{model}-on-{Path(data.path).stem}")
    manifest = Manifest(
        schema=1,
        version=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        protocol="polar",
        dataset=DatasetEntry(
            _lasting(data.path), data.digest, data.format, len(data.samples), dict(data.skipped.reasons)
        ),
        prompts=agent.prompts,
        trusted=ModelEntry(model, agent.url),
        attacker="scripted",
        sampling=sampling,
        seed=seed,
        repeats=repeats,
        selection=selection,
        concurrency=min(concurrency, agent.most_at_once or concurrency),
    )
    try:
        asyncio.run(_play(manifest, path, chosen, agent, is_quiet=json))
    except KeyboardInterrupt:
        _say_interrupted(path, repeats * len(chosen))
        raise typer.Exit(130) from None
    from polar_bench.cli.results import publish, read_results  # noqa: PLC0415 # rich tables, for the end only

    publish(read_results(path, data), is_json=json, is_headline_forced=headline)


class _Agent:
    """The side under test as the command line names it: a control, or a model with the prompt around it."""

    def __init__(self, name: str, sampling: Sampling, url: str | None, timeout: float) -> None:
        self.model: RunnableModel | None = None
        self.prompts: dict[str, str] = {}
        self.url: str | None = None
        self.most_at_once: int | None = None
        provider, _, rest = name.partition("/")
        if provider == "control":
            self.factory: AgentFactory = control(rest)
            return
        self.model = resolve(name, access(url, timeout))
        template = trusted_prompt()
        self.url = self.model.url
        self.most_at_once = self.model.most_at_once
        self.prompts = {template.name: template.digest}
        self.factory = prompted(self.model, sampling, template)

    async def check(self) -> tuple[str, ...]:
        """Make the preflight call, unlike any other call by its time and process."""
        if self.model is None:
            return ()
        return await self.model.preflight(f"{datetime.now(UTC).isoformat()} {os.getpid()}")

    async def close(self) -> None:
        """Let go of the model."""
        if self.model is not None:
            await self.model.close()


async def _play(manifest: Manifest, path: Path, chosen: list[Sample], agent: _Agent, *, is_quiet: bool) -> None:
    try:
        if _jobs(chosen, manifest.repeats, read_states(path)):
            sent = await agent.check()
            manifest = msgspec.structs.replace(manifest, trusted=msgspec.structs.replace(manifest.trusted, sent=sent))
        with RunFolder(path, manifest) as folder:
            jobs = _jobs(chosen, manifest.repeats, folder.states)
            _say_continued(folder, len(jobs), manifest.repeats * len(chosen))
            await _play_jobs(jobs, folder, agent, is_quiet=is_quiet)
    finally:
        await agent.close()


async def _play_jobs(jobs: list[Job], folder: RunFolder, agent: _Agent, *, is_quiet: bool) -> None:
    from polar_bench.cli.progress import RunProgress  # noqa: PLC0415 # rich takes a while to import

    by_id = {job.sample.id: job.sample for job in jobs}
    manifest = folder.manifest
    conduct = Conduct(manifest.trusted.name, manifest.seed, manifest.concurrency)
    with RunProgress(len(jobs), is_quiet=is_quiet) as progress:

        def keep(key: TrialKey, index: int, turn: Turn) -> None:
            folder.keep_turn(key, index, turn)
            if turn.role is Speaker.TRUSTED:
                progress.count_call()

        async with aclosing(play_all(jobs, agent.factory, scripted, conduct, keep)) as trials:
            async for trial in trials:
                folder.keep_trial(trial)
                progress.count_trial(score_row(by_id[trial.sample_id], trial))


def _jobs(chosen: list[Sample], repeats: int, states: dict[TrialKey, TrialState]) -> list[Job]:
    """Return what is left to play: the first repeat of every sample, then the second, ..."""
    return [
        Job(sample, repeat, so_far)
        for repeat in range(repeats)
        for sample in chosen
        if (so_far := pending(states, TrialKey(sample.id, repeat))) is not None
    ]


def _lasting(path: str) -> str:
    """Return a path that means the same from another working directory; the starter set's name stays."""
    return path if path == STARTER else str(Path(path).resolve())


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._=-]+", "-", text).strip("-.")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 # a line for the user


def _say_skipped(data: Dataset) -> None:
    if text := data.skipped.sentence(len(data.samples)):
        _say(text)


def _say_continued(folder: RunFolder, left: int, total: int) -> None:
    if folder.is_continued:
        _say(f"Continuing {folder.path}: {total - left} of {total} trials are there, {left} to play.")


def _say_interrupted(path: Path, total: int) -> None:
    done = sum(state.finish is not None for state in read_states(path).values())
    _say(f"Interrupted: {done} of {total} trials are done; the same command goes on from here. Folder: {path}")
