"""A real server and a real browser for each module, and a visitor of their own for each test.

They end with the module: as long as Playwright is at work an event loop counts as running, which other tests must not find.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pages import ANSWER, WIDE, launch, visiting
from playwright.sync_api import Browser, Page, expect, sync_playwright
from server import Served, serving


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder are browser tests."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker("browser")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for a module's tests, on a folder that begins empty."""
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for a module's tests."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=ANSWER)
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page of a visitor of their own; that it asks for nothing from elsewhere is checked when the test ends."""
    with visiting(browser, served.base, viewport=WIDE) as context:
        yield context.new_page()


@pytest.fixture
def other_page(browser: Browser, served: Served) -> Iterator[Page]:
    """A second visitor, with a browser and a kernel of their own."""
    with visiting(browser, served.base, viewport=WIDE) as context:
        yield context.new_page()
