"""The strip of people: who is at the table, what each holds and owes, and which of them acts now."""

from __future__ import annotations

from functools import partial
from typing import Any

from spookynb.state import GM
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import Slot, classed, column, html, link
from spookynb.ui.views import people as views


class People:
    """A row of faces; a click on a name and that person acts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.box = Slot("people", "at-people")

    def draw(self, look: Glance) -> None:
        """Redraw the strip."""
        people = [
            (
                slug,
                seat.name,
                self.desk.system.holds(look.state, slug),
                tuple(self.desk.system.duty(look.state, debt) for debt in look.owed(slug)),
            )
            for slug, seat in look.state.seats.items()
            if seat.here
        ]
        self.box.show((look.seat, people), lambda: [self._person(look.seat, *person) for person in people])

    def _person(self, acting: str, slug: str, name: str, holds: Any, duties: tuple[str, ...]) -> Any:
        here = slug == acting
        button = link(name, partial(self.desk.sit, slug), "here" if here else "", title=f"Act as {name}")
        face = html(views.portrait(holds.face or name, slug == GM))
        note = html(views.standing(slug == GM, holds, len(duties), here))
        return classed(column([face, button, note]), "person", "acting" if here else "")
