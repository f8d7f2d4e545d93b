"""`check --repair`: what fails is written anew by a model, or by the templates, into a new file."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import typer

from polar_bench.cli.options import access
from polar_bench.cli.writer import Checked, say, work_of
from polar_bench.dataset import jsonl
from polar_bench.dataset.files import STARTER, Dataset
from polar_bench.dataset.writing import refuse_existing, whole_file
from polar_bench.domains.loader import domain_digest, load_domain, shipped_domains
from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import SetupError
from polar_bench.generation.render import llm
from polar_bench.generation.render.work import Work, WorkFolder, folder_of, read_answers
from polar_bench.generation.render.writing import Manner, Writer
from polar_bench.journal import codec
from polar_bench.model.port import Sampling
from polar_bench.model.registry import RunnableModel, resolve
from polar_bench.quality.findings import Finding
from polar_bench.quality.mending import Fate, Mended, Mending, left_by_reason, mend_set
from polar_bench.quality.repair import Desk, Limits
from polar_bench.quality.suspects import Suspect, suspects
from polar_bench.quality.writers import ByModel, ByTemplate
from polar_bench.seeding import BASE_SEED
from polar_bench.version import __version__

FORMAT = "polar-bench repair/1"
TEMPLATE = "template"
TEMPERATURE = 0.7
_SHOWN = 10


class RepairWanted(msgspec.Struct, frozen=True):
    """What the command line says of a repair; `name` is that of a model, or "template"."""

    name: str
    url: str | None = None
    config: Path | None = None
    domain_files: tuple[Path, ...] = ()
    limits: Limits = Limits()
    sampling: Sampling = Sampling(temperature=TEMPERATURE, max_tokens=2048)
    timeout: float = 120.0
    at_once: int = 8


class Count(msgspec.Struct, frozen=True):
    """How many profiles had one fate, and how many samples: changed ones, or left ones that fail."""

    profiles: int
    samples: int


class RepairManifest(msgspec.Struct, frozen=True):
    """What a repaired file is and how it came about; it holds no time.

    `dataset` and `digest` are of the file that was repaired, `sha256` is of the new one, "" where none was written.
    `work` is what the model's answers belong to, None for the templates.
    """

    format: str
    version: str
    dataset: str
    digest: str
    by: str
    work: Work | None
    limits: Limits
    domains: dict[str, str]
    counts: dict[str, Count]
    profiles: tuple[Mended, ...]
    sha256: str

    @property
    def is_whole(self) -> bool:
        """True where nothing that fails was left."""
        return not self.counts[Fate.LEFT].profiles


def default_out(dataset: str) -> Path:
    """Return where the repaired set goes if nothing else is said: beside the data set."""
    return Path("starter.repaired.jsonl") if dataset == STARTER else Path(dataset).with_suffix(".repaired.jsonl")


def check_place(data: Dataset, out: Path, *, is_forced: bool) -> None:
    """Refuse a place where the repaired set can't go.

    Raises:
        SetupError: it is the data set itself.
        DataError: as `refuse_existing`.
    """
    if data.path != STARTER and out.resolve() == Path(data.path).resolve():
        raise SetupError(f"{out} is the data set itself, which stays as it is; give another file to --out.")
    refuse_existing(out, is_forced=is_forced)


def mend_file(
    data: Dataset, found: Sequence[Finding], wanted: RepairWanted, out: Path, *, is_quiet: bool
) -> RepairManifest:
    """Have what fails in `data` mended, write the set to `out` with its manifest beside it, and say what became of it.

    Nothing is written where nothing was mended. Leaves with status 1 where the endpoint gave no answer, and with 130
    at Ctrl-C: the same command goes on.
    """
    doubtful = suspects(data.samples, found)
    sources = _sources(doubtful, wanted.domain_files)
    specs = {domain: load_domain(source) for domain, source in sources.items()}
    job = _Job(data, found, wanted, specs, _digests(sources))
    try:
        mending, work = asyncio.run(_mend(job, folder_of(out), is_quiet=is_quiet))
    except KeyboardInterrupt:
        path = folder_of(out)
        say(f"Interrupted: {len(read_answers(path)):,} answers are kept; the same command goes on. Folder: {path}")
        raise typer.Exit(130) from None
    if mending.waiting:
        say(
            f"{len(mending.waiting):,} of {len(doubtful):,} profiles got no answer from {wanted.name} "
            f"({mending.waiting[0]}); nothing is written yet, and the same command goes on with them."
        )
        raise typer.Exit(1)
    counts = {fate.value: Count(*mending.count(fate)) for fate in Fate}
    is_changed = bool(counts[Fate.REPAIRED].profiles or counts[Fate.REPLACED].profiles)
    made = RepairManifest(
        format=FORMAT,
        version=__version__,
        dataset=data.path,
        digest=data.digest,
        by=TEMPLATE if work is None else _generator(wanted.name),
        work=work,
        limits=wanted.limits,
        domains=dict(job.digests),
        counts=counts,
        profiles=mending.profiles,
        sha256=_save(out, mending) if is_changed else "",
    )
    if is_changed:
        with whole_file(out.with_name(f"{out.name}.manifest.json")) as file:
            file.write(codec.pretty(made))
    _tell(mending, made, out, len(doubtful), is_quiet=is_quiet)
    return made


class _Job(NamedTuple):
    """What is to be mended, and what it may come from; `digests` are those of the domain files."""

    data: Dataset
    found: Sequence[Finding]
    wanted: RepairWanted
    specs: Mapping[str, DomainSpec]
    digests: Mapping[str, str]

    async def mended(self, desk: Desk, at_once: int, on_profile: Callable[[], None]) -> Mending:
        """Have it mended by `desk`."""
        return await mend_set(self.data.samples, self.found, self.specs, desk, at_once=at_once, on_profile=on_profile)


async def _mend(job: _Job, path: Path, *, is_quiet: bool) -> tuple[Mending, Work | None]:
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import
    from rich.progress import Progress  # noqa: PLC0415

    console, wanted = Console(stderr=True, quiet=is_quiet), job.wanted
    with Progress(console=console, transient=True, disable=is_quiet or not console.is_terminal) as progress:
        task = progress.add_task("profiles", total=len(suspects(job.data.samples, job.found)))

        def count() -> None:
            progress.advance(task)

        if wanted.name == TEMPLATE:
            limits = msgspec.structs.replace(wanted.limits, rounds=1)
            return await job.mended(Desk(ByTemplate(), limits, ByTemplate.generator), 1, count), None
        model = resolve(wanted.name, access(wanted.url, wanted.timeout, config=wanted.config))
        try:
            return await _by_model(job, path, model, count)
        finally:
            await model.close()


async def _by_model(
    job: _Job, path: Path, model: RunnableModel, on_profile: Callable[[], None]
) -> tuple[Mending, Work]:
    wanted = job.wanted
    at_once = min(wanted.at_once, model.most_at_once or wanted.at_once)
    work = work_of(wanted.name, model, wanted.sampling, BASE_SEED, job.digests)
    with WorkFolder(path, work) as folder:
        if folder.answers:
            say(f"Continuing {path}: {len(folder.answers):,} answers are there.")
        asked = Checked(model, wanted.sampling, folder)
        writer = Writer(asked, Manner(wanted.sampling, BASE_SEED, at_once), folder.journal, folder.answers)
        desk = Desk(ByModel(writer), wanted.limits, _generator(model.name))
        return await job.mended(desk, at_once, on_profile), folder.work


def _generator(name: str) -> str:
    return f"{llm.GENERATOR} {name}"


def _sources(doubtful: Iterable[Suspect], files: Iterable[Path]) -> dict[str, str]:
    """Return where the domain of each failing sample is read from, by its name: the user's files come first."""
    own = {load_domain(file).domain: str(file) for file in files}
    shipped = shipped_domains()
    named = dict.fromkeys(suspect.samples[0].domain for suspect in doubtful)
    return {name: own.get(name, name) for name in named if name in own or name in shipped}


