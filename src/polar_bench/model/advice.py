"""What a user can do when an endpoint doesn't answer the preflight call: one sentence for each way to fail."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from polar_bench.errors import Unassessed, did_you_mean
from polar_bench.model.endpoint_errors import EndpointFailure


class Settings(msgspec.Struct, frozen=True):
    """Where a user sets what a call needs: the places of `url`, `model` and `timeout`, and how to mend the `key`.

    `variable` is the environment variable that holds the key.
    """

    url: str = "--model-url"
    model: str = "--model"
    timeout: str = "--timeout"
    variable: str = "POLAR_API_KEY"
    key: str = "set POLAR_API_KEY (or OPENAI_API_KEY) to a valid one"


class Asked(msgspec.Struct, frozen=True):
    """What was asked for: URL and model id, whether a key was sent, and where each of them is set."""

    url: str
    model_id: str
    has_key: bool
    settings: Settings = Settings()


def needs_known_models(failure: EndpointFailure) -> bool:
    """Return True where the endpoint's list of models may tell what is wrong."""
    if failure.refuses or failure.is_about_limit or failure.status in (0, 408, 504) or failure.status >= 500:
        return False
    return failure.reason not in (Unassessed.AUTH, Unassessed.RATE_LIMITED)


def sentence(failure: EndpointFailure, asked: Asked, known: Sequence[str] = ()) -> str:
    """Return the sentence that tells a user what `failure` means; `known` are the models that the endpoint lists."""
    url, settings = asked.url, asked.settings
    said = failure.detail.rstrip(".")
    if failure.reason is Unassessed.AUTH:
        have = "the key was refused" if asked.has_key else "it wants a key and none is set"
        return f"{url}: {have} ({said}); {settings.key}."
    if failure.reason is Unassessed.RATE_LIMITED:
        return f"{url}: it takes no more calls for now ({said}); wait, or look at your quota."
    if failure.reason is Unassessed.TIMEOUT:
        return f"{url}: no answer ({said}); check {settings.url}, or give it longer with {settings.timeout}."
    if failure.status == 0 and failure.reason is Unassessed.UNAVAILABLE:
        return f"Nothing usable answers at {url} ({said}); start the server or correct {settings.url}."
    if failure.status >= 500:
        return f"{url}: the server fails ({said}); wait until it is ready, or look into its log."
    if known and asked.model_id not in known:
        near = did_you_mean(asked.model_id, known)
        return f"{url} has no model '{asked.model_id}' ({said}).{near} It lists: {', '.join(known[:8])}."
    if failure.status in (404, 405):
        return (
            f"{url} has no chat completions for the model '{asked.model_id}' ({said}); "
            f"check {settings.model}, and that {settings.url} ends where the API begins (often in /v1)."
        )
    if failure.is_about_limit:
        return f"{url} doesn't take the limit of each reply ({said}); change --max-tokens."
    if failure.status in (400, 422):
        return f"{url} refuses the request ({said}); check {settings.model} and the options of the run."
    return f"{url} does not answer as a chat-completions endpoint ({said}); check {settings.url}."
