"""Line numbers of tables and fields: a light scan of the text, since the TOML parser keeps none."""

from __future__ import annotations

import re

from polar_bench.domains.faults import Where

_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")
_LONG_STRING = re.compile(r'"""|' + "'''")


class LineMap:
    """Where the tables of a file begin, and where their fields stand."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str, int, str], int] = {}
        seen: dict[str, int] = {}
        table, number, is_inside = "", 0, False
        for line_number, line in enumerate(text.splitlines(), start=1):
            if not is_inside and (header := _HEADER.match(line)):
                table = header.group(1)
                number = seen[table] = seen.get(table, -1) + 1
                self._lines.setdefault((table, number, ""), line_number)
            elif not is_inside and (key := _KEY.match(line)):
                self._lines.setdefault((table, number, key.group(1)), line_number)
            is_inside ^= len(_LONG_STRING.findall(line)) % 2 == 1

    def line_of(self, where: Where) -> int | None:
        """Return the line (from 1) of the field, else of its table's header, else None."""
        number = where.number or 0
        return self._lines.get((where.table, number, where.field)) or self._lines.get((where.table, number, ""))
