"""What an endpoint's answer means: a reply, or a failure with its reason and whether asking again may help."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from polar_bench.errors import Unassessed
from polar_bench.model.endpoint_errors import EndpointFailure, reply_from, retry_after
from polar_bench.model.port import ChatReply

_USAGE = {"prompt_tokens": 5, "completion_tokens": 3}


def _answer(finish: object = "stop", /, **message: object) -> bytes:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", **message}}
    return json.dumps({"choices": [choice], "usage": _USAGE}).encode()


def _error(message: str, **more: object) -> bytes:
    return json.dumps({"error": {"message": message, **more}}).encode()


def _failure(status: int, body: bytes, headers: Mapping[str, str] | None = None) -> EndpointFailure:
    with pytest.raises(EndpointFailure) as caught:
        reply_from(status, headers or {}, body)
    return caught.value


class Refusal(NamedTuple):
    """A status and a body; whose words they are, and what they mean."""

    words_of: str
    status: int
    body: bytes
    reason: Unassessed
    is_transient: bool = False


def _id(refusal: Refusal) -> str:
    return f"{refusal.status} {refusal.words_of}"


def test_good_completion_is_a_reply_with_its_counts() -> None:
    expected = ChatReply(raw="Friday.", reply="Friday.", finish="stop", prompt_tokens=5, reply_tokens=3)

    assert expected == reply_from(200, {}, _answer(content="Friday."))


def test_reasoning_is_parted_from_the_reply_and_kept_in_the_raw_text() -> None:
    expected = ChatReply("<think>Orm</think>Friday.", "Friday.", "Orm", "stop", False, 5, 3)

    assert expected == reply_from(200, {}, _answer(content="<think>Orm</think>Friday."))


@pytest.mark.parametrize("content", [None, "", " \n", [], [{"type": "text", "text": ""}]])
def test_nothing_said_and_ended_by_the_model_is_a_silent_reply(content: object) -> None:
    reply = reply_from(200, {}, _answer(content=content))

    assert ("", "stop") == (reply.reply.strip(), reply.finish)


def test_reasoning_alone_that_ended_by_itself_is_a_silent_reply() -> None:
    reply = reply_from(200, {}, _answer(content=None, reasoning_content="Orm"))

    assert ("", "Orm") == (reply.reply, reply.reasoning)


def test_cut_text_is_a_reply() -> None:
    assert "Frid" == reply_from(200, {}, _answer("length", content="Frid")).reply


@pytest.mark.parametrize(
    ("message", "is_refusal_field"),
    [
        ({"content": None, "refusal": "No."}, True),
        ({"content": "", "refusal": "No."}, True),
        ({"content": [{"type": "text", "text": ""}], "refusal": "No."}, True),
        ({"content": "No.", "refusal": None}, False),
        ({"content": "Friday.", "refusal": "No."}, False),
        ({"content": None, "refusal": {"no": 1}}, False),
    ],
)
def test_refusal_field_is_told_from_content(message: dict[str, Any], is_refusal_field: bool) -> None:
    assert is_refusal_field == reply_from(200, {}, _answer(**message)).is_refusal_field


def test_lone_surrogate_comes_through() -> None:
    assert "a\ud83d" == reply_from(200, {}, _answer(content="a\ud83d")).reply


def test_bytes_that_are_no_utf8_come_through_marked() -> None:
    body = _answer(content="caf#").replace(b"#", b"\xe9")

    assert "caf\ufffd" == reply_from(200, {}, body).reply


@pytest.mark.parametrize(
    "usage", [None, [], "12", {"prompt_tokens": None}, {"prompt_tokens": -1}, {"completion_tokens": "3"}]
)
def test_strange_usage_counts_as_nothing(usage: object) -> None:
    body = json.dumps({"choices": [{"message": {"content": "Friday."}}], "usage": usage}).encode()

    assert ChatReply(raw="Friday.", reply="Friday.") == reply_from(200, {}, body)


@pytest.mark.parametrize("finish", ["length", "LENGTH", "max_tokens", "MAX_TOKENS", "model_length"])
@pytest.mark.parametrize(
    "message",
    [{"content": ""}, {"content": None}, {"content": None, "reasoning": "Orm"}, {"content": "<think>Orm is"}],
    ids=["empty", "null", "reasoning field", "unclosed tag"],
)
def test_limit_before_the_reply_began_is_exhausted_reasoning(finish: str, message: dict[str, Any]) -> None:
    failure = _failure(200, _answer(finish, **message))

    assert (Unassessed.REASONING_EXHAUSTED, False) == (failure.reason, failure.is_transient)


@pytest.mark.parametrize("finish", ["content_filter", "content_filter: SAFETY", "SAFETY"])
def test_reply_taken_by_a_filter_is_no_silence(finish: str) -> None:
    failure = _failure(200, _answer(finish, content=None))

    assert (Unassessed.CONTENT_FILTER, False) == (failure.reason, failure.is_transient)


_BAD = {
    "empty body": b"",
    "blank body": b" \n",
    "HTML": b"<!DOCTYPE html><html><title>Sign in</title></html>",
    "cut JSON": _answer(content="Friday.")[:40],
    "JSON list": b"[1, 2]",
    "JSON string": b'"Friday."',
    "JSON null": b"null",
    "JSON number": b"7",
    "empty object": b"{}",
    "event stream": b'data: {"choices": []}\n\ndata: [DONE]\n',
    "choices null": b'{"choices": null}',
    "choices empty": b'{"choices": []}',
    "choices an object": b'{"choices": {"message": {"content": "Friday."}}}',
    "choices of text": b'{"choices": ["Friday."]}',
    "choice null": b'{"choices": [null]}',
    "message missing": b'{"choices": [{"finish_reason": "stop"}]}',
    "message null": b'{"choices": [{"message": null}]}',
    "message a text": b'{"choices": [{"message": "Friday."}]}',
    "content a number": _answer(content=7),
    "content an object": _answer(content={"text": "Friday."}),
    "content a boolean": _answer(content=False),
    "tool call": _answer("tool_calls", content=None, tool_calls=[{"id": "1", "function": {"name": "f"}}]),
    "function call": _answer("function_call", content="", function_call={"name": "f", "arguments": "{}"}),
    "nested without end": b"[" * 100_000,
}


@pytest.mark.parametrize("body", _BAD.values(), ids=_BAD)
def test_answer_of_another_shape_is_malformed_and_not_asked_again(body: bytes) -> None:
    failure = _failure(200, body)

    assert (Unassessed.MALFORMED_REPLY, False) == (failure.reason, failure.is_transient)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["choices", "message", "content", "error", "code", "finish_reason", "usage", "metadata"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from([200, 307, 400, 403, 429, 500]),
)
@example({"choices": [], "content": "x" * 400}, 200)
@example({"error": "x" * 400}, 200)
def test_every_answer_is_a_reply_or_a_failure_in_few_words(answer: object, status: int) -> None:
    try:
        said = reply_from(status, {}, json.dumps(answer).encode()).reply
    except EndpointFailure as failure:
        said = failure.detail

    assert (True, True) == (isinstance(said, str), len(said) < 320)


_OVERFLOWS = [
    ("OpenAI", 400, _error("This model's maximum context length is 8192 tokens.", code="context_length_exceeded")),
    (
        "OpenAI new",
        400,
        _error("Input tokens exceed the configured limit of 272000 tokens.", code="context_length_exceeded"),
    ),
    ("vLLM", 400, _error("This model's maximum context length is 4096 tokens.", type="BadRequestError", code=400)),
    (
        "vLLM old",
        400,
        json.dumps(
            {"object": "error", "message": "This model's maximum context length is 4096 tokens.", "code": 400}
        ).encode(),
    ),
    ("vLLM prompt", 400, _error("The decoder prompt (length 5000) is longer than the maximum model length of 4096.")),
    (
        "llama.cpp",
        400,
        _error(
            "the request exceeds the available context size (4096 tokens), try increasing it",
            type="exceed_context_size_error",
            code=400,
        ),
    ),
    ("llama.cpp old", 500, _error("Context size has been exceeded.", type="server_error", code=500)),
    ("Ollama", 400, _error("input length exceeds maximum context length", type="api_error")),
    ("Ollama plain", 400, b'{"error": "prompt too long; exceeded max context length by 12 tokens"}'),
    (
        "Anthropic",
        400,
        json.dumps(
            {
                "type": "error",
                "error": {
                    "type": "invalid_request_error",
                    "message": "prompt is too long: 208310 tokens > 200000 maximum",
                },
            }
        ).encode(),
    ),
    ("Anthropic sum", 400, _error("input length and `max_tokens` exceed context limit: 199000 + 2048 > 200000")),
    (
        "Gemini",
        400,
        json.dumps(
            [
                {
                    "error": {
                        "code": 400,
                        "status": "INVALID_ARGUMENT",
                        "message": "The input token count (1200000) exceeds the maximum number of tokens",
                    }
                }
            ]
        ).encode(),
    ),
    ("SGLang", 400, _error("The input (5000 tokens) is longer than the model's context length (4096 tokens).")),
    ("SGLang request", 400, _error("Requested token count exceeds the model's maximum context length of 4096 tokens.")),
    (
        "LM Studio",
        400,
        b'{"error": "Trying to keep the first 5000 tokens, with a context length of only 4096"}',
    ),
    ("LM Studio under 200", 200, b'{"error": "Reached context length of 4096 tokens with this model"}'),
    (
        "TGI",
        422,
        b'{"error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"}',
    ),
    (
        "xAI",
        400,
        b'{"error": "This model\'s maximum prompt length is 131072 but the request contains 537812 tokens."}',
    ),
    (
        "Mistral",
        400,
        b'{"message": "Prompt contains 40000 tokens, too large for model with 32768 maximum context length"}',
    ),
    ("llama-cpp-python", 400, _error("Requested tokens (5000) exceed context window of 4096")),
    (
        "OpenRouter",
        400,
        _error("Provider returned error", code=400, metadata={"raw": '{"error": {"code": "context_length_exceeded"}}'}),
    ),
    ("under 200", 200, _error("This endpoint's maximum context length is 4096 tokens.", code=400)),
    ("gateway", 413, b"<html>Request Entity Too Large</html>"),
    (
        "words after a long preface",
        400,
        _error("Invalid. " * 60 + "This model's maximum context length is 4096 tokens."),
    ),
]


@pytest.mark.parametrize(("words_of", "status", "body"), _OVERFLOWS, ids=[row[0] for row in _OVERFLOWS])
def test_overflow_is_known_by_the_words_of(words_of: str, status: int, body: bytes) -> None:
    failure = _failure(status, body)

    assert (Unassessed.CONTEXT_OVERFLOW, False) == (failure.reason, failure.is_transient), words_of


_A = Unassessed
_REFUSALS = [
    Refusal(
        "Azure filter",
        400,
        _error("The response was filtered due to Azure OpenAI's content management policy.", code="content_filter"),
        _A.CONTENT_FILTER,
    ),
    Refusal(
        "OpenAI filter",
        400,
        _error("Your request was rejected as a result of our safety system.", code="content_policy_violation"),
        _A.CONTENT_FILTER,
    ),
    Refusal(
        "OpenRouter moderation",
        403,
        _error("Your chosen model requires moderation and your input was flagged", code=403),
        _A.CONTENT_FILTER,
    ),
    Refusal("OpenAI key", 401, _error("Incorrect API key provided.", code="invalid_api_key"), _A.AUTH),
    Refusal("no body", 401, b"", _A.AUTH),
    Refusal("forbidden", 403, _error("Project does not have access to the model"), _A.AUTH),
    Refusal("HTML", 403, b"<html>Forbidden</html>", _A.AUTH),
    Refusal(
        "Gemini key",
        400,
        json.dumps(
            [
                {
                    "error": {
                        "code": 400,
                        "message": "API key not valid. Please pass a valid API key.",
                        "status": "INVALID_ARGUMENT",
                    }
                }
            ]
        ).encode(),
        _A.AUTH,
    ),
    Refusal(
        "xAI key",
        400,
        b'{"error": "Incorrect API key provided: xa***yz."}',
        _A.AUTH,
    ),
    Refusal("spent credit", 402, _error("Insufficient Balance"), _A.RATE_LIMITED),
    Refusal("unknown model", 404, _error("The model `gtp` does not exist", code="model_not_found"), _A.UNAVAILABLE),
    Refusal(
        "model named like a filter", 404, _error("The model `prompt-safety-moderation` does not exist"), _A.UNAVAILABLE
    ),
    Refusal(
        "model named like an overflow", 404, _error("The model `long-context-length-8k` does not exist"), _A.UNAVAILABLE
    ),
    Refusal("FastAPI path", 404, b'{"detail": "Not Found"}', _A.UNAVAILABLE),
    Refusal("method", 405, b'{"detail": "Method Not Allowed"}', _A.UNAVAILABLE),
    Refusal(
        "parameter",
        400,
        _error("Unsupported parameter: 'max_tokens' is not supported with this model.", code="unsupported_parameter"),
        _A.UNAVAILABLE,
    ),
    Refusal(
        "FastAPI fields",
        422,
        b'{"detail": [{"loc": ["body", "seed"], "msg": "extra fields not permitted"}]}',
        _A.UNAVAILABLE,
    ),
    Refusal("plain text", 400, b"Bad Request", _A.UNAVAILABLE),
    Refusal("nested without end", 400, b"[" * 100_000, _A.UNAVAILABLE),
    Refusal("moved", 307, b"", _A.UNAVAILABLE),
    Refusal("slow request", 408, b"", _A.TIMEOUT, True),
    Refusal("slow gateway", 504, b"<html>Gateway Time-out</html>", _A.TIMEOUT, True),
    Refusal("rate", 429, _error("Rate limit reached for requests", code="rate_limit_exceeded"), _A.RATE_LIMITED, True),
    Refusal("rate, no body", 429, b"", _A.RATE_LIMITED, True),
    Refusal(
        "tokens a minute",
        429,
        _error("Request too large on tokens per min (TPM)", type="tokens"),
        _A.RATE_LIMITED,
        True,
    ),
    Refusal(
        "quota",
        429,
        _error("You exceeded your current quota.", type="insufficient_quota", code="insufficient_quota"),
        _A.RATE_LIMITED,
    ),
    Refusal("server", 500, _error("The server had an error", type="server_error"), _A.UNAVAILABLE, True),
    Refusal(
        "Go deadline",
        500,
        b'{"error": "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"}',
        _A.UNAVAILABLE,
        True,
    ),
    Refusal(
        "Go deadline, turned round",
        500,
        b"Client.Timeout exceeded while awaiting headers: context deadline exceeded",
        _A.UNAVAILABLE,
        True,
    ),
    Refusal("proxy's HTML", 502, b"<html><h1>502 Bad Gateway</h1>\n<hr>nginx</html>", _A.UNAVAILABLE, True),
    Refusal(
        "llama.cpp loading", 503, _error("Loading model", type="unavailable_error", code=503), _A.UNAVAILABLE, True
    ),
    Refusal(
        "overloaded",
        529,
        json.dumps({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}).encode(),
        _A.UNAVAILABLE,
        True,
    ),
    Refusal("safety on a failing server", 500, _error("moderation service failed"), _A.UNAVAILABLE, True),
    Refusal("OpenRouter rate", 200, _error("Rate limit exceeded", code=429), _A.RATE_LIMITED, True),
    Refusal("OpenRouter provider", 200, _error("Provider returned error", code=502), _A.UNAVAILABLE, True),
    Refusal("OpenRouter credit", 200, _error("Insufficient credits", code=402), _A.RATE_LIMITED),
    Refusal("status as a text", 200, _error("Unauthorised", code="401"), _A.AUTH),
    Refusal("rate in a word", 200, _error("Slow down", code="rate_limit_exceeded"), _A.RATE_LIMITED, True),
    Refusal("overload in a type", 200, _error("Overloaded", type="overloaded_error"), _A.UNAVAILABLE, True),
    Refusal("vendor's own number", 200, _error("Something", code=1301), _A.UNAVAILABLE),
    Refusal("true for a code", 200, _error("Something", code=True), _A.UNAVAILABLE),
    Refusal(
        "LM Studio path", 200, b'{"error": "Unexpected endpoint or method. (POST /chat/completions)"}', _A.UNAVAILABLE
    ),
    Refusal(
        "error beside empty choices",
        200,
        b'{"error": {"message": "x", "code": 503}, "choices": []}',
        _A.UNAVAILABLE,
        True,
    ),
    Refusal(
        "error in the choice",
        200,
        b'{"choices": [{"finish_reason": "error", "error": {"code": 502, "message": "lost"}, "message": {}}]}',
        _A.UNAVAILABLE,
        True,
    ),
    Refusal(
        "error beside a broken choice",
        200,
        b'{"error": {"code": 429, "message": "slow"}, "choices": [{"finish_reason": "error", "message": {}}]}',
        _A.RATE_LIMITED,
        True,
    ),
    Refusal("error in words", 200, b'{"choices": [{"error": "lost", "message": {}}]}', _A.UNAVAILABLE, True),
    Refusal("word in the type", 200, _error("Key", code="x", type="authentication_error"), _A.AUTH),
    Refusal("finish error", 200, _answer("error", content=""), _A.UNAVAILABLE, True),
    Refusal("finish abort", 200, _answer("abort", content=None), _A.UNAVAILABLE, True),
]


@pytest.mark.parametrize("refusal", _REFUSALS, ids=_id)
def test_refusal_has_a_reason_and_says_whether_to_ask_again(refusal: Refusal) -> None:
    failure = _failure(refusal.status, refusal.body)

    assert (refusal.reason, refusal.is_transient) == (failure.reason, failure.is_transient)


@pytest.mark.parametrize("status", [429, 503, 529, 408, 504])
def test_wait_that_the_endpoint_asks_for_is_kept(status: int) -> None:
    assert 7.5 == _failure(status, b"", {"Retry-After": "7.5"}).retry_after


def test_moved_endpoint_is_named() -> None:
    failure = _failure(301, b"", {"Location": "https://elsewhere.example/v1/chat/completions"})

    assert "301: it moved to https://elsewhere.example/v1/chat/completions" == failure.detail


def test_words_of_the_endpoint_stand_in_the_detail_in_one_line() -> None:
    failure = _failure(400, _error("The model\n is\tout", code="gone"))

    assert ("400: The model is out gone", "unavailable: 400: The model is out gone") == (failure.detail, str(failure))


_NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("3", 3.0),
        ("0.25", 0.25),
        ("-4", 0.0),
        ("soon", None),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:59:00 GMT", 0.0),
        ("Sun, 01 Mar 2026 12:00:30 -0000", 30.0),
        ("Sun, 01 Mar 99999999999999999999 12:00:30 GMT", None),
        ("Sun, 99 Mar 2026 12:00:30 GMT", None),
    ],
)
def test_retry_after_is_a_number_or_a_date(header: str | None, seconds: float | None) -> None:
    assert seconds == retry_after(header, _NOW)


@given(st.text())
def test_no_retry_after_is_too_strange(header: str) -> None:
    seconds = retry_after(header, _NOW)

    assert seconds is None or seconds >= 0
