"""Sheets: making, rewording and retiring characters, defining Thingies, writing endings (SB-4 to SB-8, SB-40)."""

from __future__ import annotations

from typing import Any, Final

from spookynb.errors import IllegalMove
from spookynb.moves import Many, Text
from spookynb.state import GM, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.form import SAID, Draft, Form, Rule, Slot, no, one_of
from spookynb.systems.spookybeans.look import game, held, key, names_taken, traits, traits_taken, unclosed, woe_writer
from spookynb.systems.spookybeans.near import near
from spookynb.systems.spookybeans.sheet import Character

#: Thingies of a new character beside its Concept (SB-4)
THINGIES: Final = 3
#: characters in play at one table; more could not be told apart
MOST_CHARACTERS: Final = 50
#: Thingies defined on one sheet; more than any story has earned yet, and they still fit one line each
MOST_DEFINED: Final = 24
#: warnings that one move brings at most
_MOST_WARNINGS: Final = 3


# ---------------------------------------------------------------------------------------------- slots


def _fresh(taken: frozenset[str], what: str, rule: str = "SB-6", optional: bool = False) -> Slot:
    """Words of one's own: not empty, and not somebody else's."""

    def refuse(value: Any) -> IllegalMove:
        if not value:
            return no(f"The {what} is empty.", "SB-4", f"Give it a {what}.")
        return no(f"{value} is taken: no two characters share a name, a Concept or a Thingy.", rule, "Reword it.", asked=value)

    return Slot(Text(least=1, excepts=taken, optional=optional), refuse)


def _fresh_thingies(taken: frozenset[str], least: int, most: int, optional: bool = True) -> Slot:
    def refuse(value: Any) -> IllegalMove:
        if not least <= len(value) <= most:
            many = f"{most} Thingies" if least == most else f"at most {most} Thingies"
            return no(f"Name {many} here, not {len(value)}.", "SB-4", "The rest stay banked.", asked=len(value), limit=most)
        if "" in value:
            return no("One of the Thingies is empty.", "SB-4", "Leave it out: it stays banked.")
        clash = next((one for one in value if key(one) in taken), "One of these")
        return no(f"{clash} is taken: no two characters share a Thingy, and no sheet has one twice.", "SB-6", "Reword it.", asked=clash)

    return Slot(Many(Text(least=1, excepts=taken), least=least, most=most, distinct="", optional=optional), refuse)


def _own(state: State, seat: str, name: str, rule: str) -> Character:
    """The character of that name, if it is ``seat``'s."""
    one = game(state).characters.get(name)
    if one is None:
        raise no(f"Nobody called {name} is in play.", rule, f"In play: {', '.join(game(state).characters) or 'nobody'}.", name=name)
    if one.seat != seat:
        raise no(f"{name} is played by {state.name(one.seat)}.", rule, f"Ask {state.name(one.seat)}.", name=name)
    return one


def _free(state: State, one: Character) -> None:
    """Raise while a character is in a conflict that is not over."""
    for conflict in unclosed(state):
        if any(side.character == one.name for side in conflict.sides.values()):
            raise no(f"{one.name} is in a Conflict.", "SB-10", "Wait until it has been narrated.", conflict=conflict.id)


def _names(state: State, seat: str) -> list[str]:
    return [one.name for one in held(state, seat)]


# ---------------------------------------------------------------------------------------------- create, edit, retire


def _create_form(state: State, seat: str, target: Any) -> Form:
    if len(game(state).characters) >= MOST_CHARACTERS:
        raise no(f"{MOST_CHARACTERS} characters are in play, which is the limit.", "SB-4", "Retire one first.", limit=MOST_CHARACTERS)
    taken = traits_taken(state)
    npc = one_of((True,), "SB-4", "The GM's characters are NPCs.", "Say so: npc is true.") if seat == GM else one_of(
        (None, False), "SB-4", "Only the GM brings NPCs.", "Leave npc out."
    )  # fmt: skip
    return {
        "name": _fresh(names_taken(state), "name"),
        "concept": _fresh(taken, "Concept"),
        "thingies": _fresh_thingies(taken, 0, THINGIES),
        "yo": SAID,
        "npc": npc,
        "portrait": SAID,
    }


def _create(draft: Draft, seat: str, move: m.CreateCharacter) -> None:
    _warn(draft, move.name, (move.name,), (move.concept, *move.thingies))
    draft.add(
        f.CharacterMade(
            name=move.name,
            seat=seat,
            concept=move.concept,
            thingies=move.thingies,
            banked=THINGIES - len(move.thingies),
            yo=move.yo,
            npc=move.npc,
            portrait=move.portrait or "",
        )
    )


def _edit_form(state: State, seat: str, target: Any) -> Form:
    one = _own(state, seat, target, "SB-4")
    _free(state, one)
    others, count = traits_taken(state, one.name), len(one.thingies)
    named = any(one.name in scene.roster for scene in state.scenes.values())
    return {
        "name": one_of((None,), "SB-6", f"{one.name} is on the roster of an open scene.", "Close the scene first.")
        if named
        else _fresh(names_taken(state, one.name), "name", optional=True),
        "concept": _fresh(others | {key(thingy) for thingy in one.thingies}, "Concept", optional=True),
        "thingies": _fresh_thingies(others | {key(one.concept)}, count, count),
        "yo": Slot(Text(least=1, optional=True), lambda value: no("The Yo is empty.", "SB-4", "Leave it out, and it stays.")),
        "portrait": SAID,
        "why": SAID,
    }


