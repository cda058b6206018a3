"""What lines of the journal are made from, and the words that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from spookynb.moves import Move, Span, em, strong
from spookynb.state import GM, Fact, State
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.sheet import Conflict


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

    def conflict(self, fact: Any) -> Conflict:
        """The conflict of a fact, as the move left it, or as it was where the move has ended it."""
        name = fact.conflict or self.after.here
        now = game(self.after).conflicts.get(name)
        return now if now is not None else game(self.before).conflicts[name]

    def said(self, field: str = "words") -> tuple[str | Span, ...]:
        """The words that came with the move, quoted; nothing where there are none."""
        words = getattr(self.move, field, "")
        return (" ", em(f"“{words}”")) if words else ()


# ---------------------------------------------------------------------------------------------- words


def dice(count: int) -> str:
    """``"1 die"``, ``"2 dice"``."""
    return f"{count} {'die' if count == 1 else 'dice'}"


def many(count: int, one: str) -> str:
    """``"1 Skull"``, ``"2 Skulls"``."""
    return f"{count} {one}{'' if count == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """``"a, b and c"``."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def stop(words: str) -> str:
    """The full stop that ``words`` still need."""
    return "" if words.endswith((".", "!", "?", "…")) else "."


def faces(rolled: Sequence[str]) -> str:
    """Faces as they fell, each kind of die named once for a run of its own: ``"d6 3 6 1, coin H"``."""
    runs = groupby((face.partition(":") for face in rolled), key=lambda parts: parts[0])
    return ", ".join(" ".join([kind, *(value for _, _, value in run)]) for kind, run in runs)


def named(state: State, name: str) -> str:
    """A character's name, or the GM's where a side has no character."""
    return state.name(GM) if name in ("", GM) else name
