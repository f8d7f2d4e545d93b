"""A folder around one journal, and small files beside it that are whole or not there.

What else stands in the folder, and whose it is, is for those that stand on this.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

from polar_bench.errors import RunFolderError
from polar_bench.journal.records import Journal

JOURNAL = "journal.jsonl"
Record = TypeVar("Record")


class JournalFolder(Generic[Record]):
    """A folder with a journal, open for writing: one process at a time."""

    def __init__(self, path: Path, *, option: str = "--out") -> None:
        """Open the journal in the folder `path`, which is there; `option` is as in `Journal`.

        Raises:
            RunFolderError: in use, or it can't be written.
        """
        self.path = path
        self.journal: Journal[Record] = Journal(path / JOURNAL, option=option)
        try:
            self._take_up()
        except BaseException:
            self.journal.close()
            raise

    def _take_up(self) -> None:
        """Read what the folder holds, with its journal held; what is raised here gives the folder up again."""

    def close(self, *, is_synced: bool = True) -> None:
        """Let others have the folder, by default with the journal synced to its medium first."""
        self.journal.close(is_synced=is_synced)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(is_synced=kind is None)


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the file's place and move it there, so that it's never half written.

    Raises:
        RunFolderError: the folder can't be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise RunFolderError(
            f"{path} can't be written ({error.strerror}); make room or mend the folder's rights."
        ) from None
