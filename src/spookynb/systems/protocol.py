"""What a rule system supplies. Everything else in the package works for any object of this shape.

If shared code ever has to ask which system is playing, the seam is in the wrong place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from spookynb.dice import FaceSource
from spookynb.moves import Choice, Debt, Line, Move, Template
from spookynb.state import Fact, State


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A typed option of a system: its name, default, what it may be, and one sentence for people."""

    name: str
    default: int | str | bool | None
    allowed: Choice
    words: str


@dataclass(frozen=True, slots=True)
class Chance:
    """An exact chance for people and programs: ``win`` in 0..1 as a fraction of integers, with the case it answers.

    ``label`` is a short sentence fragment ("as it stands"); ``dice`` is (one's own, the other side's).
    """

    conflict: str
    seat: str
    label: str
    numerator: int
    denominator: int
    dice: tuple[int, int]

    @property
    def win(self) -> float:
        """The chance as a float, 0 to 1."""
        return self.numerator / self.denominator


class System(Protocol):
    """A rule system. All methods are pure: they read a state and return values, and roll only through ``faces``."""

    name: str
    title: str
    version: int
    moves: tuple[type[Move], ...]
    facts: tuple[type[Fact], ...]
    house_rules: tuple[HouseRule, ...]

    def start(self) -> Any:
        """The system's own part of an empty state (``State.game`` before the first fact)."""

    def decide(self, state: State, seat: str, move: Move, at: datetime, faces: FaceSource | None) -> tuple[Fact, ...]:
        """The facts that ``move`` brings, or :class:`spookynb.errors.IllegalMove` naming the rule.

        ``faces`` is where dice come from; None means that none can be rolled here (physical dice not typed in, or an
        entry decided again elsewhere): whoever is ready stays ready.
        """

    def evolve(self, state: State, fact: Fact) -> State:
        """The state after one fact of the system (a new ``State`` whose ``game`` differs)."""

    def react(self, state: State, fact: Fact, at: datetime) -> tuple[Fact, ...]:
        """What a table fact means to the system; ``state`` is the one after ``fact``. E.g. a seat joins: dice appear."""

    def allow(self, state: State, seat: str, move: Move) -> None:
        """Raise :class:`IllegalMove` when a table move does not fit the game now (no end of story mid-conflict, SB-40)."""

    def characters(self, state: State) -> Mapping[str, str]:
        """Who is in play: the seat that holds each character, by the character's name."""

    def adjustable(self, state: State) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        """What the GM may adjust by hand: ``{what: {whom: (lowest change, highest change)}}``."""

    def legal_moves(self, state: State, seat: str) -> list[Template]:
        """Templates such that ``decide`` accepts exactly what fits one of them."""

    def waiting(self, state: State) -> list[Debt]:
        """Who owes what now, the most pressing first."""

    def default(self, state: State, debt: Debt) -> Move | None:
        """The move that silence stands for once the deadline is past, or None where nothing can be assumed."""

    def tell(self, move: Move, seat: str, facts: Sequence[Fact], before: State, after: State, renderer: int) -> list[Line]:
        """The lines that the journal shows for a move, in plain spans.

        Asked with a table move's fact alone, lines told of it stand instead of the table's own; what the move brought besides is
        asked for apart. The same arguments give the same lines for good: verifying tells a journal again. Whoever words a thing
        differently keeps the old words for every renderer that has written them (:func:`spookynb.phrases.in_force`).
        """

    def chances(self, state: State) -> list[Chance]:
        """Exact chances of the open conflicts: as they stand, and as open offers would make them."""

    def summary(self, state: State) -> dict[str, Any]:
        """The game as JSON for programs (DESIGN.md, machine-readable contract), without ``system`` and ``waiting``."""

    def carry(self, state: State) -> list[tuple[str, Move]]:
        """Ordinary moves, in order, each with the seat that makes it, by which a new campaign comes to stand where ``state`` does.

        The new one is of the people at the table, in the same seats, under the same house rules, and nothing has been played in
        it. Who left stays out. What moves cannot bring about, the GM's first post among them tells.
        """
