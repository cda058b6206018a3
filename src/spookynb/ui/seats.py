"""The seats on the campaign page: invites to send, phrases to write down, new keys for those who lost theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spookynb.admission import invite, phrase_of, rekey
from spookynb.errors import SpookyError
from spookynb.state import GM, Seat
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import Slot, column, html, line, plain_button, row
from spookynb.ui.phrase import phrase_box
from spookynb.ui.views import seats as views
from spookynb.ui.views.words import owner, refusal


class Seats:
    """One item for each seat that asks for something; at a hot-seat table the one phrase that holds them all."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._new: dict[str, str] = {}
        self.box = Slot("seats", "at-seats")

    def draw(self, look: Glance) -> None:
        """Redraw, if somebody has come, gone, or has other keys; a practice table has no secrets to keep."""
        state = look.state
        seats = [state.seats[slug] for slug in state.people()]
        if state.seed is not None or not look.held:
            self.box.clear()
            return
        self.box.show((look.held, seats, state.hot_seat, dict(self._new)), lambda: self._build(look, seats))

    def _build(self, look: Glance, seats: list[Seat]) -> Iterator[Any]:
        hot = look.state.hot_seat
        yield html(views.head(hot))
        if hot and GM in look.held:
            yield phrase_box(lambda: phrase_of(self.desk.table, GM), "the whole table")
        for seat in seats:
            if not (hot and seat.slug in look.held):
                yield column([html(views.standing(seat.name, seat.slug == GM, _stands(look, seat))), *self._item(look, seat)], "seat")

    def _item(self, look: Glance, seat: Seat) -> Iterator[Any]:
        mine, gm = seat.slug in look.held, GM in look.held
        if not seat.claimed and gm:
            try:
                yield html(views.invite(seat.name, str(invite(self.desk.table, seat.slug))))
            except SpookyError as error:  # made under a phrase that the GM has replaced since
                yield html(refusal(error))
                yield self._rekey(seat, f"A new invite for {seat.name}", "Make a new invite; the old one is void")
            return
        if mine:
            yield self._phrase(seat)
        if mine and (seat.slug == GM or not gm):
            yield self._rekey(seat, f"A new phrase for {owner(seat.name)} seat", "Make a new phrase; the old one is void")
        elif gm:
            yield self._rekey(seat, f"{seat.name} has lost the phrase", "Make a new invite; the old keys are void")

    def _phrase(self, seat: Seat) -> Any:
        new = self._new.get(seat.slug)
        if new is None:
            return phrase_box(lambda: phrase_of(self.desk.table, seat.slug), f"{owner(seat.name)} seat")

        def written() -> None:
            del self._new[seat.slug]
            self.desk.attempt(self.desk.redraw)

        return column([html(views.phrase(new, f"{owner(seat.name)} seat")), plain_button("I have written them down", written)], "secret")

    def _rekey(self, seat: Seat, words: str, does: str) -> Any:
        says = Says()
        where = f"rekey/{seat.slug}"
        why = self.desk.bind(where)(line("Why, in a line that everybody sees"), "why")

        def make(_once: str) -> None:
            with self.desk.own_move():
                given = rekey(self.desk.table, seat.slug, why.value.strip())
            self.desk.memory.forget(self.desk.seat, where)
            if self.desk.state.seats[seat.slug].claimed:
                self._new[seat.slug] = given
            self.desk.redraw()

        return self.desk.fold(where, words, [why, row([Act(does, make, says)], "acts"), says])


def _stands(look: Glance, seat: Seat) -> str:
    if not seat.claimed:
        return "Nobody has taken this seat yet."
    return "Plays from this machine." if seat.slug in look.held else "Plays from another machine."
