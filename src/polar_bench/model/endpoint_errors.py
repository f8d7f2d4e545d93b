"""What a chat-completions endpoint's answer means: a reply, or which failure.

Pure functions from status, headers and body. Shapes are those of the servers in use: an `error` object or text,
a `detail`, a bare message, HTML from a proxy, or status 200 with an error inside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import msgspec

from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.journal import codec
from polar_bench.model.channels import content_text, split
from polar_bench.model.port import ChatReply

_OVERFLOW = re.compile(
    r"context.{0,20}(length|window|size|limit|exceed)|maximum context|exceed\w* .{0,40}context"
    r"|too many (input )?tokens|prompt is too long|(input|prompt).{0,30}(too long|exceeds)|context_length_exceeded",
    re.IGNORECASE,
)
_FILTER = re.compile(r"content.?(filter|policy|management)|safety|moderation|flagged", re.IGNORECASE)
_CUT = ("length", "max_tokens")
_DETAIL_LENGTH = 300


class EndpointFailure(ModelFailure):
    """A failure that an endpoint answered with; `is_transient` says that asking again may help.

    `status` is the HTTP status or 0, `retry_after` the seconds that the endpoint asked to wait, or None.
    """

    def __init__(
        self,
        reason: Unassessed,
        detail: str,
        *,
        status: int = 0,
        is_transient: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(reason, detail)
        self.status = status
        self.is_transient = is_transient
        self.retry_after = retry_after


def reply_from(status: int, headers: Mapping[str, str], body: bytes) -> ChatReply:
    """Return the reply that an answer holds.

    Raises:
        EndpointFailure: the answer holds none, with its reason.
    """
    if status != 200:
        raise _refused(status, headers, body)
    try:
        answer = codec.loads(body)
    except msgspec.DecodeError:
        raise EndpointFailure(
            Unassessed.MALFORMED_REPLY, f"the answer is not JSON: {_excerpt(body)}", status=status
        ) from None
    if isinstance(answer, dict) and answer.get("error") and not answer.get("choices"):
        raise _refused(_status_in(answer["error"]), headers, body)
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        if not isinstance(message, dict):
            raise TypeError
    except (KeyError, IndexError, TypeError):
        raise EndpointFailure(
            Unassessed.MALFORMED_REPLY, f"the answer is no chat completion: {_excerpt(body)}", status=status
        ) from None
    finish = choice.get("finish_reason")
    return _reply(message, finish if isinstance(finish, str) else "", answer.get("usage"))


def _reply(message: Mapping[str, Any], finish: str, usage: object) -> ChatReply:  # Any: foreign JSON
    content = message.get("content")
    if content is not None and not isinstance(content, (str, list)):
        raise EndpointFailure(Unassessed.MALFORMED_REPLY, f"content is a {type(content).__name__}, not text")
    raw = content_text(message)
    reply, reasoning = split(message)
    if not reply.strip():
        if finish in _CUT:
            raise EndpointFailure(Unassessed.REASONING_EXHAUSTED, "the token limit was reached before the reply began")
        if finish == "content_filter":
            raise EndpointFailure(Unassessed.CONTENT_FILTER, "the endpoint's content filter took the reply")
        if message.get("tool_calls") or message.get("function_call"):
            raise EndpointFailure(Unassessed.MALFORMED_REPLY, "a tool call in place of text")
    counted = usage if isinstance(usage, dict) else {}
    return ChatReply(
        raw=raw,
        reply=reply,
        reasoning=reasoning,
        finish=finish,
        is_refusal_field=not content and bool(message.get("refusal")),
        prompt_tokens=_count(counted.get("prompt_tokens")),
        reply_tokens=_count(counted.get("completion_tokens")),
    )


def _refused(status: int, headers: Mapping[str, str], body: bytes) -> EndpointFailure:
    detail = f"{status}: {_message(body)}" if status else _message(body)
    wait = retry_after(headers.get("Retry-After"))
    match status:
        case 401 | 403:
            return EndpointFailure(Unassessed.AUTH, detail, status=status)
        case 408 | 504:
            return EndpointFailure(Unassessed.TIMEOUT, detail, status=status, is_transient=True)
        case 429:
            is_spent = "insufficient_quota" in body.decode("utf-8", "replace")
            return EndpointFailure(
                Unassessed.RATE_LIMITED,
                detail,
                status=status,
                is_transient=not is_spent,
                retry_after=wait,
            )
        case 413:
            return EndpointFailure(Unassessed.CONTEXT_OVERFLOW, detail, status=status)
        case _ if status >= 500:
            if _OVERFLOW.search(detail):
                return EndpointFailure(Unassessed.CONTEXT_OVERFLOW, detail, status=status)
            return EndpointFailure(Unassessed.UNAVAILABLE, detail, status=status, is_transient=True, retry_after=wait)
        case _:
            if _OVERFLOW.search(detail):
                return EndpointFailure(Unassessed.CONTEXT_OVERFLOW, detail, status=status)
            if _FILTER.search(detail):
                return EndpointFailure(Unassessed.CONTENT_FILTER, detail, status=status)
            return EndpointFailure(Unassessed.UNAVAILABLE, detail, status=status)


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Return the seconds that a Retry-After header asks for (a number, or a date), or None."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = now or datetime.now(UTC)
    return max(0.0, (when.replace(tzinfo=when.tzinfo or UTC) - moment).total_seconds())


def _message(body: bytes) -> str:
    """Return the endpoint's own words for what went wrong, in one line."""
    try:
        answer = codec.loads(body)
    except msgspec.DecodeError:
        return _excerpt(body)
    for key in ("error", "detail", "message"):
        if isinstance(answer, dict) and answer.get(key):
            found = answer[key]
            if isinstance(found, dict):
                parts = [found.get("message"), found.get("code") or found.get("type")]
                found = " ".join(f"{part}" for part in parts if part)
            if found:
                return _one_line(str(found))
    return _excerpt(body)


def _status_in(error: object) -> int:
    code = error.get("code") or error.get("status") if isinstance(error, dict) else None
    if isinstance(code, str) and code.isdigit():
        return int(code)
    return code if isinstance(code, int) else 0


def _excerpt(body: bytes) -> str:
    return _one_line(body[: 4 * _DETAIL_LENGTH].decode("utf-8", "replace")) or "an empty body"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _DETAIL_LENGTH else f"{line[:_DETAIL_LENGTH]}..."


def _count(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
