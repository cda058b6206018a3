"""Making a character, and the endings that others write for it."""

from __future__ import annotations

from typing import Any

from spookynb.moves import Many, Template
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance, admits, allowed
from spookynb.ui.parts import Slot, Widget, classed, column, html, line, row
from spookynb.ui.spookybeans.views import making as views


class Making:
    """The form for a new character, and the Woes and Yos that this seat may write."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.write = Slot("at-write")
        self.make = Slot("at-make")
        self.box: Any = classed(column([self.write, self.make]), "making")

    def draw(self, look: Glance) -> None:
        """Redraw what has changed."""
        writes = [*look.offers("write_woe"), *look.offers("write_yo")]
        asked = [(one.kind, name) for one in writes for name in allowed(one, "character")]
        sheets = look.state.game.characters
        self.write.show(
            (look.seat, [(kind, sheets.get(name)) for kind, name in asked]),
            lambda: [self._write(kind, name, sheets.get(name)) for kind, name in dict.fromkeys(asked)],
        )
        makes = look.offers("create_character")
        has = any(one.seat == look.seat for one in sheets.values())
        self.make.show((look.seat, makes, has), lambda: [self._make(makes, has, look.state.name(look.seat))] if makes else [])

    def _write(self, kind: str, character: str, sheet: Any) -> Widget:
        says = Says()
        field = "woe" if kind == "write_woe" else "yo"
        where = f"{kind}/{character}"
        words = self.desk.bind(where)(line(f"The {field.capitalize()} of {character}", placeholder=views.EXAMPLES[field]), field)
        button = Act(
            f"Write the {field.capitalize()}",
            lambda once: self.desk.act({"kind": kind, "character": character, field: words.value}, once, forget=where),
            says,
        )
        return column([html(views.write_head(field, character, sheet)), words, row([button], "acts"), says], "written", "gapb")

    def _make(self, makes: tuple[Template, ...], has: bool, name: str) -> Widget:
        form = MakeForm(self.desk, makes)
        if not has:
            return column([html(views.make_head(name)), *form.parts()], "make")
        return self.desk.fold("make", "Make an NPC" if form.npc else "Make another character", form.parts(), "make")


class MakeForm:
    """Name, Concept, Thingies (empty ones stay banked), Yo."""

    def __init__(self, desk: Desk, makes: tuple[Template, ...]) -> None:
        self.desk = desk
        self.says = Says()
        self.npc = not any(admits(one, "npc", False) or "npc" not in one.fields for one in makes)
        template = makes[0]
        many = template.fields.get("thingies")
        bind = desk.bind("make")
        self.name = bind(line("Name", placeholder="Prudence Vole"), "name")
        self.concept = bind(
            line("Concept: who they are, in three words or four", placeholder="Squeamish Undertaker’s Apprentice"), "concept"
        )
        self.thingies = [
            bind(
                line(f"Thingy {place + 1}, or leave it banked", placeholder=views.THINGIES[place % len(views.THINGIES)]), f"thingy/{place}"
            )
            for place in range(many.most if isinstance(many, Many) else 0)
        ]
        self.yo = bind(line("Yo: the ending they hope for", placeholder=views.EXAMPLES["yo"]), "yo")

    def parts(self) -> list[Any]:
        """The form's widgets, the button last."""
        words = "Make this NPC" if self.npc else "Make this character"
        button = Act(words, lambda once: self.desk.act(self.move(), once, forget="make"), self.says, "primary")
        return [self.name, self.concept, *self.thingies, self.yo, row([button], "acts"), self.says]

    def move(self) -> dict[str, Any]:
        """The character as the form stands."""
        named = [one.value for one in self.thingies if one.value.strip()]
        move = {"kind": "create_character", "name": self.name.value, "concept": self.concept.value, "thingies": named, "yo": self.yo.value}
        return {**move, "npc": True} if self.npc else move
