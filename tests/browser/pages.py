"""What a person does before they touch anything: open a browser, open the table."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from server import Served

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: milliseconds; a kernel on a busy machine of two cores takes its time to start, and then answers at once
PATIENCE = 90_000
ANSWER = 15_000
#: a laptop
WIDE = {"width": 1280, "height": 900}


def chromium() -> str:
    """The browser to drive: ``SPOOKYNB_CHROMIUM`` or the first of the usual names on the path."""
    named = os.environ.get("SPOOKYNB_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "the browser tests need Chromium: `apt-get install chromium libatomic1`, or name one in SPOOKYNB_CHROMIUM"
    return found


def launch(playwright: Playwright) -> Browser:
    """A headless Chromium that fetches nothing on its own account."""
    return playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)


class Strangers:
    """Requests to anywhere but our own server: the offline promise says that there are none."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.home = urlsplit(base).netloc
        self.seen: list[str] = []
        context.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.home:
            self.seen.append(url)


@contextmanager
def visiting(browser: Browser, base: str, **options: object) -> Iterator[BrowserContext]:
    """A visitor of their own (cookies included), who must not be sent anywhere else."""
    context = browser.new_context(**options)  # type: ignore[arg-type]  # viewport, color_scheme, ...
    context.set_default_timeout(ANSWER)
    strangers = Strangers(context, base)
    try:
        yield context
    finally:
        context.close()
    assert strangers.seen == [], "the page asked for something from elsewhere"


def open_table(page: Page, served: Served, journal: str | None = None) -> None:
    """Open the plain page and wait until the table is there."""
    page.goto(served.at("/voila/render/play.ipynb", **({"journal": journal} if journal else {})), timeout=PATIENCE)
    expect(page.locator("#rendered_cells .snb-page").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#loading")).to_have_count(0)


def open_lab(page: Page, served: Served, notebook: str = "play.ipynb") -> None:
    """Open a notebook in JupyterLab and run all of its cells."""
    page.goto(served.at(f"/lab/tree/{notebook}", reset=""), timeout=PATIENCE)
    status = page.locator("#jp-main-statusbar")
    expect(status).to_contain_text("| Idle", timeout=PATIENCE)  # the notebook's own idle mark comes too early
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    expect(page.locator(".jp-OutputArea-output .snb-page").first).to_be_visible(timeout=PATIENCE)
    expect(status).to_contain_text("| Idle", timeout=PATIENCE)
