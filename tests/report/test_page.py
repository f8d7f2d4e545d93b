"""The report's pages: nothing lost on the way from tables to HTML, no number made there, hostile names as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from polar_bench.analysis import analyse
from polar_bench.analysis.surface import Bound
from polar_bench.analysis.withheld import shown as shown_analysis
from polar_bench.errors import Unassessed
from polar_bench.journal import codec
from polar_bench.report import numbers as written
from polar_bench.report.page.group_page import group_page, overview
from polar_bench.report.page.html import rendered
from polar_bench.report.page.run_page import run_page, run_tables
from polar_bench.report.page.sections import Item, Link, items
from polar_bench.report.page.shown_table import ShownTable, colours, shown, transcripts
from polar_bench.report.page.write import numbers
from polar_bench.report.subject import Group, ReportedRun, Subject
from polar_bench.report.tables.of_group import tables as group_tables
from polar_bench.report.tables.table import Table
from polar_bench.scoring.rows import ScoreRow
from tests.analysis.made import row_of
from tests.report.reported import SAMPLES, Reader, leaky_rows, reported, side_by_side

HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(1)>\" onload='alert(1)' \u202e{{ 7 * 7 }}"


def page_of(run: ReportedRun, scorer: str = "strict") -> str:
    own = items([shown(table, run.key) for table in run_tables(run, scorer)], [])
    return rendered(
        run_page("index.html", run, Group((run,), scorer, (), None), own, [Link(transcripts(run.key), "Transcripts")])
    )


def first_page(subject: Subject) -> str:
    of_groups = [(group, items(map(shown, group_tables(group)), [])) for group in subject.groups if group.together]
    return rendered(group_page(subject, items([shown(overview(subject))], []), of_groups, []))


def unassessed(row: ScoreRow) -> ScoreRow:
    return msgspec.structs.replace(row, scores={}, unassessed=Unassessed.TIMEOUT)


def leaves(value: object) -> Iterator[object]:
    match value:
        case dict():
            for name, own in value.items():
                yield name
                yield from leaves(own)
        case list():
            for own in value:
                yield from leaves(own)
        case _:
            yield value


def told_in_json(subject: Subject) -> set[str]:
    """Return every number and word of report.json in all the ways in which a number is written."""
    document = msgspec.json.decode(codec.encode(numbers(subject, is_masked=False)))
    told = {written.NONE}
    for leaf in leaves(document):
        told.add(str(leaf))
        if isinstance(leaf, int | float) and not isinstance(leaf, bool):
            told |= {written.figure(leaf), written.change(leaf), written.probability(leaf), f"{leaf:.1f}"}
            told |= {written.count(leaf)} if isinstance(leaf, int) else set()
    return told


@pytest.mark.parametrize("scorer", ["strict", "paper"])
def test_every_table_of_the_run_stands_on_its_page(scorer: str) -> None:
    run = reported(leaky_rows(SAMPLES, 0.4))
    tables = Reader(page_of(run, scorer)).tables
    for table in run_tables(run, scorer):
        header, *rows = tables[table.title]

        assert [table.corner, *table.columns] == header
        assert [row.name for row in table.rows] == [row[0] for row in rows]
        for row, cells in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, cells[1:], strict=True):
                if isinstance(cell, Bound):
                    assert written.bound(cell) == text
                elif hasattr(cell, "mean"):
                    assert text.startswith((written.figure(cell.mean), written.change(cell.mean)))
                    assert written.interval(cell) in text


def test_every_number_on_the_pages_is_in_the_json() -> None:
    subject = side_by_side({"one": leaky_rows(SAMPLES, 0.4), "two": leaky_rows(SAMPLES, 0.1)})
    told = told_in_json(subject)
    derived = {"Outcomes of the trials", "Manifest"}  # shares of counts that stand beside them, and texts
    for page in (first_page(subject), *(page_of(run) for run in subject.groups[0].runs)):
        tables = Reader(page).tables
        assert tables
        for title, rows in tables.items():
            numbers_of = {
                number for row in rows[1:] for cell in row[1:] for number in re.findall(r"[-+]?[\d,.]*\d", cell)
            }
            if title not in derived:
                assert set() == {number for number in numbers_of if number not in told}, title


def test_hostile_names_are_text() -> None:
    rows = [msgspec.structs.replace(row, domain=HOSTILE) for row in leaky_rows(SAMPLES, 0.4)]
    plain = reported(leaky_rows(SAMPLES, 0.4))
    run = reported(rows, name=HOSTILE, folder=f"runs/{HOSTILE}")
    subject = side_by_side({HOSTILE: rows, "two": rows})
    subject = subject._replace(notes=(HOSTILE,), groups=(subject.groups[0]._replace(notes=(HOSTILE,)),))
    for page in (page_of(run), first_page(subject)):
        found = Reader(page)

        assert {"script", "img", "style", "iframe", "object", "form", "base"}.isdisjoint(found.tags)
        assert set() == {name for name, _ in found.attributes if name.startswith("on") or name == "style"}
        assert "<script>alert(1)</script>" in found.text
        assert "\u202e" not in page
        assert "\\u202e{{ 7 * 7 }}" in found.text
    assert set(Reader(page_of(plain)).tags) == set(Reader(page_of(run)).tags)


def test_nothing_is_asked_for_beyond_the_folder() -> None:
    subject = side_by_side({"one": leaky_rows(SAMPLES, 0.4), "two": leaky_rows(SAMPLES, 0.1)})
    for page in (first_page(subject), page_of(subject.groups[0].runs[0])):
        found = Reader(page)
        policy = next(value for name, value in found.attributes if name == "content" and "default-src" in value)

        assert policy.startswith("default-src 'none';")
        assert "unsafe" not in policy
        assert set() == {link for link in found.links if ":" in link or link.startswith("/")}


def test_headings_are_in_order_and_anchors_are_unique() -> None:
    subject = side_by_side({"one": leaky_rows(SAMPLES, 0.4), "two": leaky_rows(SAMPLES, 0.1)})
    both = subject._replace(groups=subject.groups * 2)
    for page in (first_page(subject), first_page(both), page_of(subject.groups[0].runs[0])):
        found = Reader(page)
        anchors = [value for name, value in found.attributes if name == "id"]

        assert 1 == found.tags.count("h1")
        assert "h3" not in found.tags
        assert len(anchors) == len(set(anchors))
        assert {link[1:] for link in found.links if link.startswith("#")} <= set(anchors)
        assert found.tags.count("table") == found.tags.count("caption")


def test_a_cell_leads_to_its_transcripts_and_an_empty_one_nowhere() -> None:
    without = [sample for sample in SAMPLES if (sample.policy_level, sample.attack) != ("P2", "S2")]
    run = reported(leaky_rows(without, 0.4), key="run-3", samples=without)
    table = next(table for table in run_tables(run, "strict") if table.name == "privacy")
    own = shown(table, run.key)
    cells = {(row.name[:2], at): cell for row in own.rows for at, cell in enumerate(row.cells, start=1)}

    assert "transcripts.html#run=run-3&cell=P1/S5" == cells["P1", 5].href
    assert "transcripts.html#run=run-3&level=P1" == cells["P1", 6].href
    assert "transcripts.html#run=run-3&attack=S2" == cells["al", 2].href
    assert "transcripts.html#run=run-3" == cells["al", 6].href
    assert (written.NONE, "", "n = 0", "empty", "") == cells["P2", 2]
    assert all(cell.href for place, cell in cells.items() if place != ("P2", 2))


def test_links_keep_to_their_filter_whatever_a_domain_is_called() -> None:
    rows = [msgspec.structs.replace(row, domain="a&run=x#y z") for row in leaky_rows(SAMPLES, 0.4)]
    table = next(table for table in run_tables(reported(rows), "strict") if table.name == "domains")

    assert ["transcripts.html#run=run-1&domain=a%26run%3Dx%23y%20z"] == [row.href for row in shown(table, "run-1").rows]


def test_outcomes_lead_to_their_transcripts() -> None:
    rows = leaky_rows(SAMPLES, 0.4)
    tables = {table.name: table for table in run_tables(reported([unassessed(rows[0]), *rows[1:]]), "strict")}
    leads = {row.name: row.href for row in shown(tables["outcomes"], "run-1").rows}

    assert {
        "attempted": "",
        "scored": "",
        "unassessed": "transcripts.html#run=run-1&outcome=unassessed",
        "unassessed: timeout": "transcripts.html#run=run-1&outcome=timeout",
    } == leads


def test_every_look_of_a_cell_has_its_colour() -> None:
    run = reported(leaky_rows(SAMPLES, 0.4))
    subject = side_by_side({"one": leaky_rows(SAMPLES, 0.9), "two": leaky_rows(SAMPLES, 0.1)})
    tables: list[Table] = [*run_tables(run, "strict"), *group_tables(subject.groups[0])]
    looks = {cell.look for table in tables for row in shown(table).rows for cell in row.cells} - {"", "empty"}

    assert {"share", "difference"} == {look.partition("-")[0] for look in looks}
    assert set() == {look for look in looks if f".{look} {{" not in colours()}


def test_a_run_with_nothing_scored_has_a_page_without_figures() -> None:
    run = reported([unassessed(row) for row in leaky_rows(SAMPLES, 0.4)])
    found = Reader(page_of(run))

    assert "Nothing is scored" in found.text
    assert {written.NONE} == {
        cell.removesuffix("n = 0").strip() for row in found.tables["Privacy"][1:] for cell in row[1:]
    }
    assert "timeout" in found.text


def test_a_run_without_any_trial_has_a_page() -> None:
    assert "Nothing is scored" in Reader(page_of(reported([]))).text


def test_the_headline_is_withheld_above_five_percent_unassessed() -> None:
    rows = leaky_rows(SAMPLES, 0.4)
    with_gaps = [*map(unassessed, rows[:10]), *rows[10:]]
    run, raw = reported(with_gaps), analyse(with_gaps, SAMPLES)
    text = Reader(page_of(run)).text
    forced = Reader(page_of(run._replace(analysis=shown_analysis(raw, is_headline_forced=True))))
    headline = written.interval(raw.summary.scorers["strict"].headline.privacy)

    assert f"{written.share(0.2)} of the trials are unassessed, more than {written.share(0.05)}. No headline" in text
    assert {written.NONE} == {cell for row in Reader(page_of(run)).tables["Headline"][1:] for cell in row[1:4]}
    assert headline
    assert headline not in text
    assert headline in forced.text.split("Bounds")[0]
    assert "The headline is shown as asked for" in forced.text
    assert headline in forced.tables["Headline"][1][1]


def test_one_profile_has_no_interval_and_says_so() -> None:
    own = [sample for sample in SAMPLES if sample.group == "a"]
    text = Reader(page_of(reported([row_of(sample, ["name"]) for sample in own], samples=own))).text

    assert "All samples are of one profile: there are no intervals" in text
    assert "no interval" in text


def test_what_no_section_names_is_shown_all_the_same() -> None:
    run = reported(leaky_rows(SAMPLES, 0.4))
    unknown = Table("news", "News", "New.", "what", ("number",), ())
    item = Item(shown(unknown), None)

    assert "News" in Reader(rendered(run_page("index.html", run, Group((run,), "strict", (), None), [item], []))).tables


def test_a_lone_group_is_not_compared() -> None:
    run = reported(leaky_rows(SAMPLES, 0.4))
    alone = Group((run,), "strict", ("It stands alone.",), None)
    subject = Subject((alone, Group((run._replace(key="run-2"),), "paper", (), None)), ("Why.",))
    found = Reader(first_page(subject))

    assert ["Runs of this report"] == [*found.tables]
    assert "Why." in found.text
    assert "It stands alone." in found.text


def test_the_head_says_what_figures_are_made_of() -> None:
    subject = side_by_side({"one": leaky_rows(SAMPLES, 0.4), "two": leaky_rows(SAMPLES, 0.1)})
    group = subject.groups[0]._replace(weight=0.7)
    one = rendered(run_page("index.html", group.runs[0], group, [], []))
    for page in (one, first_page(subject._replace(groups=(group,)))):
        head = Reader(page).text.split("Contents")[0]

        for fact in ("mine.jsonl, SHA-256 abababababab", "polar", "scripted, S5 too", "strict", "0.7"):
            assert fact in head


def test_the_same_subject_gives_the_same_page() -> None:
    first, second = (page_of(reported(leaky_rows(SAMPLES, 0.4))) for _ in range(2))

    assert first == second


def test_tables_are_shown_with_the_files_they_are_in() -> None:
    own: ShownTable = shown(Table("x", "X", "", "", (), ()), files=[("CSV", "tables/x.csv")])

    assert [("CSV", "tables/x.csv")] == own.files
