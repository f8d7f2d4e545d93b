"""Files that are whole or not there: written beside their place and moved there at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from polar_bench.errors import DataError


def refuse_existing(path: Path, *, is_forced: bool) -> None:
    """Refuse to write over a file, and into a folder that isn't there.

    Raises:
        DataError: with what to do.
    """
    if path.is_dir():
        raise DataError(f"{path} is a folder; give the name of a file in it.")
    if path.exists() and not is_forced:
        raise DataError(f"{path} is there already; choose another name, or write over it with --force.")
    if not path.parent.is_dir():
        raise DataError(f"{path.parent} is no folder; make it first.")


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears at `path` when the block ends well, and not at all when it doesn't.

    Raises:
        DataError: the disk is full or the folder can't be written to.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise DataError(
            f"{path} can't be written ({error.strerror or error}); make room or choose another place."
        ) from None
    finally:
        beside.unlink(missing_ok=True)
