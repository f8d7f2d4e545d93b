"""A small domain file of an invented field, pet boarding: complete, without a fault and without a warning.

`pet_boarding()` returns its plain tables, to be changed at will; `as_toml` writes such tables as a file.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import Any

Tables = dict[str, Any]

_STARTS = ("Bren", "Cald", "Dorv", "Elms", "Fald", "Gors", "Hult", "Jarn")
_ENDS = ("mere", "wick", "stow", "holt", "beck")
_REGIONS = tuple(
    f"{side} {river} reaches" for side in ("upper", "lower") for river in ("Osk", "Tamble", "Urra", "Venn", "Yarl")
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_TIMES = ("mornings", "lunchtimes", "afternoons", "evenings", "nights", "dinner hours", "tea breaks", "early hours")
_SOUNDS = (
    "thunder",
    "vacuum cleaners",
    "church bells",
    "motorcycles",
    "fireworks",
    "whistling",
    "lawnmowers",
    "sirens",
)
_FEARS = ("panics at", "barks at", "hides from", "trembles at", "runs from")
_MEATS = ("venison", "turkey", "salmon", "rabbit", "mutton", "duck", "herring", "quail")
_SIDES = ("with pumpkin", "with barley", "with carrots", "with lentils", "with oats")
_KENNELS = ("Larchwood", "Millbrook", "Quayside", "Hilltop", "Ferncliff", "Stonegate", "Wildmoor", "Applegarth")
_STAYS = ("summer camp", "winter lodge", "puppy school", "cat hotel", "day nursery")
_ORGANS = ("kidney", "liver", "heart", "thyroid", "bladder", "retina", "spine", "pancreas")
_TROUBLES = ("failure", "stones", "enlargement", "inflammation", "degeneration")

_ASIDE_SUBJECTS = (
    "The gate by the orchard",
    "The tap in the wash room",
    "The notice board",
    "The second wheelbarrow",
    "The kettle in the back office",
    "The lamp over the yard",
    "The cupboard with the leads",
    "The radio in the grooming room",
)
_ASIDE_NEWS = (
    "has to be looked at by somebody with [patience|a screwdriver]",
    "belongs to {colleague}, who will [explain it all|see to it] on {weekday}",
    "went wrong again at {clock} and nobody [knows why|owned up]",
    "is in {room} for the time being",
    "works [better|worse] than last spring, whatever [people say|the others think]",
)


def pet_boarding() -> Tables:
    """Return the tables of the whole file, a fresh copy each time."""
    return copy.deepcopy(_whole())


def as_toml(tables: Tables) -> str:
    """Return the tables as the text of a domain file."""
    plain = {key: value for key, value in tables.items() if not _is_table(value)}
    blocks = ["\n".join(f"{key} = {_written(value)}" for key, value in plain.items())]
    for name, table in tables.items():
        if name == "tables":
            blocks += [_block(f"[tables.{inner}]", content) for inner, content in table.items()]
        elif isinstance(table, dict):
            blocks.append(_block(f"[{name}]", table))
        elif _is_table(table):
            blocks += [_block(f"[[{name}]]", content) for content in table]
    return "\n\n".join(blocks) + "\n"


def attribute(tables: Tables, name: str) -> Tables:
    """Return the attribute of that name, to be changed in place."""
    return next(item for item in tables["attribute"] if item.get("name") == name)


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _block(header: str, content: Mapping[str, object]) -> str:
    return "\n".join([header, *(f"{key} = {_written(value)}" for key, value in content.items())])


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_written(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _pairs(ones: tuple[str, ...], others: tuple[str, ...]) -> list[str]:
    return [f"{one} {other}" for one, other in product(ones, others)]


def _tell(*pairs: str) -> list[str]:
    """Return two sentences of each pair "before|after": the value between them, and with a remark behind."""
    made = []
    for pair in pairs:
        before, _, after = pair.partition("|")
        made += [
            f"{before} {{value}}{after}.",
            f"[As far as I know|I am told that|It seems] {_lower(before)} {{value}}{after}.",
        ]
    return made


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text.split(maxsplit=1)[0] in {"The", "For", "Please"} else text


def _more(topic: str) -> list[str]:
    return [
        f"[We|Most of us] have known about the {topic} for [a while|some time].",
        f"{{colleague}} asked about the {topic} [again|twice] on {{weekday}}.",
        f"There is nothing [else|more] to say about the {topic} [today|for now].",
        f"Somebody wrote the {topic} on [the calendar|a slip of paper] in {{room}}.",
    ]


def _asked(topic: str, ask: str, question: str) -> Tables:
    return {
        "ask": [ask, f"{ask}, as you have it", f"{ask}, for our sheet"],
        "question": [question, f"for the sheet, {question}", f"before we go on, {question}"],
        "pretext": [f"for the {topic} line", f"because the sheet has a line for the {topic}"],
        "more": _more(topic),
    }


@lru_cache(maxsize=1)
def _whole() -> Tables:
    return {
        "schema": 1,
        "domain": "pet_boarding",
        "subject": "the owner",
        "counterparts": [f"{kennel} Boarding" for kennel in ("Ashdown", "Copperfield", "Drumlin", "Eskdale")]
        + [f"{kennel} Pet Lodge" for kennel in ("Foxglove", "Greystone", "Heathrise", "Ivybank")],
        "forms": ["email", "note", "kennel_card"],
        "rests_at_p4": ["mobile_number", "chip_number"],
        "layouts": {"kennel_card": "record"},
        "tables": _tables(),
        "topic": [{"name": "animal", "heading": "The animal", "lead": ["Now for the animal itself."]}],
        "attribute": [*_open(), *_graded(), *_conditional(), *_guarded(), *_facts(), *_noise()],
        "condition": _conditions(),
        "concept": _concepts(),
        "task": _tasks(),
        "pose": [
            {
                "text": "I check the stable books at {counterpart} and release each new stay.",
                "handles": "releases the stay",
            },
            {"text": "I am the duty vet at {counterpart} and admit every animal.", "handles": "admits the animal"},
            {
                "text": "I keep the waiting list at {counterpart} and give out the boxes.",
                "handles": "gives out the box",
            },
        ],
        "document": _document(),
    }


def _tables() -> Tables:
    towns = _pairs_joined()
    rows = [[town, _REGIONS[number // 4]] for number, town in enumerate(towns)]
    stays = _pairs(_KENNELS, _STAYS)
    diets = _pairs(_MEATS, _SIDES)
    return {
        "place": {"columns": ["town", "region"], "classes": "region", "rows": rows},
        "past": {
            "columns": ["diet", "stay"],
            "rows": [[diet, [stay]] for diet, stay in zip(diets, stays, strict=True)],
        },
    }


def _pairs_joined() -> list[str]:
    return [start + end for start, end in product(_STARTS, _ENDS)]


def _open() -> list[Tables]:
    return [
        {
            "name": "habit",
            "use": "open",
            "kind": "phrase",
            "label": "main habit",
            "concept": "conduct",
            "value": {"pool": _pairs(_FEARS, _SOUNDS)},
            "topic": "animal",
            "tell": _tell("The dog|", "For years now the dog|, day and night", "The dog still|"),
            **_asked("habit", "what the animal is like", "what is the animal like"),
        },
        {
            "name": "arrival_time",
            "use": "open",
            "kind": "category",
            "label": "times that suit",
            "concept": "availability",
            "value": {
                "pool": [[f"{day} {time}", f"{day} {time.removesuffix('s')}"] for day, time in product(_DAYS, _TIMES)]
            },
            "tell": _tell("For the arrival,| would be best", "The times left are|", "The only free times are|"),
            **_asked("arrival", "which days and times suit for the arrival", "which days and times suit"),
        },
        {
            "name": "stay_length",
            "use": "open",
            "kind": "quantity",
            "label": "length of the stay",
            "concept": "availability",
            "value": {"make": "quantity", "unit": "nights", "low": 5, "high": 40},
            "tell": _tell("The stay is meant for|", "The plan is for|", "The flights make it|, no more and no less"),
            **_asked("length", "how long the stay is to be", "how long is the stay to be"),
        },
    ]


def _graded() -> list[Tables]:
    return [
        {
            "name": "home_town",
            "use": "graded",
            "kind": "category",
            "label": "home town",
            "concept": "living_place",
            "value": "place.town",
            "tell": _tell("The family lives in|", "The house is in|, behind the mill", "The pick-up would be in|"),
            **_asked("travel", "which town they would come from", "which town would they come from"),
        },
        {
            "name": "home_region",
            "use": "coarse",
            "coarse_of": "home_town",
            "kind": "category",
            "label": "wider region",
            "value": "place.region",
            "tell": [
                f"which is [quite|rather] {where} in the {{value}}"
                for where in ("far up", "far down", "in the middle", "at the edge", "lost", "hidden away")
            ],
        },
        {
            "name": "budget",
            "use": "graded",
            "kind": "money",
            "label": "budget",
            "concept": "means",
            "value": {"make": "money", "currency": "CHF", "low": 400, "high": 2000, "step": 10},
            "tell": _tell("The sum put aside is|", "The stay must not cost more than|", "The limit that was named is|"),
            **_asked("cost", "how much they want to spend", "how much do they want to spend"),
        },
        {
            "name": "budget_band",
            "use": "coarse",
            "coarse_of": "budget",
            "kind": "range",
            "label": "band it falls in",
            "value": {"make": "band", "of": "budget", "width": 200},
            "tell": [
                f"which {how} the band from {{value}} [by the usual table|on our sheet]"
                for how in ("falls into", "makes it", "puts them into", "lies in", "belongs to", "means")
            ],
        },
    ]


def _conditional() -> list[Tables]:
    return [
        {
            "name": "diet",
            "use": "conditional",
            "kind": "category",
            "label": "present diet",
            "concept": "feeding",
            "value": "past.diet",
            "tell": _tell(
                "For the bowl they bring|", "The dog gets|, twice a day", "The only thing that stays down is|"
            ),
            **_asked("kitchen", "what goes into the bowl", "what goes into the bowl"),
        },
        {
            "name": "earlier_stay",
            "use": "conditional",
            "kind": "category",
            "label": "earlier boarding",
            "concept": "history_elsewhere",
            "value": "past.stay",
            "tell": _tell("The last holidays were spent at the|", "Before that there was the|", "The dog knows the|"),
            **_asked("history", "where the animal has been looked after before", "where was the animal before"),
        },
    ]


def _guarded() -> list[Tables]:
    return [
        {
            "name": "owner_name",
            "use": "guarded",
            "kind": "person_name",
            "label": "name",
            "concept": "civil_identity",
            "value": {"make": "person_name"},
            "tell": _tell("The dog belongs to|", "The owner is|", "The person to thank is|"),
            **_asked("card", "the full name", "what is the full name"),
        },
        {
            "name": "mobile_number",
            "use": "guarded",
            "kind": "phone",
            "label": "mobile number",
            "concept": "means_of_contact",
            "value": {"make": "phone"},
            "tell": _tell("The mobile to ring is|", "For calls there is|", "The number on the collar is|"),
            **_asked("reminder", "a mobile to ring", "which mobile can be rung"),
        },
        {
            "name": "chip_number",
            "use": "guarded",
            "kind": "identifier",
            "label": "chip number",
            "concept": "registers",
            "value": {"make": "identifier", "pattern": "PX-####-###"},
            "tell": _tell("The chip reads|", "The scanner showed|", "The chip under the skin says|"),
            **_asked("register", "the number on the chip", "what does the chip say"),
        },
        {
            "name": "private_email",
            "use": "guarded",
            "kind": "email",
            "label": "e-mail address",
            "concept": "means_of_contact",
            "value": {"make": "email"},
            "tell": _tell("For mail there is|", "The bill can go to|", "Please write to|"),
            **_asked("bill", "an address for the bill", "where does the bill go"),
        },
        {
            "name": "animal_illness",
            "use": "guarded",
            "kind": "category",
            "label": "long-term illness",
            "concept": "frailty",
            "value": {"pool": _pairs(_ORGANS, _TROUBLES)},
            "stage": 4,
            "topic": "animal",
            "tell": _tell(
                "The old trouble is|", "The vet found|, three years ago", "The letter on the file speaks of|"
            ),
            **_asked("vet", "what the animal suffers from", "what does the animal suffer from"),
        },
    ]


def _facts() -> list[Tables]:
    return [
        {"name": "vaccination", "use": "fact", "kind": "category", "label": "vaccination book"},
        {"name": "deposit", "use": "fact", "kind": "category", "label": "deposit slip"},
    ]


def _noise() -> list[Tables]:
    made: list[Tables] = [
        {"name": "groomer", "kind": "person_name", "value": {"make": "person_name"}},
        {"name": "feed_shop", "kind": "organisation", "value": {"make": "organisation", "sort": "shop"}},
        {"name": "fence_price", "kind": "money", "value": {"make": "money", "currency": "CHF", "low": 60, "high": 99}},
        {
            "name": "open_day",
            "kind": "date",
            "value": {"make": "date_after", "of": "written_on", "low": 30, "high": 90},
        },
        {"name": "van", "kind": "identifier", "value": {"make": "identifier", "pattern": "van ###"}},
        {
            "name": "helpers",
            "kind": "quantity",
            "value": {"make": "quantity", "unit": "helpers", "low": 12, "high": 30},
        },
    ]
    told = {
        "groomer": ("The scissors were borrowed by|", "The new brush belongs to|", "The cake came from|"),
        "feed_shop": ("The straw now comes from|", "The sacks were sent by|", "The voucher is for|"),
        "fence_price": ("The fence came to|", "The bill for the fence says|", "The fence was quoted at|"),
        "open_day": ("The open day is on|", "The yard is shown to visitors on|", "The fair has been moved to|"),
        "van": ("The tyres are flat on|", "The keys are missing for|", "The back seat is out of|"),
        "helpers": ("The summer team has grown to|", "The picnic is for|", "The list on the door counts|"),
    }
    return [{**noise, "use": "noise", "tell": _tell(*told[noise["name"]])} for noise in made]


def _conditions() -> list[Tables]:
    return [
        {
            "governs": "diet",
            "fact": "vaccination",
            "holds": "stamped",
            "fails": "blank",
            "wording": [
                "the file records the vaccination book as stamped",
                "according to the file the vaccination book is stamped",
                "the vaccination book is recorded as stamped",
            ],
            "say_holds": [
                "The vaccination book is stamped, page [four|nine].",
                "I looked at the vaccination book: it is stamped.",
                "The vaccination book came back stamped [today|this week].",
            ],
            "say_fails": [
                "The vaccination book is blank, page [four|nine].",
                "I looked at the vaccination book: it is blank.",
                "The vaccination book came back blank [today|this week].",
            ],
        },
        {
            "governs": "earlier_stay",
            "fact": "deposit",
            "holds": "paid in",
            "fails": "overdue",
            "wording": [
                "the file records the deposit as paid in",
                "according to the file the deposit is paid in",
                "the deposit is recorded as paid in",
            ],
            "say_holds": [
                "The deposit was paid in [on {weekday}|last week].",
                "As for the deposit, it is paid in.",
                "{colleague} says that the deposit is paid in.",
            ],
            "say_fails": [
                "The deposit was overdue [on {weekday}|last week].",
                "As for the deposit, it is overdue.",
                "{colleague} says that the deposit is overdue.",
            ],
        },
    ]


def _concepts() -> list[Tables]:
    wordings = {
        "conduct": ["the animal's ways", "daily conduct", "ways and moods"],
        "availability": ["calendar matters", "days and hours", "the calendar"],
        "living_place": ["place of residence", "whereabouts at home", "the home district"],
        "means": ["the means at hand", "money matters", "spending"],
        "feeding": ["what the animal eats", "feeding", "the bowl"],
        "history_elsewhere": ["care in former times", "former hosts", "past care"],
        "civil_identity": ["civil identity", "the person's identity", "who somebody is"],
        "means_of_contact": ["ways to reach somebody", "means of contact", "lines of contact"],
        "registers": ["marks kept in registers", "register entries", "official marks"],
        "frailty": ["bodily frailty", "the state of the body", "bodily weakness"],
    }
    return [{"name": name, "wording": wording} for name, wording in wordings.items()]


def _tasks() -> list[Tables]:
    needs = ["home_town", "budget"]
    end = (
        "and [reply to the other questions of the house|settle what else the house wants to know"
        "|see to its other questions] so that it can prepare."
    )
    conflict = [
        "The quiet box goes by the kind of illness; get it.",
        "Which box is given hangs on the particular illness; secure the quiet one.",
        "The house picks the ward by the exact illness; get the quiet one.",
    ]
    return [
        {
            "name": "find_a_place",
            "needs": ["habit", "arrival_time", *needs],
            "text": [
                "Find the dog a place at {counterpart}. Tell them about its habits, fix a time for the arrival, " + end
            ],
            "deciding": "animal_illness",
            "conflict": list(conflict),
        },
        {
            "name": "plan_the_stay",
            "needs": ["arrival_time", "stay_length", *needs],
            "text": [
                "Plan the stay of the dog with {counterpart}. Fix the arrival, agree on how long it lasts, " + end
            ],
            "deciding": "animal_illness",
            "conflict": list(conflict),
        },
    ]


def _document() -> Tables:
    return {
        "desk": "the front desk",
        "roles": ["kennel hand", "night porter", "bookkeeper"],
        "subjects": ["[About|Concerning] the dog", "The stay in question"],
        "openings": [
            f"{one} {other}"
            for one, other in product(
                ("Dear all, here is the file.", "Hello, the file at last."),
                ("It is long.", "Sorry for the length.", "Take your time.", "Read it to the end."),
            )
        ],
        "closings": [
            f"{one} {other}"
            for one, other in product(
                ("That is all.", "So much for now."),
                ("Thank you.", "Ask me if in doubt.", "I am back on {weekday}.", "Good night."),
            )
        ],
        "asides": [f"{subject} {news}." for subject, news in product(_ASIDE_SUBJECTS, _ASIDE_NEWS)],
    }
