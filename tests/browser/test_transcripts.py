"""The reader of transcripts in a real browser: found, read, linked to, by mouse and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from polar_bench import read_samples
from polar_bench.errors import Unassessed
from polar_bench.report.marked import printable
from polar_bench.report.page.transcripts.source import TranscriptSource
from polar_bench.scoring.rows import ScoreRow, score_row
from polar_bench.trial import Speaker, Turn
from tests.browser.conftest import Open, apart, expect, serious_faults
from tests.report.test_transcript import crafted
from tests.support.played import played, told
from tests.support.report_files import of_control, source
from tests.support.samples import sample
from tests.support.transcript_pages import write

if TYPE_CHECKING:
    from playwright.sync_api import Page

STARTER = list(read_samples("starter"))
CONTROL = "leaky?p=0.5&q=0.5"
LONG = "\U0001f600" * 9_999 + "x" + "word " * 200_000 + "Wendlach."
RAN = "window.ran = (window.ran || 0) + 1"
HOSTILE = (
    f"</script><script>{RAN}</script><!-- --> <img src=x onerror='{RAN}'> <a href=\"javascript:{RAN}\">a</a> "
    f"<svg onload='{RAN}'></svg> <style>body {{ display: none }}</style> &lt;b&gt; \x00\x1b[31m \u202egnirts\u202c "
    "\u200b\ud83d \u2028\u2029 \U0001f600\U0001f600 Wendlach ${1+1} ]]> ' \" \\ \\u0041"
)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of controls, and one with every channel, an unassessed trial, hostile text and a reply of 1 MB."""
    folder = tmp_path_factory.mktemp("reader")
    apart(lambda: write(sources(), folder, is_masked=False))
    return folder


@pytest.fixture(scope="module")
def rows() -> dict[str, ScoreRow]:
    """The first run's rows, by sample."""
    return apart(lambda: {case.id: score_row(case, played(case, CONTROL)) for case in STARTER})


def sources() -> list[TranscriptSource]:
    made = crafted()
    lost = msgspec.structs.replace(played(STARTER[0], "yes"), unassessed=Unassessed.TIMEOUT, detail="3 s, no answer")
    bad = msgspec.structs.replace(sample(HOSTILE), domain=HOSTILE, group=HOSTILE)
    attacked = told(bad, (HOSTILE, Turn(Speaker.TRUSTED, HOSTILE, reasoning=HOSTILE)))
    long = sample("long-1")
    huge = told(long, ("All of it?", LONG))
    trials = [(made.case, made.trial), (STARTER[0], lost), (bad, attacked), (long, huge)]
    return [
        of_control("run-1", STARTER, CONTROL),
        of_control("run-2", STARTER[:5], "tell-all"),
        source("run-3", trials, name=HOSTILE),
    ]


def state(page: Page) -> dict[str, Any]:
    return {key: value[0] for key, value in parse_qs(urlsplit(page.url).fragment, keep_blank_values=True).items()}


def brightness(colour: str) -> float:
    """Return the mean of the red, green and blue of "rgb(r, g, b)"."""
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


def ids(page: Page) -> list[str]:
    page.wait_for_selector("#count:not(:empty)")
    return [text.split(",")[0] for text in page.locator("#list .id").all_inner_texts()]


def read(page: Page, identity: str) -> None:
    """Wait until a transcript is shown."""
    page.locator("#reader-heading", has_text=identity).wait_for()
    page.locator(".turns").wait_for()


