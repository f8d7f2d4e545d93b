"""A chat message, split into what the other side reads and what the model thought (DESIGN.md section 4).

Reads the message of a chat-completions choice as it comes: content as text, null or a list of parts,
reasoning in fields, in parts or in tags (closed, unclosed or headless), Harmony channels, a refusal field. A tag
that is only spoken of (inside code, or in mid-sentence and never closed) is text. All in linear time: a reply
may be long and hostile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

# <think>, and the same in the brackets of Magistral ([THINK]), Seed (<seed:think>) and Kimi (◁think▷)
_TAG = re.compile(
    r"(?:<|◁|\[(?=/?(?-i:THINK)\]))(?P<close>/?)(?:seed:)?(?P<name>think|thinking|reasoning|thought)[>▷\]]",
    re.IGNORECASE,
)
_CODE_OR_TAG = re.compile(
    r"(?P<fence>`{3,})[\w.+-]*[ \t]*(?:\n|\Z).*?(?:^[ ]{0,3}(?P<closed>(?P=fence))|\Z)"
    rf"|(?P<inline>`+[^`\n]*`+)|{_TAG.pattern}",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_HARMONY = re.compile(r"<\|(start|channel|message|end|return|call)\|>")
_IS_HARMONY = re.compile(
    r"\A\s*<\|start\|>\w{1,40}\s*(?:<\||\Z)|\A\s*<\|channel\|>\s?(?:analysis|commentary|final)\b"
    r"|\A\s*(?:analysis|commentary|final)\s?<\|message\|>"
    r"|(?<!`)<\|channel\|>\s?\w{1,40}+[^<`]{0,200}+(?:<\|constrain\|>[^<`]{0,200}+)?<\|message\|>"
)
_WORD = re.compile(r"\s*(\w*)")
_ENDINGS = ("<|end|>", "<|return|>", "<|call|>")
_REASONING_FIELDS = ("reasoning_content", "reasoning")
_REASONING_PARTS = ("thinking", "reasoning")


class Channels(NamedTuple):
    """What the other side reads, and the reasoning beside it."""

    reply: str
    reasoning: str


class _Tag(NamedTuple):
    """A tag's place in the text; `is_quoted` where it stands in code."""

    start: int
    end: int
    name: str
    is_closing: bool
    is_quoted: bool


def split(message: Mapping[str, Any]) -> Channels:
    """Split a chat message (`content`, `reasoning_content`, `reasoning`, `refusal`) into its two channels."""
    spoken, thought = split_text(content_text(message))
    fields = (message.get(field) for field in _REASONING_FIELDS)
    given = [field for field in fields if isinstance(field, str)]
    given.append("".join(_texts(message.get("content"), is_reasoning=True)))
    return Channels(spoken, _joined([*given, thought]))


def content_text(message: Mapping[str, Any]) -> str:
    """Return the message's content as one text: parts joined, and the refusal where there is no content."""
    content = "".join(_texts(message.get("content"), is_reasoning=False))
    refusal = message.get("refusal")
    return content or (refusal if isinstance(refusal, str) else "")


def split_text(text: str) -> Channels:
    """Split a reply's text by its reasoning tags or Harmony channels."""
    if "<" not in text and "[" not in text and "◁" not in text and not text.startswith("analysis"):
        return Channels(text, "")  # no tag and no marker begins otherwise
    if text.startswith("analysis") and "assistantfinal" in text:  # Harmony whose markers the server dropped
        thought, _, spoken = text.removeprefix("analysis").partition("assistantfinal")
        return Channels(spoken.strip(), thought.strip())
    if _IS_HARMONY.search(text):
        return _split_harmony(text)
    for ending in _ENDINGS:  # a block whose head the server took, and left its end
        text = text.removesuffix(ending)
    return _split_tags(text) if _TAG.search(text) else Channels(text, "")


def _texts(content: object, *, is_reasoning: bool) -> Iterator[str]:
    """Yield the texts of a message's content: those of its reasoning parts, or all others."""
    if isinstance(content, str):
        if not is_reasoning:
            yield content
        return
    for part in content if isinstance(content, list) else ():
        if isinstance(part, str) and not is_reasoning:
            yield part
        if not isinstance(part, dict) or (part.get("type") in _REASONING_PARTS) is not is_reasoning:
            continue
        fields = ("thinking", "reasoning", "text") if is_reasoning else ("text", "refusal")
        inner = next((part[field] for field in fields if part.get(field)), "")
        if isinstance(inner, str):
            yield inner
        elif is_reasoning and isinstance(inner, list):
            yield from (piece["text"] for piece in inner if _has_text(piece))


