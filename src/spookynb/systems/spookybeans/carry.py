"""Carrying a game into a new campaign by ordinary moves, for a journal whose keys are lost (PROTOCOL.md, "Keys").

Nothing is copied behind anybody's back: sheets are made, Woes written and numbers adjusted in the open, so that the new journal
verifies by itself. What moves cannot bring about is told in a post.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spookynb.moves import Move
from spookynb.phrases import dice
from spookynb.state import GM, State
from spookynb.systems.spookybeans import moves as m
from spookynb.systems.spookybeans.calls import call_off
from spookynb.systems.spookybeans.form import Draft
from spookynb.systems.spookybeans.look import game, narrator, ties, unclosed, woe_writer
from spookynb.systems.spookybeans.seats import MOST_SCORE, opening_pools
from spookynb.systems.spookybeans.sheet import Character, Conflict
from spookynb.systems.spookybeans.sheets import THINGIES
from spookynb.systems.spookybeans.telling import named
from spookynb.tablemoves import GmAdjust, Post
from spookynb.text import PROSE_LIMIT

#: the reason of every adjustment
WHY: Final = "As it stood when the journal was continued."
_GREETING: Final = (
    "The game goes on here from an earlier journal, as it stood there. What follows sets up sheets and pools; then it is anybody’s turn."
)

Carried = Iterator[tuple[str, Move]]


def carry(state: State) -> list[tuple[str, Move]]:
    """Who makes which move, in order, so that a new campaign of the people at this table stands where this one does.

    Conflicts are not carried: dice and Ouchies of one whose dice have not fallen are where calling it off would put them
    (SB-14). Those who left the table, and their characters, stay out (SB-1).
    """
    draft = Draft(state)
    for conflict in unclosed(state):
        if conflict.stage == "open":
            call_off(draft, conflict)
    after = draft.state
    moves: list[tuple[str, Move]] = [(GM, Post(text="\n\n".join((_GREETING, *_notes(state)))[:PROSE_LIMIT], voice="ooc"))]
    for one in game(after).characters.values():
        if one.seat in after.people():
            moves += _sheet(after, one)
    return [*moves, *_pools(after)]


def _notes(state: State) -> Iterator[str]:
    """What is not carried, a sentence or two for each, so that the table can see to it."""
    own, people = game(state), state.people()
    for conflict in unclosed(state):
        about = f"The Conflict of {named(state, conflict.character)} against {named(state, conflict.against)} over “{conflict.stakes}”"
        yield f"{about} {_left_open(state, conflict)}"
    for one in ties(state):
        yield f"The Yo and the Woe of {one.name} were equal at the end of the story, and it is for the GM to settle which comes true."
    for name, ending, words in own.came_true if own.ended else ():
        yield f"The {ending.capitalize()} of {name} came true at the end of the story: “{words}”."
    for one in own.characters.values():
        if one.seat not in people:
            yield f"{one.name} stayed behind with {state.name(one.seat)}, who had left."
    for seat in people:
        if own.pools.get(seat, 0) < 0:
            yield f"{state.name(seat)} was in debt by {dice(-own.pools[seat])}, and begins with none."


def _left_open(state: State, conflict: Conflict) -> str:
    if conflict.stage == "open":
        return "was still open. It is called off: its dice and Ouchies are back where they came from."
    return (
        f"had been won by {state.name(conflict.winner)} and was not told yet: {state.name(narrator(state, conflict))} tells it in a post."
    )


# ---------------------------------------------------------------------------------------------- sheets, pools


def _sheet(state: State, one: Character) -> Carried:
    first, later = one.thingies[:THINGIES], one.thingies[THINGIES:]
    yield (
        one.seat,
        m.CreateCharacter(name=one.name, concept=one.concept, thingies=first, yo=one.yo, npc=one.npc, portrait=one.portrait or None),
    )
    for start in range(0, len(later), MOST_SCORE):
        some = later[start : start + MOST_SCORE]
        yield from _adjusted("banked", one.name, len(some))
        for thingy in some:
            yield one.seat, m.DefineThingy(character=one.name, thingy=thingy)
    if one.woe:
        yield woe_writer(state, one), m.WriteWoe(character=one.name, woe=one.woe)
    yield from _adjusted("banked", one.name, one.banked - (THINGIES - len(first)))
    yield from _adjusted("ouchies", one.name, one.ouchies)
    yield from _adjusted("yo", one.name, one.yo_score)
    yield from _adjusted("woe", one.name, one.woe_score)


def _pools(state: State) -> Carried:
    """Every pool as it stood; those that shrink first, so that the table never holds more dice than it may."""
    changes = {seat: max(0, game(state).pools.get(seat, 0)) - begins for seat, begins in opening_pools(state).items()}
    for seat, by in sorted(changes.items(), key=lambda change: change[1]):
        yield from _adjusted("oooh", seat, by)


def _adjusted(what: str, of: str, by: int) -> Carried:
    if by:
        yield GM, GmAdjust(what=what, of=of, by=by, why=WHY)
