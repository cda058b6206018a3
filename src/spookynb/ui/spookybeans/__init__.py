"""The screen of Spookybeans: conflicts as steps, calls, sheets, characters in the making, endings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spookynb.moves import Debt
from spookynb.replay import Taken
from spookynb.state import GM, State
from spookynb.systems.spookybeans.facts import Narrated, Struck
from spookynb.systems.spookybeans.sheet import Game
from spookynb.ui.desk import Desk
from spookynb.ui.spookybeans.calling import Calling
from spookynb.ui.spookybeans.duties import duty
from spookynb.ui.spookybeans.making import Making
from spookynb.ui.spookybeans.panel import Conflicts, box_of
from spookynb.ui.spookybeans.sheets import Sheets
from spookynb.ui.systems import Holds, Pane
from spookynb.ui.views.words import listed, many

_ON_SHEETS: Final = {
    "create_character": "at-make", "write_woe": "at-write", "write_yo": "at-write", "settle_tie": "at-tie", "choose_ending": "at-tie",
}  # fmt: skip
_COVERED: Final = frozenset({
    "create_character", "edit_character", "write_woe", "write_yo", "define_thingy", "call_conflict", "set_adversity", "invoke_thingy",
    "refuse_thingy", "give", "ask", "offer", "withdraw_offer", "answer_offer", "take_ouchie", "pass", "call_off", "roll", "narrate",
    "send_back", "strike", "settle_tie", "choose_ending",
})  # fmt: skip


class SpookybeansScreen:
    """What Spookybeans adds to the screen (see :class:`spookynb.ui.systems.SystemScreen`)."""

    def holds(self, state: State, seat: str) -> Holds:
        """Somebody's characters, dice and Ouchies."""
        game: Game = state.game
        mine = [one for one in game.characters.values() if one.seat == seat and not one.npc]
        ouchies = sum(one.ouchies for one in mine)
        words = f"{game.pools.get(seat, 0)} Oooh" + (f", {many(ouchies, 'Ouchie')}" if ouchies else "")
        return Holds("" if seat == GM else listed([one.name for one in mine]), mine[0].name if mine else "", words)

    def duty(self, state: State, debt: Debt) -> str:
        """A debt in words."""
        return duty(state, debt)

    def place(self, debt: Debt) -> tuple[str, str]:
        """Where a debt is paid."""
        if debt.owes in _ON_SHEETS:
            return "sheets", _ON_SHEETS[debt.owes]
        return "table", box_of(debt.conflict) if debt.conflict else "at-call"

    def told_as(self, taken: Taken) -> tuple[str, str]:
        """A narration, its revision and its striking belong together; it is told for the side that narrates."""
        conflict = next((fact.conflict for fact in taken.facts if isinstance(fact, Narrated | Struck)), "")
        before: Game = taken.before.game
        if conflict not in before.conflicts:
            return "", ""
        side = before.conflicts[conflict].sides.get(taken.entry.seat)
        return f"narration of {conflict}", side.character if side else ""

    def panes(self, desk: Desk) -> Sequence[Pane]:
        """The conflicts, and the form that calls one."""
        return (Conflicts(desk), Calling(desk))

    def sheets(self, desk: Desk) -> Sequence[Pane]:
        """What is to be written, then the sheets."""
        return (Making(desk), Sheets(desk))

    def covered(self) -> frozenset[str]:
        """The moves that these screens offer."""
        return _COVERED


SCREEN: Final = SpookybeansScreen()
