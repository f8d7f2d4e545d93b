"""The derived files of a run's folder: rows and summary, and what the rows were made from.

`scores.from.json` holds digests of journal, data set, scorers and rows, so that a command that only shows figures
needn't score anew what is there. All can be deleted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from polar_bench.errors import RunFolderError
from polar_bench.journal import codec
from polar_bench.journal.folder import JOURNAL, write_whole
from polar_bench.scoring.digest import scorers_digest
from polar_bench.scoring.rows import ScoreRow

SCORES, SUMMARY, MADE_FROM = "scores.jsonl", "summary.json", "scores.from.json"


class RowKey(msgspec.Struct, frozen=True):
    """What a row is of: the part of it that takes little time to read."""

    sample_id: str
    repeat: int
    group: str


class MadeFrom(msgspec.Struct, frozen=True):
    """What rows were made from, as SHA-256 of each, the weight of privacy in overall, and the SHA-256 of the rows."""

    journal: str
    dataset: str
    scorers: str
    weight: float
    rows: str


_made_from_decoder = msgspec.json.Decoder(MadeFrom)
_row_decoder = msgspec.json.Decoder(ScoreRow)
_key_decoder = msgspec.json.Decoder(RowKey)


def write_derived(path: Path, rows: Iterable[ScoreRow], summary: object, *, dataset: str, weight: float) -> None:
    """Write `scores.jsonl` (one row a line), `summary.json`, and what the rows were made from.

    `dataset` is the digest of the data set's bytes. Nobody else may write the journal meanwhile.

    Raises:
        RunFolderError: the folder can't be written.
    """
    lines = as_lines(rows)
    made_from = MadeFrom(_digest(path / JOURNAL), dataset, scorers_digest(), weight, hashlib.sha256(lines).hexdigest())
    (path / MADE_FROM).unlink(missing_ok=True)  # first: it must never stand beside rows that it doesn't tell of
    write_whole(path / SCORES, lines)
    write_whole(path / SUMMARY, codec.pretty(summary))
    write_whole(path / MADE_FROM, codec.encode(made_from) + b"\n")


def derived_rows(path: Path, *, dataset: str, weight: float) -> list[ScoreRow] | None:
    """Return the rows that stand in the folder, or None unless they were made from the very same by these scorers."""
    lines = derived_lines(path, dataset=dataset, weight=weight)
    return None if lines is None else from_lines(lines)


def as_lines(rows: Iterable[ScoreRow]) -> bytes:
    """Return rows as `scores.jsonl` holds them."""
    return b"".join(codec.encode(row) + b"\n" for row in rows)


def from_lines(lines: bytes) -> list[ScoreRow]:
    """Return the rows that `as_lines` was given."""
    return [codec.decode(line, _row_decoder) for line in lines.split(b"\n")[:-1]]


def keys_from_lines(lines: bytes) -> list[RowKey]:
    """Return what the rows that `as_lines` was given are of."""
    return [codec.decode(line, _key_decoder) for line in lines.split(b"\n")[:-1]]


def derived_lines(path: Path, *, dataset: str, weight: float) -> bytes | None:
    """Return what `derived_rows` reads, as lines."""
    try:
        made_from = codec.decode((path / MADE_FROM).read_bytes(), _made_from_decoder)
        lines = (path / SCORES).read_bytes()
        wanted = MadeFrom(_digest(path / JOURNAL), dataset, scorers_digest(), weight, hashlib.sha256(lines).hexdigest())
    except (OSError, msgspec.DecodeError, RunFolderError):
        return None
    return lines if made_from == wanted else None


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file, of nothing where there is none: a folder may have no journal yet."""
    if not path.exists():
        return hashlib.sha256().hexdigest()
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise RunFolderError(f"{path} can't be read ({error.strerror}).") from None
