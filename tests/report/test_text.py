"""The terminal's report fits 80 columns, and cuts nothing."""

from __future__ import annotations

import io
import re
from typing import Any

import msgspec
import pytest
from rich.console import Console

from polar_bench.analysis import Summary, summarise
from polar_bench.analysis.gating import Demands, judge
from polar_bench.analysis.intervals import Estimate
from polar_bench.errors import Unassessed
from polar_bench.report.gate_text import gate_report
from polar_bench.report.numbers import count, figure
from polar_bench.report.text import report
from polar_bench.sample import Attack, PolicyLevel
from tests.report.reported import SAMPLES, leaky_rows

ROWS = leaky_rows(SAMPLES, 0.4)


def larger(value: Any, factor: int) -> Any:  # Any: whatever a summary is made of
    """Return `value` as if it were of so many times the samples."""
    match value:
        case Estimate():
            return msgspec.structs.replace(value, n=factor * value.n)
        case msgspec.Struct():
            own = {name: larger(getattr(value, name), factor) for name in value.__struct_fields__}
            return msgspec.structs.replace(value, **own)
        case dict():
            return {key: larger(own, factor) for key, own in value.items()}
        case _:
            return value


def shown(summary: Summary) -> str:
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(report(summary, "title"))
    return console.export_text()


@pytest.mark.parametrize("factor", [1, 315, 1575, 99_999])
@pytest.mark.parametrize("has_all_cells", [True, False])
def test_nothing_is_cut_in_eighty_columns(factor: int, has_all_cells: bool) -> None:
    rows = [row for row in ROWS if has_all_cells or (row.policy_level, row.attack) != ("P2", "S3")]
    summary = larger(summarise(rows), factor)
    text = shown(summary)
    surface = text[text.index("Privacy ") : text.index("Utility ")]
    cells = [summary.scorers["strict"].cells[level][attack].privacy for level in PolicyLevel for attack in Attack]

    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert {figure(cell.mean) for cell in cells} <= {*surface.split()}
    if not has_all_cells:
        counts = re.findall(rf"(?<![\w.,]){count(factor)}(?![\w.,])", surface)
        assert 24 == len(counts)


def test_every_word_of_a_gate_is_read_in_eighty_columns() -> None:
    rows = [msgspec.structs.replace(row, scores={}, unassessed=Unassessed.TIMEOUT) for row in ROWS[:9]] + ROWS[9:]
    checks = judge(summarise(rows), Demands(0.95, 0.8, {(PolicyLevel.P2, Attack.S4): 0.9}), "strict")
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(gate_report(checks, "runs/one"))
    text = console.export_text()

    assert "…" not in text
    words = {word for check in checks.checks for word in (*check.name.split(), *check.detail.split())}
    assert words <= {*text.split()}


def test_a_long_name_of_a_domain_is_folded_and_not_cut() -> None:
    name = "a_domain_whose_name_is_longer_than_a_terminal_is_wide_" * 2
    text = shown(summarise([msgspec.structs.replace(row, domain=name) for row in ROWS]))

    assert "…" not in text
    assert name in re.sub(r"\s|[\d.]+|–", "", text[text.index("Domain ") :])
