"""First of all: what do I owe, and who do we wait for."""

from __future__ import annotations

from functools import partial
from typing import Any

from spookynb.moves import Debt
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import Slot, classed, column, html, link, plain_button, row
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
        acting = look.seat in look.held
        name = look.state.name(look.seat)
        mine = [(debt, self.desk.system.duty(look.state, debt)) for debt in look.owed(look.seat) if acting]
        theirs = [
            (debt, look.state.name(debt.seat), self.desk.system.duty(look.state, debt))
            for debt in look.waiting
            if not acting or debt.seat != look.seat
        ]
        self.mine.show((name, acting, mine), lambda: self._mine(name, acting, mine))
        self.theirs.show((theirs, look.held), lambda: self._theirs(theirs, look.held, bool(mine)))

    def _mine(self, name: str, acting: bool, mine: list[tuple[Debt, str]]) -> list[Any]:
        items = [row([html(views.mine(duty, debt.why)), self._way(debt, duty)], "item") for debt, duty in mine]
        return [html(views.head_mine(name, len(mine)) if acting else views.looking_on()), column(items, "owed")]

    def _way(self, debt: Debt, duty: str) -> Any:
        """The way to where a debt is paid: on this very page a link, on another one a button that says what for."""
        page, _ = self.desk.system.place(debt)
        if page == "table":
            return link("Go there", partial(self._go, debt), "there")
        return plain_button(views.way(duty), partial(self._go, debt), "there")

    def _theirs(self, theirs: list[tuple[Debt, str, str]], held: tuple[str, ...], busy: bool) -> list[Any]:
        items = []
        for debt, name, duty in theirs:
            parts = [html(views.theirs(name, duty))]
            if debt.seat in held:
                parts.append(plain_button(f"Act as {name}", partial(self.desk.sit, debt.seat), "there"))
            items.append(row(parts, "item"))
        return [html(views.head_theirs(len(theirs), busy)), column(items, "owed")]

    def _go(self, debt: Debt) -> None:
        page, at = self.desk.system.place(debt)
        self.desk.go(page)
        self.desk.stage.lead(at)
