"""Where an attribute's value comes from: a column of a table, a pool, or a named maker with its settings.

The settings only; `generation.makers` makes the values. Unknown settings are refused by the types.
"""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One value of a pool or a cell of a table, with other accepted wordings of it."""

    value: str
    forms: tuple[str, ...] = ()


class FromTable(msgspec.Struct, frozen=True):
    """A column of the row that the profile drew from a table."""

    table: str
    column: str


class FromPool(msgspec.Struct, frozen=True):
    """One entry of a list."""

    entries: tuple[Entry, ...]


class Maker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="make"):
    """Settings of a named maker; `of` names the attribute that the value hangs on, where there is one."""

    @property
    def depends_on(self) -> str | None:
        """The attribute (or "written_on", the day the document is written) that has to be drawn before."""
        return getattr(self, "of", None)


class PersonName(Maker, frozen=True, tag="person_name"):
    """A given name and a family name; the subject's own agrees with the pronouns."""


class Date(Maker, frozen=True, tag="date"):
    """A day from 1 January of year `start` to 31 December of year `end` (keys `from` and `to`).

    The value is ISO; `style` is how documents write it: "day month year", "month day year" or "day.month.year".
    """

    start: int = msgspec.field(name="from")
    end: int = msgspec.field(name="to")
    style: str = "day month year"


class DateAfter(Maker, frozen=True, tag="date_after"):
    """A day `low` to `high` days after the date `of`."""

    of: str
    low: int
    high: int
    style: str = "day month year"


class DateBefore(Maker, frozen=True, tag="date_before"):
    """A day `low` to `high` days before the date `of`."""

    of: str
    low: int
    high: int
    style: str = "day month year"


class Age(Maker, frozen=True, tag="age"):
    """Whole years from the date `of` to the day the document is written, as a quantity: "forty-six years"."""

    of: str
    unit: str = "years"


class Quarter(Maker, frozen=True, tag="quarter"):
    """The quarter of the year that the date `of` lies in: "third quarter"."""

    of: str


class Month(Maker, frozen=True, tag="month"):
    """The month and year that the date `of` lies in: "September 2025"."""

    of: str


class Decade(Maker, frozen=True, tag="decade"):
    """The decade that the date `of` lies in: "the nineteen-seventies"."""

    of: str


class Phone(Maker, frozen=True, tag="phone"):
    """A number that no one has: "fiction" (mobile), "fiction_landline"; both kept free for drama by the regulator."""

    range: str = "fiction"


class Money(Maker, frozen=True, tag="money"):
    """An amount from `low` to `high` in steps of `step`, never a round one where the step allows others."""

    currency: str
    low: int
    high: int
    step: int = 1


class MoneyBelow(Maker, frozen=True, tag="money_below"):
    """The amount `of` less `low` to `high`, rounded to `step`."""

    of: str
    low: int
    high: int
    step: int = 1


class MoneyAbove(Maker, frozen=True, tag="money_above"):
    """The amount `of` plus `low` to `high`, rounded to `step`."""

    of: str
    low: int
    high: int
    step: int = 1


class Band(Maker, frozen=True, tag="band"):
    """The band of `width` that the money or quantity `of` lies in: "CHF 120,000 to CHF 140,000"."""

    of: str
    width: int


class Identifier(Maker, frozen=True, tag="identifier"):
    """`pattern` with # for a digit, @ for a capital letter and & for a small one; all else stands as it is."""

    pattern: str


class Email(Maker, frozen=True, tag="email"):
    """An address whose local part is `local` ordinary words ("two words"), never a name, in a domain under .example."""

    local: str = "two words"


class Quantity(Maker, frozen=True, tag="quantity"):
    """A number of `unit` from `low` to `high`, in words up to a hundred: "eleven weeks", with "11 weeks" as a form."""

    unit: str
    low: int
    high: int


class Organisation(Maker, frozen=True, tag="organisation"):
    """A made-up name of a `sort`: business, practice, shop, club, school, firm, agency, bank, insurer, landlord ..."""

    sort: str = "business"


class Address(Maker, frozen=True, tag="address"):
    """House number, street, town and postcode; the town is the value of `of`, or of a drawn place."""

    of: str | None = None


MadeBy = (
    PersonName
    | Date
    | DateAfter
    | DateBefore
    | Age
    | Quarter
    | Month
    | Decade
    | Phone
    | Money
    | MoneyBelow
    | MoneyAbove
    | Band
    | Identifier
    | Email
    | Quantity
    | Organisation
    | Address
)
Source = FromTable | FromPool | MadeBy
