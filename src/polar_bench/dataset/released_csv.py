"""The authors' CSV, row by row, as the records that `released.read` takes.

Must not know samples, paths or what a record means: only which columns make up which key.

Source: reference/released-benchmark.md, "Files" and "Record (JSON)".
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from polar_bench.dataset.released import PARTS
from polar_bench.dataset.values import literal
from polar_bench.errors import DataError

_WIDEST_CELL = 2**31 - 1  # characters: the most that a C long holds everywhere
_DEEPEST = 3  # keys in a path: the field of a dict of values, which may hold a dot itself
_SEPARATORS = ",;\t"
_LEAVES = [(part, leaf) for part, struct in PARTS.items() for leaf in struct.__struct_fields__]
_COLUMNS: dict[str, tuple[str, ...]] = {
    **{leaf: (part, leaf) for part, leaf in _LEAVES},
    **{between.join(path): path for path in _LEAVES for between in (".", "_", "__")},
    **{key: (key,) for key in ("sample_id", "domain", *PARTS)},
}
_OBJECTS = {*PARTS, "attack_spec", "task_relevant_fields", "gold_sensitive_values", "gold_safe_values"}


def rows(lines: Iterable[str], name: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield place and record of each row of the CSV, for `released.read`; the header is row 1.

    Columns are a record's keys, with objects and lists written as JSON or as Python literals. Also read are
    flattened columns: `metadata.privacy_level`, `metadata_privacy_level`, `metadata__privacy_level` and
    `privacy_level` alone, and with dots any depth (`hidden_target.gold_sensitive_values.email`). An object's
    own column comes before its flattened ones; other columns are passed over, an empty cell is a missing key.
    The separator is the comma, semicolon or tab that splits the header into the most known columns.

    Raises:
        DataError: no `sample_id` among the columns; broken quoting; a row that has not one cell a column; an
            object's cell that can't be read.
    """
    csv.field_size_limit(max(csv.field_size_limit(), _WIDEST_CELL))
    lines = iter(lines)
    head = next(lines, "")
    splits = {separator: next(csv.reader([head], delimiter=separator), []) for separator in _SEPARATORS}
    separator = max(_SEPARATORS, key=lambda mark: sum(map(bool, map(_path, splits[mark]))))
    columns = splits[separator]
    paths = [_path(column) for column in columns]
    if ("sample_id",) not in paths:
        found = ", ".join(column[:40] for column in columns[:9])
        raise DataError(f"{name}: neither JSON nor CSV of records: it has no column sample_id, but {found}.")
    wanted = sorted(((i, path) for i, path in enumerate(paths) if path), key=lambda item: len(item[1]))
    reader, row = csv.reader(lines, delimiter=separator, strict=True), 1
    try:
        for row, cells in enumerate(reader, start=2):
            if not cells:
                continue
            if len(cells) != len(columns):
                raise DataError(
                    f"{name}, row {row}: {len(cells)} cells under {len(columns)} columns; the file may be cut."
                )
            record: dict[str, object] = {}
            for i, path in wanted:
                if cells[i].strip():
                    _put(record, path, _cell(path, cells[i], f"{name}, row {row}, {columns[i]}"))
            yield f"{name}, row {row}", record
    except csv.Error as error:
        raise DataError(f"{name}, row {row + 1}: broken CSV ({error}); the file may be cut.") from None


def _path(column: str) -> tuple[str, ...] | None:
    column = column.strip()
    if column in _COLUMNS:
        return _COLUMNS[column]
    root, *rest = column.split(".", _DEEPEST - 1)
    if not rest or root not in PARTS or (len(rest) > 1 and rest[0] not in _OBJECTS):
        return None
    return (root, *rest)


def _cell(path: tuple[str, ...], cell: str, place: str) -> object:
    if path[-1] not in _OBJECTS:
        return cell
    parsed = literal(cell)
    if not isinstance(parsed, dict):
        raise DataError(f"{place}: the cell is no object in JSON or in Python's notation.")
    return parsed


def _put(record: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    *parents, leaf = path
    for parent in parents:
        if not isinstance(record.get(parent), dict):
            record[parent] = {}
        record = record[parent]
    record.setdefault(leaf, value)
