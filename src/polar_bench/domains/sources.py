"""Reading where a value comes from: "table.column", a pool, or a maker with its settings; and cells of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import msgspec

from polar_bench.domains.fields import Fields, item_name, unknown
from polar_bench.domains.values import Entry, FromPool, FromTable, MadeBy, Maker, Source
from polar_bench.errors import did_you_mean

MAKERS: dict[str, type[Maker]] = {str(maker.__struct_config__.tag): maker for maker in get_args(MadeBy)}
_HOW = 'write "table.column", { pool = [...] } or { make = "..." }'
_KINDS_OF_SETTING = {int: "a whole number", str: "a text in quotes"}


def read_source(fields: Fields) -> Source | None:
    """Read the field `value` of an attribute; None where there is none or where it can't be read."""
    raw = fields.get("value")
    if raw is None:
        return None
    if isinstance(raw, str):
        table, dot, column = raw.partition(".")
        if dot and table and column:
            return FromTable(table, column)
        fields.report("value", f"{raw!r} is no value; {_HOW}")
        return None
    if isinstance(raw, dict) and "pool" in raw:
        for field in [key for key in raw if key != "pool"]:
            fields.report("value", unknown(field, ["pool"]))
        return _pool(fields, raw["pool"])
    if isinstance(raw, dict) and "make" in raw:
        return _maker(fields, raw)
    fields.report("value", f"value can't be read; {_HOW}")
    return None


def read_entry(raw: object) -> Entry | None:
    """Read a cell or a pool's entry: a text, or a list of the value and its accepted forms; None otherwise."""
    texts = [raw] if isinstance(raw, str) else raw
    if not isinstance(texts, list) or not texts:
        return None
    folded = [" ".join(text.split()) if isinstance(text, str) else "" for text in texts]
    return Entry(folded[0], tuple(folded[1:])) if all(folded) else None


def _pool(fields: Fields, raw: object) -> FromPool | None:
    if not isinstance(raw, list) or not raw:
        fields.report("value", "pool has to be a list of values that isn't empty")
        return None
    entries = []
    for place, item in enumerate(raw):
        entry = read_entry(item)
        if entry is None:
            fields.report(
                "value",
                "an entry is a text, or a list of the value and its other forms",
                item_name("pool entry", place),
            )
            entries.append(Entry(""))
        else:
            entries.append(entry)
    return FromPool(tuple(entries))


def _maker(fields: Fields, raw: Mapping[str, object]) -> Source | None:
    name = raw["make"]
    maker = MAKERS.get(str(name))
    if maker is None:
        hint = did_you_mean(str(name), MAKERS) or f" Known are {', '.join(MAKERS)}."
        fields.report("value", f"there is no maker {name!r}.{hint}")
        return None
    settings = {setting.encode_name: setting for setting in msgspec.structs.fields(maker)}
    is_sound = True
    for key in raw:
        if key != "make" and key not in settings:
            fields.report("value", f"maker {name}: {unknown(key, settings)}")
            is_sound = False
    for key, setting in settings.items():
        if key not in raw:
            if setting.required:
                fields.report("value", f"maker {name}: {key} is missing")
                is_sound = False
            continue
        expected = int if setting.type is int else str
        if type(raw[key]) is not expected:
            fields.report("value", f"maker {name}: {key} has to be {_KINDS_OF_SETTING[expected]}")
            is_sound = False
    # Fields `start` and `end` go by `from` and `to` in the file, which no Python argument can be called.
    return msgspec.convert(raw, type=MadeBy) if is_sound else None
