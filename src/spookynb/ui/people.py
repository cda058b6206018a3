"""The strip of people: who is at the table, what each holds and owes, and which of them acts now."""

from __future__ import annotations

from functools import partial
from typing import Any

from spookynb.state import GM
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import Slot, classed, column, html, link
from spookynb.ui.systems import Holds
from spookynb.ui.views import people as views


class People:
    """A row of faces; a click on a name and that person acts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.box = Slot("people", "at-people")

    def draw(self, look: Glance) -> None:
        """Redraw the strip."""
        people = [
            (slug, seat.name, self.desk.system.holds(look.state, slug), len(look.owed(slug)))
            for slug, seat in look.state.seats.items()
            if seat.here
        ]
        self.box.show((look.seat, look.held, people), lambda: [self._person(look, *person) for person in people])

    def _person(self, look: Glance, slug: str, name: str, holds: Holds, owes: int) -> Any:
        held = slug in look.held
        acting = held and slug == look.seat
        face = html(views.portrait(holds.face or name, slug == GM))
        title = f"Act as {name}"
        called = link(name, partial(self.desk.sit, slug), "here" if acting else "", title=title) if held else html(views.elsewhere(name))
        note = html(views.standing(slug == GM, holds, owes, acting))
        return classed(column([face, called, note]), "person", "acting" if acting else "")
