"""The stage hand: style, results said aloud, and the alarm when the kernel is gone. One for each table on a page."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

GONE = (
    "The table does not answer: its kernel is gone or very busy. Every move that you saw is safe in the journal, and "
    "what you typed is kept up to the last moments. If this line stays, reload the page (in JupyterLab: run the cell again)."
)


def _static(package: str, name: str) -> str:
    return files(package).joinpath("static", name).read_text(encoding="utf-8")


def stylesheet() -> str:
    """All styles of the screen: the tokens and parts shared with journal pages, then what only the live table has."""
    return _static("spookynb.journal", "tokens.css") + "\n" + _static("spookynb.ui", "table.css")


class Stage(anywidget.AnyWidget):
    """Invisible, but for its alarm. ``said`` is read out by screen readers whenever it changes."""

    _esm = _static("spookynb.ui", "stage.js")
    _css = stylesheet()
    said = traitlets.Unicode("").tag(sync=True)
    gone = traitlets.Unicode(GONE).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        #: called with the id of the entry beside whose text "Take this text out" was clicked
        self.take: Callable[[str], None] = lambda _entry: None
        self.on_msg(self._answer)

    def _answer(self, _widget: Any, content: Any, _buffers: Any) -> None:
        match content:
            case {"ping": moment}:
                self.send({"pong": moment})
            case {"take": str(entry)}:
                self.take(entry)

    def lead(self, box: str) -> None:
        """Bring the box of class ``box`` into sight and the keyboard to it."""
        self.send({"lead": box})

    def say(self, words: str) -> None:
        """Have ``words`` read out; the same words twice are read twice."""
        self.said = "" if self.said == words else self.said
        self.said = words
