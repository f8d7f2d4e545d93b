"""The one entry to data sets in files: ours, the released format, and the starter set in the package.

What a file is, its content says, not its name: a JSON array, JSON lines, one JSON object, or a CSV; each of
them may be compressed with gzip and may begin with a byte order mark. Must not know what a record means
(`released`, `jsonl`) or where data sets can be fetched.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from enum import StrEnum
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from typing import NoReturn, cast

import msgspec

from polar_bench.attributes import Role
from polar_bench.dataset import jsonl, released, released_csv
from polar_bench.dataset.released import Raw, Skipped
from polar_bench.errors import DataError
from polar_bench.sample import Sample

STARTER = "starter"


class Format(StrEnum):
    """Whose format a data set has."""

    POLAR = "polar"
    RELEASED = "released"


class Dataset(msgspec.Struct, frozen=True):
    """A data set that was read whole: `path` as it was given, `digest` SHA-256 (hex) of the file's bytes."""

    path: str
    samples: tuple[Sample, ...]
    digest: str
    format: Format
    skipped: Skipped


def read_samples(path: str | os.PathLike[str]) -> Iterator[Sample]:
    """Yield the samples of the file at `path`, or of the starter set for "starter".

    A file of that name is "./starter". Released records that can't be used are passed over (see `load`).

    Raises:
        DataError: no such file, a shape that isn't known, or a sample that can't be used, with its place.
    """
    return _open(path, Skipped()).samples


def load(path: str | os.PathLike[str]) -> Dataset:
    """Read the whole data set at `path`, or the starter set for "starter".

    Raises:
        DataError: as `read_samples`, and where no sample can be used.
    """
    skipped = Skipped()
    reading = _open(path, skipped)
    samples = tuple(reading.samples)
    if not samples:
        raise DataError(f"{path}: no usable sample ({skipped.sentence(used=0) or 'it holds none'}).")
    with _locate(path).open("rb") as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return Dataset(os.fspath(path), samples, digest.hexdigest(), reading.format, skipped)


class _Reading(msgspec.Struct, frozen=True):
    format: Format
    samples: Iterator[Sample]


def _locate(path: str | os.PathLike[str]) -> Traversable:
    if os.fspath(path) == STARTER:
        return resources.files("polar_bench").joinpath("data", "starter", "starter.jsonl")
    file = Path(path)
    if file.is_dir():
        raise DataError(f"{path} is a folder; give the file of a data set in it.")
    if file.exists():
        return file
    beside = [other.name for other in file.parent.iterdir()] if file.parent.is_dir() else []
    near = get_close_matches(file.name, [*beside, STARTER], n=1)
    raise DataError(f"{path}: no such file.{f' Did you mean {near[0]}?' if near else ''}")


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[io.BufferedReader[io.RawIOBase]]:
    """The file, unpacked and after its byte order mark; what goes wrong while it is read is a DataError."""
    try:
        with _locate(path).open("rb") as packed:
            # BufferedReader also over what is buffered: it brings `peek`, whatever opened the file.
            file = io.BufferedReader(cast(io.RawIOBase, packed))
            if file.peek(2)[:2] == b"\x1f\x8b":
                file = io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=file)))
            if file.peek(3)[:3] == b"\xef\xbb\xbf":
                file.read(3)
            yield file
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path}: can't be unpacked ({error}); the download may be cut.") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 ({error.reason}); save it as UTF-8.") from None
    except OSError as error:
        raise DataError(f"{path}: can't be read ({error.strerror or error}).") from None


def _open(path: str | os.PathLike[str], skipped: Skipped) -> _Reading:
    """Find out what the file at `path` is, and begin to read it."""
    with _opened(path) as file:
        head = _head(file)
        if not head:
            raise DataError(f"{path} is empty.")
        for signature, sort in _FOREIGN.items():
            if head.startswith(signature):
                raise DataError(f"{path} is {sort}; give JSON, JSON lines or CSV in UTF-8.")
        if head.startswith(b"["):
            return _records(_array(file.read(), path), path, skipped)
        if not head.startswith(b"{"):
            return _Reading(Format.RELEASED, released.read(_rows(path), skipped))
        line = file.readline()
        keys = _keys(line)
        if keys is None:
            content = line + file.read()
            if _keys(content) is None:
                _refuse_object(content, path)
            return _records(iter([(f"{path}", content)]), path, skipped)
    if _format(keys, path) is Format.POLAR:
        return _Reading(Format.POLAR, _whole(_our_lines(path)))
    return _Reading(Format.RELEASED, released.read(_lines(path), skipped))


_FOREIGN = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"PAR1": "a Parquet file",
    b"PK\x03\x04": "a zip archive or a workbook",
}
_BLANK = b" \t\r\n"


def _head(file: io.BufferedReader[io.RawIOBase]) -> bytes:
    """Pass over blanks and return what comes then (b"" at the end), without taking it."""
    while chunk := file.peek(1):
        rest = chunk.lstrip(_BLANK)
        file.read(len(chunk) - len(rest))
        if rest:
            return rest
    return b""


