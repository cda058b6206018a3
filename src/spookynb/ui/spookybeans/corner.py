"""What the parts of one conflict's panel share: the desk, the conflict, and moves that carry its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spookynb.entry import Entry
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk


class Corner:
    """A part of the panel of the conflict ``cid``."""

    def __init__(self, desk: Desk, cid: str) -> None:
        self.desk = desk
        self.cid = cid

    def act(self, once: str, kind: str, **fields: Any) -> Entry:
        """Make a move in this very conflict and forget what was typed for it."""
        return self.desk.act({"kind": kind, "conflict": self.cid, **fields}, once, forget=self.where(kind))

    def where(self, kind: str) -> str:
        """The place of a form, for drafts: by conflict and kind of move."""
        return f"{self.cid[:12]}/{kind}"

    def button(
        self, words: str, says: Says, kind: str, read: Callable[[], dict[str, Any]] | None = None, *classes: str, **fields: Any
    ) -> Act:
        """A button that makes the move ``kind`` with ``fields`` and whatever ``read`` finds in the form."""
        return Act(words, lambda once: self.act(once, kind, **fields, **(read() if read else {})), says, *classes)
