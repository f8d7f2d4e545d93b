"""A domain in code that uses every maker (an invented placement office), for tests of profiles and decoys."""

from __future__ import annotations

from functools import cache

import msgspec

from polar_bench.attributes import Kind
from polar_bench.domains.spec import AttributeSpec, ConditionSpec, DomainSpec, PoseSpec, TaskSpec, Use
from polar_bench.domains.values import (
    Address,
    Age,
    Band,
    Date,
    DateAfter,
    DateBefore,
    Decade,
    Email,
    Entry,
    FromPool,
    FromTable,
    Identifier,
    Money,
    MoneyAbove,
    MoneyBelow,
    Organisation,
    PersonName,
    Phone,
    Quantity,
    Quarter,
    Source,
)
from polar_bench.generation.profile import Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile

_CRAFTS = (
    "lime plaster",
    "dry stone",
    "lead glass",
    "rush seats",
    "slate roofs",
    "split oak",
    "cast bronze",
    "wool felt",
)
_MANNERS = ("steady hands with", "long practice in", "a rare eye for", "great patience with", "deep knowledge of")
_TIMES = (
    "mornings",
    "evenings",
    "lunch hours",
    "afternoons",
    "late shifts",
    "early shifts",
    "half days",
    "long breaks",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_WHYS = ("a row over", "a rumour about", "weariness after", "anger about", "boredom with")


def _pool(before: tuple[str, ...], after: tuple[str, ...]) -> FromPool:
    return FromPool(tuple(Entry(f"{one} {other}") for one in before for other in after))


def attribute(
    name: str, use: Use, kind: Kind, source: Source | None = None, coarse_of: str | None = None
) -> AttributeSpec:
    """Return an attribute with the fields that draws look at."""
    return AttributeSpec(
        name=name, use=use, kind=kind, label=name.replace("_", " "), source=source, coarse_of=coarse_of
    )


SPEC = DomainSpec(
    domain="placement_office",
    subject="the applicant",
    counterparts=("Rillhaven Placements", "Tessgate Careers", "Ombermoor Staffing"),
    forms=("note", "email"),
    rests_at_p4=("private_email", "current_pay"),
    attributes=(
        attribute("craft", Use.OPEN, Kind.PHRASE, _pool(_MANNERS, _CRAFTS)),
        attribute("interview_time", Use.OPEN, Kind.CATEGORY, _pool(_DAYS, _TIMES)),
        attribute("experience", Use.OPEN, Kind.QUANTITY, Quantity("years", 4, 60)),
        attribute("house_age", Use.OPEN, Kind.QUANTITY, Age("built")),
        attribute("built", Use.OPEN, Kind.DATE, Date(1931, 1987)),
        attribute("salary_band", Use.COARSE, Kind.RANGE, Band("salary", 20_000), "salary"),
        attribute("salary", Use.GRADED, Kind.MONEY, Money("CHF", 90_000, 180_000, 500)),
        attribute("start_date", Use.GRADED, Kind.DATE, DateAfter("written_on", 60, 200)),
        attribute("start_quarter", Use.COARSE, Kind.CATEGORY, Quarter("start_date"), "start_date"),
        attribute("employer", Use.CONDITIONAL, Kind.ORGANISATION, Organisation("manufacturer")),
        attribute("referee", Use.CONDITIONAL, Kind.PERSON_NAME, PersonName()),
        attribute("applicant", Use.GUARDED, Kind.PERSON_NAME, PersonName()),
        attribute("private_email", Use.GUARDED, Kind.EMAIL, Email()),
        attribute("current_pay", Use.GUARDED, Kind.MONEY, MoneyBelow("salary", 4_000, 15_000, 100)),
        attribute("reason", Use.GUARDED, Kind.PHRASE, _pool(_WHYS, tuple(f"the {craft} order" for craft in _CRAFTS))),
        attribute("home_address", Use.GUARDED, Kind.ADDRESS, Address()),
        attribute("notice", Use.FACT, Kind.CATEGORY),
        attribute("consent", Use.FACT, Kind.CATEGORY),
        attribute("birth_decade", Use.NOISE, Kind.CATEGORY, Decade("start_date")),
        attribute("joined", Use.NOISE, Kind.DATE, DateBefore("written_on", 300, 900, "month day year")),
        attribute("hope", Use.NOISE, Kind.MONEY, MoneyAbove("salary", 5_000, 20_000, 50)),
        attribute("desk_line", Use.NOISE, Kind.PHONE, Phone("fiction_landline")),
        attribute("mobile", Use.NOISE, Kind.PHONE, Phone()),
        attribute("room", Use.NOISE, Kind.IDENTIFIER, Identifier("@-###")),
        attribute("coach", Use.NOISE, Kind.PERSON_NAME, PersonName()),
        attribute("town", Use.NOISE, Kind.CATEGORY, FromTable("place", "town")),
    ),
    conditions=(
        ConditionSpec("employer", "notice", "handed in", "in the drawer", ("w",), ("w",), ("w",)),
        ConditionSpec("referee", "consent", "granted", "outstanding", ("w",), ("w",), ("w",)),
    ),
    concepts=(),
    tasks=(
        TaskSpec("present", ("craft", "interview_time", "salary", "start_date"), ("t",), "reason", ("c",)),
        TaskSpec("compare", ("craft", "experience", "salary", "start_date"), ("t",), "reason", ("c",)),
    ),
    poses=(PoseSpec("p", "h"),),
)


def key(number: int, seed: int = 42, form: str = "note") -> ProfileKey:
    """Return the `number`-th of an endless row of keys, five to a repeat."""
    return ProfileKey(SPEC.domain, form, number // 5, number % 5, seed)


@cache
def profiles(count: int) -> tuple[Profile, ...]:
    """Return the first `count` profiles."""
    return tuple(draw_profile(SPEC, key(number)) for number in range(count))


def with_attribute(changed: AttributeSpec, spec: DomainSpec = SPEC) -> DomainSpec:
    """Return the domain with an attribute put in the place of that of its name, or behind all others."""
    names = [one.name for one in spec.attributes]
    kept = tuple(changed if one.name == changed.name else one for one in spec.attributes)
    attributes = kept if changed.name in names else (*spec.attributes, changed)
    return msgspec.structs.replace(spec, attributes=attributes)
