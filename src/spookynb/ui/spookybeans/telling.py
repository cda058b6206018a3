"""After the roll: the narration with what it cashes, the GM's last word, and the aftermath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as w

from spookynb.moves import Template
from spookynb.systems.spookybeans.look import narrator
from spookynb.systems.spookybeans.sheet import Conflict
from spookynb.ui.acting import Says
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, classed, column, html, line, put, row, tick
from spookynb.ui.spookybeans.corner import Corner
from spookynb.ui.spookybeans.views import telling as views
from spookynb.ui.writing import writing


class Telling(Corner):
    """The lower half of the panel once the dice have fallen."""

    def __init__(self, desk: Any, cid: str) -> None:
        super().__init__(desk, cid)
        self.narration = Slot("narration")
        self.last_word = Slot("last-word")
        self.aftermath = html("", "aftermath")
        left = column([self.narration, self.last_word])
        self.box = classed(column([left, self.aftermath], "half"), "telling")

    def draw(self, look: Glance, conflict: Conflict, end: views.Past | None) -> None:
        """Redraw."""
        tells = look.offer("narrate", conflict=self.cid)
        cash = _cashable(look, tells) if tells else ()
        state = (look.seat, look.held, conflict.stage, narrator(look.state, conflict), cash, tells is not None)
        self.narration.show(state, lambda: self._narration(look, conflict, tells, end))
        back = look.offer("send_back", conflict=self.cid)
        strike = look.offer("strike", conflict=self.cid)
        self.last_word.show((look.seat, back, strike), lambda: self._last_word(back, strike))
        put(self.aftermath, views.aftermath(look.state, conflict, end))

    def _narration(self, look: Glance, conflict: Conflict, tells: Template | None, end: views.Past | None) -> list[Any]:
        if tells is None:
            return [html(views.told_by(look.state, conflict)), *self.ways(look, self.others(look))]
        says = Says()
        bind = self.desk.bind(self.where("narrate"))
        before = end.told if end and conflict.stage == "back" else ""
        text, shown = writing("How it went", bind, rows=7, begin=before)
        cash, read = _cashing(look, tells, bind)
        head = html(views.narrate_head(conflict, end.note if end else ""))
        tell = self.button("Narrate", says, {"kind": "narrate"}, "primary", read=lambda: {"text": text.value, **read()})
        note = html('<span class="note">Drafts are kept as you type.</span>', "fit")
        return [head, text, shown, *cash, row([tell, note], "acts"), says]

    def _last_word(self, back: Template | None, strike: Template | None) -> list[Any]:
        parts = []
        if back:
            says = Says()
            why = self.desk.bind(self.where("send_back"))(line("What is out of bounds"), "why")
            button = self.button("Send it back", says, {"kind": "send_back"}, read=lambda: {"why": why.value})
            parts.append(
                self.desk.fold(self.where("send_back"), "The GM has the last word: send it back", [why, row([button], "acts"), says])
            )
        if strike:
            says = Says()
            reason = self.desk.bind(self.where("strike"))(line("Why, if you like"), "why")
            button = self.button("Strike the passage", says, {"kind": "strike"}, read=lambda: {"why": reason.value})
            parts.append(self.desk.fold(self.where("strike"), "Still out of bounds: strike it", [reason, row([button], "acts"), says]))
        return parts


def _cashable(look: Glance, tells: Template) -> tuple[tuple[str, str], ...]:
    """What may be cashed, in words and by name."""
    return tuple((views.cash(look.state, look.seat, name), name) for name in allowed(tells, "cash"))


def _cashing(look: Glance, tells: Template, bind: Callable[[Any, str], Any]) -> tuple[list[Any], Callable[[], dict[str, Any]]]:
    """The choice of what to cash, and how it is read: one of several, or ticks where house rules allow more than one."""
    named = _cashable(look, tells)
    if not named:
        return [], dict
    if "also" not in tells.fields:
        options = [("None: they keep", None), *named]
        choice = bind(classed(w.RadioButtons(options=options, description="Cash an Ouchie?"), "cash"), "cash")
        return [choice], lambda: {"cash": choice.value}
    ticks = [(name, bind(tick(words), f"cash/{name}")) for words, name in named]

    def read() -> dict[str, Any]:
        picked = [name for name, one in ticks if one.value]
        return {"cash": picked[0], "also": picked[1:] or None} if picked else {}

    return [html('<p class="label">Cash Ouchies?</p>'), *(one for _, one in ticks)], read
