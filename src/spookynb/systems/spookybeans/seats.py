"""What table moves mean to Spookybeans: dice for seats, conflicts of those who leave, the end of a story (SB-1, SB-3a, SB-40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from spookynb.errors import IllegalMove
from spookynb.moves import Move
from spookynb.state import GM, Adjusted, Fact, Opened, SeatJoined, SeatLeft, State, StoryEnded
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.calls import call_off
from spookynb.systems.spookybeans.ending import end_story
from spookynb.systems.spookybeans.form import MOST_POOL, Draft, no
from spookynb.systems.spookybeans.house import MOST_BOXES
from spookynb.systems.spookybeans.look import endings_owed, game, ties, unclosed
from spookynb.systems.spookybeans.rolling import settle
from spookynb.systems.spookybeans.sheet import Conflict
from spookynb.tablemoves import EndStory

#: Oooh dice that a Player brings, and adds to the GM's (SB-1)
OOOH: Final = 3
#: the highest number that an adjustment by hand reaches on a sheet
MOST_SCORE: Final = MOST_BOXES


def react(state: State, fact: Fact) -> tuple[Fact, ...]:
    """What a table fact brings about; ``state`` is the one after it."""
    draft = Draft(state)
    match fact:
        case Opened():
            draft.add(f.PoolsChanged(by=opening_pools(state)))
        case SeatJoined(seat=seat, returns=True) if seat in draft.game.away_pools:
            draft.add(f.PoolBack(seat=seat))
        case SeatJoined(seat=seat):
            draft.add(f.PoolsChanged(by={seat: OOOH, GM: OOOH}))
        case SeatLeft(seat=seat):
            _leave(draft, seat)
        case StoryEnded():
            end_story(draft)
        case Adjusted(what="oooh", of=seat, by=by):
            draft.add(f.PoolsChanged(by={seat: by}))
        case Adjusted(what=what, of=name, by=by):
            draft.add(f.Scored(character=name, **{what: by}))
        case _:
            return ()
    settle(draft, "")
    return tuple(draft.facts)


def opening_pools(state: State) -> dict[str, int]:
    """Oooh dice by seat as a campaign of these people begins (SB-1)."""
    players = state.players()
    return {GM: OOOH * len(players), **dict.fromkeys(players, OOOH)}


def _leave(draft: Draft, seat: str) -> None:
    for conflict in draft.game.conflicts.values():
        if seat in conflict.sides:
            _contender_leaves(draft, conflict, seat)
        elif conflict.stage == "open":
            for side in conflict.sides.values():
                if seat in side.offers:
                    draft.add(f.OfferEnded(donor=seat, side=side.seat, how="lapsed", conflict=conflict.id))
    draft.add(f.PoolLeft(seat=seat))


def _contender_leaves(draft: Draft, conflict: Conflict, seat: str) -> None:
    """Before the roll the conflict is called off; after it the roll stands, and the GM speaks for a narrator who is gone."""
    if conflict.stage == "open":
        call_off(draft, conflict)
    elif conflict.narrator == seat:
        draft.add(f.ConflictClosed(conflict=conflict.id) if conflict.stage == "told" else f.NarratorChanged(seat=GM, conflict=conflict.id))


def allow(state: State, move: Move) -> None:
    """Raise :class:`IllegalMove` where a table move does not fit: a story ends only between conflicts (SB-40)."""
    if not isinstance(move, EndStory):
        return
    for conflict in unclosed(state):
        raise _not_now(f"The Conflict of {conflict.character} is still open.", "Narrate it, or call it off, first.")
    if game(state).ended:
        for one in ties(state):
            raise _not_now(f"The tie of Yo and Woe of {one.name} is not settled.", "Settle it first.")
        for one, ending in endings_owed(state):
            raise _not_now(f"{one.name} has no new {ending.capitalize()} yet.", "Write it first.")


def _not_now(what: str, todo: str) -> IllegalMove:
    return no(what, "SB-40", todo)


def adjustable(state: State) -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """What the GM may adjust by hand, and by how much: never below 0, never past what a table can read."""
    own = game(state)
    room = max(0, MOST_POOL - sum(own.pools.values()))
    sheets = {name: one for name, one in own.characters.items() if not one.npc}

    def span(value: int) -> tuple[int, int]:
        return (-value, max(0, MOST_SCORE - value))

    return {
        "oooh": {seat: (-max(0, dice), room) for seat, dice in own.pools.items()},
        "ouchies": {name: span(one.ouchies) for name, one in sheets.items()},
        "yo": {name: span(one.yo_score) for name, one in sheets.items()},
        "woe": {name: span(one.woe_score) for name, one in sheets.items()},
        "banked": {name: span(one.banked) for name, one in sheets.items()},
    }
