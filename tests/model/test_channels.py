"""What the other side reads of a reply, and what the model only thought."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.model.channels import Channels, content_text, split, split_text

_SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "channels.jsonl"
_MEGABYTE = 1_000_000


class Case(NamedTuple):
    name: str
    message: dict[str, Any]
    reply: str
    reasoning: str


def _shared() -> list[Case]:
    if not _SHARED.exists():
        return []
    rows = (json.loads(line) for line in _SHARED.read_text(encoding="utf-8").splitlines() if line.strip())
    return [Case(row["name"], row["message"], row["reply"], row["reasoning"]) for row in rows]


def _text(name: str, content: str, reply: str, reasoning: str) -> Case:
    return Case(name, {"content": content}, reply, reasoning)


def _id(case: Case) -> str:
    return case.name


_PLAIN = (
    "Good evening, Saturday suits him.",
    "Is 3 < 5 and 7 > 2? Yes: <b>both</b>.",
    "I think so; thinking takes time.",
    "Write `<think>` and `</think>` around it.",
    "The docs use ``<think>`` and ``</think>``.",
    "Like so:\n```xml\n<think>\nplan\n</think>\n```\nThat's all.",
    "```\n</reasoning>\n```\nis the end of a block.",
    "Cut in code:\n```html\n<think>",
    "He wrote <thought> on the board.",
    "A turn ends with `<|end|>` there.",
    "The token `<|channel|>` names a channel; `<|message|>` opens the body.",
    "`<|channel|>analysis<|message|>` starts it.",
    "[think] is no tag, and [reasoning] neither.",
    "The analysis is done.",
    "  two spaces before, one line after\n",
    "<thinker>me</thinker>",
    "<!-- think -->",
)

_TAGGED = (
    _text(
        "closed",
        "<think>Ilva lives in Orm.</think>\n\nHe comes on Friday.",
        "He comes on Friday.",
        "Ilva lives in Orm.",
    ),
    _text("closed in mixed case", "<Think>Orm</tHiNk>Friday.", "Friday.", "Orm"),
    _text("thought tag", "<thought>Orm</thought> Friday.", "Friday.", "Orm"),
    _text("empty block", "<think>\n\n</think>\n\nFriday.", "Friday.", ""),
    _text("white space before the block", "\n <think>Orm</think>Friday.", "Friday.", "Orm"),
    _text("block after text", "Hello. <think>Orm</think> Friday.", "Hello.  Friday.", "Orm"),
    _text("three blocks", "<think>a</think>x<think>b</think>y<think>c</think>z", "xyz", "a\nb\nc"),
    _text("two names", "<think>a</think><reasoning>b</reasoning>Friday.", "Friday.", "a\nb"),
    _text(
        "nested names", "<think>a <reasoning>b</reasoning> c</think>Friday.", "Friday.", "a <reasoning>b</reasoning> c"
    ),
    _text("nested same name", "<think>a <think>b</think> c</think>Friday.", "Friday.", "a <think>b</think> c"),
    _text("opened twice, closed once", "<think>\n<think>Orm</think>Friday.", "Friday.", "<think>Orm"),
    _text("opened and closed by other names", "<think>Orm</thinking>Friday.", "Friday.", "Orm"),
    _text("unclosed", "<reasoning>\nOrm is where she", "", "Orm is where she"),
    _text("unclosed after a block", "<think>a</think>\n<think>Orm is", "", "a\nOrm is"),
    _text("headless", "So Orm stays out.</think>Friday.", "Friday.", "So Orm stays out."),
    _text("headless with nothing said", "So Orm stays out.\n</thinking>\n", "", "So Orm stays out."),
    _text("headless, then a spoken tag", "Orm.</think>Use <think> rarely.", "Use <think> rarely.", "Orm."),
    _text(
        "headless with a fence",
        "I send\n```json\n{}\n```\nok\n</think>\nFriday.",
        "Friday.",
        "I send\n```json\n{}\n```\nok",
    ),
    _text("headless with a fence never closed", "Orm\n```json\n{\n</think>\nFriday.", "Friday.", "Orm\n```json\n{"),
    _text("headless with a lone backtick", "not ` here\n</think>\nFriday.", "Friday.", "not ` here"),
    _text(
        "headless that quotes its end", "I end with `</think>`.\n</think>Friday.", "Friday.", "I end with `</think>`."
    ),
    _text(
        "closed that quotes its end",
        "<think>`</think>` ends it, Orm.</think>Friday.",
        "Friday.",
        "`</think>` ends it, Orm.",
    ),
    _text("closed with a fence", "<think>```py\nx = 1\n```\nOrm</think>Friday.", "Friday.", "```py\nx = 1\n```\nOrm"),
    _text("fence open in both", "<think>```\nOrm</think>Look:\n```\nx\n```\n", "Look:\n```\nx\n```", "```\nOrm"),
    _text("code after the block", "<think>Orm</think>Use `<think>`.", "Use `<think>`.", "Orm"),
    _text("spoken, then unlike end", "Say <think> or </thought>.", "Say <think> or </thought>.", ""),
    _text("upper-case brackets of Magistral", "[THINK]Orm[/THINK]Friday.", "Friday.", "Orm"),
    _text("tags of Seed", "<seed:think>Orm</seed:think>Friday.", "Friday.", "Orm"),
    _text("tags of Kimi", "◁think▷Orm◁/think▷Friday.", "Friday.", "Orm"),
)

_HEAD = "<|start|>assistant<|channel|>"
_HARMONY = (
    _text("final alone", "<|channel|>final<|message|>Friday.<|return|>", "Friday.", ""),
    _text("role without a channel", "<|start|>assistant<|message|>Friday.<|end|>", "Friday.", ""),
    _text("role and analysis", f"{_HEAD}analysis<|message|>Orm<|end|>{_HEAD}final<|message|>Friday.", "Friday.", "Orm"),
    _text(
        "commentary is no reply",
        f"{_HEAD}commentary<|message|>calls<|end|>{_HEAD}final<|message|>Friday.",
        "Friday.",
        "calls",
    ),
    _text(
        "tool call",
        "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>",
        "",
        "{}",
    ),
    _text(
        "all three",
        f"<|channel|>analysis<|message|>a<|end|>{_HEAD}commentary<|message|>b<|end|>{_HEAD}final<|message|>c<|return|>",
        "c",
        "a\nb",
    ),
    _text("missing final", "<|channel|>analysis<|message|>Orm<|end|>", "", "Orm"),
    _text("cut in the analysis", "<|channel|>analysis<|message|>Orm is where", "", "Orm is where"),
    _text("cut in the header", "<|channel|>analysis", "", ""),
    _text("cut after the role", "<|channel|>analysis<|message|>Orm<|end|><|start|>assistant", "", "Orm"),
    _text("constrained final", "<|channel|>final<|constrain|>JSON<|message|>{}<|return|>", "{}", ""),
    _text(
        "channel in upper case",
        "<|channel|>ANALYSIS<|message|>Orm<|end|><|channel|>Final<|message|>Friday.",
        "Friday.",
        "Orm",
    ),
    _text(
        "template opened the channel", f"analysis<|message|>Orm<|end|>{_HEAD}final<|message|>Friday.", "Friday.", "Orm"
    ),
    _text("template opened the body", f"Orm<|end|>{_HEAD}final<|message|>Friday.<|return|>", "Friday.", "Orm"),
    _text("head taken by the server", "Friday.<|return|>", "Friday.", ""),
    _text("markers dropped by the server", "analysisOrm stays out.assistantfinalFriday.", "Friday.", "Orm stays out."),
    _text("reply with code", "<|channel|>final<|message|>Run:\n```\nls\n```<|end|>", "Run:\n```\nls\n```", ""),
)

_SHAPES = (
    Case("null content", {"content": None}, "", ""),
    Case("no content", {"role": "assistant"}, "", ""),
    Case("refusal beside null", {"content": None, "refusal": "That I can't do."}, "That I can't do.", ""),
    Case("refusal beside empty text", {"content": "", "refusal": "No."}, "No.", ""),
    Case("refusal beside empty parts", {"content": [{"type": "text", "text": ""}], "refusal": "No."}, "No.", ""),
    Case("text wins over refusal", {"content": "Friday.", "refusal": "No."}, "Friday.", ""),
    Case("refusal of another type", {"content": None, "refusal": {"no": 1}}, "", ""),
    Case(
        "both fields, the same",
        {"content": "Friday.", "reasoning": "Orm", "reasoning_content": "Orm"},
        "Friday.",
        "Orm",
    ),
    Case("both fields, unlike", {"content": "Friday.", "reasoning": "b", "reasoning_content": "a"}, "Friday.", "a\nb"),
    Case(
        "field and tags, the same",
        {"content": "<think>Orm</think>Friday.", "reasoning_content": "Orm"},
        "Friday.",
        "Orm",
    ),
    Case("field and tags, unlike", {"content": "<think>b</think>Friday.", "reasoning": "a"}, "Friday.", "a\nb"),
    Case("empty field", {"content": "Friday.", "reasoning_content": "", "reasoning": "Orm"}, "Friday.", "Orm"),
    Case("field of another type", {"content": "Friday.", "reasoning": ["Orm"]}, "Friday.", ""),
    Case(
        "parts with a picture",
        {"content": [{"type": "image_url", "image_url": {}}, {"type": "text", "text": "Friday."}]},
        "Friday.",
        "",
    ),
    Case("parts as plain texts", {"content": ["Fri", "day."]}, "Friday.", ""),
    Case(
        "parts of other types",
        {"content": [None, 3, [], True, {"type": "text", "text": 4}, {"text": "Friday."}]},
        "Friday.",
        "",
    ),
    Case("refusal part", {"content": [{"type": "refusal", "refusal": "No."}]}, "No.", ""),
    Case("tags across parts", {"content": [{"text": "<think>Or"}, {"text": "m</think>Friday."}]}, "Friday.", "Orm"),
    Case(
        "thinking part of parts",
        {
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Orm"}]},
                {"type": "text", "text": "Friday."},
            ]
        },
        "Friday.",
        "Orm",
    ),
    Case(
        "thinking part",
        {"content": [{"type": "thinking", "thinking": "Orm"}, {"type": "text", "text": "Friday."}]},
        "Friday.",
        "Orm",
    ),
    Case(
        "reasoning part",
        {"content": [{"type": "reasoning", "text": "Orm"}, {"type": "text", "text": "Friday."}]},
        "Friday.",
        "Orm",
    ),
)


@pytest.mark.parametrize("case", _shared(), ids=_id)
def test_shared_case(case: Case) -> None:
    assert Channels(case.reply, case.reasoning) == split(case.message)


@pytest.mark.parametrize("case", [*_TAGGED, *_HARMONY, *_SHAPES], ids=_id)
def test_message_is_split(case: Case) -> None:
    assert Channels(case.reply, case.reasoning) == split(case.message)


@pytest.mark.parametrize("text", _PLAIN)
def test_text_that_only_speaks_of_tags_is_a_reply_as_it_stands(text: str) -> None:
    assert Channels(text, "") == split_text(text)


def test_raw_content_keeps_the_tags() -> None:
    text = "<think>Orm</think>Friday."

    assert text == content_text({"content": text})


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_marks = ("<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|return|>", "<|call|>", "<|constrain|>")
_tags = ("<think>", "</think>", "<thinking>", "</thinking>", "<reasoning>", "</thought>", "[THINK]", "[/THINK]")
_other = ("`", "``", "```", "\n```\n", "\n", " ", "Orm", "assistantfinal", "analysis", "final", "\ud83d")
_pieces = st.sampled_from((*_marks, *_tags, *_other))
_part = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "thinking", "reasoning", "refusal"]) | _json,
        "text": _json,
        "thinking": _json | st.lists(st.fixed_dictionaries({"text": st.text(max_size=5)})),
        "refusal": _json,
    },
)
_content = st.lists(_pieces, max_size=12).map("".join) | _json | st.lists(_part | _json, max_size=4)


@settings(deadline=None, max_examples=60)
@given(
    st.fixed_dictionaries(
        {}, optional={"content": _content, "reasoning": _json, "reasoning_content": _json, "refusal": _json}
    )
)
def test_no_message_is_too_strange(message: dict[str, Any]) -> None:
    reply, reasoning = split(message)

    assert (True, True) == (isinstance(reply, str), isinstance(reasoning, str))


@settings(deadline=None, max_examples=60)
@given(st.lists(_pieces, max_size=12).map("".join))
def test_what_is_said_and_thought_stands_in_the_text(text: str) -> None:
    reply, reasoning = split_text(text)

    assert text.count("Orm") >= reply.count("Orm") + reasoning.count("Orm")


@settings(deadline=None, max_examples=60)
@given(
    st.text().filter(
        lambda text: "<" not in text and "◁" not in text and "[" not in text and "assistantfinal" not in text
    )
)
def test_text_without_a_tag_is_never_changed(text: str) -> None:
    assert Channels(text, "") == split_text(text)


_crumbs = st.sampled_from(
    ("<", ">", "</", "|", "[", "]", "`", "```", "\n", " ", "think", "THINK", "reasoning", "analysis", "message", "Orm")
)
_a_tag = re.compile(r"[<\[]/?(think|reasoning)[>\]]|\|>", re.IGNORECASE)


@settings(deadline=None, max_examples=60)
@given(st.lists(_crumbs, max_size=12).map("".join).filter(lambda text: not _a_tag.search(text)))
def test_crumbs_of_tags_are_text(text: str) -> None:
    assert Channels(text, "") == split_text(text)


_words = st.lists(st.sampled_from(["Orm", "is", "far", ".", "`", "```", "\n", "3 < 4", "{}"]), max_size=8).map(" ".join)


@settings(deadline=None, max_examples=60)
@given(_words, _words)
def test_a_closed_block_at_the_start_parts_thought_from_reply(thought: str, reply: str) -> None:
    expected = Channels(reply.strip(), thought.strip())

    assert expected == split_text(f"<think>{thought}</think>{reply}")


_hostile_tags = ("<think>", "</think>", "<think></thinking>", "`<think>")
_hostile_code = ("`", "`\n", "``` ", "```\n", "```a", "<", "[", "\n   ")
_hostile_marks = ("<|channel|>", "x<|end|>", "<|channel|>analysis<|message|>a<|end|>", "<|channel|>" + "a" * 239)


@pytest.mark.parametrize("unit", [*_hostile_tags, *_hostile_code, *_hostile_marks])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    text = unit * (_MEGABYTE // len(unit))
    began = time.process_time()

    split_text(text)

    assert time.process_time() - began < 10  # some 1 s; quadratic time takes hours


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(" " * _MEGABYTE + "<think>", id="white space before"),
        pytest.param("<think>" + " " * _MEGABYTE, id="white space within"),
        pytest.param("<think>" * 40_000 + " " * 400_000 + "</think>" * 40_000, id="deep nest"),
        pytest.param("".join("`" * length + "\n" for length in range(1_400, 2, -1)), id="ever shorter fences"),
        pytest.param("<|start|>" + "a" * _MEGABYTE, id="long role"),
        pytest.param("<|channel|>" + "a" * _MEGABYTE, id="long channel"),
    ],
)
def test_hostile_shape_takes_linear_time(text: str) -> None:
    began = time.process_time()

    split_text(text)

    assert time.process_time() - began < 10  # some 1 s; quadratic time takes hours
