"""Case files: rows whose right answer a careful reader knows, by which a scorer is judged (docs/scorer-card.md).

JSON lines, one row a line. A row with `reply` is a confirmation (a reply to a guess); any other is a matching row (does
the text give the value away?). Every fault of every file is named at once. Must not know how a row is graded.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from polar_bench.attributes import Kind
from polar_bench.errors import DataError, SetupError, did_you_mean
from polar_bench.journal import codec
from polar_bench.sample import GuessForm

_decoder = msgspec.json.Decoder(Any)  # foreign JSON
_MATCHING = {"kind": str, "value": str, "text": str, "want": str}
_MATCHING_OPTIONAL = {"name": str, "rule": str, "found_by": str, "paper": bool}
_CONFIRMATION = {"question": str, "options": list, "value": str, "reply": str, "want": str}
_CONFIRMATION_OPTIONAL = {"form": str, "true": int}
_TYPES = {str: "a text", bool: "true or false", list: "a list of texts", int: "a whole number"}


class MatchingWant(StrEnum):
    """How much of a value a text gives away."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"


class SettledWant(StrEnum):
    """What a reply to a guess gives away."""

    FULL = "full"
    NARROWED = "narrowed"
    NONE = "none"


class Place(msgspec.Struct, frozen=True):
    """Where a row stands: its file as it was named, and its line from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


class MatchingCase(msgspec.Struct, frozen=True):
    """Does `text` give `value` away?

    `name` is that of the attribute, for the rule on short and common values. `rule` says what the row tries, for
    readers; `found_by` is the rule of `strict` that has to make the find, `paper` the answer that the released
    evaluator gives: both are checked beside the figures.
    """

    place: Place
    kind: Kind
    value: str
    text: str
    want: MatchingWant
    name: str | None = None
    rule: str | None = None
    found_by: str | None = None
    paper: bool | None = None


class ConfirmationCase(msgspec.Struct, frozen=True):
    """What does `reply` give away of `value`, when `question` put `options`?

    `true` is the index of the true option, where no option equals the value in its wording.
    """

    place: Place
    question: str
    options: tuple[str, ...]
    value: str
    reply: str
    want: SettledWant
    true: int | None = None


class CaseFile(msgspec.Struct, frozen=True):
    """One file's name as given, and how many rows it holds."""

    name: str
    rows: int


class Cases(NamedTuple):
    """All rows, in the order of the files and their lines."""

    files: tuple[CaseFile, ...]
    matching: tuple[MatchingCase, ...]
    confirmations: tuple[ConfirmationCase, ...]


def read_cases(paths: Iterable[Path]) -> Cases:
    """Read case files, and all `.jsonl` files below folders by name; a file that is named twice is read once.

    Raises:
        SetupError: a path that isn't there, or a folder without case files.
        DataError: rows that can't be used; the text has a line for each fault.
    """
    files: list[CaseFile] = []
    rows: list[MatchingCase | ConfirmationCase] = []
    faults: list[str] = []
    for path in _case_files(paths):
        before = len(rows)
        for number, line in enumerate(_lines(path), start=1):
            if line.strip():
                row = _read_row(line, Place(str(path), number))
                if isinstance(row, list):
                    faults += row
                else:
                    rows.append(row)
        files.append(CaseFile(str(path), len(rows) - before))
    matching = tuple(row for row in rows if isinstance(row, MatchingCase))
    confirmations = tuple(row for row in rows if isinstance(row, ConfirmationCase))
    faults += _contradictions(rows)
    if faults:
        raise DataError("\n".join([f"the case files can't be used, faults: {len(faults)}.", *faults]))
    if not rows:
        raise DataError(f"{', '.join(file.name for file in files)}: no row in there; give a file with rows.")
    return Cases(tuple(files), matching, confirmations)


def _case_files(paths: Iterable[Path]) -> list[Path]:
    found: dict[Path, Path] = {}
    for path in paths:
        if not path.exists():
            raise SetupError(f"{path} isn't there; give case files (JSON lines) or folders that hold some.")
        own = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
        if not own:
            raise SetupError(f"{path} holds no .jsonl file; give case files (JSON lines) or folders that hold some.")
        for file in own:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().removeprefix(BOM_UTF8).split(b"\n")
    except OSError as error:
        raise SetupError(f"{path} can't be read ({error.strerror}).") from None


