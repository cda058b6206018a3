"""Fields made from a template's choices, so that any legal move of any system can be made by hand.

The everyday moves have screens of their own; this serves the rare ones, house rules, and systems without a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import ipywidgets as w

from spookynb.dice import parse_faces
from spookynb.errors import WrongUsage
from spookynb.moves import Choice, Faces, Many, Range, Record, Template, Text, Values
from spookynb.ui.parts import Widget, choice, column, line, page, row, tick
from spookynb.ui.views.words import dice, e

#: how a value is called for people: from the field's name and the value
Say = Callable[[str, Any], str]
#: keeps what is typed in a field; the second argument says where in the form it stands
Bind = Callable[[Any, str], Any]

_MENU_MOST: Final = 60
_ROWS: Final = 4


@dataclass(frozen=True, slots=True)
class Field:
    """A control (None where there is nothing to choose) and how its value is read; None means left out."""

    widget: Widget | None
    read: Callable[[], Any]


def plain(name: str, value: Any) -> str:
    """A value in words where nobody knows better."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def label(name: str) -> str:
    """A field's name as a label: ``house_rule`` becomes ``House rule``."""
    return name.replace("_", " ").capitalize()


def field(name: str, open_: Choice, bind: Bind, say: Say = plain, words: str = "") -> Field:
    """The control for one choice of a template."""
    title = words or label(name)
    match open_:
        case Values(values):
            return _one_of(name, values, title, bind, say)
        case Range(low, high) if high - low < _MENU_MOST:
            return _one_of(name, tuple(sorted(range(low, high + 1), key=abs)), title, bind, say)
        case Range(low, high):
            return _number(name, low, high, title, bind)
        case Text():
            return _words(name, open_, title, bind)
        case Many():
            return _several(name, open_, title, bind, say)
        case Record(fields):
            return _group(name, fields, bind, say)
        case Faces(counts):
            return _faces(name, counts, bind, say)


def fields(template: Template, bind: Bind, say: Say = plain, labels: Mapping[str, str] | None = None) -> dict[str, Field]:
    """The controls for all fields of a template."""
    named = labels or {}
    return {name: field(name, open_, bind, say, named.get(name, "")) for name, open_ in template.fields.items()}


def filled(template: Template, made: Mapping[str, Field]) -> dict[str, Any]:
    """The move as the fields stand, those left out omitted."""
    values = {name: one.read() for name, one in made.items()}
    return {"kind": template.kind, **{name: value for name, value in values.items() if value is not None}}


def _one_of(name: str, values: tuple[Any, ...], title: str, bind: Bind, say: Say) -> Field:
    if len(values) == 1:
        return Field(None, lambda: values[0])
    control = bind(choice(title, [(say(name, value), value) for value in values]), name)
    return Field(control, lambda: control.value)


def _number(name: str, low: int, high: int, title: str, bind: Bind) -> Field:
    control = bind(line(title, placeholder=f"{low} to {high}"), name)

    def read() -> int:
        try:
            return int(control.value)
        except ValueError:
            what = f"{title}: “{control.value}” is no whole number."
            raise WrongUsage(what, safe="Nothing has changed.", todo=f"Write one from {low} to {high}.") from None

    return Field(control, read)


def _words(name: str, open_: Text, title: str, bind: Bind) -> Field:
    control = bind(page(title) if open_.prose else line(title), name)
    return Field(control, lambda: None if open_.optional and not control.value.strip() else control.value)


def _several(name: str, open_: Many, title: str, bind: Bind, say: Say) -> Field:
    item = open_.item
    if isinstance(item, Mapping):
        return _records(name, item, min(open_.most, _ROWS), title, bind, say)
    if isinstance(item, Values):
        return _ticks(name, item.values, title, bind, say)
    control = bind(page(f"{title}, one to a line", rows=3), name)
    return Field(control, lambda: [part.strip() for part in control.value.split("\n") if part.strip()])


def _records(name: str, item: Mapping[str, Choice], rows: int, title: str, bind: Bind, say: Say) -> Field:
    """A few rows of fields, each with a tick that says whether it is meant."""
    made = [(bind(tick(f"{title} {place + 1}"), f"{name}/{place}"), _group(f"{name}/{place}", item, bind, say)) for place in range(rows)]
    lines = [row([ticked, one.widget], "group") for ticked, one in made]
    return Field(column(lines), lambda: [one.read() for ticked, one in made if ticked.value] or None)


def _ticks(name: str, values: tuple[Any, ...], title: str, bind: Bind, say: Say) -> Field:
    ticked = [(value, bind(tick(say(name, value)), f"{name}/{value}")) for value in values]
    head = w.HTML(f'<p class="label">{e(title)}</p>')
    return Field(column([head, *(one for _, one in ticked)]), lambda: [value for value, one in ticked if one.value] or None)


def _group(name: str, inside: Mapping[str, Choice], bind: Bind, say: Say) -> Field:
    made = {part: field(part, open_, lambda control, where: bind(control, f"{name}/{where}"), say) for part, open_ in inside.items()}
    return Field(
        row([one.widget for one in made.values() if one.widget], "group"),
        lambda: {part: value for part, one in made.items() if (value := one.read()) is not None},
    )


def _faces(name: str, counts: Mapping[str, int], bind: Bind, say: Say) -> Field:
    made = {
        seat: bind(line(f"{say('seat', seat)} rolls {dice(count)}: the faces as they fell, such as 3 6 1, H T or d20:17"), f"{name}/{seat}")
        for seat, count in counts.items()
        if count
    }
    return Field(
        column(made.values(), "faces"),
        lambda: {seat: list(parse_faces(made[seat].value)) if seat in made else [] for seat in counts},
    )
