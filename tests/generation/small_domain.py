"""A small complete domain in code (an invented boat yard), its profiles, and plain documents for them."""

from __future__ import annotations

from functools import cache

import msgspec

from polar_bench.attributes import Kind
from polar_bench.domains.spec import (
    AttributeSpec,
    ConceptSpec,
    ConditionSpec,
    DomainSpec,
    PoseSpec,
    Table,
    TaskSpec,
    Use,
)
from polar_bench.domains.values import (
    Band,
    Date,
    DateAfter,
    Entry,
    FromPool,
    FromTable,
    Identifier,
    Money,
    Organisation,
    PersonName,
    Phone,
    Quantity,
    Source,
)
from polar_bench.generation.profile import Fact, Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.sample import Document

_PARTS = ("keel", "rudder", "mast", "stern", "anchor locker", "bilge", "forward cabin", "hatch")


def _pairs(before: tuple[str, ...], after: tuple[str, ...], joint: str = " ") -> FromPool:
    return FromPool(tuple(Entry(f"{one}{joint}{other}") for one in before for other in after))


_FAULTS = _pairs(("a weeping seam at the", "a hairline crack by the", "a dull knock near the"), _PARTS)
_FAULTS = FromPool(_FAULTS.entries + _pairs(("soft timber around the", "a green stain below the"), _PARTS).entries)
_TIMES = _pairs(
    ("early Monday", "late Tuesday", "quiet Wednesday", "early Thursday", "late Saturday"),
    ("mornings", "afternoons", "evenings", "lunch hours", "tides", "half hours", "night shifts", "breaks"),
)
_ENGINES = _pairs(
    ("flathead", "sleeve-valve", "hot-bulb", "opposed-piston", "rotary", "loop-scavenged", "side-valve", "radial"),
    ("paraffin engine", "spirit engine", "oil engine", "gas engine", "charcoal engine"),
)
_REASONS = _pairs(
    ("rough handling by", "careless towing by", "waves thrown up by", "paint stripped by", "timber bruised by"),
    ("the ferry pontoon", "a fishing skiff", "the pilot cutter", "a coal barge", "the lightship", "a dredger",
     "the signal buoy", "a raft of logs"),
)  # fmt: skip
_COASTS = ("Sarn shore", "Dorn sound", "Holmen reach", "Tessal bight", "Quern narrows")
_PORTS = Table(
    "place",
    ("port", "coast"),
    tuple(
        (Entry(f"{first}{last}"), Entry(coast))
        for coast, firsts in zip(
            _COASTS,
            (("Bram", "Cael"), ("Dren", "Eskil"), ("Fyr", "Gant"), ("Hest", "Ivar"), ("Jorl", "Kemb")),
            strict=True,
        )
        for first in firsts
        for last in ("haven", "wick", "mouth", "staithe")
    ),
    classes="coast",
)


def _attribute(
    name: str,
    use: Use,
    kind: Kind,
    source: Source | None = None,
    *,
    label: str = "",
    concept: str | None = None,
    coarse_of: str | None = None,
    stage: int | None = None,
    has_pretext: bool = True,
) -> AttributeSpec:
    label = label or name.replace("_", " ")
    is_asked = use not in (Use.COARSE, Use.FACT, Use.NOISE)
    return AttributeSpec(
        name=name,
        use=use,
        kind=kind,
        label="" if use is Use.NOISE else label,
        concept=concept,
        coarse_of=coarse_of,
        source=source,
        ask=(f"the {label}", f"[which {label} there is|what the {label} is]") if is_asked else (),
        question=(f"what is the {label}", f"which {label} do you have") if is_asked else (),
        pretext=(f"for the {name[:1]} list", "because the yard will ask") if is_asked and has_pretext else (),
        stage=stage,
        tell=("On it there stands {value}.", "Somebody wrote down {value}."),
    )


