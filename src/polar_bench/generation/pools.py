"""Our own lists of made-up names, places and words (`data/pools`), read once.

Must not know of domains or profiles, nor how a value is put together.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

from polar_bench.errors import DataError, did_you_mean

T = TypeVar("T", bound="People | Places | Mail | Organisations | Words")


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Cast(_Strict, frozen=True):
    """Names of writers and colleagues in documents; no person of a profile has one of them."""

    female: tuple[str, ...]
    male: tuple[str, ...]
    family: tuple[str, ...]


class People(_Strict, frozen=True):
    """Given names by sex, and family names; no list shares a name with another."""

    female: tuple[str, ...]
    male: tuple[str, ...]
    family: tuple[str, ...]
    cast: Cast

    def given(self, *, is_female: bool) -> tuple[str, ...]:
        """Return the given names of one sex."""
        return self.female if is_female else self.male


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A town; `area` is the first three of the four digits of its postcodes."""

    town: str
    region: str
    area: str


class PlaceTable(_Strict, frozen=True):
    """The towns as a table of a domain file would hold them; `classes` names the column that decoys share."""

    columns: tuple[str, ...]
    classes: str
    rows: tuple[Place, ...]


class Places(_Strict, frozen=True):
    """Streets, which belong to no town, and towns."""

    streets: tuple[str, ...]
    place: PlaceTable


class Mail(_Strict, frozen=True):
    """Ordinary words for local parts, and domains under .example, which no one can own."""

    words: tuple[str, ...]
    domains: tuple[str, ...]


class Organisations(_Strict, frozen=True):
    """A name is a first half, a second half and one of the `endings` of its sort: "Kestolund Savings Bank"."""

    firsts: tuple[str, ...]
    seconds: tuple[str, ...]
    endings: dict[str, tuple[str, ...]]


class Currency(_Strict, frozen=True):
    """How amounts are written: the mark between thousands, and the currency's word ("" where it has none here)."""

    mark: str = ","
    word: str = ""


class Words(_Strict, frozen=True):
    """Words for numbers and parts of the calendar, telephone numbers of fiction, and small slots of sentences."""

    months: tuple[str, ...]
    quarters: tuple[str, ...]
    quarters_in_digits: tuple[str, ...]
    ones: tuple[str, ...]
    tens: tuple[str, ...]
    decades: tuple[str, ...]
    slots: dict[str, tuple[str, ...]]
    phones: dict[str, tuple[str, ...]]
    currencies: dict[str, Currency]


@cache
def people() -> People:
    """Return the names of people."""
    return _read("people", People)


@cache
def places() -> Places:
    """Return streets and towns."""
    return _read("places", Places)


@cache
def mail() -> Mail:
    """Return what e-mail addresses are made of."""
    return _read("mail", Mail)


@cache
def organisations() -> Organisations:
    """Return what organisations' names are made of."""
    return _read("organisations", Organisations)


@cache
def words() -> Words:
    """Return the words for numbers, dates and slots."""
    return _read("words", Words)


@cache
def cast_given() -> tuple[str, ...]:
    """Return the given names of the cast, of both sexes."""
    return (*people().cast.female, *people().cast.male)


def cast_family() -> tuple[str, ...]:
    """Return the family names of the cast."""
    return people().cast.family


def slot(name: str) -> tuple[str, ...]:
    """Return what the placeholder `name` of a sentence can stand for: weekday, colleague, clock, room or small.

    Raises:
        DataError: there is no such placeholder.
    """
    return cast_given() if name == "colleague" else chosen("placeholder", name, words().slots)


@cache
def generic_words() -> frozenset[str]:
    """Return the small-letter words that endings of organisations are made of: sharing one is no likeness."""
    endings = (ending for sort in organisations().endings.values() for ending in sort)
    return frozenset(word for ending in endings for word in ending.lower().replace("'", " ").split())


def chosen(what: str, name: str, known: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the list `name` of `known`.

    Raises:
        DataError: there is none; the text says `what` was looked for and which there are.
    """
    if name not in known:
        hint = did_you_mean(name, known) or f" Known are {', '.join(known)}."
        raise DataError(f"There is no {what} {name!r}.{hint}")
    return known[name]


@cache
def place_by_town() -> dict[str, Place]:
    """Return the towns by their names."""
    return {place.town: place for place in places().place.rows}


def _read(name: str, form: type[T]) -> T:
    raw = (files("polar_bench") / "data" / "pools" / f"{name}.toml").read_bytes()
    return msgspec.toml.decode(raw, type=form)
