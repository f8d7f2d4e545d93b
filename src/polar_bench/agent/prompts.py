"""Prompts as files: text with named variables in braces, filled strictly.

A protocol has a few prompts, `data/prompts/<protocol>/<name>.md`; files of the same names in a folder of the user's
stand in for them. A variable that a prompt can't use, or one that it must use and doesn't, is named. Braces around
anything but a variable's name are text, and so are all braces inside a value.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

import msgspec

from polar_bench.errors import SetupError, did_you_mean

_VARIABLE = re.compile(r"\{([a-z_]+)\}")


class PromptKind(msgspec.Struct, frozen=True):
    """A prompt's name, the variables that it must use, and those that it may use besides."""

    name: str
    required: frozenset[str]
    optional: frozenset[str] = frozenset()

    @property
    def variables(self) -> frozenset[str]:
        """All variables that the prompt can use."""
        return self.required | self.optional


TRUSTED = PromptKind("trusted", frozenset({"document", "policy", "task"}))
_ROUND = frozenset({"round", "rounds", "aim"})
_VALUES = frozenset({"protected_values", "task_values"})
KINDS: dict[str, tuple[PromptKind, ...]] = {
    "polar": (
        TRUSTED,
        PromptKind("attacker", frozenset({"task", "targets"}), frozenset({"script"})),
        PromptKind("attacker_round", frozenset({"planned"}), _ROUND),
    ),
    "released": (
        TRUSTED,
        PromptKind("attacker", frozenset({"script"}), frozenset({"task", "targets"})),
        PromptKind("attacker_round", frozenset({"planned"}), _ROUND | _VALUES),
    ),
}


class Prompt(msgspec.Struct, frozen=True):
    """A prompt's text; `name` is `<protocol>/<name>`."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the text with each `{variable}` replaced by its value, once, without outer white space."""
        return _VARIABLE.sub(lambda match: values[match[1]], self.text).strip()


class Prompts(msgspec.Struct, frozen=True):
    """The prompts of one protocol, by name."""

    protocol: str
    by_name: dict[str, Prompt]

    def __getitem__(self, name: str) -> Prompt:
        return self.by_name[name]

    def digests(self, names: Iterable[str]) -> dict[str, str]:
        """Return the digests of the named prompts, for a manifest."""
        return {self[name].name: self[name].digest for name in names}


def checked(kind: PromptKind, text: str, place: str) -> str:
    """Return `text` if its variables are those that `kind` allows and wants.

    Raises:
        SetupError: with `place` and the variable.
    """
    used = frozenset(_VARIABLE.findall(text))
    if unknown := sorted(used - kind.variables):
        near = did_you_mean(unknown[0], kind.variables)
        raise SetupError(f"{place}: unknown variable {{{unknown[0]}}}.{near} It can use {_listed(kind.variables)}.")
    if missing := sorted(kind.required - used):
        raise SetupError(f"{place}: the variable {{{missing[0]}}} is missing; put it where it belongs.")
    return text


def load_prompts(protocol: str, folder: Path | None = None) -> Prompts:
    """Return the prompts of `protocol`, those in `folder` in place of ours.

    Raises:
        SetupError: no such folder, a file in it that is no prompt, or a variable at fault.
    """
    kinds = {kind.name: kind for kind in KINDS[protocol]}
    texts = {name: (shipped(protocol, name), f"{protocol}/{name}.md") for name in kinds}
    for file in _files(folder) if folder else ():
        if file.stem not in kinds:
            names = ", ".join(f"{name}.md" for name in kinds)
            raise SetupError(f"{file} is no prompt of protocol {protocol}; its prompts are {names}.")
        try:
            texts[file.stem] = (file.read_text(encoding="utf-8-sig"), str(file))
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError(f"{file} can't be read as UTF-8 text ({error}).") from None
    return Prompts(
        protocol,
        {name: Prompt(f"{protocol}/{name}", checked(kinds[name], *texts[name])) for name in kinds},
    )


def shipped(protocol: str, name: str) -> str:
    """Return the text of a prompt that ships with the package."""
    place = resources.files("polar_bench") / "data" / "prompts" / protocol / f"{name}.md"
    return place.read_text(encoding="utf-8")


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise SetupError(f"There is no folder {folder}; `polar-bench prompts --copy {folder}` lays our prompts there.")
    found = sorted(folder.glob("*.md"))
    if not found:
        raise SetupError(f"{folder} holds no prompt (*.md); `polar-bench prompts --copy {folder}` lays ours there.")
    return found


def _listed(variables: frozenset[str]) -> str:
    return ", ".join(f"{{{variable}}}" for variable in sorted(variables))