def _digests(sources: Mapping[str, str]) -> dict[str, str]:
    return {domain: domain_digest(source) for domain, source in sources.items()}


def _save(out: Path, mending: Mending) -> str:
    """Write the samples and return SHA-256 (hex) of the file's bytes."""
    digest = hashlib.sha256()
    with whole_file(out) as file:
        for sample in mending.samples:
            line = jsonl.encode(sample) + b"\n"
            file.write(line)
            digest.update(line)
    return digest.hexdigest()


def _tell(mending: Mending, made: RepairManifest, out: Path, doubtful: int, *, is_quiet: bool) -> None:
    if not doubtful:
        typer.echo("No sample fails: there is nothing to repair, and nothing is written.", err=is_quiet)
        return
    fates = ", ".join(
        f"{_number(c.samples, 'sample')} of {_number(c.profiles, 'profile')} {fate}" for fate, c in made.counts.items()
    )
    told = f"Repaired set: {out} ({len(mending.samples):,} samples)" if made.sha256 else "Nothing is written"
    typer.echo(f"{told}. By {made.by}: {fates}.", err=is_quiet)
    for reason, count in left_by_reason(mending).most_common(_SHOWN):
        typer.echo(f"Left as it was, {_number(count, 'sample')}: {reason}.", err=is_quiet)
    left = [name for profile in mending.profiles if profile.fate is Fate.LEFT for name in profile.failing]
    if left:
        more = f" and {len(left) - _SHOWN:,} more" if len(left) > _SHOWN else ""
        listed = f"; {'the manifest' if made.sha256 else '--json'} has all" if more else ""
        typer.echo(f"What was left and fails: {', '.join(left[:_SHOWN])}{more}{listed}.", err=is_quiet)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
