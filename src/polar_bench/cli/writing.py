"""`generate --renderer llm`: a data set whose texts a model writes, and what that will cost."""

from __future__ import annotations

import asyncio
import hashlib
import time
from pathlib import Path

import msgspec
import typer

from polar_bench.cli.options import access
from polar_bench.cli.writer import Checked, say, work_of
from polar_bench.dataset import jsonl
from polar_bench.dataset.writing import refuse_existing, whole_file
from polar_bench.domains.loader import domain_digest, load_domain
from polar_bench.generation.dataset import Plan
from polar_bench.generation.render.estimate import CHARACTERS_A_TOKEN, estimate
from polar_bench.generation.render.llm import GENERATOR
from polar_bench.generation.render.work import Work, WorkFolder, folder_of, read_answers
from polar_bench.generation.render.writing import Answer, Manner, Writer
from polar_bench.journal import codec
from polar_bench.model.port import Sampling
from polar_bench.model.registry import RunnableModel, resolve
from polar_bench.quality.rendering import Counts, Profiles, Rendering, counts, manifest, render
from polar_bench.quality.repair import Limits, Outcome

_PLAIN_EVERY = 15.0


class WritingOptions(msgspec.Struct, frozen=True):
    """What the command line says of the writer; `profiles` None means all of the plan."""

    model: str
    model_url: str | None
    config: Path | None
    sampling: Sampling
    timeout: float
    concurrency: int
    limits: Limits
    profiles: int | None


def write_set(plan: Plan, out: Path, options: WritingOptions, *, is_forced: bool, is_quiet: bool) -> None:
    """Have the set written to `out`, with its manifest beside it; the same command goes on where it stopped.

    Leaves with status 1 where a square was given up, or where the endpoint gave no answer for some profiles: then
    nothing is written to `out`.
    """
    refuse_existing(out, is_forced=is_forced)
    profiles = _chosen(plan, options.profiles)
    model = _resolved(options)
    path = folder_of(out)
    try:
        rendering, work = asyncio.run(_write(plan, path, profiles, model, options, is_quiet=is_quiet))
    except KeyboardInterrupt:
        say(f"Interrupted: {len(read_answers(path)):,} answers are kept; the same command goes on. Folder: {path}")
        raise typer.Exit(130) from None
    if rendering.waiting:
        say(
            f"{len(rendering.waiting):,} of {len(profiles):,} profiles got no answer from {options.model} "
            f"({rendering.waiting[0].waits}); nothing is written yet, and the same command goes on with them."
        )
        raise typer.Exit(1)
    groups = {key.group for _, key in profiles}
    counted = counts(rendering, [answer for answer in read_answers(path) if answer.name.partition("/")[0] in groups])
    digest = _save(out, rendering)
    described = manifest(
        rendering,
        work,
        options.limits,
        generator=_generator(model),
        repeats=plan.repeats,
        counted=counted,
        digest=digest,
    )
    with whole_file(out.with_name(f"{out.name}.manifest.json")) as file:
        file.write(codec.pretty(described))
    typer.echo(_told(out, counted, model))
    for square in rendering.given_up:
        typer.echo(f"Left out, since a profile of it could not be written: {square}.")
    if rendering.given_up:
        typer.echo("The manifest has the reasons.")
        raise typer.Exit(1)


def dry_run(plan: Plan, out: Path, options: WritingOptions) -> None:
    """Print what the set will take: calls, tokens and money. Nothing is asked."""
    profiles = _chosen(plan, options.profiles)
    prices = _resolved(options).prices
    expected = estimate(profiles, frozenset(answer.name for answer in read_answers(folder_of(out))))
    answered = f", {expected.answered:,} of them answered already" if expected.answered else ""
    typer.echo(
        f"{expected.profiles:,} profiles, {5 * expected.profiles:,} samples: {expected.calls:,} calls{answered}."
    )
    typer.echo(
        f"Tokens, estimated as characters / {CHARACTERS_A_TOKEN} from {expected.looked_at} profiles: "
        f"{expected.prompt_tokens:,} of prompts, {expected.reply_tokens:,} of replies."
    )
    if prices is None:
        typer.echo(f"Price unknown: polar-bench.toml has no prices for {options.model}.")
    else:
        typer.echo(f"Price: {expected.price(prices.prompt, prices.reply):,.2f} in the currency of polar-bench.toml.")
    typer.echo(
        f"This is the least, if every text passes at once. A text that fails is written anew up to "
        f"{options.limits.rounds} times, and a profile replaced up to {options.limits.replacements} times. "
        "Nothing was asked."
    )


