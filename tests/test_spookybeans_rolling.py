"""Readiness, where faces come from, and chances against enumeration (SB-16, SB-17, SB-32)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from spookybeans_play import AT, GAME, Play
from spookynb.dice import GivenDice
from spookynb.systems.spookybeans.moves import Roll


def table(*players: str, dice: str = "practice", hot_seat: bool = False) -> Play:
    play = Play(*(players or ("Bob", "Alice", "Joe")), dice=dice, hot_seat=hot_seat)
    play.everybody()
    return play


# ---------------------------------------------------------------------------------------------- who may say so


def test_hot_seat_one_roll_speaks_for_both_sides() -> None:
    for speaker in ("bob", "gm"):
        play = table(hot_seat=True)
        play.call()
        play.act("gm", "set_adversity", dice=4)
        play.refused("SB-17", "alice", "roll")
        play.act(speaker, "roll")
        assert play.conflict.stage == "rolled"
        play.refused("SB-17", "bob", "roll")
    play = table(hot_seat=True)
    play.call("bob", "Aliceson")
    play.refused("SB-17", "gm", "roll")
    play.act("alice", "roll")
    assert play.conflict.stage == "rolled"


def test_away_the_contender_rolls_at_any_time_and_the_gm_once_nobody_else_is_waited_for() -> None:
    play = table()
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.refused("SB-17", "gm", "roll")
    play.act("alice", "pass")
    play.act("joe", "give", to="bob", dice=1)
    assert play.owed()[0] == ("bob", "roll")
    play.act("gm", "roll")
    assert play.conflict.stage == "rolled"


def test_away_a_reason_that_the_gm_has_not_seen_waits_for_one_visit() -> None:
    play = table()
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.act("bob", "invoke_thingy", thingy="Bob the Odd")
    play.act("bob", "roll")
    assert play.conflict.stage == "open"
    play.refused("SB-17", "bob", "roll")
    assert play.owed()[0] == ("gm", "roll")
    play.act("gm", "roll")
    assert play.conflict.stage == "rolled"


def test_away_a_refusal_lets_the_contender_think_again() -> None:
    play = table()
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.act("bob", "invoke_thingy", thingy="Bob the Odd")
    play.act("bob", "roll")
    play.act("gm", "refuse_thingy", side="bob", thingy="Bob the Odd")
    assert play.conflict.stage == "open"
    play.act("bob", "roll")
    assert play.conflict.stage == "rolled"


def test_a_thingy_named_in_the_call_is_seen_when_adversity_is_set() -> None:
    play = table()
    play.call(thingies=[{"thingy": "Bob the Odd", "why": "odd work"}])
    play.act("gm", "set_adversity", dice=4)
    play.act("bob", "roll")
    assert play.conflict.stage == "rolled"


def test_away_the_gm_waits_for_a_player_whom_they_have_called() -> None:
    play = table("Bob")
    play.call("gm", "Bobson", character="gm", roll_when_ready=True)
    play.act("gm", "set_adversity", dice=2)
    assert play.conflict.stage == "open"
    play.refused("SB-17", "gm", "roll")
    assert play.owed()[0] == ("bob", "roll")
    play.act("bob", "take_ouchie")
    assert play.conflict.stage == "rolled", "the GM's standing term then rolls"


def test_away_player_against_player_both_must_be_ready() -> None:
    play = table()
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}])
    play.act("joe", "pass")
    play.act("bob", "roll")
    play.act("alice", "roll")
    assert play.conflict.stage == "open", "the GM has not seen the Thingy"
    assert ("gm", "pass") in play.owed()
    play.act("gm", "pass")
    assert play.conflict.stage == "rolled"


def test_standing_terms_roll_as_soon_as_nobody_is_waited_for() -> None:
    for hot_seat in (True, False):
        play = table(hot_seat=hot_seat)
        play.call(roll_when_ready=True)
        play.act("gm", "set_adversity", dice=4)
        play.act("alice", "pass")
        assert play.conflict.stage == "open"
        play.act("joe", "offer", to="bob", dice=1)
        assert play.conflict.stage == "open"
        play.act("bob", "answer_offer", donor="joe", accept=True)
        assert play.conflict.stage == "rolled"


def test_where_nobody_can_draw_whoever_is_ready_stays_ready_and_anybody_may_roll_later() -> None:
    play = table(hot_seat=True)
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.draws = False
    play.act("bob", "roll")
    assert play.conflict.stage == "open"
    play.draws = True
    play.act("joe", "roll")
    assert play.conflict.stage == "rolled"


# ---------------------------------------------------------------------------------------------- faces


def test_physical_faces_are_typed_by_whoever_completes_readiness() -> None:
    play = table("Bob", "Alice", dice="physical")
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}])
    play.act("gm", "pass")
    play.refused("SB-17", "bob", "roll", faces={"bob": ["d6:1"], "alice": []})
    play.act("bob", "roll")
    play.refused("SB-17", "alice", "roll")
    play.refused("SB-17", "alice", "roll", faces={"bob": ["d6:1", "d6:1"]})
    play.refused("SB-17", "alice", "roll", faces={"bob": ["d6:1"], "joe": ["d6:1"]})
    for face in ("d7:1", "d6:7", "d6:0", "coin:3", "d10:11", "six", "d6:\u0663"):
        play.refused("SB-16", "alice", "roll", faces={"bob": [face]})
    play.act("alice", "roll", faces={"bob": ["d100:99"]})
    assert play.conflict.winner == "bob"
    assert play.conflict.sides["bob"].faces == ("d100:99",)


def test_drawn_dice_take_no_typed_faces_and_recorded_ones_are_never_drawn_again() -> None:
    play = table(hot_seat=True)
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.refused("SB-16", "bob", "roll", faces={"bob": [], "gm": ["d6:1"] * 4})
    facts = GAME.decide(play.state, "bob", Roll(), AT, GivenDice({"bob": (), "gm": ("d6:1", "d6:2", "d6:3", "d6:4")}))
    assert GAME.decide(play.state, "bob", Roll(), AT, GAME.recorded(facts)) == facts


# ---------------------------------------------------------------------------------------------- chances


def _with_dice(play: Play, mine: int, theirs: int) -> None:
    """Put so many dice on each side, straight into the state."""
    one, other = play.conflict.sides.values()
    sides = {one.seat: replace(one, dice=mine), other.seat: replace(other, dice=theirs)}
    conflict = replace(play.conflict, sides=sides)
    play.state = replace(play.state, game=replace(play.own, conflicts={conflict.id: conflict}))


@pytest.mark.parametrize("against", ["gm", "Aliceson"])
@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (1, 0), (0, 2), (2, 2), (3, 2), (2, 4)])
def test_chances_are_those_of_every_roll_there_is(against: str, mine: int, theirs: int) -> None:
    play = table(dice="physical", hot_seat=True)
    play.call("bob", against)
    if against == "gm":
        play.act("gm", "set_adversity", dice=1)
    _with_dice(play, mine, theirs)
    stands = {one.seat: one for one in GAME.chances(play.state) if one.label == "as it stands"}
    wins = dict.fromkeys(play.conflict.sides, 0)
    for fallen in product(("coin:H", "coin:T"), repeat=mine + theirs):
        faces = dict(zip(play.conflict.sides, (fallen[:mine], fallen[mine:]), strict=True))
        facts = GAME.decide(play.state, "bob", Roll(faces=faces), AT, None)
        last = GAME.fold(play.state, "f" * 64, facts).game.last
        wins[last["winner"]] += 1
    for seat, chance in stands.items():
        assert Fraction(chance.numerator, chance.denominator) == Fraction(wins[seat], 2 ** (mine + theirs))
    assert set(stands) == set(wins) - {"gm"}


def test_chances_show_what_offers_and_one_more_die_would_do() -> None:
    play = table(hot_seat=True)
    play.call(thingies=[{"thingy": "Bob the Odd"}])
    assert GAME.chances(play.state) == [], "nobody knows before Adversity is set"
    play.act("gm", "set_adversity", dice=4)
    play.act("alice", "offer", to="bob", dice=2)
    shown = {one.label: (one.dice, Fraction(one.numerator, one.denominator)) for one in GAME.chances(play.state)}
    assert shown == {
        "as it stands": ((1, 4), Fraction(6, 32)),
        "with Alice's 2 and an Ouchie": ((3, 4), Fraction(1, 2)),
        "with one more die": ((2, 4), Fraction(22, 64)),
    }
