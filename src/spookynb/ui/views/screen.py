"""The running head in markup."""

from __future__ import annotations

from spookynb.errors import SpookyError
from spookynb.journal.drawings import icon
from spookynb.state import State
from spookynb.ui.views.words import e


def where(state: State) -> str:
    """Where one is: the campaign's title beside a bean."""
    return f'<span class="where">{icon("bean")}{e(state.title)}</span>'


def trouble(error: SpookyError) -> str:
    """A notice from the table that did not stop a move."""
    rest = " ".join(part for part in (error.safe, error.todo) if part)
    return f'<div class="refused" role="status"><b>{e(error.what)}</b><br>{e(rest)}</div>'
