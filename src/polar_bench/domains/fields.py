"""One table of the file, read field by field.

What can't be read becomes a finding, and a neutral value stands in for it, so that all faults are found in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from polar_bench.domains.faults import Notes, Where
from polar_bench.domains.phrases import PhraseError, parse
from polar_bench.errors import did_you_mean

E = TypeVar("E", bound=StrEnum)


def item_name(field: str, place: int) -> str:
    """Return what the item at `place` (from 0) of a field is called: "tell 2"."""
    return f"{field} {place + 1}"


class Fields:
    """A table; each field is asked for once, and `close` reports what is missing and what nobody asked for."""

    def __init__(self, raw: Mapping[str, object], table: str, number: int | None, notes: Notes) -> None:
        self.raw = raw
        self.table = table
        self.number_in_file = number
        self._notes = notes
        self._asked: list[str] = []
        self._missing: list[str] = []

    def report(self, field: str, text: str, item: str = "") -> None:
        """Note a fault of a field."""
        self._notes.report(Where(self.table, self.number_in_file, field, item), text)

    def get(self, field: str, *, is_required: bool = False) -> object:
        """Return a field as it stands, or None where it isn't given."""
        self._asked.append(field)
        value = self.raw.get(field)
        if value is None and is_required:
            self._missing.append(field)
        return value

    def text(self, field: str, *, is_required: bool = False) -> str:
        """Return a plain text, white space folded; "" where there is none."""
        value = self.get(field, is_required=is_required)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip():
            self.report(field, f"{field} has to be a text in quotes that isn't empty")
            return ""
        return " ".join(value.split())

    def texts(self, field: str, *, is_required: bool = False) -> tuple[str, ...]:
        """Return plain texts; a single text stands for a list of one. What isn't a text becomes ""."""
        value = self.get(field, is_required=is_required)
        if value is None:
            return ()
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not items:
            self.report(field, f"{field} has to be a text in quotes, or a list of texts that isn't empty")
            return ()
        read = []
        for place, item in enumerate(items):
            if isinstance(item, str) and item.strip():
                read.append(" ".join(item.split()))
            else:
                self.report(field, "has to be a text in quotes that isn't empty", item_name(field, place))
                read.append("")
        return tuple(read)

    def phrases(self, field: str, *, is_required: bool = False) -> tuple[str, ...]:
        """Return texts that may hold alternatives and placeholders; one that doesn't parse becomes ""."""
        return tuple(
            self._parsed(field, text, item_name(field, place))
            for place, text in enumerate(self.texts(field, is_required=is_required))
        )

    def phrase(self, field: str, *, is_required: bool = False) -> str:
        """Return one text that may hold alternatives and placeholders."""
        return self._parsed(field, self.text(field, is_required=is_required), field)

    def member(self, field: str, members: type[E], neutral: E) -> E:
        """Return a required member of a closed set; `neutral` where it can't be read."""
        value = self.get(field, is_required=True)
        known = [str(member) for member in members]
        if isinstance(value, str) and value in known:
            return members(value)
        if value is not None:
            self.report(
                field, f"{value!r} is no {field}; it is one of {', '.join(known)}.{did_you_mean(str(value), known)}"
            )
        return neutral

    def number(self, field: str, low: int, high: int) -> int | None:
        """Return a whole number from `low` to `high`, or None."""
        value = self.get(field)
        if value is None:
            return None
        if type(value) is int and low <= value <= high:
            return value
        self.report(field, f"{field} has to be a whole number from {low} to {high}")
        return None

    def close(self) -> None:
        """Report missing and unknown fields; a missing one that was misspelt is one fault, not two."""
        missing = list(self._missing)
        absent = [field for field in self._asked if field not in self.raw]
        for field in self.raw:
            if field in self._asked:
                continue
            self.report(field, unknown(field, self._asked))
            for meant in get_close_matches(field, absent, n=1):
                self._notes.broken.add(Where(self.table, self.number_in_file, meant))
                missing = [name for name in missing if name != meant]
        for field in missing:
            self.report(field, f"{field} is missing")

    def _parsed(self, field: str, text: str, item: str) -> str:
        try:
            parse(text)
        except PhraseError as fault:
            self.report(field, f"{fault}: alternatives stand in [one|other], placeholders in {{braces}}", item)
            return ""
        return text


def unknown(field: str, known: Iterable[str]) -> str:
    """Return the sentence for a field that nobody knows."""
    known = list(known)
    hint = did_you_mean(field, known)
    return f"there is no field {field!r} here" + (f".{hint}" if hint else f"; known are {', '.join(known)}")
