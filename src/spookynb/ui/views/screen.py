"""The running head in markup."""

from __future__ import annotations

from spookynb.journal.drawings import icon
from spookynb.state import State
from spookynb.ui.views.words import e


def where(state: State) -> str:
    """Where one is: the campaign's title beside a bean."""
    return f'<span class="where">{icon("bean")}{e(state.title)}</span>'
