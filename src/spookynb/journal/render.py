"""Renderers: what stands above an entry's marker, as paragraphs of Markdown.

A journal is verified by rendering it again, so a renderer never changes once it has written a journal. Another look, or
another wording of what a system tells, is a new renderer with the next number; the old ones stay (PROTOCOL.md, "Journal file").
The golden journals in the tests hold each one fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from spookynb.entry import Entry, six_words
from spookynb.journal.markdown import paragraph
from spookynb.moves import Line, em, line, strong

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
        return _title_page(entry) + told
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


def listed(names: Sequence[str]) -> list[Any]:
    """Names as spans of a line: ``a, b and c``."""
    parts: list[Any] = []
    for place, name in enumerate(names):
        parts += ["" if not place else " and " if place == len(names) - 1 else ", ", strong(name)]
    return parts


def _title_page(entry: Entry) -> list[str]:
    """The genesis block: title, cast, and the house rules as they began. Read from the entry, whatever state it is in."""
    data = entry.data
    players = _strings(data.get("players"))
    seed = data.get("seed")
    lines = [
        line(em(f"Played by post, after the rules of {str(data.get('system', '')).capitalize()}. Begun on {day(entry.at)}.")),
        line(em(_continued(data.get("continues")))),
        line(strong(str(data.get("gm", ""))), " runs the game. ", *listed(players), " play." if len(players) > 1 else " plays."),
    ]
    for name, words in (("Mood", data.get("mood")), ("Lines", _strings(data.get("lines"))), ("Veils", _strings(data.get("veils")))):
        if words:
            lines.append(line(strong(name), ": ", words if isinstance(words, str) else ", ".join(words), "."))
    opened = entry.facts[0] if entry.facts else {}
    if isinstance(seed, int):
        lines.append(line(f"Practice dice from the seed {seed}: anybody who plays the same moves rolls the same."))
    return [
        "# " + (paragraph(line(str(data.get("title", "")))) or "A campaign"),
        *filter(None, map(paragraph, lines)),
        *_options("House rules as they began", opened.get("house_rules")),
        *_options("Pacing", opened.get("pacing")),
        paragraph(line(em("Every move stands signed below its lines, hidden from view. Write into this file only through the table."))),
        "---",
    ]


def _continued(value: object) -> str:
    """Which campaign goes on in this one; nothing where none does."""
    match value:
        case {"campaign": str(campaign), "head": str(head)} if _ID.match(campaign) and _ID.match(head):
            return f"Continues the campaign {campaign[:8]}, whose head read: {six_words((head,))}."
    return ""


def _options(title: str, options: object) -> list[str]:
    if not isinstance(options, dict) or not options:
        return []
    items = ["- " + paragraph(line(str(name).replace("_", " "), ": ", strong(_value(value)))) for name, value in sorted(options.items())]
    return [f"{title}:", "\n".join(items)]


def _value(value: object) -> str:
    match value:
        case None:
            return "no limit"
        case bool():
            return "yes" if value else "no"
    return str(value)


def _strings(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []
