"""Figures: the numbers of the tables, readable in light and dark, the same bytes every time, any name as text."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure as Drawing

from polar_bench.analysis.intervals import Estimate
from polar_bench.analysis.tradeoff import RanksAt
from polar_bench.report.colours import contrast, of_difference, of_share, parse, text_on
from polar_bench.report.figures.canvas import SETTINGS
from polar_bench.report.figures.curves import slots_at
from polar_bench.report.figures.figure import DARK, LIGHT, MARKERS, Figure, Theme
from polar_bench.report.figures.of_group import of_group
from polar_bench.report.figures.of_run import of_run
from polar_bench.report.figures.scatter import limits
from polar_bench.report.figures.write import write
from polar_bench.report.labels import short
from polar_bench.report.numbers import figure
from polar_bench.report.subject import Group
from polar_bench.report.tables import of_group as group_tables
from polar_bench.report.tables.of_run import tables
from tests.report.reported import SAMPLES, leaky_rows, reported, side_by_side

SHARES = st.floats(0, 1)
NAMES = [
    "vendor/a-model-with-a-very-long-name-and-a-date-2026-11-30-instruct",
    "$x_1^{$ \\frac",
    "_hidden",
    "模型/数据",
    "</text><script>alert(1)</script>",
    *(f"vendor/another-model-with-a-long-name-{n}" for n in range(7)),
]


def many(count: int = 12) -> Group:
    rows = {name: leaky_rows(SAMPLES, 0.05 + 0.07 * n, repeats=1) for n, name in enumerate(NAMES[:count])}
    return side_by_side(rows).groups[0]


def named(found: list[Figure], name: str) -> Figure:
    return next(each for each in found if each.name == name)


def texts(path: Path) -> list[str]:
    tree = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return ["".join(each.itertext()).strip() for each in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_figures_are_told_apart_and_lead_from_tables_of_their_names() -> None:
    run, group = reported(leaky_rows(SAMPLES, 0.4)), many(3)
    for found, own in (
        (of_run(run, "strict"), tables(run, "strict")),
        (of_group(group), group_tables.tables(group)),
    ):
        names = [each.name for each in found]
        assert len(names) == len({*names})
        assert {"scatter", "bars"} >= {*names} - {table.name for table in own}
        assert all(each.alt.endswith(".") and len(each.alt) < 1500 for each in found)
    assert [] == of_group(group._replace(together=None))


@pytest.mark.slow
def test_a_heat_map_shows_the_digits_of_its_table_and_dashes_where_it_is_empty(tmp_path: Path) -> None:
    rows = [row for row in leaky_rows(SAMPLES, 0.4) if (row.policy_level, row.attack) != ("P2", "S3")]
    run = reported(rows)
    table = next(table for table in tables(run, "strict") if table.name == "privacy")
    light, dark = write([named(of_run(run, "strict"), "privacy")], tmp_path, ["svg"])
    cells = [cell for row in table.rows for cell in row.cells if isinstance(cell, Estimate)]

    for path in (light, dark):
        shown = [text for text in texts(path) if re.fullmatch(r"\d\.\d{3}|–", text)]
        assert [figure(cell.mean) for cell in cells] == shown
    assert light.name == "privacy.svg"
    assert dark.name == "privacy-dark.svg"


@pytest.mark.slow
def test_any_name_is_drawn_as_text_and_the_bytes_are_the_same_every_time(tmp_path: Path) -> None:
    scatter, bars, ranks = (named(of_group(many()), name) for name in ("scatter", "bars", "ranks"))
    before = dict(mpl.rcParams)
    once, twice = (
        [
            *write([scatter, bars], tmp_path / name, ["svg"], prefix="group-1-"),
            *write([ranks], tmp_path / name, prefix="group-1-"),
        ]
        for name in ("a", "b")
    )

    assert before == dict(mpl.rcParams)
    assert 8 == len(once)
    assert [path.name for path in once] == [path.name for path in twice]
    assert [path.read_bytes() for path in once] == [path.read_bytes() for path in twice]
    for path in (path for path in once if path.suffix == ".svg"):
        source = path.read_text(encoding="utf-8")
        assert "<script" not in source
        assert all(any(short(name) in text for text in texts(path)) for name in NAMES)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_names_of_many_runs_cover_nothing_and_stay_on_the_page(theme: Theme) -> None:
    with mpl.rc_context(SETTINGS):
        for name in ("scatter", "bars", "ranks"):
            drawing = named(of_group(many()), name).draw(theme)
            drawing.draw_without_rendering()
            assert_readable(drawing)


def assert_readable(drawing: Drawing) -> None:
    """Assert that texts of names lie on the page, and none on another."""
    boxes = []
    for text in drawing.findobj(mpl.text.Text):
        if len(text.get_text()) > 6 and text.get_visible():
            boxes.append(text.get_window_extent())
    page = drawing.bbox
    assert len(boxes) >= 11
    assert all(page.x0 - 1 <= box.x0 and box.x1 <= page.x1 + 1 for box in boxes)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.5, 1.0])
def test_every_line_of_equal_overall_has_its_label_where_no_tick_has_one(weight: float) -> None:
    for chances in ((0.0, 0.4, 1.0), (0.4, 0.5)):
        rows = {f"m{n}": leaky_rows(SAMPLES, chance) for n, chance in enumerate(chances)}
        with mpl.rc_context(SETTINGS):
            drawing = named(of_group(side_by_side(rows).groups[0]._replace(weight=weight)), "scatter").draw(LIGHT)
            drawing.draw_without_rendering()
        [axes] = drawing.axes
        lines = [line for line in axes.lines if line.get_linestyle() == ":"]
        labels = {text.get_text().strip(): text.get_window_extent() for text in axes.texts}
        ticks = [text.get_window_extent() for text in (*axes.get_xticklabels(), *axes.get_yticklabels())]
        overall = [weight * x[0] + (1 - weight) * y[0] for x, y in (line.get_data() for line in lines)]

        assert len(lines) >= 2
        assert [pytest.approx(float(label)) for label in labels] == overall
        assert not any(label.overlaps(other) for label in labels.values() for other in ticks)
        assert not any(one.overlaps(other) for one, other in combinations(labels.values(), 2))
        frame = axes.get_window_extent()
        assert all(frame.x0 - label.width <= label.x0 and frame.y0 <= label.y0 for label in labels.values())


@pytest.mark.slow
def test_runs_without_a_spread_without_a_domain_or_all_alike_are_drawn(tmp_path: Path) -> None:
    alone = reported(leaky_rows(SAMPLES[:1], 1.0, repeats=1))
    assert write([each for each in of_run(alone, "paper") if each.name != "overall"], tmp_path, ["svg"])
    alike = {name: leaky_rows(SAMPLES, 0.0, repeats=1) for name in ("a", "b")}
    found = of_group(side_by_side(alike).groups[0])
    assert write([named(found, name) for name in ("scatter", "bars", "ranks")], tmp_path, ["svg"])


@given(value=SHARES)
def test_text_in_a_cell_can_be_read(value: float) -> None:
    for ground in (of_share(value), of_difference(2 * value - 1), of_difference(value, 0.3)):
        assert contrast(text_on(ground), ground) >= 4.5


@given(one=SHARES, other=SHARES)
def test_a_larger_share_is_darker_so_that_grey_print_keeps_the_order(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert of_share(low).luminance >= of_share(high).luminance
    assert of_difference(low).luminance >= of_difference(high).luminance
    assert of_difference(-low).luminance >= of_difference(-high).luminance


def test_privacy_utility_and_overall_are_told_apart_in_grey_and_seen_on_their_ground() -> None:
    for theme in (LIGHT, DARK):
        lights = sorted(parse(colour).luminance for colour in (theme.privacy, theme.utility))
        assert lights[1] / lights[0] > 1.4
        for colour in (*theme.series, theme.privacy, theme.ink, theme.muted):
            assert contrast(parse(colour), parse(theme.ground)) >= 3
        assert contrast(parse(theme.ink), parse(theme.ground)) >= 7
        assert contrast(parse(theme.muted), parse(theme.ground)) >= 4.5
    looks = {(LIGHT.series[n % len(LIGHT.series)], MARKERS[n % len(MARKERS)]) for n in range(12)}
    assert 12 == len(looks) == len(MARKERS)


@given(ranks=st.dictionaries(st.sampled_from("abcdef"), st.one_of(st.none(), st.integers(1, 6)), min_size=1))
def test_no_two_runs_have_the_same_height_and_better_places_stand_above(ranks: dict[str, int | None]) -> None:
    slots = slots_at(RanksAt(0.5, ranks), [*ranks])

    assert [*range(1, len(ranks) + 1)] == sorted(slots.values())
    placed = sorted((rank, slots[name]) for name, rank in ranks.items() if rank is not None)
    assert all(above[1] < below[1] for above, below in pairwise(placed) if above[0] < below[0])


@given(ends=st.lists(st.tuples(SHARES, SHARES, SHARES).map(sorted), max_size=5))
def test_an_axis_holds_every_mean_and_interval_and_is_never_too_short(ends: list[list[float]]) -> None:
    low, high = limits([Estimate(middle, low, high, 9) for low, middle, high in ends])

    assert all(low <= end <= high for own in ends for end in own)
    assert high - low >= 0.1
    assert -0.03 <= low
    assert high <= 1.03


def test_long_names_are_shortened_in_the_middle() -> None:
    assert "abc" == short("abc")
    assert 34 == len(short("x" * 90))
    assert short("a" * 40 + "end").endswith("end")
    assert "\n" not in short("a\nb")
