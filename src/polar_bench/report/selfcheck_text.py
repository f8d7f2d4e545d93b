"""The terminal's report of a self-check: counts by check, failed samples by reason, then the failed ones.

Figures come from the self-check alone. Rendered by rich, as the report of a run.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.quality.selfcheck import CHECKS, Count, Failure, SelfCheck

MOST_SHOWN = 20


def selfcheck_report(result: SelfCheck, title: str) -> RenderableType:
    """Return the whole report; of the failed samples, the first MOST_SHOWN are shown with all their faults."""
    return Group(
        Text(title, style="bold"),
        Text(),
        _table(result),
        Text(),
        *_verdicts(result),
        *_unchecked(result),
        *_failures(result),
    )


def _table(result: SelfCheck) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2))
    table.add_column("Check", style="bold", no_wrap=True)
    has_unchecked = any(count.unchecked for counts in result.counts.values() for count in counts.values())
    for scorer in result.counts:
        for column in ("passed", "failed", "unchecked")[: 3 if has_unchecked else 2]:
            table.add_column(f"{scorer}\n{column}", justify="right", no_wrap=True)
    for check in CHECKS:
        cells = [cell for counts in result.counts.values() for cell in _cells(counts[check], has_unchecked)]
        table.add_row(check, *cells)
    return table


def _cells(count: Count, has_unchecked: bool) -> list[Text]:
    cells = [Text(f"{count.passed:,}"), Text(f"{count.failed:,}", style="bold red" if count.failed else "dim")]
    return [*cells, Text(f"{count.unchecked:,}", style="" if count.unchecked else "dim")] if has_unchecked else cells


def _verdicts(result: SelfCheck) -> Iterator[Text]:
    for scorer, failed in result.failed.items():
        if not failed:
            yield Text(f"{scorer}: all {result.samples:,} samples pass.", style="green")
            continue
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in result.reasons[scorer].items())
        yield Text(f"{scorer}: {failed:,} of {result.samples:,} samples fail ({reasons}).", style="bold red")


def _unchecked(result: SelfCheck) -> Iterator[Text]:
    for what, count in result.unchecked.items():
        yield Text(f"Not checked in {count:,} of {result.samples:,} samples: {what}.", style="yellow")


def _failures(result: SelfCheck) -> Iterator[Text]:
    for failure in result.failures[:MOST_SHOWN]:
        yield Text()
        yield from _failure(failure)
    rest = len(result.failures[MOST_SHOWN:])
    if rest:
        yield Text(f"\n{rest:,} more samples fail; --json FILE has them all.")


def _failure(failure: Failure) -> Iterator[Text]:
    yield Text(failure.sample_id, style="bold")
    for fault in failure.faults:
        problem = fault.problem
        named = ", ".join(f"{n} = {v!r}" for n, v in zip(problem.attributes, problem.values, strict=True))
        shown = f" [{', '.join(fault.checks)}]"
        yield Text(f"  {problem.scorer}, {problem.reason}: {named}: {problem.detail}{shown}")
