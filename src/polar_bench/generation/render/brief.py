"""What each prompt is filled with: facts, labels, clauses and turns as lines of text.

Order is drawn, so that no place in a list says what an attribute is for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources

import msgspec

from polar_bench.domains.lexicons import lexicon, policy_words
from polar_bench.domains.phrases import expand, fill
from polar_bench.domains.spec import AttributeSpec, Use
from polar_bench.generation import tasks
from polar_bench.generation.attacks.asking import worded
from polar_bench.generation.profile import Profile
from polar_bench.generation.render.filling import Filler
from polar_bench.generation.render.layouts.frame import Frame, cast_of
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import SCRIPT_OF, SCRIPTS, Drafts, Part
from polar_bench.generation.render.stock import stock
from polar_bench.generation.render.template import layout_of
from polar_bench.generation.rules import condition_wording, label_of, rules
from polar_bench.generation.wording import capital
from polar_bench.roles import Allow, Rule
from polar_bench.sample import Attack, GuessForm, PolicyLevel, ScriptTurn

_ASIDES = {"low": "two or three", "medium": "five or six", "high": "eight to ten"}
_DOCUMENT_LENGTH, _POLICY_LENGTH = "480 to 600", "60 to 90"
_CONFLICT_WORDS = 16
_LEVELS = {
    Part.POLICY_P1: PolicyLevel.P1,
    Part.POLICY_P2: PolicyLevel.P2,
    Part.POLICY_P3: PolicyLevel.P3,
    Part.POLICY_P4: PolicyLevel.P4,
}
_LETTERS = "ABCD"


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout in words, and the lines on its top."""

    head: str
    looks: str


@cache
def looks() -> dict[str, Look]:
    """Return what each layout looks like, by its name."""
    place = resources.files("polar_bench") / "data" / "prompts" / "writers" / "looks.toml"
    return msgspec.convert(tomllib.loads(place.read_text(encoding="utf-8")), dict[str, Look])


def brief(outline: Outline, part: Part, drafts: Drafts) -> dict[str, str]:
    """Return the values of the variables of `part`'s prompt.

    Raises:
        DataError: the domain has too few other values for S2's wrong options.
    """
    profile = outline.profile
    common = {
        "subject": profile.spec.subject,
        "counterpart": profile.counterpart,
        "gist": outline.gist,
        "sentence": outline.conflict,
        "policy_words": ", ".join(policy_words()),
        "goal_words": ", ".join(lexicon("goal_words")),
        "length": _length(outline, part),
        "words": ", ".join(_words_of_conditions(profile)),
    }
    if part is Part.DOCUMENT:
        return common | _document(profile)
    if part in SCRIPTS:
        return common | _script(outline, part, drafts)
    if part in _LEVELS:
        return common | _policy(profile, _LEVELS[part])
    return common


def task_limits(outline: Outline) -> tuple[int, int]:
    """Return the most words of the task and of P5's sentence, which together keep to the limit of tasks.

    The templates' own pair keeps to them as well.
    """
    most = tasks.WORDS[1]
    own = len(outline.conflict.split())
    conflict = own if own > _CONFLICT_WORDS else min(_CONFLICT_WORDS, most - len(outline.gist.split()))
    return most - conflict, conflict


def concept_wording(profile: Profile, name: str) -> str:
    """Return what the written policy at P2 calls a concept."""
    draw = profile.key.draw("concept", name)
    wording = next(concept.wording for concept in profile.spec.concepts if concept.name == name)
    return expand(draw.pick(wording), draw.below)


def concepts(profile: Profile, allow: Allow) -> list[str]:
    """Return what the written policy at P2 calls the concepts of all rules of one sort, in drawn order."""
    names = dict.fromkeys(rule.concept for rule in _ordered(profile, PolicyLevel.P2, allow) if rule.concept)
    return [concept_wording(profile, name) for name in names]


def _length(outline: Outline, part: Part) -> str:
    """Return the words that a part may have, with some room to the limits."""
    most_of_task, most_of_conflict = task_limits(outline)
    if part is Part.DOCUMENT:
        return _DOCUMENT_LENGTH
    if part is Part.TASK:
        return f"{tasks.WORDS[0]} to {most_of_task - 2}"
    return str(most_of_conflict) if part is Part.CONFLICT else _POLICY_LENGTH


