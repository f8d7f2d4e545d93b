"""The manifest of a run: `run.json`, what was given, with digests and versions and without keys.

It decides whether a folder can be continued: the same data, prompts, protocol, model, seed and sampling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from polar_bench.model.port import Sampling
from polar_bench.running.plan import Selection


class DatasetEntry(msgspec.Struct, frozen=True):
    """The data set: where it was read from, SHA-256 of its bytes, its format and its usable samples."""

    path: str
    digest: str
    format: str
    samples: int
    skipped: dict[str, int] = {}


class ModelEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A model by name, with the id, URL and request fields that it was asked with, and its prices if known.

    `extra` are the user's own request fields (reasoning effort and the like); `prices` are "prompt" and "reply", in the
    user's currency for a million tokens.
    """

    name: str
    id: str = ""
    url: str | None = None
    sent: tuple[str, ...] = ()
    extra: dict[str, Any] = {}  # Any: foreign JSON
    prices: dict[str, float] | None = None


SCRIPTED = ModelEntry("scripted")
"""The attacker where no model plays it."""


class Manifest(msgspec.Struct, frozen=True):
    """All that decides a run's figures, and the selection and concurrency that don't.

    `prompts` are digests by name; `own_wording` names those that are this package's.
    """

    schema: int
    version: str
    created: str
    protocol: str
    dataset: DatasetEntry
    prompts: dict[str, str]
    own_wording: tuple[str, ...]
    trusted: ModelEntry
    attacker: ModelEntry
    sampling: Sampling
    seed: int
    repeats: int
    selection: Selection
    concurrency: int


_DECISIVE = (
    ("data set", ("dataset", "digest")),
    ("prompts", ("prompts",)),
    ("protocol", ("protocol",)),
    ("model", ("trusted", "name")),
    ("model id", ("trusted", "id")),
    ("extra field", ("trusted", "extra")),
    ("attacker", ("attacker", "name")),
    ("attacker's id", ("attacker", "id")),
    ("attacker's extra field", ("attacker", "extra")),
    ("seed", ("seed",)),
    ("sampling", ("sampling",)),
)


def differences(old: Manifest, new: Manifest) -> list[str]:
    """Return one text "what: old -> new" for everything that forbids to go on from `old` with `new`."""
    return list(_differences(old, new))


def _differences(old: Manifest, new: Manifest) -> Iterator[str]:
    for name, path in _DECISIVE:
        before, after = _at(old, path), _at(new, path)
        if before == after:
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            for key in sorted({*before, *after}):
                if before.get(key) != after.get(key):
                    yield f"{name} {key}: {_short(before.get(key))} -> {_short(after.get(key))}"
        else:
            yield f"{name}: {_short(before)} -> {_short(after)}"


def _at(value: Any, path: tuple[str, ...]) -> Any:  # Any: a part of a manifest, defaults included
    for key in path:
        value = getattr(value, key)
    return msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value


def _short(value: object) -> str:
    text = "unset" if value is None else str(value)
    return f"{text[:12]}..." if len(text) == 64 else text
