"""Named endpoints: what `polar-bench.toml` says of each, read strictly, every fault with its place.

    [endpoints.NAME]
    url = "http://localhost:8000/v1"

Holds names of variables, never keys. Knows no adapter and no environment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta

from polar_bench.errors import SetupError, did_you_mean
from polar_bench.model.address import base_url

OWN_FIELDS = ("model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "stream")
_OWN_HEADERS = ("accept", "content-type", "content-length", "transfer-encoding", "connection")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BARE = re.compile(r"[\w-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")

Rate = Annotated[float, Meta(ge=0, le=1e6)]


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a million tokens cost, in any one currency: of the prompt, and of the reply."""

    prompt: Rate
    reply: Rate


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat-completions endpoint and how it wants to be asked.

    `model` is the id that is sent; `key_env` names the variable that holds the key. `headers` are sent beside ours,
    `body` and `reasoning` are added to each request. `timeout` is in seconds for each call, `at_once` the dialogues
    at a time, `per_minute` the calls a minute; None sets no limit of its own.
    """

    url: str
    model: str = ""
    key_env: str | None = None
    headers: Mapping[str, str] = {}
    body: Mapping[str, Any] = {}  # Any: goes out as it came
    reasoning: Mapping[str, Any] = {}
    timeout: Annotated[float, Meta(gt=0, le=86_400)] | None = None
    at_once: Annotated[int, Meta(ge=1)] | None = None
    per_minute: Annotated[float, Meta(gt=0, le=1e6)] | None = None
    prices: Prices | None = None

    @property
    def extra(self) -> dict[str, Any]:
        """The fields that each request has beside the protocol's."""
        return {**self.body, **self.reasoning}


def read_endpoints(path: Path) -> dict[str, Endpoint]:
    """Return the endpoints of the file `path` by name, in its order.

    Raises:
        SetupError: the file can't be read; or its faults, all of them, each with its place.
    """
    try:
        content = msgspec.toml.decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except FileNotFoundError:
        raise SetupError(f"There is no file {path}: check --config or POLAR_CONFIG.") from None
    except OSError as error:
        raise SetupError(f"{path} can't be read ({error.strerror}); name a TOML file.") from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise SetupError(f"{path} is no TOML: {error}.") from None
    endpoints, faults = endpoints_from(content)
    if faults:
        many = f"{len(faults)} things" if len(faults) > 1 else "one thing"
        raise SetupError("\n  ".join([f"Mend {many} in {path}:", *faults]))
    return endpoints


def endpoints_from(content: Mapping[str, Any]) -> tuple[dict[str, Endpoint], list[str]]:  # Any: a user's file
    """Return the sound endpoints of a file's `content`, and the faults as texts "place: what is wrong"."""
    found: dict[str, Endpoint] = {}
    faults = list(_unknown(content, ("endpoints",), ""))
    tables = content.get("endpoints", {})
    if not isinstance(tables, dict):
        return found, [*faults, "endpoints: must hold tables such as [endpoints.my-model]"]
    for name, table in tables.items():
        place = f"endpoints.{name if _BARE.fullmatch(name) else repr(name)}"
        if not name.strip() or not name.isprintable():
            faults.append(f"{place}: a name needs a letter, and no line break")
        elif name.partition("/")[0] == "control":
            faults.append(f"{place}: names that begin with control/ are the controls'; take another")
        elif not isinstance(table, dict):
            faults.append(f"{place}: must be a table, such as [{place}]")
        elif own := list(_faults(table, place)):
            faults.extend(own)
        else:
            found[name] = msgspec.convert({"model": name, **table}, Endpoint)
    return found, faults


def _faults(table: Mapping[str, Any], place: str) -> Iterator[str]:
    types = get_type_hints(Endpoint, include_extras=True)
    yield from _unknown(table, types, place)
    if "url" not in table:
        yield f'{place}.url: is missing; give one like url = "http://localhost:8000/v1"'
    for name, value in table.items():
        if name not in types:
            continue
        try:
            sound = msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            what, _, inner = str(error).partition(" - at `$")
            inner = "" if inner.startswith(("[...]", ".keys()")) else inner.rstrip("`")
            yield f"{place}.{name}{inner}: {what[0].lower()}{what[1:]}"
            continue
        if name in _CHECKS:
            for at, fault in _CHECKS[name](sound):
                yield f"{place}.{name}{at}: {fault}"
    for name in _keys(table.get("body")) & _keys(table.get("reasoning")):
        yield f"{place}.reasoning.{name}: stands in body too; keep one"
    if table.get("key_env") and "authorization" in {name.lower() for name in _keys(table.get("headers"))}:
        yield f"{place}.headers.Authorization: key_env sends this header; keep one of them"


def _unknown(table: Mapping[str, Any], known: Mapping[str, object] | tuple[str, ...], place: str) -> Iterator[str]:
    for name in table:
        if name not in known:
            inside = f"{place}.{name}".lstrip(".")
            yield f"{inside}: is unknown.{did_you_mean(name, known) or ' Known here: ' + ', '.join(known) + '.'}"


def _keys(table: object) -> set[str]:
    return set(table) if isinstance(table, dict) else set()


# Checks that a type can't say: they yield the place inside the value, and what is wrong.


def _url(url: str) -> Iterator[tuple[str, str]]:
    try:
        base_url(url)
    except SetupError as error:
        yield "", str(error).rstrip(".")


def _model(model: str) -> Iterator[tuple[str, str]]:
    if not model.strip():
        yield "", "is empty; give the model's id, or leave the line out to send the endpoint's name"


def _variable(name: str) -> Iterator[tuple[str, str]]:
    if not _VARIABLE.fullmatch(name):  # perhaps the key itself: not repeated
        yield "", "must be the name of an environment variable, such as MY_API_KEY, never the key itself"


def _headers(headers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in headers.items():
        if name.lower() in _OWN_HEADERS:
            yield f".{name}", "is set by polar-bench; leave it out"
        elif not _HEADER_NAME.fullmatch(name) or not value.isprintable():
            yield f".{name!r}", "is no header: a name has no spaces, a value no line breaks"


def _fields(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in fields:
        if name in OWN_FIELDS:
            yield f".{name}", "is set by the protocol and the options of the run; leave it out"
    try:
        msgspec.json.encode(fields)
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        yield "", "holds what JSON can't say"


_CHECKS: dict[str, Callable[[Any], Iterator[tuple[str, str]]]] = {  # Any: of the field's own type
    "url": _url,
    "model": _model,
    "key_env": _variable,
    "headers": _headers,
    "body": _fields,
    "reasoning": _fields,
}
