"""The screen of a system that brings none of its own: its debts in its own words, its moves as plain forms."""

from __future__ import annotations

from collections.abc import Sequence

from spookynb.moves import Debt
from spookynb.replay import Taken
from spookynb.state import State
from spookynb.ui.desk import Desk
from spookynb.ui.form import label
from spookynb.ui.systems import Holds, Pane


class PlainScreen:
    """All of a system's moves stand as forms on the campaign page."""

    def holds(self, state: State, seat: str) -> Holds:
        """Nothing is known of what people hold."""
        return Holds()

    def duty(self, state: State, debt: Debt) -> str:
        """The system's own words, or the move's name."""
        return debt.why or label(debt.owes).lower()

    def place(self, debt: Debt) -> tuple[str, str]:
        """Everything is paid on the campaign page."""
        return "campaign", "at-moves"

    def told_as(self, taken: Taken) -> tuple[str, str]:
        """Nothing replaces anything."""
        return "", ""

    def panes(self, desk: Desk) -> Sequence[Pane]:
        """None."""
        return ()

    def sheets(self, desk: Desk) -> Sequence[Pane]:
        """None."""
        return ()

    def covered(self) -> frozenset[str]:
        """None."""
        return frozenset()


SCREEN = PlainScreen()
