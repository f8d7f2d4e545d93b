"""Servers in use, by replies in their shapes (tests/model/recorded/): what each answer means over real HTTP.

The bodies were written by hand from the servers' documentation and from error texts that their users report, not
captured from live calls. Values are made up.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polar_bench.errors import ModelFailure
from polar_bench.model import endpoints
from polar_bench.model.openai_compatible import OpenAICompatible, Patience
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling
from tests.support.endpoint import Answer, Endpoint, completion

_RECORDED = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "recorded").glob("*.json"))
}
_SAMPLING = Sampling(temperature=0.0, top_p=0.9, max_tokens=2048)
_ASKED = ChatRequest((Message("system", "You act."), Message("user", "When?")), _SAMPLING, seed=7)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def _cases(kind: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{server}-{case.get('what', number)}")
        for server, recorded in _RECORDED.items()
        for number, case in enumerate(recorded[kind])
    ]


def _answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    text = body if isinstance(body, str) else json.dumps(body)
    return Answer(text.encode(), status, headers or {})


def _served(
    respond: Callable[[dict[str, Any]], Answer], *, is_checked: bool = False
) -> tuple[ChatReply, list[dict[str, Any]]]:
    """Ask once, after a preflight call if wanted, and return the reply and all bodies that were sent."""

    async def ask(url: str) -> ChatReply:
        asked = endpoints.Endpoint(url=url, model="m-1")
        async with OpenAICompatible("openai/m-1", asked, "sk-1", Patience(5.0, 2, first_wait=0.01)) as model:
            if is_checked:
                fields = await model.preflight("here", _SAMPLING)
                assert tuple(endpoint.seen[-1].body) == fields
            return await model.complete(_ASKED)

    with Endpoint(respond) as endpoint:
        return asyncio.run(ask(endpoint.url)), [seen.body for seen in endpoint.seen]


def test_all_servers_are_recorded() -> None:
    expected = [
        "anthropic",
        "gemini",
        "litellm",
        "llama_cpp",
        "lm_studio",
        "ollama",
        "openai",
        "openrouter",
        "sglang",
        "vllm",
    ]

    assert expected == list(_RECORDED)


@pytest.mark.parametrize("case", _cases("completions"))
def test_completion_is_split_and_counted(case: dict[str, Any]) -> None:
    reply, _ = _served(lambda _: _answer(case["answer"]))

    found = (reply.reply, reply.reasoning, reply.finish, [reply.prompt_tokens, reply.reply_tokens])
    assert (case["reply"], case["reasoning"], case["finish"], case["tokens"]) == found
    assert case["is_refusal"] == reply.is_refusal_field


@pytest.mark.parametrize("case", _cases("errors"))
def test_error_has_its_reason(case: dict[str, Any]) -> None:
    with pytest.raises(ModelFailure) as caught:
        _served(lambda _: _answer(case["body"], case["status"], case["headers"]))

    assert case["reason"] == caught.value.reason


@pytest.mark.parametrize("case", _cases("refusals"))
def test_refused_field_is_left_out_from_then_on(case: dict[str, Any]) -> None:
    def respond(body: dict[str, Any]) -> Answer:
        is_taken = list(body) == case["sent"]
        return completion("Friday.") if is_taken else _answer(case["body"], case["status"])

    reply, sent = _served(respond, is_checked=True)

    assert "Friday." == reply.reply
    full = ["model", "messages", "temperature", "top_p", "max_tokens", "seed"]
    assert [full, case["sent"], case["sent"]] == [list(body) for body in sent]
    limit = "max_tokens" if "max_tokens" in case["sent"] else "max_completion_tokens"
    assert [16, 2048] == [body[limit] for body in sent[1:]]
