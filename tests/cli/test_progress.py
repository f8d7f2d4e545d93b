"""The line of a run's progress: counts always, running means only where a headline would be shown."""

from __future__ import annotations

import msgspec
import pytest

from polar_bench.cli.progress import RunProgress
from polar_bench.errors import Unassessed
from polar_bench.report.numbers import figure
from tests.report.reported import SAMPLES, leaky_rows

ROWS = leaky_rows(SAMPLES, 0.4)


@pytest.mark.parametrize(("missing", "has_means"), [(0, True), (2, True), (3, False)])
def test_running_means_are_withheld_as_the_headline_is(
    missing: int, has_means: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [msgspec.structs.replace(row, scores={}, unassessed=Unassessed.TIMEOUT) for row in ROWS[:missing]]
    with RunProgress(len(ROWS), "strict") as progress:
        for row in [*rows, *ROWS[missing:]]:
            progress.count_trial(row)
    told = capsys.readouterr().err
    kept = [row.scores["strict"].privacy for row in ROWS[missing:]]

    assert f"50/50 trials, 0.0 calls/s, {missing} errors" in told
    assert has_means == ("privacy" in told) == (f"privacy {figure(sum(kept) / len(kept))}" in told)
