"""Progress of a run: a live line on a terminal, plain lines elsewhere. Shows, and decides nothing."""

from __future__ import annotations

import math
import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from polar_bench.analysis.surface import MAX_UNASSESSED
from polar_bench.report.numbers import figure
from polar_bench.scoring.rows import ScoreRow

_PLAIN_EVERY = 15.0


class RunProgress:
    """Counts trials and calls, keeps running means by one scorer, and prints to standard error.

    The means are withheld while too many trials are unassessed, as the headline is.
    """

    def __init__(self, total: int, scorer: str, *, is_quiet: bool = False) -> None:
        self._console = Console(stderr=True, quiet=is_quiet)
        self._total = total
        self._scorer = scorer
        self._trials = self._calls = self._unassessed = 0
        self._privacy: list[float] = []
        self._utility: list[float] = []
        self._started = self._last_line = time.monotonic()
        self._live: Progress | None = None
        if self._console.is_terminal and not is_quiet:
            self._live = Progress(
                TextColumn("{task.completed}/{task.total} trials"),
                BarColumn(bar_width=24),
                TextColumn("{task.fields[figures]}"),
                TimeRemainingColumn(compact=True),
                TextColumn("left"),
                console=self._console,
                transient=True,
                refresh_per_second=4,
            )
            self._task = self._live.add_task("run", total=total, figures="")

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()
        elif self._trials:
            self._print_line()

    def count_call(self) -> None:
        """Note a reply of the trusted agent."""
        self._calls += 1
        self._show()

    def count_trial(self, row: ScoreRow) -> None:
        """Note a finished trial."""
        self._trials += 1
        if row.unassessed is not None:
            self._unassessed += 1
        if (score := row.scores.get(self._scorer)) is not None:
            self._privacy.append(score.privacy)
            self._utility.append(score.utility)
        self._show()

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._last_line < (0.2 if self._live else _PLAIN_EVERY):
            return
        self._last_line = now
        if self._live:
            self._live.update(self._task, completed=self._trials, figures=self._figures())
        else:
            self._print_line()

    def _print_line(self) -> None:
        left = (time.monotonic() - self._started) / max(self._trials, 1) * (self._total - self._trials)
        ending = f", {left:.0f} s left" if 0 < self._trials < self._total else ""
        self._console.print(
            f"{self._trials}/{self._total} trials, {self._figures()}{ending}", highlight=False, soft_wrap=True
        )
        sys.stderr.flush()

    def _figures(self) -> str:
        seconds = max(time.monotonic() - self._started, 1e-9)
        text = f"{self._calls / seconds:.1f} calls/s, {self._unassessed} errors"
        if self._privacy and self._unassessed <= MAX_UNASSESSED * self._trials:
            count = len(self._privacy)
            text += f", privacy {figure(math.fsum(self._privacy) / count)}"
            text += f", utility {figure(math.fsum(self._utility) / count)}"
        return text
