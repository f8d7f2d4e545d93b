"""A model behind a chat-completions endpoint, over real sockets on localhost."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from polar_bench.errors import ModelFailure, SetupError, Unassessed
from polar_bench.model import endpoints
from polar_bench.model.openai_compatible import OpenAICompatible, Patience
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling
from tests.support.endpoint import Answer, Endpoint, completion

_KEY = "sk-test-4711-abcdefghijklmnop"
_ASKED = ChatRequest((Message("system", "You act."), Message("user", "When?")), Sampling(), seed=7)
_GOOD = completion("Friday.")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def _model(url: str, key: str | None = None, *, tries: int = 4, timeout: float = 5.0) -> OpenAICompatible:
    endpoint = endpoints.Endpoint(url=url, model="m-1")
    return OpenAICompatible("openai/m-1", endpoint, key, Patience(timeout, tries, first_wait=0.01))


def _complete(model: OpenAICompatible, request: ChatRequest = _ASKED) -> ChatReply:
    async def ask() -> ChatReply:
        async with model:
            return await model.complete(request)

    return asyncio.run(ask())


def _failure(model: OpenAICompatible) -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        _complete(model)
    return caught.value


def _preflight(model: OpenAICompatible, marker: str = "here") -> tuple[str, ...]:
    async def check() -> tuple[str, ...]:
        async with model:
            return await model.preflight(marker)

    return asyncio.run(check())


def _complaint(model: OpenAICompatible) -> str:
    with pytest.raises(SetupError) as caught:
        _preflight(model)
    return str(caught.value)


def _in_turn(*answers: Answer) -> Callable[[dict[str, Any]], Answer]:
    left: Iterator[Answer] = iter(answers)
    return lambda _: next(left)


def _error(status: int, message: str, headers: dict[str, str] | None = None, **more: object) -> Answer:
    return Answer(json.dumps({"error": {"message": message, **more}}).encode(), status, headers or {})


def _closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@asynccontextmanager
async def _wired(*sent: bytes) -> AsyncIterator[str]:
    """Serve connections that each get the next of `sent`, byte by byte as it stands, and are closed."""
    left = iter(sent)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if found := re.search(rb"content-length: (\d+)", head):
            await reader.readexactly(int(found[1]))
        writer.write(next(left))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


def _complete_over_wire(*sent: bytes) -> ChatReply:
    async def ask() -> ChatReply:
        async with _wired(*sent) as url, _model(url, tries=len(sent)) as model:
            return await model.complete(_ASKED)

    return asyncio.run(ask())


def _wire(body: bytes, length: int | None = None, status: int = 200) -> bytes:
    head = f"HTTP/1.1 {status} So\r\nContent-Length: {length or len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


def test_reply_of_a_real_call() -> None:
    with Endpoint(lambda _: _GOOD) as endpoint:
        reply = _complete(_model(endpoint.url))

    assert ChatReply("Friday.", "Friday.", finish="stop", prompt_tokens=11, reply_tokens=7) == reply


@pytest.mark.parametrize(
    ("sampling", "seed", "fields"),
    [
        (Sampling(), 7, {"temperature": 0.0, "max_tokens": 2048, "seed": 7}),
        (Sampling(0.6, 0.9, 64), 0, {"temperature": 0.6, "top_p": 0.9, "max_tokens": 64, "seed": 0}),
        (Sampling(None, None, None), None, {}),
    ],
)
def test_request_holds_these_fields_and_no_other(sampling: Sampling, seed: int | None, fields: dict[str, Any]) -> None:
    messages = [{"role": "system", "content": "You act."}, {"role": "user", "content": "When?"}]

    with Endpoint(lambda _: _GOOD) as endpoint:
        _complete(_model(endpoint.url), ChatRequest(_ASKED.messages, sampling, seed, conversation="c-1"))

    assert [{"model": "m-1", "messages": messages, **fields}] == [seen.body for seen in endpoint.seen]


def test_half_a_surrogate_pair_is_sent_and_comes_back() -> None:
    request = ChatRequest((Message("user", "a\ud83d"),), Sampling(), seed=1)

    with Endpoint(lambda body: completion(body["messages"][0]["content"])) as endpoint:
        reply = _complete(_model(endpoint.url), request)

    assert "a\ud83d" == reply.reply


@pytest.mark.parametrize(
    ("key", "header"),
    [(_KEY, f"Bearer {_KEY}"), (f" {_KEY}\n", f"Bearer {_KEY}"), (None, None), ("", None), (" ", None)],
)
def test_key_is_sent_as_bearer_or_not_at_all(key: str | None, header: str | None) -> None:
    with Endpoint(lambda _: _GOOD) as endpoint:
        _complete(_model(endpoint.url, key))

    assert [header] == [seen.headers.get("Authorization") for seen in endpoint.seen]


@pytest.mark.parametrize("end", ["", "/", "//", "/chat/completions", "/chat/completions/", " "])
def test_url_may_end_as_it_is_found_in_manuals(end: str) -> None:
    with Endpoint(lambda _: _GOOD) as endpoint:
        model = _model(endpoint.url + end)
        _complete(model)

    assert (endpoint.url, ["/v1/chat/completions"]) == (model.url, [seen.path for seen in endpoint.seen])


@pytest.mark.parametrize(
    "url", ["localhost:8000/v1", "ftp://host/v1", "http://", "", "http://host:port/v1", "http://[::1/v1", "//host/v1"]
)
def test_text_that_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(SetupError) as caught:
        _model(url)

    assert f"'{url}' is no URL of an endpoint; give one like http://localhost:8000/v1." == str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["http://me:hunter2@host/v1", "http://hunter2@host/v1", "http://host/v1?key=hunter2", "http://host/v1#hunter2"],
)
def test_url_that_carries_a_secret_is_refused_without_telling_it(url: str) -> None:
    with pytest.raises(SetupError) as caught:
        _model(url)

    assert (True, False) == ("host" in str(caught.value), "hunter2" in str(caught.value))


def test_key_that_no_header_can_hold_is_refused_without_telling_it() -> None:
    with pytest.raises(SetupError) as caught:
        _model("http://localhost:1/v1", "sk-1\nsk-2")

    assert (True, False) == ("line break" in str(caught.value), "sk-" in str(caught.value))


def test_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with Endpoint(lambda _: _GOOD) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        failure = _failure(_model("http://models.invalid/v1", tries=1))

    paths = [seen.path for seen in proxy.seen]
    assert (["http://models.invalid/v1/chat/completions"], Unassessed.UNAVAILABLE) == (paths, failure.reason)


@pytest.mark.parametrize(
    "passing",
    [
        _error(429, "slow down"),
        _error(500, "oops"),
        Answer(b"<html>Bad Gateway</html>", 502),
        _error(503, "Loading model"),
        _error(529, "overloaded"),
        _error(200, "Provider returned error", code=502),
        Answer(b'{"choices": [{"finish_reason": "error", "message": {"content": ""}}]}'),
    ],
)
def test_passing_failure_is_asked_again(passing: Answer) -> None:
    with Endpoint(_in_turn(passing, passing, _GOOD)) as endpoint:
        reply = _complete(_model(endpoint.url))

    assert ("Friday.", 3) == (reply.reply, len(endpoint.seen))


def test_dropped_connection_is_asked_again() -> None:
    cut = _wire(_GOOD.body[:20], len(_GOOD.body))

    assert "Friday." == _complete_over_wire(b"", cut, b"no HTTP\r\n\r\n", _wire(_GOOD.body)).reply


def test_dropped_connection_at_every_try_is_unavailable() -> None:
    with pytest.raises(ModelFailure) as caught:
        _complete_over_wire(b"", b"")

    assert Unassessed.UNAVAILABLE == caught.value.reason


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_tries_are_counted_with_the_first(tries: int) -> None:
    with Endpoint(lambda _: _error(503, "down")) as endpoint:
        failure = _failure(_model(endpoint.url, tries=tries))

    assert (tries, Unassessed.UNAVAILABLE, "503: down") == (len(endpoint.seen), failure.reason, failure.detail)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (_error(400, "Unsupported parameter"), Unassessed.UNAVAILABLE),
        (_error(401, "Incorrect key"), Unassessed.AUTH),
        (_error(403, "No access"), Unassessed.AUTH),
        (_error(404, "No such model"), Unassessed.UNAVAILABLE),
        (_error(400, "maximum context length is 4096"), Unassessed.CONTEXT_OVERFLOW),
        (_error(429, "spent", code="insufficient_quota"), Unassessed.RATE_LIMITED),
        (Answer(b"<html>hello</html>"), Unassessed.MALFORMED_REPLY),
        (Answer(b""), Unassessed.MALFORMED_REPLY),
        (completion(None, "length"), Unassessed.REASONING_EXHAUSTED),
        (completion("", "content_filter"), Unassessed.CONTENT_FILTER),
    ],
)
def test_lasting_failure_is_not_asked_again(answer: Answer, reason: Unassessed) -> None:
    with Endpoint(lambda _: answer) as endpoint:
        failure = _failure(_model(endpoint.url))

    assert (reason, 1) == (failure.reason, len(endpoint.seen))


def test_silent_reply_is_not_asked_again() -> None:
    with Endpoint(lambda _: completion("")) as endpoint:
        reply = _complete(_model(endpoint.url))

    assert ("", 1) == (reply.reply, len(endpoint.seen))


def test_retry_after_holds_for_all_calls_at_once() -> None:
    arrived: list[float] = []
    answers = _in_turn(_error(429, "slow down", {"Retry-After": "0.3"}), _GOOD, _GOOD)

    def respond(body: dict[str, Any]) -> Answer:
        arrived.append(time.monotonic())
        return answers(body)

    async def ask(url: str) -> None:
        async with _model(url) as model:
            first = asyncio.create_task(model.complete(_ASKED))
            await asyncio.sleep(0.1)
            await asyncio.gather(first, model.complete(_ASKED))

    with Endpoint(respond) as endpoint:
        asyncio.run(ask(endpoint.url))

    assert [True, True] == [moment - arrived[0] >= 0.29 for moment in arrived[1:]]


def test_call_that_takes_too_long_is_a_timeout() -> None:
    with Endpoint(lambda _: Answer(_GOOD.body, delay=0.5)) as endpoint:
        failure = _failure(_model(endpoint.url, tries=1, timeout=0.1))

    assert (Unassessed.TIMEOUT, "no answer within 0.1 s") == (failure.reason, failure.detail)


def test_timeout_is_asked_again() -> None:
    with Endpoint(_in_turn(Answer(_GOOD.body, delay=0.6), _GOOD)) as endpoint:
        reply = _complete(_model(endpoint.url, tries=2, timeout=0.3))

    assert ("Friday.", 2) == (reply.reply, len(endpoint.seen))


def test_redirect_carries_neither_document_nor_key_elsewhere() -> None:
    with Endpoint(lambda _: _GOOD) as elsewhere:
        place = f"{elsewhere.url}/chat/completions"
        with Endpoint(lambda _: Answer(b"", 307, {"Location": place})) as endpoint:
            failure = _failure(_model(endpoint.url, _KEY))

    assert ([], f"307: it moved to {place}") == (elsewhere.seen, failure.detail)


_ECHOES = [
    *(_error(status, f"Incorrect API key provided: {_KEY}") for status in (401, 404, 500, 200)),
    Answer(f"<html>{_KEY}</html>".encode()),
    Answer(f"<html>{_KEY}</html>".encode(), 502),
    *(_error(status, "x" * (290 - shift) + _KEY) for status in (401, 200) for shift in (0, 7, 20)),
    Answer(("x" * 290 + _KEY).encode()),
]


@pytest.mark.parametrize("echo", _ECHOES, ids=range(len(_ECHOES)))
def test_key_stands_in_no_error_even_if_the_server_tells_it(echo: Answer) -> None:
    with Endpoint(lambda _: echo) as endpoint:
        failure = _failure(_model(endpoint.url, _KEY, tries=2))
        complaint = _complaint(_model(endpoint.url, _KEY))

    texts = (str(failure), repr(failure), failure.detail, complaint)
    assert [False] * 4 == [_KEY[:8] in text for text in texts]


def test_key_of_a_local_server_does_not_change_what_a_failure_means() -> None:
    with Endpoint(lambda _: _error(400, "maximum context length")) as endpoint:
        failure = _failure(_model(endpoint.url, "context"))

    assert (Unassessed.CONTEXT_OVERFLOW, "400: maximum [key] length") == (failure.reason, failure.detail)


def test_preflight_names_the_fields_that_were_sent() -> None:
    with Endpoint(lambda _: _GOOD) as endpoint:
        sent = _preflight(_model(endpoint.url))

    assert ("model", "messages", "temperature", "max_tokens", "seed") == sent == tuple(endpoint.seen[0].body)


@pytest.mark.parametrize(
    "answer", [completion("rea", "length"), completion(None, "length"), completion(""), completion(None)]
)
def test_preflight_passes_where_the_reply_is_cut_or_empty(answer: Answer) -> None:
    with Endpoint(lambda _: answer) as endpoint:
        _preflight(_model(endpoint.url))

    assert 1 == len(endpoint.seen)


def test_two_preflights_differ_in_their_bodies() -> None:
    with Endpoint(lambda _: _GOOD) as endpoint:
        _preflight(_model(endpoint.url), "one")
        _preflight(_model(endpoint.url), "two")

    assert endpoint.seen[0].body != endpoint.seen[1].body


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            _error(429, "slow down"),
            "{url}: it takes no more calls for now (429: slow down); wait, or look at your quota.",
        ),
        (
            _error(402, "Insufficient Balance"),
            "{url}: it takes no more calls for now (402: Insufficient Balance); wait, or look at your quota.",
        ),
        (
            Answer(b"<html>Sign in</html>"),
            "{url} does not answer as a chat-completions endpoint (the answer is not JSON: <html>Sign in</html>); "
            "check --model-url.",
        ),
        (
            _error(200, "Unexpected endpoint or method."),
            "{url} does not answer as a chat-completions endpoint (200: Unexpected endpoint or method); "
            "check --model-url.",
        ),
        (
            Answer(b"", 307, {"Location": "https://there/"}),
            "{url} does not answer as a chat-completions endpoint (307: it moved to https://there/); "
            "check --model-url.",
        ),
        (
            _error(503, "Loading model"),
            "{url}: the server fails (503: Loading model); wait until it is ready, or look into its log.",
        ),
        (
            _error(400, "Unsupported parameter: 'seed'"),
            "{url} refuses the request (400: Unsupported parameter: 'seed'); check --model and the options of the run.",
        ),
        (
            _error(404, "no"),
            "{url} has no chat completions for the model 'm-1' (404: no); check --model, and that --model-url ends "
            "where the API begins (often in /v1).",
        ),
    ],
)
def test_preflight_says_what_to_do(answer: Answer, sentence: str) -> None:
    with Endpoint(lambda _: answer) as endpoint:
        complaint = _complaint(_model(endpoint.url))

    assert sentence.format(url=endpoint.url) == complaint


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize(("key", "what"), [(_KEY, "the key was refused"), (None, "it wants a key and none is set")])
def test_preflight_tells_a_wrong_key_from_a_missing_one(status: int, key: str | None, what: str) -> None:
    with Endpoint(lambda _: _error(status, "No.")) as endpoint:
        complaint = _complaint(_model(endpoint.url, key))

    expected = f"{endpoint.url}: {what} ({status}: No); set POLAR_API_KEY (or OPENAI_API_KEY) to a valid one."
    assert expected == complaint


@pytest.mark.parametrize("status", [400, 404])
@pytest.mark.parametrize("near", ["m-10", "Org/M-1"])
def test_preflight_names_models_near_a_wrong_name(status: int, near: str) -> None:
    with Endpoint(lambda _: _error(status, "no such model"), models=(near, "other")) as endpoint:
        complaint = _complaint(_model(endpoint.url))

    expected = (
        f"{endpoint.url} has no model 'm-1' ({status}: no such model). Did you mean {near}? It lists: {near}, other."
    )
    assert expected == complaint


def test_preflight_does_not_blame_the_name_of_a_model_that_is_there() -> None:
    with Endpoint(lambda _: _error(404, "gone"), models=("m-1",)) as endpoint:
        complaint = _complaint(_model(endpoint.url))

    assert f"{endpoint.url} has no chat completions for the model 'm-1' (404: gone)" == complaint.split(";")[0]


@pytest.mark.parametrize(
    "listed", [b"[]", b'{"data": null}', b'{"data": ["m"]}', b'{"data": [{}]}', b"[" * 100_000, b"<"]
)
def test_preflight_stands_a_strange_list_of_models(listed: bytes) -> None:
    async def check() -> None:
        async with _wired(_wire(b"gone", status=404), _wire(listed)) as url, _model(url) as model:
            await model.preflight("here")

    with pytest.raises(SetupError, match=r"has no chat completions for the model 'm-1' \(404: gone\)"):
        asyncio.run(check())


def test_preflight_says_that_the_path_is_wrong() -> None:
    with Endpoint(lambda _: _GOOD) as endpoint:
        url = endpoint.url.removesuffix("/v1")
        complaint = _complaint(_model(url))

    expected = (
        f"{url} has no chat completions for the model 'm-1' (404: Not Found); check --model, and that --model-url "
        "ends where the API begins (often in /v1)."
    )
    assert expected == complaint


def test_preflight_says_that_nothing_listens() -> None:
    url = f"http://127.0.0.1:{_closed_port()}/v1"
    complaint = _complaint(_model(url))

    begins, _, rest = complaint.partition(" (")
    assert (f"Nothing usable answers at {url}", "start the server or correct --model-url.") == (
        begins,
        rest.rpartition("; ")[2],
    )


def test_preflight_says_that_the_server_is_too_slow() -> None:
    with Endpoint(lambda _: Answer(_GOOD.body, delay=0.4)) as endpoint:
        complaint = _complaint(_model(endpoint.url, timeout=0.1))

    expected = (
        f"{endpoint.url}: no answer (no answer within 0.1 s); check --model-url, or give it longer with --timeout."
    )
    assert expected == complaint


def test_model_can_be_used_again_after_close() -> None:
    async def ask_twice(url: str) -> list[str]:
        model = _model(url)
        said = []
        for _ in range(2):
            said.append((await model.complete(_ASKED)).reply)
            await model.close()
        return said

    with Endpoint(lambda _: _GOOD) as endpoint:
        assert ["Friday.", "Friday."] == asyncio.run(ask_twice(endpoint.url))
