"""The package's own sentences for documents, in `data/templates/document.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences that belong to no domain; phrases as in `domains.phrases`."""

    subjects: tuple[str, ...]
    openings: tuple[str, ...]
    closings: tuple[str, ...]
    asides: tuple[str, ...]
    aside_leads: tuple[str, ...]
    aside_headings: tuple[str, ...]
    greetings: tuple[str, ...]
    farewells: tuple[str, ...]
    forward_openings: tuple[str, ...]
    chat_openings: tuple[str, ...]
    chat_prompts: tuple[str, ...]
    chat_reactions: tuple[str, ...]
    chat_closings: tuple[str, ...]
    spoken_openings: tuple[str, ...]
    spoken_turns: tuple[str, ...]
    spoken_closings: tuple[str, ...]
    log_actions: tuple[str, ...]
    letter_openings: tuple[str, ...]


class Forms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which layout a form has, and its title where that isn't the form's own name."""

    layouts: dict[str, str]
    titles: dict[str, str]

    def title(self, form: str) -> str:
        """Return what stands at the top of a document of `form`: "Triage summary"."""
        return self.titles.get(form) or form.replace("_", " ").capitalize()


@lru_cache(maxsize=1)
def stock() -> Stock:
    """Read the sentences once."""
    return msgspec.convert(_data("document.toml"), type=Stock)


@lru_cache(maxsize=1)
def forms() -> Forms:
    """Read the forms once."""
    return msgspec.convert(_data("forms.toml"), type=Forms)


def _data(name: str) -> dict[str, object]:
    return tomllib.loads((files("polar_bench") / "data" / "templates" / name).read_text(encoding="utf-8"))
