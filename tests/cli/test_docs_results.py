"""docs/results.md: its commands exist with their options, and it names every figure of the analysis."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from polar_bench.analysis.comparison import Comparison
from polar_bench.analysis.surface import ScorerSummary
from polar_bench.analysis.whole import ScorerAnalysis
from tests.cli.conftest import PolarBench

TEXT = (Path(__file__).parents[2] / "docs" / "results.md").read_text()
COMMANDS = re.findall(r"polar-bench ([a-z]+) ((?:[^`\n]|\\\n)*)", TEXT)


@pytest.mark.parametrize("command", sorted({name for name, _ in COMMANDS}))
def test_commands_and_their_options_exist(command: str, polar_bench: PolarBench) -> None:
    told = polar_bench(command, "--help", COLUMNS="200").stdout
    asked = {option for name, rest in COMMANDS if name == command for option in re.findall(r"--[a-z-]+", rest)}

    assert {option for option in asked if f"{option} " not in told} == set()
    assert {"compare", "gate", "generate", "leaderboard", "report", "run"} == {name for name, _ in COMMANDS}


def test_every_figure_is_named() -> None:
    beside = {"bounds", "evidence", "schema", "scorer", "profiles", "changed", "a", "b"}
    fields = {
        *ScorerAnalysis.__struct_fields__,
        *ScorerSummary.__struct_fields__,
        *Comparison.__struct_fields__,
    } - beside

    assert set() == {name for name in fields if f"`{name}`" not in TEXT and f"| {name} |" not in TEXT}
