"""Thingies in a conflict: those used, each with its die, and the forms to use, refuse, argue again and define."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spookynb.systems.spookybeans.sheet import Conflict, Game, Side, Used
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, choice, classed, column, html, line, row
from spookynb.ui.spookybeans.corner import Corner
from spookynb.ui.spookybeans.views import rows
from spookynb.ui.views.words import e


@dataclass(frozen=True, slots=True)
class May:
    """What there is to do about the Thingies in use: which may be refused, which argued once more."""

    concept: str
    waits: bool
    refuse: frozenset[str]
    argue: frozenset[str]


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
        mine = look.seat == side.seat
        game: Game = look.state.game
        sheet = game.characters.get(side.character)
        usable = [one for t in look.offers("invoke_thingy", conflict=self.cid) for one in allowed(t, "thingy")] if mine else []
        refused = {used.thingy for used in side.used if used.refused}
        may = May(
            concept=sheet.concept if sheet else "",
            waits=conflict.versus_gm and conflict.adversity is None,
            refuse=frozenset(one for t in look.offers("refuse_thingy", conflict=self.cid, side=side.seat) for one in allowed(t, "thingy")),
            argue=frozenset(usable) & refused,
        )
        self.list.show((look.seat, side.used, may), lambda: self._list(side, may))
        fresh = [one for one in dict.fromkeys(usable) if one not in may.argue]
        self.use.show((look.seat, fresh), lambda: self._use(fresh, may.concept) if fresh else [])
        left = sheet.banked if sheet and mine and look.offers("define_thingy", character=side.character) else 0
        self.define.show((look.seat, left), lambda: [define(self.desk, side.character, left)] if left else [])

    def _list(self, side: Side, may: May) -> list[Any]:
        heading = f"{side.character}’s Thingies" if side.character else "Thingies"
        lines = [self._used(one, side.seat, may) for one in side.used]
        none = [html('<p class="note">None used so far.</p>')] if not lines else []
        return [html(f"<h3>{e(heading)}</h3>"), column(lines, "ledger"), *none]

    def _used(self, one: Used, seat: str, may: May) -> Any:
        parts = [html(rows.used(one, may.concept, may.waits))]
        if one.thingy in may.refuse and not one.refused:
            parts.append(self._reason("refuse_thingy", one.thingy, "Refuse it", "Refuse this Thingy", side=seat))
        if one.refused and one.thingy in may.argue:
            parts.append(self._reason("invoke_thingy", one.thingy, "Argue it once more", "Argue it"))
        return column(parts, "row")

    def _reason(self, kind: str, thingy: str, head: str, words: str, **fields: Any) -> Any:
        says = Says()
        form = f"{kind}/of/{thingy}"
        why = self.desk.bind(self.where(form))(line("The reason"), "why")
        move = {"kind": kind, "thingy": thingy, **fields}
        button = self.button(words, says, move, read=lambda: {"why": why.value}, form=form)
        return self.desk.fold(self.where(form), head, [why, row([button], "acts"), says], "act")

    def _use(self, fresh: list[str], concept: str) -> list[Any]:
        says = Says()
        bind = self.desk.bind(self.where("use"))
        which = bind(choice("Use another Thingy", [(f"{one} (Concept)" if one == concept else one, one) for one in fresh]), "thingy")
        why = bind(line("Why it matters here", placeholder="the GM may refuse a thin reason"), "why")

        def read() -> dict[str, Any]:
            return {"thingy": which.value, "why": why.value}

        use = self.button("Use it", says, {"kind": "invoke_thingy"}, read=read, form="use")
        return [column([which, why, row([use], "acts"), says], "little-form")]


def define(desk: Desk, character: str, left: int) -> Any:
    """The form that defines one of ``left`` banked Thingies, tucked away; on the sheet and in the conflict alike."""
    says = Says()
    where = f"define/{character}"
    bind = desk.bind(where)
    thingy = bind(line("The Thingy", placeholder="something nobody knew until now"), "thingy")
    why = bind(line("Why it never came up before, if you like"), "why")

    def move() -> dict[str, Any]:
        return {"kind": "define_thingy", "character": character, "thingy": thingy.value, "why": why.value}

    button = Act("Define it", lambda once: desk.act(move(), once, forget=where), says)
    head = f"{left} Thing{'y' if left == 1 else 'ies'} still banked: define one"
    return desk.fold(where, head, [thingy, why, row([button], "acts"), says], "little-form")
