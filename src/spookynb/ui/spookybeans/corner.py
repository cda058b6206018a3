"""What the parts of one conflict's panel share: the desk, the conflict, and moves that carry its id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import plain_button, row


class Corner:
    """A part of the panel of the conflict ``cid``."""

    def __init__(self, desk: Desk, cid: str) -> None:
        self.desk = desk
        self.cid = cid

    def where(self, form: str) -> str:
        """The place of a form, for drafts: by conflict and the form's own name, mostly its kind of move."""
        return f"{self.cid[:12]}/{form}"

    def button(
        self, words: str, says: Says, move: Mapping[str, Any], *classes: str, read: Callable[[], Mapping[str, Any]] = dict, form: str = ""
    ) -> Act:
        """A button that makes ``move`` in this very conflict, with whatever ``read`` finds in its form.

        What was typed in ``form`` (by default the one named after the move) is forgotten once it has been sent.
        """
        where = self.where(form or str(move["kind"]))
        return Act(words, lambda once: self.desk.act({**move, "conflict": self.cid, **read()}, once, forget=where), says, *classes)

    def others(self, look: Glance) -> tuple[str, ...]:
        """Who else is waited for in this conflict and can act on this machine: at a hot-seat table one click away."""
        waited = [debt.seat for debt in look.waiting if debt.conflict == self.cid and debt.seat != look.seat]
        return tuple(dict.fromkeys(seat for seat in waited if seat in look.held))

    def ways(self, look: Glance, seats: tuple[str, ...]) -> list[Any]:
        """Buttons by which the keyboard goes to others."""
        if not seats:
            return []
        return [row([plain_button(f"Act as {look.state.name(seat)}", partial(self.desk.sit, seat)) for seat in seats], "acts")]
