"""What has been typed and not yet sent: kept by seat and place, through every redraw and, for words, through a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from traitlets import TraitError


class Drafts(Protocol):
    """Where drafts last: the table's own file of them."""

    def draft(self, seat: str, place: str) -> tuple[str, str]:
        """What ``seat`` last wrote there, and when."""

    def keep_draft(self, seat: str, place: str, text: str) -> None:
        """Keep ``text``; an empty one forgets."""


class Memory:
    """Values of fields by ``(seat, where)``; ``where`` is a path such as ``"call/stakes"``.

    A draft that cannot be kept stops nobody from typing: ``attempt`` says so.
    """

    def __init__(self, drafts: Drafts, attempt: Callable[[Callable[[], Any]], None]) -> None:
        self._drafts = drafts
        self._attempt = attempt
        self._held: dict[tuple[str, str], Any] = {}

    def bind(self, seat: str, where: str, field: Any) -> Any:
        """Fill ``field`` with what was typed there before, and keep what will be typed. Returns the field."""
        before = self._recall(seat, where, isinstance(field.value, str))
        if before is not None:
            try:
                field.value = before
            except (TraitError, ValueError, TypeError):  # the choice made then is no longer open (ipywidgets stumbles over a tuple's words)
                self._held.pop((seat, where), None)

        def keep(change: Any) -> None:
            self._held[seat, where] = change["new"]
            if isinstance(change["new"], str) and not hasattr(field, "options"):
                self._attempt(lambda: self._drafts.keep_draft(seat, where, change["new"]))

        field.observe(keep, "value")
        return field

    def is_open(self, seat: str, where: str) -> bool:
        """Whether ``seat`` has unfolded the form at ``where``."""
        return bool(self._held.get((seat, f"{where}/open"), False))

    def turned(self, seat: str, where: str, open_: bool) -> None:
        """Keep whether the form at ``where`` is unfolded."""
        self._held[seat, f"{where}/open"] = open_

    def forget(self, seat: str, where: str) -> None:
        """Forget everything at and below ``where``: it has been sent."""
        for held in [key for key in self._held if key[0] == seat and (key[1] + "/").startswith(where + "/")]:
            if isinstance(self._held.pop(held), str):
                self._drafts.keep_draft(seat, held[1], "")

    def _recall(self, seat: str, where: str, words: bool) -> Any:
        if (seat, where) not in self._held and words:
            kept, _at = self._drafts.draft(seat, where)
            if kept:
                self._held[seat, where] = kept
        return self._held.get((seat, where))
