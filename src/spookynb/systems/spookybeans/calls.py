"""Calling a Conflict, and calling it off (SB-9, SB-10, SB-14, SB-30)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.errors import IllegalMove
from spookynb.moves import Choice, Many, Text, Values
from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.form import SAID, ConflictRule, Draft, Form, Rule, Slot, no, one_of
from spookynb.systems.spookybeans.look import endings_owed, engaged, game, held, pool, ties, traits
from spookynb.systems.spookybeans.sheet import Character, Conflict

# ---------------------------------------------------------------------------------------------- calling


def _call_form(state: State, seat: str, target: Any) -> Form:
    one = _caller(state, seat, target)
    _endings_first(state)
    against = _opponents(state, seat)
    if not against:
        raise no("There is nobody to call a Conflict against.", "SB-10", "Wait until a player's character is free.")
    names = traits(one) if one else ()
    item: dict[str, Choice] = {"thingy": Values(names), "why": Text(optional=True)}
    terms = (None,) if seat == GM else (None, 1, 2)
    return {
        "against": Slot(Values(tuple(against)), lambda value: _no_opponent(state, seat, target, value)),
        "what": SAID,
        "stakes": Slot(Text(least=1), lambda value: no("Nothing is at stake.", "SB-10", "Say what the Conflict decides.")),
        "thingies": Slot(
            Many(item, most=len(names), distinct="thingy", optional=True),
            lambda value: no(
                f"{target} can use its own Thingies, each once.", "SB-12", f"It has: {', '.join(names)}." if names else "", has=list(names)
            ),
        ),
        "accept": one_of(terms, "SB-14", "Standing terms are offers of 1 or 2 dice, for a Player.", "Leave accept out."),
        "roll_when_ready": one_of((None, False, True), "form", "roll_when_ready is true or false."),
    }


def _caller(state: State, seat: str, name: str) -> Character | None:
    """Who goes into the conflict for ``seat``; None for the GM's side without an NPC."""
    if seat == GM and name == GM:
        return None
    one = game(state).characters.get(name)
    if one is None or one.seat != seat:
        own = ", ".join([*([GM] if seat == GM else []), *(each.name for each in held(state, seat))]) or "nobody yet"
        raise no(f"{state.name(seat)} does not play {name}.", "SB-10", f"Call with one of your own: {own}.", name=name)
    _not_engaged(state, seat)
    return one


def _not_engaged(state: State, seat: str) -> None:
    busy = engaged(state, seat)
    if busy is not None:
        raise no(
            f"{state.name(seat)} is in a Conflict already, and in one at a time.", "SB-10", "Wait until it is narrated.", conflict=busy.id
        )


def _endings_first(state: State) -> None:
    if not game(state).ended:
        return
    for one in ties(state):
        who = "the GM" if one.tie == "gm" else state.name(one.seat)
        raise no(f"The tie of Yo and Woe of {one.name} is for {who} to settle first.", "SB-41", "Then the next story begins.")
    for one, ending in endings_owed(state):
        raise no(f"{one.name} needs a new {ending.capitalize()} before the next story's first Conflict.", "SB-40", "Write it first.")


def _opponents(state: State, seat: str) -> list[str | None]:
    """Whom ``seat`` may call against, by name; None where leaving it out means the GM."""
    players = state.players()
    free = [one for one in game(state).characters.values() if not one.npc and one.seat in players and not engaged(state, one.seat)]
    if seat == GM:
        return [one.name for one in free]
    npcs = [one.name for one in game(state).characters.values() if one.npc]
    return [None, GM, *npcs, *(one.name for one in free if one.seat != seat)]


