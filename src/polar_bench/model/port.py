"""The port that every model stands behind: one async method.

An adapter takes a `ChatRequest` and returns a `ChatReply`, or raises `ModelFailure` with the reason; it
retries by itself where that may help. No provider's name stands outside this package.
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec


class Message(msgspec.Struct, frozen=True):
    """One chat message."""

    role: Literal["system", "user", "assistant"]
    content: str


class Sampling(msgspec.Struct, frozen=True, omit_defaults=True):
    """How replies are drawn; None leaves a field out of the request. `max_tokens` >= 1, others as usual."""

    temperature: float | None = 0.0
    top_p: float | None = None
    max_tokens: int | None = 2048


class ChatRequest(msgspec.Struct, frozen=True):
    """One call: messages, sampling, and a seed in [0, 2**31).

    `conversation` is the same for the calls of one dialogue: an adapter may use it to keep a prefix warm, and
    must not let it change the reply.
    """

    messages: tuple[Message, ...]
    sampling: Sampling
    seed: int | None
    conversation: str = ""


class ChatReply(msgspec.Struct, frozen=True):
    """What a model said.

    `raw` is the content exactly as given (reasoning tags included; parts and a refusal field joined to text),
    `reply` is what the other side reads, `reasoning` the reasoning channel. `finish` is the endpoint's finish
    reason or "". An empty reply that the model ended by itself is a reply, not a failure.
    """

    raw: str
    reply: str
    reasoning: str = ""
    finish: str = ""
    is_refusal_field: bool = False
    prompt_tokens: int = 0
    reply_tokens: int = 0


class ChatModel(Protocol):
    """A model that answers chat requests."""

    @property
    def name(self) -> str:
        """The name `provider/model` under which figures are reported."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer `request`.

        Raises:
            ModelFailure: no usable reply, after the retries that the adapter deems useful.
        """
