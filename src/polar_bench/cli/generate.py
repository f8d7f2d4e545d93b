"""`polar-bench generate`: a data set from domains, its texts by templates or by a model."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.journal import codec

if TYPE_CHECKING:
    from polar_bench.generation.dataset import Plan

TEMPLATE, LLM = "template", "llm"


def generate(
    out: Annotated[Path, typer.Option(help="The file to write: one sample a line, JSON.")] = Path("polar.jsonl"),
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Another seed gives another set.")] = 42,
    repeats: Annotated[int, typer.Option(min=1, max=1000, help="Latin squares for each form of each domain.")] = 5,
    domains: Annotated[
        str | None, typer.Option(help="Shipped domains, separated by commas (by default all, unless a file is given).")
    ] = None,
    domain_file: Annotated[
        list[Path] | None, typer.Option(help="A domain file of your own; may be given several times.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over an existing file.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    renderer: Annotated[str, typer.Option(help="template, or llm: a model writes the texts.")] = TEMPLATE,
    model: Annotated[
        str | None, typer.Option("--model", "-m", help="llm: provider/model, as `polar-bench run` takes it.")
    ] = None,
    model_url: Annotated[str | None, typer.Option(help="llm: base URL of the model's chat-completions API.")] = None,
    config: Annotated[Path | None, typer.Option(help="llm: named endpoints; ./polar-bench.toml if it's there.")] = None,
    temperature: Annotated[float, typer.Option(min=0, max=2, help="llm: how freely it writes.")] = 0.7,
    max_tokens: Annotated[int, typer.Option(min=1, help="llm: limit of each reply, in tokens.")] = 2048,
    timeout: Annotated[float, typer.Option(min=1, help="llm: seconds that one call is given.")] = 120.0,
    concurrency: Annotated[int, typer.Option(min=1, help="llm: calls at a time.")] = 32,
    rounds: Annotated[int, typer.Option(min=0, help="llm: how often a text with faults is written anew.")] = 3,
    replacements: Annotated[
        int, typer.Option(min=0, help="llm: how often a profile is replaced whose texts stay faulty.")
    ] = 3,
    profiles: Annotated[
        int | None, typer.Option(min=1, help="llm: only the first N profiles, for a trial (five are a square).")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="llm: print calls, tokens and money expected, and ask nothing.")
    ] = False,
) -> None:
    """Generate samples from domains: profiles, policies, tasks, scripts and documents.

    Same seed, same bytes. Beside OUT stands OUT.manifest.json: version, seed, digests of the domain files, counts.
    With --renderer llm a model writes the texts, and OUT.work keeps its answers: the same command goes on with them.
    """
    from polar_bench.generation.dataset import Plan  # noqa: PLC0415 # these take a while to import

    plan = Plan(_sources(domains, domain_file or []), seed, repeats)
    if renderer == TEMPLATE:
        if model is not None or dry_run or profiles is not None:
            raise SetupError("--model, --profiles and --dry-run go with --renderer llm; the templates ask no model.")
        _by_templates(plan, out, is_forced=force, is_quiet=quiet)
        return
    if renderer != LLM:
        near = did_you_mean(renderer, (TEMPLATE, LLM))
        raise SetupError(f"There is no renderer '{renderer}'.{near} Give {TEMPLATE} or {LLM}.")
    if model is None:
        raise SetupError("--renderer llm needs a model that writes: name it with --model.")
    from polar_bench.cli import writing  # noqa: PLC0415
    from polar_bench.model.port import Sampling  # noqa: PLC0415
    from polar_bench.quality.repair import Limits  # noqa: PLC0415

    options = writing.WritingOptions(
        model=model,
        model_url=model_url,
        config=config,
        sampling=Sampling(temperature=temperature, max_tokens=max_tokens),
        timeout=timeout,
        concurrency=concurrency,
        limits=Limits(rounds, replacements),
        profiles=profiles,
    )
    if dry_run:
        writing.dry_run(plan, out, options)
    else:
        writing.write_set(plan, out, options, is_forced=force, is_quiet=quiet)


def _by_templates(plan: Plan, out: Path, *, is_forced: bool, is_quiet: bool) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    from polar_bench.dataset.writing import refuse_existing, whole_file  # noqa: PLC0415
    from polar_bench.generation.dataset import generate as make  # noqa: PLC0415
    from polar_bench.generation.dataset import manifest  # noqa: PLC0415

    refuse_existing(out, is_forced=is_forced)
    console = Console(stderr=True, quiet=is_quiet)
    count = len(plan.keys())
    samples, faults, digest = 0, list[str](), hashlib.sha256()
    with whole_file(out) as file:
        for made in track(
            make(plan), "Profiles", count, console=console, transient=True, disable=is_quiet or not console.is_terminal
        ):
            faults += made.faults
            for line in made.lines:
                file.write(line + b"\n")
                digest.update(line + b"\n")
                samples += 1
    described = manifest(plan, samples=samples, profiles=count, digest=digest.hexdigest(), redrawn=faults)
    with whole_file(out.with_name(out.name + ".manifest.json")) as file:
        file.write(codec.pretty(described))
    redrawn = f"; {len(faults)} faults made {described.redrawn} profiles be drawn anew (listed in the manifest)"
    typer.echo(f"{out}: {samples:,} samples of {count:,} profiles{redrawn if faults else ''}.")


def _sources(domains: str | None, files: list[Path]) -> tuple[str, ...]:
    from polar_bench.domains.loader import shipped_domains  # noqa: PLC0415

    shipped = shipped_domains()
    named = [name.strip() for name in domains.split(",") if name.strip()] if domains is not None else []
    for name in named:
        if name not in shipped:
            raise SetupError(f"No shipped domain is called {name}.{did_you_mean(name, shipped)}")
    chosen = named if domains is not None or files else list(shipped)
    return (*dict.fromkeys(chosen), *(str(path) for path in files))
