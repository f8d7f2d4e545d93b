"""Any endpoint that speaks chat completions over HTTP: one POST a call.

Transient failures are asked again with jittered back-off, and Retry-After is honoured for all calls at once. The
key is sent to this endpoint alone and never stands in an error's text.
"""

from __future__ import annotations

import asyncio
import random
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import msgspec
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from polar_bench.errors import SetupError, Unassessed, did_you_mean
from polar_bench.journal import codec
from polar_bench.model.endpoint_errors import EndpointFailure, reply_from
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling

_LONGEST_WAIT = 60.0


class Patience(msgspec.Struct, frozen=True):
    """How long a call is given (`timeout`, seconds) and how often it's made (`tries` >= 1)."""

    timeout: float = 120.0
    tries: int = 6
    first_wait: float = 0.5


class OpenAICompatible:
    """A model behind a chat-completions endpoint."""

    most_at_once = None

    def __init__(
        self,
        name: str,
        model_id: str,
        url: str,
        key: str | None,
        patience: Patience = Patience(),
    ) -> None:
        """Take `url` as the base of the API (such as http://localhost:8000/v1); no call is made yet.

        Raises:
            SetupError: `url` is no http or https URL, or `key` can't be sent in a header.
        """
        self.name = name
        self.model_id = model_id
        self.url = _base(url)
        self._key = _header_safe(key)
        self._patience = patience
        self._session: aiohttp.ClientSession | None = None
        self._proxy = _proxy_for(self.url)
        self._not_before = 0.0

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

    async def preflight(self, marker: str) -> tuple[str, ...]:
        """Make one short call and return the names of the fields that were sent.

        `marker` makes the call unlike any other, so that it is never taken for one of a run.

        Raises:
            SetupError: the key, the URL or the model's name is wrong, in one sentence that says which.
        """
        greeting = f"This is a connection check ({marker}). Please answer: ready."
        request = ChatRequest((Message("user", greeting),), Sampling(max_tokens=16), seed=1)
        body = self._body(request)
        try:
            await self._post(codec.encode(body))
        except EndpointFailure as failure:
            if failure.reason not in (Unassessed.REASONING_EXHAUSTED, Unassessed.CONTENT_FILTER):
                raise SetupError(await self._explained(failure)) from None
        return tuple(body)

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
        return {name: value for name, value in fields.items() if value is not None}

    async def _post(self, body: bytes) -> ChatReply:
        if (pause := self._not_before - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(pause + random.uniform(0, 0.25))  # not all waiting calls in the same instant
        try:
            async with self._http().post(
                f"{self.url}/chat/completions", data=body, proxy=self._proxy, allow_redirects=False
            ) as answer:  # documents and key go where the user said, and nowhere else
                status, headers, content = answer.status, answer.headers, await answer.read()
        except TimeoutError:
            detail = f"no answer within {self._patience.timeout:g} s"
            raise EndpointFailure(Unassessed.TIMEOUT, detail, is_transient=True) from None
        except (aiohttp.ClientError, OSError) as error:
            detail = self._redacted(str(error) or type(error).__name__)
            raise EndpointFailure(Unassessed.UNAVAILABLE, detail, is_transient=True) from None
        try:
            return reply_from(status, headers, content)
        except EndpointFailure as failure:
            raise EndpointFailure(
                failure.reason,
                self._redacted(failure.detail),
                status=failure.status,
                is_transient=failure.is_transient,
                retry_after=failure.retry_after,
            ) from None

    def _http(self) -> aiohttp.ClientSession:
        if self._session is None:
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            if self._key:
                headers["Authorization"] = f"Bearer {self._key}"
            self._session = aiohttp.ClientSession(
                headers=headers,
                timeout=aiohttp.ClientTimeout(total=self._patience.timeout),
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
            self._not_before = max(self._not_before, asyncio.get_running_loop().time() + asked)
            return asked + random.uniform(0, 0.25 + asked / 10)
        longest = min(self._patience.first_wait * 2 ** (attempt - 1), _LONGEST_WAIT)
        return random.uniform(longest / 2, longest)

    def _redacted(self, text: str) -> str:
        """Return `text` without the key, or the beginning of it that a cut has left at the end."""
        if not self._key:
            return text
        text = text.replace(self._key, "[key]")
        for length in range(len(self._key) - 1, 3, -1):
            if text.endswith(cut := f"{self._key[:length]}..."):
                return f"{text.removesuffix(cut)}[key]..."
        return text

    async def _explained(self, failure: EndpointFailure) -> str:
        """Return the sentence that tells a user what a failed preflight call means."""
        said = failure.detail.rstrip(".")
        if failure.reason is Unassessed.AUTH:
            have = "the key was refused" if self._key else "it wants a key and none is set"
            return f"{self.url}: {have} ({said}); set POLAR_API_KEY (or OPENAI_API_KEY) to a valid one."
        if failure.reason is Unassessed.RATE_LIMITED:
            return f"{self.url}: it takes no more calls for now ({said}); wait, or look at your quota."
        if failure.reason is Unassessed.TIMEOUT:
            return f"{self.url}: no answer ({said}); check --model-url, or give it longer with --timeout."
        if failure.status == 0 and failure.reason is Unassessed.UNAVAILABLE:
            return f"Nothing usable answers at {self.url} ({said}); start the server or correct --model-url."
        if failure.status >= 500:
            return f"{self.url}: the server fails ({said}); wait until it is ready, or look into its log."
        known = await self._known_models()
        if known and self.model_id not in known:
            near = did_you_mean(self.model_id, known)
            listed = ", ".join(known[:8])
            return f"{self.url} has no model '{self.model_id}' ({said}).{near} It lists: {listed}."
        if failure.status in (404, 405):
            return (
                f"{self.url} has no chat completions for the model '{self.model_id}' ({said}); "
                "check --model, and that --model-url ends where the API begins (often in /v1)."
            )
        if failure.status in (400, 422):
            return f"{self.url} refuses the request ({said}); check --model and the options of the run."
        return f"{self.url} does not answer as a chat-completions endpoint ({said}); check --model-url."

    async def _known_models(self) -> list[str]:
        try:
            async with self._http().get(f"{self.url}/models", proxy=self._proxy, allow_redirects=False) as answer:
                listed = codec.loads(await answer.read())
            return [entry["id"] for entry in listed["data"] if isinstance(entry["id"], str)]
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, LookupError, TypeError):
            return []  # only a help in an error's text


def _base(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that isn't closed
        is_usable = False
    if is_usable and (parts.username is not None or parts.query or parts.fragment):
        raise SetupError(
            f"The URL of {parts.hostname} carries more than a place: leave out what stands before the @ or after "
            "a ? or #, and set the key in POLAR_API_KEY."
        )
    if not is_usable:
        raise SetupError(f"'{url}' is no URL of an endpoint; give one like http://localhost:8000/v1.")
    return url.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/")


def _header_safe(key: str | None) -> str | None:
    key = (key or "").strip()
    if not key.isprintable():
        raise SetupError("The key holds a line break or a control character; set POLAR_API_KEY to the key alone.")
    return key or None


def _proxy_for(url: str) -> str | None:
    """Return the proxy that the environment names for `url`, looked up once and not at each call."""
    parts = urlsplit(url)
    proxies = getproxies()
    if not proxies or proxy_bypass(parts.netloc):
        return None
    return proxies.get(parts.scheme)
