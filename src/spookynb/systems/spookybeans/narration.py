"""Narration and what it cashes in (SB-18, SB-19, SB-33)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.moves import Many, Text, Values
from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.form import SAID, ConflictRule, Draft, Form, Slot, no, one_of
from spookynb.systems.spookybeans.house import house
from spookynb.systems.spookybeans.look import game, narrator
from spookynb.systems.spookybeans.sheet import Conflict
from spookynb.text import PROSE_LIMIT


def _narrate_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    if conflict.stage == "open":
        raise no("The dice have not fallen.", "SB-18", "Roll first.")
    if conflict.stage == "told":
        raise no("It has been told.", "SB-18", "Post what happens next.")
    tells = narrator(state, conflict)
    if seat != tells:
        has_won = " has won and" if tells == conflict.winner else ""
        raise no(f"{state.name(tells)}{has_won} narrates.", "SB-18", "Leave it to them.", narrator=tells)
    most, names = house(state, "ouchies_per_narration"), _cashable(state, conflict)
    form = {
        "text": Slot(Text(least=1, most=PROSE_LIMIT, prose=True), lambda value: no("There are no words.", "SB-18", "Tell how it went.")),
        "cash": one_of((None, *(names if most else ())), "SB-19", _what_is_banked(names), "Cash nothing, or one of these.", banked=names),
    }
    if most > 1:
        choice = Many(Values(tuple(names)), most=min(most - 1, len(names)), distinct="", optional=True)
        form["also"] = Slot(choice, lambda value: no(_what_is_banked(names), "SB-19", "Name each once.", limit=most - 1))
    return form


def _what_is_banked(names: list[str]) -> str:
    return f"Ouchies that can be cashed in here are those of: {', '.join(names)}." if names else "No Ouchie can be cashed in here."


def _cashable(state: State, conflict: Conflict) -> list[str]:
    """Characters with a banked Ouchie: the contenders', and bystanders' whom the scene's roster names (SB-19)."""
    contenders = [side.character for side in conflict.sides.values()]
    there = set(contenders)
    if house(state, "bystander_ouchies"):
        rosters = [scene.roster for scene in state.scenes.values()]
        here = [roster for roster in rosters if any(name in roster for name in contenders)]
        there.update(*(here or rosters))
    return [name for name, one in game(state).characters.items() if name in there and one.ouchies > 0 and not one.npc]


def _narrate(draft: Draft, seat: str, conflict: Conflict, move: m.Narrate) -> None:
    if seat != conflict.narrator:
        draft.add(f.NarratorChanged(seat=seat, conflict=conflict.id))
    cashed = (*((move.cash,) if move.cash else ()), *(move.also or ()))
    draft.add(f.Narrated(cashed=cashed, conflict=conflict.id))
    for name in cashed:
        own = draft.game.characters[name].seat == seat
        draft.add(f.Scored(character=name, ouchies=-1, yo=int(own), woe=int(not own)))


def _told(state: State, seat: str, conflict: Conflict, what: str) -> None:
    if seat != GM:
        raise no(f"Only the GM {what}.", "SB-18", "Object in a post.")
    tells = narrator(state, conflict)
    if conflict.stage != "told":
        raise no("It has not been told.", "SB-18", f"Wait for {state.name(tells if conflict.narrator else conflict.caller)}.")
    if conflict.narrator == GM:
        raise no("It was the GM who told it.", "SB-18", "Post what happens next.")
    if tells == GM:
        raise no(f"{state.name(conflict.narrator)} told it and has left the table: it stands.", "SB-18", "Post what happens next.")
    if conflict.struck:
        raise no("The passage has been struck.", "SB-18", "Play on.")


def _send_back_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    _told(state, seat, conflict, "sends a narration back")
    if conflict.sent_back:
        raise no("A narration is sent back once.", "SB-18", "Strike it, or let it stand.")
    return {"why": Slot(Text(least=1), lambda value: no("The note is empty.", "SB-18", "Say what is out of bounds."))}


def _send_back(draft: Draft, seat: str, conflict: Conflict, move: m.SendBack) -> None:
    draft.add(f.SentBack(conflict=conflict.id))
    for name in conflict.cashed:
        one = draft.game.characters[name]
        own = one.seat == conflict.narrator
        yo, woe = (min(1, one.yo_score), 0) if own else (0, min(1, one.woe_score))
        draft.add(f.Scored(character=name, ouchies=1, yo=-yo, woe=-woe))


def _strike_form(state: State, seat: str, conflict: Conflict, target: Any) -> Form:
    _told(state, seat, conflict, "strikes a narration")
    if not conflict.sent_back:
        raise no("A narration is sent back before it is struck.", "SB-18", "Send it back, with a note.")
    return {"why": SAID}


def _strike(draft: Draft, seat: str, conflict: Conflict, move: m.Strike) -> None:
    draft.add(f.Struck(conflict=conflict.id))


RULES: Final = (
    ConflictRule(m.Narrate, "SB-18", _narrate_form, _narrate, differ=(("cash", "also"),)),
    ConflictRule(m.SendBack, "SB-18", _send_back_form, _send_back),
    ConflictRule(m.Strike, "SB-18", _strike_form, _strike),
)
