"""Copies of a journal: bringing one that others played on, and hearing what it brought."""

from __future__ import annotations

from typing import Any

from spookynb.arrival import take_in
from spookynb.ui.acting import Says, guarded
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import classed, column, html, put, row, upload
from spookynb.ui.views import copies as views


class Copies:
    """Merge another copy by upload. The result stands until the page is left; both files hold all there is, whoever merged."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.says = Says()
        self.result = html("")
        put(self.result, "")
        button = upload("Merge another copy", lambda name, data: guarded(lambda: self._merge(name, data), self.says))
        self.box: Any = classed(column([html(views.head()), row([button], "acts"), self.result, self.says]), "copies", "at-copies")

    def draw(self, look: Glance) -> None:
        """Nothing here depends on the table."""

    def _merge(self, name: str, data: bytes) -> None:
        put(self.result, "")
        with self.desk.own_move():
            arrived = take_in(self.desk.table, name, data)
        put(self.result, views.merged(arrived, self.desk.game))
        self.desk.redraw()
