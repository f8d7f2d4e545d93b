"""The folder beside a set that a model writes: what is being written, and every answer so far.

`work.json` says what the answers belong to, `journal.jsonl` holds them. Other domains, repeats, rounds and numbers of
calls at a time may go on in the same folder; another seed, model, sampling, prompt or domain file may not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from polar_bench.errors import RunFolderError
from polar_bench.generation.render.writing import Answer, decoder
from polar_bench.journal import codec, read_records
from polar_bench.journal.folder import JOURNAL, JournalFolder, write_whole
from polar_bench.model.port import Sampling

WORK = "work.json"


class WriterEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The model that writes: its name, the id, URL and fields that it is asked with, and its prices if known.

    `extra` are the user's own request fields; `prices` are "prompt" and "reply", for a million tokens.
    """

    name: str
    id: str = ""
    url: str | None = None
    sent: tuple[str, ...] = ()
    extra: dict[str, Any] = {}  # Any: foreign JSON
    prices: dict[str, float] | None = None


class Work(msgspec.Struct, frozen=True):
    """What the answers of a folder belong to; `domains` and `prompts` are digests by name."""

    schema: int
    version: str
    seed: int
    writer: WriterEntry
    sampling: Sampling
    prompts: dict[str, str]
    domains: dict[str, str]


class WorkFolder(JournalFolder[Answer]):
    """A work folder open for writing: one process at a time."""

    def __init__(self, path: Path, work: Work) -> None:
        """Make the folder, or go on with the one that is there.

        Raises:
            RunFolderError: it holds something else, belongs to another work (with the difference), or is in use.
        """
        self.work = work
        _check_usable(path)
        super().__init__(path)

    def _take_up(self) -> None:
        path = self.path
        old = _read(path)
        self.answers = read_answers(path)
        if old is None and self.answers:
            raise RunFolderError(f"{path} has a journal but no {WORK}; put that file back or give another --out.")
        if old is not None:
            self.work = _continued(path, old, self.work)
        write_whole(path / WORK, codec.pretty(self.work))

    def keep_sent(self, sent: tuple[str, ...]) -> None:
        """Note the names of the fields that the model takes."""
        self.work = msgspec.structs.replace(self.work, writer=msgspec.structs.replace(self.work.writer, sent=sent))
        write_whole(self.path / WORK, codec.pretty(self.work))


def folder_of(out: Path) -> Path:
    """Return the work folder of the data set `out`."""
    return out.with_name(f"{out.name}.work")


def read_answers(path: Path) -> tuple[Answer, ...]:
    """Return every answer in a work folder's journal; none where there is no such folder.

    Raises:
        RunFolderError: a line that is no answer, with its number.
    """
    journal = path / JOURNAL
    return tuple(read_records(journal, decoder)) if journal.exists() else ()


def _check_usable(path: Path) -> None:
    try:
        path.mkdir(exist_ok=True)
        names = {entry.name for entry in path.iterdir()}
    except OSError as error:
        raise RunFolderError(f"{path} can't be used as a work folder ({error.strerror}); give another --out.") from None
    if names and not names & {WORK, JOURNAL}:
        raise RunFolderError(f"{path} holds other files and no answers; move it away or give another --out.")


def _read(path: Path) -> Work | None:
    try:
        return msgspec.json.decode((path / WORK).read_bytes(), type=Work)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise RunFolderError(f"{path / WORK} can't be read ({error}); give another --out.") from None


def _continued(path: Path, old: Work, new: Work) -> Work:
    if found := list(_differences(old, new)):
        raise RunFolderError(
            f"{path} holds answers of another work ({'; '.join(found)}); repeat the old settings to go on, or give "
            "another --out."
        )
    sent = new.writer.sent or old.writer.sent
    writer = msgspec.structs.replace(new.writer, sent=sent)
    return msgspec.structs.replace(new, version=old.version, writer=writer, domains={**old.domains, **new.domains})


def _differences(old: Work, new: Work) -> Iterator[str]:
    """Yield "what: old -> new" for all that forbids to go on."""
    pairs: list[tuple[str, object, object]] = [
        ("seed", old.seed, new.seed),
        ("model", old.writer.name, new.writer.name),
        ("model id", old.writer.id, new.writer.id),
        ("extra fields", old.writer.extra, new.writer.extra),
    ]
    pairs += _by_name("sampling", msgspec.structs.asdict(old.sampling), msgspec.structs.asdict(new.sampling))
    pairs += _by_name("prompt", old.prompts, new.prompts)
    both = sorted(old.domains.keys() & new.domains.keys())
    pairs += [(f"domain file of {name}", old.domains[name], new.domains[name]) for name in both]
    yield from (f"{what}: {_short(before)} -> {_short(after)}" for what, before, after in pairs if before != after)


def _by_name(what: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[tuple[str, object, object]]:
    return ((f"{what} {name}", old.get(name), new.get(name)) for name in sorted({*old, *new}))


def _short(value: object) -> str:
    text = "unset" if value is None else str(value)
    return f"{text[:12]}..." if len(text) == 64 else text
