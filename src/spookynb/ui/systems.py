"""The seam between the screen and a rule system's own part of it: shared code never asks which system is playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from spookynb.moves import Debt
from spookynb.replay import Taken
from spookynb.state import State
from spookynb.ui.glance import Glance

if TYPE_CHECKING:
    from spookynb.ui.desk import Desk


@dataclass(frozen=True, slots=True)
class Holds:
    """What somebody at the table plays and holds, for the strip of people: ``face`` names whose picture stands there."""

    character: str = ""
    face: str = ""
    words: str = ""


class Pane(Protocol):
    """A part of a page: a widget that can be drawn again."""

    box: Any

    def draw(self, look: Glance) -> None:
        """Show the table as it is now; cheap when nothing has changed."""


class SystemScreen(Protocol):
    """What a rule system adds to the screen."""

    def holds(self, state: State, seat: str) -> Holds:
        """What ``seat`` plays and holds."""

    def duty(self, state: State, debt: Debt) -> str:
        """What is owed, in words that go on from a name: "to set the Adversity"."""

    def place(self, debt: Debt) -> tuple[str, str]:
        """Where a debt is paid: the page (``"table"`` or ``"sheets"``) and the class of the box there."""

    def told_as(self, taken: Taken) -> tuple[str, str]:
        """What a passage tells, and whose picture stands beside it.

        Passages with the same first part replace each other (a narration told again, or struck): the last one stands.
        """

    def panes(self, desk: Desk) -> Sequence[Pane]:
        """The parts of the table page above the story."""

    def sheets(self, desk: Desk) -> Sequence[Pane]:
        """The parts of the page of sheets."""

    def covered(self) -> frozenset[str]:
        """Kinds of moves that these parts offer; the rest get plain forms on the campaign page."""


_SCREENS: Final = {"spookybeans": "spookynb.ui.spookybeans"}


def screen_for(system: str) -> SystemScreen:
    """The screen of a system by name; plain forms for one that brings none."""
    module = import_module(_SCREENS.get(system, "spookynb.ui.plain"))
    screen: SystemScreen = module.SCREEN
    return screen
