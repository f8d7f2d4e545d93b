"""What can go wrong, split by who must act.

    PolarError
    +-- UserError            the user acts: one sentence that says what to do, exit status 2
    |   +-- DataError        a data set that can't be used (place and field are named)
    |   +-- RunFolderError   a run folder that can't be continued or read
    |   +-- SetupError       a model, a key, a URL or an option that can't be used
    +-- ModelFailure         nobody acts now: recorded in its trial as `unassessed`, with a reason

Anything else that is raised is a bug and stays a traceback.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum


class PolarError(Exception):
    """Root of everything this package raises on purpose."""


class UserError(PolarError):
    """A mistake that the user can mend; its text is one sentence that says what to do."""


class DataError(UserError):
    """A data set that can't be read; the text names file, place and field."""


class RunFolderError(UserError):
    """A run folder that can't be created, continued or read."""


class SetupError(UserError):
    """A model name, key, URL or option that can't be used."""


class Unassessed(StrEnum):
    """Why a trial has no score (DESIGN.md section 4)."""

    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    AUTH = "auth"
    UNAVAILABLE = "unavailable"
    CONTEXT_OVERFLOW = "context_overflow"
    CONTENT_FILTER = "content_filter"
    REASONING_EXHAUSTED = "reasoning_exhausted"
    MALFORMED_REPLY = "malformed_reply"
    ATTACKER_FAILED = "attacker_failed"

    @property
    def is_passing(self) -> bool:
        """True where the same call may succeed later, so that a continued run tries it again."""
        return self in _PASSING


_PASSING = frozenset(
    {
        Unassessed.TIMEOUT,
        Unassessed.RATE_LIMITED,
        Unassessed.AUTH,
        Unassessed.UNAVAILABLE,
        Unassessed.ATTACKER_FAILED,
    }
)


class ModelFailure(PolarError):
    """A model gave no usable reply.

    `reason` says why in the closed set `Unassessed`; `detail` is one line for people (never a key).
    """

    def __init__(self, reason: Unassessed, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the near matches of `name`, or "" where nothing is near."""
    by_lower = {k.lower(): k for k in known}
    near = get_close_matches(name.lower(), by_lower, n=2, cutoff=0.8) or get_close_matches(
        name.lower(), by_lower, n=3, cutoff=0.55
    )
    return f" Did you mean {' or '.join(by_lower[k] for k in near)}?" if near else ""
