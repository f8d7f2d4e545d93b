"""`polar-bench run`: play a data set with a model and print its surface."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Mapping
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer

from polar_bench.cli.options import members, words
from polar_bench.cli.parties import Parties, Wanted
from polar_bench.dataset.files import STARTER, Dataset, Format, load
from polar_bench.dialogue.protocols import ProtocolName, protocol_named
from polar_bench.errors import SetupError
from polar_bench.running import Manifest, RunFolder, Selection, plan
from polar_bench.running.folder import pending, read_states
from polar_bench.running.manifest import DatasetEntry
from polar_bench.running.records import TrialState
from polar_bench.running.runner import Conduct, Job, play_all
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring.rows import ScoreRow, score_row
from polar_bench.seeding import BASE_SEED
from polar_bench.trial import Speaker, Trial, TrialKey, Turn
from polar_bench.version import __version__

_RETRY = "unassessed"
_LONG = 20_000
"""Characters of a transcript from which on its scoring takes noticeable time (some 50 ms)."""
Rows = dict[TrialKey, ScoreRow]
Played = tuple[dict[TrialKey, TrialState], Rows]


def run(
    dataset: Annotated[str, typer.Argument(help="A data set's file (ours or the released format), or 'starter'.")],
    model: Annotated[
        str,
        typer.Option(
            "--model",
            "-m",
            help="provider/model: openai/NAME, local/smollm2, local/FILE.gguf, control/oracle, or a name in --config.",
        ),
    ],
    model_url: Annotated[
        str | None,
        typer.Option(help="Base URL of the model's chat-completions API, such as http://localhost:8000/v1."),
    ] = None,
    attacker: Annotated[
        str | None, typer.Option(help="A model that adapts S5 (and writes what has no script); named as --model.")
    ] = None,
    attacker_url: Annotated[
        str | None, typer.Option(help="Base URL of the attacker's API; its key is POLAR_ATTACKER_API_KEY.")
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(help="polar or released; by default that of the data set's format.")
    ] = None,
    prompts: Annotated[
        Path | None, typer.Option(help="A folder with prompts in place of ours; see `polar-bench prompts`.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Named endpoints; ./polar-bench.toml if it's there.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Run folder; an existing one is continued.")] = None,
    per_cell: Annotated[int | None, typer.Option(min=1, help="Samples for each of the 25 cells.")] = None,
    samples: Annotated[int | None, typer.Option(min=1, help="The first N samples in playing order.")] = None,
    samples_per_domain: Annotated[
        int | None, typer.Option(min=1, help="N samples a domain, drawn as the released evaluator draws them.")
    ] = None,
    domains: Annotated[str | None, typer.Option(help="Only these domains, with commas between.")] = None,
    levels: Annotated[str | None, typer.Option(help="Only these policy levels, such as P1,P3.")] = None,
    attacks: Annotated[str | None, typer.Option(help="Only these attacks, such as S2,S5.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Trials for each sample.")] = 1,
    concurrency: Annotated[int, typer.Option(min=1, help="Dialogues at a time.")] = 32,
    seed: Annotated[int, typer.Option(help="Base of all derived seeds.")] = BASE_SEED,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="Limit of each reply, in tokens: 2048, and 1200 under `released`.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one call is given.")] = 120.0,
    retry: Annotated[
        str | None, typer.Option(help="'unassessed' tries all trials without a score again, not the passing ones only.")
    ] = None,
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
        samples_per_domain=samples_per_domain,
    )
    chosen = plan(data.samples, selection)
    parties = Parties(
        Wanted(
            model=model,
            model_url=model_url,
            attacker=attacker,
            attacker_url=attacker_url,
            protocol=_protocol(protocol, data),
            prompts=prompts,
            config=config,
            max_tokens=max_tokens,
            timeout=timeout,
            seed=seed,
        )
    )
    manifest = Manifest(
        schema=1,
        version=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        protocol=parties.protocol.name,
        dataset=DatasetEntry(
            _lasting(data.path), data.digest, data.format, len(data.samples), dict(data.skipped.reasons)
        ),
        prompts=parties.prompts,
        own_wording=parties.own_wording,
        trusted=parties.trusted,
        attacker=parties.attacking,
        sampling=parties.sampling,
        seed=seed,
        repeats=repeats,
        selection=selection,
        concurrency=min(concurrency, parties.most_at_once or concurrency),
    )
    path = out or Path("runs") / _slug(f"{model}-on-{Path(data.path).stem}")
    todo = _Todo(chosen, repeats, is_retrying=_is_retrying(retry))
    try:
        played = asyncio.run(_play(manifest, path, todo, parties, is_quiet=json))
    except KeyboardInterrupt:
        _say_interrupted(path, repeats * len(chosen))
        raise typer.Exit(130) from None
    from polar_bench.cli.results import JustPlayed, publish, read_results  # noqa: PLC0415 # rich tables, for the end only

    publish(read_results(path, data, just_played=JustPlayed(*played)), is_json=json, is_headline_forced=headline)


class _Todo(NamedTuple):
    """Which trials a run wants, and whether those that ended unassessed for good are tried again."""

    samples: list[Sample]
    repeats: int
    is_retrying: bool

    @property
    def total(self) -> int:
        return self.repeats * len(self.samples)

    def jobs(self, states: Mapping[TrialKey, TrialState]) -> list[Job]:
        """Return what is left to play: the first repeat of every sample, then the second, ..."""
        return [
            Job(sample, repeat, so_far)
            for repeat in range(self.repeats)
            for sample in self.samples
            if (so_far := pending(states, TrialKey(sample.id, repeat), is_retrying=self.is_retrying)) is not None
        ]


async def _play(manifest: Manifest, path: Path, todo: _Todo, parties: Parties, *, is_quiet: bool) -> Played:
    try:
        if todo.jobs(read_states(path)):
            await parties.check()
            manifest = msgspec.structs.replace(manifest, trusted=parties.trusted, attacker=parties.attacking)
        with RunFolder(path, manifest) as folder:
            jobs = todo.jobs(folder.states)
            if folder.is_continued:
                done = todo.total - len(jobs)
                _say(f"Continuing {path}: {done} of {todo.total} trials are there, {len(jobs)} to play.")
            return folder.states, await _play_jobs(jobs, folder, parties, is_quiet=is_quiet)
    finally:
        await parties.close()


async def _play_jobs(jobs: list[Job], folder: RunFolder, parties: Parties, *, is_quiet: bool) -> Rows:
    """Play what is left, and return the scores of what was played."""
    from polar_bench.cli.progress import RunProgress  # noqa: PLC0415 # rich takes a while to import
    from polar_bench.cli.results import headline_scorer  # noqa: PLC0415

    by_id = {job.sample.id: job.sample for job in jobs}
    conduct = Conduct(folder.manifest.concurrency, parties.seed_of)
    rows: Rows = {}
    scorer = headline_scorer(folder.manifest.dataset.format)
    with RunProgress(len(jobs), scorer, is_quiet=is_quiet) as progress:

        def keep(key: TrialKey, index: int, turn: Turn) -> None:
            folder.keep_turn(key, index, turn)
            if turn.role is Speaker.TRUSTED:
                progress.count_call()

        async with aclosing(play_all(jobs, parties.agent, parties.attacker, conduct, keep)) as trials:
            async for trial in trials:
                folder.keep_trial(trial)
                rows[trial.key] = await _scored(by_id[trial.sample_id], trial)
                progress.count_trial(rows[trial.key])
    return rows


async def _scored(sample: Sample, trial: Trial) -> ScoreRow:
    """Score a trial; a long one in a thread, so that the dialogues under way don't wait for it.

    Short ones are quicker here: a thread that computes holds up each of the others' calls.
    """
    if sum(len(turn.text) + len(turn.reasoning) for turn in trial.turns) <= _LONG:
        return score_row(sample, trial)
    return await asyncio.to_thread(score_row, sample, trial)


def _protocol(name: str | None, data: Dataset) -> ProtocolName:
    if name is None:
        return ProtocolName.RELEASED if data.format is Format.RELEASED else ProtocolName.POLAR
    return protocol_named(name)


def _is_retrying(retry: str | None) -> bool:
    if retry not in (None, _RETRY):
        raise SetupError(f"--retry knows '{_RETRY}', not '{retry}'.")
    return retry is not None


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


def _say_interrupted(path: Path, total: int) -> None:
    done = sum(state.finish is not None for state in read_states(path).values())
    _say(f"Interrupted: {done} of {total} trials are done; the same command goes on from here. Folder: {path}")
