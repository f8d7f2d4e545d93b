"""How a protocol shows a dialogue to a model, and how it takes the model's reply as a turn.

`SPOKEN` (protocol `polar`): the other side reads the reply without its reasoning; a silent turn leaves no message.
`RAW` (protocol `released`): the other side reads the raw reply, Harmony tags and outer white space apart, and every
turn leaves a message. A view serves both sides: whoever looks, their own turns are the assistant's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from polar_bench.model.port import ChatReply, Message
from polar_bench.scoring.paper import visible
from polar_bench.trial import Flag, Speaker, Turn

_CUT = ("length", "max_tokens", "model_length")


class View(NamedTuple):
    """`history(turns, viewer)` gives the dialogue as messages, `turn(reply, speaker)` the reply as a turn."""

    history: Callable[[Sequence[Turn], Speaker], list[Message]]
    turn: Callable[[ChatReply, Speaker], Turn]


def spoken_history(turns: Sequence[Turn], viewer: Speaker) -> list[Message]:
    """Return the dialogue without reasoning.

    A silent turn leaves no message: what the other side says next joins its last message.
    """
    messages: list[Message] = []
    for turn in turns:
        if not turn.text.strip():
            continue
        message = _message(turn, viewer)
        if messages and messages[-1].role == message.role:
            messages[-1] = Message(message.role, f"{messages[-1].content}\n\n{message.content}")
        else:
            messages.append(message)
    return messages


def raw_history(turns: Sequence[Turn], viewer: Speaker) -> list[Message]:
    """Return the dialogue turn by turn.

    The trusted agent's turns are cleaned once more, as the released evaluator does; that shows in broken tags only.
    """
    return [
        _message(turn, viewer)
        if turn.role is Speaker.ATTACKER
        else _message(msgspec.structs.replace(turn, text=visible([turn.text])), viewer)
        for turn in turns
    ]


def spoken_turn(answer: ChatReply, speaker: Speaker) -> Turn:
    """Return the reply without reasoning as the turn's text."""
    return _turn(answer, speaker, answer.reply)


def raw_turn(answer: ChatReply, speaker: Speaker) -> Turn:
    """Return the raw reply, Harmony tags and outer white space apart, as the turn's text."""
    return _turn(answer, speaker, visible([answer.raw]))


SPOKEN = View(spoken_history, spoken_turn)
RAW = View(raw_history, raw_turn)


def _message(turn: Turn, viewer: Speaker) -> Message:
    return Message("assistant" if turn.role is viewer else "user", turn.text)


def _turn(answer: ChatReply, speaker: Speaker, text: str) -> Turn:
    flags = []
    if not text.strip():
        flags.append(Flag.SILENT if speaker is Speaker.TRUSTED else Flag.ATTACK_EMPTY)
    flags += [Flag.CUT] if answer.finish.lower() in _CUT else []
    flags += [Flag.REFUSAL_FIELD] if answer.is_refusal_field else []
    return Turn(
        role=speaker,
        text=text,
        raw=None if answer.raw == text else answer.raw,
        reasoning=answer.reasoning,
        finish=answer.finish,
        flags=tuple(flags),
        prompt_tokens=answer.prompt_tokens,
        reply_tokens=answer.reply_tokens,
    )
