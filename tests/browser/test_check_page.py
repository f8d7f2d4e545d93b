"""The page of `check --html` in a real browser: ticks, remarks, keys, saving, going on, dark, print, a small screen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from polar_bench import read_samples
from polar_bench.quality.checks import findings
from polar_bench.report.check_page import page as check_page
from tests.browser.conftest import Open, expect, serious_faults
from tests.quality.damages import adding

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
SAMPLES = [adding("task", "```")(sample) for sample in list(read_samples("starter"))[:4]]
FOUND = [replace(f, lifted_by=("m",)) for sample in SAMPLES for f in findings(sample)]
ANSWERS = ("natural", "consistent", "in_form", "clue", "policy_clear")


@pytest.fixture
def opened(open_page: Open, tmp_path: Path) -> Page:
    """The page as opened from its file."""
    content = check_page(SAMPLES, FOUND, "set.jsonl", "ab" * 32, 42)
    (tmp_path / "page.html").write_text(content, encoding="utf-8")
    return open_page(tmp_path, "page.html", viewport={"width": 1300, "height": 900})


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def saved(page: Page, press: str = "s") -> dict[str, Any]:
    with page.expect_download() as download:
        page.keyboard.press(press)
    assert download.value.suggested_filename == "ticks-abababab-42.json"
    made: dict[str, Any] = json.loads(Path(download.value.path()).read_bytes())
    return made


def test_keys_go_through_the_samples_and_answer_and_save(opened: Page) -> None:
    for key, place in (("j", 1), ("j", 2), ("k", 1), ("k", 1), ("j", 2)):
        opened.keyboard.press(key)
        assert f"sample-{place}" == focused(opened)
    for key in "12345225":
        opened.keyboard.press(key)
    assert "0 of 4 samples answered" == opened.inner_text("#progress")
    opened.keyboard.press("2")
    ticks = saved(opened)
    assert ("polar-bench ticks/1", "set.jsonl", "ab" * 32, 42) == (
        ticks["format"],
        ticks["dataset"],
        ticks["digest"],
        ticks["seed"],
    )
    assert [sample.id for sample in SAMPLES] == [sample["id"] for sample in ticks["samples"]]
    assert dict(zip(ANSWERS, ("yes", "yes", "yes", "yes", "no"), strict=True)) == ticks["samples"][1]["answers"]
    assert [None] == list(set(ticks["samples"][0]["answers"].values()))
    assert "1 of 4 samples answered" == opened.inner_text("#progress")


def test_a_remark_takes_every_key_until_escape(opened: Page) -> None:
    remark = opened.locator("#sample-2 textarea")
    remark.fill("Not a letter: ")
    remark.press("End")
    opened.keyboard.type("jks12")
    assert "Not a letter: jks12" == remark.input_value()
    opened.keyboard.press("Escape")
    assert "sample-2" == focused(opened)
    opened.keyboard.press("j")
    assert "sample-3" == focused(opened)
    assert "Not a letter: jks12" == saved(opened)["samples"][1]["remark"]


def test_ticks_stay_and_a_saved_file_is_taken_up_again(opened: Page, tmp_path: Path) -> None:
    opened.locator("#sample-3 input[name=clue][value=no]").check()
    opened.locator("#sample-1 textarea").fill("Fine.")
    ticks = saved_by_button(opened)
    opened.reload()
    assert (True, "Fine.") == state(opened)
    opened.evaluate("localStorage.clear()")
    opened.reload()
    assert (False, "") == state(opened)
    path = tmp_path / "ticks.json"
    for _ in range(2):  # the same file once more
        path.write_text(json.dumps(ticks))
        opened.set_input_files("#load", path)
        expect(opened.locator("#sample-1 textarea").first).to_have_value("Fine.")
        assert (True, "Fine.") == state(opened)
        opened.locator("#sample-1 textarea").fill("")


def saved_by_button(page: Page) -> dict[str, Any]:
    with page.expect_download() as download:
        page.click("#save")
    made: dict[str, Any] = json.loads(Path(download.value.path()).read_bytes())
    return made


def state(page: Page) -> tuple[bool, str]:
    return (
        page.locator("#sample-3 input[name=clue][value=no]").is_checked(),
        page.locator("#sample-1 textarea").input_value(),
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no JSON", "can't be read"),
        ("null", "holds no ticks"),
        ('{"samples": [{"id": "x"}]}', "holds no ticks"),
        ('{"digest": "cd", "samples": []}', "ticks of another data set"),
        (
            json.dumps({"digest": "ab" * 32, "samples": [{"id": "elsewhere", "answers": {}, "remark": ""}]}),
            "1 samples of ticks.json aren't on this page",
        ),
    ],
)
def test_a_file_that_is_of_no_use_is_refused_in_words(opened: Page, tmp_path: Path, content: str, said: str) -> None:
    opened.locator("#sample-1 textarea").fill("Fine.")
    (tmp_path / "ticks.json").write_text(content)
    opened.set_input_files("#load", tmp_path / "ticks.json")
    expect(opened.locator("#progress")).not_to_have_text(re.compile("answered$"))
    assert said in opened.inner_text("#progress")
    assert "Fine." == opened.locator("#sample-1 textarea").input_value()


def test_the_controls_stay_in_sight_and_a_small_screen_needs_no_scrolling_sideways(opened: Page) -> None:
    opened.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = opened.locator(".controls").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 10
    opened.set_viewport_size({"width": 380, "height": 700})
    assert 380 >= opened.evaluate("document.documentElement.scrollWidth")


def test_dark_is_dark_and_paper_is_white(opened: Page) -> None:
    def brightness() -> int:
        colour = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.strip("rgb()").split(","))

    opened.emulate_media(color_scheme="dark")
    assert brightness() < 200
    opened.emulate_media(color_scheme="dark", media="print")
    assert brightness() == 3 * 255
    assert not opened.locator(".controls").is_visible()
    assert opened.locator("#sample-1").is_visible()


def test_findings_are_shown_with_who_lifts_them(opened: Page) -> None:
    assert "(lifted by m)" in opened.inner_text("#sample-1 .findings")


def test_no_serious_fault_for_those_who_do_not_see_it(opened: Page, axe: str) -> None:
    assert [] == serious_faults(opened, axe)
    opened.emulate_media(color_scheme="dark")
    assert [] == serious_faults(opened, axe)