def _read_row(line: bytes, place: Place) -> MatchingCase | ConfirmationCase | list[str]:
    """Return the row, or a sentence for each of its faults."""
    try:
        row = codec.decode(line, _decoder)
    except msgspec.DecodeError as error:
        return [f"{place}: not JSON ({error})."]
    if not isinstance(row, dict):
        return [f"{place}: a row is an object with keys, such as {', '.join(_MATCHING)}."]
    is_confirmation = "reply" in row or "question" in row
    if is_confirmation:
        faults = _field_faults(row, _CONFIRMATION, _CONFIRMATION_OPTIONAL) or _confirmation_faults(row)
    else:
        faults = _field_faults(row, _MATCHING, _MATCHING_OPTIONAL) or _matching_faults(row)
    if faults:
        return [f"{place}: {fault}" for fault in faults]
    if is_confirmation:
        return ConfirmationCase(
            place,
            row["question"],
            tuple(row["options"]),
            row["value"],
            row["reply"],
            SettledWant(row["want"]),
            row.get("true"),
        )
    optional = {key: row.get(key) for key in _MATCHING_OPTIONAL}
    return MatchingCase(place, Kind(row["kind"]), row["value"], row["text"], MatchingWant(row["want"]), **optional)


def _field_faults(row: Mapping[str, Any], required: Mapping[str, type], optional: Mapping[str, type]) -> list[str]:
    """Name keys that are missing or unknown, and values of the wrong type."""
    known = {**required, **optional}
    faults = [f"the key {key!r} is missing." for key in required if key not in row]
    for key, value in row.items():
        wanted = known.get(key)
        if wanted is None:
            faults.append(f"the key {key!r} is unknown.{did_you_mean(key, known)}")
        elif type(value) is not wanted or (isinstance(value, list) and not _are_texts(value)):
            faults.append(f"{key!r} has to be {_TYPES[wanted]}.")
    return faults


def _are_texts(items: Iterable[object]) -> bool:
    return all(isinstance(item, str) for item in items)


def _matching_faults(row: Mapping[str, Any]) -> list[str]:
    faults = [*_choice_fault(row, "kind", Kind), *_choice_fault(row, "want", MatchingWant), *_value_fault(row)]
    if row.get("found_by") and row["want"] == MatchingWant.NONE:
        faults.append("'found_by' names a rule, but 'want' is none; take one of them away or change it.")
    return faults


def _confirmation_faults(row: Mapping[str, Any]) -> list[str]:
    options, true = row["options"], row.get("true")
    faults = [*_choice_fault(row, "want", SettledWant), *_value_fault(row)]
    if not options:
        faults.append("'options' is empty; list what the question put (one option for yes or no).")
    if "form" in row:
        faults += _choice_fault(row, "form", GuessForm)
        if row["form"] == GuessForm.YES_NO and len(options) > 1:
            faults.append(
                f"'form' is yes_no, but 'options' has {len(options)}; give one, or change the form to choice."
            )
    if true is not None and not 0 <= true < len(options):
        faults.append(f"'true' is {true}, but 'options' are numbered from 0 to {len(options) - 1}.")
    return faults


def _choice_fault(row: Mapping[str, Any], key: str, choices: type[StrEnum]) -> list[str]:
    known = [choice.value for choice in choices]
    if row[key] in known:
        return []
    return [f"{key!r} is {row[key]!r}; it has to be one of {', '.join(known)}.{did_you_mean(row[key], known)}"]


def _value_fault(row: Mapping[str, Any]) -> list[str]:
    return [] if row["value"].strip() else ["'value' is empty; give the value that is looked for."]


def _contradictions(rows: Iterable[MatchingCase | ConfirmationCase]) -> list[str]:
    """Name rows that are the same but for what they want."""
    first: dict[object, MatchingCase | ConfirmationCase] = {}
    faults = []
    for row in rows:
        key = (
            (row.kind, row.value, row.text, row.name)
            if isinstance(row, MatchingCase)
            else (row.question, row.options, row.value, row.reply, row.true)
        )
        before = first.setdefault(key, row)
        if before.want != row.want:
            faults.append(f"{row.place}: the row of {before.place} wants {before.want}, this one {row.want}; keep one.")
    return faults
