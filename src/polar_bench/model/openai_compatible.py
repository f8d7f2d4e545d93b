"""Any endpoint that speaks chat completions over HTTP: one POST a call.

Transient failures are asked again with jittered back-off, and Retry-After is honoured for all calls at once. What the
endpoint refuses of a request is found by the preflight call and left out from then on. The key is sent to this
endpoint alone and never stands in an error's text.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import msgspec
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from polar_bench.errors import SetupError, Unassessed
from polar_bench.journal import codec
from polar_bench.model.address import base_url
from polar_bench.model.advice import Asked, Settings, needs_known_models, sentence
from polar_bench.model.endpoint_errors import EndpointFailure, reply_from
from polar_bench.model.endpoints import Endpoint, Prices
from polar_bench.model.pacing import Pace
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling

_LONGEST_WAIT = 60.0
_CHECK_TOKENS = 16
_CHECK_TRIES = 5
_USUAL = Settings()
_SECRET_HEADERS = ("auth", "key", "token", "secret", "cookie")


class Patience(msgspec.Struct, frozen=True):
    """How long a call is given (`timeout`, seconds) and how often it's made (`tries` >= 1)."""

    timeout: float = 120.0
    tries: int = 6
    first_wait: float = 0.5


class OpenAICompatible:
    """A model behind a chat-completions endpoint."""

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        key: str | None = None,
        patience: Patience = Patience(),
        settings: Settings = _USUAL,
    ) -> None:
        """Take the base of the API as the endpoint's URL (such as http://localhost:8000/v1); no call is made yet.

        `endpoint.timeout` goes before that of `patience`; `settings` are named where an error says what to do.

        Raises:
            SetupError: the URL is no http or https URL, or `key` can't be sent in a header.
        """
        self.name = name
        self.model_id = endpoint.model
        self.url = base_url(endpoint.url)
        self._adapted: dict[str, str | None] = {}
        self._endpoint = endpoint
        self._key = _header_safe(key, settings)
        self._secrets = _secrets(self._key, endpoint.headers)
        self._asked = Asked(self.url, self.model_id, self._key is not None, settings)
        self._patience = patience
        self._timeout = endpoint.timeout or patience.timeout
        self._session: aiohttp.ClientSession | None = None
        self._proxy = _proxy_for(self.url)
        self._pace = Pace(endpoint.per_minute)

    @property
    def most_at_once(self) -> int | None:
        """How many dialogues the endpoint's settings allow at a time, or None for any number."""
        return self._endpoint.at_once

    @property
    def prices(self) -> Prices | None:
        """What its tokens cost, where the endpoint's settings tell."""
        return self._endpoint.prices

    @property
    def adapted(self) -> Mapping[str, str | None]:
        """The fields that it refused at the preflight call: the name that each is sent under now, or None."""
        return dict(self._adapted)

    @property
    def extra(self) -> Mapping[str, object]:
        """The fields that each request has beside the protocol's."""
        return self._endpoint.extra

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Answer `request`; see `ChatModel.complete`."""
        body = codec.encode(self._body(request))
        try:
            return await self._post(body)
        except EndpointFailure as failure:
            if not failure.is_transient or self._patience.tries == 1:
                raise
            first = failure
        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda e: isinstance(e, EndpointFailure) and e.is_transient),
            stop=stop_after_attempt(self._patience.tries - 1),
            wait=self._wait,
            reraise=True,
        )
        await asyncio.sleep(self._pause(first, 1))
        return await retrying(self._post, body)

    async def preflight(self, marker: str, sampling: Sampling = Sampling()) -> tuple[str, ...]:
        """Make short calls with the fields of a run by `sampling`, and return the names of the fields that it takes.

        A field that the endpoint refuses is sent under its other name, or left out, from now on (`adapted`).
        `marker` makes the calls unlike any other, so that they're never taken for one of a run.

        Raises:
            SetupError: the key, the URL, the model's name or a field is wrong, in one sentence that says which.
        """
        greeting = Message("user", f"This is a connection check ({marker}). Please answer: ready.")
        limit = sampling.max_tokens and min(_CHECK_TOKENS, sampling.max_tokens)
        request = ChatRequest((greeting,), msgspec.structs.replace(sampling, max_tokens=limit), seed=1)
        for tries_left in reversed(range(_CHECK_TRIES)):
            try:
                await self._post(codec.encode(self._body(request)))
            except EndpointFailure as failure:
                if failure.reason in (Unassessed.REASONING_EXHAUSTED, Unassessed.CONTENT_FILTER):
                    break
                if tries_left and self._adapt(failure.refuses):
                    continue
                if tries_left and failure.is_about_limit and request.sampling != sampling:
                    request = msgspec.structs.replace(request, sampling=sampling)  # 16 tokens may be too few
                    continue
                raise SetupError(await self._explained(failure)) from None
            break
        return tuple(self._body(request))

    def _adapt(self, refused: Iterable[str]) -> bool:
        """Rename or leave out `refused` fields; return True where that changes anything."""
        before = dict(self._adapted)
        for field in refused:
            if field != "max_completion_tokens":  # has no other name left
                self._adapted.setdefault(field, "max_completion_tokens" if field == "max_tokens" else None)
        return self._adapted != before

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _body(self, request: ChatRequest) -> dict[str, object]:
        fields = {
            "model": self.model_id,
            "messages": request.messages,
            "temperature": request.sampling.temperature,
            "top_p": request.sampling.top_p,
            "max_tokens": request.sampling.max_tokens,
            "seed": request.seed,
        }
        named = {self._adapted.get(field, field): value for field, value in fields.items() if value is not None}
        return {name: value for name, value in named.items() if name is not None} | self._endpoint.extra

    async def _post(self, body: bytes) -> ChatReply:
        await self._pace.turn()
        try:
            async with self._http().post(
                f"{self.url}/chat/completions", data=body, proxy=self._proxy, allow_redirects=False
            ) as answer:  # documents and key go where the user said, and nowhere else
                status, headers, content = answer.status, answer.headers, await answer.read()
        except TimeoutError:
            detail = f"no answer within {self._timeout:g} s"
            raise EndpointFailure(Unassessed.TIMEOUT, detail, is_transient=True) from None
        except (aiohttp.ClientError, OSError) as error:
            detail = self._redacted(str(error) or type(error).__name__)
            raise EndpointFailure(Unassessed.UNAVAILABLE, detail, is_transient=True) from None
        try:
            return reply_from(status, headers, content)
        except EndpointFailure as failure:
            raise failure.reworded(self._redacted(failure.detail)) from None

    def _http(self) -> aiohttp.ClientSession:
        if self._session is None:
            headers = {"Content-Type": "application/json", "Accept": "application/json", **self._endpoint.headers}
            if self._key:
                headers["Authorization"] = f"Bearer {self._key}"
            self._session = aiohttp.ClientSession(
                headers=headers,
                timeout=aiohttp.ClientTimeout(total=self._timeout),
                connector=aiohttp.TCPConnector(limit=0),
            )
        return self._session

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        return self._pause(error, state.attempt_number + 1)

    def _pause(self, error: BaseException | None, attempt: int) -> float:
        """Seconds to wait before the next try: what the endpoint asks for, or doubling; always with jitter."""
        asked = error.retry_after if isinstance(error, EndpointFailure) else None
        if asked is not None:
            asked = min(asked, _LONGEST_WAIT)
            self._pace.hold(asked)
            return asked + random.uniform(0, 0.25 + asked / 10)
        longest = min(self._patience.first_wait * 2 ** (attempt - 1), _LONGEST_WAIT)
        return random.uniform(longest / 2, longest)

    def _redacted(self, text: str) -> str:
        """Return `text` without keys, or the beginning of one that a cut has left at the end."""
        for secret in self._secrets:
            text = text.replace(secret, "[key]")
            for length in range(len(secret) - 1, 3, -1):
                if text.endswith(cut := f"{secret[:length]}..."):
                    text = f"{text.removesuffix(cut)}[key]..."
                    break
        return text

    async def _explained(self, failure: EndpointFailure) -> str:
        known = await self._known_models() if needs_known_models(failure) else []
        return sentence(failure, self._asked, known)

    async def _known_models(self) -> list[str]:
        try:
            async with self._http().get(f"{self.url}/models", proxy=self._proxy, allow_redirects=False) as answer:
                listed = codec.loads(await answer.read())
            return [entry["id"] for entry in listed["data"] if isinstance(entry["id"], str)]
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, LookupError, TypeError):
            return []  # only a help in an error's text


def _header_safe(key: str | None, settings: Settings) -> str | None:
    key = (key or "").strip()
    if not key.isprintable():
        raise SetupError(f"The key holds a line break or a control character; {settings.key}.")
    return key or None


def _secrets(key: str | None, headers: Mapping[str, str]) -> list[str]:
    """Return what must stand in no text, the longest first: the key, and headers that are named like one."""
    found = {key or ""}
    for name, value in headers.items():
        if any(word in name.lower() for word in _SECRET_HEADERS):
            found |= {value.strip(), value.strip().rpartition(" ")[2]}
    return sorted(found - {""}, key=len, reverse=True)


def _proxy_for(url: str) -> str | None:
    """Return the proxy that the environment names for `url`, to be looked up once and not at each call."""
    parts = urlsplit(url)
    proxies = getproxies()
    if not proxies or proxy_bypass(parts.netloc):
        return None
    return proxies.get(parts.scheme)
