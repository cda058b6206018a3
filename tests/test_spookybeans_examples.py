"""The worked examples of the rules, SB-E1 to SB-E18, each by its number; the longer ones are scripts in ``tests/scripts``."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace

from spookybeans_play import GAME, Play, run, total
from spookynb.dice import tally
from spookynb.systems.spookybeans.sheet import Character


@pytest.mark.parametrize(
    ("case", "faces", "skulls", "bones"),
    [
        ("SB-E1", "d6:3 d6:6 d6:1", 2, 1),
        ("SB-E2", "coin:H coin:H coin:T coin:T coin:H coin:T", 3, 3),
        ("SB-E3", "d6:1 d4:4 d20:17", 2, 1),
        ("SB-E4", "d10:4 d10:3 coin:H coin:T coin:H", 3, 2),
    ],
)
def test_sb_e1_to_e4_a_roll_in_a_conflict_counts_skulls_and_bones(case: str, faces: str, skulls: int, bones: int) -> None:
    assert tally(faces.split()) == (skulls, bones), case
    play = Play("Bob")
    play.everybody()
    play.call()
    play.act("gm", "set_adversity", dice=1)
    side = replace(play.conflict.sides["bob"], dice=len(faces.split()))
    conflict = replace(play.conflict, sides={**play.conflict.sides, "bob": side})
    play.state = replace(play.state, game=replace(play.own, conflicts={conflict.id: conflict}))
    play.act("bob", "roll", faces={"bob": faces.split(), "gm": ["d6:2"]})
    assert (play.conflict.sides["bob"].skulls, play.conflict.sides["bob"].bones) == (skulls, bones)


def test_sb_e5_default_adversity_is_the_people_at_the_table() -> None:
    play = run("sb-e05-default-adversity")
    assert play.pools() == {"gm": 9, "bob": 3, "alice": 3, "joe": 3}
    debt = next(debt for debt in GAME.waiting(play.state) if debt.owes == "set_adversity")
    move = GAME.default(play.state, debt)
    assert getattr(move, "dice", None) == 4


def test_sb_e6_adversity_seven_while_the_gm_holds_seven() -> None:
    play = run("sb-e06-car-and-shoe")
    assert play.dice() == {"joe": 0, "gm": 7}
    assert play.pools()["gm"] == 2


def test_sb_e6a_one_die_against_six() -> None:
    play = run("sb-e06a-bicycle")
    assert play.dice() == {"alice": 1, "gm": 6}
    assert play.owed()[0] == ("alice", "roll")


def test_sb_e7_two_relevant_thingies_bring_two_dice_from_the_gm() -> None:
    play = run("sb-e07-graffiti")
    assert play.dice() == {"alice": 2, "gm": 4}
    assert play.pools()["gm"] == 9 - 4 - 2


def test_sb_e8_an_ouchie_lets_everybody_give_up_to_two() -> None:
    play = run("sb-e08-vending-machine")
    assert play.dice()["bob"] == 4
    assert play.sheet("Cameron").ouchies == 1
    assert play.pools() == {"gm": 5, "bob": 3, "alice": 1, "joe": 1}


def test_sb_e9_a_declined_offer_and_a_better_one() -> None:
    play = run("sb-e09-shoe-bargain")
    assert play.dice()["joe"] == 2
    assert play.sheet("Blergh").ouchies == 1


def test_sb_e10_hacking_is_won_and_two_bones_go_each_way() -> None:
    play = run("sb-e10-hacking")
    assert play.own.last == {"winner": "bob", "skulls": {"bob": 3, "gm": 2}, "bones": {"bob": 2, "gm": 2}}
    # Bob: 3 of his own pool, 3 Skulls, 2 of the GM's Bones. The GM: 12, less 4 and 2 dice, plus 2 Skulls and 2 Bones.
    assert play.pools() == {"gm": 10, "bob": 8, "alice": 2, "joe": 2, "ralph": 2}


def test_sb_e11_jump_shot_by_the_rule_gains_the_gm_two() -> None:
    """The text of the example says that the GM gains one; its own dice (4 Bones against 2) make it two. An erratum."""
    play = run("sb-e11-jump-shot")
    assert play.own.last is not None
    assert (play.own.last["winner"], play.own.last["bones"]) == ("gm", {"bob": 4, "gm": 2})
    assert play.pools()["gm"] == 12 + 2
    assert (play.sheet("Cameron").woe_score, play.sheet("Cameron").ouchies) == (1, 0)


@pytest.mark.parametrize(("bones", "ralph", "phil"), [("exchange", 3 + 3, 3 + 3), ("difference", 3 + 4 + 1, 3 + 1)])
def test_sb_e12_liquor_store_by_either_house_rule(bones: str, ralph: int, phil: int) -> None:
    play = run(f"sb-e12-liquor-store-{bones}")
    assert play.own.last is not None
    assert play.own.last["winner"] == "ralph"
    assert (play.sheet("Burnout").yo_score, play.sheet("Burnout").ouchies) == (1, 0)
    assert (play.pools()["ralph"], play.pools()["phil"]) == (ralph, phil)
    assert play.pools()["gm"] == 12 - 1 - 2
    assert total(play.state) == 24


def test_sb_e13_an_own_ouchie_cashed_is_a_yo() -> None:
    play = run("sb-e13-vending-machine-won")
    assert (play.sheet("Cameron").yo_score, play.sheet("Cameron").ouchies) == (1, 0)


def test_sb_e14_the_gm_cashes_an_ouchie_for_a_woe() -> None:
    play = run("sb-e14-cowpat")
    assert (play.sheet("Weird Ernie").woe_score, play.sheet("Weird Ernie").yo_score, play.sheet("Weird Ernie").ouchies) == (1, 0, 0)


def test_sb_e15_a_banked_thingy_is_used_at_once() -> None:
    play = run("sb-e15-burning-building")
    assert play.sheet("Nikki").banked == 1
    assert play.dice()["alice"] == 1


def test_sb_e16_yo_above_woe() -> None:
    play = run("sb-e16-alistair")
    sheet = play.sheet("Alistair")
    assert (sheet.yo, sheet.woe) == ("Somebody who asks him to dinner", "A slug, and no way back")
    assert (sheet.yo_score, sheet.woe_score, sheet.earned, sheet.banked) == (0, 0, 1, 4)
    assert any("Somebody to dine with" in line for line in play.lines), "what came true opens the next story (SB-42)"


def test_sb_e17_woe_above_yo() -> None:
    play = run("sb-e17-nikki")
    sheet = play.sheet("Nikki")
    assert (sheet.yo, sheet.woe) == ("Plays the stadium twice", "Trains the next one")
    assert (sheet.yo_score, sheet.woe_score, sheet.earned) == (0, 0, 0)


def test_sb_e18_paulines_sheet_is_legal_and_survives_a_round_trip() -> None:
    pauline = Character(
        name="Pauline", seat="pat", concept="Living Dead Girl", thingies=("Hears a Pulse", "Excellent Teeth", "Good at Parties"),
        banked=1, earned=1, ouchies=1, yo="A coffee shop of her own", woe="The front door of a very large shop", yo_score=1,
    )  # fmt: skip
    assert msgspec.json.decode(msgspec.json.encode(pauline), type=Character) == pauline
    play = Play("Pat")
    play.state = replace(play.state, game=replace(play.own, characters={"Pauline": pauline}))
    shown = json.loads(json.dumps(GAME.summary(play.state)))["characters"]["Pauline"]
    assert shown["yo"] == {"text": "A coffee shop of her own", "score": 1}
    assert (shown["banked"], shown["ouchies"], len(shown["thingies"])) == (1, 1, 3)
    play.call("pat", character="Pauline", thingies=[{"thingy": "Living Dead Girl"}])
    play.act("gm", "set_adversity", dice=2)
    play.act("pat", "define_thingy", character="Pauline", thingy="Never Tired")
    play.act("pat", "invoke_thingy", thingy="Never Tired")
    play.roll("pat", pat=2, gm=0)
    play.act("pat", "narrate", text="She stayed.", cash="Pauline")
    assert (play.sheet("Pauline").yo_score, play.sheet("Pauline").ouchies, play.sheet("Pauline").banked) == (2, 0, 0)
