"""Endings, ties, what opens the next story (SB-40 to SB-42), and who comes and goes (SB-1, SB-3a, situations)."""

from __future__ import annotations

import pytest

from spookybeans_play import GAME, Play, total


def table(*players: str, yo: int = 0, woe: int = 0, **options: object) -> Play:
    """Everybody with a Yo and a Woe; Bob's character with these scores."""
    play = Play(*(players or ("Bob", "Alice")), **options)  # type: ignore[arg-type]
    play.everybody()
    for debt in GAME.waiting(play.state):
        if debt.owes == "write_woe":
            play.act(debt.seat, "write_woe", character=debt.character, woe=f"Rain on {debt.character}")
    for what, by in (("yo", yo), ("woe", woe)):
        if by:
            play.act("gm", "gm_adjust", what=what, of="Bobson", by=by, why="from the paper journal")
    return play


def test_sb_40_nobody_but_the_gm_ends_a_story_and_not_in_a_conflict() -> None:
    play = table()
    play.refused("SB-40", "bob", "end_story")
    play.call()
    play.refused("SB-40", "gm", "end_story")
    assert "end_story" not in {template.kind for template in GAME.legal_moves(play.state, "gm")}
    play.act("bob", "call_off")
    play.act("gm", "end_story")


def test_sb_40_a_yo_earns_a_thingy_that_may_stay_banked() -> None:
    play = table(yo=2, woe=1)
    play.act("gm", "end_story")
    sheet = play.sheet("Bobson")
    assert (sheet.yo, sheet.woe, sheet.earned, sheet.banked) == ("", "Rain on Bobson", 1, 3)
    assert (sheet.yo_score, sheet.woe_score) == (0, 0)
    assert ("bob", "write_yo") in play.owed()
    play.refused("SB-40", "gm", "end_story")


def test_sb_40_a_woe_is_written_anew_by_the_player_to_the_left() -> None:
    play = table(woe=1)
    play.act("gm", "end_story")
    sheet = play.sheet("Bobson")
    assert (sheet.yo, sheet.woe, sheet.earned) == ("Peace", "", 0)
    play.refused("SB-7", "bob", "write_woe", character="Bobson", woe="A light drizzle")
    play.act("gm", "settle_tie", character="Aliceson", choice="neither")
    play.refused("SB-40", "alice", "call_conflict", character="Aliceson", against="gm", stakes="the umbrella")
    play.act("alice", "write_woe", character="Bobson", woe="A flood")
    play.call("alice")


@pytest.mark.parametrize(
    ("choice", "yo", "woe", "earned"),
    [("yo", "", "Rain on Bobson", 1), ("woe", "Peace", "", 0), ("both", "", "", 1), ("neither", "Peace", "Rain on Bobson", 0)],
)
def test_sb_41_the_gm_settles_a_tie(choice: str, yo: str, woe: str, earned: int) -> None:
    play = table(yo=1, woe=1)
    play.act("gm", "end_story")
    assert play.owed()[:2] == [("gm", "settle_tie"), ("gm", "settle_tie")], "0-0 is a tie too"
    play.refused("SB-41", "bob", "settle_tie", character="Bobson", choice=choice)
    play.refused("SB-41", "bob", "choose_ending", character="Bobson", ending="yo")
    play.refused("SB-41", "bob", "call_conflict", character="Bobson", against="gm", stakes="impatience")
    play.act("gm", "settle_tie", character="Bobson", choice=choice)
    sheet = play.sheet("Bobson")
    assert (sheet.yo, sheet.woe, sheet.earned, sheet.yo_score, sheet.woe_score) == (yo, woe, earned, 0, 0)
    play.refused("SB-41", "gm", "settle_tie", character="Bobson", choice=choice)


def test_sb_41_the_gm_may_leave_it_to_the_player() -> None:
    play = table()
    play.act("gm", "end_story")
    play.act("gm", "settle_tie", character="Bobson", choice="player")
    assert ("bob", "choose_ending") in play.owed()
    play.refused("SB-41", "alice", "choose_ending", character="Bobson", ending="yo")
    play.act("bob", "choose_ending", character="Bobson", ending="yo")
    assert (play.sheet("Bobson").earned, play.sheet("Bobson").yo) == (1, "")


