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
from polar_bench.model.refusals import is_about_limit, refused_fields

_OVERFLOW = re.compile(
    r"context.{0,20}(length|window|size|limit)|context.{0,20}(?<!deadline )exceed"
    r"|maximum (context|model|prompt|input|sequence)|exceed\w* .{0,40}context(?! (deadline|cancel))"
    r"|too many (input )?tokens|(input|prompt).{0,30}(too long|exceeds)|inputs?`?.{0,20} tokens.{0,30}must be"
    r"|inputs`? must have less than|context_length_exceeded",
    re.IGNORECASE,
)
# a limit that a reasoning model reached before it said anything, told as a bad request
_EXHAUSTED = re.compile(r"max_tokens or model output limit was reached", re.IGNORECASE)
_SPENT = re.compile(r"budget.exceeded|max budget|insufficient (credit|balance|quota)", re.IGNORECASE)
_FILTER = re.compile(r"content.?(filter|policy|management)|safety|moderation|flagged", re.IGNORECASE)
_KEY = re.compile(
    r"api.?key.{0,30}(not valid|invalid|incorrect|missing)|(invalid|incorrect|missing).{0,20}api.?key", re.IGNORECASE
)
_CUT = ("length", "max_tokens", "model_length")
_BROKEN = ("error", "abort")
# what servers write in place of a status in an error under status 200
_STATUS_BY_WORD = {
    "rate_limit_exceeded": 429,
    "rate_limit_error": 429,
    "insufficient_quota": 429,
    "overloaded_error": 529,
    "server_error": 500,
    "internal_server_error": 500,
    "invalid_api_key": 401,
    "authentication_error": 401,
}
_DETAIL_LENGTH = 300


class EndpointFailure(ModelFailure):
    """A failure that an endpoint answered with; `is_transient` says that asking again may help.

    `status` is the HTTP status or 0, `retry_after` the seconds that the endpoint asked to wait, or None. `refuses`
    are the request's fields that it doesn't take; `is_about_limit` says that it speaks of the reply's length.
    """

    def __init__(
        self,
        reason: Unassessed,
        detail: str,
        *,
        status: int = 0,
        is_transient: bool = False,
        retry_after: float | None = None,
        refuses: tuple[str, ...] = (),
        is_about_limit: bool = False,
    ) -> None:
        super().__init__(reason, detail)
        self.status = status
        self.is_transient = is_transient
        self.retry_after = retry_after
        self.refuses = refuses
        self.is_about_limit = is_about_limit

    def reworded(self, detail: str) -> EndpointFailure:
        """Return the same failure with another `detail`."""
        return EndpointFailure(
            self.reason,
            detail,
            status=self.status,
            is_transient=self.is_transient,
            retry_after=self.retry_after,
            refuses=self.refuses,
            is_about_limit=self.is_about_limit,
        )


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
        raise _malformed(f"the answer is not JSON: {_excerpt(body)}") from None
    if isinstance(answer, dict) and answer.get("error") and not answer.get("choices"):
        raise _refused(_status_in(answer["error"]), headers, body)
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        if not isinstance(message, dict):
            raise TypeError
    except (KeyError, IndexError, TypeError):
        raise _malformed(f"the answer is no chat completion: {_excerpt(body)}") from None
    finish = choice.get("finish_reason")
    error = choice.get("error") or (answer.get("error") if finish in _BROKEN else None)
    if error or finish in _BROKEN:  # the provider behind the endpoint failed midway
        error = error or f"the endpoint broke off ({finish})"
        raise _refused(_status_in(error, otherwise=502), headers, codec.encode({"error": error}))
    return _reply(message, finish if isinstance(finish, str) else "", answer.get("usage"))


def _reply(message: Mapping[str, Any], finish: str, usage: object) -> ChatReply:  # Any: foreign JSON
    content = message.get("content")
    if content is not None and not isinstance(content, (str, list)):
        raise EndpointFailure(Unassessed.MALFORMED_REPLY, f"content is a {type(content).__name__}, not text")
    raw = content_text(message)
    reply, reasoning = split(message)
    if not reply.strip():
        if finish.lower() in _CUT:
            raise EndpointFailure(Unassessed.REASONING_EXHAUSTED, "the token limit was reached before the reply began")
        if finish.lower().startswith(("content_filter", "safety")):
            raise EndpointFailure(Unassessed.CONTENT_FILTER, "the endpoint's content filter took the reply")
        if message.get("tool_calls") or message.get("function_call"):
            raise EndpointFailure(Unassessed.MALFORMED_REPLY, "a tool call in place of text")
    counted = usage if isinstance(usage, dict) else {}
    return ChatReply(
        raw=raw,
        reply=reply,
        reasoning=reasoning,
        finish=finish,
        is_refusal_field=bool(raw) and not content_text({"content": content}),
        prompt_tokens=_count(counted.get("prompt_tokens")),
        reply_tokens=_count(counted.get("completion_tokens")),
    )


