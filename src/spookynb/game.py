"""One game: the table's moves and a system's behind the same few questions, pure and without any record.

:class:`Game` is what the table plays by and what verification plays again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from spookynb import tablemoves
from spookynb.dice import FaceSource, GivenDice
from spookynb.errors import BadEntry, BadText, IllegalMove
from spookynb.journal.render import RENDERER
from spookynb.moves import Debt, Line, Move, Template, Values
from spookynb.state import TABLE_FACTS, FacesFell, Fact, State
from spookynb.systems import get_system
from spookynb.systems.protocol import Chance, HouseRule, System
from spookynb.text import character

_DICE_RULE: Final = HouseRule(
    "dice", "open", Values(tablemoves.DICE), "Where dice come from: drawn by the program (open), typed in (physical), or seeded (practice)."
)
_MOST_DETAIL: Final = 3
#: what a field lacks, by Pydantic's name for it and with the limits that Pydantic tells
_PLAIN: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "extra_forbidden": "is no field of it",
    "int_type": "must be a whole number",
    "less_than_equal": "must be {le:,} or less",
    "greater_than_equal": "must be {ge:,} or more",
    "bool_type": "must be true or false",
    "string_type": "must be words",
    "literal_error": "must be {expected}",
    "tuple_type": "must be a list",
    "dict_type": "must be an object of names and values",
    "model_type": "must be an object of names and values",
    "too_short": "must hold {min_length:,} or more",
    "too_long": "must hold {max_length:,} or fewer",
}
#: what Pydantic adds to the place of a field that may be of several kinds
_BRANCHES: Final = ("int", "bool")


class Game:
    """The rules of one campaign: the common moves and those of ``system``. Holds no state of its own."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.name = system.name
        self.version = system.version
        self.options: Mapping[str, HouseRule] = {rule.name: rule for rule in (_DICE_RULE, *system.house_rules)}
        self.moves: Mapping[str, type[Move]] = {_kind_of(model): model for model in (*tablemoves.MOVES, *system.moves)}
        self._fact_types: tuple[type[Fact], ...] = (*TABLE_FACTS, *system.facts)
        # a struct around the list: msgspec remembers how to convert structs, and nothing else
        self._facts_of: Any = msgspec.defstruct("Facts", [("facts", tuple[reduce(or_, self._fact_types), ...])])  # type: ignore[misc]  # built at run time

    @staticmethod
    @lru_cache(maxsize=32)
    def of(system: str) -> Game:
        """The game of an installed system, by name. Raises :class:`SpookyError` for one that is not installed."""
        return Game(get_system(system))

    def characters(self, state: State) -> Mapping[str, str]:
        """The seat that holds each character in play."""
        return self.system.characters(state)

    def adjustable(self, state: State) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        """What the GM may adjust by hand: ``{what: {whom: (lowest, highest change)}}``."""
        return self.system.adjustable(state)

    # ------------------------------------------------------------------------------------------ moves and facts

    def parse_move(self, fields: Mapping[str, Any]) -> Move:
        """The typed move of plain ``fields`` (``kind`` and the move's own). Raises :class:`IllegalMove`, rule ``form``."""
        kind = fields.get("kind")
        model = self.moves.get(kind) if isinstance(kind, str) else None
        if model is None:
            known = ", ".join(sorted(self.moves))
            raise IllegalMove(f"There is no move called {str(kind)[:60]!r}.", rule="form", todo=f"The moves are: {known}.")
        try:
            return model.model_validate(dict(fields))
        except ValidationError as error:
            raise _bad_form(str(kind), error) from error
        except BadText as error:
            raise IllegalMove(error.what, rule="form", safe=error.safe, todo=error.todo, **error.data) from error

    def decode_facts(self, facts: Sequence[Mapping[str, Any]]) -> tuple[Fact, ...]:
        """Typed facts of an entry. Raises :class:`BadEntry` for facts that this game does not know."""
        try:
            decoded: tuple[Fact, ...] = msgspec.convert({"facts": facts}, self._facts_of).facts
        except (msgspec.ValidationError, ValueError) as error:
            raise BadEntry(f"The facts are not ones that these rules know: {error}.") from error
        return decoded

    @staticmethod
    def encode_facts(facts: Sequence[Fact]) -> tuple[dict[str, Any], ...]:
        """Facts as they stand in an entry: small objects by ``kind``."""
        return tuple(msgspec.to_builtins(fact) for fact in facts)

    @staticmethod
    def recorded(facts: Sequence[Fact]) -> FaceSource | None:
        """A source that gives again the faces which ``facts`` hold, by seat; None when no dice fell."""
        fallen = {fact.seat: fact.faces for fact in facts if isinstance(fact, FacesFell)}
        return GivenDice(fallen) if fallen else None

    # ------------------------------------------------------------------------------------------ the few questions

    def start(self) -> State:
        """The state before any move."""
        return State(game=self.system.start())

    def decide(self, state: State, seat: str, move: Move, at: datetime, faces: FaceSource | None) -> tuple[Fact, ...]:
        """The facts of ``move`` by ``seat`` at time ``at`` (UTC), what the system makes of table facts included.

        Raises :class:`IllegalMove`, naming the rule; nothing is changed by asking.
        """
        table_move = isinstance(move, tablemoves.MOVES)
        self._check_seat(state, seat, move)
        if not table_move:
            return self.system.decide(state, seat, move, at, faces)
        self.system.allow(state, seat, move)
        facts = tablemoves.decide(self, state, seat, move, faces)
        known: list[Fact] = []
        for fact in facts:
            known.append(fact)
            state = tablemoves.evolve(state, fact)
            known += self.system.react(state, fact, at)
        return tuple(known)

    def _check_seat(self, state: State, seat: str, move: Move) -> None:
        if isinstance(move, tablemoves.OpenCampaign):
            return
        if not state.title:
            raise IllegalMove("No campaign is open yet.", rule="table", todo="Begin with open_campaign.")
        known = state.seats.get(seat)
        if known is None:
            seats = ", ".join(state.seats)
            raise IllegalMove(f"Nobody sits in the seat {seat[:60]!r}.", rule="seat", todo=f"The seats are: {seats}.", seat=seat[:60])
        if not known.claimed and not isinstance(move, tablemoves.ClaimSeat):
            raise IllegalMove(f"Nobody has taken {known.name}'s seat yet.", rule="keys", todo="Claim it with the invite first.", seat=seat)
        if not known.here:
            raise IllegalMove(f"{known.name} has left the table.", rule="SB-1", todo="The GM can add the seat again.", seat=seat)

    def evolve(self, state: State, fact: Fact) -> State:
        """The state after one fact, the table's or the system's."""
        return tablemoves.evolve(state, fact) if type(fact) in _TABLE else self.system.evolve(state, fact)

    def fold(self, state: State, entry_id: str, facts: Sequence[Fact]) -> State:
        """The state after all facts of the entry ``entry_id``."""
        state = replace(state, here=entry_id)
        evolve = self.system.evolve
        for fact in facts:
            state = tablemoves.evolve(state, fact) if type(fact) in _TABLE else evolve(state, fact)
        return state

    def legal_moves(self, state: State, seat: str) -> list[Template]:
        """Templates of all moves open to ``seat``: the system's first, then the table's."""
        if seat not in state.seats or not state.seats[seat].here or not state.seats[seat].claimed:
            return []
        table = [template for template in tablemoves.legal_moves(self, state, seat) if self._allowed(state, seat, template)]
        return self.system.legal_moves(state, seat) + table

    def _allowed(self, state: State, seat: str, template: Template) -> bool:
        if template.kind != "end_story":
            return True
        try:
            self.system.allow(state, seat, tablemoves.EndStory())
        except IllegalMove:
            return False
        return True

    def waiting(self, state: State) -> list[Debt]:
        """Who owes what, the most pressing first."""
        return self.system.waiting(state) if state.title else []

    def default(self, state: State, debt: Debt) -> Move | None:
        """The move that silence stands for, or None."""
        return self.system.default(state, debt)

    def tell(self, move: Move, seat: str, facts: Sequence[Fact], before: State, after: State, renderer: int = RENDERER) -> list[Line]:
        """The lines that the journal shows for a move, in the words of a renderer; a system may word the table's facts itself."""

        def told(facts: Sequence[Fact]) -> list[Line]:
            return self.system.tell(move, seat, facts, before, after, renderer)

        if not facts or not isinstance(move, tablemoves.MOVES):
            return told(facts)
        return (told(facts[:1]) or tablemoves.tell(move, seat, facts[0], before, renderer)) + told(facts[1:])

    def chances(self, state: State) -> list[Chance]:
        """Exact chances of the open conflicts."""
        return self.system.chances(state) if state.title else []

    def carry(self, state: State) -> list[tuple[str, Move]]:
        """Moves by which a new campaign of the same people comes to stand where this one does, each with its seat."""
        return self.system.carry(state)

    def summary(self, state: State) -> dict[str, Any]:
        """The state as JSON for programs (DESIGN.md, machine-readable contract)."""
        return {"system": self.name, **self.system.summary(state), "waiting": [debt.as_dict() for debt in self.waiting(state)]}


