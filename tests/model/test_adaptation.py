"""What the preflight call finds out, and what is sent from then on; named endpoints over real sockets."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from polar_bench.errors import SetupError, Unassessed
from polar_bench.model import endpoints
from polar_bench.model.advice import Settings
from polar_bench.model.endpoint_errors import EndpointFailure
from polar_bench.model.endpoints import Prices
from polar_bench.model.openai_compatible import OpenAICompatible, Patience
from polar_bench.model.port import ChatRequest, Message, Sampling
from tests.support.endpoint import Answer, Endpoint, completion

_GOOD = completion("Friday.")
_ASKED = ChatRequest((Message("system", "You act."), Message("user", "When?")), Sampling(), seed=7)
_ALL = Sampling(temperature=0.2, top_p=0.9, max_tokens=300)

Respond = Callable[[dict[str, Any]], Answer]


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def _model(url: str, key: str | None = None, **settings: Any) -> OpenAICompatible:
    endpoint = endpoints.Endpoint(url=url, model="m-1", **settings)
    return OpenAICompatible("mine", endpoint, key, Patience(5.0, 1))


def _checked(respond: Respond, sampling: Sampling = _ALL, **settings: Any) -> tuple[OpenAICompatible, list[Any]]:
    async def check(url: str) -> OpenAICompatible:
        async with _model(url, **settings) as model:
            fields = await model.preflight("here", sampling)
            assert tuple(endpoint.seen[-1].body) == fields
            return model

    with Endpoint(respond) as endpoint:
        model = asyncio.run(check(endpoint.url))
    return model, [seen.body for seen in endpoint.seen]


def _complaint(respond: Respond, sampling: Sampling = _ALL, **settings: Any) -> tuple[str, int]:
    async def check(url: str) -> None:
        async with _model(url, **settings) as model:
            await model.preflight("here", sampling)

    with Endpoint(respond) as endpoint, pytest.raises(SetupError) as caught:
        asyncio.run(check(endpoint.url))
    return str(caught.value).replace(endpoint.url, "URL"), len(endpoint.seen)


def _error(message: str, status: int = 400) -> Answer:
    return Answer(json.dumps({"error": {"message": message}}).encode(), status)


def _refusing(*fields: str) -> Respond:
    """Refuse the first of `fields` that a request has, as OpenAI does, and answer where it has none."""

    def respond(body: dict[str, Any]) -> Answer:
        found = next((field for field in fields if field in body), None)
        return _error(f"Unsupported parameter: '{found}' is not supported with this model.") if found else _GOOD

    return respond


@pytest.mark.parametrize(
    ("sampling", "fields"),
    [
        (Sampling(), ["temperature", "max_tokens"]),
        (_ALL, ["temperature", "top_p", "max_tokens"]),
        (Sampling(None, None, None), []),
    ],
)
def test_check_has_the_fields_of_the_run(sampling: Sampling, fields: list[str]) -> None:
    _, (body,) = _checked(lambda _: _GOOD, sampling)

    assert ["model", "messages", *fields, "seed"] == list(body)
    assert [sampling.temperature, sampling.top_p] == [body.get("temperature"), body.get("top_p")]


@pytest.mark.parametrize(("limit", "asked"), [(2048, 16), (5, 5), (16, 16)])
def test_check_asks_for_a_short_reply(limit: int, asked: int) -> None:
    _, (body,) = _checked(lambda _: _GOOD, Sampling(max_tokens=limit))

    assert asked == body["max_tokens"]


def test_all_refused_fields_are_found_one_after_the_other() -> None:
    model, bodies = _checked(_refusing("max_tokens", "temperature", "top_p", "seed"))

    assert 5 == len(bodies)
    assert {"model": "m-1", "messages": bodies[0]["messages"], "max_completion_tokens": 16} == bodies[-1]
    assert {
        "max_tokens": "max_completion_tokens",
        "temperature": None,
        "top_p": None,
        "seed": None,
    } == model.adapted


def test_nothing_is_adapted_where_all_is_taken() -> None:
    model, bodies = _checked(lambda _: _GOOD)

    assert ({}, 1) == (model.adapted, len(bodies))


def test_limit_that_is_refused_by_both_names_is_an_error() -> None:
    sentence, calls = _complaint(_refusing("max_tokens", "max_completion_tokens"))

    expected = (
        "URL refuses the request (400: Unsupported parameter: 'max_completion_tokens' is not supported with this "
        "model); check --model and the options of the run."
    )
    assert (expected, 2) == (sentence, calls)


def test_field_that_is_refused_though_it_was_left_out_ends_the_check() -> None:
    sentence, calls = _complaint(lambda _: _error("Unsupported parameter: 'seed'"))

    assert (True, 2) == (sentence.startswith("URL refuses the request"), calls)


def test_field_of_the_user_is_not_dropped() -> None:
    respond = _refusing("effort")
    sentence, calls = _complaint(respond, reasoning={"effort": "low"})

    assert (True, 1) == ("'effort' is not supported" in sentence, calls)


@pytest.mark.parametrize(
    "words", ["max_tokens must be > 100", "`max_tokens` must be greater than `thinking.budget_tokens`"]
)
def test_limit_too_small_for_the_check_is_asked_again_with_the_runs_own(words: str) -> None:
    model, bodies = _checked(lambda body: _GOOD if body["max_tokens"] > 100 else _error(words))

    assert ({}, [16, 300]) == (model.adapted, [body["max_tokens"] for body in bodies])


@pytest.mark.parametrize("words", ["max_tokens must be <= 4", "max_tokens is too large: 300. At most 4 are supported"])
def test_limit_that_the_endpoint_never_takes_names_the_option(words: str) -> None:
    sentence, calls = _complaint(lambda _: _error(words))

    assert (f"URL doesn't take the limit of each reply (400: {words}); change --max-tokens.", 2) == (sentence, calls)


def test_reasoning_that_used_up_the_checks_limit_passes_with_what_was_adapted() -> None:
    def respond(body: dict[str, Any]) -> Answer:
        if "max_tokens" in body:
            return _error("Use 'max_completion_tokens' instead.")
        return completion(None, "length")

    model, bodies = _checked(respond)

    assert ({"max_tokens": "max_completion_tokens"}, 2) == (model.adapted, len(bodies))


def test_call_of_a_run_adapts_nothing() -> None:
    async def ask(url: str) -> None:
        async with _model(url) as model:
            await model.complete(_ASKED)

    with Endpoint(_refusing("seed")) as endpoint, pytest.raises(EndpointFailure) as caught:
        asyncio.run(ask(endpoint.url))

    assert (Unassessed.UNAVAILABLE, ("seed",), 1) == (caught.value.reason, caught.value.refuses, len(endpoint.seen))


def test_extra_fields_and_headers_go_with_every_call() -> None:
    settings: dict[str, Any] = {
        "body": {"provider": {"order": ["a"]}},
        "reasoning": {"reasoning_effort": "low"},
        "headers": {"X-Title": "polar"},
    }

    async def ask(url: str) -> OpenAICompatible:
        async with _model(url, "sk-1", **settings) as model:
            await model.preflight("here")
            await model.complete(_ASKED)
            return model

    with Endpoint(lambda _: _GOOD) as endpoint:
        model = asyncio.run(ask(endpoint.url))

    extra = {"provider": {"order": ["a"]}, "reasoning_effort": "low"}
    assert extra == model.extra
    assert [extra] * 2 == [{name: seen.body[name] for name in extra} for seen in endpoint.seen]
    assert [("polar", "Bearer sk-1")] * 2 == [
        (seen.headers["X-Title"], seen.headers["Authorization"]) for seen in endpoint.seen
    ]


@pytest.mark.parametrize("name", ["api-key", "X-Auth-Token", "Authorization"])
def test_secret_in_a_header_stands_in_no_error(name: str) -> None:
    secret = "hunter2-0123456789"
    value = f"Basic {secret}" if name == "Authorization" else secret
    sentence, _ = _complaint(lambda _: _error(f"wrong {value}, {secret}", 401), headers={name: value})

    assert False is ("hunter2" in sentence)


def test_settings_say_what_they_are() -> None:
    prices = Prices(prompt=0.5, reply=2.0)
    model = _model("http://localhost:1/v1", at_once=3, prices=prices)

    assert ("mine", "m-1", 3, prices) == (model.name, model.model_id, model.most_at_once, model.prices)
    assert (None, None, {}) == ((bare := _model("http://localhost:1/v1")).most_at_once, bare.prices, bare.extra)


def test_timeout_of_the_endpoint_goes_before_the_usual() -> None:
    sentence, _ = _complaint(lambda _: Answer(_GOOD.body, delay=0.4), timeout=0.1)

    assert "no answer within 0.1 s" in sentence


def test_calls_keep_the_pace() -> None:
    arrived: list[float] = []

    def respond(_: dict[str, Any]) -> Answer:
        arrived.append(time.monotonic())
        return _GOOD

    async def ask(url: str) -> None:
        async with _model(url, per_minute=600) as model:
            await asyncio.gather(*(model.complete(_ASKED) for _ in range(4)))

    with Endpoint(respond) as endpoint:
        asyncio.run(ask(endpoint.url))

    assert arrived[-1] - arrived[0] >= 0.25


def test_sentence_names_where_the_user_sets_things() -> None:
    settings = Settings(url="THE URL", model="THE MODEL", timeout="THE TIMEOUT", key="mend THE KEY")

    async def complain(url: str) -> str:
        endpoint = endpoints.Endpoint(url=url, model="m-1")
        async with OpenAICompatible("mine", endpoint, None, Patience(0.3, 1), settings) as model:
            with pytest.raises(SetupError) as caught:
                await model.preflight("here")
        return str(caught.value).partition("); ")[2]

    answers = [_error("no", 401), _error("no", 404), _error("no", 422), Answer(_GOOD.body, delay=0.8)]
    left = iter(answers)
    with Endpoint(lambda _: next(left)) as endpoint:
        said = [asyncio.run(complain(endpoint.url)) for _ in answers]

    assert [
        "mend THE KEY.",
        "check THE MODEL, and that THE URL ends where the API begins (often in /v1).",
        "check THE MODEL and the options of the run.",
        "check THE URL, or give it longer with THE TIMEOUT.",
    ] == said
