"""The end of a story: which endings come true, and who settles a tie (SB-40, SB-41)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.form import Draft, Form, Rule, no, one_of
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.sheet import Character

_CHOICES: Final = ("player", "yo", "woe", "both", "neither")


def end_story(draft: Draft) -> None:
    """Weigh every character at the table: Yo above Woe, Woe above Yo, or a tie for the GM (SB-40)."""
    for conflict in draft.game.conflicts.values():
        draft.add(f.ConflictClosed(conflict=conflict.id))
    draft.add(f.StorySettled())
    players = draft.state.players()
    for one in draft.game.characters.values():
        if one.npc or one.seat not in players:
            continue
        if one.yo_score == one.woe_score:
            draft.add(f.TieLeft(character=one.name, to="gm"))
        else:
            _come_true(draft, one.name, "yo" if one.yo_score > one.woe_score else "woe")
        if one.yo_score or one.woe_score:
            draft.add(f.Scored(character=one.name, yo=-one.yo_score, woe=-one.woe_score))


def _come_true(draft: Draft, name: str, *endings: str) -> None:
    """Endings come true; a Yo earns a Thingy, which may stay banked (SB-40, SB-41)."""
    for ending in endings:
        draft.add(f.EndingTrue(character=name, ending=ending))
    if "yo" in endings:
        draft.add(f.Scored(character=name, banked=1, earned=1))


def _tied(state: State, name: str, to: str) -> Character:
    one = game(state).characters.get(name)
    if one is None or one.tie != to:
        raise no(f"{name} has no tie of Yo and Woe that waits for this.", "SB-41", "It is settled, or not there yet.", name=name)
    return one


def _settle_form(state: State, seat: str, target: Any) -> Form:
    if seat != GM:
        raise no("Only the GM settles a tie of Yo and Woe.", "SB-41", f"Wait for {state.name(GM)}.")
    _tied(state, target, "gm")
    return {"choice": one_of(_CHOICES, "SB-41", f"A tie is settled by one of: {', '.join(_CHOICES)}.")}


def _settle(draft: Draft, seat: str, move: m.SettleTie) -> None:
    if move.choice == "player":
        draft.add(f.TieLeft(character=move.character, to="player"))
        return
    draft.add(f.TieLeft(character=move.character, to=""))
    _come_true(draft, move.character, *{"both": ("yo", "woe"), "neither": ()}.get(move.choice, (move.choice,)))


def _choose_form(state: State, seat: str, target: Any) -> Form:
    one = _tied(state, target, "player")
    if one.seat != seat:
        raise no(f"The GM left the choice to {state.name(one.seat)}.", "SB-41", "Leave it to them.")
    return {"ending": one_of(("yo", "woe"), "SB-41", "The endings are yo and woe.")}


def _choose(draft: Draft, seat: str, move: m.ChooseEnding) -> None:
    draft.add(f.TieLeft(character=move.character, to=""))
    _come_true(draft, move.character, move.ending)


def _with_ties(state: State, seat: str) -> list[str]:
    return [name for name, one in game(state).characters.items() if one.tie]


RULES: Final = (
    Rule(m.SettleTie, "SB-41", _settle_form, _settle, "character", _with_ties),
    Rule(m.ChooseEnding, "SB-41", _choose_form, _choose, "character", _with_ties),
)
