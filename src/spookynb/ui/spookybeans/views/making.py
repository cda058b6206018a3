"""Making characters, in markup."""

from __future__ import annotations

from typing import Any, Final

from spookynb.ui.views.words import e

EXAMPLES: Final = {
    "yo": "I am asked to dance by somebody with a pulse.",
    "woe": "I am measured for a box of my own, and it is a lovely fit.",
}
THINGIES: Final = ("Owes the Moon a Favour", "Pocketful of Coffin Nails", "Never Once on Time")


def make_head(name: str) -> str:
    """The head of the form for a first character."""
    return (
        f"<h2>{e(name)}, who are you?</h2>"
        '<p class="note">A Thingy is anything that may matter: a knack, a friend, a flaw. The Concept is the first one. '
        "Thingies you leave open stay banked, to be revealed when they fit.</p>"
    )


def write_head(field: str, character: str, sheet: Any) -> str:
    """Whom an ending is written for."""
    who = f", {e(sheet.concept)}" if sheet is not None else ""
    words = "the ending they dread" if field == "woe" else "the ending they hope for, now that the last one came true"
    return f'<h2>A {field.capitalize()} for {e(character)}</h2><p class="note">{e(character)}{who}: write {words}.</p>'
