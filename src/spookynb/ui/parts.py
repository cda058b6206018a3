"""The small parts that every screen is made of. Nothing here knows a table or a rule.

Classes are those of the stylesheet (``journal/static/tokens.css`` and ``ui/static/table.css``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import ipywidgets as w

#: any ipywidgets widget; the library ships no types
Widget: TypeAlias = Any


def classed(widget: Any, *names: str) -> Any:
    """``widget`` with these classes added; names may hold several, parted by spaces."""
    for name in " ".join(names).split():
        widget.add_class(name)
    return widget


def html(markup: str, *classes: str) -> w.HTML:
    """Markup that is already safe (made by the views, which escape)."""
    return classed(w.HTML(markup), *classes)


def column(children: Iterable[Widget], *classes: str) -> w.VBox:
    """Children one below the other."""
    return classed(w.VBox(tuple(children)), *classes)


def row(children: Iterable[Widget], *classes: str) -> w.HBox:
    """Children side by side, wrapping where the page is narrow."""
    return classed(w.HBox(tuple(children)), *classes)


def plain_button(words: str, do: Callable[[], Any], *classes: str, title: str = "") -> w.Button:
    """A button that makes no move: it shows something, or goes somewhere."""
    button = classed(w.Button(description=words, tooltip=title or None), *classes)
    button.on_click(lambda _: do())
    return button


def link(words: str, go: Callable[[], Any], *classes: str, title: str = "") -> w.Button:
    """A button that reads as text, for going somewhere."""
    return plain_button(words, go, "link", *classes, title=title)


def line(label: str, value: str = "", placeholder: str = "") -> w.Text:
    """One line of words."""
    return w.Text(value=value, description=label, placeholder=placeholder, continuous_update=True)


def page(label: str, value: str = "", placeholder: str = "", rows: int = 5) -> w.Textarea:
    """Prose."""
    return w.Textarea(value=value, description=label, placeholder=placeholder, rows=rows, continuous_update=True)


def strip(label: str, options: Sequence[tuple[str, Any]]) -> w.ToggleButtons:
    """One choice of few, all in sight."""
    return w.ToggleButtons(options=list(options), description=label)


def menu(label: str, options: Sequence[tuple[str, Any]]) -> w.Dropdown:
    """One choice of many."""
    return w.Dropdown(options=list(options), description=label)


def choice(label: str, options: Sequence[tuple[str, Any]], most: int = 6) -> w.ToggleButtons | w.Dropdown:
    """One choice: a strip up to ``most`` short options, a menu beyond."""
    short = sum(len(words) for words, _ in options) <= 60
    return strip(label, options) if len(options) <= most and short else menu(label, options)


def tick(words: str, value: bool = False) -> w.Checkbox:
    """Yes or no."""
    return w.Checkbox(value=value, description=words, indent=False)


def upload(words: str, take: Callable[[str, bytes], Any]) -> w.FileUpload:
    """A button that fetches a text file from the visitor's own machine; ``take`` gets its name and bytes."""
    button = w.FileUpload(accept="text/*,.md,.markdown", multiple=False, description=words, icon="")

    def took(change: Any) -> None:
        for one in change["new"]:
            button.value = ()  # so that the same file can be brought again
            take(str(one["name"]), bytes(one["content"]))

    button.observe(took, "value")
    return button


def fold(words: str, inside: Sequence[Widget], *classes: str, open_: bool = False, turned: Callable[[bool], None] | None = None) -> w.VBox:
    """A button that shows and hides what is tucked away below it; ``turned`` is told whether it is open."""
    body = column(inside, "folded")
    button = classed(w.Button(description=words), "fold", "quiet")

    def turn(show: bool) -> None:
        body.layout.display = "" if show else "none"
        (button.add_class if show else button.remove_class)("open")

    def click(_: Any) -> None:
        show = body.layout.display == "none"
        turn(show)
        if turned is not None:
            turned(show)

    turn(open_)
    button.on_click(click)
    return column([button, body], "foldable", *classes)


class Slot(w.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A place on the page that is rebuilt only when what it shows has changed, so that nobody loses their place.

    A slot is also rebuilt when one of its buttons has made a move: one rendering of a button makes at most one move.
    """

    children: tuple[Widget, ...]

    def __init__(self, *classes: str) -> None:
        super().__init__(())
        self._key: Any = None
        classed(self, "slot", *classes)
        self.layout.display = "none"

    def show(self, key: Any, build: Callable[[], Iterable[Widget]]) -> None:
        """Show what ``build`` makes, unless it was already made for an equal ``key``."""
        if key == self._key and not any(spent(child) for child in self.children):
            return
        old, self.children = self.children, tuple(build())
        self._key = key
        self.layout.display = "" if self.children else "none"
        discard(old)

    def clear(self) -> None:
        """Show nothing."""
        self.show(None, tuple)


def spent(widget: Any) -> bool:
    """Whether a button below ``widget`` has made its move (slots inside look after themselves)."""
    if isinstance(widget, Slot):
        return False
    return bool(getattr(widget, "done", False)) or any(spent(child) for child in getattr(widget, "children", ()))


def discard(widgets: Iterable[Any]) -> None:
    """Close widgets and everything in them, so that a long evening does not pile them up."""
    for widget in widgets:
        discard(getattr(widget, "children", ()))
        for part in (getattr(widget, "layout", None), getattr(widget, "style", None), widget):
            if isinstance(part, w.Widget):
                part.close()


def put(shown: w.HTML, markup: str) -> None:
    """Change what an HTML part shows, and hide it when there is nothing to show."""
    if shown.value != markup:
        shown.value = markup
    shown.layout.display = "" if markup else "none"
