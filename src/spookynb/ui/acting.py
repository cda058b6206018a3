"""From a click to a move: one rendering makes one move, and every refusal is said in words beside its control."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any

import ipywidgets as w

from spookynb.errors import SpookyError
from spookynb.ui.parts import classed, put
from spookynb.ui.views.words import refusal

_log = logging.getLogger("spookynb")


class Says(w.HTML):  # type: ignore[misc]  # ipywidgets ships no types
    """Where a refusal is read: beside the control that caused it."""

    def __init__(self) -> None:
        super().__init__()
        classed(self, "says")
        self.layout.display = "none"

    def refuse(self, error: SpookyError) -> None:
        """Say what happened, what is safe and what to do."""
        put(self, refusal(error))

    def hush(self) -> None:
        """Say nothing more."""
        put(self, "")


def guarded(do: Callable[[], Any], says: Says) -> bool:
    """Run ``do``; whether it went well. Whatever goes wrong is said, since ipywidgets swallows exceptions silently."""
    try:
        do()
    except SpookyError as error:
        says.refuse(error)
    except Exception as error:
        says.refuse(unforeseen(error))
    else:
        says.hush()
        return True
    return False


def unforeseen(error: Exception) -> SpookyError:
    """The error being handled, which nobody meant, in plain words; its details go to the log."""
    _log.exception("something failed behind the screen")
    return SpookyError(
        f"Something went wrong inside spookynb itself ({type(error).__name__}).",
        safe="Moves that are in the journal are safe, and what you typed is kept.",
        todo="Reload the page and try again. If it happens twice, the server's log has the details for a report.",
    )


class Act(w.Button):  # type: ignore[misc]  # ipywidgets ships no types
    """A button that makes one move at most.

    ``do`` is called with this rendering's ``once`` token. While it runs, and once it has gone well, further clicks do nothing:
    a double click is one move. After a refusal the button works again.
    """

    disabled: bool

    def __init__(self, words: str, do: Callable[[str], Any], says: Says, *classes: str, title: str = "") -> None:
        super().__init__(description=words, tooltip=title or None)
        self.once = secrets.token_hex(8)
        self.done = False
        self._do = do
        self._says = says
        if "primary" in classes:
            self.button_style = "primary"
        classed(self, *(name for name in classes if name != "primary"))
        self.on_click(lambda _: self.press())

    def press(self) -> None:
        """What a click does."""
        if self.done or self.disabled:
            return
        self.disabled = self.done = True  # before the move, since the redraw that it brings replaces what is spent
        self.done = guarded(lambda: self._do(self.once), self._says)
        self.disabled = self.done