def test_nothing_is_loaded_before_it_is_needed(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html")
    assert [case.id for case in STARTER] == sorted(ids(page), key=[case.id for case in STARTER].index)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    page.locator("#list a").first.click()
    read(page, "")

    assert ["run-1-0.js", "samples-1-0.js"] == sorted(name for name in asked if name != "icon.svg")


@pytest.mark.slow
def test_filters_find_and_their_address_finds_the_same_again(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html")
    ids(page)
    page.select_option("[name=level]", "P2")
    expected = {case.id for case in STARTER if case.policy_level == "P2"}
    expect(page.locator("#list a")).to_have_count(len(expected))
    assert expected == set(ids(page))
    page.select_option("[name=attack]", "S4")
    expect(page.locator("#list a")).to_have_count(1)
    assert "P2/S4" == state(page)["cell"]
    again = open_page(reader, f"transcripts.html#{urlsplit(page.url).fragment}")
    assert ids(page) == ids(again)
    page.go_back()
    expect(page.locator("#list a")).to_have_count(len(expected))
    assert expected == set(ids(page))
    page.click("#clear")
    expect(page.locator("#list a")).to_have_count(25)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["outcome", "kind", "domain", "differ", "find"])
def test_each_filter_keeps_what_it_says(reader: Path, rows: dict[str, ScoreRow], open_page: Open, name: str) -> None:
    kinds = {
        case.id: {
            a.kind.value
            for a in case.attributes
            for d in rows[case.id].scores["strict"].disclosures
            if d.channel.is_counted and d.role == "protected" and (a.name, a.value) == (d.attribute, d.value)
        }
        for case in STARTER
    }
    differ = {
        case.id
        for case in STARTER
        if {(d.attribute, d.value) for d in rows[case.id].scores["strict"].disclosures if d.channel.is_counted}
        != {(d.attribute, d.value) for d in rows[case.id].scores["paper"].disclosures if d.channel.is_counted}
    }
    value, expected = {
        "outcome": ("held", {name for name, own in kinds.items() if not own}),
        "kind": ("date", {name for name, own in kinds.items() if "date" in own}),
        "domain": ("legal", {case.id for case in STARTER if case.domain == "legal"}),
        "differ": ("1", differ),
        "find": (STARTER[3].id[3:].upper(), {STARTER[3].id}),
    }[name]
    page = open_page(reader, f"transcripts.html#run=run-1&{name}={value}")

    assert expected == set(ids(page))


@pytest.mark.slow
def test_every_find_is_marked_and_told_on_hover_and_on_focus(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&sample=medical-1&repeat=0")
    read(page, "medical-1")
    made = crafted()
    row = score_row(made.case, made.trial)
    spanned = [one for one in row.scores["strict"].disclosures if one.span is not None]
    page.locator(".reasoning summary").click()
    marks = page.locator(".turn mark[data-code]")

    assert len(spanned) == marks.count()
    assert len(row.scores["strict"].disclosures) == page.locator(".finds li").count()
    for n in range(marks.count()):
        mark = marks.nth(n)
        described = mark.get_attribute("aria-describedby")
        assert described is not None
        told_lines = [page.locator(f"#{name}").inner_text() for name in described.split()]
        for act in (mark.hover, mark.focus):
            page.keyboard.press("Escape")
            assert page.locator("#tip").is_hidden()
            act()
            assert told_lines == [line.inner_text() for line in page.locator("#tip p").all()]
        assert "rule" in told_lines[0]
        page.mouse.move(0, 0)
        mark.blur()
    values = {one.value for one in spanned if one.channel.value == "reply"}
    assert values <= {mark.inner_text() for mark in page.locator(".turn mark.counts").all()}


def test_an_unassessed_trial_says_why(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&outcome=timeout")
    page.locator("#list a").first.click()
    read(page, STARTER[0].id)

    assert "timeout (3 s, no answer)" in page.locator(".unassessed").inner_text()
    assert 0 == page.locator("#reader caption", has_text="Scores").count()


def test_the_same_sample_in_another_run_is_one_click_away(reader: Path, open_page: Open) -> None:
    identity = STARTER[1].id
    page = open_page(reader, f"transcripts.html#run=run-1&sample={identity}")
    read(page, identity)
    page.locator(".others a", has_text="tell-all").click()
    expect(page.locator("#filters select").first).to_have_value("run-2")
    expect(page.locator("#reader tbody tr").first).to_contain_text("0.000")

    assert "run-2" == state(page)["run"]


@pytest.mark.slow
def test_the_keyboard_alone_finds_opens_and_reads(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html")
    names = ids(page)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#list') !== null"):
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    read(page, names[1])
    page.keyboard.press("j")
    read(page, names[2])
    page.keyboard.press("j")
    read(page, names[3])
    page.keyboard.press("k")
    read(page, names[2])
    assert names[2] == state(page)["sample"]
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    assert "reader" == page.evaluate("document.activeElement.id")
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.tagName"))
    assert {"BUTTON", "A"} <= seen


def test_hostile_text_is_shown_and_runs_nothing(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&find=script")
    page.locator("#list a").click()
    page.locator(".turns").wait_for()
    page.locator(".reasoning summary").click()
    expected = printable(HOSTILE)

    for place in (".turn.attacker .text", ".turn.trusted > .text", ".reasoning .text", "#reader-heading"):
        assert expected == page.locator(place).first.evaluate("node => node.textContent")
    assert "Wendlach" == page.locator(".turn.trusted > .text mark").inner_text()
    assert page.evaluate("window.ran === undefined")
    assert 0 == page.locator("#reader :is(script, img, svg, style), #list :is(script, img, svg)").count()
    assert not [c for c in page.inner_text("body") if not c.isprintable() and c not in "\n\t"]


@pytest.mark.slow
def test_a_reply_of_a_megabyte_is_cut_and_shown_whole_when_asked_for(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&sample=long-1")
    read(page, "long-1")
    text = page.locator(".turn.trusted .text")
    assert 1_000_000 > len(text.evaluate("node => node.textContent"))
    assert 0 == text.locator("mark").count()
    page.locator("button.whole").click()

    assert "Wendlach" == text.locator("mark").inner_text()
    whole: str = text.evaluate("node => node.textContent")
    assert LONG == whole


@pytest.mark.slow
def test_a_link_that_names_nothing_says_so(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html#run=../../etc&level=P9&sample=nobody-1")
    page.locator("#reader .unassessed").wait_for()

    assert "nobody-1" in page.locator("#reader").inner_text()
    assert "None of 25" in page.locator("#count").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 800, 1400])
def test_no_width_makes_the_page_scroll_sideways(reader: Path, open_page: Open, width: int) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&sample=medical-1", viewport={"width": width, "height": 800})
    read(page, "medical-1")

    assert width >= page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(reader: Path, open_page: Open, axe: str, scheme: str) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&sample=medical-1", color_scheme=scheme)
    read(page, "medical-1")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")

    assert [] == serious_faults(page, axe)


@pytest.mark.slow
def test_dark_is_dark_and_print_is_light_and_whole(reader: Path, open_page: Open) -> None:
    page = open_page(reader, "transcripts.html#run=run-3&sample=medical-1", color_scheme="dark")
    read(page, "medical-1")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.emulate_media(media="print")
    printed = page.evaluate(ground)

    assert brightness(dark) < 50
    assert 255 == brightness(printed)
    assert page.locator("#filters").is_hidden()
    assert page.locator("#list").is_hidden()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".reasoning .text").is_visible()
    assert page.pdf().startswith(b"%PDF")
