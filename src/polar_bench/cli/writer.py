"""A model that writes, as the command line has it: what its answers belong to, and a first call that checks it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime

from polar_bench.errors import SetupError
from polar_bench.generation.render.llm import digests
from polar_bench.generation.render.work import Work, WorkFolder, WriterEntry
from polar_bench.model.port import ChatReply, ChatRequest, Sampling
from polar_bench.model.registry import RunnableModel
from polar_bench.version import __version__


def work_of(name: str, model: RunnableModel, sampling: Sampling, seed: int, domains: Mapping[str, str]) -> Work:
    """Return what the answers of `model`, called `name`, belong to; `domains` are digests by name."""
    prices = model.prices
    return Work(
        schema=1,
        version=__version__,
        seed=seed,
        writer=WriterEntry(
            name,
            model.model_id,
            model.url,
            extra=dict(model.extra),
            prices={"prompt": prices.prompt, "reply": prices.reply} if prices else None,
        ),
        sampling=sampling,
        prompts=digests(),
        domains=dict(domains),
    )


class Checked:
    """A model that is seen to answer before its first question; where nothing is left to ask, no call is made."""

    def __init__(self, model: RunnableModel, sampling: Sampling, folder: WorkFolder) -> None:
        self.name = model.name
        self._model = model
        self._sampling = sampling
        self._folder = folder
        self._checking = asyncio.Lock()
        self._is_checked = False
        self._refused: SetupError | None = None

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer `request`.

        Raises:
            SetupError: the model can't be used, and why.
            ModelFailure: no usable reply.
        """
        async with self._checking:
            if self._refused is not None:
                raise self._refused
            if not self._is_checked:
                marker = f"writer {datetime.now(UTC).isoformat()} {os.getpid()}"
                try:
                    self._folder.keep_sent(await self._model.preflight(marker, self._sampling))
                except SetupError as error:
                    self._refused = error
                    raise
                self._is_checked = True
        return await self._model.complete(request)


def say(text: str) -> None:
    """Print a line for the user on standard error."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201 # a line for the user
