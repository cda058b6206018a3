"""Who owes what, and what silence stands for."""

from __future__ import annotations

from typing import Final

from spookynb.moves import Debt, Move
from spookynb.state import GM, State
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.look import (
    complete,
    endings_owed,
    game,
    narrator,
    people_default,
    player_sides,
    silent,
    ties,
    unanswered,
    unclosed,
    unseen,
    woe_writer,
)
from spookynb.systems.spookybeans.sheet import Conflict, Side

#: what stands where a narrator stayed away and the GM adds nothing (SB-18)
UNTOLD: Final = "Nobody told how it went, and so it went the way the dice said."


def waiting(state: State) -> list[Debt]:
    """Everything owed, the most pressing first: what stops play, then what may still come; older conflicts first."""
    debts = [debt for conflict in unclosed(state) for debt in _in_conflict(state, conflict)]
    debts += _endings(state) + _sheets(state)
    return sorted(debts, key=lambda debt: not debt.blocks)


def _in_conflict(state: State, conflict: Conflict) -> list[Debt]:
    if conflict.stage != "open":
        again = "The GM sent it back: tell it again." if conflict.stage == "back" else "Tell how it went."
        return [Debt(narrator(state, conflict), "narrate", conflict.id, why=again)]
    if conflict.versus_gm and conflict.adversity is None:
        return [Debt(GM, "set_adversity", conflict.id, conflict.character, "Say how many dice stand against it.")]
    if complete(state, conflict):
        return [Debt(player_sides(conflict)[0].seat, "roll", conflict.id, why="Everybody is ready: let the dice fall.")]
    debts = [_answer(state, conflict, side) for side in player_sides(conflict) if side.offers]
    debts += _gifts(state, conflict)
    return debts + _rolls(state, conflict, waits=bool(debts))


def _answer(state: State, conflict: Conflict, side: Side) -> Debt:
    donors = ", ".join(state.name(donor) for donor in side.offers)
    return Debt(side.seat, "answer_offer", conflict.id, side.character, f"On offer from: {donors}.", blocks=False)


def _gifts(state: State, conflict: Conflict) -> list[Debt]:
    sides: dict[str, list[str]] = {}
    for donor, side in unanswered(state, conflict):
        sides.setdefault(donor, []).append(side.character)
    return [
        Debt(donor, "give", conflict.id, names[0] if len(names) == 1 else None, "Give, offer or pass.", blocks=False)
        for donor, names in sides.items()
    ]


def _rolls(state: State, conflict: Conflict, waits: bool) -> list[Debt]:
    """Who must still say that they are ready, once nobody else is waited for (``waits``), and whether the GM must look first."""
    sides = player_sides(conflict)
    fresh = unseen(state, conflict)
    if fresh and (not waits or any(side.ready for side in sides)) and all(side.ready or side.roll_when_ready for side in sides):
        look = "roll" if conflict.versus_gm else "pass"
        return [Debt(GM, look, conflict.id, why=f"Not yet seen: {', '.join(fresh)}. Refuse, or let it stand.")]
    if waits:
        return []
    called = silent(state, conflict)
    why = "The GM has called you in: use Thingies, or say that you are ready." if called else "Say that you are ready."
    return [Debt(side.seat, "roll", conflict.id, side.character, why) for side in sides if not (side.ready or side.roll_when_ready)]


def _endings(state: State) -> list[Debt]:
    debts = []
    ended = game(state).ended
    for one in ties(state):
        owes, seat = ("settle_tie", GM) if one.tie == "gm" else ("choose_ending", one.seat)
        debts.append(Debt(seat, owes, character=one.name, why="Yo and Woe are equal.", blocks=ended))
    owed = {(one.name, ending) for one, ending in endings_owed(state)}
    players = state.players()
    for one in game(state).characters.values():
        if one.npc or one.seat not in players:
            continue
        if not one.yo:
            debts.append(Debt(one.seat, "write_yo", character=one.name, why="A good ending.", blocks=(one.name, "yo") in owed))
        if not one.woe:
            why = "A bad ending, for your neighbour."
            debts.append(Debt(woe_writer(state, one), "write_woe", character=one.name, why=why, blocks=(one.name, "woe") in owed))
    return debts


def _sheets(state: State) -> list[Debt]:
    played = {one.seat for one in game(state).characters.values()}
    return [
        Debt(seat, "create_character", why="There is nobody to play yet.", blocks=False) for seat in state.players() if seat not in played
    ]


def default(state: State, debt: Debt) -> Move | None:
    """The move that silence stands for once the deadline is past, made for ``debt.seat``.

    A narration that never comes is the GM's to write, cashing nothing: the words given here stand in for the GM's own. None
    where nothing can be assumed (endings, characters), and for a roll of physical dice, whose faces nobody knows.
    """
    conflict = game(state).conflicts.get(debt.conflict or "")
    if conflict is None:
        return None
    match debt.owes:
        case "set_adversity":
            return m.SetAdversity(conflict=conflict.id, dice=people_default(state))
        case "give" | "pass":
            return m.Pass(conflict=conflict.id)
        case "answer_offer":
            donor = next(iter(conflict.sides[debt.seat].offers), None)
            return m.AnswerOffer(conflict=conflict.id, donor=donor, accept=False) if donor else None
        case "roll":
            return None if state.house_rules.get("dice") == "physical" else m.Roll(conflict=conflict.id)
        case "narrate":
            return m.Narrate(conflict=conflict.id, text=UNTOLD)
    return None
