"""Narration and aftermath in markup."""

from __future__ import annotations

from spookynb.state import State
from spookynb.systems.spookybeans.sheet import Conflict, Game
from spookynb.ui.spookybeans.views.conflict import side_name
from spookynb.ui.views.words import e, listed, owner


def narrate_head(state: State, conflict: Conflict) -> str:
    """What a narrator is told: whose words, and which Thingies wait to be woven in."""
    used = [one.thingy for side in conflict.sides.values() for one in side.used if not one.refused]
    weave = f"Weave in {e(listed(used))}. " if used else ""
    head = "Tell it again" if conflict.stage == "back" else "Tell how it went"
    note = "The GM sent it back, with a note in the journal. " if conflict.stage == "back" else ""
    return f'<h2>{head}</h2><p class="note">{note}{weave}The GM may send it back once; silence accepts it.</p>'


def told_by(state: State, conflict: Conflict) -> str:
    """Where somebody else narrates, or the story is told."""
    name = e(state.name(conflict.narrator))
    if conflict.stage == "told":
        words = "The GM struck the passage; the roll stands." if conflict.struck else f"{name} has told how it went: read it below."
        return f'<h2>Told</h2><p class="plain">{words}</p>'
    again = " again: the GM has sent it back" if conflict.stage == "back" else ""
    return f'<h2>{name} narrates</h2><p class="plain">We wait for their words{again}.</p>'


def cash(state: State, seat: str, character: str) -> str:
    """What cashing a character's Ouchie would do, in words."""
    game: Game = state.game
    sheet = game.characters.get(character)
    own = sheet is not None and sheet.seat == seat
    return f"{owner(character)}: one more on {'your own Yo' if own else 'their Woe'}"


def aftermath(state: State, conflict: Conflict) -> str:
    """Who holds what after the roll."""
    game: Game = state.game
    rows = "".join(
        f"<tr><th>{e(side_name(state, side))}</th><td>{len(side.faces)}</td><td>{side.skulls}</td><td>{side.bones}</td>"
        f"<td><b>{game.pools.get(side.seat, 0)}</b></td></tr>"
        for side in conflict.sides.values()
    )
    others = [
        f"{state.name(seat)} {count}" for seat, count in game.pools.items() if seat not in conflict.sides and seat in state.people()
    ]
    total = sum(game.pools.values()) + sum(side.dice for c in game.conflicts.values() if c.stage == "open" for side in c.sides.values())
    rest = f"{e(', '.join(others))}. " if others else ""
    return (
        '<h2>Aftermath</h2><p class="note">The Bones change hands; all else goes home.</p>'
        '<table class="sum"><caption class="sr">The roll and the Oooh after it</caption>'
        "<thead><tr><th></th><th>dice</th><th>Skulls</th><th>Bones</th><th>Oooh now</th></tr></thead>"
        f'<tbody>{rows}</tbody></table><p class="note">{rest}{total} dice at the table.</p>'
    )