def _has_text(piece: object) -> bool:
    return isinstance(piece, dict) and isinstance(piece.get("text"), str)


def _joined(thoughts: list[str]) -> str:
    """Join what was thought, each thought once: some servers give it in two fields, or in a field and in tags."""
    return "\n".join(dict.fromkeys(thought.strip() for thought in thoughts if thought.strip()))


def _split_tags(text: str) -> Channels:
    tags = _tags(text)
    own_ends, any_ends = _ends(tags)
    spoken: list[str] = []
    thought: list[str] = []
    at, has_spoken = 0, False
    for index, tag in enumerate(tags):
        if tag.start < at or tag.is_quoted:
            continue
        if tag.is_closing:
            if not thought and not has_spoken:  # headless: the template opened the block, not the reply
                thought.append(text[: tag.start])
                at = tag.end
            continue
        end = own_ends.get(index)
        if end is None and not has_spoken:
            has_spoken = bool(text[at : tag.start].strip())
            end = None if has_spoken else any_ends.get(index, _Tag(len(text), len(text), "", True, False))
        if end is None:
            continue  # a tag that is only spoken of
        before = text[at : tag.start]
        has_spoken = has_spoken or bool(before.strip())
        spoken.append(before)
        thought.append(text[tag.end : end.start])
        at = end.end
    if not thought:
        return Channels(text, "")
    spoken.append(text[at:])
    return Channels("".join(spoken).strip(), "\n".join(part.strip() for part in thought if part.strip()))


def _tags(text: str) -> list[_Tag]:
    """Return all tags in order. Code is what is closed: a fence that never ends quotes nothing."""
    tags: list[_Tag] = []
    for found in _CODE_OR_TAG.finditer(text):
        if found["name"]:
            tags.append(_tag(found, False))
        else:
            is_code = found["closed"] is not None or found["inline"] is not None
            tags.extend(_tag(tag, is_code) for tag in _TAG.finditer(text, *found.span()))
    return tags


def _tag(found: re.Match[str], is_quoted: bool) -> _Tag:
    close, name = found.group("close", "name")
    return _Tag(*found.span(), name.lower(), close == "/", is_quoted)


def _ends(tags: list[_Tag]) -> tuple[dict[int, _Tag], dict[int, _Tag]]:
    """Return the closing tag of each opening one, by index: of its own name, and the next of any name.

    Pairs nest. An opening tag that finds no partner so (a template and a model that both open the block) ends at
    the next closing tag of its name: one outside code if there is one.
    """
    own: dict[int, _Tag] = {}
    of_any: dict[int, _Tag] = {}
    opened: dict[str, list[int]] = {}
    for index, tag in enumerate(tags):
        if tag.is_quoted:
            continue
        if not tag.is_closing:
            opened.setdefault(tag.name, []).append(index)
        elif opened.get(tag.name):
            own[opened[tag.name].pop()] = tag
    following: dict[tuple[str, bool], _Tag] = {}
    for index in range(len(tags) - 1, -1, -1):
        tag = tags[index]
        if tag.is_closing:
            following[tag.name, tag.is_quoted] = tag
            following["", tag.is_quoted] = tag
            continue
        next_own = following.get((tag.name, False)) or following.get((tag.name, True))
        if index not in own and next_own is not None:
            own[index] = next_own
        if ("", False) in following:
            of_any[index] = following["", False]
    return own, of_any


def _split_harmony(text: str) -> Channels:
    """Read Harmony blocks: a role, a channel, then after `<|message|>` a body up to the next marker.

    The reply may begin inside a block, where the template opened it: in a channel's name, or in a body that ends
    before any marker opens one.
    """
    spoken: list[str] = []
    thought: list[str] = []
    channel, at, reading = "", 0, ""
    for marker in (*_HARMONY.finditer(text), None):
        piece = text[at : marker.start() if marker else len(text)]
        if not reading and marker and marker[1] in ("message", "end"):
            reading, channel = ("channel", "") if marker[1] == "message" else ("message", "analysis")
        if reading == "channel":
            channel = _first_word(piece)
        elif reading != "start" and piece.strip():
            (spoken if channel in ("", "final") else thought).append(piece)
        if marker is None:
            break
        at, reading = marker.end(), marker[1]
        if reading in ("start", "end", "return", "call"):
            channel = ""
    return Channels("".join(spoken).strip(), "\n".join(part.strip() for part in thought))


def _first_word(piece: str) -> str:
    found = _WORD.match(piece)
    return found[1].lower() if found else ""