def _malformed(what: str) -> EndpointFailure:
    return EndpointFailure(Unassessed.MALFORMED_REPLY, _one_line(what), status=200)


def _refused(status: int, headers: Mapping[str, str], body: bytes) -> EndpointFailure:
    """Return the failure that `status` and the endpoint's words stand for; 200 is an error of no known status."""
    said = _message(body)
    detail = _one_line(f"{status}: {said}")
    wait = retry_after(headers.get("Retry-After"))
    match status:
        case 403 if _FILTER.search(said):  # a gateway's moderation
            return EndpointFailure(Unassessed.CONTENT_FILTER, detail, status=status)
        case 401 | 403:
            return EndpointFailure(Unassessed.AUTH, detail, status=status)
        case 402:  # the credit is spent
            return EndpointFailure(Unassessed.RATE_LIMITED, detail, status=status)
        case 408 | 504:
            return EndpointFailure(Unassessed.TIMEOUT, detail, status=status, is_transient=True, retry_after=wait)
        case 429:
            is_spent = b"insufficient_quota" in body
            return EndpointFailure(
                Unassessed.RATE_LIMITED, detail, status=status, is_transient=not is_spent, retry_after=wait
            )
        case 413:
            return EndpointFailure(Unassessed.CONTEXT_OVERFLOW, detail, status=status)
        case 404 | 405:  # the model's name may hold any word
            return EndpointFailure(Unassessed.UNAVAILABLE, detail, status=status)
        case _ if 300 <= status < 400:
            moved = _one_line(f"{status}: it moved to {headers.get('Location', 'another place')}")
            return EndpointFailure(Unassessed.UNAVAILABLE, moved, status=status)
    return _worded(status, said, body, detail, wait)


def _worded(status: int, said: str, body: bytes, detail: str, wait: float | None) -> EndpointFailure:
    """Return the failure that an endpoint's words stand for where its status leaves that open."""
    if _OVERFLOW.search(said):
        return EndpointFailure(Unassessed.CONTEXT_OVERFLOW, detail, status=status)
    if _EXHAUSTED.search(said):
        return EndpointFailure(Unassessed.REASONING_EXHAUSTED, detail, status=status)
    refuses = refused_fields(body)
    if refuses and status < 500:
        return EndpointFailure(Unassessed.UNAVAILABLE, detail, status=status, refuses=refuses)
    if status >= 500:
        return EndpointFailure(
            Unassessed.UNAVAILABLE, detail, status=status, is_transient=True, retry_after=wait, refuses=refuses
        )
    if _SPENT.search(said):
        return EndpointFailure(Unassessed.RATE_LIMITED, detail, status=status)
    if _KEY.search(said):
        return EndpointFailure(Unassessed.AUTH, detail, status=status)
    if _FILTER.search(said):
        return EndpointFailure(Unassessed.CONTENT_FILTER, detail, status=status)
    return EndpointFailure(Unassessed.UNAVAILABLE, detail, status=status, is_about_limit=is_about_limit(body))


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
    except (ValueError, OverflowError):
        return None
    moment = now or datetime.now(UTC)
    return max(0.0, (when.replace(tzinfo=when.tzinfo or UTC) - moment).total_seconds())


def _message(body: bytes) -> str:
    """Return the endpoint's own words for what went wrong, those of a provider behind it included."""
    try:
        answer = codec.loads(body)
    except msgspec.DecodeError:
        return _excerpt(body)
    if isinstance(answer, list) and answer:  # as Gemini's endpoint wraps it
        answer = answer[0]
    for key in ("error", "detail", "message"):
        if isinstance(answer, dict) and answer.get(key):
            found = answer[key]
            if isinstance(found, dict):
                metadata = found.get("metadata")
                inner = metadata.get("raw") if isinstance(metadata, dict) else None
                parts = [found.get("message"), found.get("code") or found.get("type"), inner]
                found = " ".join(f"{part}" for part in parts if part)
            if found:
                return " ".join(str(found).split())
    return _excerpt(body)


def _status_in(error: object, otherwise: int = 200) -> int:
    """Return the status that an error under status 200 names."""
    if not isinstance(error, dict):
        return otherwise
    for word in (error.get("code"), error.get("status"), error.get("type")):
        status = int(word) if isinstance(word, str) and re.fullmatch(r"[45]\d\d", word, re.ASCII) else word
        if isinstance(status, str):
            status = _STATUS_BY_WORD.get(status)
        if isinstance(status, int) and 400 <= status < 600:
            return status
    return otherwise


def _excerpt(body: bytes) -> str:
    return _one_line(body.decode("utf-8", "replace")) or "an empty body"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _DETAIL_LENGTH else f"{line[:_DETAIL_LENGTH]}..."


def _count(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
