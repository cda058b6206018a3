"""The application in one widget: the door, and behind it a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ipywidgets as w

from spookynb.table import Table
from spookynb.ui import visit
from spookynb.ui.acting import Says, guarded
from spookynb.ui.door import Door
from spookynb.ui.parts import classed, column, put
from spookynb.ui.screen import Screen
from spookynb.ui.stage import Stage


class App(w.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """What :func:`play` shows. Works in JupyterLab, Notebook and Voilà."""

    def __init__(self, folder: Path, find: Callable[[], Path | None]) -> None:
        super().__init__(())
        self.folder = folder
        self.stage = Stage()
        self.says = Says()
        self.screen: Screen | None = None
        self.door: Door | None = None
        self._page = column([], "snb-page")
        self.children = (self.stage, self._page)
        classed(self, "snb")
        if not guarded(lambda: self._open(find()), self.says):
            refused = self.says.value
            guarded(self.open_door, self.says)
            put(self.says, self.says.value or refused)

    def _open(self, journal: Path | None) -> None:
        if journal is None:
            self.open_door()
        else:
            self.enter(Table.open(journal))

    def open_door(self) -> None:
        """Show the door."""
        self.screen = None
        self._page.children = (self.says,)
        self.door = Door(self.folder, self.enter)
        self._page.children = (self.says, self.door)

    def enter(self, table: Table, seat: str = "", page: str = "table") -> None:
        """Sit down at a table, in ``seat`` if one is named, and open it at ``page``."""
        self.screen = Screen(table, self.stage, self.open_door, seat, page)
        self.door = None
        self._page.children = (self.screen.box,)

    def __repr__(self) -> str:
        title = self.screen.desk.state.title if self.screen else "the door"
        return f"spookynb: {title} (run this cell again to see it)"


def play(journal: str | Path | None = None, folder: str | Path | None = None) -> App:
    """The table, to click: the campaign in ``journal``, or else the one that the page was opened for, or else the door.

    ``folder`` holds the campaigns that the door offers; by default ``journals`` where this page was started. Leave the call as
    a cell's last line. Whatever cannot be opened is said on the screen, nothing is raised.
    """
    visit.keep_log()
    where = Path(folder) if folder is not None else visit.folder() / "journals"
    return App(where, lambda: Path(journal) if journal is not None else visit.journal())
