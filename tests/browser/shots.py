"""Pictures of a screen at 1280 and 390 px, light and dark, for people to look at.

    python tests/browser/shots.py FOLDER [--journal journals/x.md] [--lab] [--click NAME ...]

starts a server on a copy of nothing (or in ``--in DIR``), opens the table, clicks the buttons named, and writes the pictures.
From a test: ``shoot(page, folder, "name")``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from pages import launch, open_lab, open_table, visiting
from playwright.sync_api import Page, sync_playwright
from server import serving

WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")


def shoot(page: Page, folder: Path, name: str) -> list[Path]:
    """Four pictures of the page as it stands, whole height; the page is left as it was."""
    folder.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    made = []
    for width in WIDTHS:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(150)  # the layout settles
            made.append(folder / f"{name}-{width}-{scheme}.png")
            page.screenshot(path=made[-1], full_page=True)
    page.emulate_media(color_scheme="light")
    if before:
        page.set_viewport_size(before)
    return made


def main() -> None:
    """Open, click, shoot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--in", dest="where", type=Path)
    parser.add_argument("--journal")
    parser.add_argument("--lab", action="store_true")
    parser.add_argument("--click", action="append", default=[])
    given = parser.parse_args()
    with (
        TemporaryDirectory() as empty,
        serving((given.where or Path(empty)).resolve()) as served,
        sync_playwright() as playwright,
        visiting(launch(playwright), served.base, viewport={"width": 1280, "height": 900}) as context,
    ):
        page = context.new_page()
        open_lab(page, served) if given.lab else open_table(page, served, given.journal)
        for number, name in enumerate(["", *given.click]):
            if name:
                page.get_by_role("button", name=name).first.click()
                page.wait_for_timeout(600)
            for picture in shoot(page, given.folder, f"{number}-{name or 'first'}".replace(" ", "-").lower()):
                print(picture)


if __name__ == "__main__":
    main()
