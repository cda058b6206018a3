"""The roll: who is ready, how the dice fall, who wins, and where every die goes (SB-16, SB-17, SB-20, SB-32)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.dice import FaceSource, tally
from spookynb.errors import IllegalMove
from spookynb.moves import Faces, Values
from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.adversity import after_adversity, look, set_adversity
from spookynb.systems.spookybeans.calls import lapse
from spookynb.systems.spookybeans.form import ConflictRule, Draft, Form, Slot, no
from spookynb.systems.spookybeans.house import house
from spookynb.systems.spookybeans.look import complete, game, pending, player_sides, pool, unseen
from spookynb.systems.spookybeans.sheet import Conflict, Side

#: the dice that are drawn where nobody types other ones
_DIE: Final = "d6"


# ---------------------------------------------------------------------------------------------- readiness


def _roll_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    if conflict.stage != "open":
        raise no("The dice of this Conflict have fallen, and a roll is never repeated.", "SB-17", "Narrate it.")
    after_adversity(state, conflict)
    if not complete(state, conflict):
        _may_say_ready(state, seat, conflict)
    return {"faces": _faces_slot(state, seat, conflict)}


def _may_say_ready(state: State, seat: str, conflict: Conflict) -> None:
    side = conflict.sides.get(seat)
    if side is None:
        raise no(f"{state.name(seat)} does not roll in this Conflict.", "SB-17", "Leave it to the contenders.")
    if state.hot_seat:
        return
    if side.ready and not (seat == GM and unseen(state, conflict)):
        raise no(f"{state.name(seat)} is ready already.", "SB-17", "The dice fall once nobody is waited for.")
    if seat == GM and pending(state, conflict) and not player_sides(conflict)[0].ready:
        raise no("Others are still waited for.", "SB-17", "Roll once they have answered, or the Player is ready.")


def _readied(state: State, seat: str, conflict: Conflict) -> Draft:
    """What saying "ready" changes: at a hot-seat table one voice speaks for both sides."""
    draft = Draft(state)
    for side in conflict.sides.values() if state.hot_seat else filter(None, [conflict.sides.get(seat)]):
        if not side.ready:
            draft.add(f.Readied(side=side.seat, conflict=conflict.id))
    if seat == GM:
        look(draft, conflict.id)
    return draft


def _faces_slot(state: State, seat: str, conflict: Conflict) -> Slot:
    if state.house_rules.get("dice") != "physical":
        return Slot(Values((None,)), lambda value: no("This table's dice are drawn, not typed.", "SB-16", "Leave faces out."))
    after = _readied(state, seat, conflict).state
    if not complete(after, game(after).conflicts[conflict.id]):
        return Slot(Values((None,)), lambda value: no("The dice do not fall yet.", "SB-17", "Leave faces out: whoever is last types them."))
    counts = {side.seat: side.dice for side in conflict.sides.values()}
    return Slot(Faces(counts), lambda value: _wrong_faces(counts, value))


def _wrong_faces(counts: dict[str, int], value: Any) -> IllegalMove:
    given = {seat: len(faces) for seat, faces in (value or {}).items()}
    for seat in sorted(counts.keys() | given.keys()):
        if given.get(seat, 0) != counts.get(seat, 0):
            many = f"{seat} rolls {counts.get(seat, 0)} dice, and {given.get(seat, 0)} faces were given."
            return no(many, "SB-17", "Type one face for each die.", dice=counts, given=given)
    return no("One of the faces is none that an even-sided die has.", "SB-16", "Name faces like d6:3 or coin:H.")


def _roll(draft: Draft, seat: str, conflict: Conflict, move: m.Roll) -> None:
    for fact in _readied(draft.state, seat, conflict).facts:
        draft.add(fact)


# ---------------------------------------------------------------------------------------------- what follows by itself


def settle(draft: Draft, conflict: str) -> None:
    """What a move brings in its wake: Adversity 0 from an empty pool (SB-11), and the roll of the conflict at hand."""
    if pool(draft.state, GM) == 0:
        for one in draft.game.conflicts.values():
            if one.versus_gm and one.adversity is None:
                set_adversity(draft, one, 0)
    current = draft.game.conflicts.get(conflict)
    if current is not None and draft.faces is not None and complete(draft.state, current):
        _fall(draft, conflict, draft.faces)


def _fall(draft: Draft, conflict: str, source: FaceSource) -> None:
    for side in player_sides(draft.game.conflicts[conflict]):
        lapse(draft, conflict, side.seat)
    for seat, side in draft.game.conflicts[conflict].sides.items():
        faces = source.draw(seat, (_DIE,) * side.dice)
        draft.add(f.Rolled(seat=seat, faces=faces, skulls=tally(faces)[0], conflict=conflict))
    rolled = draft.game.conflicts[conflict]
    winner = winning_side(rolled)
    loser = next(side for side in rolled.sides.values() if side is not winner)
    draft.add(f.Won(seat=winner.seat, conflict=conflict))
    for leaves, to, dice in _homeward(draft.state, winner, loser):
        if dice:
            draft.add(f.DiceMoved(side=leaves, to=to, dice=dice, conflict=conflict))


def winning_side(conflict: Conflict) -> Side:
    """Who has won: a tie goes to the Player against the GM, and to the called side between two Players (SB-17, SB-32)."""
    one, other = conflict.sides.values()
    if one.skulls == other.skulls:
        return one if conflict.versus_gm else other
    return one if one.skulls > other.skulls else other


def _homeward(state: State, winner: Side, loser: Side) -> list[tuple[str, str, int]]:
    """(side, pool, dice) of every die that goes home after the roll, by the house rule ``bones`` (SB-20)."""
    if house(state, "bones") == "difference":
        taken = min(abs(winner.bones - loser.bones), loser.dice)
        return [(winner.seat, winner.seat, winner.dice), (loser.seat, loser.seat, loser.dice - taken), (loser.seat, winner.seat, taken)]
    pairs = ((winner, loser), (loser, winner))
    return [(a.seat, to, dice) for a, b in pairs for to, dice in ((a.seat, a.skulls), (b.seat, a.bones))]


RULES: Final = (ConflictRule(m.Roll, "SB-17", _roll_form, _roll),)
