"""Taking a text out of the record: by its author or the GM, with a reason and a second thought, for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from spookynb.state import GM
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.history import KEPT, Passage
from spookynb.ui.parts import Slot, column, html, line, menu, plain_button, row
from spookynb.ui.views import removing as views

_OFFERED: Final = 60


def removable(one: Passage, look: Glance) -> bool:
    """Whether whoever acts may take the text of a passage out: their own, or as the GM anybody's."""
    return bool(one.prose) and look.seat in look.held and look.seat in (one.seat, GM)


class Removing:
    """Below the journal: the texts that whoever acts may take out, the latest first, and what is about to be lost."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._chosen = ""
        self.box = Slot("removing", "at-removing")

    def draw(self, look: Glance) -> None:
        """Redraw, if there are other texts now, or somebody else acts."""
        texts = self._texts(look)
        if not texts:
            self.box.clear()
            return
        self.box.show((look.seat, self._chosen, [one.id for one in texts]), lambda: [self._build(texts)])

    def choose(self, entry: str) -> None:
        """Offer this text first: its own button was clicked, where it is read."""
        self._chosen = entry
        self.desk.memory.turned(self.desk.seat, "redact", True)
        self.desk.go("journal")
        self.desk.stage.lead("at-removing")

    def _texts(self, look: Glance) -> list[Passage]:
        history = self.desk.history
        kept = history.window(history.count - KEPT + 1, history.count)
        texts = [one for one in reversed(kept) if removable(one, look)]
        return [one for place, one in enumerate(texts) if place < _OFFERED or one.id == self._chosen]

    def _build(self, texts: list[Passage]) -> Any:
        by_id = {one.id: one for one in texts}
        which = menu("Which text", [(views.named(one), one.id) for one in texts])
        which.value = self._chosen if self._chosen in by_id else texts[0].id
        why = self.desk.bind("redact")(line("Why, in a line that everybody sees"), "why")
        shown, place = html(""), column([], "ask")

        def show(_change: Any = None) -> None:
            shown.value = views.text(by_id[which.value])
            place.children = (row([plain_button("Take this text out", lambda: self.desk.attempt(sure))], "acts"),)

        def sure() -> None:
            place.children = self._sure(which.value, why, show)

        which.observe(show, "value")
        show()
        return self.desk.fold("redact", "Take a text out of the record", [html(views.head()), which, shown, why, place])

    def _sure(self, entry: str, why: Any, keep: Callable[[], None]) -> tuple[Any, ...]:
        says = Says()

        def take(once: str) -> None:
            self.desk.act({"kind": "redact", "entry": entry, "why": why.value.strip() or None}, once, forget="redact")

        return (html(views.sure()), row([Act("Take it out for good", take, says), plain_button("Keep it", keep)], "acts"), says)
