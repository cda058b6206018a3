"""Makes the README's picture, ``docs/table.png``, from a real table: ``python tests/browser/picture.py``."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hands import Hands
from pages import launch, open_table, visiting
from playwright.sync_api import sync_playwright
from server import serving

from spookynb.table import Table

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
CAMPAIGN = {"title": "The Cloakroom at Midnight", "gm": "Odile", "players": ["Robin", "Ines", "Tobias"]}
KEY = {"thingy": "Knows Every Key in the House", "why": "this one is called Gerald and owes him a favour"}
GHOST = "Ghost Who Forgot His Haunting"
WHAT = "Get the hat out of the cloakroom"
STAKES = "the hat, or one of Barnaby’s arms, which the cloakroom would keep"
MOVES = (
    (
        "robin",
        {
            "kind": "create_character",
            "name": "Barnaby Thrum",
            "concept": GHOST,
            "thingies": [KEY["thingy"]],
            "yo": "I am asked to stay for breakfast.",
        },
    ),
    ("ines", {"kind": "create_character", "name": "Hortense Pell", "concept": "Undertaker With Warm Hands", "yo": "I am thanked, once."}),
    ("tobias", {"kind": "create_character", "name": "Mog", "concept": "Cat With One Life Left", "yo": "Somebody builds me a door."}),
    ("ines", {"kind": "write_woe", "character": "Barnaby Thrum", "woe": "I am dusted, gently, and put away with the good glasses."}),
    ("tobias", {"kind": "write_woe", "character": "Hortense Pell", "woe": "My own hands go cold, and nobody notices."}),
    ("robin", {"kind": "write_woe", "character": "Mog", "woe": "The last life is spent on a sparrow."}),
    ("robin", {"kind": "call_conflict", "character": "Barnaby Thrum", "what": WHAT, "stakes": STAKES, "thingies": [KEY]}),
    ("gm", {"kind": "set_adversity", "dice": 4}),
    ("ines", {"kind": "give", "to": "robin", "dice": 1}),
    ("tobias", {"kind": "offer", "to": "robin", "dice": 2, "words": "It bites him. Nowhere he uses much."}),
)


def main() -> None:
    """Play up to the offer, and take the picture as the one who has to answer it."""
    with TemporaryDirectory() as folder:
        os.environ["SPOOKYNB_DATA_DIR"] = str(Path(folder) / "data")
        with Table.new(Path(folder) / "journals", CAMPAIGN) as table:
            for seat, move in MOVES:
                table.act(seat, move)
            journal = table.journal.name
        with (
            serving(Path(folder)) as served,
            sync_playwright() as playwright,
            visiting(launch(playwright), served.base, viewport={"width": 1120, "height": 900}, device_scale_factor=1.5) as context,
        ):
            page = context.new_page()
            open_table(page, served, f"journals/{journal}")
            Hands(page).act_as("Robin")
            panel = page.locator(".panel.conflict").first.bounding_box()
            assert panel
            page.mouse.move(0, 0)
            page.evaluate("document.activeElement.blur()")
            page.screenshot(path=PICTURE, clip={"x": 0, "y": 0, "width": 1120, "height": panel["y"] + panel["height"] + 24}, full_page=True)


if __name__ == "__main__":
    main()
