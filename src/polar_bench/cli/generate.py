"""`polar-bench generate`: a data set from domains, by templates."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from polar_bench.errors import SetupError, did_you_mean


def generate(
    out: Annotated[Path, typer.Option(help="The file to write: one sample a line, JSON.")],
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
) -> None:
    """Generate samples from domains: profiles, policies, tasks, scripts and documents.

    Same seed, same bytes. Beside OUT stands OUT.manifest.json: version, seed, digests of the domain files, counts.
    """
    import msgspec  # noqa: PLC0415 # these take a while to import
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    from polar_bench.dataset.writing import refuse_existing, whole_file  # noqa: PLC0415
    from polar_bench.generation.dataset import Plan, manifest  # noqa: PLC0415
    from polar_bench.generation.dataset import generate as make  # noqa: PLC0415

    plan = Plan(_sources(domains, domain_file or []), seed, repeats)
    refuse_existing(out, is_forced=force)
    console = Console(stderr=True, quiet=quiet)
    count = len(plan.keys())
    samples, faults, digest = 0, list[str](), hashlib.sha256()
    with whole_file(out) as file:
        for made in track(
            make(plan), "Profiles", count, console=console, transient=True, disable=quiet or not console.is_terminal
        ):
            faults += made.faults
            for line in made.lines:
                file.write(line + b"\n")
                digest.update(line + b"\n")
                samples += 1
    described = manifest(plan, samples=samples, profiles=count, digest=digest.hexdigest(), redrawn=faults)
    with whole_file(out.with_name(out.name + ".manifest.json")) as file:
        file.write(msgspec.json.format(msgspec.json.encode(described), indent=2) + b"\n")
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
