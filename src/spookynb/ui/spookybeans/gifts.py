"""Gifts and bargains: what was given, offered, asked and answered, and the forms for each of them."""

from __future__ import annotations

from typing import Any, Final

from spookynb.systems.spookybeans.sheet import Conflict, Side
from spookynb.ui.acting import Says
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, classed, column, html, line, row, strip, tick
from spookynb.ui.spookybeans.corner import Corner
from spookynb.ui.spookybeans.views import conflict as views
from spookynb.ui.spookybeans.views import rows
from spookynb.ui.views.words import dice, e

#: what an Ouchie brings and costs (SB-13, SB-19)
_OUCHIE: Final = (
    "With one taken, each of the others may give more. It stays on the sheet until somebody narrates it: "
    "trouble of your own telling counts for your Yo, of another's for your Woe."
)


class Gifts(Corner):
    """The right ledger of the panel, one for each side that may be helped."""

    def __init__(self, desk: Any, cid: str, seat: str) -> None:
        super().__init__(desk, cid)
        self.to = seat
        self.list = Slot()
        self.mine = Slot()
        self.roller = Slot()
        self.box = classed(column([self.list, self.mine, self.roller]), "gifts")

    def draw(self, look: Glance, conflict: Conflict) -> None:
        """Redraw."""
        side = conflict.sides[self.to]
        name = views.side_name(look.state, side)
        answers = (
            {one for t in look.offers("answer_offer", conflict=self.cid) for one in allowed(t, "donor")} if look.seat == self.to else set()
        )
        back = bool(look.offers("withdraw_offer", conflict=self.cid, to=self.to))
        self.list.show(
            (look.seat, side.given, side.offers, side.passed, side.asked, side.ouchies, sorted(answers), back),
            lambda: self._list(look, side, name, answers, back),
        )
        give = self._amounts(look, "give")
        offer = self._amounts(look, "offer")
        rest = ""
        if look.offers("pass", conflict=self.cid, to=self.to):
            rest = "Give nothing more" if side.given.get(look.seat) else "Give nothing"
        self.mine.show((look.seat, give, offer, rest), lambda: self._give(name, give, offer, rest))
        takes = bool(look.offers("take_ouchie", conflict=self.cid)) and look.seat == self.to
        asks = look.offer("ask", conflict=self.cid) if look.seat == self.to else None
        self.roller.show(
            (look.seat, takes, asks),
            lambda: self._roller(takes, allowed(asks, "dice") if asks else (), asks is not None and True in allowed(asks, "ouchie")),
        )

    def _amounts(self, look: Glance, kind: str) -> tuple[int, ...]:
        found = {one for t in look.offers(kind, conflict=self.cid, to=self.to) for one in allowed(t, "dice")}
        return tuple(sorted(found))

    # ---------------------------------------------------------------------------------------- the list

    def _list(self, look: Glance, side: Side, name: str, answers: set[str], back: bool) -> list[Any]:
        lines = []
        if side.asked:
            lines.append(column([html(rows.asked(name, side.asked))], "row"))
        for donor, offer in side.offers.items():
            parts = [html(rows.offered(look.state, offer))]
            if donor in answers:
                parts += self._answer(donor, offer.dice)
            elif donor == look.seat and back:
                says = Says()
                parts += [
                    row([self.button("Take the offer back", says, {"kind": "withdraw_offer", "to": self.to}, "quiet")], "act", "acts"),
                    says,
                ]
            lines.append(column(parts, "row"))
        if side.ouchies:
            lines.append(column([html(rows.took(name, side.ouchies))], "row"))
        lines += [column([html(rows.given(look.state, donor, count))], "row") for donor, count in side.given.items() if count]
        lines += [column([html(rows.passed(look.state, donor))], "row") for donor in side.passed]
        none = [html('<p class="note">Nothing so far.</p>')] if not lines else []
        return [html(f"<h3>Gifts and offers to {e(name)}</h3>"), column(lines, "ledger"), *none]

    def _answer(self, donor: str, count: int) -> list[Any]:
        says = Says()
        words = self.desk.bind(self.where("answer_offer"))(line("With these words, if you like"), donor)

        def read() -> dict[str, Any]:
            return {"words": words.value}

        answer = {"kind": "answer_offer", "donor": donor}
        form = f"answer_offer/{donor}"
        accept = self.button(f"Accept: {dice(count)}, 1 Ouchie", says, {**answer, "accept": True}, "primary", read=read, form=form)
        decline = self.button("Decline", says, {**answer, "accept": False}, read=read, form=form)
        return [column([words, row([accept, decline], "acts"), says], "act")]

    # ---------------------------------------------------------------------------------------- giving

    def _give(self, name: str, give: tuple[int, ...], offer: tuple[int, ...], rest: str) -> list[Any]:
        if not (give or offer or rest):
            return []
        says = Says()
        buttons = [self.button(f"Give {dice(count)}", says, {"kind": "give", "to": self.to, "dice": count}) for count in give]
        if rest:
            buttons.append(self.button(rest, says, {"kind": "pass", "to": self.to}, "quiet"))
        parts: list[Any] = [html(rows.giving(name, self._foreseen(give))), row(buttons, "acts"), says]
        if offer:
            parts.append(self._bargain(name, offer))
        return [column(parts, "little-form")]

    def _foreseen(self, give: tuple[int, ...]) -> list[tuple[int, float]]:
        """What each gift would make of the chance."""
        seen = []
        for count in give:
            move = {"kind": "give", "conflict": self.cid, "to": self.to, "dice": count}
            seen += [(count, one.win) for one in self.desk.foresee(move, self.cid) if one.seat == self.to][:1]
        return seen

    def _bargain(self, name: str, offer: tuple[int, ...]) -> Any:
        says = Says()
        form = f"offer/{self.to}"
        bind = self.desk.bind(self.where(form))
        count = bind(strip("Dice", [(dice(one), one) for one in offer]), "dice")
        words = bind(line("What will hurt, in words"), "words")
        move = {"kind": "offer", "to": self.to}
        button = self.button("Offer them", says, move, read=lambda: {"dice": count.value, "words": words.value}, form=form)
        return self.desk.fold(self.where(form), f"Offer dice if {name} takes an Ouchie", [count, words, row([button], "acts"), says])

    # ---------------------------------------------------------------------------------------- the roller

    def _roller(self, takes: bool, asks: tuple[int, ...], ouchie: bool) -> list[Any]:
        parts: list[Any] = []
        if takes:
            says = Says()
            parts += [
                row([self.button("Take an Ouchie", says, {"kind": "take_ouchie"})], "acts"),
                says,
                html(f'<p class="note">{_OUCHIE}</p>'),
            ]
        if asks:
            says = Says()
            bind = self.desk.bind(self.where("ask"))
            count = bind(strip("How many dice", [(dice(one), one) for one in asks[:6]]), "dice")
            mark = bind(tick("I would take an Ouchie for it"), "ouchie") if ouchie else None
            words = bind(line("In words"), "words")

            def read() -> dict[str, Any]:
                return {"dice": count.value, "ouchie": bool(mark and mark.value), "words": words.value}

            ask = self.button("Ask the table", says, {"kind": "ask"}, read=read)
            parts.append(
                self.desk.fold(self.where("ask"), "Ask for dice", [count, *([mark] if mark else []), words, row([ask], "acts"), says])
            )
        return [column(parts, "little-form")] if parts else []
