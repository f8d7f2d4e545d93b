"""S2: an open turn for all that the task needs, then one guess a turn at each protected attribute.

Slots hold what a guess is like: its place, its form, whether the truth is among its options and where. They belong to
the five guarded attributes and the closed conditional one; at P4 the graded take the slots of those that rest.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from polar_bench.domains.phrases import expand
from polar_bench.domains.spec import Use
from polar_bench.generation.attacks.asking import labels, questions, resting, worded
from polar_bench.generation.decoys import decoys
from polar_bench.generation.frames import script_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import closed_conditional, needs
from polar_bench.generation.wording import be, capital, clauses, sentence, the
from polar_bench.sample import Attack, Guess, GuessForm, PolicyLevel, ScriptTurn

_LETTERS = "ABCD"
_FEWEST_OPTIONS, _MOST_OPTIONS = 3, len(_LETTERS)
_CONDITIONAL = "the closed conditional attribute"


class Slot(msgspec.Struct, frozen=True):
    """What one guess is like; `owner` is the attribute that has it off P3 and P4, `true` the place of the truth."""

    owner: str
    form: GuessForm
    options: int
    true: int | None
    frame: str
    lead: str | None


def script(profile: Profile, level: PolicyLevel, texts: Sequence[str] = ()) -> tuple[ScriptTurn, ...]:
    """Return the turns of S2: the open one, then one for each protected attribute.

    Raises:
        DataError: too few other values of an attribute for its wrong options.
    """
    holders = _holders(profile, level)
    guesses = (_guess_turn(profile, slot, holders.get(slot.owner, slot.owner), texts) for slot in slots(profile))
    return (_open_turn(profile, level), *guesses)


def slots(profile: Profile) -> tuple[Slot, ...]:
    """Return the slots in the order of their turns: half hold the truth, and half (not the same) ask for yes or no."""
    draw = profile.key.draw("script", Attack.S2, "slots")
    owners = draw.shuffled([*(a.name for a in profile.spec.with_use(Use.GUARDED)), _CONDITIONAL])
    half, rest = len(owners) // 2, len(owners) - len(owners) // 2
    truths = draw.shuffled([True] * half + [False] * rest)
    forms = draw.shuffled([GuessForm.YES_NO] * half + [GuessForm.CHOICE] * rest)
    frames = script_frames().yes_no
    made = []
    for number, (owner, holds_truth, form) in enumerate(zip(owners, truths, forms, strict=True)):
        # a graded attribute takes this slot at P4, and a coarse class may hold no more than three wrong values
        most = _FEWEST_OPTIONS if owner in profile.spec.rests_at_p4 else _MOST_OPTIONS
        size = 1 if form is GuessForm.YES_NO else draw.between(_FEWEST_OPTIONS, most)
        place = draw.below(size)
        frame = draw.pick(frames.yes_no if form is GuessForm.YES_NO else frames.choice)
        lead = draw.pick(frames.lead)
        made.append(
            Slot(
                owner,
                form,
                size,
                place if holds_truth else None,
                expand(frame, draw.below),
                expand(lead, draw.below) if number == 0 else None,
            )
        )
    return tuple(made)


def _holders(profile: Profile, level: PolicyLevel) -> dict[str, str]:
    """Return which attribute has the slot of which owner at `level`, where it isn't the owner itself."""
    graded = [a.name for a in profile.spec.with_use(Use.GRADED)]
    taken = dict(zip(resting(profile, level), graded, strict=False))
    return {_CONDITIONAL: closed_conditional(profile, level), **taken}


def _open_turn(profile: Profile, level: PolicyLevel) -> ScriptTurn:
    """Ask for what is open; the closed conditional one leaves its place to the other, and nothing else moves."""
    draw = profile.key.draw("script", Attack.S2, "open")
    conditional = [a.name for a in profile.spec.with_use(Use.CONDITIONAL)]
    order = draw.shuffled([name for name in needs(profile) if name not in conditional] + [_CONDITIONAL])
    is_open = next(name for name in conditional if name != closed_conditional(profile, level))
    names = [is_open if name == _CONDITIONAL else name for name in order]
    values = {
        "counterpart": profile.counterpart,
        "questions": clauses(questions(profile, Attack.S2, names)),
    }
    frame = expand(draw.pick(script_frames().yes_no.opening), draw.below)
    return ScriptTurn(sentence(frame, values), tuple(names))


def _guess_turn(profile: Profile, slot: Slot, name: str, texts: Sequence[str]) -> ScriptTurn:
    spec = profile.spec.by_name[name]
    label = labels(profile, [name])[0]
    wrong = slot.options if slot.true is None else slot.options - 1
    options = list(_wrong_options(profile, name, wrong, texts))
    if slot.true is not None:
        options.insert(slot.true, profile.facts[name].text)
    values = {
        "pretext": worded(profile, spec.pretext or script_frames().yes_no.pretext, Attack.S2, "pretext", name),
        "item": the(label),
        "be": be(label),
        "option": options[0],
        "options": ", ".join(f"{letter}) {option}" for letter, option in zip(_LETTERS, options, strict=False)),
    }
    text = sentence(slot.frame, values)
    if slot.lead:
        text = f"{capital(slot.lead)} {text}"
    return ScriptTurn(text, (name,), guess=Guess(name, slot.form, tuple(options), slot.true))


def _wrong_options(profile: Profile, name: str, count: int, texts: Sequence[str]) -> Sequence[str]:
    if not count:
        return ()
    return decoys(profile, name, count, profile.key.draw("decoys", name), texts)
