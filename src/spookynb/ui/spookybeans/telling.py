"""After the roll: the narration with what it cashes, the GM's last word, and the aftermath."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from spookynb.moves import Template
from spookynb.systems.spookybeans.sheet import Conflict
from spookynb.ui.acting import Says
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, classed, column, fold, html, line, page, put, row
from spookynb.ui.spookybeans.corner import Corner
from spookynb.ui.spookybeans.views import telling as views
from spookynb.ui.views.composer import preview


class Telling(Corner):
    """The lower half of the panel once the dice have fallen."""

    def __init__(self, desk: Any, cid: str) -> None:
        super().__init__(desk, cid)
        self.narration = Slot("narration")
        self.last_word = Slot("last-word")
        self.aftermath = html("", "aftermath")
        left = column([self.narration, self.last_word])
        self.box = classed(column([left, self.aftermath], "half"), "telling")

    def draw(self, look: Glance, conflict: Conflict) -> None:
        """Redraw."""
        tells = look.offer("narrate", conflict=self.cid)
        cash = _cash(look, tells) if tells else ()
        state = (look.seat, conflict.stage, conflict.narrator, cash, tells is not None)
        self.narration.show(state, lambda: self._narration(look, conflict, tells, cash))
        back = look.offer("send_back", conflict=self.cid)
        strike = look.offer("strike", conflict=self.cid)
        self.last_word.show((look.seat, back, strike), lambda: self._last_word(back, strike))
        put(self.aftermath, views.aftermath(look.state, conflict))

    def _narration(self, look: Glance, conflict: Conflict, tells: Template | None, cash: tuple[tuple[str, str | None], ...]) -> list[Any]:
        if tells is None:
            return [html(views.told_by(look.state, conflict))]
        says = Says()
        bind = self.desk.bind(self.where("narrate"))
        text = bind(page("How it went. Stars make *italics*; an empty line starts a paragraph.", rows=7), "text")
        shown = html("")

        def show(_change: Any = None) -> None:
            put(shown, preview(text.value))

        text.observe(show, "value")
        show()
        parts: list[Any] = [html(views.narrate_head(look.state, conflict)), text, shown]
        choice = None
        if len(cash) > 1:
            choice = bind(classed(w.RadioButtons(options=list(cash), description="Cash an Ouchie?"), "cash"), "cash")
            parts.append(choice)
        tell = self.button(
            "Narrate", says, "narrate", lambda: {"text": text.value, "cash": choice.value if choice is not None else None}, "primary"
        )  # fmt: skip
        return [*parts, row([tell, html('<span class="note">Drafts are kept as you type.</span>', "fit")], "acts"), says]

    def _last_word(self, back: Template | None, strike: Template | None) -> list[Any]:
        parts = []
        if back:
            says = Says()
            why = self.desk.bind(self.where("send_back"))(line("What is out of bounds"), "why")
            button = self.button("Send it back", says, "send_back", lambda: {"why": why.value})
            parts.append(fold("The GM has the last word: send it back", [why, row([button], "acts"), says]))
        if strike:
            says = Says()
            reason = self.desk.bind(self.where("strike"))(line("Why, if you like"), "why")
            button = self.button("Strike the passage", says, "strike", lambda: {"why": reason.value})
            parts.append(fold("Still out of bounds: strike it", [reason, row([button], "acts"), says]))
        return parts


def _cash(look: Glance, tells: Template) -> tuple[tuple[str, str | None], ...]:
    """What may be cashed, in words, none first."""
    named = [(views.cash(look.state, look.seat, name), name) for name in allowed(tells, "cash")]
    return (("None: they keep", None), *named)
