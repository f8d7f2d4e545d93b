"""One change to the sound file for each check, with the place and a piece of the sentence that the fault has to have.

A mutation makes exactly one fault, so that no check speaks twice and no fault brings others in its train.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.support.domains import Tables, attribute


class Mutation(NamedTuple):
    change: Callable[[Tables], object]
    place: str
    text: str


def _set(name: str, /, **fields: object) -> Callable[[Tables], object]:
    return lambda tables: attribute(tables, name).update(fields)


def _drop(name: str, field: str) -> Callable[[Tables], object]:
    return lambda tables: attribute(tables, name).pop(field)


def _add(name: str, field: str, text: str) -> Callable[[Tables], object]:
    return lambda tables: attribute(tables, name)[field].append(text)


def _top(**fields: object) -> Callable[[Tables], object]:
    return lambda tables: tables.update(fields)


def _of(table: str, number: int, /, **fields: object) -> Callable[[Tables], object]:
    return lambda tables: tables[table][number].update(fields)


def _also(table: str, number: int, field: str, text: str) -> Callable[[Tables], object]:
    return lambda tables: tables[table][number][field].append(text)


def _remove(name: str) -> Callable[[Tables], object]:
    return lambda tables: tables["attribute"].remove(attribute(tables, name))


def _entry(name: str, place: int, entry: object) -> Callable[[Tables], object]:
    return lambda tables: attribute(tables, name)["value"]["pool"].__setitem__(place, entry)


def _cell(table: str, row: int, column: int, cell: object) -> Callable[[Tables], object]:
    return lambda tables: tables["tables"][table]["rows"][row].__setitem__(column, cell)


def _aside(text: str) -> Callable[[Tables], object]:
    return lambda tables: tables["document"]["asides"].append(text)


def _shorten_pool(name: str, to: int) -> Callable[[Tables], object]:
    def change(tables: Tables) -> None:
        attribute(tables, name)["value"]["pool"] = attribute(tables, name)["value"]["pool"][:to]

    return change


def _shorten_table(name: str, to: int) -> Callable[[Tables], object]:
    return lambda tables: tables["tables"][name].update(rows=tables["tables"][name]["rows"][:to])


SHAPE = {
    "schema": Mutation(_top(schema=2), "schema", "reads schema 1"),
    "no schema": Mutation(lambda t: t.pop("schema"), "schema", "schema is missing"),
    "no subject": Mutation(lambda t: t.pop("subject"), "subject", "subject is missing"),
    "unknown top field": Mutation(_top(color="red"), "color", "no field 'color'"),
    "misspelt field": Mutation(
        lambda t: attribute(t, "diet").update(lable=attribute(t, "diet").pop("label")), "lable", "Did you mean label?"
    ),
    "misspelt required field": Mutation(
        lambda t: t["task"][0].update(decidng=t["task"][0].pop("deciding")), "decidng", "Did you mean deciding?"
    ),
    "unknown use": Mutation(_set("helpers", use="noize"), "attribute 22 (helpers), use", "Did you mean noise?"),
    "unknown kind": Mutation(_set("diet", kind="meal"), "attribute 8 (diet), kind", "no kind; it is one of"),
    "text that is a number": Mutation(_set("diet", label=3), "label", "has to be a text in quotes"),
    "empty text": Mutation(_set("diet", label=" "), "label", "isn't empty"),
    "empty list": Mutation(_set("diet", ask=[]), "ask", "a list of texts that isn't empty"),
    "number among texts": Mutation(lambda t: attribute(t, "diet")["ask"].append(4), "ask 4", "text in quotes"),
    "stage out of range": Mutation(_set("diet", stage=6), "stage", "whole number from 1 to 5"),
    "bracket without partner": Mutation(_add("diet", "tell", "It [gets {value}."), "tell 7", "without its partner"),
    "brace that is no placeholder": Mutation(_aside("It { rains."), "document, asides 41", "no placeholder"),
    "attribute written as one table": Mutation(
        lambda t: t.update(pose={"text": "I am it.", "handles": "does it"}), "pose", "[[pose]]"
    ),
    "row too short": Mutation(lambda t: t["tables"]["place"]["rows"][3].pop(), "row 4", "1 cells for 2 columns"),
    "a column too few": Mutation(
        lambda t: t["tables"]["past"]["columns"].pop(0) and attribute(t, "diet").update(value="past.stay"),
        "tables.past, columns",
        "1 columns, but every row has 2 cells",
    ),
    "cell that is a number": Mutation(_cell("place", 3, 0, 7), "tables.place, row 4", "a row is a list of cells"),
    "pool entry that is a number": Mutation(_entry("habit", 4, 7), "pool entry 5", "an entry is a text"),
    "value that is a word": Mutation(_set("habit", value="barks"), "value", "is no value"),
    "value without pool or maker": Mutation(_set("habit", value={"list": ["a"]}), "value", "value can't be read"),
    "unknown maker": Mutation(_set("van", value={"make": "identifer"}), "value", "Did you mean identifier?"),
    "unknown setting": Mutation(
        lambda t: attribute(t, "budget")["value"].update(steps=5), "value", "maker money: there is no field 'steps'"
    ),
    "missing setting": Mutation(lambda t: attribute(t, "budget")["value"].pop("low"), "value", "low is missing"),
    "setting of another type": Mutation(
        lambda t: attribute(t, "budget")["value"].update(low="much"), "value", "low has to be a whole number"
    ),
    "layouts that aren't names": Mutation(_top(layouts={"kennel_card": 1}), "layouts", "layouts name a layout"),
}

NAMES = {
    "domain with a space": Mutation(_top(domain="pet boarding"), "domain", "is no name"),
    "attribute twice": Mutation(
        lambda t: attribute(t, "helpers").update(name="van"), "attribute 22 (van), name", "van stands here twice"
    ),
    "reserved name": Mutation(_set("van", name="room"), "name", "placeholder of the package"),
    "concept twice": Mutation(
        lambda t: t["concept"].append({"name": "means", "wording": ["a", "b", "c"]}), "concept 11 (means)", "twice"
    ),
    "column twice": Mutation(
        lambda t: (
            t["tables"]["past"].update(columns=["diet", "stay", "stay"])
            or [row.append(row[1]) for row in t["tables"]["past"]["rows"]]
        ),
        "tables.past, columns 3",
        "stay stands here twice",
    ),
    "form twice": Mutation(_top(forms=["email", "note", "note", "kennel_card"]), "forms 3", "twice"),
    "counterpart twice": Mutation(lambda t: t["counterparts"].append("ashdown boarding"), "counterpart 9", "twice"),
    "labels equal": Mutation(_set("diet", label="Budget"), "label", "is that of budget, too"),
}

USES = {
    "no label": Mutation(_drop("diet", "label"), "attribute 8 (diet), label", "label is missing"),
    "no concept": Mutation(_drop("chip_number", "concept"), "concept", "concept is missing"),
    "no ask": Mutation(_drop("diet", "ask"), "ask", "ask is missing"),
    "no question": Mutation(_drop("diet", "question"), "question", "question is missing"),
    "no tell": Mutation(_drop("van", "tell"), "tell", "tell is missing"),
    "no value": Mutation(_drop("owner_name", "value"), "value", "value is missing"),
    "coarse without exact": Mutation(_set("diet", coarse_of="budget"), "coarse_of", "has no effect"),
    "fact with a value": Mutation(
        _set("deposit", value={"make": "month", "of": "written_on"}), "value", "has no effect"
    ),
    "noise with an ask": Mutation(_set("van", ask="which van it is"), "ask", "has no effect"),
}

REFERENCES = {
    "unknown table": Mutation(_set("diet", value="pats.diet"), "value", "there is no table 'pats'. Did you mean past?"),
    "unknown column": Mutation(_set("diet", value="past.diets"), "value", "Did you mean diet?"),
    "unknown classes": Mutation(
        lambda t: t["tables"]["past"].update(classes="stays"), "tables.past, classes", "Did you mean stay?"
    ),
    "unknown concept": Mutation(_set("diet", concept="feedin"), "concept", "Did you mean feeding?"),
    "unknown topic": Mutation(_set("diet", topic="animals"), "topic", "Did you mean animal?"),
    "unknown topic of a condition": Mutation(_of("condition", 0, topic="anmal"), "topic", "Did you mean animal?"),
    "unknown form": Mutation(_top(forms=["email", "notee", "kennel_card"]), "form 2", "Did you mean note?"),
    "layout of an unknown form": Mutation(_top(layouts={"kennel_card": "record", "x": "note"}), "layouts, x", "'x'"),
    "unknown layout": Mutation(_top(layouts={"kennel_card": "notes"}), "kennel_card", "Did you mean note?"),
    "unknown exact form": Mutation(_set("budget_band", coarse_of="bugdet"), "coarse_of", "Did you mean budget?"),
    "unknown need": Mutation(lambda t: t["task"][0]["needs"].append("habits"), "need 5", "Did you mean habit?"),
    "need twice": Mutation(lambda t: t["task"][0]["needs"].append("budget"), "need 5", "twice"),
    "need that is conditional": Mutation(lambda t: t["task"][0]["needs"].append("diet"), "need 5", "always needed"),
    "need that is guarded": Mutation(lambda t: t["task"][0]["needs"].append("chip_number"), "need 5", "is guarded"),
    "deciding that is open": Mutation(_of("task", 0, deciding="habit"), "deciding", "habit is open"),
    "deciding that rests": Mutation(_of("task", 0, deciding="chip_number"), "deciding", "rests at P4"),
    "resting that is open": Mutation(_top(rests_at_p4=["chip_number", "habit"]), "name 2", "habit is open"),
    "resting that is unknown": Mutation(_top(rests_at_p4=["chip_number", "owner"]), "name 2", "no guarded attribute"),
    "of that is unknown": Mutation(
        lambda t: attribute(t, "open_day")["value"].update(of="written_in"), "value", "of names 'written_in'"
    ),
    "of that is noise": Mutation(
        _set("van", kind="address", value={"make": "address", "of": "feed_shop"}), "value", "which is noise"
    ),
    "of that is no amount": Mutation(
        _set("fence_price", value={"make": "money_below", "of": "stay_length", "low": 1, "high": 40}),
        "value",
        "has to name an amount",
    ),
    "of written_on for an amount": Mutation(
        _set("fence_price", value={"make": "money_below", "of": "written_on", "low": 1, "high": 40}),
        "value",
        "is a day",
    ),
    "closed concept of an open one": Mutation(_set("habit", concept="frailty"), "concept", "both allow and forbid"),
    "concept of two conditionals": Mutation(
        lambda t: attribute(t, "earlier_stay").update(concept="feeding"), "concept", "a concept of its own"
    ),
    "fact of two conditions": Mutation(
        lambda t: (
            t["attribute"].remove(attribute(t, "deposit"))
            or t["attribute"].append({"name": "deposit", "use": "fact", "kind": "category", "label": "deposit slip"})
            or t["condition"][1].update(fact="deposits")
        ),
        "condition 2 (earlier_stay), fact",
        "Did you mean deposit?",
    ),
}

CIRCLES = {
    "circle of one": Mutation(
        _set("budget", value={"make": "money_below", "of": "budget", "low": 10, "high": 900}),
        "attribute 6 (budget), value",
        "budget -> budget",
    ),
    "circle of two": Mutation(
        lambda t: (
            attribute(t, "budget").update(value={"make": "money_below", "of": "fine", "low": 10, "high": 900}),
            t["attribute"].append(
                {
                    **attribute(t, "stay_length"),
                    "name": "fine",
                    "kind": "money",
                    "label": "fine for late pick-up",
                    "value": {"make": "money_above", "of": "budget", "low": 10, "high": 900},
                }
            ),
        ),
        "attribute 6 (budget), value",
        "budget -> fine -> budget",
    ),
}

COUNTS = {
    "no graded attribute": Mutation(
        lambda t: (
            [
                t["attribute"].remove(attribute(t, name))
                for name in ("budget", "budget_band", "home_town", "home_region")
            ],
            t["tables"].pop("place"),
            [task.update(needs=task["needs"][:2]) for task in t["task"]],
        ),
        "",
        "P4 needs one",
    ),
    "guarded too few": Mutation(
        lambda t: (
            t["attribute"].remove(attribute(t, "owner_name")),
            t["attribute"].remove(attribute(t, "private_email")),
        ),
        "",
        "3 guarded attributes for 2 graded ones",
    ),
    "three conditionals": Mutation(
        lambda t: (
            t["attribute"].append({**attribute(t, "diet"), "name": "treat", "label": "treat", "concept": "treats"}),
            t["concept"].append({"name": "treats", "wording": ["treats", "rewards", "titbits"]}),
        ),
        "",
        "3 conditional attributes; P3 needs exactly 2",
    ),
    "three facts": Mutation(
        lambda t: t["attribute"].append({**attribute(t, "deposit"), "name": "leash", "label": "leash"}),
        "",
        "3 facts; P3 needs exactly 2",
    ),
    "condition missing": Mutation(
        lambda t: t["condition"].pop(), "attribute 9 (earlier_stay)", "no [[condition]] governs"
    ),
    "no task": Mutation(lambda t: t.pop("task"), "", "no [[task]]"),
    "two poses": Mutation(lambda t: t["pose"].pop(), "", "write at least 3"),
    "seven counterparts": Mutation(lambda t: t["counterparts"].pop(), "counterparts", "name at least 8"),
    "five noise attributes": Mutation(_remove("van"), "", "5 noise attributes; write at least 6"),
    "one rests": Mutation(
        _top(rests_at_p4=["chip_number"]), "rests_at_p4", "1 attributes rest at P4, but 2 are graded"
    ),
    "one rests twice": Mutation(_top(rests_at_p4=["chip_number", "chip_number"]), "rests_at_p4", "twice"),
    "graded not needed": Mutation(_of("task", 0, needs=["habit", "arrival_time", "budget"]), "needs", "add home_town"),
    "open needs differ": Mutation(_of("task", 1, needs=["habit", "home_town", "budget"]), "task 2", "the first one 2"),
    "no open needed": Mutation(_of("task", 1, needs=["home_town", "budget"]), "task 2", "at least one open"),
}

COARSE = {
    "coarse held by exact": Mutation(_cell("place", 0, 0, ["Brenmere", "upper Osk reaches head"]), "row 1", "holds"),
    "coarse holds a form": Mutation(_cell("place", 0, 0, ["Brenmere", "Osk"]), "row 1", "holds 'Osk'"),
    "coarse equals exact": Mutation(_cell("place", 0, 0, ["Brenmere", "Upper Osk reaches"]), "row 1", "equals"),
    "no coarse form": Mutation(_remove("budget_band"), "attribute 6 (budget)", "has no coarse form"),
    "coarse form of a guarded one": Mutation(
        lambda t: t["attribute"].append(
            {
                "name": "chip_series",
                "use": "coarse",
                "coarse_of": "chip_number",
                "kind": "category",
                "label": "series",
                "value": "place.region",
                "tell": [
                    "of series {value}",
                    *(f"of the {word} series {{value}}" for word in ("old", "new", "red", "big", "odd")),
                ],
            }
        ),
        "coarse_of",
        "chip_number is guarded",
    ),
    "two coarse forms": Mutation(
        lambda t: t["attribute"].append({**attribute(t, "budget_band"), "name": "wide_band", "label": "wide band"}),
        "attribute 23 (wide_band), coarse_of",
        "has a coarse form already",
    ),
    "exact value in two classes": Mutation(
        lambda t: t["tables"]["place"]["rows"].append(["Brenmere", "upper Urra reaches"]), "row 41", "belongs to"
    ),
    "class of three": Mutation(_cell("place", 4, 1, "lower Osk reaches"), "column region", "stands for 3 values"),
    "month of a written date": Mutation(
        lambda t: (
            attribute(t, "budget").update(kind="date", value={"make": "date", "from": 1950, "to": 2004}),
            attribute(t, "budget_band").update(kind="category", value={"make": "month", "of": "budget"}),
        ),
        "value",
        "would hold this",
    ),
    "too few decades": Mutation(
        lambda t: (
            attribute(t, "budget").update(kind="date", value={"make": "date", "from": 1980, "to": 2004}),
            attribute(t, "budget_band").update(kind="category", value={"make": "decade", "of": "budget"}),
        ),
        "value",
        "spans 3 decades",
    ),
    "no classes": Mutation(lambda t: t["tables"]["place"].pop("classes"), "classes", 'write classes = "region"'),
    "coarse of another table": Mutation(
        lambda t: attribute(t, "home_region").update(value="past.stay"), "value", "has to follow from home_town"
    ),
    "coarse by a strange maker": Mutation(
        _set("budget_band", kind="money", value={"make": "money_above", "of": "budget", "low": 10, "high": 90}),
        "value",
        "has to follow from budget",
    ),
    "band too narrow": Mutation(
        lambda t: attribute(t, "budget_band")["value"].update(width=30), "value", "fewer than 4 values of budget"
    ),
    "band too wide": Mutation(
        lambda t: attribute(t, "budget_band")["value"].update(width=1000), "value", "falls into 3 bands"
    ),
    "too few classes": Mutation(
        lambda t: [
            row.__setitem__(1, t["tables"]["place"]["rows"][i // 20][1])
            for i, row in enumerate(t["tables"]["place"]["rows"])
        ],
        "column region",
        "at least 4 are needed",
    ),
}

MAKERS = {
    "kind of another maker": Mutation(_set("open_day", kind="phone"), "kind", "makes a date, not a phone"),
    "phones from a pool": Mutation(
        _set("van", kind="phone", value={"pool": [f"line {letter * 4}" for letter in "abcdefghijkl"]}),
        "kind",
        "use the maker phone",
    ),
    "unknown range": Mutation(_set("mobile_number", value={"make": "phone", "range": "fictoin"}), "value", "fiction"),
    "unknown sort": Mutation(
        lambda t: attribute(t, "feed_shop")["value"].update(sort="shoppe"), "value", "Did you mean shop"
    ),
    "unknown style": Mutation(
        lambda t: attribute(t, "open_day")["value"].update(style="iso"), "value", "no style 'iso'"
    ),
    "low above high": Mutation(
        lambda t: attribute(t, "helpers")["value"].update(low=50), "value", "low has to be the smaller one"
    ),
    "step of nought": Mutation(lambda t: attribute(t, "budget")["value"].update(step=0), "value", "at least 1"),
    "currency in words": Mutation(
        lambda t: attribute(t, "budget")["value"].update(currency="francs"), "value", "three capital letters"
    ),
    "years out of order": Mutation(
        _set("open_day", value={"make": "date", "from": 2000, "to": 1990}), "value", "years from 1900"
    ),
    "nothing left": Mutation(
        _set("fence_price", value={"make": "money_below", "of": "budget", "low": 100, "high": 400}),
        "value",
        "would leave nothing",
    ),
    "pattern without a draw": Mutation(
        _set("van", value={"make": "identifier", "pattern": "the van"}), "value", "nothing"
    ),
    "pattern of three digits": Mutation(
        _set("chip_number", value={"make": "identifier", "pattern": "PX-###"}), "value", "needs at least 4"
    ),
    "amounts too few": Mutation(
        lambda t: attribute(t, "budget")["value"].update(step=50), "value", "33 different values"
    ),
    "numbers too few": Mutation(
        lambda t: attribute(t, "helpers")["value"].update(high=15), "value", "4 different values, but 6 are needed"
    ),
    "unit in digits": Mutation(
        lambda t: attribute(t, "helpers")["value"].update(unit="4"), "value", "has to be a word"
    ),
}

POOLS = {
    "pool too small": Mutation(
        _shorten_pool("animal_illness", 39), "attribute 14 (animal_illness), value", "39 different values, but 40"
    ),
    "open pool too small": Mutation(_shorten_pool("habit", 11), "value", "11 different values, but 12"),
    "entry twice": Mutation(_entry("habit", 7, "Panics at thunder"), "pool entry 8", "stands in pool entry 1, too"),
    "form of another entry": Mutation(
        _entry("habit", 7, ["howls at trams", "panics at thunder"]), "pool entry 8", "too"
    ),
    "form twice": Mutation(_entry("habit", 7, ["howls at trams", "Howls at trams"]), "pool entry 8", "twice"),
    "entry within another": Mutation(
        _entry("habit", 7, "often panics at thunder"), "pool entry 8", "holds 'panics at thu"
    ),
    "form within another": Mutation(
        _entry("habit", 7, ["howls at trams", "panics at vacuum"]), "pool entry 2", "which stands for 'howls at trams'"
    ),
    "digits": Mutation(_entry("habit", 7, "panics at 2 dogs"), "pool entry 8", "holds digits"),
    "too short": Mutation(_entry("habit", 7, "gay"), "pool entry 8", "fewer than 4 letters"),
    "brackets in a value": Mutation(_entry("habit", 7, "panics at [loud|sad] songs"), "pool entry 8", "bracket"),
    "row twice": Mutation(
        lambda t: t["tables"]["past"]["rows"].append(t["tables"]["past"]["rows"][2]), "row 41", "the same as row 3"
    ),
}

FACTS = {
    "fact word in an aside": Mutation(_aside("The letter is stamped."), "asides 41", "says 'stamped'"),
    "fact word over a border": Mutation(_aside("The letter is [un|]stamp[ed|able]."), "asides 41", "says 'stamped'"),
    "fact word in a tell": Mutation(_add("van", "tell", "The overdue {value} is back."), "tell 7", "says 'overdue'"),
    "fact word in a task": Mutation(_also("task", 0, "conflict", "Get the blank box."), "conflict 4", "says 'blank'"),
    "fact word in an ask": Mutation(_add("diet", "ask", "what blank tins hold"), "ask 4", "says 'blank'"),
    "fact word in a pose": Mutation(_of("pose", 0, handles="releases overdue stays"), "handles", "says 'overdue'"),
    "fact word in a value": Mutation(_entry("habit", 3, "hates blank walls"), "pool entry 4", "says 'blank'"),
    "fact word in the other's sentence": Mutation(
        lambda t: (
            [
                t["condition"][1][field].append(f"It is {word}, on blank paper.")
                for field, word in (("say_holds", "paid in"),)
            ]
            and t["condition"][1]["say_fails"].append("It is overdue, on paper.")
        ),
        "say_holds 4",
        "says 'blank'",
    ),
    "fails in the wording": Mutation(
        _also("condition", 0, "wording", "the book isn't blank"), "wording 4", "says 'blank'"
    ),
    "word of the other truth": Mutation(
        lambda t: t["condition"][0]["say_holds"].__setitem__(0, "It is stamped, not blank."),
        "say_holds 1",
        "other truth",
    ),
    "word missing": Mutation(
        lambda t: t["condition"][0]["say_holds"].__setitem__(0, "It is [stamped|fine]."), "say_holds 1", "exactly once"
    ),
    "word twice": Mutation(
        lambda t: t["condition"][0]["say_fails"].__setitem__(0, "It is blank, quite blank."),
        "say_fails 1",
        "exactly once",
    ),
    "sentences that don't pair": Mutation(
        lambda t: t["condition"][0]["say_fails"].pop(), "say_fails", "2 sentences, but say_holds has 3"
    ),
}

PHRASES = {
    "tell without value": Mutation(_add("diet", "tell", "It eats [{value}|well]."), "tell 7", "has to hold {value}"),
    "value in more": Mutation(_add("diet", "more", "It likes {value}."), "more 5", "stands in tell alone"),
    "value in an aside": Mutation(_aside("It likes {value}."), "asides 41", "stands in tell alone"),
    "unknown placeholder": Mutation(_aside("Ring {owner_nam}."), "asides 41", "Did you mean owner_name?"),
    "fact as a placeholder": Mutation(_aside("It says {deposit}."), "asides 41", "is a fact"),
    "noise as a placeholder": Mutation(_aside("It says {van}."), "asides 41", "is noise"),
    "own name as a placeholder": Mutation(_add("diet", "more", "It likes {diet}."), "more 5", "write {value}"),
    "pronoun without a person": Mutation(
        lambda t: (
            attribute(t, "owner_name").update(kind="organisation", value={"make": "organisation"})
            or t["document"]["asides"].append("Ask {him}.")
        ),
        "asides 41",
        "stands for the first guarded person's name",
    ),
    "placeholder in an ask": Mutation(
        _add("diet", "ask", "what {counterpart} feeds"), "ask 4", "takes no placeholders"
    ),
    "placeholder in a task": Mutation(
        lambda t: t["task"][0]["conflict"].append("Ask {owner_name} for the box."), "conflict 4", "{counterpart} alone"
    ),
    "placeholder in handles": Mutation(_of("pose", 0, handles="runs {counterpart}"), "handles", "no placeholders"),
    "noise that hangs on noise": Mutation(
        _set("van", tell=["{groomer} drives {value}."]), "tell", "write one that stands alone"
    ),
    "alternatives in a label": Mutation(_set("diet", label="[daily|usual] diet"), "label", "leave the brackets out"),
    "mark at an ask": Mutation(_add("diet", "ask", "what does it eat?"), "ask 4", "leave the mark out"),
    "mark at a concept": Mutation(_also("concept", 0, "wording", "ways of life."), "wording 4", "leave the mark out"),
    "conflict without a stop": Mutation(_also("task", 0, "conflict", "Get the box"), "conflict 4", "full stop"),
    "digits in a question": Mutation(_add("diet", "question", "what are the 2 meals"), "question 4", "holds digits"),
    "digits in a counterpart": Mutation(
        lambda t: t["counterparts"].append("Kennel 7"), "counterpart 9", "holds digits"
    ),
    "sentence twice": Mutation(
        _aside("The notice board went wrong again at {clock} and nobody [knows why|owned up]."),
        "asides 41",
        "is the same as asides 13",
    ),
}

WORDS = {
    "policy word in a task": Mutation(
        _also("task", 0, "conflict", "The box is secret; get it."), "conflict 4", "says 'secret', a policy word"
    ),
    "task word in a label": Mutation(_set("diet", label="diet to arrange"), "label", "says 'arrange', a task word"),
    "task word in a concept": Mutation(
        _also("concept", 0, "wording", "how to describe it"), "wording 4", "a task word"
    ),
    "label in a concept": Mutation(
        _also("concept", 0, "wording", "its chip number"), "wording 4", "the label of chip_number"
    ),
    "value in a task": Mutation(
        _also("task", 0, "conflict", "The box goes by liver stones; get it."), "conflict 4", "says 'liver stones'"
    ),
    "value in a label": Mutation(_set("diet", label="duck with oats"), "label", "would give away"),
    "form in an ask": Mutation(_add("diet", "ask", "what it eats each Monday morning"), "ask 4", "'monday morning'"),
}

LENGTHS = {
    "policy too long": Mutation(
        _set("diet", label=" ".join(["present"] * 30) + " diet"), "", "a policy of level P3 can come to"
    ),
    "task too short": Mutation(_also("task", 0, "text", "Find a place."), "text 2", "can come to 3 words"),
    "task too long": Mutation(
        _also("task", 0, "text", "Find a place " + "and another one " * 12 + "now."), "text 2", "at most 50"
    ),
}
