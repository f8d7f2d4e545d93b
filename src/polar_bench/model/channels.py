"""A chat message, split into what the other side reads and what the model thought (DESIGN.md section 4).

Reads the message of a chat-completions choice as it comes: content as text, null or a list of parts,
reasoning in fields or in tags (closed, unclosed or headless), Harmony channels, a refusal field. A tag that
is only spoken of (inside code, or in mid-sentence and never closed) is text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

_TAGS = "think|thinking|reasoning|thought"
_CODE_OR_TAG = re.compile(rf"```.*?(?:```|\Z)|`[^`\n]*`|<(?P<close>/?)(?P<name>{_TAGS})>", re.IGNORECASE | re.DOTALL)
_HARMONY = re.compile(r"<\|(start|channel|message|end|return|call)\|>")
_REASONING_FIELDS = ("reasoning_content", "reasoning")


class Channels(NamedTuple):
    """What the other side reads, and the reasoning beside it."""

    reply: str
    reasoning: str


def split(message: Mapping[str, Any]) -> Channels:
    """Split a chat message (`content`, `reasoning_content`, `reasoning`, `refusal`) into its two channels."""
    spoken, thought = split_text(content_text(message))
    fields = (message.get(field) for field in _REASONING_FIELDS)
    given = next((field for field in fields if isinstance(field, str) and field), "")
    return Channels(spoken, "\n".join(part for part in (given.strip(), thought) if part))


def content_text(message: Mapping[str, Any]) -> str:
    """Return the message's content as one text: parts joined, and the refusal where there is no content."""
    content = message.get("content")
    if isinstance(content, list):
        parts = (part if isinstance(part, str) else part.get("text") for part in content if part)
        content = "".join(part for part in parts if isinstance(part, str))
    if isinstance(content, str) and content:
        return content
    refusal = message.get("refusal")
    return refusal if isinstance(refusal, str) else ""


def split_text(text: str) -> Channels:
    """Split a reply's text by its reasoning tags or Harmony channels."""
    if _HARMONY.search(text):
        return _split_harmony(text)
    if "<" not in text:
        return Channels(text, "")
    return _split_tags(text)


def _split_tags(text: str) -> Channels:
    spoken: list[str] = []
    thought: list[str] = []
    never_closed: set[str] = set()
    at = search_from = 0
    while (found := _CODE_OR_TAG.search(text, search_from)) is not None:
        search_from = found.end()
        name = (found["name"] or "").lower()
        if not name or name in never_closed:
            continue  # code, or a tag that is only spoken of
        if found["close"]:
            if not thought and not spoken:  # headless: the template opened the block, not the reply
                thought.append(text[: found.start()])
                at = found.end()
            continue
        closing = re.compile(rf"</{name}>", re.IGNORECASE).search(text, found.end())
        if closing is not None:
            spoken.append(text[at : found.start()])
            thought.append(text[found.end() : closing.start()])
            at = search_from = closing.end()
        elif not (text[at : found.start()].strip() or "".join(spoken).strip()):
            thought.append(text[found.end() :])  # never closed: the budget ended inside the block
            at = search_from = len(text)
        else:
            never_closed.add(name)
    if not thought:
        return Channels(text, "")
    spoken.append(text[at:])
    return Channels("".join(spoken).strip(), "\n".join(part.strip() for part in thought if part.strip()))


def _split_harmony(text: str) -> Channels:
    """Read Harmony blocks: a role, a channel, then after `<|message|>` a body up to the next marker."""
    spoken: list[str] = []
    thought: list[str] = []
    channel, at, reading = "", 0, "message"
    for marker in (*_HARMONY.finditer(text), None):
        piece = text[at : marker.start() if marker else len(text)]
        if reading == "channel":
            channel = "".join(piece.split()[:1]).lower()
        elif reading != "start" and piece.strip():
            (spoken if channel in ("", "final") else thought).append(piece)
        if marker is None:
            break
        at, reading = marker.end(), marker[1]
        if reading in ("start", "end", "return", "call"):
            channel = ""
    return Channels("".join(spoken).strip(), "\n".join(part.strip() for part in thought))
