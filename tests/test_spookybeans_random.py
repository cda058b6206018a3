"""Play at random: nothing raises, no die is lost, nothing goes below zero, and what is offered is exactly what is accepted."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from spookybeans_play import AT, GAME, Play, total
from spookynb.bots import random_move, sample
from spookynb.errors import IllegalMove, NotYourSeat
from spookynb.moves import Template
from spookynb.state import SeatJoined, State
from spookynb.systems.spookybeans.moves import MOVES

KINDS = tuple(str(model.model_fields["kind"].default) for model in MOVES)

#: kinds that would crowd out conflicts if they were as likely as everything else
_SELDOM = (
    "post", "loose_roll", "end_session", "gm_adjust", "change_house_rule", "open_scene", "close_scene", "end_story",
    "edit_character", "retire_character", "define_thingy", "call_off", "create_character",
)  # fmt: skip
_LIKES = {**dict.fromkeys(_SELDOM, 0.04), "leave_seat": 0.003, "add_seat": 0.002, "roll": 0.3, "take_ouchie": 0.3, "send_back": 1}
_OFTEN = {"give": 3, "offer": 3, "answer_offer": 5, "call_conflict": 3, "settle_tie": 5, "choose_ending": 9, "strike": 9}

TABLES = [
    (True, "practice", ("Bob", "Alice", "Joe")),
    (False, "practice", ("Bob", "Alice", "Joe", "Ralph")),
    (False, "physical", ("Bob", "Alice")),
    (True, "physical", ("Bob",)),
]
MOVES_A_TABLE = 25_000


def _likes(state: State) -> dict[str, float]:
    crowd = len(state.game.characters) > 6
    return {**_LIKES, **_OFTEN, "retire_character": 0.5 if crowd else 0.02, "create_character": 0.02 if crowd else 0.2}


def _step(play: Play, rng: Random) -> int:
    """One random legal move; gives the dice that it brought to the table or took away."""
    seat, move = random_move(GAME, play.state, rng, likes=_likes(play.state))
    typed = GAME.parse_move(move)
    facts = GAME.decide(play.state, seat, typed, AT, play.faces())
    before, play.entries = play.state, play.entries + 1
    play.state = GAME.fold(before, play.id, facts)
    if play.entries % 10 == 0:
        assert GAME.decide(before, seat, typed, AT, GAME.recorded(facts)) == facts
        for line in GAME.tell(typed, seat, facts, before, play.state):
            assert str(line).strip()
    if move["kind"] == "gm_adjust" and move["what"] == "oooh":
        return int(move["by"])
    return 6 * sum(isinstance(fact, SeatJoined) and not fact.returns for fact in facts)


def _sane(state: State) -> None:
    own = state.game
    sheets = own.characters.values()
    assert all(dice >= 0 for dice in own.pools.values())
    assert all(min(one.ouchies, one.yo_score, one.woe_score, one.banked, one.earned) >= 0 for one in sheets)
    sides = [side for conflict in own.conflicts.values() for side in conflict.sides.values()]
    assert all(side.dice >= 0 for side in sides)
    assert all(conflict.stage == "open" or not any(side.dice for side in conflict.sides.values()) for conflict in own.conflicts.values())
    engaged = [seat for one in own.conflicts.values() if one.stage != "told" for seat in one.sides if seat != "gm"]
    assert len(engaged) == len(set(engaged))


def _answers(play: Play) -> None:
    """Every question has an answer, and the move of silence is one that may be made."""
    state = play.state
    json.dumps(GAME.summary(state), allow_nan=False)
    assert all(0 <= chance.win <= 1 for chance in GAME.chances(state))
    for debt in GAME.waiting(state):
        move = GAME.default(state, debt)
        if move is not None:
            GAME.decide(state, debt.seat, move, AT, play.faces())
        else:
            kinds = {template.kind for template in GAME.legal_moves(state, debt.seat)}
            assert debt.owes in kinds, debt


@pytest.mark.parametrize(("hot_seat", "dice", "players"), TABLES)
def test_random_play_never_raises_and_keeps_every_die(hot_seat: bool, dice: str, players: tuple[str, ...]) -> None:
    rng = Random(f"{hot_seat} {dice} {players}")
    play = Play(*players, hot_seat=hot_seat, dice=dice, ouchies_per_narration=2)
    dice_at_table = total(play.state)
    rolled = 0
    for number in range(MOVES_A_TABLE):
        last = play.own.last
        dice_at_table += _step(play, rng)
        rolled += play.own.last is not last
        assert total(play.state) == dice_at_table
        _sane(play.state)
        if number % 25 == 0:
            _answers(play)
    assert rolled > MOVES_A_TABLE / 50, "conflicts must come to their rolls, or nothing was tried"


# ---------------------------------------------------------------------------------------------- offered is accepted


def _strange(state: State, rng: Random) -> Any:
    """A value that might stand in a field: a name from the table, or something that nobody meant."""
    own = state.game
    words = [one for sheet in own.characters.values() for one in (sheet.name, sheet.concept, *sheet.thingies, sheet.name.upper() + "!")]
    pool = [*state.seats, *own.conflicts, *words, "", " ", "gm", "nobody", "x" * 201, "\u202ename", "yo", "both", "none of these"]
    return rng.choice(
        [
            rng.choice(pool),
            rng.choice(pool),
            rng.randint(-1, 4),
            rng.choice([10**15, 2**60, True, False, 1.0, [], {}, ["d6:1"], {"bob": ["d7:1"]}]),
        ]
    )


def _bent(move: dict[str, Any], state: State, rng: Random) -> dict[str, Any]:
    """A near miss: one field of a legal move is another, gone or new."""
    move = dict(move)
    name = rng.choice([name for name in move if name != "kind"] or ["conflict"])
    what = rng.random()
    if what < 0.2:
        move.pop(name, None)
    elif what < 0.4 and type(move.get(name)) is int:
        move[name] += rng.choice((-1, 1, 10))
    elif what < 0.45:
        move["unheard_of"] = 1
    elif what < 0.5:
        move["conflict"] = rng.choice([*state.game.conflicts, "no such one"])
    elif what < 0.55:
        move["kind"] = rng.choice(KINDS)
    elif isinstance(value := move.get(name), list) and value and what < 0.7:
        move[name] = value + value[:1]
    else:
        move[name] = _strange(state, rng)
    return move


def _wild(state: State, rng: Random) -> dict[str, Any]:
    """Any move at all, its fields filled with whatever lies about."""
    model = rng.choice(MOVES)
    fields = [name for name in model.model_fields if name != "kind"]
    return {"kind": model.model_fields["kind"].default, **{name: _strange(state, rng) for name in fields if rng.random() < 0.7}}


def _accepted(play: Play, seat: str, move: dict[str, Any]) -> bool:
    try:
        GAME.decide(play.state, seat, GAME.parse_move(move), AT, play.faces())
    except IllegalMove as refusal:
        assert refusal.rule
        assert refusal.what.endswith((".", "?", "!")) or refusal.rule == "form"
        return False
    except NotYourSeat:
        return False
    return True


def _tries(play: Play, templates: list[Template], rng: Random) -> list[dict[str, Any]]:
    moves = [sample(rng.choice(templates), rng) for _ in range(3)] if templates else []
    return [*moves, *(_bent(move, play.state, rng) for move in moves), _wild(play.state, rng), _wild(play.state, rng)]


@pytest.mark.parametrize(("hot_seat", "dice", "players"), TABLES)
def test_what_is_offered_is_exactly_what_is_accepted(hot_seat: bool, dice: str, players: tuple[str, ...]) -> None:
    rng = Random(f"offered {hot_seat} {dice} {players}")
    play = Play(*players, hot_seat=hot_seat, dice=dice, ouchies_per_narration=3, ouchies_per_conflict=2, ouchie_boxes=4)
    outcomes = {True: 0, False: 0}
    for _ in range(2_500):
        _step(play, rng)
        seat = rng.choice(play.state.people())
        legal = [template for template in GAME.legal_moves(play.state, seat) if template.kind in KINDS]
        by_kind = {template.kind: template for template in rng.sample(legal, len(legal))}
        for move in _tries(play, list(by_kind.values()), rng):
            fits = any(template.fits(move) for template in legal)
            assert _accepted(play, seat, move) == fits, (seat, move)
            outcomes[fits] += 1
    assert min(outcomes.values()) > 5_000
