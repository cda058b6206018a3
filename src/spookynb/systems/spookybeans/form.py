"""One truth about what may be played: a rule states the form of its move, and both ``decide`` and ``legal_moves`` read it.

A *form* holds, for every field that is open, the choice that people are offered and the refusal that meets anything
else. A rule that does not permit a move at all raises that refusal instead of giving a form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from spookynb.dice import FaceSource
from spookynb.errors import IllegalMove
from spookynb.moves import Choice, Move, Range, Text, Values, all_differ, fits
from spookynb.state import Fact, State
from spookynb.systems.spookybeans.evolve import evolve
from spookynb.systems.spookybeans.sheet import Conflict, Game


@dataclass(frozen=True, slots=True)
class Slot:
    """An open field: what it may be, and the refusal of anything else, made from the value that was tried."""

    choice: Choice
    refuse: Callable[[Any], IllegalMove]


Form = Mapping[str, Slot]


def no(what: str, rule: str, todo: str = "", **data: Any) -> IllegalMove:
    """A refusal in one sentence, naming its rule."""
    return IllegalMove(what, rule=rule, todo=todo, **data)


#: words that may be anything, or left out; their hygiene is checked where they are read
SAID: Final = Slot(Text(optional=True), lambda value: no("Those words cannot be kept.", "form"))


def one_of(values: Iterable[Any], rule: str, what: str, todo: str = "", **data: Any) -> Slot:
    """One of ``values``; None among them may be left out."""
    return Slot(Values(tuple(values)), lambda value: no(what, rule, todo, asked=value, **data))


def number(low: int, high: int, rule: str, what: Callable[[int], str], **data: Any) -> Slot:
    """A whole number from ``low`` to ``high``; ``what`` says why another one is refused."""
    return Slot(Range(low, high), lambda value: no(what(value), rule, asked=value, limit=high, **data))


# ---------------------------------------------------------------------------------------------- drafts


class Draft:
    """Facts in the making, and the state as they leave it.

    ``faces`` is where dice come from, None where none can be rolled now.
    """

    def __init__(self, state: State, faces: FaceSource | None = None) -> None:
        self.state = replace(state, here="")
        self.facts: list[Fact] = []
        self.faces = faces

    @property
    def game(self) -> Game:
        """The game as it stands in the draft."""
        game: Game = self.state.game
        return game

    def add(self, fact: Fact) -> None:
        """Let a fact come of the move."""
        self.facts.append(fact)
        self.state = evolve(self.state, fact)


# ---------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Rule:
    """A move that belongs to no conflict.

    ``target`` is the field that names whom it concerns ("" for none), ``targets`` lists whom it could concern, ``form``
    gives the other fields or raises, ``play`` makes the facts. ``differ`` names fields whose texts must differ (``number``
    is the rule that says so, and the one that is named where nothing fits).
    """

    move: type[Move]
    number: str
    form: Callable[[State, str, Any], Form]
    play: Callable[[Draft, str, Any], None]
    target: str = ""
    targets: Callable[[State, str], Iterable[Any]] = lambda state, seat: (None,)
    differ: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ConflictRule:
    """A move in a conflict: as :class:`Rule`, with the conflict at hand."""

    move: type[Move]
    number: str
    form: Callable[[State, str, Conflict, Any], Form]
    play: Callable[[Draft, str, Conflict, Any], None]
    target: str = ""
    targets: Callable[[State, str, Conflict], Iterable[Any]] = lambda state, seat, conflict: (None,)
    differ: tuple[tuple[str, ...], ...] = ()


def check(rule: Rule | ConflictRule, form: Form, move: Move) -> None:
    """Raise the refusal of the first field of ``move`` that its form does not allow."""
    values = move.model_dump(exclude={"kind", "conflict", rule.target})
    for name, value in values.items():
        slot = form.get(name)
        if slot is None:
            if value is not None:
                raise no(f"Nothing is to be said about {name} here.", rule.number, f"Leave {name} out.", field=name)
        elif not fits(slot.choice, value):
            raise slot.refuse(value)
    for group in rule.differ:
        if not all_differ(values.get(name) for name in group):
            raise no(f"{' and '.join(group).capitalize()} must not name the same twice.", rule.number, "Tell them apart.")


#: nobody could mean more, and every roll stays readable (PROTOCOL.md, "Dice")
MOST_POOL: Final = 500
