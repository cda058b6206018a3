"""Spookybeans: conflicts settled by Skulls and Bones, bargains for Ouchies, endings that come true (RULES, SB-1 to SB-42)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from spookynb.dice import FaceSource
from spookynb.moves import Move
from spookynb.state import Fact, State
from spookynb.systems.protocol import System
from spookynb.systems.spookybeans import seats
from spookynb.systems.spookybeans.carry import carry
from spookynb.systems.spookybeans.chances import chances
from spookynb.systems.spookybeans.decide import decide, legal_moves
from spookynb.systems.spookybeans.evolve import evolve
from spookynb.systems.spookybeans.facts import FACTS
from spookynb.systems.spookybeans.house import HOUSE_RULES
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.moves import MOVES
from spookynb.systems.spookybeans.sheet import Game
from spookynb.systems.spookybeans.summary import summary
from spookynb.systems.spookybeans.tell import tell
from spookynb.systems.spookybeans.waiting import default, waiting


class Spookybeans:
    """The rule system as :class:`spookynb.systems.protocol.System` asks for it; its questions are answered by the modules here."""

    name = "spookybeans"
    title = "Spookybeans"
    version = 1
    moves = MOVES
    facts = FACTS
    house_rules = HOUSE_RULES

    def start(self) -> Game:
        """A game that nobody has sat down to."""
        return Game()

    def decide(self, state: State, seat: str, move: Move, at: datetime, faces: FaceSource | None) -> tuple[Fact, ...]:
        """The facts of ``move``. Raises :class:`spookynb.errors.IllegalMove`. Time plays no part in these rules."""
        return decide(state, seat, move, faces)

    def react(self, state: State, fact: Fact, at: datetime) -> tuple[Fact, ...]:
        """What a table fact brings about (SB-1, SB-3a, SB-40)."""
        return seats.react(state, fact)

    def allow(self, state: State, seat: str, move: Move) -> None:
        """Raise where a table move does not fit just now (SB-40)."""
        seats.allow(state, move)

    def characters(self, state: State) -> Mapping[str, str]:
        """The seat that plays each character."""
        return {name: one.seat for name, one in game(state).characters.items()}

    evolve = staticmethod(evolve)
    adjustable = staticmethod(seats.adjustable)
    legal_moves = staticmethod(legal_moves)
    waiting = staticmethod(waiting)
    default = staticmethod(default)
    tell = staticmethod(tell)
    chances = staticmethod(chances)
    summary = staticmethod(summary)
    carry = staticmethod(carry)


SYSTEM: Final[System] = Spookybeans()