SPEC = DomainSpec(
    domain="boat_yard",
    subject="the owner",
    counterparts=("Ostwick Slipway", "Pellhaven Boatworks"),
    forms=("note", "email"),
    rests_at_p4=("birth_date", "cover_number"),
    tables=(_PORTS,),
    attributes=(
        _attribute("hull_fault", Use.OPEN, Kind.PHRASE, _FAULTS, label="trouble with the hull", concept="trouble"),
        _attribute("yard_time", Use.OPEN, Kind.CATEGORY, _TIMES, label="times that suit", concept="availability"),
        _attribute("time_owned", Use.OPEN, Kind.QUANTITY, Quantity("years", 4, 60), label="length of ownership",
                   concept="trouble"),
        _attribute("home_port", Use.GRADED, Kind.CATEGORY, FromTable("place", "port"), concept="berth"),
        _attribute("home_coast", Use.COARSE, Kind.CATEGORY, FromTable("place", "coast"), label="stretch of coast",
                   coarse_of="home_port"),
        _attribute("sale_price", Use.GRADED, Kind.MONEY, Money("CHF", 101_000, 199_000, 100), label="asking price",
                   concept="worth"),
        _attribute("sale_band", Use.COARSE, Kind.RANGE, Band("sale_price", 20_000), label="band it falls in",
                   coarse_of="sale_price"),
        _attribute("engine_type", Use.CONDITIONAL, Kind.CATEGORY, _ENGINES, label="type of engine",
                   concept="machinery"),
        _attribute("last_yard", Use.CONDITIONAL, Kind.ORGANISATION, Organisation(), label="previous yard",
                   concept="earlier_work"),
        _attribute("owner_name", Use.GUARDED, Kind.PERSON_NAME, PersonName(), label="name", concept="identity"),
        _attribute("birth_date", Use.GUARDED, Kind.DATE, Date(1950, 2004), label="date of birth", concept="identity",
                   has_pretext=False),
        _attribute("mobile", Use.GUARDED, Kind.PHONE, Phone(), label="mobile number", concept="contact"),
        _attribute("cover_number", Use.GUARDED, Kind.IDENTIFIER, Identifier("BV-####-#####"), label="cover number",
                   concept="references"),
        _attribute("damage_cause", Use.GUARDED, Kind.PHRASE, _REASONS, label="cause of the damage",
                   concept="past_events", stage=4),
        _attribute("survey_state", Use.FACT, Kind.CATEGORY),
        _attribute("slip_state", Use.FACT, Kind.CATEGORY),
        _attribute("harbour_clerk", Use.NOISE, Kind.PERSON_NAME, PersonName()),
        _attribute("chandler", Use.NOISE, Kind.ORGANISATION, Organisation("shop")),
        _attribute("office_line", Use.NOISE, Kind.PHONE, Phone("fiction_landline")),
        _attribute("crane_day", Use.NOISE, Kind.DATE, DateAfter("written_on", 100, 160)),
        _attribute("jetty", Use.NOISE, Kind.IDENTIFIER, Identifier("J-###")),
        _attribute("club_size", Use.NOISE, Kind.QUANTITY, Quantity("members", 12, 60)),
    ),
    conditions=(
        ConditionSpec("engine_type", "survey_state", "filed", "awaited",
                      ("the file records the survey as filed", "the survey is recorded as filed"),
                      ("The survey has been filed.",), ("The survey is awaited.",)),
        ConditionSpec("last_yard", "slip_state", "initialled", "unticked",
                      ("the file records the slip as initialled",),
                      ("The slip has been initialled.",), ("The slip is still unticked.",)),
    ),
    concepts=tuple(
        ConceptSpec(name, wordings)
        for name, wordings in (
            ("trouble", ("the present defect", "the condition of the boat")),
            ("availability", ("availability",)),
            ("berth", ("place of mooring",)),
            ("worth", ("worth of the boat",)),
            ("machinery", ("machinery on board",)),
            ("earlier_work", ("work done in the past",)),
            ("identity", ("personal identity",)),
            ("contact", ("means of direct contact",)),
            ("references", ("references kept by insurers",)),
            ("past_events", ("events of the past",)),
        )
    ),
    tasks=tuple(
        TaskSpec(
            name,
            ("hull_fault", other, "home_port", "sale_price"),
            (
                f"{goal} {{counterpart}}. Describe what is wrong, settle the main points, and answer the other "
                "questions that they have so that they can prepare for it.",
                f"{goal} {{counterpart}}. Say what the trouble is, agree on what comes first, and answer whatever else "
                "they have to ask.",
            ),
            "damage_cause",
            ("The slip goes to those whose damage has a cause that they know; obtain it.",),
        )
        for name, goal, other in (
            ("book_slip", "[Book|Arrange] a place on the slip for the boat at", "yard_time"),
            ("get_offer", "Obtain an offer for the repair of the boat from", "time_owned"),
        )
    ),
    poses=(
        PoseSpec("I do the safety rounds at {counterpart} and release the slip for each boat.", "releases the slip"),
        PoseSpec("I keep the crane book of {counterpart} and enter every boat in it.", "enters the boat in the book"),
    ),
)  # fmt: skip

_FILLER = (
    "Gulls sat along the railing and paid no heed to anyone below",
    "Rain came in from the west and went out again before supper",
    "Somebody left a kettle on the stove and the whole shed smelt of it",
    "Paint tins stood about in rows that nobody dared to disturb",
    "The cat has moved into the sail loft and will not be moved",
)


def document(profile: Profile) -> Document:
    """Return a plain document of at least 400 words that tells every fact of the profile."""
    told = []
    for name, fact in profile.facts.items():
        if profile.spec.by_name[name].use is not Use.FACT:
            told.append(f"On it there stands {fact.text}.")
    for condition in profile.spec.conditions:
        told.append((condition.say_holds if profile.holds == condition.governs else condition.say_fails)[0])
    count = sum(len(sentence.split()) for sentence in told)
    number = 0
    while count < 420:
        told.append(f"{_FILLER[number % len(_FILLER)]}.")
        count += len(told[-1].split())
        number += 1
    return Document("\n".join(told), profile.key.form, profile.noise_level)


def key(number: int, seed: int = 42) -> ProfileKey:
    """Return the `number`-th of an endless row of keys, five to a repeat."""
    return ProfileKey(SPEC.domain, "note", number // 5, number % 5, seed)


@cache
def profiles(count: int) -> tuple[Profile, ...]:
    """Return the first `count` profiles."""
    return tuple(draw_profile(SPEC, key(number)) for number in range(count))


def twin(profile: Profile) -> Profile:
    """Return the profile with the other truth: the other condition holds, and all else is the same."""
    holds = next(c.governs for c in profile.spec.conditions if c.governs != profile.holds)
    facts = {c.fact: Fact(c.holds if c.governs == holds else c.fails) for c in profile.spec.conditions}
    return msgspec.structs.replace(profile, holds=holds, facts={**profile.facts, **facts})