def _chosen(plan: Plan, count: int | None) -> Profiles:
    specs = {source: load_domain(source) for source in plan.sources}
    return [(specs[source], key) for source, key in plan.keys()[:count]]


def _resolved(options: WritingOptions) -> RunnableModel:
    return resolve(options.model, access(options.model_url, options.timeout, config=options.config))


def _generator(model: RunnableModel) -> str:
    return f"{GENERATOR} {model.name}"


async def _write(
    plan: Plan, path: Path, profiles: Profiles, model: RunnableModel, options: WritingOptions, *, is_quiet: bool
) -> tuple[Rendering, Work]:
    domains = {load_domain(source).domain: domain_digest(source) for source in plan.sources}
    work = work_of(options.model, model, options.sampling, plan.seed, domains)
    at_once = min(options.concurrency, model.most_at_once or options.concurrency)
    manner = Manner(options.sampling, plan.seed, at_once)
    try:
        with WorkFolder(path, work) as folder:
            if folder.answers:
                say(f"Continuing {path}: {len(folder.answers):,} answers are there.")
            progress = _Progress(len(profiles), is_quiet=is_quiet)
            checked = Checked(model, options.sampling, folder)
            writer = Writer(checked, manner, folder.journal, folder.answers, progress.count_answer)
            rendering = await render(
                profiles,
                writer,
                options.limits,
                _generator(model),
                at_once=at_once,
                on_profile=progress.count_profile,
            )
            return rendering, folder.work
    finally:
        await model.close()


class _Progress:
    """Counts profiles and answers, and says so now and then on standard error."""

    def __init__(self, total: int, *, is_quiet: bool) -> None:
        self._total = total
        self._is_quiet = is_quiet
        self._answers = self._profiles = self._replaced = 0
        self._last = time.monotonic()

    def count_answer(self, _answer: Answer) -> None:
        """Note an answer of the model."""
        self._answers += 1
        self._show()

    def count_profile(self, outcome: Outcome) -> None:
        """Note a profile that is done."""
        self._profiles += 1
        self._replaced += outcome.replaced
        self._show()

    def _show(self) -> None:
        now = time.monotonic()
        if not self._is_quiet and now - self._last >= _PLAIN_EVERY:
            self._last = now
            say(f"{self._profiles}/{self._total} profiles, {self._answers:,} answers, {self._replaced} replaced")


def _save(out: Path, rendering: Rendering) -> str:
    """Write the samples and return SHA-256 (hex) of the file's bytes."""
    digest = hashlib.sha256()
    with whole_file(out) as file:
        for sample in rendering.samples():
            line = jsonl.encode(sample) + b"\n"
            file.write(line)
            digest.update(line)
    return digest.hexdigest()


def _told(out: Path, counted: Counts, model: RunnableModel) -> str:
    texts = ", ".join(f"{count:,} {how}" for how, count in counted.texts.items() if count)
    text = f"{out}: {counted.samples:,} samples of {counted.profiles:,} profiles, written by {model.name}"
    text += f" (texts: {texts})" if texts else ""
    text += f"; {counted.replaced:,} profiles replaced, {counted.redrawn:,} drawn anew"
    text += f"; {counted.calls:,} calls, {counted.prompt_tokens:,} + {counted.reply_tokens:,} tokens"
    if model.prices is not None:
        cost = (counted.prompt_tokens * model.prices.prompt + counted.reply_tokens * model.prices.reply) / 1e6
        text += f", {cost:,.2f} in the currency of polar-bench.toml"
    return f"{text}."
