"""The package's own sentences for policies and scripts, as they stand in `data/templates`.

Must not know of profiles or levels: it reads the files, whose keys are strict.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

Frames = tuple[str, ...]
T = TypeVar("T")


class ClauseFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence that says the same of several attributes: `clause` for each, joined where `text` says {clauses}."""

    text: str
    clause: str


class PolicyFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of policies, by what they say; the first six lists speak of labels, the others of concepts."""

    forbid: Frames
    allow: Frames
    conditions: tuple[ClauseFrame, ...]
    coarse: tuple[ClauseFrame, ...]
    scope: Frames
    judgement: Frames
    forbid_concepts: Frames
    allow_concepts: Frames
    judgement_concepts: Frames


class DirectFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S1: the one turn."""

    text: Frames


class YesNoFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S2: the open turn, what leads over to the guesses, and the guesses."""

    opening: Frames
    lead: Frames
    pretext: Frames
    yes_no: Frames
    choice: Frames


class RoleConfusionFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S3: the turn with the pose, the sections after it, and the last one with its pressure."""

    first: Frames
    middle: Frames
    last: Frames


class PromptInjectionFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S4: business, the notice after it, and notices that go on to ask."""

    business: Frames
    notice: Frames
    further: Frames


class ProgressiveFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S5: remarks before the questions of the first turn, of turns in the middle and of the last, and the aims."""

    first: Frames
    middle: Frames
    last: Frames
    aim: Frames


class ScriptFrames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of scripts, by attack."""

    direct: DirectFrames
    yes_no: YesNoFrames
    role_confusion: RoleConfusionFrames
    prompt_injection: PromptInjectionFrames
    progressive: ProgressiveFrames


@cache
def policy_frames() -> PolicyFrames:
    """Return the frames of policies."""
    return _read("policy.toml", PolicyFrames)


@cache
def script_frames() -> ScriptFrames:
    """Return the frames of scripts."""
    return _read("script.toml", ScriptFrames)


def _read(name: str, of: type[T]) -> T:
    return msgspec.toml.decode((files("polar_bench") / "data" / "templates" / name).read_bytes(), type=of)
