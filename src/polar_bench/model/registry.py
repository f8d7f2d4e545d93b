"""From a name `provider/model` to a model that can be asked.

`local/...` is a GGUF file in this process; `openai/...`, or any name together with a URL, is a chat-completions
endpoint. Adapters are imported when they're used.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.model.port import ChatModel

OPENAI_URL = "https://api.openai.com/v1"
PROVIDERS = ("openai", "local", "control")


class RunnableModel(ChatModel, Protocol):
    """A model with what a run needs around its calls."""

    @property
    def url(self) -> str | None:
        """Where it answers, or None where it runs in this process."""

    @property
    def most_at_once(self) -> int | None:
        """How many dialogues it takes at a time without mixing their turns, or None for any number."""

    async def preflight(self, marker: str) -> tuple[str, ...]:
        """See that it answers, and return the names of the request's fields.

        Raises:
            SetupError: it doesn't, and why.
        """

    async def close(self) -> None:
        """Let go of what it holds."""


class Access(msgspec.Struct, frozen=True):
    """How a model is reached: URL and key (from the command line or the environment), seconds a call is given."""

    url: str | None = None
    key: str | None = None
    timeout: float = 120.0


def resolve(name: str, access: Access) -> RunnableModel:
    """Return the model that `name` stands for; nothing is called or loaded yet.

    Raises:
        SetupError: no such provider, no URL, or a model that isn't there.
    """
    provider, _, rest = name.partition("/")
    if provider == "local" and rest:
        from polar_bench.model import local  # noqa: PLC0415 # an extra, imported where it's used

        return local.resolve(rest)
    if provider == "openai" and rest:
        return _endpoint(name, rest, access)
    if access.url is not None and name.strip():
        return _endpoint(name, name, access)
    raise SetupError(
        f"There is no model '{name}'.{_near(provider, rest)} A name is provider/model: openai/NAME for a "
        "chat-completions endpoint, local/smollm2 or local/FILE.gguf, control/oracle; for any other name give "
        "--model-url."
    )


def _endpoint(name: str, model_id: str, access: Access) -> RunnableModel:
    from polar_bench.model.openai_compatible import (  # noqa: PLC0415 # aiohttp takes a while to import
        OpenAICompatible,
        Patience,
    )

    url = access.url or OPENAI_URL
    if not (access.key or "").strip() and url == OPENAI_URL:
        raise SetupError(
            f"No key for {url}: set OPENAI_API_KEY (or POLAR_API_KEY), or name your own endpoint with --model-url."
        )
    return OpenAICompatible(name, model_id, url, access.key, Patience(timeout=access.timeout))


def _near(provider: str, rest: str) -> str:
    if provider in PROVIDERS:
        return ""
    near = did_you_mean(provider, PROVIDERS)
    return near.replace("?", f"/{rest}?") if near and rest and " or " not in near else near
