"""The folder of a report: where its files stand, and how a new one takes the place of an old one as a whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from polar_bench.errors import SetupError

NUMBERS = "report.json"
FORMAT = "polar-bench report/1"
_KINDS = "polar-bench report/"


class _Head(msgspec.Struct):
    format: str


def check_usable(folder: Path) -> None:
    """Refuse a folder that a report may not take the place of.

    Raises:
        SetupError: `folder` is a file, holds other things than a report, or can't be read.
    """
    try:
        if not folder.exists():
            return
        if not folder.is_dir():
            raise SetupError(f"{folder} is a file; give a folder with --out.")
        if any(folder.iterdir()) and not _is_report(folder):
            raise SetupError(f"{folder} holds other files and no report; give an empty or a new folder with --out.")
    except OSError as error:
        raise SetupError(f"{folder} can't be used ({error.strerror}); give another folder with --out.") from None


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """Give an empty folder beside `folder` that takes its place at the end; a failure leaves what was there.

    Raises:
        SetupError: as `check_usable`, or the folder can't be written.
    """
    check_usable(folder)
    target = folder.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    try:
        beside.mkdir(parents=True)
        yield beside
        if target.exists():
            target.rename(old)
        try:
            beside.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        if not _is_of(error, beside, target, old):
            raise
        raise SetupError(
            f"{folder} can't be written ({error.strerror or error}); make room, or give another folder with --out."
        ) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _is_of(error: OSError, *folders: Path) -> bool:
    """Tell whether an error came of writing into one of the folders: it names no file, one in there, or one above."""
    if not isinstance(error.filename, str | bytes):
        return True
    named = Path(os.fsdecode(error.filename))
    return any(named.is_relative_to(each) or each.is_relative_to(named) for each in folders)


def _is_report(folder: Path) -> bool:
    try:
        return msgspec.json.decode((folder / NUMBERS).read_bytes(), type=_Head).format.startswith(_KINDS)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, msgspec.DecodeError):
        return False
