"""Chat models that tests script: answers from a list or a function, with all that was asked kept."""

from __future__ import annotations

from collections.abc import Callable

from polar_bench.errors import ModelFailure
from polar_bench.model.port import ChatReply, ChatRequest

Said = str | ChatReply | ModelFailure


class Recorder:
    """A model that answers by its list, the last answer again and again, or by its function; keeps `asked`."""

    name = "test/recorder"

    def __init__(self, *answers: Said | Callable[[ChatRequest], Said]) -> None:
        self._answers = answers
        self.asked: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        answer = self._answers[min(len(self.asked), len(self._answers) - 1)]
        self.asked.append(request)
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, ModelFailure):
            raise answer
        return ChatReply(answer, answer, finish="stop") if isinstance(answer, str) else answer

    @property
    def told(self) -> str:
        """Every word that it was ever told."""
        return "\n".join(message.content for request in self.asked for message in request.messages)
