"""Makers: the attribute's kind fits, settings make sense, and there are enough values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polar_bench.attributes import Kind
from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.shipped import phone_ranges, sorts_of_organisations
from polar_bench.domains.spec import AttributeSpec, DomainSpec, Use
from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    DateAfter,
    DateBefore,
    Decade,
    Email,
    FromPool,
    FromTable,
    Identifier,
    Maker,
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
from polar_bench.errors import did_you_mean

# How many different values there have to be, so that nobody guesses one that can be protected.
PROTECTABLE = (Use.GUARDED, Use.GRADED, Use.CONDITIONAL)
ENOUGH = 40
ENOUGH_UNPROTECTED = 6
WILD_CHARACTERS = 4
_WILD = {"#": 10, "@": 26, "&": 26}

_KIND: dict[type[Maker], Kind] = {
    PersonName: Kind.PERSON_NAME,
    Date: Kind.DATE,
    DateAfter: Kind.DATE,
    DateBefore: Kind.DATE,
    Age: Kind.QUANTITY,
    Quarter: Kind.CATEGORY,
    Month: Kind.CATEGORY,
    Decade: Kind.CATEGORY,
    Phone: Kind.PHONE,
    Money: Kind.MONEY,
    MoneyBelow: Kind.MONEY,
    MoneyAbove: Kind.MONEY,
    Band: Kind.RANGE,
    Identifier: Kind.IDENTIFIER,
    Email: Kind.EMAIL,
    Quantity: Kind.QUANTITY,
    Organisation: Kind.ORGANISATION,
    Address: Kind.ADDRESS,
}
_MAKER_ONLY = {
    Kind.EMAIL: "email",
    Kind.PHONE: "phone",
    Kind.DATE: "date, date_after or date_before",
}
_STYLES = ("day month year", "month day year", "day.month.year")
_LOCAL_PARTS = ("two words", "three words")
_YEARS = (1900, 2035)
_CURRENCY = re.compile(r"[A-Z]{3}")


def makers(draft: Draft) -> Iterator[Finding]:
    """Find makers that don't fit their attribute, or that can't make enough."""
    for number, attribute in enumerate(draft.spec.attributes):
        where = Where("attribute", number, "value")
        if Where("attribute", number, "kind") not in draft.broken:
            yield from _kind(Where("attribute", number, "kind"), attribute)
        if isinstance(attribute.source, Maker):
            wrong = [Finding(where, text) for text in _settings(attribute.source, draft.spec)]
            yield from wrong
            if not wrong:
                yield from _enough(where, attribute, attribute.source)


def _kind(where: Where, attribute: AttributeSpec) -> Iterator[Finding]:
    source, kind = attribute.source, attribute.kind
    if isinstance(source, FromTable | FromPool):
        if kind in _MAKER_ONLY:
            yield Finding(
                where,
                f"values of kind {kind} are made, so that nobody real has them; use the maker {_MAKER_ONLY[kind]}",
            )
    elif source is not None and kind is not _KIND[type(source)]:
        name = type(source).__struct_config__.tag
        yield Finding(
            where, f"the maker {name} makes a {_KIND[type(source)]}, not a {kind}; change the kind or the maker"
        )


def _settings(maker: Maker, spec: DomainSpec) -> Iterator[str]:
    choices = {
        "style": _STYLES,
        "local": _LOCAL_PARTS,
        "range": phone_ranges(),
        "sort": sorts_of_organisations(),
    }
    for setting, known in choices.items():
        given = getattr(maker, setting, None)
        if given is not None and given not in known:
            yield f"there is no {setting} {given!r}." + (did_you_mean(given, known) or f" Known are {', '.join(known)}")
    low, high = getattr(maker, "low", None), getattr(maker, "high", None)
    if low is not None and high is not None and not 0 <= low < high:
        yield f"low = {low} and high = {high}: low has to be the smaller one, and not below 0"
    for setting in ("step", "width"):
        if getattr(maker, setting, 1) < 1:
            yield f"{setting} has to be at least 1"
    if isinstance(maker, Date) and not _YEARS[0] <= maker.start <= maker.end <= _YEARS[1]:
        yield f"from = {maker.start} and to = {maker.end} have to be years from {_YEARS[0]} to {_YEARS[1]}, in order"
    if isinstance(maker, Money) and not _CURRENCY.fullmatch(maker.currency):
        yield f"currency = {maker.currency!r} has to be three capital letters, such as CHF"
    if isinstance(maker, MoneyBelow):
        base = spec.by_name.get(maker.of)
        if base is not None and isinstance(base.source, Money) and base.source.low <= maker.high:
            yield f"{maker.of} can be {base.source.low}, and {maker.high} less would leave nothing; lower high"
    if isinstance(maker, Identifier) and not any(wild in maker.pattern for wild in _WILD):
        yield (
            f"pattern {maker.pattern!r} has nothing to draw; write # for a digit, @ for a capital "
            "letter, & for a small one"
        )
    if isinstance(maker, Age | Quantity) and not re.fullmatch(r"[^\W\d]+(?:[ -][^\W\d]+)*", maker.unit):
        yield f"unit = {maker.unit!r} has to be a word or words, such as weeks"


def _enough(where: Where, attribute: AttributeSpec, maker: Maker) -> Iterator[Finding]:
    is_protectable = attribute.use in PROTECTABLE
    if isinstance(maker, Identifier) and is_protectable:
        wild = sum(maker.pattern.count(character) for character in _WILD)
        if wild < WILD_CHARACTERS:
            text = (
                f"pattern {maker.pattern!r} draws {wild} digits or letters; {attribute.name} can be "
                f"protected and needs at least {WILD_CHARACTERS}"
            )
            yield Finding(where, text)
        return
    needed = ENOUGH if is_protectable else ENOUGH_UNPROTECTED
    count = capacity(maker)
    if count is not None and count < needed and attribute.use is not Use.COARSE:
        why = "it can be protected, and must not be guessed" if is_protectable else "samples would repeat"
        yield Finding(where, f"the maker has {count} different values, but {needed} are needed: {why}; widen its range")


def capacity(maker: Maker) -> int | None:
    """Return how many different values a maker has, or None where there are plenty."""
    match maker:
        case Money() | MoneyBelow() | MoneyAbove():
            return (maker.high - maker.low) // maker.step + 1
        case DateAfter() | DateBefore() | Quantity():
            return maker.high - maker.low + 1
        case Identifier():
            count = 1
            for character in maker.pattern:
                count *= _WILD.get(character, 1)
            return count
        case Quarter():
            return 4
        case Month():
            return 12
        case Decade() | Band():
            return 4
        case _:
            return None
