"""A phrase behind a button: nobody reads it over a shoulder, and whoever wants to write it down finds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spookynb.ui.acting import Says, guarded
from spookynb.ui.parts import column, html, plain_button, put
from spookynb.ui.views import seats as views


def phrase_box(read: Callable[[], str], whose: str, *classes: str, label: str = "Show the phrase") -> Any:
    """The button and, once it was clicked, the phrase that ``read`` gives; another click hides it. ``whose`` says what it brings back."""
    shown = html("")
    shown.layout.display = "none"
    says = Says()

    def turn() -> None:
        guarded(lambda: put(shown, "" if shown.value else views.phrase(read(), whose)), says)
        button.description = "Hide the phrase" if shown.value else label

    button = plain_button(label, turn)
    return column([button, shown, says], "secret", *classes)
