"""How the command line is run in tests: as a process of its own, without the user's environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from polar_bench.dataset import jsonl
from tests.support.samples import sample

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


def play(folder: Path, *runs: tuple[object, ...]) -> None:
    """Play `runs` in `folder`, each a name for its folder, a data set, a model, and more arguments."""
    for name, dataset, model, *options in runs:
        done = run_in(folder, "run", dataset, "--model", model, "--out", name, *options)
        assert 0 == done.returncode, done.stderr


def play_with_gaps(folder: Path, name: str = "gaps") -> None:
    """Play the oracle over four samples of a data set of its own, of which the first then timed out."""
    with (folder / f"{name}.jsonl").open("wb") as file:
        jsonl.write([sample(f"medical-{n}") for n in range(4)], file)
    play(folder, (name, f"{name}.jsonl", "control/oracle"))
    journal = folder / name / "journal.jsonl"
    ends = '{"type":"trial","sample":"medical-0",'
    assert ends in journal.read_text()
    journal.write_text(journal.read_text().replace(ends, f'{ends}"unassessed":"timeout",'))
