"""What the package brings to every domain file: forms and layouts, sorts of organisations, phones, places."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from polar_bench.domains.spec import Table
from polar_bench.domains.values import Entry

PLACE = "place"
_PLACE_COLUMNS = ("town", "region")


def layouts_of_forms() -> dict[str, str]:
    """Return the layout of every form of document that the package knows."""
    listing = _data("templates/forms.toml")["layouts"]
    assert isinstance(listing, dict)
    return {str(form): str(layout) for form, layout in listing.items()}


def layout_families() -> tuple[str, ...]:
    """Return the names of the layouts, sorted."""
    return tuple(sorted(set(layouts_of_forms().values())))


def sorts_of_organisations() -> tuple[str, ...]:
    """Return what the maker `organisation` can make."""
    return _keys("pools/organisations.toml", "endings")


def phone_ranges() -> tuple[str, ...]:
    """Return the ranges of the maker `phone`."""
    return _keys("pools/words.toml", "phones")


@cache
def place_table() -> Table:
    """Return the made-up towns and their regions, for files that use a table `place` and bring none."""
    raw = _data("pools/places.toml")[PLACE]
    assert isinstance(raw, dict)
    columns = [raw["columns"].index(column) for column in _PLACE_COLUMNS]
    rows = tuple(tuple(Entry(str(row[column])) for column in columns) for row in raw["rows"])
    return Table(PLACE, _PLACE_COLUMNS, rows, "region")


def _keys(path: str, table: str) -> tuple[str, ...]:
    raw = _data(path)[table]
    assert isinstance(raw, dict)
    return tuple(raw)


@cache
def _data(path: str) -> dict[str, object]:
    return tomllib.loads((files("polar_bench") / "data" / path).read_text(encoding="utf-8"))
