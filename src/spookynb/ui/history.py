"""What the screen remembers of the record: the latest passages, ready to be drawn, and never more than a bounded number.

Older ones are read from the ledger again when somebody turns back to them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from spookynb.journal import book
from spookynb.replay import Taken
from spookynb.state import Posted, Redacted, SceneOpened
from spookynb.table import Table

#: passages kept in memory
KEPT: Final = 400
_NEWS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage(book.Passage):
    """One entry as the screen shows it: a passage of the book, and who told it.

    ``character`` is whose part it was told in, if any. Passages with the same ``mark`` tell the same thing, each anew: the last
    of them stands. ``removed``: it had a text, which was taken out. ``inert``: it has no effect, as what came too late.
    """

    id: str
    kind: str
    seat: str
    name: str
    character: str = ""
    mark: str = ""
    removed: bool = False
    inert: bool = False


class History:
    """The record as the screen reads it; ``listeners`` hear every entry as it is taken in, once."""

    def __init__(self, table: Table, told_as: Callable[[Taken], tuple[str, str]]) -> None:
        self.table = table
        self._told_as = told_as
        self.count = 0
        self.listeners: list[Callable[[Taken], None]] = []
        self._kept: deque[Passage] = deque(maxlen=KEPT)

    def catch_up(self) -> list[Passage]:
        """Take in what is new, and give it (the latest few, where it is much)."""
        if len(self.table) == self.count:
            return []
        before, total = self.count, len(self.table)
        if before and not self._goes_on():
            self.count = 0
            self._kept.clear()
        for taken in self.table.told(self.count):
            self.count += 1
            if self.count > total - KEPT:
                self._kept.append(self._passage(self.count, taken))
            self._take_out({fact.entry for fact in taken.facts if isinstance(fact, Redacted)})
            for listener in self.listeners:
                listener(taken)
        return self.window(max(before, self.count - _NEWS) + 1, self.count)

    def _goes_on(self) -> bool:
        """Whether what is new stands below all that was known; a merge can put entries above it, and overtake others."""
        new = next(iter(self.table.told(self.count)), None)
        return new is not None and bool(self._kept) and new.entry.after == (self._kept[-1].id,)

    def _take_out(self, redacted: set[str]) -> None:
        """Forget the texts of these entries."""
        if redacted:
            for place, one in enumerate(self._kept):
                if one.id in redacted:
                    self._kept[place] = replace(one, prose="", removed=bool(one.prose or one.removed))

    def window(self, first: int, last: int) -> list[Passage]:
        """Passages number ``first`` to ``last`` (counted from 1, both included)."""
        first, last = max(first, 1), min(last, self.count)
        if not self._kept or first >= self._kept[0].number:
            return [one for one in self._kept if first <= one.number <= last]
        older = islice(self.table.told(first - 1), last - first + 1)
        return [self._passage(number, taken) for number, taken in enumerate(older, first)]

    def _passage(self, number: int, taken: Taken) -> Passage:
        entry = taken.entry
        posted = next((fact for fact in taken.facts if isinstance(fact, Posted)), None)
        scene = next((fact.title for fact in taken.facts if isinstance(fact, SceneOpened)), "")
        mark, teller = self._told_as(taken)
        return Passage(
            number=number,
            id=entry.id,
            kind=entry.kind,
            seat=entry.seat,
            name=taken.after.name(entry.seat),
            at=entry.at,
            prose=entry.prose or "",
            lines=tuple(taken.shown(self.table.game)),
            voice=posted.voice if posted else "",
            character=posted.character if posted else teller,
            scene=scene,
            mark=mark,
            inert=bool(taken.trouble),
            removed=entry.prose is None and entry.text_hash is not None,
        )
