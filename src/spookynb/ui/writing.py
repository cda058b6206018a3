"""A field for prose, with its preview as it will read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spookynb.ui.parts import html, page, put
from spookynb.ui.views.composer import preview


def writing(label: str, bind: Callable[[Any, str], Any], rows: int = 6, begin: str = "") -> tuple[Any, Any]:
    """The field, called ``text`` by its drafts, and the preview that follows it as one types; without a draft it holds ``begin``."""
    text = bind(page(f"{label}. Stars make *italics*; an empty line starts a paragraph.", rows=rows), "text")
    text.value = text.value or begin
    shown = html("", "shown")

    def show(_change: Any = None) -> None:
        put(shown, preview(text.value))

    text.observe(show, "value")
    show()
    return text, shown
