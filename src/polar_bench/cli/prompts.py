"""`polar-bench prompts`: what prompts a protocol has, and a copy of ours for editing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from polar_bench.agent.prompts import KINDS, shipped
from polar_bench.dialogue.protocols import protocol_named
from polar_bench.errors import SetupError


def prompts(
    copy: Annotated[Path | None, typer.Option(help="Lay the prompts of the protocol in this folder.")] = None,
    protocol: Annotated[str, typer.Option(help="polar or released.")] = "polar",
) -> None:
    """List the prompts of a protocol with their variables, or lay them out for editing.

    `polar-bench run --prompts FOLDER` takes what lies in the folder in place of ours.
    """
    name = protocol_named(protocol)
    if copy is None:
        for kind in KINDS[name]:
            typer.echo(f"{name}/{kind.name}.md")
            typer.echo(f"  must use: {_listed(kind.required)}")
            if kind.optional:
                typer.echo(f"  may use:  {_listed(kind.optional)}")
        return
    there = [kind.name for kind in KINDS[name] if (copy / f"{kind.name}.md").exists()]
    if there:
        raise SetupError(f"{copy / there[0]}.md is there already; give another folder, or take it away first.")
    try:
        copy.mkdir(parents=True, exist_ok=True)
        for kind in KINDS[name]:
            (copy / f"{kind.name}.md").write_text(shipped(name, kind.name), encoding="utf-8")
    except OSError as error:
        raise SetupError(f"{copy} can't be written ({error.strerror}); give another folder.") from None
    typer.echo(f"Prompts of protocol {name} are in {copy}; use them with `polar-bench run ... --prompts {copy}`.")


def _listed(variables: frozenset[str]) -> str:
    return ", ".join(f"{{{variable}}}" for variable in sorted(variables))
