"""`polar-bench convert`: a data set in another format."""

from __future__ import annotations

import io
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from polar_bench.errors import SetupError


class Target(StrEnum):
    """A format to write."""

    POLAR = "polar"
    RELEASED = "released"
    CSV = "csv"


_BY_SUFFIX = {".jsonl": Target.POLAR, ".json": Target.RELEASED, ".csv": Target.CSV}


def convert(
    dataset: Annotated[str, typer.Argument(help='A data set in any format that is read, or "starter".')],
    out: Annotated[Path, typer.Argument(help="The file to write: .jsonl (ours), .json (released) or .csv (released).")],
    to: Annotated[Target | None, typer.Option(help="The format, where the file's ending doesn't say it.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over an existing file.")] = False,
) -> None:
    """Write DATASET as our JSON lines, as the released JSON (with each record's turn cap), or as the released CSV.

    What both formats hold comes back unchanged. The released ones have no place for rules, kinds, forms and truths.
    """
    from polar_bench.dataset import jsonl, released_writer  # noqa: PLC0415 # quick start
    from polar_bench.dataset.files import load  # noqa: PLC0415
    from polar_bench.dataset.writing import refuse_existing, whole_file  # noqa: PLC0415

    target = to or _BY_SUFFIX.get(out.suffix.lower())
    if target is None:
        raise SetupError(f"{out} doesn't say its format; end it in .jsonl, .json or .csv, or give --to.")
    refuse_existing(out, is_forced=force)
    data = load(dataset)
    unplayable = 0
    with whole_file(out) as file:
        if target is Target.POLAR:
            playable = [sample for sample in data.samples if sample.script]
            unplayable = len(data.samples) - len(playable)
            count = jsonl.write(playable, file)
        else:
            write = released_writer.write_csv if target is Target.CSV else released_writer.write_json
            text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
            count = write(data.samples, text)
            text.detach()
    typer.echo(f"{out}: {count:,} samples ({target}).")
    if unplayable:
        typer.echo(f"Left out {unplayable:,} samples without a script, which our format doesn't take.", err=True)
    if note := data.skipped.sentence(len(data.samples)):
        typer.echo(note, err=True)
