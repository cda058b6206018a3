"""The foot of a conflict's panel while dice gather: who is waited for, Adversity, the roll, calling it off."""

from __future__ import annotations

from typing import Any

from spookynb.moves import Debt, Template
from spookynb.systems.spookybeans.sheet import Conflict
from spookynb.ui import form
from spookynb.ui.acting import Says
from spookynb.ui.campaign import namer
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, choice, classed, column, html, line, put, row
from spookynb.ui.spookybeans.corner import Corner
from spookynb.ui.spookybeans.views import turn

_DICE_WORDS = {
    "open": "Dice: open, on trust. A roll is never repeated.",
    "physical": "Dice: yours, from the table. Type every face as it fell.",
    "practice": "Dice: practice, from the seed in the journal's header.",
}


class Rolling(Corner):
    """Adversity first, the roll last."""

    def __init__(self, desk: Any, cid: str) -> None:
        super().__init__(desk, cid)
        self.turn = html("")
        self.to_others = Slot()
        self.adversity = Slot("adversity")
        self.roll = Slot("roll")
        self.box = classed(column([self.turn, self.to_others, self.adversity, self.roll]), "rollbox")

    def draw(self, look: Glance, conflict: Conflict, duties: list[tuple[Debt, str]]) -> None:
        """Redraw."""
        self.turn.value = turn.waiting(look.state, look.seat, duties)
        seats = self.others(look)
        self.to_others.show((look.seat, seats), lambda: self.ways(look, seats))
        sets = look.offer("set_adversity", conflict=self.cid)
        usual = self._usual(look)
        self.adversity.show((look.seat, sets, usual), lambda: self._adversity(sets, usual) if sets else [])
        rolls = look.offer("roll", conflict=self.cid)
        off = bool(look.offers("call_off", conflict=self.cid))
        counts = turn.against_each_other(conflict)
        self.roll.show((look.seat, rolls, off, counts), lambda: self._roll(look, rolls, off, counts))

    def _usual(self, look: Glance) -> int | None:
        """The Adversity that silence would mean, as the rules say."""
        for debt in look.waiting:
            if debt.owes == "set_adversity" and debt.conflict == self.cid:
                move = self.desk.game.default(look.state, debt)
                return getattr(move, "dice", None)
        return None

    def _adversity(self, sets: Template, usual: int | None) -> list[Any]:
        says = Says()
        amounts = [(f"{count} (the usual)" if count == usual else str(count), count) for count in allowed(sets, "dice")]
        count = choice("How many dice stand against them? This is said once and stays.", amounts, most=16)
        if usual is not None:
            count.value = usual
        self.desk.bind(self.where("set_adversity"))(count, "dice")
        button = self.button("Set the Adversity", says, {"kind": "set_adversity"}, "primary", read=lambda: {"dice": count.value})
        foreseen = html("")

        def foresee() -> None:
            move = {"kind": "set_adversity", "conflict": self.cid, "dice": count.value}
            put(foreseen, turn.foreseen(self.desk.foresee(move, self.cid)))

        count.observe(lambda _: self.desk.attempt(foresee), "value")
        foresee()
        return [column([count, foreseen, row([button], "acts"), says], "ask")]

    def _roll(self, look: Glance, rolls: Template | None, off: bool, counts: str) -> list[Any]:
        says = Says()
        parts: list[Any] = []
        buttons: list[Any] = []
        if rolls:
            faces = rolls.fields.get("faces")
            made = form.field("faces", faces, self.desk.bind(self.where("roll")), namer(look)) if faces is not None else None
            if made and made.widget:
                parts.append(made.widget)

            def read() -> dict[str, Any]:
                return {"faces": made.read()} if made else {}

            only = all(debt.owes == "roll" for debt in look.waiting if debt.conflict == self.cid)
            buttons.append(self.button(f"Roll {counts}", says, {"kind": "roll"}, *(["primary"] if only else []), read=read))
        if buttons:
            buttons.append(html(f'<span class="note">{_DICE_WORDS.get(str(look.state.house_rules.get("dice")), "")}</span>', "fit"))
            parts += [row(buttons, "acts"), says]
        if off:
            parts.append(self._call_off())
        return parts

    def _call_off(self) -> Any:
        says = Says()
        why = self.desk.bind(self.where("call_off"))(line("Why, if you like"), "why")
        button = self.button("Call the conflict off", says, {"kind": "call_off"}, read=lambda: {"why": why.value})
        note = html('<p class="note">Every die goes back where it came from, and every Ouchie of this conflict with it.</p>')
        return self.desk.fold(self.where("call_off"), "Call it off", [note, why, row([button], "acts"), says])
