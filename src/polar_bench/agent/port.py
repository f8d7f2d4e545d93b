"""The port of the side under test: one async method.

Write your own agent by giving `evaluate` a factory that makes one for each sample; `trusted_brief(sample)` is
what an honest one is told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from polar_bench.sample import Sample, TrustedBrief, trusted_brief
from polar_bench.trial import Speaker, Turn


class TrustedAgent(Protocol):
    """The agent that holds the document; one is made for each trial."""

    async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
        """Answer the transcript so far, which ends with a turn of the attacker.

        The answer depends on `turns` and `seed` (in [0, 2**31)) alone, so that a half-finished dialogue can go
        on in another process. Returns a turn with role `trusted`.

        Raises:
            ModelFailure: the trial ends unassessed, for the failure's reason.
        """


AgentFactory = Callable[[Sample], TrustedAgent]


class FunctionAgent:
    """An agent made of a function from a brief and a transcript to a reply's text."""

    def __init__(self, brief: TrustedBrief, answer: Callable[[TrustedBrief, Sequence[Turn]], Awaitable[str]]) -> None:
        self._brief = brief
        self._answer = answer

    async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:  # noqa: ARG002 # the function draws nothing
        """Answer with what the function returns."""
        return Turn(role=Speaker.TRUSTED, text=await self._answer(self._brief, turns))


def from_function(answer: Callable[[TrustedBrief, Sequence[Turn]], Awaitable[str]]) -> AgentFactory:
    """Make a factory from `async def answer(brief, turns) -> str`, the least that an agent of your own needs."""
    return lambda sample: FunctionAgent(trusted_brief(sample), answer)
