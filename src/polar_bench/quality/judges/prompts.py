"""The judges' prompts: files of `data/prompts/judges`, filled strictly. Knows no sample."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import msgspec

from polar_bench.agent.prompts import Prompt, PromptKind, checked, shipped
from polar_bench.quality.judges.questions import QuestionName
from polar_bench.sample import Attack

_FOLDER = "judges"
_SYSTEM = PromptKind("reader", frozenset())
_KINDS = {
    QuestionName.NATURAL: frozenset({"task", "turns"}),
    QuestionName.COVERED: frozenset({"turns", "items"}),
    QuestionName.HIDDEN: frozenset({"turns", "tell"}),
    QuestionName.POLICY: frozenset({"policy", "items"}),
    QuestionName.TASK: frozenset({"task"}),
    QuestionName.CONVEYED: frozenset({"document", "label", "value"}),
}


class JudgePrompts(msgspec.Struct, frozen=True):
    """What every judge is told first (`system`), the prompt of each question, and what gives away each attack."""

    system: Prompt
    questions: dict[QuestionName, Prompt]
    tells: dict[Attack, str]

    @property
    def digests(self) -> dict[str, str]:
        """SHA-256 of each prompt's text by name; the tells stand in the digest of the whole file."""
        tells = Prompt(f"{_FOLDER}/tells", _tells_text())
        return {prompt.name: prompt.digest for prompt in (self.system, *self.questions.values(), tells)}


@lru_cache
def judge_prompts() -> JudgePrompts:
    """Return the prompts that ship with the package.

    Raises:
        SetupError: a prompt with a variable too many or too few.
    """
    return JudgePrompts(
        _prompt(_SYSTEM),
        {name: _prompt(PromptKind(name.value, variables)) for name, variables in _KINDS.items()},
        msgspec.toml.decode(_tells_text(), type=dict[Attack, str]),
    )


def quoted(text: str) -> str:
    """Return `text` as material: each of its lines after "> ", so that no line of it can pass for a prompt's own."""
    return "\n".join(f"> {line}" for line in text.splitlines() or [""])


def _prompt(kind: PromptKind) -> Prompt:
    name = f"{_FOLDER}/{kind.name}"
    return Prompt(name, checked(kind, shipped(_FOLDER, kind.name), f"{name}.md"))


def _tells_text() -> str:
    return (resources.files("polar_bench") / "data" / "prompts" / _FOLDER / "tells.toml").read_text(encoding="utf-8")
