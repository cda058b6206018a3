"""Exact chances of open conflicts, before anyone commits (SB-17, SB-32)."""

from __future__ import annotations

from typing import Final

from spookynb.dice import MOST_DICE
from spookynb.odds import win_chance, win_chance_caller
from spookynb.state import State
from spookynb.systems.protocol import Chance
from spookynb.systems.spookybeans.look import adversity_known, player_sides, unclosed
from spookynb.systems.spookybeans.sheet import Conflict, Side

AS_IT_STANDS: Final = "as it stands"


def chances(state: State) -> list[Chance]:
    """For each Player's side of each open conflict: as it stands, with each open offer, and with one more die."""
    return [
        chance
        for conflict in unclosed(state)
        if conflict.stage == "open" and adversity_known(conflict)
        for side in player_sides(conflict)
        for chance in _of_side(state, conflict, side)
    ]


def _of_side(state: State, conflict: Conflict, side: Side) -> list[Chance]:
    cases = [(AS_IT_STANDS, 0)]
    cases += [(f"with {state.name(offer.donor)}'s {offer.dice} and an Ouchie", offer.dice) for offer in side.offers.values()]
    cases.append(("with one more die", 1))
    return [_chance(conflict, side, label, more) for label, more in cases if side.dice + more <= MOST_DICE]


def _chance(conflict: Conflict, side: Side, label: str, more: int) -> Chance:
    other = next(one for seat, one in conflict.sides.items() if seat != side.seat)
    mine, theirs = side.dice + more, other.dice
    caller = not conflict.versus_gm and side.seat == conflict.caller
    win = win_chance_caller(mine, theirs) if caller else win_chance(mine, theirs)
    return Chance(conflict.id, side.seat, label, win.numerator, win.denominator, (mine, theirs))


def stood_at(conflict: Conflict, side: Side) -> float:
    """The chance that ``side`` had at the roll, from the dice that were rolled; 0 to 1."""
    other = next(one for seat, one in conflict.sides.items() if seat != side.seat)
    caller = not conflict.versus_gm and side.seat == conflict.caller
    return float((win_chance_caller if caller else win_chance)(len(side.faces), len(other.faces)))
