"""The whole report in a real browser: from the figures to a transcript, light and dark, nothing from elsewhere."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from polar_bench import read_samples
from polar_bench.cli.app import app
from tests.browser.conftest import Open, apart, serious_faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
LINKS = """[...document.querySelectorAll("[href], [src], [srcset]")]
  .flatMap((node) => ["href", "src", "srcset"].map((name) => node.getAttribute(name)))
  .filter((link) => link && !link.startsWith("#"))"""
STARTER = list(read_samples("starter"))


def polar_bench(*arguments: str) -> None:
    done = apart(lambda: CliRunner().invoke(app, list(arguments)))
    assert 0 == done.exit_code, done.output


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report on one run in every format, `one`, and a masked one on three, `three`."""
    folder = tmp_path_factory.mktemp("reports")
    runs = []
    for number, control in enumerate(("leaky?p=0.5&q=0.5", "tell-all", "yes")):
        runs.append(str(folder / f"run{number}"))
        polar_bench("run", "starter", "--model", f"control/{control}", "--out", runs[-1], "--json")
    polar_bench("report", runs[0], "--out", str(folder / "one"), "--tables", "--figures")
    polar_bench("report", *runs, "--out", str(folder / "three"), "--mask")
    return folder


def all_pages(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.html"))


def test_a_cell_of_the_heat_map_leads_to_its_transcripts(reports: Path, open_page: Open) -> None:
    page = open_page(reports / "one", "index.html")
    cells = page.locator("table a[href*='cell=']")
    assert 25 <= cells.count()
    link = cells.nth(6)
    href = link.get_attribute("href")
    assert href is not None
    level, attack = href.split("cell=")[1].split("&")[0].replace("%2F", "/").split("/")
    link.click()
    page.wait_for_selector("#count:not(:empty)")
    expected = [case.id for case in STARTER if (case.policy_level, case.attack) == (level, attack)]

    assert expected == page.locator("#list .id").all_inner_texts()
    page.locator("#list a").first.click()
    page.locator("#reader-heading", has_text=expected[0]).wait_for()
    assert f"{level} " in page.locator(".about p").first.inner_text()


def test_every_link_and_picture_is_in_the_folder(reports: Path, open_page: Open) -> None:
    for name in ("one", "three"):
        for file in all_pages(reports / name):
            page = open_page(reports / name, file)
            for link in page.evaluate(LINKS):
                assert (reports / name / link.split("#")[0]).is_file(), link
            broken = page.evaluate(
                "[...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src)"
            )
            assert [] == broken


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["one", "three"])
def test_no_serious_fault_of_accessibility(reports: Path, open_page: Open, axe: str, name: str, scheme: str) -> None:
    faults = {}
    for file in all_pages(reports / name):
        page = open_page(reports / name, file, color_scheme=scheme)
        settle(page)
        faults[file] = serious_faults(page, axe)

    assert {} == {file: found for file, found in faults.items() if found}


@pytest.mark.parametrize("name", ["one", "three"])
def test_pages_fit_a_narrow_screen_follow_the_scheme_and_print(reports: Path, open_page: Open, name: str) -> None:
    for file in all_pages(reports / name):
        page = open_page(reports / name, file, viewport={"width": 360, "height": 800}, color_scheme="dark")
        settle(page)
        assert 360 >= page.evaluate("document.documentElement.scrollWidth"), file
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert max(map(int, colour.removeprefix("rgb(").rstrip(")").split(","))) < 60, file
        assert page.pdf().startswith(b"%PDF")


def test_headings_stand_in_order_and_the_first_stop_is_the_skip_link(reports: Path, open_page: Open) -> None:
    for file in all_pages(reports / "three"):
        page = open_page(reports / "three", file)
        settle(page)
        levels = [
            int(tag[1]) for tag in page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((h) => h.tagName)")
        ]
        assert 1 == Counter(levels)[1], file
        assert all(after <= before + 1 for before, after in pairwise(levels)), file
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches('.skip')"), file


def settle(page: Page) -> None:
    page.wait_for_load_state("load")
    if page.locator("#count").count():
        page.wait_for_selector("#count:not(:empty)")
