"""First of all: what do I owe, and who do we wait for."""

from __future__ import annotations

from functools import partial
from typing import Any

from spookynb.moves import Debt
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import Slot, classed, column, html, link, row
from spookynb.ui.views import owed as views


class Owed:
    """Two lists: yours, with a way to each thing; theirs, with a way to sit down for them at a hot-seat table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.mine = Slot()
        self.theirs = Slot()
        self.box = classed(column([self.mine, self.theirs], "half"), "at-owed")

    def draw(self, look: Glance) -> None:
        """Redraw both lists."""
        name = look.state.name(look.seat)
        mine = [(debt, self.desk.system.duty(look.state, debt)) for debt in look.owed(look.seat)]
        theirs = [
            (debt, look.state.name(debt.seat), self.desk.system.duty(look.state, debt)) for debt in look.waiting if debt.seat != look.seat
        ]
        self.mine.show((name, mine), lambda: self._mine(name, mine))
        self.theirs.show((theirs, look.state.hot_seat), lambda: self._theirs(theirs, look.state.hot_seat, bool(mine)))

    def _mine(self, name: str, mine: list[tuple[Debt, str]]) -> list[Any]:
        items = [row([html(views.mine(duty, debt.why)), link("Go there", partial(self._go, debt), "there")], "item") for debt, duty in mine]
        return [html(views.head_mine(name, len(mine))), column(items, "owed")]

    def _theirs(self, theirs: list[tuple[Debt, str, str]], hot_seat: bool, busy: bool) -> list[Any]:
        items = []
        for debt, name, duty in theirs:
            parts = [html(views.theirs(name, duty))]
            if hot_seat:
                parts.append(link(f"Act as {name}", partial(self.desk.sit, debt.seat), "there"))
            items.append(row(parts, "item"))
        return [html(views.head_theirs(len(theirs), busy)), column(items, "owed")]

    def _go(self, debt: Debt) -> None:
        page, at = self.desk.system.place(debt)
        self.desk.go(page)
        self.desk.stage.lead(at)
