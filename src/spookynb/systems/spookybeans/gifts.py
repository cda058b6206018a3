"""Gifts and bargains: what the others put in, for free or for an Ouchie (SB-13, SB-14, SB-31)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.errors import IllegalMove
from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.adversity import after_adversity, before_roll, look
from spookynb.systems.spookybeans.calls import lapse
from spookynb.systems.spookybeans.form import SAID, ConflictRule, Draft, Form, no, number, one_of
from spookynb.systems.spookybeans.house import house
from spookynb.systems.spookybeans.look import (
    boxes_full,
    can_take_ouchie,
    donors,
    game,
    most_gift,
    offered,
    player_sides,
    pool,
    unseen,
)
from spookynb.systems.spookybeans.sheet import Conflict, Side

#: dice that one donor can put into one side in all (SB-13, SB-14)
MOST_FROM_ONE: Final = 2


def _helped(state: State, seat: str, conflict: Conflict) -> list[str]:
    return [side.seat for side in player_sides(conflict)]


def _for_side(state: State, seat: str, conflict: Conflict, to: Any) -> Side:
    """The side that ``seat`` may help, or the reason why not."""
    side = next((one for one in player_sides(conflict) if one.seat == to), None)
    if side is None:
        raise no(f"{state.name(str(to))} is no Player's side in this Conflict.", "SB-13", "Help a side that rolls in it.", to=to)
    if seat == to:
        raise no("A Player's Oooh is never spent on their own roll.", "SB-2", "Ask the others.")
    if seat in conflict.sides:
        if seat == GM:
            raise no("Against a Player the GM gives nothing beyond Thingies.", "SB-13", "Refuse no Thingy.")
        raise no("The two contenders give each other nothing.", "SB-31", "Leave it to the others.")
    return side


def _own_side(state: State, seat: str, conflict: Conflict, rule: str) -> Side:
    side = conflict.sides.get(seat)
    if side is None or seat == GM:
        raise no(f"{state.name(seat)} does not roll as a Player in this Conflict.", rule, "Leave it to the one who rolls.")
    return side


# ---------------------------------------------------------------------------------------------- giving, passing


def _give_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-13")
    side = _for_side(state, seat, conflict, target)
    after_adversity(state, conflict)
    most, holds = most_gift(state, side, seat), pool(state, seat)
    if most == 0:
        raise _no_gift(state, seat, side, holds)
    limit = f"{state.name(seat)} can give {state.name(side.seat)} {most} at most here"
    return {"dice": number(1, most, "SB-13", lambda asked: f"{limit}, not {asked}.", holds=holds)}


def _no_gift(state: State, seat: str, side: Side, holds: int) -> IllegalMove:
    name, to = state.name(seat), state.name(side.seat)
    given, offer = side.given.get(seat, 0), offered(side, seat)
    if holds == 0:
        return no(f"{name} has no Oooh left.", "SB-13", "Pass.", holds=0)
    if offer and given + offer >= MOST_FROM_ONE:
        return no(f"{name} has {offer} on offer, and given and offered never exceed {MOST_FROM_ONE}.", "SB-14", "Withdraw the offer first.")
    if given < MOST_FROM_ONE:
        return no(f"{name} has given {given} already, and {to} has taken no Ouchie.", "SB-13", "Offer one for an Ouchie.", given=given)
    return no(f"{name} has given {given} already, which is the most.", "SB-13", "Leave the rest to the others.", given=given)


def _give(draft: Draft, seat: str, conflict: Conflict, move: m.Give) -> None:
    draft.add(f.DiceGiven(donor=seat, side=move.to, dice=move.dice, conflict=conflict.id))
    if seat == GM:
        look(draft, conflict.id)


def _pass_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-14")
    for side in player_sides(conflict) if target is None else [None]:
        _for_side(state, seat, conflict, side.seat if side else target)
    if not _passable(state, seat, conflict, target):
        raise no(f"{state.name(seat)} has passed already.", "SB-14", "Nothing more is waited for.")
    return {}


def _passable(state: State, seat: str, conflict: Conflict, target: str | None) -> list[str]:
    """The sides that a pass would still say something to; the GM may pass again to show that Thingies have been seen."""
    again = seat == GM and unseen(state, conflict)
    return [side.seat for side in player_sides(conflict) if target in (None, side.seat) and (again or seat not in side.passed)]


def _pass(draft: Draft, seat: str, conflict: Conflict, move: m.Pass) -> None:
    for side in _passable(draft.state, seat, conflict, move.to):
        draft.add(f.Passed(donor=seat, side=side, conflict=conflict.id))
    if seat == GM:
        look(draft, conflict.id)


def _passing(state: State, seat: str, conflict: Conflict) -> list[str | None]:
    return [None, *_helped(state, seat, conflict)]


# ---------------------------------------------------------------------------------------------- offers


def _offer_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-14")
    side = _for_side(state, seat, conflict, target)
    after_adversity(state, conflict)
    name, to, holds = state.name(seat), state.name(side.seat), pool(state, seat)
    if not can_take_ouchie(state, side):
        raise no(f"{to} can take no further Ouchie in this Conflict.", "SB-14", "Give dice for free.")
    if seat in side.offers:
        raise no(f"{name} has {offered(side, seat)} on offer already.", "SB-14", "Withdraw that offer first.", offered=offered(side, seat))
    most = min(MOST_FROM_ONE - side.given.get(seat, 0), holds)
    if most <= 0:
        raise no(f"{name} has nothing left to offer {to}.", "SB-14", "Pass.", holds=holds, given=side.given.get(seat, 0))
    return {
        "dice": number(1, most, "SB-14", lambda asked: f"{name} can offer {to} {most} at most here, not {asked}.", holds=holds),
        "words": SAID,
    }


def _offer(draft: Draft, seat: str, conflict: Conflict, move: m.Offer) -> None:
    draft.add(f.DiceOffered(donor=seat, side=move.to, dice=move.dice, words=move.words, conflict=conflict.id))
    if seat == GM:
        look(draft, conflict.id)
    side = conflict.sides[move.to]
    if side.accept is not None and move.dice >= side.accept:
        _accept(draft, conflict.id, move.to, seat, "")


def _withdraw_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-14")
    side = _for_side(state, seat, conflict, target)
    if seat not in side.offers:
        raise no(f"{state.name(seat)} has nothing on offer to {state.name(side.seat)}.", "SB-14", "There is nothing to withdraw.")
    return {}


def _withdraw(draft: Draft, seat: str, conflict: Conflict, move: m.WithdrawOffer) -> None:
    draft.add(f.OfferEnded(donor=seat, side=move.to, how="withdrawn", conflict=conflict.id))


def _answer_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-14")
    side = _own_side(state, seat, conflict, "SB-14")
    if target not in side.offers:
        raise no(f"{state.name(str(target))} has nothing on offer to {state.name(seat)}.", "SB-14", "Ask for it.", donor=target)
    answers = (True, False) if can_take_ouchie(state, side) else (False,)
    rule = "SB-14" if len(answers) > 1 or not _full(state, side) else "SB-15"
    return {
        "accept": one_of(answers, rule, f"{side.character} can take no further Ouchie.", "Decline it."),
        "words": SAID,
    }


def _answer(draft: Draft, seat: str, conflict: Conflict, move: m.AnswerOffer) -> None:
    if move.accept:
        _accept(draft, conflict.id, seat, move.donor, move.words)
    else:
        draft.add(f.OfferEnded(donor=move.donor, side=seat, how="declined", words=move.words, conflict=conflict.id))


def _accept(draft: Draft, conflict: str, side: str, donor: str, words: str) -> None:
    """The Ouchie is banked, the dice move, and every other open offer lapses (SB-14)."""
    character = draft.game.conflicts[conflict].sides[side].character
    draft.add(f.OuchieBanked(side=side, character=character, conflict=conflict))
    draft.add(f.OfferEnded(donor=donor, side=side, how="accepted", words=words, conflict=conflict))
    lapse(draft, conflict, side)


def _offers(state: State, seat: str, conflict: Conflict) -> list[str]:
    return list(conflict.sides[seat].offers) if seat in conflict.sides else []


# ---------------------------------------------------------------------------------------------- the roller


def _full(state: State, side: Side) -> bool:
    character = game(state).characters.get(side.character)
    return character is not None and boxes_full(state, character)


def _ouchie_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-14")
    side = _own_side(state, seat, conflict, "SB-14")
    if not can_take_ouchie(state, side):
        if _full(state, side):
            raise no(f"Every Ouchie box of {side.character} is full.", "SB-15", "Cash one in first.")
        most = house(state, "ouchies_per_conflict")
        raise no(f"{side.character} has taken {side.ouchies} in this Conflict, which is the most.", "SB-14", "Roll.", limit=most)
    return {}


def _take_ouchie(draft: Draft, seat: str, conflict: Conflict, move: m.TakeOuchie) -> None:
    draft.add(f.OuchieBanked(side=seat, character=conflict.sides[seat].character, conflict=conflict.id))
    if not can_take_ouchie(draft.state, draft.game.conflicts[conflict.id].sides[seat]):
        lapse(draft, conflict.id, seat)


def _ask_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-14")
    side = _own_side(state, seat, conflict, "SB-14")
    most = MOST_FROM_ONE * len(donors(state, conflict))
    if most == 0:
        raise no("There is nobody else at the table to ask.", "SB-14", "Roll what there is.")
    ouchie = (None, False, True) if can_take_ouchie(state, side) else (None, False)
    return {
        "dice": number(1, most, "SB-14", lambda asked: f"The table can give {most} at most, not {asked}."),
        "ouchie": one_of(ouchie, "SB-14", f"{side.character} can take no further Ouchie.", "Ask for nothing in return."),
        "words": SAID,
    }


def _ask(draft: Draft, seat: str, conflict: Conflict, move: m.Ask) -> None:
    draft.add(f.DiceAsked(side=seat, dice=move.dice, ouchie=move.ouchie, words=move.words, conflict=conflict.id))


RULES: Final = (
    ConflictRule(m.Give, "SB-13", _give_form, _give, "to", _helped),
    ConflictRule(m.Pass, "SB-14", _pass_form, _pass, "to", _passing),
    ConflictRule(m.Offer, "SB-14", _offer_form, _offer, "to", _helped),
    ConflictRule(m.WithdrawOffer, "SB-14", _withdraw_form, _withdraw, "to", _helped),
    ConflictRule(m.AnswerOffer, "SB-14", _answer_form, _answer, "donor", _offers),
    ConflictRule(m.TakeOuchie, "SB-14", _ouchie_form, _take_ouchie),
    ConflictRule(m.Ask, "SB-14", _ask_form, _ask),
)
