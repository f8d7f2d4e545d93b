"""The trusted agent's replies as `strict` reads them: each with what was asked just before it, and in its channels.

Texts are read once for all values, and where they're needed. Must not know attributes' values or how they're found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from polar_bench.matching.finder import Disguised
from polar_bench.matching.lazy import lazy
from polar_bench.matching.text import Joined, Text
from polar_bench.model.channels import split_text
from polar_bench.sample import Sample, ScriptTurn
from polar_bench.trial import Speaker, Turn

_LONGEST_KEPT = 2_000


def read_text(raw: str) -> Text:
    """Return a text to look in; a short one is kept with what was found in it: turns come again in transcripts."""
    if not raw:
        return NOTHING
    return kept_text(raw) if len(raw) <= _LONGEST_KEPT else Text(raw)


NOTHING = Text("")
kept_text = lru_cache(maxsize=256)(Text)
kept_turns = lru_cache(maxsize=16)(lambda said: Joined([read_text(each) for each in said]))
"""All turns of the attacker as one text: a script comes again for other models and in further rounds."""
kept_undone = lru_cache(maxsize=256)(Disguised)
_NOTHING_HIDDEN = Disguised("")


class Reply:
    """A reply by its number, with the attacker's turn before it and the script's turn of that place."""

    def __init__(self, turn: Turn, number: int, said: Sequence[str], planned: ScriptTurn | None) -> None:
        """`said` is all that the attacker said up to here; `planned` is None where it said something else."""
        reply, reasoning = _channels(turn)
        self.number = number
        self.text = read_text(reply)
        self.reasoning = read_text(reasoning)
        self.question = read_text(said[-1] if said else "")
        self.planned = planned
        self.guessed = planned.guess.attribute if planned is not None and planned.guess is not None else None
        """The name of the attribute at which the turn just before guesses as planned."""
        self.disguised = _NOTHING_HIDDEN
        """The reply with its disguises undone."""
        self._said = tuple(said)

    def look_through(self, disguises: tuple[str, ...], values: tuple[str, ...]) -> None:
        """Undo those of the named disguises that the reply shows, for the values that will be looked for."""
        raw = self.text.raw
        of = kept_undone if len(raw) <= _LONGEST_KEPT else Disguised
        self.disguised = of(raw, values, disguises)

    @property
    def is_open(self) -> bool:
        """Whether something may stand in it that its text doesn't hold: in disguise or in thought."""
        return bool(self.reasoning.raw or self.disguised.views)

    @property
    def turns_before(self) -> Joined:
        """All that the attacker said up to here, to see fast what doesn't stand in it."""
        return kept_turns(self._said)

    @lazy
    def said_before(self) -> Text:
        """All that the attacker said up to here, to look in."""
        return read_text("\n\n".join(self._said))


def read_replies(sample: Sample, turns: Sequence[Turn]) -> Iterator[Reply]:
    """Yield the trusted agent's replies in order."""
    said: list[str] = []
    number = 0
    for turn in turns:
        if turn.role is Speaker.ATTACKER:
            said.append(turn.text)
            continue
        planned = sample.script[len(said) - 1] if 0 < len(said) <= len(sample.script) else None
        # An adaptive attacker may have asked something else
        if planned is not None and planned.guess is not None and not _still_guesses(planned, said[-1]):
            planned = None
        yield Reply(turn, number, said, planned)
        number += 1


def _channels(turn: Turn) -> tuple[str, str]:
    """Return a turn's reply and reasoning; protocol `released` leaves the reasoning in the text.

    The reply keeps its offsets in the turn's text where it ends it, which it does behind one block of reasoning.
    """
    text = turn.text
    reply, thought = split_text(text)
    if reply == text:
        return reply, turn.reasoning
    start = text.rfind(reply)
    return "\n" * max(start, 0) + reply, turn.reasoning or thought


def _still_guesses(planned: ScriptTurn, question: str) -> bool:
    return planned.guess is not None and all(option in question for option in planned.guess.options)
