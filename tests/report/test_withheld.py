"""A withheld headline is nowhere: in no table, page, figure's text or file of numbers, in no terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import partial

import msgspec
import pytest
from rich.console import Console

from polar_bench.analysis import analyse
from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.whole import Analysis
from polar_bench.analysis.withheld import shown
from polar_bench.errors import Unassessed
from polar_bench.journal import codec
from polar_bench.report import numbers as written
from polar_bench.report.figures.of_run import of_run
from polar_bench.report.page.group_page import group_page, overview
from polar_bench.report.page.html import rendered
from polar_bench.report.page.run_page import run_page, run_tables
from polar_bench.report.page.sections import items
from polar_bench.report.page.shown_table import shown as shown_table
from polar_bench.report.page.write import numbers
from polar_bench.report.subject import Group, ReportedRun, Subject
from polar_bench.report.tables.formats import as_csv, as_latex, as_markdown
from polar_bench.report.text import report
from polar_bench.scoring.rows import SCORERS, ScoreRow
from tests.report.reported import SAMPLES, leaky_rows, reported

ROWS = leaky_rows(SAMPLES, 0.37, repeats=4)


def with_gaps(count: int) -> list[ScoreRow]:
    """Return the hundred rows, of which so many have no score."""
    missing = partial(msgspec.structs.replace, scores={}, unassessed=Unassessed.TIMEOUT)
    gaps = range(7, 7 + 12 * count, 12)
    return [missing(row) if at in gaps else row for at, row in enumerate(ROWS)]


def outputs(run: ReportedRun, *, is_headline_forced: bool = False) -> Iterator[tuple[str, str]]:
    """Yield everything that is made of a run, by its kind."""
    for scorer in SCORERS:
        group = Group((run,), scorer, (), None)
        tables = run_tables(run, scorer)
        for table in [*tables, overview(Subject((group,), ()))]:
            yield "csv", as_csv(table)
            yield "md", as_markdown(table)
            yield "tex", as_latex(table, "x")
        yield from (("alt", figure.alt) for figure in of_run(run, scorer))
        page = run_page("index.html", run, group, items(map(shown_table, tables), []), [])
        first = group_page(Subject((group,), ()), items([shown_table(overview(Subject((group,), ())))], []), [], [])
        yield from (("html", rendered(each)) for each in (page, first))
        yield "json", codec.encode(numbers(Subject((group,), ()), is_masked=False)).decode()
        console = Console(width=80, file=io.StringIO(), record=True)
        console.print(report(run.analysis.summary, "t", is_headline_forced=is_headline_forced, scorer=scorer))
        yield "terminal", console.export_text()


def withheld(analysis: Analysis) -> set[float]:
    """Return the headline by both scorers, and what each mean of it leaves of 1."""
    own = [scorer.headline for scorer in analysis.summary.scorers.values()]
    means = [each.mean for figures in own for each in (figures.privacy, figures.utility, figures.overall)]
    return {value for mean in means if mean is not None for value in (mean, 1 - mean)}


def holding(run: ReportedRun, sought: set[float], *, is_headline_forced: bool = False) -> set[str]:
    """Return the kinds of what holds one of the means that are sought; ends of intervals aren't means."""
    found = set()
    for kind, text in outputs(run, is_headline_forced=is_headline_forced):
        write = repr if kind in {"csv", "json"} else written.figure
        means = re.findall(r"\d\.\d+", re.sub(r"\[\d[\d., ]+\\?\]", "", text))
        if not {write(value) for value in sought}.isdisjoint(means):
            found.add(kind)
    return found


def test_no_output_has_a_withheld_mean_and_a_forced_one_stands_in_all() -> None:
    run = reported(with_gaps(8))
    raw = analyse(with_gaps(8), SAMPLES)

    assert run.analysis.summary.headline_withheld
    assert set() == holding(run, withheld(raw))
    forced = run._replace(analysis=shown(raw, is_headline_forced=True))
    every = {"csv", "md", "tex", "alt", "html", "json", "terminal"}
    assert every == holding(forced, withheld(raw), is_headline_forced=True)


def test_a_domain_that_is_all_there_is_has_no_mean_either() -> None:
    own = reported(with_gaps(8)).analysis.summary.scorers["strict"]

    assert {Estimate(None, None, None, own.headline.privacy.n)} == {each.privacy for each in own.domains.values()}
    assert all(each.privacy.mean is not None for each in own.levels.values())


def test_counts_and_bounds_stay() -> None:
    raw, own = analyse(with_gaps(8), SAMPLES).summary, reported(with_gaps(8)).analysis.summary

    assert raw.trials == own.trials
    for scorer in SCORERS:
        before, after = raw.scorers[scorer], own.scorers[scorer]
        assert (before.bounds, before.evidence) == (after.bounds, after.evidence)
        assert before.headline.overall.n == after.headline.overall.n > 0


@pytest.mark.parametrize("gaps", [0, 4])
def test_nothing_is_withheld_where_few_are_unassessed(gaps: int) -> None:
    raw = analyse(with_gaps(gaps), SAMPLES)

    assert raw == shown(raw) == shown(raw, is_headline_forced=True)
