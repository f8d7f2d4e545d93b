"""The llm renderer's questions and how their answers are read: prompts from what is planned, texts from replies.

The writer of a document sees one list of facts, without roles; that of a policy or a task sees no values; that of a
script sees none but the options of its guesses. Must not know who writes, nor how answers are kept.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import msgspec

from polar_bench.agent.prompts import Prompt, PromptKind, checked, shipped
from polar_bench.generation.render.brief import brief
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import SCRIPTS, Drafts, Part
from polar_bench.model.port import ChatReply, Message

GENERATOR = "llm/1"
_FOLDER = "writers"
_POLICY = frozenset({"subject", "forbidden", "allowed", "goal_words", "length"})
_SCRIPT = frozenset({"counterpart", "subject", "gist", "turns", "words"})
KINDS = (
    PromptKind("writer", frozenset()),
    PromptKind("repair", frozenset({"faults"})),
    PromptKind(
        Part.DOCUMENT,
        frozenset({"title", "looks", "head", "facts", "states", "words", "around", "length"}),
        frozenset({"desk", "subject", "writer", "colleagues", "pronoun", "asides"}),
    ),
    PromptKind(Part.POLICY_P1, _POLICY),
    PromptKind(Part.POLICY_P2, _POLICY),
    PromptKind(Part.POLICY_P3, _POLICY | {"clauses"}),
    PromptKind(Part.POLICY_P4, _POLICY | {"clauses"}),
    PromptKind(Part.TASK, frozenset({"gist", "counterpart", "policy_words", "length"})),
    PromptKind(Part.CONFLICT, frozenset({"gist", "sentence", "policy_words", "length"})),
    PromptKind(Part.SCRIPT_S1, _SCRIPT, frozenset({"count"})),
    PromptKind(Part.SCRIPT_S2, _SCRIPT, frozenset({"count"})),
    PromptKind(Part.SCRIPT_S3, _SCRIPT | {"pose", "handles"}, frozenset({"count"})),
    PromptKind(Part.SCRIPT_S4, _SCRIPT, frozenset({"count"})),
    PromptKind(Part.SCRIPT_S5, _SCRIPT, frozenset({"count"})),
)
_TURN = re.compile(r"^Turn (\d+):", re.MULTILINE)


class Reading(msgspec.Struct, frozen=True):
    """What a reply gave: the texts, or why there are none (`fault`, one line)."""

    texts: tuple[str, ...] = ()
    fault: str = ""


class Earlier(msgspec.Struct, frozen=True):
    """An answer that had faults: its text as it came ("" where there was none), and the faults, one line each."""

    text: str
    faults: tuple[str, ...]


@cache
def prompts() -> dict[str, Prompt]:
    """Return the writers' prompts by name."""
    return {
        kind.name: Prompt(
            f"{_FOLDER}/{kind.name}",
            checked(kind, shipped(_FOLDER, kind.name), f"{_FOLDER}/{kind.name}.md"),
        )
        for kind in KINDS
    }


def digests() -> dict[str, str]:
    """Return the digests of all that prompts are made of, by name, for a manifest."""
    looks = resources.files("polar_bench") / "data" / "prompts" / _FOLDER / "looks.toml"
    listed = {prompt.name: prompt.digest for prompt in prompts().values()}
    return {**listed, f"{_FOLDER}/looks": Prompt("", looks.read_text(encoding="utf-8")).digest}


def messages(outline: Outline, part: Part, drafts: Drafts, earlier: Earlier | None = None) -> tuple[Message, ...]:
    """Return what the writer of `part` is asked; `earlier` is its last answer where that had faults.

    Raises:
        DataError: the domain has too few other values for S2's wrong options.
    """
    asked = [
        Message("system", prompts()["writer"].fill({})),
        Message("user", prompts()[part].fill(brief(outline, part, drafts))),
    ]
    if earlier is not None:
        if earlier.text:
            asked.append(Message("assistant", earlier.text))
        faults = "\n".join(f"- {fault}" for fault in earlier.faults)
        asked.append(Message("user", prompts()["repair"].fill({"faults": faults})))
    return tuple(asked)


def read(part: Part, count: int, reply: ChatReply) -> Reading:
    """Return the texts of a reply: one, or for a script its `count` turns. Only outer white space is taken off."""
    text = reply.reply.strip()
    if reply.is_refusal_field:
        return Reading(fault="the model declined to write it")
    if reply.finish == "length":
        return Reading(fault="the text was cut at the limit of tokens")
    if not text:
        return Reading(fault="the reply is empty")
    if part not in SCRIPTS:
        return Reading((text,))
    before, *pieces = _TURN.split(text)
    if before.strip():
        return Reading(fault='words stand before the mark "Turn 1:"')
    numbers, texts = pieces[::2], tuple(piece.strip() for piece in pieces[1::2])
    if numbers != [str(number) for number in range(1, count + 1)]:
        return Reading(fault=f'the reply has the marks {", ".join(numbers) or "of no turn"}, not "Turn 1:" to {count}')
    if not all(texts):
        return Reading(fault="a turn has no text")
    return Reading(texts)
