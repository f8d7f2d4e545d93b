"""Days, and what they say: age, quarter, month and decade."""

from __future__ import annotations

import datetime as dt
from typing import assert_never

import msgspec

from polar_bench.domains.values import Age, Date, DateAfter, DateBefore, Decade, Month, Quarter
from polar_bench.errors import DataError
from polar_bench.generation import pools
from polar_bench.generation.draws import Draw
from polar_bench.generation.makers.setting import Setting, Window
from polar_bench.generation.makers.wording import counted, in_words
from polar_bench.generation.profile import Fact

# How far, in days, another day is looked for, so that what is told of it differs as a rule.
_MOVES = {Age: (366, 12 * 365), Quarter: (31, 330), Month: (31, 330), Decade: (3_653, 4 * 3_653)}
_MONTHS_IN_SHORT = 3


def day(maker: Date | DateAfter | DateBefore, setting: Setting, draw: Draw) -> Fact:
    """Return a day: ISO, with its wording in the maker's style as the form that texts show."""
    reach = setting.narrowed(_reach(maker, setting))
    chosen = dt.date.fromordinal(draw.between(reach.low, reach.high))
    shown = styled(chosen, maker.style)
    return Fact(chosen.isoformat(), (shown,), shown, chosen)


def styled(day: dt.date, style: str) -> str:
    """Return a day as texts write it.

    Raises:
        DataError: there is no such style.
    """
    month = pools.words().months[day.month - 1]
    styles = {
        "day month year": f"{day.day} {month} {day.year}",
        "month day year": f"{month} {day.day}, {day.year}",
        "day.month.year": f"{day.day:02}.{day.month:02}.{day.year}",
    }
    if style not in styles:
        raise DataError(f"There is no style of dates {style!r}; write one of {', '.join(styles)}.")
    return styles[style]


def age(maker: Age, setting: Setting) -> Fact:
    """Return the whole years from the base to the day of writing."""
    years = _years(setting.day, setting.written_on)
    unit = counted(years, maker.unit)
    return Fact(f"{in_words(years)} {unit}", (f"{years} {unit}",), data=years, unit=maker.unit)


def quarter(setting: Setting) -> Fact:
    """Return the quarter of the base's day, without its year."""
    index, words = (setting.day.month - 1) // 3, pools.words()
    return Fact(words.quarters[index], (f"Q{index + 1}", words.quarters_in_digits[index]))


def month(setting: Setting) -> Fact:
    """Return the month of the base's day.

    The value has its year in words: the released matcher would find "September 2025" in any day of 2025 by its digits
    alone. Texts show the digits.
    """
    name, year = pools.words().months[setting.day.month - 1], setting.day.year
    shown, short = f"{name} {year}", f"{name[:_MONTHS_IN_SHORT]} {year}"
    return Fact(f"{name} {_year_in_words(year)}", tuple(dict.fromkeys((shown, short))), shown)


def decade(setting: Setting) -> Fact:
    """Return the decade of the base's day in words: "the nineteen-seventies"."""
    start = setting.day.year // 10 * 10
    century, tens = divmod(start, 100)
    head = "two-thousands" if start == 2000 else f"{in_words(century)}-{pools.words().decades[tens // 10]}"
    return Fact(f"the {head}", (f"the {start}s",))


def window(coarse: Age | Quarter | Month | Decade, setting: Setting) -> Window:
    """Return the days that have the same coarse form as the base's day."""
    day = setting.day
    match coarse:
        case Age():
            years = _years(day, setting.written_on)
            first = _years_before(setting.written_on, years + 1) + dt.timedelta(days=1)
            last = _years_before(setting.written_on, years)
        case Quarter():
            first = dt.date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
            last = _end_of_month(dt.date(day.year, first.month + 2, 1))
        case Month():
            first, last = day.replace(day=1), _end_of_month(day)
        case Decade():
            start = day.year // 10 * 10
            first, last = dt.date(start, 1, 1), dt.date(start + 9, 12, 31)
        case _:
            assert_never(coarse)
    return Window(first.toordinal(), last.toordinal())


def moved(maker: Age | Quarter | Month | Decade, setting: Setting, draw: Draw) -> Setting:
    """Return the setting with its day moved so far that the maker tells another value of it, as a rule."""
    days = draw.between(*_MOVES[type(maker)]) * draw.pick((-1, 1))
    day = setting.day + dt.timedelta(days=days)
    if isinstance(maker, Age) and day > setting.written_on:
        day = setting.day - dt.timedelta(days=days)
    return msgspec.structs.replace(setting, base=Fact(day.isoformat(), data=day))


def _reach(maker: Date | DateAfter | DateBefore, setting: Setting) -> Window:
    match maker:
        case Date():
            return Window(dt.date(maker.start, 1, 1).toordinal(), dt.date(maker.end, 12, 31).toordinal())
        case DateAfter():
            return Window(setting.day.toordinal() + maker.low, setting.day.toordinal() + maker.high)
        case DateBefore():
            return Window(setting.day.toordinal() - maker.high, setting.day.toordinal() - maker.low)
        case _:
            assert_never(maker)


def _years(born: dt.date, today: dt.date) -> int:
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _years_before(day: dt.date, years: int) -> dt.date:
    """Return the last birth date on which somebody is at least `years` old on `day`."""
    if (day.month, day.day) == (2, 29):
        return _end_of_month(dt.date(day.year - years, 2, 1))
    return day.replace(year=day.year - years)


def _end_of_month(day: dt.date) -> dt.date:
    following = dt.date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return following - dt.timedelta(days=1)


def _year_in_words(year: int) -> str:
    century, rest = divmod(year, 100)
    if century == 20 and rest < 10:
        return f"two thousand and {in_words(rest)}" if rest else "two thousand"
    if not rest:
        return f"{in_words(century)} hundred"
    return f"{in_words(century)} {in_words(rest) if rest >= 10 else f'oh {in_words(rest)}'}"
