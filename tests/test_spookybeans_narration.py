"""Narration, cashing in, sending back and striking (SB-18, SB-19, SB-33)."""

from __future__ import annotations

import pytest

from spookybeans_play import GAME, Play


def rolled(winner: str = "bob", scene: tuple[str, ...] = (), **rules: object) -> Play:
    """Bob, with an Ouchie of this very conflict, against the GM: the dice have fallen. Alice and Joe look on, Alice with an Ouchie."""
    play = Play("Bob", "Alice", "Joe", **rules)  # type: ignore[arg-type]
    play.everybody()
    if scene:
        play.act("gm", "open_scene", title="The Pantry", roster=list(scene))
    play.act("gm", "gm_adjust", what="ouchies", of="Aliceson", by=1, why="an old one")
    play.call()
    play.act("bob", "take_ouchie")
    play.act("gm", "set_adversity", dice=1)
    play.roll("bob", bob=0, gm=0 if winner == "bob" else 1)
    return play


def test_sb_18_the_winner_narrates_and_that_closes_the_conflict() -> None:
    play = rolled()
    assert play.owed()[0] == ("bob", "narrate")
    play.refused("SB-18", "gm", "narrate", text="No.")
    play.refused("SB-18", "alice", "narrate", text="Me!")
    play.refused("SB-18", "bob", "narrate", text=" ")
    play.act("bob", "narrate", text="It opened.")
    assert GAME.summary(play.state)["conflict"] is None
    play.refused("SB-18", "bob", "narrate", text="And then it closed.")
    play.call()


def test_sb_19_own_ouchies_are_yo_and_others_woe_whoever_narrates() -> None:
    play = rolled()
    play.act("bob", "narrate", text="Ow.", cash="Bobson")
    assert (play.sheet("Bobson").yo_score, play.sheet("Bobson").woe_score, play.sheet("Bobson").ouchies) == (1, 0, 0)
    play = rolled(winner="gm")
    play.act("gm", "narrate", text="Ow.", cash="Bobson")
    assert (play.sheet("Bobson").yo_score, play.sheet("Bobson").woe_score, play.sheet("Bobson").ouchies) == (0, 1, 0)


def test_sb_19_bystanders_count_where_the_scene_names_them_and_the_house_lets_them() -> None:
    rolled().refused("SB-19", "bob", "narrate", text="Hers.", cash="Aliceson")
    rolled(scene=("Bobson", "Joeson")).refused("SB-19", "bob", "narrate", text="Hers.", cash="Aliceson")
    both = ("Bobson", "Aliceson")
    rolled(scene=both, bystander_ouchies=False).refused("SB-19", "bob", "narrate", text="Hers.", cash="Aliceson")
    play = rolled(scene=both)
    play.act("bob", "narrate", text="Hers.", cash="Aliceson")
    assert (play.sheet("Aliceson").woe_score, play.sheet("Aliceson").ouchies) == (1, 0)
    rolled().refused("SB-19", "bob", "narrate", text="His.", cash="Joeson")


def test_sb_33_the_opponents_ouchie_is_the_losers_woe() -> None:
    play = Play("Bob", "Alice")
    play.everybody()
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}])
    play.act("alice", "take_ouchie")
    play.roll("bob", bob=1, alice=0)
    play.act("bob", "narrate", text="She slipped.", cash="Aliceson")
    assert play.sheet("Aliceson").woe_score == 1


def test_sb_18_sent_back_once_undoes_what_was_cashed_until_the_revision() -> None:
    play = rolled()
    play.act("bob", "narrate", text="He is king now.", cash="Bobson")
    play.refused("SB-18", "alice", "send_back", why="no")
    play.refused("SB-18", "gm", "strike")
    play.refused("SB-18", "gm", "send_back", why="")
    play.act("gm", "send_back", why="nobody here has a crown")
    assert (play.sheet("Bobson").yo_score, play.sheet("Bobson").ouchies) == (0, 1)
    assert play.owed()[0] == ("bob", "narrate")
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="gm", stakes="the crown")
    play.act("bob", "narrate", text="He is king of the pantry.", cash="Bobson")
    play.refused("SB-18", "gm", "send_back", why="again")
    play.act("gm", "strike", why="still no crown")
    assert (play.sheet("Bobson").yo_score, play.sheet("Bobson").ouchies) == (1, 0), "a struck passage keeps what it cashed"
    assert play.own.last is not None
    assert play.own.last["winner"] == "bob", "the roll stands"
    play.refused("SB-18", "gm", "strike")


def test_sb_18_it_may_be_sent_back_until_a_contenders_next_call() -> None:
    play = rolled()
    play.act("bob", "narrate", text="It opened.")
    play.call("joe")
    play.act("joe", "call_off")
    play.act("gm", "send_back", why="it was locked")
    play.act("bob", "narrate", text="It was unlocked, and then it opened.")
    play.call()
    play.refused("SB-18", "gm", "strike")


def test_sb_18_the_gm_does_not_send_their_own_narration_back() -> None:
    play = rolled(winner="gm")
    play.act("gm", "narrate", text="It stayed shut.")
    play.refused("SB-18", "gm", "send_back", why="second thoughts")


def test_a_silent_narrator_leaves_it_to_the_gm_who_cashes_nothing() -> None:
    play = rolled()
    move = GAME.default(play.state, GAME.waiting(play.state)[0])
    assert move is not None
    play.act("bob", **move.model_dump(exclude_none=True))
    assert play.sheet("Bobson").ouchies == 1


@pytest.mark.parametrize(("most", "rule"), [(0, "cash"), (1, "also")])
def test_house_rule_ouchies_per_narration_limits_what_is_cashed(most: int, rule: str) -> None:
    play = rolled(scene=("Bobson", "Aliceson"), ouchies_per_narration=most)
    value: object = "Bobson" if rule == "cash" else ["Aliceson"]
    play.refused("SB-18" if rule == "also" else "SB-19", "bob", "narrate", text="Both.", **{rule: value})


def test_house_rule_ouchies_per_narration_cashes_one_each_of_several() -> None:
    play = rolled(scene=("Bobson", "Aliceson"), ouchies_per_narration=2)
    play.refused("SB-18", "bob", "narrate", text="Twice.", cash="Bobson", also=["Bobson"])
    play.act("bob", "narrate", text="Both.", cash="Bobson", also=["Aliceson"])
    assert (play.sheet("Bobson").yo_score, play.sheet("Aliceson").woe_score) == (1, 1)
    play.act("gm", "send_back", why="one at a time")
    assert (play.sheet("Bobson").ouchies, play.sheet("Aliceson").ouchies) == (1, 1)
