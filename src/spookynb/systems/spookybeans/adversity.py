"""Adversity and Thingies: the dice that come from the GM (SB-11, SB-12, SB-30)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.dice import MOST_DICE
from spookynb.errors import IllegalMove
from spookynb.moves import Text
from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.form import SAID, ConflictRule, Draft, Form, Slot, no, number, one_of
from spookynb.systems.spookybeans.look import adversity_known, game, key, player_sides, pool, traits, unseen
from spookynb.systems.spookybeans.sheet import Conflict, Side, Used

#: how often one Thingy may be argued in a conflict (SB-12)
_TRIES: Final = 2


def before_roll(conflict: Conflict, rule: str) -> None:
    """Raise once the dice have fallen."""
    if conflict.stage != "open":
        raise no("The dice of this Conflict have fallen.", rule, "Call another one.", conflict=conflict.id)


def after_adversity(state: State, conflict: Conflict) -> None:
    """Raise while Adversity is not set: Thingies and gifts come after it (SB-11)."""
    if not adversity_known(conflict):
        raise no(f"{state.name(GM)} sets the Adversity first.", "SB-11", "Wait for it.", conflict=conflict.id)


# ---------------------------------------------------------------------------------------------- Adversity


def _adversity_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-11")
    if not conflict.versus_gm:
        raise no("There is no Adversity between two Players.", "SB-30", "Give dice to either side.")
    if seat != GM:
        raise no("Only the GM sets the Adversity.", "SB-11", f"Wait for {state.name(GM)}.")
    if conflict.adversity is not None:
        raise no(f"Adversity is {conflict.adversity}, and once set it is never changed.", "SB-11", "Play on.")
    most = min(pool(state, GM), MOST_DICE)
    return {"dice": number(1, most, "SB-11", lambda asked: f"Adversity is 1 to {most} here, not {asked}.", holds=most)}


def _set_adversity(draft: Draft, seat: str, conflict: Conflict, move: m.SetAdversity) -> None:
    set_adversity(draft, conflict, move.dice)


def set_adversity(draft: Draft, conflict: Conflict, dice: int) -> None:
    """Thingies named in the call draw their dice first; the Adversity gets what is left of the pool, up to ``dice`` (SB-12)."""
    holds = pool(draft.state, GM)
    named = sum(not one.refused for one in player_sides(conflict)[0].used)
    thingies = min(named, holds)
    draft.add(f.AdversitySet(dice=dice, drawn=min(dice, holds - thingies), thingies=thingies, conflict=conflict.id))


# ---------------------------------------------------------------------------------------------- using Thingies


def _contender(state: State, seat: str, conflict: Conflict) -> Side:
    side = conflict.sides.get(seat)
    if side is None:
        raise no(f"{state.name(seat)} is not in this Conflict, and bystanders' Thingies bring no dice.", "SB-12", "Give dice instead.")
    return side


def _traits(state: State, side: Side) -> tuple[str, ...]:
    character = game(state).characters.get(side.character)
    return traits(character) if character else ()


def _usable(state: State, seat: str, conflict: Conflict) -> tuple[str, ...]:
    return _traits(state, conflict.sides[seat]) if seat in conflict.sides else ()


def _invoke_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-12")
    side = _contender(state, seat, conflict)
    after_adversity(state, conflict)
    names = _traits(state, side)
    if target not in names:
        has = f"It has: {', '.join(names)}." if names else "The GM's own side has none."
        raise no(f"{side.character or state.name(seat)} has no Thingy called {target}.", "SB-12", has, thingy=target)
    used = _find(side, target)
    if used is None:
        return {"why": SAID}
    if not used.refused:
        raise no(f"{target} is in use: each Thingy counts once in a Conflict.", "SB-12", "Use another.", thingy=target)
    if used.tries >= _TRIES:
        raise no(f"{target} has been refused twice.", "SB-12", "Use another.", thingy=target)
    return {"why": Slot(Text(least=1, excepts=frozenset((key(used.why),))), _no_new_reason)}


def _no_new_reason(value: Any) -> IllegalMove:
    return no("A refused Thingy is argued once more with a new reason.", "SB-12", "Give a reason that has not been heard.")


def _find(side: Side, thingy: str) -> Used | None:
    return next((one for one in side.used if one.thingy == thingy), None)


def _invoke(draft: Draft, seat: str, conflict: Conflict, move: m.InvokeThingy) -> None:
    die = adversity = False
    if seat != GM:
        die = pool(draft.state, GM) > 0
        adversity = not die and conflict.versus_gm and conflict.sides[GM].dice > 0
    draft.add(
        f.ThingyUsed(side=seat, thingy=move.thingy, why=move.why, die=int(die or adversity), adversity=adversity, conflict=conflict.id)
    )


# ---------------------------------------------------------------------------------------------- refusing Thingies


def _refuse_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    before_roll(conflict, "SB-12")
    if seat != GM:
        raise no("Only the GM refuses a Thingy.", "SB-12", "Object in a post.")
    side = next((one for one in player_sides(conflict) if one.seat == target), None)
    standing = [one.thingy for one in side.used if not one.refused] if side else []
    if not standing:
        raise no(f"No Thingy of {state.name(str(target))} stands here.", "SB-12", "There is nothing to refuse.", side=target)
    return {
        "thingy": one_of(standing, "SB-12", f"What stands is: {', '.join(standing)}.", "Name one of these.", standing=standing),
        "why": SAID,
    }


def _refuse(draft: Draft, seat: str, conflict: Conflict, move: m.RefuseThingy) -> None:
    used = _find(conflict.sides[move.side], move.thingy)
    die = used.die if used else 0
    short = conflict.versus_gm and conflict.adversity is not None and conflict.sides[GM].dice < conflict.adversity
    draft.add(
        f.ThingyRefused(side=move.side, thingy=move.thingy, why=move.why, die=die, adversity=bool(die and short), conflict=conflict.id)
    )
    look(draft, conflict.id)


def look(draft: Draft, conflict: str) -> None:
    """Any act of the GM's in a conflict is a visit: every reason given so far has been seen."""
    if unseen(draft.state, draft.game.conflicts[conflict]):
        draft.add(f.Looked(conflict=conflict))


def _helped(state: State, seat: str, conflict: Conflict) -> list[str]:
    return [side.seat for side in player_sides(conflict)]


RULES: Final = (
    ConflictRule(m.SetAdversity, "SB-11", _adversity_form, _set_adversity),
    ConflictRule(m.InvokeThingy, "SB-12", _invoke_form, _invoke, "thingy", _usable),
    ConflictRule(m.RefuseThingy, "SB-12", _refuse_form, _refuse, "side", _helped),
)
