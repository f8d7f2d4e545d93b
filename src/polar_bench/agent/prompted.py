"""The prompted agent: a chat model with one system message, built from the brief alone."""

from __future__ import annotations

from collections.abc import Sequence

from polar_bench.agent.port import AgentFactory
from polar_bench.agent.prompts import Prompt, shipped
from polar_bench.model.port import ChatModel, ChatReply, ChatRequest, Message, Sampling
from polar_bench.sample import Sample, TrustedBrief, trusted_brief
from polar_bench.seeding import seed_for
from polar_bench.trial import Flag, Speaker, Turn

VARIABLES = frozenset({"document", "policy", "task"})
_CUT = ("length", "max_tokens", "model_length")


class PromptedAgent:
    """A chat model in the trusted agent's place."""

    def __init__(self, model: ChatModel, system: str, sampling: Sampling, conversation: str = "") -> None:
        self._model = model
        self._system = Message("system", system)
        self._sampling = sampling
        self._conversation = conversation

    async def reply(self, turns: Sequence[Turn], seed: int) -> Turn:
        """Ask the model with the dialogue so far; raises what the model raises."""
        messages = (self._system, *history(turns))
        answer = await self._model.complete(ChatRequest(messages, self._sampling, seed, self._conversation))
        return turn_from(answer)


def history(turns: Sequence[Turn]) -> list[Message]:
    """Return the dialogue as messages: attacker turns as user, replies (without reasoning) as assistant.

    A silent turn leaves no assistant message: the attacker's next text joins the last user message.
    """
    messages: list[Message] = []
    for turn in turns:
        role = "assistant" if turn.role is Speaker.TRUSTED else "user"
        if role == "assistant" and not turn.text.strip():
            continue
        if messages and messages[-1].role == role:
            messages[-1] = Message(messages[-1].role, f"{messages[-1].content}\n\n{turn.text}")
        else:
            messages.append(Message("assistant" if role == "assistant" else "user", turn.text))
    return messages


def turn_from(answer: ChatReply) -> Turn:
    """Return a model's reply as a turn of the trusted agent."""
    flags = [Flag.SILENT] if not answer.reply.strip() else []
    flags += [Flag.CUT] if answer.finish.lower() in _CUT else []
    flags += [Flag.REFUSAL_FIELD] if answer.is_refusal_field else []
    return Turn(
        role=Speaker.TRUSTED,
        text=answer.reply,
        raw=None if answer.raw == answer.reply else answer.raw,
        reasoning=answer.reasoning,
        finish=answer.finish,
        flags=tuple(flags),
        prompt_tokens=answer.prompt_tokens,
        reply_tokens=answer.reply_tokens,
    )


def trusted_prompt(protocol: str = "polar") -> Prompt:
    """Return the trusted agent's system prompt that ships for `protocol`."""
    return shipped(protocol, "trusted", VARIABLES)


def prompted(
    model: ChatModel,
    sampling: Sampling = Sampling(),
    prompt: Prompt | None = None,
) -> AgentFactory:
    """Return the factory of prompted agents on `model`: all they know of a sample is its brief."""
    template = prompt or trusted_prompt()

    def make(sample: Sample) -> PromptedAgent:
        brief: TrustedBrief = trusted_brief(sample)
        values = {"document": brief.document, "policy": brief.policy, "task": brief.task}
        conversation = f"{sample.id}-{seed_for(sample.id, model.name)}"
        return PromptedAgent(model, template.fill(values), sampling, conversation)

    return make
