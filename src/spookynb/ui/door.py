"""The door: open a campaign that is there, or begin one. Nothing typed here is lost by a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import ipywidgets as w

from spookynb.arrival import bring, journals
from spookynb.errors import WrongUsage
from spookynb.systems import get_system
from spookynb.table import Table
from spookynb.ui import form
from spookynb.ui.acting import Act, Says, guarded
from spookynb.ui.joining import Enter, Joining, glimpse
from spookynb.ui.parts import Slot, column, fold, html, line, page, put, row, strip, upload
from spookynb.ui.views import copies
from spookynb.ui.views import door as views
from spookynb.ui.views.words import when_modified

_DICE: Final = (("Open", "open"), ("Physical", "physical"))
_WHERE: Final = (("We share this screen", True), ("Everybody plays from their own machine", False))
_SHOWN: Final = 24


class Door(w.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The first screen; ``enter`` is called with the table once one is open."""

    def __init__(self, folder: Path, enter: Enter) -> None:
        super().__init__(())
        self.folder = folder
        self._enter = enter
        self._found = Slot("at-found")
        self._says = Says()
        self._brought = html("")
        self.new = NewCampaign(folder, enter)
        bring = upload("Choose the file", lambda name, data: guarded(lambda: self._bring(name, data), self._says))
        arriving = column([html(copies.arriving()), row([bring], "acts"), self._brought, self._says], "arriving", "at-arriving")
        self.children = (html(views.title()), column([column([self._found, arriving]), self.new.box], "half", "doorway"))
        self.refresh()

    def refresh(self) -> None:
        """Look again at what stands in the folder."""
        found = [one for one in journals(self.folder) if not one.name.endswith(".damaged")][:_SHOWN]
        self._found.show([(one, one.stat().st_mtime_ns) for one in found], lambda: self._list(found))
        self.new.welcome(first=not found)

    def _bring(self, name: str, data: bytes) -> None:
        put(self._brought, "")
        put(self._brought, copies.merged(bring(self.folder, name, data)))
        self.refresh()

    def _list(self, found: list[Path]) -> list[Any]:
        if not found:
            return []
        return [html("<h2>Go on with</h2>"), column([self._item(one) for one in found], "owed")]

    def _item(self, journal: Path) -> w.VBox:
        says = Says()
        seen = glimpse(journal)
        words = "Try again" if seen.trouble else "Sit down" if seen.here else "Look on"
        button = Act(words, lambda _once: self._enter(Table.open(journal)), says, title=f"Open {journal.name}")
        text = html(views.found(seen, when_modified(journal.stat().st_mtime), journal.name))
        return column([row([text, button], "item"), says, Joining(journal, seen, self._enter).box], "found")


class NewCampaign:
    """The form that begins a campaign: title, people, dice, and house rules tucked away."""

    def __init__(self, folder: Path, enter: Enter, system: str = "spookybeans") -> None:
        self.folder = folder
        self._enter = enter
        self.system = get_system(system)
        self.title = line("What is it called?", placeholder="The Lodgers at Nine Mildew Crescent")
        self.gm = line("Who is the GM?", placeholder="Sam")
        self.players = page("Who plays? One name to a line, in the order you sit", placeholder="Bob\nAlice\nJoe", rows=4)
        self.where = w.RadioButtons(options=_WHERE, description="Where do you play?")
        self.dice = strip("The dice: open ones are drawn here, physical ones you roll and type in", _DICE)
        self.mood = line("The mood, if you like", placeholder="a gentle sort of dread")
        self._rules = {
            one.name: form.field(one.name, one.allowed, self._rule, form.plain, one.words)
            for one in self.system.house_rules
            if one.name != "dice"
        }
        self._defaults = {one.name: one.default for one in self.system.house_rules}
        self.says = Says()
        self._button = column([])
        self._head = html(views.new_head(False))
        self.box = column([
            self._head, self.title, self.gm, self.players, self.where, self.dice,
            fold("House rules, for those who want them", [self.mood, *(one.widget for one in self._rules.values() if one.widget)]),
            self._button, self.says,
        ], "begin", "at-begin")  # fmt: skip
        self._arm()

    def welcome(self, *, first: bool) -> None:
        """Say more where there is no campaign yet."""
        self._head.value = views.new_head(first)

    def _rule(self, control: Any, name: str) -> Any:
        default = next((one.default for one in self.system.house_rules if one.name == name), None)
        guarded(lambda: setattr(control, "value", default if not isinstance(control, w.Text) else str(default or "")), Says())
        return control

    def _arm(self) -> None:
        self._button.children = (Act("Begin the campaign", self._begin, self.says, "primary"),)

    def fields(self) -> dict[str, Any]:
        """What was typed, as the fields of ``open_campaign``; raises :class:`WrongUsage` where something is missing."""
        players = [name.strip() for part in self.players.value.split("\n") for name in part.split(",") if name.strip()]
        for given, what, todo in (
            (self.title.value.strip(), "The campaign has no title yet.", "Call it something: it becomes the journal's name."),
            (self.gm.value.strip(), "Nobody is the GM yet.", "Write the name of the person who runs the game."),
            (players, "Nobody plays yet.", "Write the players' names, one to a line."),
        ):
            if not given:
                raise WrongUsage(what, safe="Nothing was lost: what you typed is still here.", todo=todo)
        rules = {name: one.read() for name, one in self._rules.items()}
        changed = {name: value for name, value in rules.items() if value is not None and value != self._defaults[name]}
        return {
            "title": self.title.value, "system": self.system.name, "gm": self.gm.value, "players": players,
            "house_rules": {"dice": self.dice.value, **changed}, "mood": self.mood.value,
            "hot_seat": self.where.value,
        }  # fmt: skip

    def _begin(self, _once: str) -> None:
        table = Table.new(self.folder, self.fields())
        self._enter(table, page="table" if table.state.hot_seat else "campaign")  # where the invites are
