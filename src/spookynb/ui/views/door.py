"""The door in markup: the title page, campaigns found, the head of the form."""

from __future__ import annotations

from spookynb.journal.drawings import terrace
from spookynb.ui.joining import Glimpse
from spookynb.ui.views.words import e, listed


def title() -> str:
    """The title page above everything."""
    return (
        f'<div class="titlepage">{terrace()}<h1>spookynb</h1><p class="note">The notebook is the table, the journal is the game.</p></div>'
    )


def found(seen: Glimpse, played: str, file: str) -> str:
    """A campaign in the folder: its title, who is waited for, when it was last played."""
    if seen.trouble is not None:
        state = f'<p class="plain"><b>It cannot be opened as it is.</b> {e(seen.trouble.what)}</p>'
    elif seen.waits:
        state = f'<p class="plain">We wait for {e(listed(seen.waits))}.</p>'
    else:
        state = '<p class="plain">Nobody is waited for: play on.</p>'
    return f'<h3>{e(seen.title)}</h3>{state}<p class="note">last played {e(played)}, in {e(file)}</p>'


def new_head(first: bool) -> str:
    """The head of the form that begins a campaign; ``first``: there is none yet."""
    words = (
        "You need one person to run the game, one or more to play, and a title. Characters, dice and trouble come after."
        if first
        else "Another table, another journal."
    )
    return f'<h2>{"Begin your first campaign" if first else "Begin a new one"}</h2><p class="note">{words}</p>'
