"""The sheets: every character of the table, the acting person's first, with what may be done on each."""

from __future__ import annotations

from functools import partial
from typing import Any

from spookynb.moves import Template
from spookynb.systems.spookybeans.sheet import Character, Game
from spookynb.ui import form
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance, allowed
from spookynb.ui.parts import Slot, Widget, classed, column, html, put, row
from spookynb.ui.spookybeans.thingies import define
from spookynb.ui.spookybeans.views import sheet as views
from spookynb.ui.views.campaign import LABELS


class Sheets:
    """One sheet below the other."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.ended = html("")
        self.all = Slot("at-sheets")
        self.box: Any = column([self.ended, self.all])

    def draw(self, look: Glance) -> None:
        """Redraw when a sheet, a pool or what may be done has changed."""
        game: Game = look.state.game
        put(self.ended, views.came_true(game))
        order = sorted(game.characters.values(), key=lambda one: (one.seat != look.seat, one.npc))
        doings = {one.name: self._doings(look, one.name) for one in order}
        pools = {one.seat: game.pools.get(one.seat, 0) for one in order}
        names = {one.seat: look.state.name(one.seat) for one in order}
        self.all.show((look.seat, order, doings, pools, names), lambda: [self._sheet(look, one, doings[one.name]) for one in order])

    def _doings(self, look: Glance, character: str) -> dict[str, Template]:
        kinds = ("define_thingy", "edit_character", "settle_tie", "choose_ending")
        found = {kind: look.offer(kind, character=character) for kind in kinds}
        return {kind: one for kind, one in found.items() if one is not None}

    def _sheet(self, look: Glance, character: Character, doings: dict[str, Template]) -> Widget:
        game: Game = look.state.game
        left = column([html(views.picture(look.state, character, game.pools.get(character.seat, 0)))], "pic")
        right: list[Any] = [html(views.top(character))]
        if "settle_tie" in doings or "choose_ending" in doings:
            right.append(self._tie(character, doings))
        right.append(html(views.thingies(character)))
        if "define_thingy" in doings:
            right.append(define(self.desk, character.name, character.banked))
        right.append(html(views.bottom(look.state, character)))
        if "edit_character" in doings:
            right.append(self._edit(look, character, doings["edit_character"]))
        return classed(column([left, column(right)], "sheet"), "gapb", "of-" + ("npc" if character.npc else "pc"))

    def _edit(self, look: Glance, character: Character, template: Template) -> Widget:
        says = Says()
        where = f"edit/{character.name}"
        made = form.fields(template, self.desk.bind(where), labels={**LABELS, "name": "A new name, if it changes"})
        button = Act("Change the sheet", lambda once: self.desk.act(self._edited(template, made), once, forget=where), says)
        note = html('<p class="note">What you leave empty stays as it is. The journal keeps what stood there before.</p>')
        return self.desk.fold(
            where, "Edit the sheet", [note, *(one.widget for one in made.values() if one.widget), row([button], "acts"), says]
        )

    @staticmethod
    def _edited(template: Template, made: dict[str, form.Field]) -> dict[str, Any]:
        return {name: value for name, value in form.filled(template, made).items() if value not in ("", [])}

    def _tie(self, character: Character, doings: dict[str, Template]) -> Widget:
        says = Says()
        buttons = []
        for kind, field in (("settle_tie", "choice"), ("choose_ending", "ending")):
            if kind in doings:
                for value in allowed(doings[kind], field):
                    move = {"kind": kind, "character": character.name, field: value}
                    buttons.append(Act(views.tie_choice(value), partial(self.desk.act, move), says))
        return column([html(views.tie_head(character)), row(buttons, "acts"), says], "turnbox", "at-tie")
