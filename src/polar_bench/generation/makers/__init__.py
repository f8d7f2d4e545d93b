"""The named makers: settings of a domain file in, a fact out (reference: semantics.md section 6).

`make` draws a value; `window` says which values share a coarse form; `neighbour` gives another value where a maker
leaves nothing to the draw. Must not know profiles: what a value hangs on comes in a `Setting`.
"""

from __future__ import annotations

from typing import assert_never

from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    DateAfter,
    DateBefore,
    Decade,
    Email,
    Identifier,
    MadeBy,
    Money,
    MoneyAbove,
    MoneyBelow,
    Month,
    Organisation,
    PersonName,
    Phone,
    Quantity,
    Quarter,
)
from polar_bench.generation.draws import Draw
from polar_bench.generation.makers import amounts, dates, names, numbers
from polar_bench.generation.makers.setting import OutOfReach, Setting, Window
from polar_bench.generation.profile import Fact

__all__ = ["OutOfReach", "Setting", "Window", "is_drawn", "make", "neighbour", "window"]


def make(maker: MadeBy, setting: Setting, draw: Draw) -> Fact:  # noqa: PLR0912 - one branch a maker
    """Return a value of `maker`, with its listed forms, how texts show it, and what other makers reckon with.

    Raises:
        OutOfReach: the maker's range and the setting's window have nothing in common.
        DataError: a setting names a range or sort that there isn't.
    """
    match maker:
        case PersonName():
            return names.person(setting, draw)
        case Date() | DateAfter() | DateBefore():
            return dates.day(maker, setting, draw)
        case Age():
            return dates.age(maker, setting)
        case Quarter():
            return dates.quarter(setting)
        case Month():
            return dates.month(setting)
        case Decade():
            return dates.decade(setting)
        case Phone():
            return numbers.phone(maker, draw)
        case Identifier():
            return numbers.identifier(maker, draw)
        case Money() | MoneyBelow() | MoneyAbove():
            return amounts.money(maker, setting, draw)
        case Quantity():
            return amounts.quantity(maker, setting, draw)
        case Band():
            return amounts.band(maker, setting)
        case Email():
            return names.email(maker, draw)
        case Organisation():
            return names.organisation(maker, draw)
        case Address():
            return names.address(setting, draw)
        case _:
            assert_never(maker)


def is_drawn(maker: MadeBy) -> bool:
    """Tell whether anything is left to the draw once the fact that `of` names is known."""
    return not isinstance(maker, Age | Quarter | Month | Decade | Band)


def window(coarse: MadeBy, setting: Setting) -> Window | None:
    """Return which numbers (days as ordinals) have the same coarse form as the setting's base, None where any may.

    A quarter is that of the same year, though its name tells no year.
    """
    match coarse:
        case Age() | Quarter() | Month() | Decade():
            return dates.window(coarse, setting)
        case Band():
            return amounts.window(coarse, setting)
        case _:
            return None


def neighbour(maker: MadeBy, setting: Setting, draw: Draw) -> Fact:
    """Return a value such as `maker` makes in this setting, another one as a rule."""
    if isinstance(maker, Age | Quarter | Month | Decade):
        return make(maker, dates.moved(maker, setting, draw), draw)
    if isinstance(maker, Band):
        return make(maker, amounts.moved(maker, setting, draw), draw)
    return make(maker, setting, draw)
