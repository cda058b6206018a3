"""Narration and aftermath in markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from spookynb.journal.drawings import cube
from spookynb.replay import Taken
from spookynb.state import Redacted, State
from spookynb.systems.spookybeans.facts import DiceMoved, Narrated, SentBack, Won
from spookynb.systems.spookybeans.look import narrator
from spookynb.systems.spookybeans.sheet import Conflict, Game
from spookynb.ui.spookybeans.views.conflict import side_name
from spookynb.ui.views.words import dice, e, listed, owner


def narrate_head(conflict: Conflict, sent_back: str) -> str:
    """What a narrator is told: whose words, and which Thingies wait to be woven in."""
    used = [one.thingy for side in conflict.sides.values() for one in side.used if not one.refused]
    weave = f"Weave in {e(listed(used))}. " if used else ""
    head = "Tell it again" if conflict.stage == "back" else "Tell how it went"
    note = f'<p class="plain">The GM sent it back: <q class="said">{e(sent_back)}</q></p>' if conflict.stage == "back" else ""
    return f'<h2>{head}</h2>{note}<p class="note">{weave}The GM may send it back once; silence accepts it.</p>'


def told_by(state: State, conflict: Conflict) -> str:
    """Where somebody else narrates, or the story is told."""
    if conflict.stage == "told":
        name = e(state.name(conflict.narrator))
        words = "The GM struck the passage; the roll stands." if conflict.struck else f"{name} has told how it went: read it below."
        return f'<h2>Told</h2><p class="plain">{words}</p>'
    name = e(state.name(narrator(state, conflict)))
    again = " again: the GM has sent it back" if conflict.stage == "back" else ""
    return f'<h2>{name} narrates</h2><p class="plain">We wait for their words{again}.</p>'


def cash(state: State, seat: str, character: str) -> str:
    """What cashing a character's Ouchie would do, in words."""
    game: Game = state.game
    sheet = game.characters.get(character)
    own = sheet is not None and sheet.seat == seat
    return f"{owner(character)}: one more on {'your own Yo' if own else 'their Woe'}"


@dataclass(frozen=True, slots=True)
class Past:
    """What the record holds of a conflict beyond its state.

    ``moved``: dice after the roll, by the side they were rolled on and the pool they went to; ``had`` and ``has``: the pools
    before and after it. ``told``: the latest narration; ``note``: what the GM wrote when sending it back; ``teller``: the narration's
    entry.
    """

    moved: Mapping[tuple[str, str], int]
    had: Mapping[str, int]
    has: Mapping[str, int]
    told: str = ""
    note: str = ""
    teller: str = ""


def learn(past: dict[str, Past], taken: Taken) -> None:
    """Take from an entry what conflicts will want to be reminded of."""
    for fact in taken.facts:
        match fact:
            case Won(conflict=conflict):
                moves = [one for one in taken.facts if isinstance(one, DiceMoved) and one.conflict == conflict]
                moved = {(one.side, one.to): one.dice for one in moves}
                past[conflict] = Past(moved, taken.before.game.pools, taken.after.game.pools)
            case Narrated(conflict=conflict) if conflict in past:
                past[conflict] = replace(past[conflict], told=taken.entry.prose or "", teller=taken.entry.id)
            case Redacted(entry=entry):
                for conflict, one in past.items():
                    if one.teller == entry:
                        past[conflict] = replace(one, told="")
            case SentBack(conflict=conflict) if conflict in past:
                past[conflict] = replace(past[conflict], note=str(taken.entry.data.get("why", "")))


def aftermath(state: State, conflict: Conflict, end: Past | None) -> str:
    """Who got whose dice, and what everybody holds now."""
    if end is None:
        return ""
    sides = conflict.sides.values()
    swaps = "".join(
        f'<li><span class="dice">{cube("yours" if side == next(iter(conflict.sides)) else "theirs", "sm") * min(count, 12)}</span>'
        f"{e(owner(side_name(state, conflict.sides[side])))} {dice(count)} {'goes' if count == 1 else 'go'} to {e(state.name(to))}</li>"
        for (side, to), count in end.moved.items()
        if side != to and count and side in conflict.sides
    )
    rows = "".join(_row(state.name(side.seat), side.seat, end) for side in sides)
    others = ", ".join(f"{state.name(seat)} {count}" for seat, count in end.has.items() if seat not in conflict.sides)
    rest = f'<p class="note">The others: {e(others)}.</p>' if others else ""
    return (
        '<h2>Aftermath</h2><p class="note">Bones change hands; all else goes home.</p>'
        f'<ul class="swap">{swaps or "<li>No dice change hands.</li>"}</ul>'
        '<table class="sum"><caption class="sr">Oooh before and after the roll</caption>'
        "<thead><tr><th>Oooh</th><th>had</th><th>own dice</th><th>won over</th><th>has</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>{rest}"
    )


def _row(name: str, seat: str, end: Past) -> str:
    own = end.moved.get((seat, seat), 0)
    won = sum(count for (of, to), count in end.moved.items() if to == seat != of)
    had, has = end.had.get(seat, 0), end.has.get(seat, 0)
    return f"<tr><th>{e(name)}</th><td>{had}</td><td>+ {own}</td><td>+ {won}</td><td><b>{has}</b></td></tr>"