def _records(records: Iterator[tuple[str, Raw]], path: object, skipped: Skipped) -> _Reading:
    first = next(records, None)
    if first is None:
        raise DataError(f"{path}: no usable sample (the array is empty).")
    keys = _keys(first[1])
    if keys is None:
        raise DataError(f"{first[0]}: no object; an array of samples or of released records is read.")
    records = chain([first], records)
    if _format(keys, path) is Format.RELEASED:
        return _Reading(Format.RELEASED, released.read(records, skipped))
    return _Reading(Format.POLAR, _whole(_our_records(records)))


def _keys(raw: Raw) -> list[str] | None:
    """The keys of the JSON object `raw`, None where it is no object."""
    try:
        return list(msgspec.json.decode(raw, type=dict[str, msgspec.Raw]))
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError:
        pass
    try:
        parsed = json.loads(bytes(memoryview(raw)))  # takes what Python writes and strict JSON has not
    except ValueError:
        return None
    return list(parsed) if isinstance(parsed, dict) else None


def _format(keys: list[str], path: object) -> Format:
    if "policy_level" in keys:
        return Format.POLAR
    if "sample_id" in keys or "generated_texts" in keys:
        return Format.RELEASED
    found = ", ".join(key[:40] for key in keys[:12]) + (", ..." if len(keys) > 12 else "")
    raise DataError(
        f"{path}: neither samples (they have a policy_level) nor released records (a sample_id): "
        f"the first object has {f'the keys {found}' if keys else 'no keys'}."
    )


def _array(content: bytes, path: object) -> Iterator[tuple[str, Raw]]:
    """The elements of a JSON array as place and JSON text, without parsing them."""
    try:
        elements: Iterable[Raw] = msgspec.json.decode(content, type=list[msgspec.Raw])
    except msgspec.DecodeError:
        elements = _elements(content, path)
    return ((f"{path}, index {index}", element) for index, element in enumerate(elements))


def _elements(content: bytes, path: object) -> Iterator[bytes]:
    """The same for an array that is no strict JSON, as Python's json reads it; says where it breaks off."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.end < len(content):
            raise
        text = content[: error.start].decode("utf-8")
    blank, decoder, index = re.compile(r"[ \t\r\n]*"), json.JSONDecoder(), 0

    def skip(position: int) -> int:
        return blank.match(text, position).end()  # type: ignore[union-attr]  # it matches everywhere

    position = skip(skip(0) + 1)
    while index or text[position : position + 1] != "]":
        try:
            _, end = decoder.raw_decode(text, position)
            yield text[position:end].encode()
            index, position = index + 1, skip(end)
            if text[position : position + 1] == "]":
                break
            if text[position : position + 1] != ",":
                raise json.JSONDecodeError("Expecting ',' or ']'", text, position)
            position = skip(position + 1)
        except json.JSONDecodeError as error:
            told = text.rstrip()
            if error.msg.startswith("Unterminated") or error.pos >= len(told) or not told.endswith("]"):
                raise DataError(
                    f"{path}: the array breaks off at index {index}; the download may be cut: fetch it again."
                ) from None
            raise DataError(f"{path}, index {index}: not JSON ({error}).") from None
    if text[position + 1 :].strip():
        raise DataError(f"{path}: not JSON (more text behind the end of the array).")


def _refuse_object(content: bytes, path: object) -> NoReturn:
    try:
        json.loads(content)
    except UnicodeDecodeError:
        raise
    except ValueError as error:
        raise DataError(
            f"{path}: not JSON: its first line is no whole object, and neither is the file ({error})."
        ) from None
    raise AssertionError("_keys reads every object that json.loads does")


def _lines(path: str | os.PathLike[str]) -> Iterator[tuple[str, Raw]]:
    with _opened(path) as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield f"{path}, line {number}", line


def _rows(path: str | os.PathLike[str]) -> Iterator[tuple[str, dict[str, object]]]:
    with _opened(path) as file, io.TextIOWrapper(file, encoding="utf-8", newline="") as lines:
        yield from released_csv.rows(lines, os.fspath(path))


def _our_lines(path: str | os.PathLike[str]) -> Iterator[Sample]:
    with _opened(path) as file:
        yield from jsonl.read(file, os.fspath(path))


def _our_records(records: Iterable[tuple[str, Raw]]) -> Iterator[Sample]:
    seen: dict[str, str] = {}
    for place, raw in records:
        sample = jsonl.decode(bytes(memoryview(raw)), place)
        if sample.id in seen:
            raise DataError(f"{place}: the id {sample.id} stands at {seen[sample.id]} already.")
        seen[sample.id] = place
        yield sample


def _whole(samples: Iterable[Sample]) -> Iterator[Sample]:
    """Pass on samples of ours that can be played and scored on both axes; refuse the first that can't."""
    for sample in samples:
        if not sample.script:
            raise DataError(f"Sample {sample.id}: its script is empty; give it at least one turn.")
        for role in (Role.PROTECTED, Role.TASK):
            if not sample.with_role(role):
                raise DataError(f"Sample {sample.id}: no attribute has the role {role}; give it at least one.")
        yield sample
