"""The desk of whoever acts: one open table, the seat in use, and the way from a form to a move and a fresh screen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

from spookynb.entry import Entry
from spookynb.errors import SpookyError
from spookynb.game import Game
from spookynb.state import State
from spookynb.systems.protocol import Chance
from spookynb.table import Table
from spookynb.ui.acting import Says, guarded
from spookynb.ui.glance import Glance
from spookynb.ui.history import History
from spookynb.ui.memory import Memory
from spookynb.ui.parts import fold
from spookynb.ui.stage import Stage
from spookynb.ui.systems import SystemScreen


class Desk:
    """What all parts of a screen share. ``redraw`` and ``go`` are set by the screen that is built around it."""

    def __init__(self, table: Table, stage: Stage, system: SystemScreen, seat: str = "") -> None:
        self.table = table
        self.system = system
        self.stage = stage
        self.says = Says()
        self.memory = Memory(table, self.attempt)
        held = self._held()
        self.seat = seat or (held[0] if held else next(iter(table.state.seats)))
        self.history = History(table, system.told_as)
        self._moving = 0
        self.redraw: Callable[[], None] = lambda: None
        self.go: Callable[[str], None] = lambda _page: None

    @property
    def game(self) -> Game:
        """The rules of the open table."""
        return self.table.game

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.table.state

    def look(self) -> Glance:
        """What this redraw sees. Whose key is elsewhere is looked on with, not acted for."""
        held = self._held()
        legal = self.table.legal_moves(self.seat) if self.seat in held else ()
        return Glance(self.table.state, self.seat, tuple(legal), tuple(self.table.waiting()), tuple(self.table.chances()), held)

    def _held(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.table.state.seats if self.table.holds(seat))

    def attempt(self, do: Callable[[], Any]) -> None:
        """Do something that belongs to no form; what goes wrong is said at the head of the page."""
        guarded(do, self.says)

    def sit(self, seat: str) -> None:
        """Act for ``seat`` from now on (hot-seat: whoever has the keyboard says who they are)."""
        self.seat = seat
        self.attempt(self.redraw)

    def act(self, move: Mapping[str, Any], once: str, forget: str = "") -> Entry:
        """Make a move for the seat in use, forget the form it came from, say what it brought, and draw everything anew.

        Raises what :meth:`spookynb.table.Table.act` raises; nothing is forgotten then.
        """
        with self.own_move():
            entry = self.table.act(self.seat, {name: value for name, value in move.items() if value is not None}, once=once)
        if forget:
            self.memory.forget(self.seat, forget)
        self.redraw()
        return entry

    @contextmanager
    def own_move(self) -> Iterator[None]:
        """While this lasts, what the table says of its change is no news: the redraw comes after it."""
        self._moving = threading.get_ident()
        try:
            yield
        finally:
            self._moving = 0

    def is_news(self) -> bool:
        """Whether the table's watcher, which calls now, tells of somebody else's move."""
        return self._moving != threading.get_ident()

    def fold(self, where: str, words: str, inside: Sequence[Any], *classes: str) -> Any:
        """A form tucked away, which stays as one left it through every redraw."""
        seat = self.seat
        open_ = self.memory.is_open(seat, where)
        return fold(words, inside, *classes, open_=open_, turned=partial(self.memory.turned, seat, where))

    def foresee(self, move: Mapping[str, Any], conflict: str) -> list[Chance]:
        """The chances in ``conflict`` as they would be after a move that is not made; none where it would be refused."""
        game, state = self.game, self.state
        try:
            facts = game.decide(state, self.seat, game.parse_move(move), datetime.now(UTC), None)
        except SpookyError:
            return []
        return [one for one in game.chances(game.fold(state, state.here, facts)) if one.conflict == conflict]

    def bind(self, where: str) -> Callable[[Any, str], Any]:
        """A binder for the fields of the form at ``where``: what is typed there is kept until it is sent."""
        seat = self.seat
        return lambda field, name: self.memory.bind(seat, f"{where}/{name}", field)
