"""The append-only file: open it for one writer, append records, read them back.

Every record is on disk (in the kernel's hands) when `append` returns, so a killed process loses nothing that it
was told of; the file is synced to the medium when it's closed.
"""

from __future__ import annotations

import fcntl
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

import msgspec

from polar_bench.errors import RunFolderError
from polar_bench.journal import codec

Record = TypeVar("Record")


class Journal(Generic[Record]):
    """One journal file, held by this process alone while it's open."""

    def __init__(self, path: Path, *, option: str = "--out") -> None:
        """Open `path` for appending and take its lock; a torn last line is cut off with a warning.

        `option` is the command line's name for the place, for what errors say.

        Raises:
            RunFolderError: another process holds the file, or it can't be locked or written.
        """
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise RunFolderError(f"{path} can't be written ({error.strerror}); give another {option}.") from None
        try:
            _lock(self._file, path, option)
            _mend_end(self._file, path)
        except BaseException:
            os.close(self._file)
            raise

    def append(self, *records: Record) -> None:
        """Write `records`, one a line: all of them, or none where the file can't take them.

        Raises:
            RunFolderError: the file can't be written any more, as on a full disk.
        """
        data = memoryview(b"".join(codec.encode(record) + b"\n" for record in records))
        size = os.fstat(self._file).st_size
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except BaseException as error:
            os.ftruncate(self._file, size)
            if isinstance(error, OSError):
                raise RunFolderError(
                    f"{self.path} can't be written ({error.strerror}); make room and run the command again."
                ) from None
            raise

    def close(self, *, is_synced: bool = True) -> None:
        """Give up the lock, by default with the file synced to its medium first, which may take seconds."""
        if is_synced:
            os.fsync(self._file)
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(is_synced=kind is None)  # who is interrupted doesn't wait for a disk


def read_records(path: Path, decoder: msgspec.json.Decoder[Record]) -> Iterator[Record]:
    """Yield the records of `path` in order; a torn last line is passed over with a warning.

    Raises:
        RunFolderError: a line that is no record, with its number.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield codec.decode(line, decoder)
            except msgspec.DecodeError as error:
                if not line.endswith(b"\n"):
                    warnings.warn(f"{path}: the torn last line ({number}) is left out", stacklevel=2)
                    return
                raise RunFolderError(
                    f"{path}, line {number} is damaged ({error}); take that line out and run the command again."
                ) from None


def _lock(file: int, path: Path, option: str) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RunFolderError(
            f"{path.parent} is in use by another process; wait for it to end or give another {option}."
        ) from None
    except OSError as error:
        raise RunFolderError(
            f"{path} can't be locked ({error.strerror}); give {option} a place on a file system that has locks."
        ) from None


def _mend_end(file: int, path: Path) -> None:
    """Make the file end with a whole line: end the last one where it's whole JSON, else cut it off."""
    size = os.fstat(file).st_size
    if size == 0 or os.pread(file, 1, size - 1) == b"\n":
        return
    start = _last_line_start(file, size)
    try:
        codec.loads(os.pread(file, size - start, start))
    except msgspec.DecodeError:
        os.ftruncate(file, start)
        warnings.warn(f"{path}: the torn last line is dropped", stacklevel=3)
    else:
        os.write(file, b"\n")


def _last_line_start(file: int, size: int) -> int:
    block, end = 65536, size
    while end > 0:
        start = max(0, end - block)
        found = os.pread(file, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
