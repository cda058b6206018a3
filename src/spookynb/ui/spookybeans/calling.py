"""Calling a conflict: who, against whom, over what, with Thingies and reasons and standing terms."""

from __future__ import annotations

from typing import Any

from spookynb.moves import Many, Template, Values
from spookynb.ui.acting import Act, Says
from spookynb.ui.desk import Desk
from spookynb.ui.glance import Glance, admits, allowed
from spookynb.ui.parts import Slot, choice, column, html, line, row, strip, tick

_WHERE = "call"


class Calling:
    """The form that calls a conflict; there only while the rules let this seat call one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.box = Slot("at-call")

    def draw(self, look: Glance) -> None:
        """Redraw when who may call, against whom, or their Thingies have changed."""
        calls = look.offers("call_conflict")
        self.box.show((look.seat, calls), lambda: [self._fold(look, calls)] if calls else [])

    def _fold(self, look: Glance, calls: tuple[Template, ...]) -> Any:
        return self.desk.fold(_WHERE, "Call a conflict", CallForm(self.desk, look, calls).parts(), "calling")


class CallForm:
    """The fields of a call; Thingies follow whoever is chosen to act."""

    def __init__(self, desk: Desk, look: Glance, calls: tuple[Template, ...]) -> None:
        self.desk = desk
        self.look = look
        self.calls = calls
        self.bind = desk.bind(_WHERE)
        self.says = Says()
        self.who = self.bind(choice("Who acts", _named(look, calls, "character")), "character")
        self.against = self.bind(choice("Against", self._against()), "against")
        self.what = self.bind(line("What is done, in a few words", placeholder="Waltz the Baron"), "what")
        self.stakes = self.bind(line("What is at stake", placeholder="if it goes well, and if it does not"), "stakes")
        self.ready = self.bind(tick("Roll as soon as nobody is waited for"), "roll_when_ready")
        self.accept = self.bind(strip("Offers of dice for an Ouchie", self._terms()), "accept")
        self.thingies = column([], "choices")
        self._ticked: list[tuple[str, Any, Any]] = []
        self.who.observe(lambda _: desk.attempt(self._follow), "value")
        self.against.observe(lambda _: desk.attempt(self._list), "value")
        self._list()

    def parts(self) -> list[Any]:
        """The form's widgets, the button last."""
        button = Act("Call it", lambda once: self.desk.act(self.move(), once, forget=_WHERE), self.says, "primary")
        note = '<p class="note">What people say simply happens. Call a conflict when somebody objects and something is at stake.</p>'
        return [
            html(note), row([self.who, self.against], "pair"), self.what, self.stakes,
            html('<p class="label">Thingies that matter here, each with its reason</p>'), self.thingies,
            self.accept, self.ready, row([button], "acts"), self.says,
        ]  # fmt: skip

    def move(self) -> dict[str, Any]:
        """The call as the form stands, with only the fields that this kind of call has."""
        template = self._template()
        named = [{"thingy": thingy, "why": why.value} for thingy, ticked, why in self._ticked if ticked.value]
        move = {
            "kind": "call_conflict", "character": self.who.value, "against": self.against.value, "what": self.what.value,
            "stakes": self.stakes.value, "thingies": named or None, "accept": self.accept.value or None,
            "roll_when_ready": self.ready.value or None,
        }  # fmt: skip
        return {name: value for name, value in move.items() if template is None or name == "kind" or name in template.fields}

    def _template(self) -> Template | None:
        fitting = [t for t in self.calls if admits(t, "character", self.who.value) and admits(t, "against", self.against.value)]
        return max(fitting, key=lambda one: len(one.fields), default=None)

    def _against(self) -> list[tuple[str, Any]]:
        calls = tuple(one for one in self.calls if admits(one, "character", self.who.value))
        return _named(self.look, calls, "against")

    def _terms(self) -> list[tuple[str, int]]:
        amounts = {one for call in self.calls for one in allowed(call, "accept")}
        words = {1: "I take any at once", 2: "I take two dice at once"}
        return [("Ask me", 0), *((words.get(one, f"I take {one} at once"), one) for one in sorted(amounts))]

    def _follow(self) -> None:
        self.against.options = self._against()
        self._list()

    def _list(self) -> None:
        template = self._template()
        names = _thingies(template) if template else ()
        self._ticked = [
            (name, self.bind(tick(name), f"thingy/{name}"), self.bind(line("", placeholder="why it matters here"), f"why/{name}"))
            for name in names
        ]
        for _name, ticked, why in self._ticked:
            _shown_when(ticked, why)
        self.thingies.children = tuple(column([ticked, why], "thingy") for _name, ticked, why in self._ticked)


def _shown_when(ticked: Any, why: Any) -> None:
    def show(_change: Any = None) -> None:
        why.layout.display = "" if ticked.value else "none"

    ticked.observe(show, "value")
    show()


def _thingies(template: Template) -> tuple[str, ...]:
    match template.fields.get("thingies"):
        case Many(item={"thingy": Values(values)}):
            return values
    return ()


def _named(look: Glance, calls: tuple[Template, ...], field: str) -> list[tuple[str, Any]]:
    """The values that the calls allow for a field, each once, seats by their people's names."""
    values = dict.fromkeys(value for call in calls for value in allowed(call, field))
    return [(f"{look.state.name(value)} (GM)" if value == "gm" else str(value), value) for value in values]
