"""The prompted agent: what it asks its model, and what it makes of the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.agent.prompted import PromptedAgent, history, prompted, trusted_prompt, turn_from
from polar_bench.agent.prompts import prompt
from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling
from polar_bench.sample import Document, Sample
from polar_bench.trial import Flag, Speaker, Turn
from tests.support.samples import sample

_VARIABLES = frozenset({"document", "policy", "task"})


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
    agent = PromptedAgent(model, "You act.", Sampling(max_tokens=9), "c-1")

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


@pytest.mark.parametrize("silence", ["", " ", "\n\t"])
def test_silent_turn_leaves_no_message_and_the_next_text_joins(silence: str) -> None:
    turns = [_attacker("When?"), _trusted(silence), _attacker("Hello?")]

    assert [Message("user", "When?\n\nHello?")] == history(turns)


def test_silence_all_along_is_one_user_message() -> None:
    turns = [_attacker("a"), _trusted(""), _attacker("b"), _trusted(""), _attacker("c")]

    assert [Message("user", "a\n\nb\n\nc")] == history(turns)


def test_silence_amid_replies_keeps_the_order() -> None:
    turns = [_attacker("a"), _trusted("x"), _attacker("b"), _trusted(""), _attacker("c"), _trusted("y"), _attacker("d")]

    expected = [
        Message("user", "a"),
        Message("assistant", "x"),
        Message("user", "b\n\nc"),
        Message("assistant", "y"),
        Message("user", "d"),
    ]
    assert expected == history(turns)


def test_nothing_said_yet_is_no_message() -> None:
    assert [] == history([])


def test_reasoning_and_raw_text_stay_out_of_the_history() -> None:
    turns = [_attacker("When?"), _trusted("Friday.", "Orm", "<think>Orm</think>Friday."), _attacker("Where?")]

    assert [Message("user", "When?"), Message("assistant", "Friday."), Message("user", "Where?")] == history(turns)


def test_turn_that_was_only_thought_is_silent_in_the_history() -> None:
    turns = [_attacker("When?"), _trusted("", "Orm", "<think>Orm</think>"), _attacker("Hello?")]

    assert [Message("user", "When?\n\nHello?")] == history(turns)


_turn = st.builds(Turn, st.sampled_from(Speaker), st.sampled_from(["", " ", "Orm", "Friday.", "a\n\nb"]))


@given(st.lists(_turn))
def test_roles_take_turns_and_no_word_is_lost(turns: list[Turn]) -> None:
    messages = history(turns)

    roles = [message.role for message in messages]
    words = [word for turn in turns for word in turn.text.split()]
    assert words == [word for message in messages for word in message.content.split()]
    assert [] == [pair for pair in pairwise(roles) if pair[0] == pair[1]]


def test_prompt_holds_document_policy_and_task_and_nothing_else_of_the_sample() -> None:
    case = msgspec.structs.replace(sample(), document=Document("The file.", "secret-form", "secret-noise"))
    template = prompt("mine", "{document}|{policy}|{task}", _VARIABLES)
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
    expected = trusted_prompt().text.replace("{task}", case.task.text).replace("{policy}", case.policy.text)

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


def test_reply_becomes_a_turn_with_all_that_the_endpoint_said() -> None:
    answer = ChatReply("<think>Orm</think>Friday.", "Friday.", "Orm", "stop", False, 11, 7)

    expected = Turn(Speaker.TRUSTED, "Friday.", "<think>Orm</think>Friday.", "Orm", "stop", (), 11, 7)
    assert expected == turn_from(answer)


def test_raw_text_is_kept_only_where_it_differs() -> None:
    turn = turn_from(_said("Friday."))

    assert (None, "Friday.") == (turn.raw, turn.raw_text)


@pytest.mark.parametrize(
    ("answer", "flags"),
    [
        (ChatReply("Friday.", "Friday.", finish="stop"), ()),
        (ChatReply("Friday.", "Friday."), ()),
        (ChatReply("", "", finish="stop"), (Flag.SILENT,)),
        (ChatReply(" \n", " \n", finish="stop"), (Flag.SILENT,)),
        (ChatReply("<think>Orm</think>", "", "Orm", "stop"), (Flag.SILENT,)),
        (ChatReply("Frid", "Frid", finish="length"), (Flag.CUT,)),
        (ChatReply("Frid", "Frid", finish="max_tokens"), (Flag.CUT,)),
        (ChatReply("Frid", "Frid", finish="MAX_TOKENS"), (Flag.CUT,)),
        (ChatReply("Frid", "Frid", finish="model_length"), (Flag.CUT,)),
        (ChatReply("No.", "No.", finish="stop", is_refusal_field=True), (Flag.REFUSAL_FIELD,)),
        (ChatReply("N", "N", finish="length", is_refusal_field=True), (Flag.CUT, Flag.REFUSAL_FIELD)),
    ],
)
def test_turn_is_flagged(answer: ChatReply, flags: tuple[Flag, ...]) -> None:
    assert flags == turn_from(answer).flags
