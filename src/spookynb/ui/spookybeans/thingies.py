"""Thingies in a conflict: those used, each with its die, and the forms to use, refuse, argue again and define."""

from __future__ import annotations

from typing import Any

from spookynb.systems.spookybeans.sheet import Conflict, Game, Side, Used
from spookynb.ui.acting import Says
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, choice, classed, column, fold, html, line, row
from spookynb.ui.spookybeans.corner import Corner
from spookynb.ui.spookybeans.views import rows


class Thingies(Corner):
    """The left ledger of the panel, one for each side that uses Thingies."""

    def __init__(self, desk: Any, cid: str, seat: str) -> None:
        super().__init__(desk, cid)
        self.side_seat = seat
        self.list = Slot()
        self.use = Slot()
        self.define = Slot()
        self.box = classed(column([self.list, self.use, self.define]), "thingies")

    def draw(self, look: Glance, conflict: Conflict) -> None:
        """Redraw."""
        side = conflict.sides[self.side_seat]
        game: Game = look.state.game
        sheet = game.characters.get(side.character)
        concept = sheet.concept if sheet else ""
        waits = conflict.versus_gm and conflict.adversity is None
        refusable = {one for t in look.offers("refuse_thingy", conflict=self.cid, side=side.seat) for one in allowed(t, "thingy")}
        usable = [one for t in look.offers("invoke_thingy", conflict=self.cid) for one in allowed(t, "thingy")]
        usable = list(dict.fromkeys(usable)) if look.seat == side.seat else []
        again = {used.thingy for used in side.used if used.refused} & set(usable)
        fresh = [one for one in usable if one not in again]
        heading = f"{side.character}’s Thingies" if side.character else "Thingies"
        self.list.show(
            (look.seat, side.used, sorted(refusable), sorted(again), waits),
            lambda: self._list(heading, side, concept, waits, refusable, again),
        )
        self.use.show((look.seat, fresh), lambda: self._use(fresh, concept) if fresh else [])
        banked = look.offers("define_thingy", character=side.character) if look.seat == side.seat else ()
        left = sheet.banked if sheet and banked else 0
        self.define.show((look.seat, left), lambda: self._define(side.character, left) if left else [])

    def _list(self, heading: str, side: Side, concept: str, waits: bool, refusable: set[str], again: set[str]) -> list[Any]:
        lines = [self._used(one, side, concept, waits, refusable, again) for one in side.used]
        none = [html('<p class="note">None used so far.</p>')] if not lines else []
        return [html(f"<h3>{rows.e(heading)}</h3>"), column(lines, "ledger"), *none]

    def _used(self, one: Used, side: Side, concept: str, waits: bool, refusable: set[str], again: set[str]) -> Any:
        parts = [html(rows.used(one, concept, waits))]
        if one.thingy in refusable and not one.refused:
            parts.append(fold("Refuse it", self._reason("refuse_thingy", one.thingy, "Refuse this Thingy", side=side.seat), "act"))
        if one.refused and one.thingy in again:
            parts.append(fold("Argue it once more", self._reason("invoke_thingy", one.thingy, "Argue it"), "act"))
        return column(parts, "row")

    def _reason(self, kind: str, thingy: str, words: str, **fields: Any) -> list[Any]:
        says = Says()
        why = self.desk.bind(self.where(kind))(line("The reason"), thingy)
        return [why, row([self.button(words, says, kind, lambda: {"why": why.value}, thingy=thingy, **fields)], "acts"), says]

    def _use(self, fresh: list[str], concept: str) -> list[Any]:
        says = Says()
        bind = self.desk.bind(self.where("invoke_thingy"))
        which = bind(choice("Use another Thingy", [(f"{one} (Concept)" if one == concept else one, one) for one in fresh]), "thingy")
        why = bind(line("Why it matters here", placeholder="the GM may refuse a thin reason"), "why")
        use = self.button("Use it", says, "invoke_thingy", lambda: {"thingy": which.value, "why": why.value})
        return [column([which, why, row([use], "acts"), says], "little-form")]

    def _define(self, character: str, left: int) -> list[Any]:
        says = Says()
        where = f"define/{character}"
        bind = self.desk.bind(where)
        thingy = bind(line("The Thingy", placeholder="something nobody knew until now"), "thingy")
        why = bind(line("Why it never came up before, if you like"), "why")

        def move() -> dict[str, Any]:
            return {"kind": "define_thingy", "character": character, "thingy": thingy.value, "why": why.value}

        from spookynb.ui.acting import Act

        define = Act("Define it", lambda once: self.desk.act(move(), once, forget=where), says)
        head = f"{left} Thing{'y' if left == 1 else 'ies'} still banked: define one"
        return [fold(head, [thingy, why, row([define], "acts"), says], "little-form")]