def _edit(draft: Draft, seat: str, move: m.EditCharacter) -> None:
    _let_go(draft, move.character)
    _warn(draft, move.character, (move.name,) if move.name else (), (*((move.concept,) if move.concept else ()), *(move.thingies or ())))
    draft.add(
        f.CharacterEdited(
            character=move.character, name=move.name, concept=move.concept, thingies=move.thingies, yo=move.yo, portrait=move.portrait
        )
    )


def _warn(draft: Draft, whose: str, names: tuple[str, ...], own: tuple[str, ...]) -> None:
    """Tell the table what comes near somebody else's (SB-6)."""
    others = [one for name, one in draft.game.characters.items() if name != whose]
    known = [(name, one.name, one.name) for name in names for one in others]
    known += [(thing, like, one.name) for thing in own for one in others for like in traits(one)]
    alike = [f.LooksAlike(words=words, like=like, whose=name) for words, like, name in known if near(key(words), key(like))]
    for fact in alike[:_MOST_WARNINGS]:
        draft.add(fact)


def _let_go(draft: Draft, name: str) -> None:
    """Close the narrations that could still touch a character's sheet: they stand from here on (SB-18)."""
    for conflict in draft.game.conflicts.values():
        if name in conflict.cashed or any(side.character == name for side in conflict.sides.values()):
            draft.add(f.ConflictClosed(conflict=conflict.id))


def _retire_form(state: State, seat: str, target: Any) -> Form:
    one = game(state).characters.get(target)
    if not (seat == GM and one and not state.seats[one.seat].here):
        one = _own(state, seat, target, "SB-4")
    _free(state, one)
    return {"why": SAID}


def _retire(draft: Draft, seat: str, move: m.RetireCharacter) -> None:
    _let_go(draft, move.character)
    draft.add(f.CharacterRetired(character=move.character))


def _retirable(state: State, seat: str) -> list[str]:
    left = [name for name, one in game(state).characters.items() if seat == GM and not state.seats[one.seat].here]
    return _names(state, seat) + left


# ---------------------------------------------------------------------------------------------- Thingies


def _define_form(state: State, seat: str, target: Any) -> Form:
    one = _own(state, seat, target, "SB-5")
    if one.banked <= 0:
        raise no(f"{one.name} has no Thingy banked.", "SB-5", "One is earned by a Yo that comes true.", holds=0)
    if len(one.thingies) >= MOST_DEFINED:
        raise no(f"{one.name} has {MOST_DEFINED} Thingies defined, which is the limit.", "SB-5", "Leave it banked.", limit=MOST_DEFINED)
    return {"thingy": _fresh(traits_taken(state), "Thingy"), "why": SAID}


def _define(draft: Draft, seat: str, move: m.DefineThingy) -> None:
    _warn(draft, move.character, (), (move.thingy,))
    draft.add(f.ThingyDefined(character=move.character, thingy=move.thingy))


# ---------------------------------------------------------------------------------------------- Yo and Woe


def _woe_form(state: State, seat: str, target: Any) -> Form:
    one = game(state).characters.get(target)
    if one is None or one.npc:
        raise no(f"No player's character called {target} is in play.", "SB-7", "Name a player's character.", name=target)
    if one.seat == seat:
        raise no("No Player ever writes their own Woe.", "SB-7", f"{state.name(woe_writer(state, one))} writes it.")
    if woe_writer(state, one) != seat:
        raise no(f"The Woe of {one.name} is for {state.name(woe_writer(state, one))} to write.", "SB-7", "Leave it to them.")
    if one.woe:
        raise no(f"{one.name} has a Woe.", "SB-7", "It is written anew once it has come true.")
    return {"woe": Slot(Text(least=1), lambda value: no("The Woe is empty.", "SB-7", "Write one."))}


def _write_woe(draft: Draft, seat: str, move: m.WriteWoe) -> None:
    draft.add(f.EndingWritten(character=move.character, ending="woe", words=move.woe))


def _yo_form(state: State, seat: str, target: Any) -> Form:
    one = _own(state, seat, target, "SB-40")
    if one.npc:
        raise no("NPCs have no Yo.", "SB-4", "Write it for a player's character.")
    if one.yo:
        raise no(f"{one.name} has a Yo.", "SB-40", "It is written anew once it has come true.")
    return {"yo": Slot(Text(least=1), lambda value: no("The Yo is empty.", "SB-40", "Write one."))}


def _write_yo(draft: Draft, seat: str, move: m.WriteYo) -> None:
    draft.add(f.EndingWritten(character=move.character, ending="yo", words=move.yo))


def _all_names(state: State, seat: str) -> list[str]:
    return list(game(state).characters)


RULES: Final = (
    Rule(m.CreateCharacter, "SB-6", _create_form, _create, differ=(("concept", "thingies"),)),
    Rule(m.EditCharacter, "SB-6", _edit_form, _edit, "character", _names, differ=(("concept", "thingies"),)),
    Rule(m.RetireCharacter, "SB-4", _retire_form, _retire, "character", _retirable),
    Rule(m.DefineThingy, "SB-5", _define_form, _define, "character", _names),
    Rule(m.WriteWoe, "SB-7", _woe_form, _write_woe, "character", _all_names),
    Rule(m.WriteYo, "SB-40", _yo_form, _write_yo, "character", _names),
)
