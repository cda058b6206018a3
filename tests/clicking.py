"""Hands and eyes for the screen's own widgets: what a person clicks, types and reads, without a browser."""

from __future__ import annotations

import html as _html
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from ipywidgets import Button, Dropdown, FileUpload, RadioButtons, ToggleButtons


def everything(widget):
    """A widget and all that is shown inside it; what is hidden is not there."""
    if getattr(getattr(widget, "layout", None), "display", None) == "none":
        return
    yield widget
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def whole(widget):
    """A widget and all inside it, folded parts too."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from whole(child)


def says(app) -> str:
    """What the screen says, as a reader gets it: tags gone, entities read."""
    parts = []
    for one in everything(app):
        if isinstance(one, Button):
            parts.append(one.description)
        elif isinstance(getattr(one, "value", None), str):
            parts.append(one.value)
    return re.sub(r"\s+", " ", _html.unescape(re.sub(r"<[^>]+>", " ", " ".join(parts))))


def markup(app) -> str:
    return " ".join(one.value for one in whole(app) if type(one).__name__ in ("HTML", "Says"))


def button(app, words: str, nth: int = 0) -> Button:
    found = [one for one in whole(app) if isinstance(one, Button) and one.description == words]
    assert len(found) > nth, f"no button {words!r}; there are: {sorted({b.description for b in whole(app) if isinstance(b, Button)})}"
    return found[nth]


def press(app, words: str, nth: int = 0) -> Button:
    found = button(app, words, nth)
    found.click()
    return found


def field(app, label: str):
    found = [one for one in whole(app) if not isinstance(one, Button) and getattr(one, "description", "").startswith(label)]
    assert found, f"no field {label!r}; there are: {sorted({getattr(b, 'description', '') for b in whole(app)})}"
    return found[0]


def write(app, label: str, words: str) -> None:
    field(app, label).value = words


def pick(app, label: str, words: str) -> None:
    control = field(app, label)
    assert isinstance(control, Dropdown | ToggleButtons | RadioButtons)
    options = dict(control.options)
    control.value = next(value for name, value in options.items() if name.startswith(words))


def box(app, name: str):
    return next(one for one in whole(app) if name in getattr(one, "_dom_classes", ()))


def sit(app, name: str) -> None:
    people = box(app, "people")
    press(people, name)


def sees(look: Callable[[], str], words: str, seconds: float = 5) -> bool:
    """Whether the words come into sight before long: what others do is drawn by a thread of its own."""
    end = time.monotonic() + seconds
    while words not in look() and time.monotonic() < end:
        time.sleep(0.02)
    return words in look()


def bring(app, words: str, path: Path, name: str = "") -> None:
    """Upload a file by the button of these words."""
    found = next(one for one in everything(app) if isinstance(one, FileUpload) and one.description == words)
    data = path.read_bytes()
    file = {"name": name or path.name, "type": "text/markdown", "size": len(data), "content": memoryview(data)}
    found.value = ({**file, "last_modified": datetime.now(UTC)},)