def _no_opponent(state: State, seat: str, caller: str, name: Any) -> IllegalMove:
    one = game(state).characters.get(name)
    if name == caller or (one is not None and one.seat == seat and seat != GM):
        return no("Nobody calls a Conflict against themselves.", "SB-10", "Call it against somebody else.")
    if (one is not None and one.npc) or name == GM:
        return no("An NPC against an NPC needs no dice: the GM narrates.", "SB-30", "Post it.")
    if one is not None and one.seat in state.players():
        return no(f"{name} is in a Conflict already.", "SB-10", "Wait until it is narrated.", name=name)
    return no(f"Nobody called {name} is at the table.", "SB-10", "Name a character, or gm.", name=name)


def _callers(state: State, seat: str) -> list[str]:
    return [*([GM] if seat == GM else []), *(one.name for one in held(state, seat))]


def _call(draft: Draft, seat: str, move: m.CallConflict) -> None:
    own = draft.game
    sides = _sides(draft.state, seat, move)
    if own.ended:
        draft.add(f.StoryBegun())
    players = [side for side, _ in sides if side != GM]
    for conflict in own.conflicts.values():
        if conflict.stage == "told" and (seat in conflict.sides or any(one in conflict.sides for one in players)):
            draft.add(f.ConflictClosed(conflict=conflict.id))
    draft.add(
        f.ConflictCalled(
            caller=seat,
            character=move.character,
            against=move.against,
            stakes=move.stakes,
            sides=sides,
            what=move.what,
            accept=move.accept,
            roll_when_ready=move.roll_when_ready,
        )
    )
    versus_gm = any(side == GM for side, _ in sides)
    for named in move.thingies:
        die = 0 if versus_gm else min(1, pool(draft.state, GM))
        draft.add(f.ThingyUsed(side=seat, thingy=named.thingy, why=named.why, die=die))


def _sides(state: State, seat: str, move: m.CallConflict) -> tuple[tuple[str, str], ...]:
    """(seat, character) of both sides: the Player's first, or the caller's between two Players."""
    caller = (seat, "" if move.character == GM else move.character)
    other = game(state).characters.get(move.against)
    called = (other.seat, other.name) if other else (GM, "")
    return (called, caller) if seat == GM else (caller, called)


# ---------------------------------------------------------------------------------------------- calling off


def _call_off_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    if conflict.stage != "open":
        raise no("The dice have fallen, and the roll stands.", "SB-14", "Narrate it.")
    if seat not in (conflict.caller, GM):
        raise no(f"Only {state.name(conflict.caller)}, who called it, or the GM calls a Conflict off.", "SB-14", "Ask one of them.")
    return {"why": SAID}


def _call_off(draft: Draft, seat: str, conflict: Conflict, move: m.CallOff) -> None:
    call_off(draft, conflict)


def call_off(draft: Draft, conflict: Conflict) -> None:
    """Every die goes back where it came from, and every Ouchie of the conflict is taken off the sheet again (SB-14)."""
    for side in conflict.sides.values():
        lapse(draft, conflict.id, side.seat)
        for donor, dice in side.given.items():
            draft.add(f.DiceMoved(side=side.seat, to=donor, dice=dice, conflict=conflict.id))
        own = side.dice - sum(side.given.values())
        if own:
            draft.add(f.DiceMoved(side=side.seat, to=GM, dice=own, conflict=conflict.id))
        marks = min(side.ouchies, draft.game.characters[side.character].ouchies) if side.ouchies else 0
        if marks:
            draft.add(f.Scored(character=side.character, ouchies=-marks))
    draft.add(f.CalledOff(conflict=conflict.id))


def lapse(draft: Draft, conflict: str, side: str, but: str = "", how: str = "lapsed") -> None:
    """End every open offer to a side, but for one donor's: the dice go back (SB-14)."""
    for donor in draft.game.conflicts[conflict].sides[side].offers:
        if donor != but:
            draft.add(f.OfferEnded(donor=donor, side=side, how=how, conflict=conflict))


RULES: Final = (
    Rule(m.CallConflict, "SB-10", _call_form, _call, "character", _callers),
    ConflictRule(m.CallOff, "SB-14", _call_off_form, _call_off),
)
