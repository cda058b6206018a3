"""The composer in markup."""

from __future__ import annotations

from spookynb.errors import SpookyError
from spookynb.journal.page import prose
from spookynb.ui.views.words import e, refusal


def head(name: str) -> str:
    """The composer's head."""
    return f"<h2>A post by {e(name)}</h2>"


def voice(kind: str, character: str) -> str:
    """A voice as a choice in the composer."""
    return {"ooc": "Out of character", "narrator": "Narrator"}.get(kind, character)


def preview(text: str) -> str:
    """As it will read; what the journal cannot hold is said at once."""
    if not text.strip():
        return ""
    try:
        shown = prose(text)
    except SpookyError as error:
        return refusal(error)
    return f'<p class="note">As it will read</p><div class="prose preview">{shown}</div>'
