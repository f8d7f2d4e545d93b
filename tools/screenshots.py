"""Screenshots of a report for the README: tools/screenshots.py REPORT [--out docs/img].

Needs Chromium, playwright and pillow; POLAR_CHROMIUM names the browser where it is not on the path.
"""

from __future__ import annotations

import argparse
import os
import shutil
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

WIDTH, HEIGHT = 1200, 860
MOST_BYTES = 200_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Shot(NamedTuple):
    """A picture: its file, the page, the element that it begins at ("" for the top), its colours, and a key pressed."""

    name: str
    page: str
    begins: str = ""
    scheme: str = "light"
    key: str = ""


SHOTS = (
    Shot("report-several", "index.html", "#tradeoff"),
    Shot("report-run", "run-1.html"),
    Shot("report-surface", "run-1.html", "#surface"),
    Shot("report-surface-dark", "run-1.html", "#surface", "dark"),
    Shot("report-transcript", "transcripts.html#run=run-1&cell=P1/S2", ".conversation", key="j"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--out", type=Path, default=Path("docs/img"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    browser_path = os.environ.get("POLAR_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None:
        parser.error("no Chromium found; install it, or name it in POLAR_CHROMIUM")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for shot in SHOTS:
            data = compressed(taken(browser, given.report, shot))
            (given.out / f"{shot.name}.png").write_bytes(data)
            print(f"{shot.name}.png: {len(data):,} bytes")
        browser.close()


def taken(browser: Browser, report: Path, shot: Shot) -> bytes:
    """Return a picture of one page, as PNG."""
    context = browser.new_context(color_scheme=shot.scheme, viewport={"width": WIDTH, "height": HEIGHT})  # type: ignore[arg-type] # light or dark
    page = context.new_page()
    path, _, anchor = shot.page.partition("#")
    page.goto((report / path).resolve().as_uri() + (f"#{anchor}" if anchor else ""))
    page.wait_for_load_state("networkidle")
    if shot.key:
        page.keyboard.press(shot.key)
        page.wait_for_timeout(500)
    if shot.begins:
        page.locator(shot.begins).first.evaluate("element => element.scrollIntoView()")
    page.wait_for_timeout(300)
    data = page.screenshot()
    context.close()
    return data


def compressed(data: bytes) -> bytes:
    """Return a PNG of at most `MOST_BYTES`, with no more colours than that needs."""
    picture = Image.open(BytesIO(data)).convert("RGB")
    for colours in (256, 128, 64, 32):
        made = BytesIO()
        picture.quantize(colours, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
        if made.tell() <= MOST_BYTES:
            return made.getvalue()
    raise SystemExit(f"a picture of {WIDTH} x {HEIGHT} stays above {MOST_BYTES} bytes; take a smaller part")


if __name__ == "__main__":
    main()