def test_sb_42_what_came_true_opens_the_next_story() -> None:
    play = table(yo=1)
    play.act("gm", "end_story")
    assert any("Peace" in line for line in play.lines)
    play.act("gm", "settle_tie", character="Aliceson", choice="woe")
    play.act("bob", "write_yo", character="Bobson", yo="Quiet")
    play.act("bob", "write_woe", character="Aliceson", woe="Hail")
    play.call()
    assert play.lines[:3] == [
        "Story 2 begins",
        "The Yo of Bobson has come true: Peace.",
        "The Woe of Aliceson has come true: Rain on Aliceson.",
    ]
    play.act("bob", "call_off")
    play.call()
    assert "Story 2 begins" not in play.lines


def test_a_story_without_more_ado_carries_pools_and_marks_over() -> None:
    play = table(yo=1)
    play.act("gm", "gm_adjust", what="ouchies", of="Bobson", by=2, why="two old ones")
    before = play.pools()
    play.act("gm", "end_session", text="Goodnight.")
    play.act("gm", "end_story")
    assert (play.pools(), play.sheet("Bobson").ouchies) == (before, 2)


# ---------------------------------------------------------------------------------------------- coming and going


def test_sb_1_and_3a_joining_leaving_and_coming_back() -> None:
    play = table("Bob", "Alice")
    assert play.pools() == {"gm": 6, "bob": 3, "alice": 3}
    play.act("gm", "add_seat", name="Joe")
    assert play.pools() == {"gm": 9, "bob": 3, "alice": 3, "joe": 3}
    play.act("gm", "gm_adjust", what="oooh", of="joe", by=2, why="he brought his own")
    play.act("joe", "leave_seat", leaves="joe")
    assert play.pools() == {"gm": 9, "bob": 3, "alice": 3}
    assert "joe" not in GAME.summary(play.state)["seats"]
    play.act("gm", "add_seat", name="Joe")
    assert play.pools() == {"gm": 9, "bob": 3, "alice": 3, "joe": 5}


def test_a_donor_who_leaves_has_given_and_takes_offers_along() -> None:
    play = table("Bob", "Alice", "Joe")
    play.call()
    play.act("gm", "set_adversity", dice=4)
    play.act("joe", "give", to="bob", dice=1)
    play.act("alice", "offer", to="bob", dice=2)
    play.act("joe", "leave_seat", leaves="joe")
    play.act("gm", "leave_seat", leaves="alice")
    assert play.dice()["bob"] == 1
    assert play.conflict.sides["bob"].offers == {}
    assert play.own.away_pools == {"joe": 2, "alice": 3}
    play.act("bob", "call_off")
    assert play.own.away_pools == {"joe": 3, "alice": 3}, "a die that comes back waits for its owner"
    assert total(play.state) == 18


def test_a_contender_who_leaves_before_the_roll_calls_the_conflict_off() -> None:
    play = table("Bob", "Alice", "Joe")
    play.call("bob", "Aliceson", thingies=[{"thingy": "Bob the Odd"}])
    play.act("joe", "give", to="bob", dice=1)
    play.act("gm", "leave_seat", leaves="alice")
    assert play.own.conflicts == {}
    assert play.pools() == {"gm": 9, "bob": 3, "joe": 3}
    play.refused("SB-10", "bob", "call_conflict", character="Bobson", against="Aliceson", stakes="her empty chair")
    play.act("gm", "retire_character", character="Aliceson")


def test_a_winner_who_leaves_leaves_the_narration_to_the_gm() -> None:
    play = table("Bob", "Alice")
    play.call()
    play.act("gm", "set_adversity", dice=1)
    play.roll("bob", bob=0, gm=0)
    play.act("bob", "leave_seat", leaves="bob")
    assert ("gm", "narrate") in play.owed()
    play.act("gm", "narrate", text="He went out by the window.")


def test_endings_of_those_who_left_hold_nobody_up() -> None:
    play = table("Bob", "Alice", yo=1)
    play.act("gm", "end_story")
    play.act("gm", "settle_tie", character="Aliceson", choice="player")
    play.act("gm", "leave_seat", leaves="alice")
    play.act("bob", "write_yo", character="Bobson", yo="Quiet")
    play.call()


def test_gm_adjust_stays_within_what_a_table_can_read() -> None:
    play = table()
    low, high = GAME.adjustable(play.state)["oooh"]["bob"]
    assert low == -3
    play.refused("table", "gm", "gm_adjust", what="oooh", of="bob", by=-4, why="too many")
    play.refused("table", "gm", "gm_adjust", what="oooh", of="bob", by=high + 1, why="too many")
    play.refused("table", "gm", "gm_adjust", what="yo", of="Bobson", by=-1, why="below nothing")
    play.act("gm", "gm_adjust", what="oooh", of="bob", by=high, why="Christmas")
