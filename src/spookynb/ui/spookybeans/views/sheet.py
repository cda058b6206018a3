"""A sheet in markup: the picture, Thingies, Ouchies, Yo and Woe."""

from __future__ import annotations

from typing import Literal

from spookynb.journal.drawings import cube, icon, mark, tally
from spookynb.state import State
from spookynb.systems.spookybeans.sheet import Character, Game
from spookynb.ui.views.face import face
from spookynb.ui.views.words import dice, e, listed

_TIES = {
    "player": "The player chooses",
    "yo": "The Yo comes true",
    "woe": "The Woe comes true",
    "both": "Both come true",
    "neither": "Neither",
}


def picture(state: State, character: Character, pool: int) -> str:
    """The left side of a sheet: the face, who plays it, their pool."""
    who = "Run by" if character.npc else "Played by"
    held = f"<h3>Oooh: {dice(pool)}</h3>" + (
        f'<div class="dice">{"".join(cube("yours") for _ in range(min(pool, 30)))}</div>' if pool else ""
    )
    note = '<p class="note">to give to others; never for their own rolls</p>'
    oooh = "" if character.npc else held + note
    return f'{face(character.name, "l")}<p class="note">{who} {e(state.name(character.seat))}</p>{oooh}'


def top(character: Character) -> str:
    """Name and Concept."""
    return f'<h1>{e(character.name)}</h1><p class="concept">{e(character.concept)}</p>'


def thingies(character: Character) -> str:
    """The Thingies in order, the Concept first, banked ones last."""
    named = [(character.concept, "the Concept, and so a Thingy like the rest")] + [(one, "") for one in character.thingies]
    rows = [_thing(place, e(words), note, "") for place, (words, note) in enumerate(named, 1)]
    for place in range(0 if character.npc else character.banked):
        earned = place < character.earned
        note = "earned when a Yo came true" if earned else "nobody knows what it is yet, they least of all"
        rows.append(_thing(len(named) + place + 1, "Banked", note, " bank"))
    return f'<h2>Thingies</h2><div class="ledger">{"".join(rows)}</div>'


def _thing(place: int, words: str, note: str, kind: str) -> str:
    said = f'<span class="note">{e(note)}</span>' if note else ""
    return f'<div class="row"><div class="thing{kind}"><span class="no">{place}</span><div>{words}{said}</div></div></div>'


def bottom(state: State, character: Character) -> str:
    """Ouchies, Yo and Woe."""
    if character.npc:
        return f'<p class="plain gapt">{e(character.yo)}</p>' if character.yo else ""
    marks = "".join(mark("ouchie") for _ in range(min(character.ouchies, 12)))
    ouchies = (
        f'<h2 class="gapt">Ouchies: {character.ouchies}</h2><div class="ouch">{marks}</div>'
        '<p class="note">Each waits for someone who narrates: yours feeds your Yo, theirs your Woe.</p>'
        if character.ouchies
        else '<h2 class="gapt">No Ouchies</h2><p class="note">Nobody has been hurt yet.</p>'
    )
    ends = _end("yo", character.yo, character.yo_score) + _end("woe", character.woe, character.woe_score)
    return f'{ouchies}<div class="ends">{ends}</div>{_outlook(character)}'


def _end(kind: Literal["yo", "woe"], words: str, score: int) -> str:
    text = e(words) if words else "<em>not written yet</em>"
    return (
        f"<section><header>{mark(kind)}<h2>{kind.capitalize()}</h2>"
        f'<span class="score num">{score} {tally(score)}</span></header><p class="prose">{text}</p></section>'
    )


def _outlook(character: Character) -> str:
    if character.tie or not (character.yo and character.woe):
        return ""
    if character.yo_score == character.woe_score:
        return '<p class="plain">If the story ended tonight, the GM would have to settle a <b>tie</b>.</p>'
    ending = "Yo" if character.yo_score > character.woe_score else "Woe"
    return f'<p class="plain">If the story ended tonight, the <b>{ending}</b> would come true.</p>'


def tie_head(character: Character) -> str:
    """What has to be settled."""
    ends = listed([f"the Yo, “{character.yo}”", f"the Woe, “{character.woe}”"])
    return f'<p class="plain"><b>The story has ended, and for {e(character.name)} it is a tie</b> between {e(ends)}</p>'


def tie_choice(value: str) -> str:
    """A way to settle a tie, as a button."""
    return _TIES.get(value, value)


def came_true(game: Game) -> str:
    """What the last story's end brought, until the next story begins."""
    if not game.ended:
        return ""
    items = "".join(f"<li>{icon(_ending(kind))} <b>{e(name)}</b>: {e(words)}</li>" for name, kind, words in game.came_true)
    told = (
        f'<ul>{items}</ul><p class="note">With this the next story opens.</p>'
        if items
        else '<p class="note">Nothing has come true yet.</p>'
    )
    return f'<div class="came-true"><h2>The story has ended</h2>{told}</div>'


def _ending(kind: str) -> Literal["yo", "woe"]:
    return "yo" if kind == "yo" else "woe"
