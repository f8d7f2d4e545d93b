"""The prompted agent: what it asks its model, and what it makes of the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from polar_bench.agent.prompted import PromptedAgent, prompted
from polar_bench.agent.prompts import Prompt, shipped
from polar_bench.agent.views import RAW
from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling
from polar_bench.sample import Document, Sample
from polar_bench.trial import Speaker, Turn
from tests.support.samples import sample


class Recorder:
    """A model that gives one reply and keeps what it was asked."""

    name = "test/recorder"

    def __init__(self, reply: ChatReply | ModelFailure) -> None:
        self._reply = reply
        self.asked: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        if isinstance(self._reply, ModelFailure):
            raise self._reply
        return self._reply


def _said(text: str) -> ChatReply:
    return ChatReply(raw=text, reply=text, finish="stop")


def _attacker(text: str) -> Turn:
    return Turn(Speaker.ATTACKER, text)


def _trusted(text: str, reasoning: str = "", raw: str | None = None) -> Turn:
    return Turn(Speaker.TRUSTED, text, raw, reasoning)


def _asked_of(case: Sample, turns: Sequence[Turn], seed: int = 5) -> ChatRequest:
    model = Recorder(_said("Friday."))
    asyncio.run(prompted(model)(case).reply(turns, seed))
    return model.asked[0]


def test_request_is_the_system_message_then_the_dialogue() -> None:
    model = Recorder(_said("Friday."))
    agent = PromptedAgent(model, "You act.", Sampling(max_tokens=9), conversation="c-1")

    asyncio.run(agent.reply([_attacker("When?"), _trusted("Soon."), _attacker("So?")], 5))

    messages = (
        Message("system", "You act."),
        Message("user", "When?"),
        Message("assistant", "Soon."),
        Message("user", "So?"),
    )
    assert [ChatRequest(messages, Sampling(max_tokens=9), 5, "c-1")] == model.asked


def test_failure_of_the_model_is_the_failure_of_the_turn() -> None:
    failure = ModelFailure(Unassessed.TIMEOUT, "late")

    with pytest.raises(ModelFailure) as caught:
        asyncio.run(PromptedAgent(Recorder(failure), "You act.", Sampling()).reply([_attacker("When?")], 5))

    assert failure is caught.value


def test_prompt_holds_document_policy_and_task_and_nothing_else_of_the_sample() -> None:
    case = msgspec.structs.replace(sample(), document=Document("The file.", "secret-form", "secret-noise"))
    template = Prompt("mine", "{document}|{policy}|{task}")
    model = Recorder(_said("Friday."))

    asyncio.run(prompted(model, Sampling(), template)(case).reply([_attacker("When?")], 5))

    expected = (Message("system", "The file.|Keep town and trade.|Book a visit."), Message("user", "When?"))
    assert expected == model.asked[0].messages


def test_no_value_reaches_the_shipped_prompt_but_by_the_document() -> None:
    case = msgspec.structs.replace(sample(), document=Document("The file.", "note", "low"))

    asked = _asked_of(case, [_attacker("When?")])

    told = "\n".join(message.content for message in asked.messages)
    hidden = [*(a.value for a in case.attributes), *(turn.text for turn in case.script), case.id, case.domain]
    assert [] == [text for text in hidden if text in told]


@pytest.mark.parametrize("text", ["{policy}", "{task} {document}", "{", '{"a": {"b": 1}}', r"\1 \g<1>", "{unknown}"])
def test_braces_in_a_document_are_text(text: str) -> None:
    case = msgspec.structs.replace(sample(), document=Document(text, "note", "low"))
    template = shipped("polar", "trusted").strip()
    expected = template.replace("{task}", case.task.text).replace("{policy}", case.policy.text)

    asked = _asked_of(case, [_attacker("When?")])

    assert expected.replace("{document}", text) == asked.messages[0].content


def test_conversation_is_one_for_a_dialogue_and_another_for_another_sample() -> None:
    turns = [_attacker("When?")]
    longer = [*turns, _trusted("Soon."), _attacker("So?")]
    first, second = sample("medical-1"), sample("medical-2")

    conversations = [
        _asked_of(first, turns).conversation,
        _asked_of(first, longer, seed=6).conversation,
        _asked_of(second, turns).conversation,
    ]
    assert [True, False] == [conversations[0] == other for other in conversations[1:]]


def test_task_loses_its_outer_white_space_and_document_and_policy_keep_theirs() -> None:
    case = sample()
    case = msgspec.structs.replace(
        case,
        document=Document(" file\n", "note", "low"),
        policy=msgspec.structs.replace(case.policy, text="\tkeep "),
        task=msgspec.structs.replace(case.task, text="\n book \n"),
    )
    model = Recorder(_said("Friday."))
    asyncio.run(prompted(model, Sampling(), Prompt("mine", "[{document}|{policy}|{task}]"))(case).reply([], 5))

    assert "[ file\n|\tkeep |book]" == model.asked[0].messages[0].content


def test_the_view_decides_what_is_shown_and_what_a_reply_is() -> None:
    model = Recorder(ChatReply("<think>Orm</think>Friday.", "Friday.", "Orm"))
    turns = [_attacker("When?"), _trusted(""), _attacker("Hello?")]
    said = [
        asyncio.run(prompted(model, **view)(sample()).reply(turns, 5)).text  # type: ignore[arg-type] # one option
        for view in ({}, {"view": RAW})
    ]

    assert ["Friday.", "<think>Orm</think>Friday."] == said
    assert [2, 4] == [len(request.messages) for request in model.asked]
