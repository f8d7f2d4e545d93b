"""What command-line texts and environment variables mean, as values."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import msgspec

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.model.address import is_same_place
from polar_bench.model.advice import Settings
from polar_bench.model.endpoints import read_endpoints
from polar_bench.model.registry import OPENAI_URL, Access
from polar_bench.seeding import BASE_SEED

_CONFIG = Path("polar-bench.toml")

Word = TypeVar("Word", bound=StrEnum)


def words(text: str | None) -> tuple[str, ...]:
    """Return the entries of a comma-separated list, without blanks and without a second copy of any."""
    return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))


def members(text: str | None, enum: type[Word], what: str) -> tuple[Word, ...]:
    """Return the members of `enum` that a comma-separated list names, by value (P1) or by title (explicit).

    Raises:
        SetupError: a name that is neither, with the near ones.
    """
    by_name: dict[str, Word] = {}
    for member in enum:
        by_name[member.value.lower()] = member
        by_name[str(member.title).lower()] = member
    found = []
    for word in words(text):
        if word.lower() not in by_name:
            listed = ", ".join(f"{member} ({member.title})" for member in enum)
            raise SetupError(f"There is no {what} '{word}'.{did_you_mean(word, by_name)} There are: {listed}.")
        found.append(by_name[word.lower()])
    return tuple(dict.fromkeys(found))


def access(
    url: str | None, timeout: float, environment: Mapping[str, str] = os.environ, config: Path | None = None
) -> Access:
    """Return how the trusted model is reached: the command line first, then POLAR_*, then OPENAI_*.

    Named endpoints come from `config`, else from the file that POLAR_CONFIG names, else from ./polar-bench.toml.

    Raises:
        SetupError: the file of named endpoints can't be used.
    """
    path = config_file(config, environment)
    endpoints = read_endpoints(path) if path is not None else {}
    variables = {endpoint.key_env for endpoint in endpoints.values()}
    return Access(
        url=url or _first(environment, "POLAR_BASE_URL", "OPENAI_BASE_URL"),
        key=_first(environment, "POLAR_API_KEY", "OPENAI_API_KEY"),
        timeout=timeout,
        endpoints=endpoints,
        keys={name: environment[name] for name in variables if name and environment.get(name)},
        is_url_asked=bool(url),
    )


def attacker_access(
    url: str | None,
    timeout: float,
    trusted: Access,
    environment: Mapping[str, str] = os.environ,
    config: Path | None = None,
) -> Access:
    """Return how the attacker is reached: --attacker-url, else POLAR_ATTACKER_BASE_URL, else the trusted model's URL.

    Its key is POLAR_ATTACKER_API_KEY. Without one, the trusted model's key goes to the trusted model's own URL, and
    OPENAI_API_KEY to OpenAI's; anywhere else no key is sent. Named endpoints are the trusted model's, unless `config`
    is given.

    Raises:
        SetupError: a URL, or the file of named endpoints, can't be used.
    """
    own = access(None, timeout, environment, config) if config is not None else trusted
    return _other_access("attacker", url, timeout, trusted, own, environment)


class JudgesWanted(msgspec.Struct, frozen=True):
    """What the command line says of the judges.

    `folder` None is beside the data set; `samples` takes the first N in playing order; `at_once` is calls at a time
    for each judge, `timeout` seconds for one call.
    """

    names: tuple[str, ...]
    url: str | None = None
    folder: Path | None = None
    config: Path | None = None
    samples: int | None = None
    at_once: int = 8
    timeout: float = 120.0
    seed: int = BASE_SEED


def judge_access(
    url: str | None, timeout: float, environment: Mapping[str, str] = os.environ, config: Path | None = None
) -> Access:
    """Return how judges are reached: --judge-url, else POLAR_JUDGE_BASE_URL, else where the trusted model would be.

    Their key is POLAR_JUDGE_API_KEY; without one it is as with the attacker's. Judges that are named endpoints have
    their own, so that both sorts can be asked in one go.

    Raises:
        SetupError: a URL, or the file of named endpoints, can't be used.
    """
    own = access(None, timeout, environment, config)
    reached = _other_access("judge", url, timeout, own, own, environment)
    return msgspec.structs.replace(reached, is_url_asked=False)


def _other_access(
    side: str, url: str | None, timeout: float, trusted: Access, own: Access, environment: Mapping[str, str]
) -> Access:
    """Return how another side than the trusted model is reached, with the named endpoints of `own`."""
    variable = f"POLAR_{side.upper()}_API_KEY"
    place = url or _first(environment, f"POLAR_{side.upper()}_BASE_URL") or trusted.url
    key = _first(environment, variable)
    if key is None and is_same_place(place or OPENAI_URL, trusted.url or OPENAI_URL):
        key = trusted.key
    elif key is None and is_same_place(place or OPENAI_URL, OPENAI_URL):
        key = _first(environment, "OPENAI_API_KEY")
    return Access(
        url=place,
        key=key,
        timeout=timeout,
        endpoints=own.endpoints,
        keys=own.keys,
        is_url_asked=bool(url),
        settings=Settings(
            url=f"--{side}-url", model=f"--{side}", variable=variable, key=f"set {variable} to a valid one"
        ),
    )


def config_file(config: Path | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file of named endpoints: `config`, else what POLAR_CONFIG names, else ./polar-bench.toml, or None."""
    if config is not None:
        return config
    if named := _first(environment, "POLAR_CONFIG"):
        return Path(named).expanduser()
    return _CONFIG if _CONFIG.is_file() else None


def _first(environment: Mapping[str, str], *names: str) -> str | None:
    return next((environment[name] for name in names if environment.get(name)), None)
