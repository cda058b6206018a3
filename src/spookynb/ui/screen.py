"""The open table: running head, pages, and the redraw of everything from the ledger."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from spookynb.table import Table
from spookynb.ui.campaign import About, Campaign
from spookynb.ui.composer import Composer
from spookynb.ui.copies import Copies
from spookynb.ui.desk import Desk
from spookynb.ui.history import Passage
from spookynb.ui.journal import Journal
from spookynb.ui.owed import Owed
from spookynb.ui.parts import column, html, link, put, row
from spookynb.ui.people import People
from spookynb.ui.removing import Removing
from spookynb.ui.seats import Seats
from spookynb.ui.stage import Stage
from spookynb.ui.systems import Pane, screen_for
from spookynb.ui.views import screen as views

PAGES: Final = (("table", "Table"), ("sheets", "Sheets"), ("journal", "Journal"), ("campaign", "Campaign"))
_NOTICES: Final = 3


class Screen:
    """One open table on a page. ``leave`` goes back to the door; ``seat`` acts first, and ``page`` is shown first."""

    def __init__(self, table: Table, stage: Stage, leave: Callable[[], None], seat: str = "", page: str = "table") -> None:
        system = screen_for(table.state.system)
        self.desk = Desk(table, stage, system, seat)
        self.notices = html("", "notices")
        self._begun = False
        people, owed, journal, removing = People(self.desk), Owed(self.desk), Journal(self.desk), Removing(self.desk)
        stage.take = lambda entry: self.desk.attempt(partial(removing.choose, entry))
        moves: list[Pane] = [Campaign(self.desk, system.covered()), Seats(self.desk)]  # invites come before them
        self.panes: dict[str, list[Pane]] = {
            "table": [owed, *system.panes(self.desk), journal, Composer(self.desk)],
            "sheets": list(system.sheets(self.desk)),
            "journal": [journal, removing],
            "campaign": [About(self.desk), *(moves if table.state.hot_seat else reversed(moves)), Copies(self.desk)],
        }
        self.people = people
        self.journal = journal
        self.page = page
        self._leave = leave
        self._head = html(views.where(table.state))
        self._nav = {name: link(words, partial(self._turn, name)) for name, words in PAGES}
        self._body = column([], "body")
        running = row(
            [
                self._head,
                row(
                    [
                        *self._nav.values(),
                        link("Leave", partial(self.desk.attempt, self.leave), title="Back to the door; the campaign stays as it is"),
                    ]
                ),
            ],
            "running",
        )
        self.box = column([running, self.desk.says, self.notices, people.box, self._body], "open-table")
        self._lock = threading.RLock()
        self._loop = _running_loop()
        self.desk.redraw, self.desk.go = self.redraw, self._turn
        self.go(page)
        self._stop = table.watch(self._noticed)

    def go(self, page: str) -> None:
        """Show another page of the same table."""
        self.page = page
        for name, button in self._nav.items():
            (button.add_class if name == page else button.remove_class)("here")
        self._body.children = tuple(pane.box for pane in self.panes[page])
        self.journal.place(page == "journal")
        self.redraw()

    def _turn(self, page: str) -> None:
        self.desk.attempt(partial(self.go, page))

    def redraw(self) -> None:
        """Draw what is on the page from the ledger; parts that have not changed stay as they are."""
        with self._lock:
            self._say(self.desk.history.catch_up())
            look = self.desk.look()
            self._head.value = views.where(look.state)
            self.people.draw(look)
            for pane in self.panes[self.page]:
                pane.draw(look)

    def _say(self, news: list[Passage]) -> None:
        """Have what is new read out, and show what went wrong on the way; such a notice stands until the next move."""
        if news and self._begun:
            self.desk.stage.say(" ".join(str(line) for one in news for line in one.lines if line.spans))
        notices = self.desk.table.notices
        if notices or news:
            put(self.notices, "".join(views.trouble(one) for one in notices[-_NOTICES:]))
            notices.clear()
        self._begun = True

    def leave(self) -> None:
        """Get up from the table; the campaign stays as it is."""
        self._stop()
        self.desk.table.close()
        self._leave()

    def _noticed(self, *_: Any) -> None:
        """Somebody else has moved: in another kernel, noticed by the table's watcher (which has a thread of its own)."""
        if not self.desk.is_news():
            return
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._refresh)
        else:
            self._refresh()

    def _refresh(self) -> None:
        self.desk.attempt(self.redraw)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
