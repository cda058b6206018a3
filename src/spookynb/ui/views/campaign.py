"""The campaign page in markup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from spookynb.state import State
from spookynb.systems.protocol import HouseRule
from spookynb.ui.form import label, plain
from spookynb.ui.views.words import e, listed, ordinal

_KINDS: Final = {
    "loose_roll": "Roll dice for colour",
    "leave_seat": "Someone leaves the table",
    "add_seat": "Someone sits down",
    "change_house_rule": "Change a house rule",
    "gm_adjust": "Change a number by hand",
    "open_scene": "Open a scene",
    "close_scene": "Close a scene",
    "end_session": "End the session",
    "end_story": "End the story",
    "retire_character": "Take a character out of play",
}

#: labels of fields where their names would not do
LABELS: Final = {
    "name": "Their name",
    "value": "From now on",
    "why": "Why, in a line",
    "by": "By how many",
    "of": "Whose",
    "what": "What",
    "text": "In words, if you like",
    "leaves": "Who leaves",
    "notation": "Which dice",
    "reason": "What for",
    "roster": "Who is in it",
    "setting": "Where and when",
    "title": "Its title",
}


def kind(name: str) -> str:
    """A kind of move as a heading and as its button."""
    return _KINDS.get(name, label(name))


def about(state: State, options: Mapping[str, HouseRule]) -> str:
    """The campaign at a glance: its people, story and session, house rules in force."""
    people = listed([f"{seat.name} (GM)" if slug == "gm" else seat.name for slug, seat in state.seats.items() if seat.here])
    mood = f'<p class="plain">The mood: <em>{e(state.mood)}</em></p>' if state.mood else ""
    veils = "".join(
        f'<p class="plain"><b>{name}</b> {e(listed(list(what)))}</p>'
        for name, what in (("Lines:", state.lines), ("Veils:", state.veils))
        if what
    )
    rules = "".join(
        f"<tr><th>{e(label(name))}</th><td>{e(plain(name, value))}</td><td>{e(options[name].words) if name in options else ''}</td></tr>"
        for name, value in state.house_rules.items()
    )
    return (
        f"<h1>{e(state.title)}</h1>"
        f'<p class="note">The {ordinal(state.story)} story, the {ordinal(state.session)} session. At the table: {e(people)}.</p>'
        f"{mood}{veils}<details><summary>House rules in force</summary>"
        f'<table class="sum"><thead><tr><th>Rule</th><th>now</th><th>what it says</th></tr></thead><tbody>{rules}</tbody></table></details>'
    )


def head(name: str, any_: bool) -> str:
    """The head above the forms."""
    words = "Each of these is written into the journal, like any other move." if any_ else "Nothing else is open to you now."
    return f'<h2 class="gapt">What {e(name)} may do besides playing</h2><p class="note">{words}</p>'
