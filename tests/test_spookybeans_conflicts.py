"""Calling, Adversity, Thingies, Player against Player, parallel scenes (SB-2, SB-9 to SB-12, SB-30 to SB-35, situations)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spookybeans_play import GAME, Play, total


def table(*players: str, **options: object) -> Play:
    play = Play(*(players or ("Bob", "Alice", "Joe")), **options)  # type: ignore[arg-type]
    play.everybody()
    return play


# ---------------------------------------------------------------------------------------------- SB-10


def test_sb_10_nobody_calls_against_themselves_or_for_somebody_else() -> None:
    play = table()
    play.act("bob", "create_character", name="Bob the Younger", concept="Nephew of Himself")
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="Bobson", stakes="dignity")
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="Bob the Younger", stakes="dignity")
    play.refused("SB-10", "bob", "call_conflict", character="Aliceson", against="gm", stakes="dignity")
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="Nobody", stakes="dignity")
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="gm", stakes="  ")


def test_sb_10_the_gm_calls_against_a_pc_and_the_player_rolls_first() -> None:
    play = table()
    play.act("gm", "create_character", name="The Baron", concept="Late Host", npc=True)
    play.refused("SB-30", "gm", "call_conflict", character="The Baron", against="gm", stakes="his own wake")
    play.refused("SB-14", "gm", "call_conflict", character="The Baron", against="Bobson", stakes="the waltz", accept=1)
    play.call("gm", "Bobson", character="The Baron", thingies=[{"thingy": "Late Host"}])
    assert list(play.conflict.sides) == ["bob", "gm"]
    play.act("gm", "set_adversity", dice=4)
    assert play.dice() == {"bob": 0, "gm": 4}, "NPCs' Thingies bring no dice (SB-12)"
    play.refused("SB-14", "gm", "take_ouchie")
    play.roll("bob", bob=0, gm=0)
    assert play.conflict.winner == "bob", "a tie goes to the Player (SB-17)"


def test_a_contender_is_in_one_conflict_at_a_time_and_parallel_ones_are_told_apart() -> None:
    play = table()
    first = play.call("bob")
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="gm", stakes="a second one")
    play.refused("SB-10", "alice", "call_conflict", character="Aliceson", against="Bobson", stakes="his attention")
    second = play.call("alice")
    refusal = play.refused("SB-10", "gm", "set_adversity", dice=2)
    assert refusal.data["conflicts"] == [first, second]
    play.act("gm", "set_adversity", dice=2, conflict=second)
    play.act("gm", "set_adversity", dice=3)
    play.act("joe", "give", to="bob", dice=1)
    assert {seat: side.dice for seat, side in play.own.conflicts[first].sides.items()} == {"bob": 1, "gm": 3}
    assert play.pools()["gm"] == 9 - 5
    play.refused("SB-13", "joe", "give", to="bob", dice=1, conflict=second)
    summary = GAME.summary(play.state)
    assert [one["id"] for one in summary["conflicts"]] == [first, second]
    assert summary["conflict"]["id"] == first


# ---------------------------------------------------------------------------------------------- SB-11, SB-12


def test_sb_11_adversity_comes_once_before_gifts_and_within_the_pool() -> None:
    play = table()
    play.call(thingies=[{"thingy": "Bob the Odd"}])
    play.refused("SB-11", "alice", "give", to="bob", dice=1)
    play.refused("SB-11", "alice", "offer", to="bob", dice=1)
    play.refused("SB-11", "bob", "invoke_thingy", thingy="Knows Bobish")
    play.refused("SB-11", "bob", "roll")
    play.refused("SB-11", "bob", "set_adversity", dice=2)
    play.act("bob", "ask", dice=2, ouchie=True)
    play.act("bob", "take_ouchie")
    for dice in (0, 10, 10**15):
        assert play.refused("SB-11", "gm", "set_adversity", dice=dice).data["limit"] == 9
    play.act("gm", "set_adversity", dice=9)
    assert play.dice() == {"bob": 1, "gm": 8}, "Thingies named in the call draw theirs first: 9 set, 8 left (SB-12)"
    play.refused("SB-11", "gm", "set_adversity", dice=1)


def test_sb_12_effective_adversity_follows_the_thingies_that_stand() -> None:
    play = table("Bob")
    play.act("bob", "define_thingy", character="Bobson", thingy="Reads Upside Down")
    play.act("bob", "define_thingy", character="Bobson", thingy="Left-Handed on Purpose")
    play.call()
    play.act("gm", "set_adversity", dice=3)
    assert play.pools()["gm"] == 0
    for thingy, left in (("Bob the Odd", 2), ("Knows Bobish", 1), ("Reads Upside Down", 0)):
        play.act("bob", "invoke_thingy", thingy=thingy)
        assert play.dice()["gm"] == left
    play.act("bob", "invoke_thingy", thingy="Left-Handed on Purpose")
    assert play.dice() == {"bob": 3, "gm": 0}
    assert "no die" in play.lines[0]
    assert play.conflict.adversity == 3, "Adversity once set is never changed"
    play.act("gm", "refuse_thingy", side="bob", thingy="Knows Bobish", why="nobody speaks it here")
    assert play.dice() == {"bob": 2, "gm": 1}, "refusing a Thingy restores the Adversity"
    assert total(play.state) == 6


def test_sb_12_a_refused_thingy_is_argued_once_more_with_a_new_reason() -> None:
    play = table()
    play.call(thingies=[{"thingy": "Knows Bobish", "why": "it says so on the door"}])
    play.refused("SB-12", "alice", "refuse_thingy", side="bob", thingy="Knows Bobish")
    play.act("gm", "refuse_thingy", side="bob", thingy="Knows Bobish", why="there is no door")
    play.act("gm", "set_adversity", dice=4)
    assert play.dice() == {"bob": 0, "gm": 4}
    play.refused("SB-12", "bob", "invoke_thingy", thingy="Knows Bobish", why="It says so, on the door!")
    play.refused("SB-12", "bob", "invoke_thingy", thingy="Knows Bobish")
    play.act("bob", "invoke_thingy", thingy="Knows Bobish", why="the window says so too")
    assert play.dice()["bob"] == 1
    play.act("gm", "refuse_thingy", side="bob", thingy="Knows Bobish")
    play.refused("SB-12", "bob", "invoke_thingy", thingy="Knows Bobish", why="a third reason")
    play.refused("SB-12", "bob", "invoke_thingy", thingy="Never Heard Of")
    play.refused("SB-12", "alice", "invoke_thingy", thingy="Alice the Odd")


def test_sb_11_an_empty_pool_is_adversity_nought_and_no_move_is_owed() -> None:
    play = table("Bob")
    play.state = replace(play.state, game=replace(play.own, pools={"gm": 0, "bob": 6}))
    play.call(thingies=[{"thingy": "Bob the Odd"}])
    assert play.conflict.adversity == 0
    assert ("gm", "set_adversity") not in play.owed()
    play.roll("bob", bob=0, gm=0)
    assert play.conflict.winner == "bob", "nobody has a die: the Player wins 0-0"


# ---------------------------------------------------------------------------------------------- SB-30 to SB-35


def test_sb_31_everybody_else_may_help_either_side() -> None:
    play = table()
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}])
    assert play.dice() == {"bob": 1, "alice": 0}, "between Players Thingies draw at the call"
    play.act("alice", "invoke_thingy", thingy="Alice the Odd")
    play.act("gm", "refuse_thingy", side="bob", thingy="Bob the Odd")
    assert play.dice() == {"bob": 0, "alice": 1}
    play.refused("SB-30", "gm", "set_adversity", dice=4)
    play.refused("SB-31", "alice", "give", to="bob", dice=1)
    play.refused("SB-2", "alice", "give", to="alice", dice=1)
    play.act("joe", "give", to="bob", dice=1)
    play.act("joe", "give", to="alice", dice=1)
    play.refused("SB-13", "gm", "give", to="alice", dice=2)
    play.act("alice", "take_ouchie")
    play.act("gm", "give", to="alice", dice=2)
    assert play.dice() == {"bob": 1, "alice": 4}


@pytest.mark.parametrize(("bob", "alice", "winner"), [(1, 1, "alice"), (2, 1, "bob"), (0, 0, "alice")])
def test_sb_32_a_tie_goes_to_the_side_that_did_not_call(bob: int, alice: int, winner: str) -> None:
    play = table()
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}, {"thingy": "Knows Bobish"}])
    for thingy in ("Alice the Odd", "Knows Aliceish"):
        play.act("alice", "invoke_thingy", thingy=thingy)
    play.roll("alice", bob=bob, alice=alice)
    assert play.conflict.winner == winner


def test_sb_35_the_side_of_an_npc_is_the_gms() -> None:
    play = table()
    play.act("gm", "create_character", name="The Baron", concept="Late Host", npc=True)
    play.call("bob", "The Baron")
    assert play.conflict.sides["gm"].character == "The Baron"
    play.act("gm", "set_adversity", dice=4)
    play.act("gm", "invoke_thingy", thingy="Late Host", why="it is his floor")
    assert play.dice()["gm"] == 4
    play.refused("SB-13", "gm", "give", to="bob", dice=1)


# ---------------------------------------------------------------------------------------------- SB-15, SB-20


def test_sb_15_full_boxes_refuse_an_ouchie() -> None:
    play = table(ouchie_boxes=1)
    play.act("gm", "gm_adjust", what="ouchies", of="Bobson", by=1, why="last week's")
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.refused("SB-15", "bob", "take_ouchie")
    play.refused("SB-14", "alice", "offer", to="bob", dice=1)
    play.refused("SB-14", "bob", "ask", dice=1, ouchie=True)


def test_sb_20_the_difference_is_capped_by_what_the_loser_rolled() -> None:
    play = table("Bob", "Alice", bones="difference")
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}, {"thingy": "Knows Bobish"}])
    play.act("alice", "invoke_thingy", thingy="Alice the Odd")
    play.roll("bob", bob=2, alice=1)
    assert play.pools() == {"gm": 3, "bob": 5, "alice": 4}, "no Bones at all: nothing changes hands"
    play.act("bob", "narrate", text="He was first.")
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}, {"thingy": "Knows Bobish"}])
    play.roll("bob", bob=1, alice=0)
    assert play.pools()["alice"] == 4, "the loser rolled nothing, so there is nothing to take"


def test_call_off_gives_back_every_die_and_ouchie_and_keeps_thingies_defined() -> None:
    play = table()
    before = play.pools()
    play.call(thingies=[{"thingy": "Bob the Odd"}])
    play.act("gm", "set_adversity", dice=5)
    play.act("joe", "give", to="bob", dice=1)
    play.act("alice", "offer", to="bob", dice=2)
    play.act("bob", "take_ouchie")
    play.act("joe", "give", to="bob", dice=1)
    play.act("bob", "define_thingy", character="Bobson", thingy="Reads Upside Down")
    play.refused("SB-14", "alice", "call_off")
    play.act("bob", "call_off", why="tea is ready")
    assert (play.pools(), play.own.conflicts) == (before, {})
    assert (play.sheet("Bobson").ouchies, play.sheet("Bobson").banked) == (0, 1)
    play.call()
    play.act("gm", "set_adversity", dice=1)
    play.roll("bob", bob=0, gm=0)
    play.refused("SB-14", "gm", "call_off")
