"""Participants that play by themselves, through the same legal moves as everybody else.

:func:`sample` fills in a template at random; :func:`random_move` is a whole participant who does whatever is allowed.
:class:`Bots` play parts at a real table: what a script wants of them, and what they owe.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, Final

from spookynb.entry import Entry
from spookynb.game import Game
from spookynb.moves import Choice, Faces, Many, Move, Range, Record, Template, Text, Values
from spookynb.state import State
from spookynb.table import Table
from spookynb.text import key

_SYLLABLES: Final = ("ba", "cru", "do", "fen", "gri", "hob", "kel", "lo", "mor", "nu", "pim", "ros", "sku", "tor", "vel", "wim", "zo")
_KINDS: Final = ("d6:1", "d6:2", "d6:3", "d6:4", "d6:5", "d6:6", "coin:H", "coin:T", "d10:0", "d20:17", "d100:57", "d4:4")
_MOST_LETTERS: Final = 60


def random_move(
    game: Game, state: State, rng: Random, seat: str | None = None, likes: Mapping[str, float] | None = None
) -> tuple[str, dict[str, Any]]:
    """A legal move and the seat that makes it: any person, any kind of move, any template of it, filled in at random.

    ``seat`` chooses who acts; the state must be one in which they may do something (posting is always possible). ``likes``
    weighs kinds of moves, 1 where it says nothing.
    """
    acts = rng.choice(state.people()) if seat is None else seat
    by_kind: dict[str, list[Template]] = {}
    for template in game.legal_moves(state, acts):
        by_kind.setdefault(template.kind, []).append(template)
    weights = [(likes or {}).get(kind, 1) for kind in by_kind]
    kind = rng.choices(list(by_kind), weights)[0]
    return acts, sample(rng.choice(by_kind[kind]), rng)


def sample(template: Template, rng: Random) -> dict[str, Any]:
    """A move that fits ``template``, its open fields chosen at random; optional ones are sometimes left out."""
    used: set[str] = set()
    fields = {name: _choose(choice, rng, used) for name, choice in template.fields.items()}
    move = {"kind": template.kind, **{name: value for name, value in fields.items() if value is not None}}
    for group in template.distinct:
        _tell_apart(move, group)
    return move


def _tell_apart(move: dict[str, Any], group: tuple[str, ...]) -> None:
    """Leave out of lists what another field of the group says already."""
    said: set[str] = set()
    for name in group:
        value = move.get(name)
        if isinstance(value, list):
            move[name] = [one for one in value if key(one) not in said]
            said.update(map(key, move[name]))
        elif isinstance(value, str):
            said.add(key(value))


def _choose(choice: Choice, rng: Random, used: set[str]) -> Any:
    match choice:
        case Values(values):
            return rng.choice(values)
        case Range(low, high):
            return rng.randint(low, high)
        case Text():
            return None if choice.optional and rng.random() < 0.5 else _words(choice, rng, used)
        case Many():
            return None if choice.optional and rng.random() < 0.5 else _several(choice, rng, used)
        case Record(fields, optional):
            return None if optional and rng.random() < 0.5 else _record(fields, rng, used)
        case Faces(counts):
            return {seat: [rng.choice(_KINDS) for _ in range(count)] for seat, count in counts.items()}


def _words(choice: Text, rng: Random, used: set[str]) -> str:
    """Invented words that nobody has said; as short as the template wants them."""
    if choice.most == 0:
        return ""
    while True:
        words = " ".join("".join(rng.choices(_SYLLABLES, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 3)))
        words = words[: min(choice.most, _MOST_LETTERS)].strip().title()
        said = key(words)
        if len(words) >= choice.least and said not in choice.excepts and said not in used:
            used.add(said)
            return words


def _several(choice: Many, rng: Random, used: set[str]) -> list[Any]:
    count = rng.randint(choice.least, choice.most)
    if isinstance(choice.item, Values):
        return rng.sample(choice.item.values, count) if choice.distinct is not None else rng.choices(choice.item.values, k=count)
    if not isinstance(choice.item, Mapping):
        return [_choose(choice.item, rng, used) for _ in range(count)]
    apart = choice.item.get(choice.distinct) if choice.distinct else None
    if not isinstance(apart, Values):
        return [_record(choice.item, rng, used) for _ in range(count)]
    rest = {name: one for name, one in choice.item.items() if name != choice.distinct}
    return [{choice.distinct: value, **_record(rest, rng, used)} for value in rng.sample(apart.values, count)]


def _record(fields: Mapping[str, Choice], rng: Random, used: set[str]) -> dict[str, Any]:
    record = {name: _choose(choice, rng, used) for name, choice in fields.items()}
    return {name: value for name, value in record.items() if value is not None}


class Bots:
    """Bots in some seats of a table. They know what everybody there may know: what is waited for, and which moves are legal.

    ``seats`` are the ones that they play for; all seats where it is left out.
    """

    def __init__(self, table: Table, seats: Collection[str] | None = None) -> None:
        self._table = table
        self._seats = table.state.seats.keys() if seats is None else frozenset(seats)

    def cue(self, seat: str, kind: str, **fields: Any) -> Entry | None:
        """Make a move that was meant for this moment, with fewer dice where it cannot be so many; None where it is not legal."""
        templates = [template for template in self._table.legal_moves(seat) if template.kind == kind]
        for wanted in _with_fewer_dice({"kind": kind, **fields}):
            if any(template.fits(wanted) for template in templates):
                return self._table.act(seat, wanted)
        return None

    def settle(self, but: Collection[str] = ()) -> list[Entry]:
        """Pay everything that these seats owe as silence would (pass, decline, default Adversity, let the dice fall).

        ``but`` names debts to leave open; what silence says nothing about stays open too. Gives the entries made.
        """
        made = []
        while (answer := self._next_answer(but)) is not None:
            made.append(self._table.act(*answer))
        return made

    def _next_answer(self, but: Collection[str]) -> tuple[str, Move] | None:
        table = self._table
        for debt in table.waiting():
            if debt.seat in self._seats and debt.owes not in but:
                move = table.game.default(table.state, debt)
                if move is not None:
                    return debt.seat, move
        return None


def _with_fewer_dice(move: dict[str, Any]) -> list[dict[str, Any]]:
    """``move`` as it is meant, then with one die less each time, down to one."""
    dice = move.get("dice")
    return [{**move, "dice": count} for count in range(dice, 0, -1)] if isinstance(dice, int) else [move]
