"""What is owed in Spookybeans, in words that go on from a name."""

from __future__ import annotations

from typing import Final

from spookynb.moves import Debt
from spookynb.state import State
from spookynb.ui.spookybeans.views.conflict import title

_WORDS: Final = {
    "create_character": "to make a character",
    "write_woe": "to write a Woe",
    "write_yo": "to write a new Yo",
    "set_adversity": "to set the Adversity",
    "give": "to give dice, offer some, or pass",
    "answer_offer": "to answer an offer",
    "roll": "to roll",
    "narrate": "to tell how it went",
    "settle_tie": "to settle Yo against Woe",
    "choose_ending": "to choose an ending",
}


def duty(state: State, debt: Debt, here: bool = False) -> str:
    """A debt in words: what it is, for whom, and in which conflict (left out where that is plain, ``here``)."""
    words = _WORDS.get(debt.owes) or debt.why or f"to {debt.owes.replace('_', ' ')}"
    if debt.character and debt.owes in ("write_woe", "write_yo", "settle_tie", "choose_ending"):
        words += f" for {debt.character}"
    conflict = state.game.conflicts.get(debt.conflict) if debt.conflict and not here else None
    return f"{words}, in “{title(conflict)}”" if conflict is not None else words
