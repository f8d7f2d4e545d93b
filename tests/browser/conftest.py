"""A real Chromium for the pages that the package writes; every page is watched for errors and requests.

Without a browser, or without what drives it, these tests are skipped by name; where POLAR_BROWSER_REQUIRED is set
they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, LocatorAssertions, Page, Request

AXE = Path(__file__).resolve().parents[2] / "build" / "axe" / "axe.min.js"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# No name is found and no page is asked for, whatever a page tries
_ALONE = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking")

Open = Callable[..., "Page"]
"""Opens a file of a folder: (folder, name and hash, **options of the browser's context) -> page."""
Made = TypeVar("Made")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def unable(reason: str) -> NoReturn:
    """Skip, or fail where a browser is required."""
    if os.environ.get("POLAR_BROWSER_REQUIRED"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def apart(make: Callable[[], Made]) -> Made:
    """Return what `make` returns, made in a thread of its own: the browser's driver runs an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(make).result()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    named = os.environ.get("POLAR_CHROMIUM")
    path = next(filter(None, map(shutil.which, (named,) if named else _NAMES)), None)
    if path is None:
        unable(f"no Chromium{f' at {named}' if named else ''}: install one, or name it in POLAR_CHROMIUM")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 # an extra that need not be installed
    except ImportError:
        unable("no playwright: pip install -e '.[dev]'")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=list(_ALONE))
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Give a function that opens pages; at the end the test fails for whatever a page complained of or asked for."""
    faults: list[str] = []
    contexts = []

    def opened(folder: Path, name: str, **options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        inside = folder.resolve().as_uri() + "/"
        page.on("console", lambda said: faults.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("requestfailed", lambda asked: faults.extend(_failure(asked)))
        page.on(
            "request", lambda asked: None if asked.url.startswith(inside) else faults.append(f"request: {asked.url}")
        )
        page.goto(folder.resolve().as_uri() + "/" + name)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [] == faults


@pytest.fixture(scope="session")
def axe() -> str:
    """Give the source of axe-core."""
    if not AXE.exists():
        unable("no axe-core: python tools/fetch_axe.py")
    return AXE.read_text("utf-8")


def _failure(asked: Request) -> list[str]:
    """Return what failed, unless the page gave it up itself: a picture of the other colour scheme when printing."""
    return [] if asked.failure == "net::ERR_ABORTED" else [f"failed: {asked.url} {asked.failure}"]


def serious_faults(page: Page, axe: str) -> list[str]:
    """Return what axe-core finds that is serious or critical, each with the first place."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {preload: false, resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def expect(place: Locator) -> LocatorAssertions:
    """Return assertions that wait; waiting for an expression would be the `eval` that the pages' policy forbids."""
    from playwright.sync_api import expect as waiting  # noqa: PLC0415 # an extra that need not be installed

    return waiting(place)
