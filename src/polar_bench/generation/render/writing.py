"""Asking the writer: each question once, its answer kept before it is used.

An answer is known again by its name (which profile, which part, which round) and a digest of what was asked, so that a
continued run goes on with the same answers. Must not know what is asked for or what is good enough.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable

import msgspec

from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.journal import Journal, codec
from polar_bench.model.port import ChatModel, ChatReply, ChatRequest, Message, Sampling
from polar_bench.seeding import seed_for


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question's answer as the journal keeps it: the reply, or why there is none and never will be.

    `name` is "GROUP/ATTEMPT/PART/ROUND", `request` the first 16 hexadecimal digits of the request's SHA-256.
    """

    name: str
    request: str
    reply: ChatReply | None = None
    failure: Unassessed | None = None
    detail: str = ""


decoder = msgspec.json.Decoder(Answer)


class Manner(msgspec.Struct, frozen=True):
    """How the writer is asked: sampling, base of the seeds, and the most calls at a time (>= 1)."""

    sampling: Sampling
    seed: int
    at_once: int


class Writer:
    """A model that writes texts, with the answers that it gave before."""

    def __init__(
        self,
        model: ChatModel,
        manner: Manner,
        journal: Journal[Answer],
        answers: Iterable[Answer] = (),
        on_answer: Callable[[Answer], None] = lambda _: None,
    ) -> None:
        """Go on from `answers`; new ones are added to `journal`, and `on_answer` is called for each."""
        self.name = model.name
        self._model = model
        self._manner = manner
        self._journal = journal
        self._known = {(answer.name, answer.request): answer for answer in answers}
        self._turn = asyncio.Semaphore(manner.at_once)
        self._on_answer = on_answer

    async def ask(self, name: str, messages: tuple[Message, ...]) -> Answer:
        """Return the answer to `messages`, asked under `name`: the one that is kept, or a new one.

        Raises:
            ModelFailure: for a reason that may pass; nothing is kept, and the same question may be asked again.
        """
        seed = seed_for(name, self._model.name, base=self._manner.seed)
        request = ChatRequest(messages, self._manner.sampling, seed, conversation=name.rpartition("/")[0])
        digest = hashlib.sha256(codec.encode(request)).hexdigest()[:16]
        known = self._known.get((name, digest))
        if known is not None:
            return known
        async with self._turn:
            try:
                answer = Answer(name, digest, await self._model.complete(request))
            except ModelFailure as failure:
                if failure.reason.is_passing:
                    raise
                answer = Answer(name, digest, failure=failure.reason, detail=failure.detail)
        self._journal.append(answer)
        self._known[name, digest] = answer
        self._on_answer(answer)
        return answer