_TABLE: Final = frozenset(TABLE_FACTS)


def _kind_of(model: type[Move]) -> str:
    return str(model.model_fields["kind"].default)


def _bad_form(kind: str, error: ValidationError) -> IllegalMove:
    """One sentence about what does not fit the form of a move, with the field's name and no echo of long input."""
    lacks: dict[str, str] = {}
    for problem in error.errors(include_url=False):
        parts = [str(part) for part in problem["loc"] if part not in _BRANCHES and not str(part).startswith("function-")]
        where = ".".join(parts)[:80] or "it"
        lacks[where] = "is of a kind that does not fit" if where in lacks else _lack(problem)
        if len(lacks) > _MOST_DETAIL:
            lacks.popitem()
            break
    what = "; ".join(f"{where} {lack}" for where, lack in lacks.items())
    return IllegalMove(f"The move {kind} does not fit its form: {what}.", rule="form", todo="Mend that and send it again.")


def _lack(problem: ErrorDetails) -> str:
    """What is wrong with a field, in plain words; of a number that is none, with the character that does not belong there."""
    words = _PLAIN.get(problem["type"])
    if words is None:
        return f"does not fit: {problem['msg']}"
    lack, given = words.format(**problem.get("ctx", {})), problem["input"]
    if problem["type"] != "int_type" or not isinstance(given, str):
        return lack
    odd = next(((place, char) for place, char in enumerate(given, 1) if char not in "-0123456789"), None)
    return f'{lack}, not "{given[:20]}"' + (f" (character {odd[0]} is {character(odd[1])})" if odd else "")
