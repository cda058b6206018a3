"""The journal below the table and on its own page: story or every move, the check with its six words, the download."""

from __future__ import annotations

import base64
from typing import Any, Final

from spookynb.admission import phrase_of
from spookynb.state import GM
from spookynb.ui.acting import Says, guarded
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.history import Passage
from spookynb.ui.parts import classed, column, html, link, plain_button, put, row, strip
from spookynb.ui.phrase import phrase_box
from spookynb.ui.removing import removable
from spookynb.ui.views import journal as views

#: passages shown at first below the table, and on the journal's own page; and how many more a click shows
_TAIL: Final = 16
_PAGE: Final = 80


class Journal:
    """One journal for both places: ``whole`` says that it stands on its own page."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.whole = False
        self.more = 0
        self._look: Glance | None = None
        self.says = Says()
        self.view = strip("Show", [("Story", "story"), ("Every move", "table")])
        self.view.observe(lambda _: guarded(self._show, self.says), "value")
        self.head = html("")
        self.earlier = link("Earlier passages", lambda: guarded(self._earlier, self.says))
        self.text = html("", "script")
        self.checked = html("")
        self.download = html("", "fit")
        verify = plain_button("Verify the journal", lambda: guarded(self._verify, self.says))
        fetch = plain_button("Prepare the download", lambda: guarded(self._download, self.says))
        self.phrase = phrase_box(lambda: phrase_of(desk.table, GM), "the whole table", "with-download")
        self.phrase.children = (html(views.with_download()), *self.phrase.children)
        self.phrase.layout.display = "none"
        self.tools = column([self.checked, row([verify, fetch, self.download], "acts"), self.phrase, self.says], "tools")
        self.tools.layout.display = "none"
        self.box: Any = classed(
            column([row([self.head, self.view], "jtop"), self.earlier, self.text, self.tools]), "story", "at-journal"
        )  # fmt: skip

    def draw(self, look: Glance) -> None:
        """Redraw what has been added."""
        self._look = look
        self._show()

    def _mine(self, one: Passage) -> bool:
        return self._look is not None and removable(one, self._look)

    def place(self, whole: bool) -> None:
        """Say where the journal stands now: below the table, or as a page of its own."""
        if whole != self.whole:
            self.whole, self.more = whole, 0
            self.tools.layout.display = "" if whole else "none"
            (self.text.add_class if whole else self.text.remove_class)("book")

    def _show(self) -> None:
        count = self.desk.history.count
        first = max(1, count - (_PAGE if self.whole else _TAIL) - self.more + 1)
        passages = self._standing(self.desk.history.window(first, count))
        if self.view.value == "table":
            markup = views.moves(passages)
        else:
            markup = views.book(passages) if self.whole else views.script(passages, self._mine)
        put(self.head, "<h2>The story so far</h2>" if not self.whole else "<h1>The journal</h1>")
        put(self.text, markup or views.nothing())
        self.earlier.layout.display = "" if first > 1 else "none"

    def _standing(self, passages: list[Passage]) -> list[Passage]:
        """In the story, what has no effect is left out, and what was told again or struck gives way; the record keeps all."""
        if self.view.value == "table":
            return passages
        passages = [one for one in passages if not one.inert]
        last = {mark: one.number for one in passages if (mark := one.mark)}
        return [one for one in passages if not one.mark or last[one.mark] == one.number]

    def _earlier(self) -> None:
        self.more += _PAGE
        self._show()

    def _verify(self) -> None:
        from spookynb.verify import verify

        report = verify(self.desk.table.journal)
        put(self.checked, views.verified(report.ok, report.entries, report.head, [str(one) for one in report.findings]))

    def _download(self) -> None:
        journal = self.desk.table.journal
        data = base64.b64encode(journal.read_bytes()).decode()
        put(self.download, views.download(journal.name, data))
        state = self.desk.state
        if state.hot_seat and state.seed is None and self.desk.table.holds(GM):
            self.phrase.layout.display = ""
