"""A GGUF file behind the port `ChatModel`, run in this process by llama.cpp.

Knows requests and replies; threads and the native library are `engine`'s.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

import msgspec

from polar_bench.errors import ModelFailure, SetupError, Unassessed
from polar_bench.model.channels import content_text, split
from polar_bench.model.local.engine import HOW_TO_INSTALL, Engine, Recipe
from polar_bench.model.local.gguf import training_context
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling

CONTEXT = 8192
_PATIENCE = 0.4


class _Delta(msgspec.Struct):
    content: str | None = None
    reasoning_content: str | None = None


class _Choice(msgspec.Struct):
    delta: _Delta
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int
    completion_tokens: int


class _Error(msgspec.Struct):
    message: str = ""
    type: str = ""
    n_prompt_tokens: int = 0
    n_ctx: int = 0


class _Chunk(msgspec.Struct):
    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None
    error: _Error | None = None


class LocalModel:
    """A GGUF file as a chat model; loaded at the first call, `close` it when done.

    `context` is the most tokens that one dialogue may take, never more than the model was trained with;
    `threads` defaults to the processors that this process may use but one: llama.cpp's threads wait for each other by
    spinning, and crawl where another process takes a processor; `slots` is how many dialogues run at a
    time, calls beyond them wait. Top-k, min-p and, where the request names none, temperature and top-p are
    llama.cpp's defaults. The file's own chat template is used.

    A dialogue's next prompt is read from where it is new (`reuses_prefix`), which takes 2.5 times less work over
    five turns; a dialogue's first prompt is read whole, so that no reply depends on another dialogue. At
    temperature 0 and with one slot, the same dialogue played from its start gives the same replies. Played from
    its middle (a run that was killed inside it) or without `reuses_prefix` it may not: other batches change the
    last bits of the logits, and with them 3 of 20 replies of 24 tokens. A second slot does a sixth less work for
    each token and changed 2 of 8 replies of 40 (SmolLM2, two processors).

    Raises:
        SetupError: xllamacpp isn't installed, or the file is missing or no GGUF file.
    """

    def __init__(
        self,
        name: str,
        path: Path,
        *,
        context: int = CONTEXT,
        threads: int | None = None,
        slots: int = 1,
        reuses_prefix: bool = True,
    ) -> None:
        if find_spec("xllamacpp") is None:
            raise SetupError(f"xllamacpp isn't installed: {HOW_TO_INSTALL}")
        trained_with = training_context(path)
        self._name = name
        self.context = context if trained_with is None else min(context, trained_with)
        self._recipe = Recipe(path, self.context, threads or max(1, _processors() - 1), slots)
        self._reuses_prefix = reuses_prefix
        self._engine: Engine | None = None

    @property
    def name(self) -> str:
        """The name under which figures are reported."""
        return self._name

    @property
    def most_at_once(self) -> int:
        """The number of slots: a dialogue's turns run in order on one, so that its prefix is read once."""
        return self._recipe.slots

    @property
    def model_id(self) -> str:
        """The name: nothing is sent."""
        return self._name

    @property
    def prices(self) -> None:
        """None: it costs nothing."""

    @property
    def extra(self) -> Mapping[str, object]:
        """No fields beside the protocol's."""
        return {}

    @property
    def adapted(self) -> Mapping[str, str | None]:
        """Nothing: it takes all fields."""
        return {}

    @property
    def url(self) -> None:
        """None: it answers in this process."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer `request`.

        Raises:
            SetupError: the model can't be loaded.
            ModelFailure: the prompt is longer than the context, or llama.cpp answered with an error.
        """
        if self._engine is None:
            self._engine = Engine(self._recipe.load, self._recipe.slots, reuses_prefix=self._reuses_prefix)
        chunks = await asyncio.wrap_future(self._engine.ask(_fields(request), request.conversation))
        return read_reply(chunks)

    async def preflight(self, marker: str, sampling: Sampling = Sampling()) -> tuple[str, ...]:
        """Load the model, make one short call that holds `marker`, and return the names of its fields.

        They're those of a run by `sampling`.

        Raises:
            SetupError: the model can't be loaded, or doesn't answer.
        """
        greeting = Message("user", f"This is a check ({marker}). Please answer: ready.")
        limit = sampling.max_tokens and min(16, sampling.max_tokens)
        request = ChatRequest((greeting,), msgspec.structs.replace(sampling, max_tokens=limit), seed=1)
        try:
            await self.complete(request)
        except ModelFailure as failure:
            if failure.reason is not Unassessed.REASONING_EXHAUSTED:
                raise SetupError(
                    f"{self._recipe.path} doesn't answer ({failure.detail}): take another model."
                ) from None
        return tuple(_fields(request))

    async def close(self) -> None:
        """Stop the model and give its memory back; a later `complete` loads it again.

        Waits a moment at most: a thread that is deep in a prompt ends by itself.
        """
        engine, self._engine = self._engine, None
        if engine is not None:
            await asyncio.to_thread(engine.close, _PATIENCE)


def read_reply(chunks: Iterable[bytes]) -> ChatReply:
    """Join the chunks of an event stream to a reply.

    Raises:
        ModelFailure: a chunk tells an error or can't be read, the last one is missing, or the token limit was
            reached before the reply began.
    """
    said: list[str] = []
    thought: list[str] = []
    finish = ""
    usage = _Usage(0, 0)
    for raw in chunks:
        try:
            chunk = msgspec.json.decode(raw, type=_Chunk)
        except msgspec.MsgspecError as error:
            raise ModelFailure(Unassessed.MALFORMED_REPLY, f"llama.cpp: {error}") from None
        if chunk.error is not None:
            raise _failure(chunk.error)
        for choice in chunk.choices:
            said.append(choice.delta.content or "")
            thought.append(choice.delta.reasoning_content or "")
            finish = choice.finish_reason or finish
        usage = chunk.usage or usage
    if not finish:
        raise ModelFailure(Unassessed.MALFORMED_REPLY, "llama.cpp: the reply broke off without a reason")
    message = {"content": "".join(said), "reasoning_content": "".join(thought)}
    channels = split(message)
    if finish == "length" and not channels.reply.strip():
        raise ModelFailure(Unassessed.REASONING_EXHAUSTED, "the token limit was reached before the reply began")
    return ChatReply(
        raw=content_text(message),
        reply=channels.reply,
        reasoning=channels.reasoning,
        finish=finish,
        prompt_tokens=usage.prompt_tokens,
        reply_tokens=usage.completion_tokens,
    )


def _failure(error: _Error) -> ModelFailure:
    if error.type == "exceed_context_size_error":
        sizes = f"the prompt has {error.n_prompt_tokens} tokens, the context holds {error.n_ctx}"
        return ModelFailure(Unassessed.CONTEXT_OVERFLOW, sizes)
    is_servers_own = error.type in ("server_error", "unavailable_error")
    reason = Unassessed.UNAVAILABLE if is_servers_own else Unassessed.MALFORMED_REPLY
    return ModelFailure(reason, f"llama.cpp: {error.message or error.type or 'unknown error'}")


def _fields(request: ChatRequest) -> dict[str, object]:
    sampling = request.sampling
    chosen = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
        "seed": request.seed,
    }
    return {
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        **{field: value for field, value in chosen.items() if value is not None},
        "reasoning_format": "none",  # the raw reply keeps its tags; `channels` splits them
        "stream": True,
        "stream_options": {"include_usage": True},
        "return_progress": True,  # chunks while the prompt is read too, so that it can be broken off there
    }


def _processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS or Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
