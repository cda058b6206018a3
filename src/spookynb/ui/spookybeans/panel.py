"""The inked panel of one conflict, from its call to its aftermath; and all open ones, one below the other."""

from __future__ import annotations

from typing import Any

from spookynb.state import GM
from spookynb.systems.spookybeans.sheet import Conflict, Game
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance
from spookynb.ui.parts import classed, column, discard, html, put
from spookynb.ui.spookybeans.duties import duty
from spookynb.ui.spookybeans.gifts import Gifts
from spookynb.ui.spookybeans.rolling import Rolling
from spookynb.ui.spookybeans.telling import Telling
from spookynb.ui.spookybeans.thingies import Thingies
from spookynb.ui.spookybeans.views import conflict as views
from spookynb.ui.spookybeans.views.telling import Past, learn


def box_of(cid: str) -> str:
    """The class of a conflict's panel."""
    return f"at-conflict-{cid[:12]}"


class Panel:
    """One conflict."""

    def __init__(self, desk: Desk, conflict: Conflict) -> None:
        self.desk = desk
        self.cid = conflict.id
        cid = conflict.id
        self.head = html("", "head")
        self.pools = [html("", "pool") for _ in conflict.sides]
        self.odds = html("", "gapt")
        rolling_sides = [seat for seat in conflict.sides if not (conflict.versus_gm and seat == "gm")]
        self.thingies = [Thingies(desk, cid, seat) for seat in rolling_sides]
        self.gifts = [Gifts(desk, cid, seat) for seat in rolling_sides]
        columns = (
            [column([one.box for one in self.thingies]), column([one.box for one in self.gifts], "answers")]
            if conflict.versus_gm
            else [column([thing.box, gift.box], "both") for thing, gift in zip(self.thingies, self.gifts, strict=True)]
        )
        self.ledgers = column(columns, "half", "gapt")
        self.rolling = Rolling(desk, cid)
        self.telling = Telling(desk, cid)
        self.box = column(
            [self.head, column(self.pools, "pools"), self.odds, self.ledgers, self.rolling.box, self.telling.box],
            "panel", "conflict", box_of(cid),
        )  # fmt: skip

    def draw(self, look: Glance, conflict: Conflict, end: Past | None) -> None:
        """Redraw what has changed; ``end`` says where the dice went, once they have fallen."""
        open_ = conflict.stage == "open"
        debts = [debt for debt in look.waiting if debt.conflict == self.cid]
        now = views.step(conflict, bool(debts) and all(debt.owes == "roll" for debt in debts))
        tag = ": your turn" if any(debt.seat == look.seat for debt in debts) else ""
        put(self.head, (views.head if open_ else views.result)(look.state, conflict, now, tag))
        for place, (shown, side) in enumerate(zip(self.pools, conflict.sides.values(), strict=True)):
            put(shown, views.gathering(look.state, conflict, side, place == 0) if open_ else views.rolled(look.state, side))
        whose = look.seat if look.seat in conflict.sides and look.seat != GM else next(iter(conflict.sides))
        chances = [chance for chance in look.chances if chance.conflict == self.cid and chance.seat == whose]
        put(self.odds, views.odds(look.state, conflict, chances) if open_ else views.LEGEND)
        for part in (self.ledgers, self.rolling.box):
            part.layout.display = "" if open_ else "none"
        self.telling.box.layout.display = "none" if open_ else ""
        if not open_:
            self.telling.draw(look, conflict, end)
            return
        for thingies in self.thingies:
            thingies.draw(look, conflict)
        for gifts in self.gifts:
            gifts.draw(look, conflict)
        self.rolling.draw(look, conflict, [(debt, duty(look.state, debt, here=True)) for debt in debts])


class Conflicts:
    """All conflicts in play, the oldest first; told ones stay until the next call closes them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.panels: dict[str, Panel] = {}
        self.past: dict[str, Past] = {}
        desk.history.listeners.append(lambda taken: learn(self.past, taken))
        self.box: Any = classed(column([]), "conflicts")

    def draw(self, look: Glance) -> None:
        """Redraw; panels come and go with their conflicts."""
        game: Game = look.state.game
        gone = [self.panels.pop(cid) for cid in list(self.panels) if cid not in game.conflicts]
        for cid, conflict in game.conflicts.items():
            if cid not in self.panels:
                self.panels[cid] = Panel(self.desk, conflict)
            self.panels[cid].draw(look, conflict, self.past.get(cid))
        boxes = tuple(self.panels[cid].box for cid in game.conflicts)
        if self.box.children != boxes:
            self.box.children = boxes
        discard(panel.box for panel in gone)
        for cid in self.past.keys() - game.conflicts.keys():
            del self.past[cid]
