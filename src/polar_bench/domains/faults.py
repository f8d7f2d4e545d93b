"""Faults of a domain file, each with its place.

Checks speak of places by table, number and field; `Fault` is what people read. Must not know what is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from polar_bench.errors import UserError


class Where(NamedTuple):
    """A place in the file.

    `table` is "attribute", "tables.place", "document" or "" for the top of the file; `number` counts the tables of
    one name from 0; `item` is a place within the field as people read it ("tell 2").
    """

    table: str = ""
    number: int | None = None
    field: str = ""
    item: str = ""


class Finding(NamedTuple):
    """What a check has to say of a place; a warning stops nobody."""

    where: Where
    text: str
    is_warning: bool = False


class Notes:
    """What reading a file brings to light: findings, and the places that couldn't be read."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.broken: set[Where] = set()

    def report(self, where: Where, text: str) -> None:
        """Note a fault; nothing that follows from its place is told again."""
        self.findings.append(Finding(where, text))
        self.broken.add(where)


class Fault(msgspec.Struct, frozen=True):
    """A fault or a warning: its place in words, the line of the file where it is known, and what to do."""

    place: str
    text: str
    line: int | None = None

    def __str__(self) -> str:
        where = ", ".join(part for part in (f"line {self.line}" if self.line else "", self.place) if part)
        return f"{where}: {self.text}" if where else self.text


class DomainError(UserError):
    """A domain file that can't be used; the text lists every fault, one a line, with its place.

    `faults` holds the same one by one, in the order of the file.
    """

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        if len(faults) == 1:
            super().__init__(f"{source}: {faults[0]}")
        else:
            listed = "\n".join(f"  {fault}" for fault in faults)
            super().__init__(f"{source} has {len(faults)} faults; mend them all:\n{listed}")
