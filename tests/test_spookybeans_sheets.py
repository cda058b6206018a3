"""Sheets, names, Thingies, Yo and Woe (SB-4 to SB-8)."""

from __future__ import annotations

import pytest

from spookybeans_play import GAME, Play
from spookynb.systems.spookybeans.near import near
from spookynb.text import key


def table(*players: str) -> Play:
    play = Play(*(players or ("Bob", "Alice", "Joe")))
    play.everybody()
    return play


def test_sb_4_a_sheet_has_a_name_a_concept_and_up_to_three_thingies() -> None:
    play = Play("Bob")
    assert play.owed() == [("bob", "create_character")]
    play.refused("SB-4", "bob", "create_character", name="", concept="Odd")
    play.refused("SB-4", "bob", "create_character", name="Bobson", concept=" ")
    play.refused("SB-4", "bob", "create_character", name="Bobson", concept="Odd", thingies=["a", "b", "c", "d"])
    play.refused("SB-4", "bob", "create_character", name="Bobson", concept="Odd", thingies=["", "b"])
    play.refused("SB-4", "bob", "create_character", name="Bobson", concept="Odd", npc=True)
    play.refused("SB-4", "gm", "create_character", name="The Baron", concept="Late Host")
    play.act("bob", "create_character", name="Bobson", concept="Odd", thingies=["a"], yo="Peace")
    assert (play.sheet("Bobson").banked, play.sheet("Bobson").yo) == (2, "Peace")


@pytest.mark.parametrize(
    "sheet",
    [
        {"name": "BOBSON!", "concept": "Fresh"},
        {"name": "G.M.".replace(".", ""), "concept": "Fresh"},
        {"name": "New", "concept": "bob the odd"},
        {"name": "New", "concept": "Knows  Bobish"},
        {"name": "New", "concept": "Fresh", "thingies": ["Bob-the-Odd"]},
        {"name": "New", "concept": "Fresh", "thingies": ["Late Host."]},
        {"name": "New", "concept": "Fresh", "thingies": ["Fresh"]},
        {"name": "New", "concept": "Fresh", "thingies": ["Twice", "twice"]},
    ],
)
def test_sb_6_nothing_is_shared_not_with_npcs_and_not_within_a_sheet(sheet: dict[str, object]) -> None:
    play = table()
    play.act("gm", "create_character", name="The Baron", concept="Late Host", npc=True)
    play.refused("SB-6", "alice", "create_character", **sheet)


def test_sb_6_what_comes_near_is_allowed_with_a_warning_to_the_table() -> None:
    play = table()
    play.act("alice", "create_character", name="Bobsen", concept="The Odd Bob")
    warnings = [line for line in play.lines if "comes near" in line]
    assert warnings == [
        "Bobsen comes near Bobson; the table may want to tell them apart.",
        "The Odd Bob comes near Bob the Odd of Bobson; the table may want to tell them apart.",
    ]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Prudence", "Prudense", True),
        ("The Baron", "Baron", True),
        ("Ties Any Knot", "Any Knot Ties", True),
        ("Big Knife", "Big Wife", False),
        ("Dead Shot", "Dread Shot", True),
        ("Ann", "Dan", False),
        ("Owes the Moon a Favour", "Owed the Moon a Favor", True),
        ("", "", True),
        ("Gideon", "Prudence", False),
    ],
)
def test_how_near_is_near(one: str, other: str, alike: bool) -> None:
    assert near(key(one), key(other)) is alike
    assert near(key(other), key(one)) is alike


def test_sb_5_a_banked_thingy_is_defined_at_any_time() -> None:
    play = table()
    play.refused("SB-5", "alice", "define_thingy", character="Bobson", thingy="Whistles")
    play.refused("SB-6", "bob", "define_thingy", character="Bobson", thingy="knows aliceish")
    play.act("bob", "define_thingy", character="Bobson", thingy="Whistles", why="nobody was listening")
    play.act("bob", "define_thingy", character="Bobson", thingy="Whistles Back to Front")
    assert play.refused("SB-5", "bob", "define_thingy", character="Bobson", thingy="A third").data["holds"] == 0


def test_sb_7_the_woe_comes_from_the_left_the_gm_skipped() -> None:
    play = table()
    assert [one for one in play.owed() if one[1] == "write_woe"] == [("alice", "write_woe"), ("joe", "write_woe"), ("bob", "write_woe")]
    play.refused("SB-7", "bob", "write_woe", character="Bobson", woe="None")
    play.refused("SB-7", "joe", "write_woe", character="Bobson", woe="Mine")
    play.refused("SB-7", "gm", "write_woe", character="Bobson", woe="Mine")
    play.refused("SB-7", "alice", "write_woe", character="Bobson", woe="")
    play.act("alice", "write_woe", character="Bobson", woe="Counts other people's socks")
    play.refused("SB-7", "alice", "write_woe", character="Bobson", woe="A worse one")
    play.act("bob", "write_woe", character="Joeson", woe="Round the table and back")


def test_sb_7_with_one_player_the_gm_writes_it() -> None:
    play = table("Bob")
    play.act("gm", "write_woe", character="Bobson", woe="Alone at last")
    assert play.sheet("Bobson").woe == "Alone at last"


def test_a_sheet_is_reworded_in_the_open_by_its_own_player_between_conflicts() -> None:
    play = table()
    play.refused("SB-4", "alice", "edit_character", character="Bobson", concept="Hers")
    play.refused("SB-6", "bob", "edit_character", character="Bobson", concept="Alice the Odd")
    play.refused("SB-6", "bob", "edit_character", character="Bobson", thingies=["Bob the odd"])
    play.refused("SB-4", "bob", "edit_character", character="Bobson", thingies=["One", "Two"])
    play.act(
        "bob", "edit_character", character="Bobson", name="Robertson", concept="Bob the Even", thingies=["Knows Little"], why="he grew up"
    )
    sheet = play.sheet("Robertson")
    assert (sheet.concept, sheet.thingies, sheet.yo, sheet.seat) == ("Bob the Even", ("Knows Little",), "Peace", "bob")
    assert next(iter(play.own.characters)) == "Robertson"
    play.call(character="Robertson")
    play.refused("SB-10", "bob", "edit_character", character="Robertson", concept="Bob the Third")
    play.refused("SB-10", "bob", "retire_character", character="Robertson")


def test_who_is_on_the_roster_of_an_open_scene_keeps_their_name() -> None:
    play = table()
    play.act("gm", "open_scene", title="Attic", roster=["Bobson"])
    play.refused("SB-6", "bob", "edit_character", character="Bobson", name="Robertson")
    play.act("bob", "edit_character", character="Bobson", portrait="a door, half open")


def test_a_retired_character_frees_its_names() -> None:
    play = table()
    play.refused("SB-4", "alice", "retire_character", character="Bobson")
    play.act("bob", "retire_character", character="Bobson", why="gone to sea")
    play.act("alice", "create_character", name="Bobson", concept="Bob the Odd", thingies=["Knows Bobish"])
    assert GAME.characters(play.state)["Bobson"] == "alice"
    assert ("bob", "create_character") in play.owed()
