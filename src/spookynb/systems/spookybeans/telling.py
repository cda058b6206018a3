"""What lines of the journal are made from, and the words that they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from spookynb.moves import Move, Span, strong
from spookynb.phrases import Part, listed, quoted
from spookynb.state import GM, Fact, State
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.sheet import Conflict, Side


@dataclass(frozen=True, slots=True)
class Telling:
    """What a line can be made from: who made which move, its facts, and the states around it."""

    move: Move
    seat: str
    facts: Sequence[Fact]
    before: State
    after: State

    @property
    def who(self) -> Span:
        """The person who acts."""
        return strong(self.before.name(self.seat))

    def person(self, seat: str) -> Span:
        """The person in a seat."""
        return strong(self.after.name(seat))

    def people(self, seats: Iterable[str], last: str = "and") -> list[Part]:
        """The people in some seats, as ``a, b and c``."""
        return listed([self.person(seat) for seat in seats], last)

    def character(self, name: str) -> Span:
        """A character, or the GM where a side has none."""
        return strong(named(self.after, name))

    def side(self, side: Side) -> Span:
        """Who stands on a side: its character, or the GM."""
        return self.character(side.character)

    def conflict(self, fact: Any) -> Conflict:
        """The conflict of a fact, as the move left it, or as it was where the move has ended it."""
        name = fact.conflict or self.after.here
        now = game(self.after).conflicts.get(name)
        return now if now is not None else game(self.before).conflicts[name]

    def said(self, field: str = "words") -> tuple[Part, ...]:
        """The words that came with the move, quoted; nothing where there are none."""
        return quoted(getattr(self.move, field, ""))


def named(state: State, name: str) -> str:
    """A character's name, or the GM's where a side has no character."""
    return state.name(GM) if name in ("", GM) else name
