"""Prompts as files: text with named variables in braces, filled strictly.

A prompt comes from `data/prompts/<protocol>/<name>.md`. Every variable of the prompt must be given and every one
given must be known; braces inside a value are text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib import resources

import msgspec

from polar_bench.errors import SetupError

_VARIABLE = re.compile(r"\{([a-z_]+)\}")


class Prompt(msgspec.Struct, frozen=True):
    """A prompt's name, text, and the variables that it may use."""

    name: str
    text: str
    variables: frozenset[str]

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the text with each `{variable}` replaced by its value, once, from left to right."""
        return _VARIABLE.sub(lambda match: values[match[1]], self.text)


def prompt(name: str, text: str, variables: frozenset[str]) -> Prompt:
    """Make a prompt and check its variables.

    Raises:
        SetupError: the text uses a variable that isn't in `variables`, or leaves one of them out.
    """
    used = frozenset(_VARIABLE.findall(text))
    if unknown := sorted(used - variables):
        raise SetupError(f"Prompt {name}: unknown variable {{{unknown[0]}}}; it can use {_listed(variables)}.")
    if missing := sorted(variables - used):
        raise SetupError(f"Prompt {name}: the variable {{{missing[0]}}} is missing; put it where it belongs.")
    return Prompt(name, text.rstrip("\n"), variables)


def shipped(protocol: str, name: str, variables: frozenset[str]) -> Prompt:
    """Return a prompt that ships with the package."""
    place = resources.files("polar_bench") / "data" / "prompts" / protocol / f"{name}.md"
    return prompt(f"{protocol}/{name}", place.read_text(encoding="utf-8"), variables)


def _listed(variables: frozenset[str]) -> str:
    return ", ".join(f"{{{variable}}}" for variable in sorted(variables))
