"""Where an endpoint answers: its URL as manuals write it, and told apart from another.

Knows nothing of keys, models or requests.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from polar_bench.errors import SetupError

_PORTS = {"http": 80, "https": 443}


def base_url(url: str) -> str:
    """Return the base of the API that `url` names, without a trailing slash or /chat/completions.

    Raises:
        SetupError: `url` is no http or https URL, or it carries a secret; the text doesn't tell it.
    """
    try:
        parts = urlsplit(url.strip())
        is_usable = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that isn't closed
        is_usable = False
    if is_usable and (parts.username is not None or parts.query or parts.fragment):
        raise SetupError(
            f"The URL of {parts.hostname} carries more than a place: leave out what stands before the @ or after "
            "a ? or #, and set the key in an environment variable."
        )
    if not is_usable:
        raise SetupError(f"'{url}' is no URL of an endpoint; give one like http://localhost:8000/v1.")
    return url.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/")


def is_same_place(url: str, other: str) -> bool:
    """Return True where both URLs (usable ones) mean the same scheme, host, port and path.

    Raises:
        SetupError: one of them is no URL of an endpoint.
    """
    return _place(url) == _place(other)


def _place(url: str) -> tuple[str, str | None, int, str]:
    parts = urlsplit(base_url(url))
    return parts.scheme, parts.hostname, parts.port or _PORTS[parts.scheme], parts.path
