"""What Binder would serve: its own start script, its own folder, and the link that opens the table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import Hands
from pages import PATIENCE, WIDE, visiting
from playwright.sync_api import Browser, expect
from server import Served, running

ROOT = Path(__file__).parents[2]
COMMAND = ["binder/start", "jupyter", "notebook", "--ip", "127.0.0.1", "--port", "8950", "--no-browser", "--allow-root"]


@pytest.fixture
def binder(tmp_path: Path) -> Iterator[Served]:
    """A server as Binder starts it, on a copy of what it has on disk."""
    for part in ("binder", "notebooks", "journals"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns(".*"))
    with running(COMMAND, tmp_path) as served:
        yield served


def test_the_deep_link_opens_the_table_and_journals_are_kept_beside_those_that_are_there(browser: Browser, binder: Served) -> None:
    with visiting(browser, binder.base, viewport=WIDE) as context:
        page = context.new_page()
        page.goto(binder.at("/voila/render/notebooks/play.ipynb", seat="bob"), timeout=PATIENCE)
        hands = Hands(page)
        expect(hands.snb.locator(".found", has_text="Left Until Called For")).to_be_visible(timeout=PATIENCE)
        hands.begin("From Far Away", "Odile", "Bob")
    assert (binder.folder / "journals" / "from-far-away.md").is_file()
