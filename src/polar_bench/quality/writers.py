"""Who writes a part of a profile's texts: a model, or the templates.

Must not know what is good enough, nor how often it is asked.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from polar_bench.generation.render import template
from polar_bench.generation.render.llm import Earlier, messages, read
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import POLICY_OF, SCRIPT_OF, SCRIPTS, Drafts, Part
from polar_bench.generation.render.writing import Writer


class Draft(NamedTuple):
    """What came of one asking: the part's texts, or why there are none (`fault`); `said` is the reply as it came."""

    texts: tuple[str, ...]
    said: str
    fault: str = ""


class PartWriter(Protocol):
    """Writes parts. `is_template` tells that its texts follow from the profile alone."""

    is_template: bool

    async def write(self, outline: Outline, part: Part, drafts: Drafts, earlier: Earlier | None, number: int) -> Draft:
        """Return the text of `part`, asked for in round `number`; `earlier` is its last text where that had faults.

        Raises:
            ModelFailure: for a reason that may pass.
            DataError: the domain has too few other values for S2's wrong options.
        """
        ...


class ByModel:
    """A model that is asked, its answers kept."""

    is_template = False

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def write(self, outline: Outline, part: Part, drafts: Drafts, earlier: Earlier | None, number: int) -> Draft:
        """Return what the model writes."""
        key = outline.profile.key
        name = f"{key.group}/{key.attempt}/{part}/{number}"
        answer = await self._writer.ask(name, messages(outline, part, drafts, earlier))
        if answer.reply is None:
            return Draft((), "", f"no text came ({answer.failure}: {answer.detail})")
        turns = len(outline.planned[part]) if part in SCRIPTS else 1
        reading = read(part, turns, answer.reply)
        return Draft(reading.texts, answer.reply.reply.strip(), reading.fault)


class ByTemplate:
    """The templates: no model is asked, and the same profile gives the same texts."""

    is_template = True
    generator = template.GENERATOR

    async def write(
        self,
        outline: Outline,
        part: Part,
        drafts: Drafts,
        earlier: Earlier | None,  # noqa: ARG002 # the port's; a template writes the same whatever was wrong
        number: int,  # noqa: ARG002 # as above
    ) -> Draft:
        """Return the template's text."""
        texts = template_texts(outline, part, drafts)
        return Draft(texts, "\n".join(texts))


def template_texts(outline: Outline, part: Part, drafts: Drafts) -> tuple[str, ...]:
    """Return the template's texts of a part, with S2's options drawn beside `drafts`."""
    if part is Part.DOCUMENT:
        return (outline.document.text.removesuffix("\n"),)
    if part is Part.TASK:
        return (outline.gist,)
    if part is Part.CONFLICT:
        return (outline.conflict,)
    if part in SCRIPTS:
        attack = next(attack for attack, own in SCRIPT_OF.items() if own is part)
        return tuple(turn.text for turn in outline.script(attack, drafts))
    level = next(level for level, own in POLICY_OF.items() if own is part)
    return (outline.policies[level].text,)
