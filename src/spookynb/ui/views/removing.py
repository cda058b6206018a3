"""Taking a text out, in markup."""

from __future__ import annotations

from spookynb.journal.page import prose
from spookynb.ui.history import Passage
from spookynb.ui.views.words import when

_SHORT = 48


def named(one: Passage) -> str:
    """A text in a menu: who, when, and how it begins."""
    begins = " ".join(one.prose.split())
    return f"{one.character or one.name}, {when(one.at)}: {begins[:_SHORT]}{'…' if len(begins) > _SHORT else ''}"


def head() -> str:
    """What taking out means."""
    return (
        '<p class="note">For what should never have been written down: a real name, an address. The words go, from the journal '
        "and from every copy that merges it; that something stood there, who took it out and why, stays.</p>"
    )


def text(one: Passage) -> str:
    """The text that is about to go, whole."""
    return f'<div class="preview prose">{prose(one.prose)}</div>'


def sure() -> str:
    """The second thought."""
    return '<p class="plain" role="alert"><b>This cannot be undone.</b> Nobody keeps the words, not even the program.</p>'
