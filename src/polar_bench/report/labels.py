"""How levels, attacks and names are called, wherever a person reads them."""

from __future__ import annotations

from textwrap import wrap

from polar_bench.report.marked import one_line
from polar_bench.sample import Attack, PolicyLevel

ALL = "all"
"""The margin of a table: everything together."""


def level_label(level: PolicyLevel) -> str:
    """Return "P1 explicit"."""
    return f"{level} {level.title}"


def attack_label(attack: Attack) -> str:
    """Return "S4 prompt injection"."""
    return f"{attack} {spaced(attack.title)}"


def head(label: str) -> str:
    """Return a level's or attack's label as a narrow column's head: "S4" above what it means, in short lines."""
    first, _, rest = label.partition(" ")
    return "\n".join([first, *wrap(rest, 10, break_long_words=False)])


def spaced(name: str) -> str:
    """Return a name with spaces where it has underscores."""
    return name.replace("_", " ")


def short(name: str, longest: int = 34) -> str:
    """Return a name on one line, its middle left out where it has more than `longest` characters."""
    line = one_line(name)
    if len(line) <= longest:
        return line
    kept = longest - 1
    return f"{line[: kept - kept // 2]}…{line[-(kept // 2) :]}"
