"""How the command line is run in tests: as a process of its own, without the user's environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

PolarBench = Callable[..., subprocess.CompletedProcess[str]]


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "polar_bench", *map(str, arguments)]


def clean_environment(**extra: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("POLAR_", "OPENAI_"))}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)  # compiling the package anew costs each process half a second
    return {**kept, "PYTHONWARNINGS": "error", "COLUMNS": "100", **extra}


def run_in(folder: Path, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def polar_bench(tmp_path: Path) -> PolarBench:
    """Return a function that runs `polar-bench` with arguments in an empty folder."""
    return partial(run_in, tmp_path)
