"""`polar-bench models`: what each name of a model stands for, and whether it answers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from polar_bench.errors import SetupError

if TYPE_CHECKING:
    from rich.table import Table

    from polar_bench.model.registry import Access

_SMOLLM2 = "local/smollm2"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a ping found: whether the model answered, the fields that it takes, and the sentence where it didn't.

    `adapted` maps fields that it refused to the name that each is sent under, or to None where it's left out.
    """

    ok: bool
    sent: tuple[str, ...] = ()
    adapted: dict[str, str | None] = {}
    why: str = ""


class Listed(msgspec.Struct, frozen=True):
    """One name, and what it stands for. `key` tells whether its key is set, never the key."""

    name: str
    kind: Literal["endpoint", "local", "control"]
    model: str | None = None
    url: str | None = None
    key_env: str | None = None
    key: Literal["set", "not set", "none"] = "none"
    note: str = ""
    answer: Answer | None = None


def models(
    ping: Annotated[bool, typer.Option("--ping", help="Make one short call to each named endpoint.")] = False,
    config: Annotated[
        Path | None, typer.Option(help="File of named endpoints; else POLAR_CONFIG, else ./polar-bench.toml.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one call is given.")] = 30.0,
    json: Annotated[bool, typer.Option("--json", help="Print the list as JSON, and nothing else.")] = False,
) -> None:
    """List the names that --model takes and what each stands for.

    With --ping the exit status is 1 where a named endpoint doesn't answer.
    """
    from polar_bench.cli.options import access, config_file  # noqa: PLC0415 # as the rest: asked for, not at start

    path = config_file(config)
    reached = access(None, timeout, config=path)
    named = list(_endpoints(reached))
    if ping:
        named = asyncio.run(_pinged(named, reached))
    listed = [*named, _any_endpoint(reached), _smollm2(), *_controls()]
    if json:
        found = {"config": None if path is None else str(path), "models": listed}
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        _print(listed, path, has_answers=ping)
    if any(one.answer is not None and not one.answer.ok for one in named):
        raise typer.Exit(1)


def _endpoints(reached: Access) -> Iterator[Listed]:
    for name, endpoint in reached.endpoints.items():
        variable = endpoint.key_env
        is_set = variable is not None and variable in reached.keys
        key: Literal["set", "not set", "none"] = "none" if variable is None else "set" if is_set else "not set"
        yield Listed(name, "endpoint", endpoint.model, endpoint.url, variable, key)


def _any_endpoint(reached: Access) -> Listed:
    """Return what every other name stands for: the URL and key that the environment gives."""
    from polar_bench.model.registry import OPENAI_URL  # noqa: PLC0415

    url = reached.url or OPENAI_URL
    return Listed(
        "openai/NAME", "endpoint", "NAME", url, "POLAR_API_KEY, OPENAI_API_KEY", "set" if reached.key else "not set"
    )


def _smollm2() -> Listed:
    from polar_bench.model.registry import Access, resolve  # noqa: PLC0415

    try:
        resolve(_SMOLLM2, Access())
    except SetupError as error:
        return Listed(_SMOLLM2, "local", note=str(error))
    return Listed(_SMOLLM2, "local", note="installed")


def _controls() -> Iterator[Listed]:
    from polar_bench.agent.controls import NAMES  # noqa: PLC0415

    return (Listed(f"control/{name}", "control") for name in NAMES)


async def _pinged(named: Sequence[Listed], reached: Access) -> list[Listed]:
    answers = await asyncio.gather(*(_ping(one.name, reached) for one in named))
    return [msgspec.structs.replace(one, answer=answer) for one, answer in zip(named, answers, strict=True)]


async def _ping(name: str, reached: Access) -> Answer:
    from polar_bench.model.registry import resolve  # noqa: PLC0415

    try:
        model = resolve(name, reached)
    except SetupError as error:
        return Answer(False, why=str(error))
    try:
        sent = await model.preflight(f"{datetime.now(UTC).isoformat()} {os.getpid()}")
    except SetupError as error:
        return Answer(False, why=str(error))
    finally:
        await model.close()
    return Answer(True, sent, dict(model.adapted))


def _print(listed: Sequence[Listed], path: Path | None, *, has_answers: bool) -> None:
    from rich.console import Console  # noqa: PLC0415 # rich takes a while to import
    from rich.text import Text  # noqa: PLC0415

    console = Console()
    where = "No polar-bench.toml here." if path is None else f"Named endpoints: {path}"
    console.print(Text(where))
    console.print(_table([one for one in listed if one.kind == "endpoint"], has_answers=has_answers))
    typer.echo(_plain_lines(listed))  # as it stands: sentences hold brackets, and may be long


def _table(listed: Iterable[Listed], *, has_answers: bool) -> Table:
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("name", "model", "URL", "key", *(["answers"] if has_answers else [])):
        table.add_column(title, overflow="fold")
    for one in listed:
        cells = [one.name, one.model or "", one.url or "", _key(one)]
        table.add_row(*map(Text, [*cells, *([_answer(one.answer)] if has_answers else [])]))
    return table


def _plain_lines(listed: Sequence[Listed]) -> str:
    """Return what doesn't fit a table: the sentences of what failed, the local model and the controls."""
    lines = [f"{one.name}: {one.answer.why}" for one in listed if one.answer is not None and one.answer.why]
    lines += [f"{one.name}: {one.note}" for one in listed if one.kind == "local"]
    lines.append("Controls: " + ", ".join(one.name for one in listed if one.kind == "control"))
    return "\n".join(lines)


def _key(one: Listed) -> str:
    return "no key" if one.key_env is None else f"{one.key_env} {one.key}"


def _answer(answer: Answer | None) -> str:
    if answer is None:
        return ""
    if not answer.ok:
        return "no"
    changes = [f"{to} for {field}" if to else f"without {field}" for field, to in answer.adapted.items()]
    return ", ".join(["yes", *changes])