def _document(profile: Profile) -> dict[str, str]:
    spec, draw = profile.spec, profile.key.draw("brief")
    cast = cast_of(profile)
    filler = Filler(profile, present=[person.given for person in cast])
    frame = Frame(profile, filler, cast)
    look = looks()[layout_of(spec, profile.key.form)]
    subject_draw = profile.key.draw("subject line")
    words = {
        "title": frame.title,
        "title_capitals": frame.title.upper(),
        "writer": cast[0].full,
        "other": cast[1].full,
        "initials": cast[0].initials,
        "role": frame.roles[0],
        "desk": frame.desk,
        "day": frame.day(),
        "hour": frame.hour,
        "subject_line": filler.clause(subject_draw.pick(spec.document.subjects or stock().subjects), subject_draw),
    }
    present = [a for a in spec.attributes if a.name in profile.facts and a.use is not Use.FACT]
    told = draw.shuffled([a for a in present if a.use is not Use.NOISE])
    around = draw.shuffled([a for a in present if a.use is Use.NOISE])
    return {
        **words,
        "looks": fill(look.looks, words.__getitem__),
        "head": fill(look.head, words.__getitem__),
        "colleagues": ", ".join(person.given for person in cast[1:]),
        "pronoun": "she" if profile.is_female else "he",
        "facts": _lines(_fact(profile, attribute) for attribute in told),
        "around": _lines(_fact(profile, attribute) for attribute in around),
        "states": _lines(draw.shuffled(_states(profile, filler))),
        "asides": _ASIDES[profile.noise_level],
    }


def _fact(profile: Profile, attribute: AttributeSpec) -> str:
    """Return "label: value (or: another wording)"; a coarse form says of what it is the wider one."""
    fact = profile.facts[attribute.name]
    label = label_of(attribute)
    if attribute.coarse_of:
        label = f"{label}, the wider form of {label_of(profile.spec.by_name[attribute.coarse_of])}"
    others = [form for form in dict.fromkeys((fact.value, *fact.forms)) if form != fact.text]
    return f"{label}: {fact.text}" + (f" (or: {'; '.join(others)})" if others else "")


def _states(profile: Profile, filler: Filler) -> list[str]:
    """Return the sentence of each fact that decides a condition, in the template renderer's words."""
    made = []
    for condition in profile.spec.conditions:
        says = condition.say_holds if condition.governs == profile.holds else condition.say_fails
        number = profile.key.draw("fact", condition.fact).below(len(says))
        made.append(filler.filled(says[number], profile.key.draw("say", condition.fact)))
    return made


def _words_of_conditions(profile: Profile) -> list[str]:
    return [word for condition in profile.spec.conditions for word in (condition.holds, condition.fails)]


def _policy(profile: Profile, level: PolicyLevel) -> dict[str, str]:
    spec = profile.spec.by_name

    def labels(allow: Allow) -> list[str]:
        return [label_of(spec[rule.attribute]) for rule in _ordered(profile, level, allow)]

    def clauses(allow: Allow, clause: Callable[[Rule], str]) -> list[str]:
        return [f"{label_of(spec[rule.attribute])}: {clause(rule)}" for rule in _ordered(profile, level, allow)]

    listed = concepts if level is PolicyLevel.P2 else lambda _, allow: labels(allow)
    return {
        "forbidden": _lines(listed(profile, Allow.NEVER)),
        "allowed": _lines(listed(profile, Allow.ALWAYS)),
        "clauses": _lines(
            [
                *clauses(Allow.IF, lambda rule: f"only if {condition_wording(profile, rule.attribute)}"),
                *clauses(Allow.COARSE, lambda rule: f"only as the {label_of(spec[rule.form or ''])}"),
            ]
        ),
    }


def _ordered(profile: Profile, level: PolicyLevel, allow: Allow) -> list[Rule]:
    names = profile.key.draw("policy", "order").shuffled([attribute.name for attribute in profile.spec.attributes])
    return sorted(
        (rule for rule in rules(profile, level) if rule.allow is allow), key=lambda rule: names.index(rule.attribute)
    )


def _script(outline: Outline, part: Part, drafts: Drafts) -> dict[str, str]:
    profile = outline.profile
    attack = next(attack for attack, own in SCRIPT_OF.items() if own is part)
    turns = outline.script(attack, drafts)
    values = {"counterpart": profile.counterpart, "subject": profile.spec.subject}
    draw = profile.key.draw("script", Attack.S3)
    pose = draw.pick(profile.spec.poses)
    return {
        "turns": "\n".join(_turn(profile, number, attack, turn) for number, turn in enumerate(turns, 1)),
        "count": str(len(turns)),
        "pose": capital(fill(expand(pose.text, draw.below), values.__getitem__)),
        "handles": fill(expand(pose.handles, draw.below), values.__getitem__),
    }


def _turn(profile: Profile, number: int, attack: Attack, turn: ScriptTurn) -> str:
    if turn.guess is not None:
        label = label_of(profile.spec.by_name[turn.guess.attribute])
        options = turn.guess.options
        if turn.guess.form is GuessForm.YES_NO:
            return f"Turn {number} asks for a yes or no, whether this is the {label}: {options[0]}"
        lettered = ", ".join(f"{letter}) {option}" for letter, option in zip(_LETTERS, options, strict=False))
        return f"Turn {number} asks which of these is the {label}: {lettered}"
    points = (_point(profile, name, attack) for name in turn.targets)
    return f"Turn {number} asks for:\n{_lines(points)}"


def _point(profile: Profile, name: str, attack: Attack) -> str:
    spec = profile.spec.by_name[name]
    if attack is Attack.S4:
        return label_of(spec)
    return f"{label_of(spec)} (such as: {worded(profile, spec.ask, attack, 'ask', name)})"


def _lines(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)
