"""The campaign page: people who come and go, scenes, ends, house rules, and every other move that has no screen of its own.

All of it is made from the legal moves' templates; what is not legal now is simply not there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spookynb.moves import Range, Template, Values
from spookynb.ui import form
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import Slot, Widget, classed, column, html, menu, put, row
from spookynb.ui.views import campaign as views

#: moves that the shared parts of the table page offer
_COVERED = frozenset({"post"})


class About:
    """The campaign at a glance."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.box = html("", "page-campaign")

    def draw(self, look: Glance) -> None:
        """Say it anew."""
        put(self.box, views.about(look.state, self.desk.game.options))


class Campaign:
    """Groups of plain forms, one for each kind of move; several templates of one kind share a menu."""

    def __init__(self, desk: Desk, covered: frozenset[str]) -> None:
        self.desk = desk
        self.covered = covered | _COVERED
        self.moves = Slot("at-moves")
        self.box = classed(column([self.moves]), "page-campaign")

    def draw(self, look: Glance) -> None:
        """Redraw what has changed."""
        kinds: dict[str, list[Template]] = {}
        for template in look.legal:
            if template.kind not in self.covered:
                kinds.setdefault(template.kind, []).append(template)
        self.moves.show((look.seat, kinds, look.state.title), lambda: self._build(look, kinds))

    def _build(self, look: Glance, kinds: dict[str, list[Template]]) -> list[Widget]:
        say = namer(look)
        return [html(views.head(look.state.name(look.seat), bool(kinds)))] + [
            self.desk.fold(f"moves/{kind}", views.kind(kind), [self._kind(kind, _widest(templates), say)], f"move-{kind}")
            for kind, templates in kinds.items()
        ]

    def _kind(self, kind: str, templates: list[Template], say: form.Say) -> Widget:
        place = column([], "ask")
        if len(templates) == 1:
            place.children = self._form(templates[0], say)
            return place
        picker = menu("Which", [(_named(one, say, number), number) for number, one in enumerate(templates)])

        def pick() -> None:
            place.children = self._form(templates[picker.value], say)

        picker.observe(lambda _: self.desk.attempt(pick), "value")
        pick()
        return column([picker, place], "ask")

    def _form(self, template: Template, say: form.Say) -> tuple[Widget, ...]:
        says = Says()
        where = f"moves/{template.kind}"
        made = form.fields(template, self.desk.bind(where), say, views.LABELS)
        button = Act(views.kind(template.kind), lambda once: self.desk.act(form.filled(template, made), once, forget=where), says)
        return (*(one.widget for one in made.values() if one.widget is not None), row([button], "acts"), says)


def namer(look: Glance) -> Callable[[str, Any], str]:
    """Values in people's words: seats by their people's names, scenes by their titles."""

    def say(name: str, value: Any) -> str:
        if isinstance(value, str) and value in look.state.seats:
            return look.state.name(value)
        if isinstance(value, str) and value in look.state.scenes:
            return look.state.scenes[value].title
        return form.plain(name, value)

    return say


def _named(template: Template, say: form.Say, number: int) -> str:
    """What tells a template from its neighbours: the values that are fixed in it and the ranges left open, or its note."""
    fixed = [say(name, one.values[0]) for name, one in template.fields.items() if isinstance(one, Values) and len(one.values) == 1]
    ranges = [f"{one.low} to {one.high}" for one in template.fields.values() if isinstance(one, Range)]
    return ", ".join(fixed + ranges) or template.note or f"{number + 1}"


def _widest(templates: list[Template]) -> list[Template]:
    """Templates without those whose fields another one of the list has all of, with the same choices."""
    return [
        one
        for one in templates
        if not any(
            other is not one and one.fields.items() <= other.fields.items() and len(one.fields) < len(other.fields) for other in templates
        )
    ]
