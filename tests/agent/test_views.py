"""How a dialogue is shown to either side, and what a reply becomes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.agent.views import RAW, SPOKEN, View, raw_history, raw_turn, spoken_history, spoken_turn
from polar_bench.model.port import ChatReply, Message
from polar_bench.trial import Flag, Speaker, Turn

VIEWS = {"spoken": SPOKEN, "raw": RAW}
each_view = pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)


def said(text: str) -> ChatReply:
    return ChatReply(raw=text, reply=text, finish="stop")


def attacker(text: str) -> Turn:
    return Turn(Speaker.ATTACKER, text)


def trusted(text: str, reasoning: str = "", raw: str | None = None) -> Turn:
    return Turn(Speaker.TRUSTED, text, raw, reasoning)


def seen_by_trusted(turns: list[Turn]) -> list[Message]:
    return spoken_history(turns, Speaker.TRUSTED)


_turn = st.builds(Turn, st.sampled_from(Speaker), st.sampled_from(["", " ", "Orm", "Friday.", "a\n\nb"]))
_dialogue = st.lists(_turn)


# Both views


@each_view
def test_who_looks_sees_their_own_turns_as_the_assistants(view: View) -> None:
    turns = [attacker("When?"), trusted("Soon."), attacker("So?")]

    assert [Message("user", "When?"), Message("assistant", "Soon."), Message("user", "So?")] == view.history(
        turns, Speaker.TRUSTED
    )
    assert [Message("assistant", "When?"), Message("user", "Soon."), Message("assistant", "So?")] == view.history(
        turns, Speaker.ATTACKER
    )


@each_view
@given(turns=_dialogue)
def test_the_two_sides_see_one_dialogue_with_roles_exchanged(view: View, turns: list[Turn]) -> None:
    exchanged = {"user": "assistant", "assistant": "user"}
    other = [(exchanged[message.role], message.content) for message in view.history(turns, Speaker.ATTACKER)]

    assert [(message.role, message.content) for message in view.history(turns, Speaker.TRUSTED)] == other


@each_view
@given(turns=_dialogue)
def test_no_word_is_lost_or_added(view: View, turns: list[Turn]) -> None:
    words = [word for turn in turns for word in turn.text.split()]

    assert words == [word for message in view.history(turns, Speaker.TRUSTED) for word in message.content.split()]


@each_view
def test_nothing_said_yet_is_no_message(view: View) -> None:
    assert [] == view.history([], Speaker.TRUSTED)


@each_view
@pytest.mark.parametrize("speaker", Speaker)
def test_reply_becomes_a_turn_of_its_speaker_with_all_that_the_endpoint_said(view: View, speaker: Speaker) -> None:
    turn = view.turn(ChatReply("Friday.", "Friday.", "Orm", "stop", False, 11, 7), speaker)

    assert Turn(speaker, "Friday.", None, "Orm", "stop", (), 11, 7) == turn
    assert "Friday." == turn.raw_text


@each_view
@pytest.mark.parametrize(
    ("answer", "flags"),
    [
        (ChatReply("Friday.", "Friday.", finish="stop"), ()),
        (ChatReply("Friday.", "Friday."), ()),
        (ChatReply("", "", finish="stop"), (Flag.SILENT,)),
        (ChatReply(" \n", " \n", finish="stop"), (Flag.SILENT,)),
        (ChatReply("Frid", "Frid", finish="length"), (Flag.CUT,)),
        (ChatReply("Frid", "Frid", finish="max_tokens"), (Flag.CUT,)),
        (ChatReply("Frid", "Frid", finish="MAX_TOKENS"), (Flag.CUT,)),
        (ChatReply("Frid", "Frid", finish="model_length"), (Flag.CUT,)),
        (ChatReply("No.", "No.", finish="stop", is_refusal_field=True), (Flag.REFUSAL_FIELD,)),
        (ChatReply("N", "N", finish="length", is_refusal_field=True), (Flag.CUT, Flag.REFUSAL_FIELD)),
    ],
)
def test_turn_is_flagged(view: View, answer: ChatReply, flags: tuple[Flag, ...]) -> None:
    assert flags == view.turn(answer, Speaker.TRUSTED).flags


# Spoken: protocol polar


@pytest.mark.parametrize("silence", ["", " ", "\n\t"])
def test_silent_turn_leaves_no_message_and_the_next_text_joins(silence: str) -> None:
    turns = [attacker("When?"), trusted(silence), attacker("Hello?")]

    assert [Message("user", "When?\n\nHello?")] == seen_by_trusted(turns)


def test_silence_all_along_is_one_user_message() -> None:
    turns = [attacker("a"), trusted(""), attacker("b"), trusted(""), attacker("c")]

    assert [Message("user", "a\n\nb\n\nc")] == seen_by_trusted(turns)


def test_silence_amid_replies_keeps_the_order() -> None:
    turns = [attacker("a"), trusted("x"), attacker("b"), trusted(""), attacker("c"), trusted("y"), attacker("d")]

    expected = [
        Message("user", "a"),
        Message("assistant", "x"),
        Message("user", "b\n\nc"),
        Message("assistant", "y"),
        Message("user", "d"),
    ]
    assert expected == seen_by_trusted(turns)


def test_reasoning_and_raw_text_stay_out_of_the_spoken_history() -> None:
    turns = [attacker("When?"), trusted("Friday.", "Orm", "<think>Orm</think>Friday."), attacker("Where?")]

    assert [Message("user", "When?"), Message("assistant", "Friday."), Message("user", "Where?")] == seen_by_trusted(
        turns
    )


def test_turn_that_was_only_thought_is_silent_in_the_spoken_history() -> None:
    turns = [attacker("When?"), trusted("", "Orm", "<think>Orm</think>"), attacker("Hello?")]

    assert [Message("user", "When?\n\nHello?")] == seen_by_trusted(turns)


@given(_dialogue, st.sampled_from(Speaker))
def test_spoken_roles_take_turns(turns: list[Turn], viewer: Speaker) -> None:
    roles = [message.role for message in spoken_history(turns, viewer)]

    assert [] == [pair for pair in pairwise(roles) if pair[0] == pair[1]]


def test_spoken_text_is_the_reply_as_it_is_and_the_raw_text_is_kept_beside_it() -> None:
    answer = ChatReply("<think>Orm</think> Friday.\n", " Friday.\n", "Orm", "stop", False, 11, 7)

    expected = Turn(Speaker.TRUSTED, " Friday.\n", "<think>Orm</think> Friday.\n", "Orm", "stop", (), 11, 7)
    assert expected == spoken_turn(answer, Speaker.TRUSTED)


def test_a_reply_that_was_only_thought_is_spoken_silence() -> None:
    answer = ChatReply("<think>Orm</think>", "", "Orm", "stop")

    assert (Flag.SILENT,) == spoken_turn(answer, Speaker.TRUSTED).flags


# Raw: protocol released. What the released evaluator keeps of a reply in its history stands in this table alone.


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Friday.", "Friday."),
        (" \n Friday.\n", "Friday."),
        ("<think>Orm</think>Friday.", "<think>Orm</think>Friday."),
        ("<think>Orm", "<think>Orm"),
        ("<|channel|>analysis<|message|>Orm<|end|><|channel|>final<|message|>Friday.<|end|>", "Friday."),
        ("", ""),
        (" \n", ""),
    ],
)
def test_raw_text_of_a_turn(raw: str, text: str) -> None:
    turn = raw_turn(ChatReply(raw, "what the other side would read", "Orm"), Speaker.TRUSTED)

    assert (text, None if raw == text else raw) == (turn.text, turn.raw)
    assert raw == turn.raw_text


@given(_dialogue, st.sampled_from(Speaker))
def test_every_turn_leaves_a_message_in_the_raw_history(turns: list[Turn], viewer: Speaker) -> None:
    expected = [
        Message(
            "assistant" if turn.role is viewer else "user",
            turn.text.strip() if turn.role is Speaker.TRUSTED else turn.text,
        )
        for turn in turns
    ]

    assert expected == raw_history(turns, viewer)


def test_tags_that_were_broken_when_a_reply_came_are_cleaned_once_more_in_the_raw_history() -> None:
    broken = raw_turn(ChatReply("<|mess<|end|>age|>Friday.", ""), Speaker.TRUSTED)
    theirs = Turn(Speaker.ATTACKER, broken.text)

    assert "<|message|>Friday." == broken.text
    assert [Message("assistant", "Friday."), Message("user", "<|message|>Friday.")] == raw_history(
        [broken, theirs], Speaker.TRUSTED
    )
