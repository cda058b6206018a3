"""A table for tests of the rules: moves go through :class:`Game`, as at any table, and no file is written."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from spookynb.dice import FaceSource, PracticeDice
from spookynb.errors import IllegalMove
from spookynb.game import Game
from spookynb.state import Fact, State
from spookynb.systems.spookybeans.sheet import Character, Conflict
from spookynb.systems.spookybeans.sheet import Game as Own

SCRIPTS = Path(__file__).parent / "scripts"
AT = datetime(2026, 10, 31, 19, 0, tzinfo=UTC)
GAME = Game.of("spookybeans")


class Play:
    """A campaign in memory. ``dice`` None: nobody can draw, so that whoever is ready stays ready."""

    def __init__(self, *players: str, hot_seat: bool = True, dice: str = "physical", **rules: Any) -> None:
        self.state: State = GAME.start()
        self.entries = 0
        self.lines: list[str] = []
        self.draws = True
        opening = {"title": "T", "gm": "Sam", "players": list(players), "hot_seat": hot_seat, "house_rules": {"dice": dice, **rules}}
        self.act("gm", "open_campaign", **opening, **({"seed": 7} if dice == "practice" else {}))

    @classmethod
    def of(cls, state: State) -> Play:
        """A table at which ``state`` is the present."""
        play = cls.__new__(cls)
        play.state, play.entries, play.lines, play.draws = state, 1000, [], True
        return play

    def faces(self) -> FaceSource | None:
        """Where dice come from, as at a real table."""
        drawn = self.draws and self.state.house_rules.get("dice") not in (None, "physical")
        return PracticeDice(7, str(self.entries)) if drawn else None

    def act(self, seat: str, kind: str, **fields: Any) -> tuple[Fact, ...]:
        """Make a move; its facts survive their journey through an entry."""
        move = GAME.parse_move({"kind": kind, **fields})
        facts = GAME.decide(self.state, seat, move, AT, self.faces())
        assert GAME.decode_facts(json.loads(json.dumps(GAME.encode_facts(facts)))) == facts
        before, self.entries = self.state, self.entries + 1
        self.state = GAME.fold(before, self.id, facts)
        assert GAME.decide(before, seat, move, AT, GAME.recorded(facts)) == facts
        self.lines = [str(line) for line in GAME.tell(move, seat, facts, before, self.state)]
        return facts

    def refused(self, rule: str, seat: str, kind: str, **fields: Any) -> IllegalMove:
        """Make a move that must be refused by ``rule``."""
        with pytest.raises(IllegalMove) as caught:
            GAME.decide(self.state, seat, GAME.parse_move({"kind": kind, **fields}), AT, self.faces())
        assert caught.value.rule == rule, caught.value
        assert str(caught.value)
        return caught.value

    @property
    def id(self) -> str:
        """The id of the last entry; after a call, the conflict's."""
        return f"{self.entries:064x}"

    @property
    def own(self) -> Own:
        """The system's part of the state."""
        own: Own = self.state.game
        return own

    @property
    def conflict(self) -> Conflict:
        """The newest conflict."""
        return list(self.own.conflicts.values())[-1]

    def pools(self) -> dict[str, int]:
        """Oooh by seat."""
        return dict(self.own.pools)

    def sheet(self, name: str) -> Character:
        """A character's sheet."""
        return self.own.characters[name]

    def dice(self) -> dict[str, int]:
        """Dice of both sides of the newest conflict."""
        return {seat: side.dice for seat, side in self.conflict.sides.items()}

    def owed(self) -> list[tuple[str, str]]:
        """Who owes what."""
        return [(debt.seat, debt.owes) for debt in GAME.waiting(self.state)]

    def everybody(self) -> None:
        """A character for each player, named after them, with one Thingy and two banked."""
        for seat in self.state.players():
            name = seat.capitalize()
            self.act(seat, "create_character", name=f"{name}son", concept=f"{name} the Odd", thingies=[f"Knows {name}ish"], yo="Peace")

    def call(self, seat: str = "bob", against: str = "gm", **fields: Any) -> str:
        """Call a conflict with ``seat``'s character; gives its id."""
        name = fields.pop("character", f"{seat.capitalize()}son")
        self.act(seat, "call_conflict", character=name, against=against, stakes="the last biscuit", **fields)
        return self.id

    def roll(self, seat: str, **skulls: int) -> None:
        """Roll with so many Skulls for each side, the other dice Bones."""
        faces = {side: ["d6:1"] * skulls[side] + ["d6:2"] * (dice - skulls[side]) for side, dice in self.dice().items()}
        self.act(seat, "roll", faces=faces)


def total(state: State) -> int:
    """Every die there is: in pools, in pools of those who left, in conflicts, on offer."""
    own: Own = state.game
    sides = [side for conflict in own.conflicts.values() for side in conflict.sides.values()]
    offers = [offer.dice for side in sides for offer in side.offers.values()]
    return sum(own.pools.values()) + sum(own.away_pools.values()) + sum(side.dice for side in sides) + sum(offers)


def script(name: str) -> list[dict[str, Any]]:
    """The lines of a script in ``tests/scripts``."""
    return [json.loads(line) for line in (SCRIPTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def run(name: str) -> Play:
    """Play a script as ``spookynb run`` does: a line is refused exactly when it says so. Dice are counted at every line."""
    first, *rest = script(name)
    play = Play(*first["players"], **first["house_rules"])
    dice = total(play.state)
    for line in rest:
        move = {field: value for field, value in line.items() if field not in ("seat", "kind", "expect")}
        if line.get("expect") == "refused":
            with pytest.raises(IllegalMove):
                play.act(line["seat"], line["kind"], **move)
        else:
            play.act(line["seat"], line["kind"], **move)
        assert total(play.state) == dice
    return play
