"""From a name `provider/model` to a model that can be asked.

A name of the user's `polar-bench.toml` is that endpoint; `local/...` is a GGUF file in this process; `openai/...`, or
any name together with a URL, is a chat-completions endpoint. Adapters are imported when they're used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.model.advice import Settings
from polar_bench.model.endpoints import Endpoint, Prices
from polar_bench.model.port import ChatModel, Sampling

OPENAI_URL = "https://api.openai.com/v1"
PROVIDERS = ("openai", "local", "control")


class RunnableModel(ChatModel, Protocol):
    """A model with what a run needs around its calls."""

    @property
    def url(self) -> str | None:
        """Where it answers, or None where it runs in this process."""

    @property
    def model_id(self) -> str:
        """The id that is sent with each request; the name where nothing is sent."""

    @property
    def prices(self) -> Prices | None:
        """What its tokens cost, or None where nobody told."""

    @property
    def extra(self) -> Mapping[str, object]:
        """The fields that each request has beside the protocol's."""

    @property
    def adapted(self) -> Mapping[str, str | None]:
        """The fields that it refused at the preflight call: the name that each is sent under now, or None."""

    @property
    def most_at_once(self) -> int | None:
        """How many dialogues it takes at a time without mixing their turns, or None for any number."""

    async def preflight(self, marker: str, sampling: Sampling = Sampling()) -> tuple[str, ...]:
        """See that it answers to requests by `sampling`, and return the names of the fields that it takes.

        `marker` makes the call unlike any of a run. Only a short reply is asked for.

        Raises:
            SetupError: it doesn't, and why.
        """

    async def close(self) -> None:
        """Let go of what it holds."""


class Access(msgspec.Struct, frozen=True):
    """How models are reached: what the command line, the environment and `polar-bench.toml` say.

    `url` and `key` are for names that aren't among `endpoints`; `is_url_asked` says that the command line gave the
    URL. `keys` are the values of the variables that endpoints name, as far as they're set. `timeout` is in seconds
    for each call. `settings` are named where an error says what to do.
    """

    url: str | None = None
    key: str | None = None
    timeout: float = 120.0
    endpoints: Mapping[str, Endpoint] = {}
    keys: Mapping[str, str] = {}
    is_url_asked: bool = False
    settings: Settings = Settings()


def resolve(name: str, access: Access) -> RunnableModel:
    """Return the model that `name` stands for; nothing is called or loaded yet.

    Raises:
        SetupError: no such provider, no URL, no key, or a model that isn't there.
    """
    if (endpoint := access.endpoints.get(name)) is not None:
        return _named(name, endpoint, access)
    provider, _, rest = name.partition("/")
    if provider == "local" and rest:
        from polar_bench.model import local  # noqa: PLC0415 # an extra, imported where it's used

        return local.resolve(rest)
    if provider == "openai" and rest:
        return _unnamed(name, rest, access)
    if access.url is not None and name.strip():
        return _unnamed(name, name, access)
    raise SetupError(
        f"There is no model '{name}'.{_near(name, access)} A name is provider/model: openai/NAME for a "
        "chat-completions endpoint, local/smollm2 or local/FILE.gguf, control/oracle; for any other name give "
        f"{access.settings.url}."
    )


def _named(name: str, endpoint: Endpoint, access: Access) -> RunnableModel:
    place = f"[endpoints.{name}]"
    if access.is_url_asked:
        raise SetupError(
            f"'{name}' is an endpoint of polar-bench.toml, with a URL of its own: leave out {access.settings.url}, or "
            "give another name."
        )
    variable = endpoint.key_env
    if variable is not None and not access.keys.get(variable, "").strip():
        raise SetupError(f"No key for {place}: set the variable {variable}, which its key_env names.")
    settings = Settings(
        url=f"url in {place}",
        model=f"what {place} sends",
        timeout=f"timeout in {place}",
        key=f"set {variable} to a valid one" if variable else f"name the variable that holds it as key_env in {place}",
    )
    return _adapter(name, endpoint, access.keys[variable] if variable else None, access.timeout, settings)


def _unnamed(name: str, model_id: str, access: Access) -> RunnableModel:
    url = access.url or OPENAI_URL
    if not (access.key or "").strip() and url == OPENAI_URL:
        raise SetupError(
            f"No key for {url}: set OPENAI_API_KEY (or {access.settings.variable}), or name your own endpoint with "
            f"{access.settings.url}."
        )
    return _adapter(name, Endpoint(url=url, model=model_id), access.key, access.timeout, access.settings)


def _adapter(name: str, endpoint: Endpoint, key: str | None, timeout: float, settings: Settings) -> RunnableModel:
    from polar_bench.model.openai_compatible import (  # noqa: PLC0415 # aiohttp takes a while to import
        OpenAICompatible,
        Patience,
    )

    return OpenAICompatible(name, endpoint, key, Patience(timeout=timeout), settings)


def _near(name: str, access: Access) -> str:
    provider, _, rest = name.partition("/")
    if named := did_you_mean(name, access.endpoints):
        return named
    if provider in PROVIDERS:
        return ""
    near = did_you_mean(provider, PROVIDERS)
    return near.replace("?", f"/{rest}?") if near and rest and " or " not in near else near
