"""Money, quantities, and the bands in which they lie."""

from __future__ import annotations

from typing import assert_never

import msgspec

from polar_bench.domains.values import Band, Money, MoneyAbove, MoneyBelow, Quantity
from polar_bench.generation.draws import Draw
from polar_bench.generation.makers.setting import OutOfReach, Setting, Window
from polar_bench.generation.makers.wording import counted, currency_words, grouped, in_words, is_currency
from polar_bench.generation.profile import Fact

_TRIES = 50
_FARTHEST_BAND = 5
_MOST_IN_WORDS = 100


def money(maker: Money | MoneyBelow | MoneyAbove, setting: Setting, draw: Draw) -> Fact:
    """Return an amount: "CHF 128'500", with the comma's writing and the currency's word as forms.

    An amount is round where all but its last digits of the step's size are zeros; such a one is drawn only where the
    step leaves no other.
    """
    currency, anchor, reach = _reach(maker, setting)
    reach = setting.narrowed(reach)
    first, last = -(-(reach.low - anchor) // maker.step), (reach.high - anchor) // maker.step
    if first > last:
        raise OutOfReach(f"no amount in steps of {maker.step} lies from {reach.low} to {reach.high}")
    grain = 10 ** len(str(maker.step))
    for _ in range(_TRIES):
        amount = anchor + maker.step * draw.between(first, last)
        if amount % grain:
            break
    return Fact(f"{currency} {grouped(amount, currency)}", _money_forms(amount, currency), data=amount, unit=currency)


def quantity(maker: Quantity, setting: Setting, draw: Draw) -> Fact:
    """Return a number with its unit: "eleven weeks", with "11 weeks" as a form."""
    reach = setting.narrowed(Window(maker.low, maker.high))
    number = draw.between(reach.low, reach.high)
    unit = counted(number, maker.unit)
    value, digits = f"{in_words(number)} {unit}", f"{number:,} {unit}"
    return Fact(value, (digits,) if digits != value else (), data=number, unit=maker.unit)


def band(maker: Band, setting: Setting) -> Fact:
    """Return the band of the maker's width that the base lies in; the upper bound belongs to the next one."""
    low, high = _bounds(maker, setting.number)
    unit = setting.base.unit if setting.base else ""
    if is_currency(unit):
        head = f"{unit} " + f"{low:,}"
        if not low:
            return Fact(f"under {unit} {high:,}", (f"below {unit} {high:,}",), data=low, unit=unit)
        short = (f"{low // 1000}k to {high // 1000}k",) if low % 1000 == 0 == high % 1000 else ()
        return Fact(f"{head} to {unit} {high:,}", (f"{head}-{high:,}", *short), data=low, unit=unit)
    if not low:
        return Fact(f"under {high:,} {unit}", (f"fewer than {high:,} {unit}",), data=low, unit=unit)
    words = (f"{in_words(low)} to {in_words(high)} {unit}",) if high <= _MOST_IN_WORDS else ()
    return Fact(f"{low:,} to {high:,} {unit}", (f"{low:,}-{high:,} {unit}", *words), data=low, unit=unit)


def window(coarse: Band, setting: Setting) -> Window:
    """Return the numbers that lie in the same band as the base."""
    low, high = _bounds(coarse, setting.number)
    return Window(low, high - 1)


def moved(maker: Band, setting: Setting, draw: Draw) -> Setting:
    """Return the setting with its base some bands off, never below nought."""
    steps = draw.between(1, _FARTHEST_BAND)
    number = setting.number - steps * maker.width
    if number < 0 or draw.chance(0.5):
        number = setting.number + steps * maker.width
    unit = setting.base.unit if setting.base else ""
    return msgspec.structs.replace(setting, base=Fact(str(number), data=number, unit=unit))


def _bounds(maker: Band, number: int) -> tuple[int, int]:
    low = number // maker.width * maker.width
    return low, low + maker.width


def _reach(maker: Money | MoneyBelow | MoneyAbove, setting: Setting) -> tuple[str, int, Window]:
    """Return currency, the number from which steps count, and the lowest and highest amount."""
    match maker:
        case Money():
            return maker.currency, maker.low, Window(maker.low, maker.high)
        case MoneyBelow():
            low, high = setting.number - maker.high, setting.number - maker.low
        case MoneyAbove():
            low, high = setting.number + maker.low, setting.number + maker.high
        case _:
            assert_never(maker)
    return (setting.base.unit if setting.base else ""), 0, Window(max(low, 1), high)


def _money_forms(amount: int, currency: str) -> tuple[str, ...]:
    words = currency_words(currency)
    forms = [] if words.mark == "," else [f"{currency} {amount:,}"]
    if words.word:
        forms.append(f"{amount:,} {words.word}")
    value = f"{currency} {grouped(amount, currency)}"
    return tuple(form for form in dict.fromkeys(forms) if form != value)
