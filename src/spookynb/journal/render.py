"""Renderers: what stands above an entry's marker, as paragraphs of Markdown.

A journal is verified by rendering it again, so what a renderer writes never changes once it has written a journal. Its number
stands in the marker and covers all that a person reads there: the look made here, Markdown (:mod:`.markdown`), and the words,
those of the table, of the system and of the replay (:mod:`spookynb.phrases`, :func:`spookynb.odds.percent`). Another look or
another wording is the next number: it gets an entry in :data:`RENDERERS`, and whoever words a thing differently from then on keeps
the old words under the numbers before (:func:`spookynb.phrases.in_force`, ``System.tell``). A renderer that changes nothing but words
is the look of the one before it under a new number. Screens and books always show the newest. The golden journals in the tests hold
each renderer fast (PROTOCOL.md, "Journal file").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from spookynb.entry import Entry, six_words
from spookynb.journal.markdown import paragraph
from spookynb.moves import Line, em, line, strong
from spookynb.phrases import DICE_SOURCES, listed, sentence

#: paragraphs for an entry, given what it tells and the entry before it in the file (None for the first)
Renderer = Callable[[Entry, Sequence[Line], Entry | None], list[str]]

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_ID: Final = re.compile(r"[0-9a-f]{64}\Z")


def _first(entry: Entry, lines: Sequence[Line], previous: Entry | None) -> list[str]:
    """Renderer 1: a title page, then a paragraph for each line, and the day wherever it changes."""
    told = [text for text in map(paragraph, lines) if text]
    if previous is None:
        return _title_page(entry, told)
    if entry.at[:10] != previous.at[:10]:
        told.insert(0, paragraph(line(em(day(entry.at)))))
    return told


#: every renderer that has ever written a journal, by its number
RENDERERS: Final[Mapping[int, Renderer]] = {1: _first}
#: the one that writes
RENDERER: Final = max(RENDERERS)


def day(at: str) -> str:
    """The day of an entry's ``at`` in words, ``"Saturday, 31 October 2026"``; as it stands where no calendar has it."""
    try:
        date = datetime.strptime(at[:10], "%Y-%m-%d").date()
    except ValueError:
        return at[:10]
    return f"{_DAYS[date.weekday()]}, {date.day} {_MONTHS[date.month - 1]} {date.year}"


def _title_page(entry: Entry, told: Sequence[str]) -> list[str]:
    """The genesis block: title, cast, and the house rules as they began. Read from the entry, whatever state it is in."""
    data = entry.data
    players = _strings(data.get("players"))
    system = str(data.get("system", "")).capitalize()
    plays = " play." if len(players) > 1 else " plays."
    opened = entry.facts[0] if entry.facts else {}
    return [
        "# " + (paragraph(line(str(data.get("title", "")))) or "A campaign"),
        paragraph(line(em(f"Played by post, after the rules of {system}. Begun on {day(entry.at)}."))),
        *filter(None, [paragraph(line(em(_continued(data.get("continues")))))]),
        paragraph(line(strong(str(data.get("gm", ""))), " runs the game. ", *listed([strong(name) for name in players]), plays)),
        *_named("Mood", "; ".join(_strings([data.get("mood")]))),
        *_named("Lines", "; ".join(_strings(data.get("lines")))),
        *_named("Veils", "; ".join(_strings(data.get("veils")))),
        *_named("Dice", _dice(opened.get("house_rules"), data.get("seed"))),
        *told,
        *_named("Pacing", _options(opened.get("pacing"))),
        paragraph(line(em("Every move stands signed below its lines, hidden from view. Write into this file only through the table."))),
        "---",
    ]


def _continued(value: object) -> str:
    """Which campaign goes on in this one; nothing where none does."""
    match value:
        case {"campaign": str(campaign), "head": str(head)} if _ID.match(campaign) and _ID.match(head):
            return f"Continues the campaign {campaign[:8]}, whose head read: {six_words((head,))}."
    return ""


def _named(name: str, words: str) -> list[str]:
    """One line of the title page; none where nothing is said."""
    return [paragraph(line(strong(name), ": ", *sentence(words)))] if words else []


def _dice(house_rules: object, seed: object) -> str:
    """Where the dice come from, and what they are drawn from where that is public."""
    dice = house_rules.get("dice") if isinstance(house_rules, dict) else None
    source = DICE_SOURCES.get(str(dice))
    if source is None:
        return ""
    return f"{dice}, {source}" if dice != "practice" else f"practice, from the seed {seed}, {source}"


def _options(options: object) -> str:
    """Options without words of their own, by name."""
    if not isinstance(options, dict):
        return ""
    return "; ".join(f"{str(name).replace('_', ' ')} {_value(value)}" for name, value in sorted(options.items()))


def _value(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)


def _strings(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []
