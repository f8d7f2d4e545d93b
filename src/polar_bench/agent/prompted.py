"""The prompted agent: a chat model with one system message, built from the brief alone."""

from __future__ import annotations

from collections.abc import Sequence

from polar_bench.agent.port import AgentFactory
from polar_bench.agent.prompts import Prompt, load_prompts
from polar_bench.agent.views import SPOKEN, View
from polar_bench.model.port import ChatModel, ChatRequest, Message, Sampling
from polar_bench.sample import Sample, trusted_brief
from polar_bench.trial import Speaker, Turn


class PromptedAgent:
    """A chat model in the trusted agent's place."""

    def __init__(
        self, model: ChatModel, system: str, sampling: Sampling, *, view: View = SPOKEN, conversation: str = ""
    ) -> None:
        self._model = model
        self._system = Message("system", system)
        self._sampling = sampling
        self._view = view
        self._conversation = conversation

    async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
        """Ask the model with the dialogue so far; raises what the model raises."""
        messages = (self._system, *self._view.history(turns, Speaker.TRUSTED))
        answer = await self._model.complete(ChatRequest(messages, self._sampling, seed, self._conversation))
        return self._view.turn(answer, Speaker.TRUSTED)


def prompted(
    model: ChatModel,
    sampling: Sampling = Sampling(),
    prompt: Prompt | None = None,
    view: View = SPOKEN,
) -> AgentFactory:
    """Return the factory of prompted agents on `model`: all they know of a sample is its brief."""
    template = prompt or load_prompts("polar")["trusted"]

    def make(sample: Sample) -> PromptedAgent:
        brief = trusted_brief(sample)
        # released-benchmark.md: the task is stripped, the other two are not
        values = {"document": brief.document, "policy": brief.policy, "task": brief.task.strip()}
        return PromptedAgent(model, template.fill(values), sampling, view=view, conversation=sample.id)

    return make
