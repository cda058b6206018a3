"""How journals read: one full stop to a sentence whatever people's own words end in, and ties and bargains in plain words."""

from __future__ import annotations

import re

import pytest

from journals import Writer
from spookybeans_play import Play
from spookynb.moves import Line, em, line
from spookynb.phrases import fallen, listed, quoted, sentence


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("the hat", "At stake: the hat."), ("Is it warm?", "At stake: Is it warm?"), ("buried...", "At stake: buried..."),
        ("“Boo!”", "At stake: “Boo!”"), ("the hat (hers)", "At stake: the hat (hers)."), ("Mr. T.", "At stake: Mr. T."),
    ],
)  # fmt: skip
def test_a_sentence_has_one_full_stop(words: str, told: str) -> None:
    assert str(line(*sentence("At stake: ", em(words)))) == told


def test_lists_quotes_and_faces() -> None:
    assert ["".join(listed(names)) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert [str(line("Yes.", *quoted(words))) for words in ("", "Boo", "“Boo”", "“")] == ["Yes.", "Yes. “Boo”", "Yes. “Boo”", "Yes. ““”"]
    assert fallen(["d6:3", "d6:1"]) == "3 1"
    assert fallen(["d6:3", "d6:1", "coin:H", "d6:2"]) == "d6 3 1, coin H, d6 2"


def test_no_line_stops_twice_however_names_and_reasons_end() -> None:
    play = Play("Bob", "Alice", "Joe", dice="physical")
    lines = []
    for seat, kind, fields in (
        ("bob", "create_character", {"name": "Who?", "concept": "The one.", "thingies": ["Buried...", "Woof!"], "yo": "A bed, damp."}),
        ("alice", "create_character", {"name": "Nikki!", "concept": "Untamed.", "yo": "Rest."}),
        ("alice", "write_woe", {"character": "Who?", "woe": "Still buried?"}),
        ("alice", "edit_character", {"character": "Nikki!", "concept": "Tamed.", "why": "She asked."}),
        ("bob", "define_thingy", {"character": "Who?", "thingy": "Waits.", "why": "shy."}),
        ("bob", "call_conflict", {"character": "Who?", "against": "Nikki!", "stakes": "Is it warm?", "thingies": [{"thingy": "The one."}]}),
        ("joe", "give", {"to": "bob", "dice": 1}),
        ("bob", "roll", {"faces": {"bob": ["d6:1", "d6:2"], "alice": []}}),
        ("gm", "gm_adjust", {"what": "yo", "of": "Who?", "by": 1, "why": "Because."}),
        ("bob", "narrate", {"text": "Warm."}),
        ("gm", "end_story", {}),
    ):
        play.act(seat, kind, **fields)
        lines += play.lines
    assert [one for one in lines if re.search(r"[!?]\.|(?<!\.)\.\.(?!\.)|\.{4}", one)] == []
    assert all(one.endswith((".", "?", "!", ":", "”")) for one in lines if not one.startswith(("Conflict", "The end")))
    assert "The Yo of Who? comes true, 1 to 0, and earns a Thingy: A bed, damp." in lines


def test_the_title_page_says_house_rules_in_words_and_stops_once() -> None:
    writer = Writer(mood="damp.", lines=["spiders", "the bees!"], house_rules={"bones": "difference", "ouchie_boxes": 3})
    page = writer.text.decode()
    assert "**Mood**: damp.\n" in page and "**Lines**: spiders; the bees!\n" in page
    assert "**Dice**: physical, rolled by hand and typed in.\n" in page
    assert "**House rules**: the winner takes the difference in Bones; " in page and "a sheet holds at most 3 Ouchies; " in page
    assert "_" not in page.partition("---")[0]


def test_a_tie_says_whose_it_is() -> None:
    play = Play("Bob", "Alice", dice="physical")
    play.everybody()
    play.call()
    play.act("gm", "set_adversity", dice=1)
    play.act("alice", "give", to="bob", dice=1)
    play.roll("bob", bob=1, gm=1)
    assert play.lines[-1].startswith("Bobson wins, 1 Skull each: a tie goes to the Player. No Bones change hands: ")
    play.act("bob", "narrate", text="Crumbs.")
    play.call("bob", "Aliceson")
    play.roll("bob", bob=0, alice=0)
    assert play.lines == ["Neither side has a die to roll.", "Aliceson wins: a tie goes to the side that was called."]


def test_a_game_may_leave_a_table_move_to_the_tables_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that words none of the table's facts: the table tells them plainly."""
    writer = Writer(house_rules={"dice": "practice"}, seed=7)
    system = type(writer.game.system)
    monkeypatch.setattr(system, "tell", staticmethod(lambda *_: list[Line]()))
    writer.play("gm", "change_house_rule", name="bones", value="difference", why="Fun.")
    writer.play("gm", "gm_adjust", what="oooh", of="ines", by=-1, why="Lost.")
    writer.play("ines", "loose_roll", notation="coin", reason="Luck?")
    told = [str(one) for taken in writer.taken[1:] for one in taken.lines(writer.game)]
    assert told == [
        "Odile changes a house rule: bones is difference from here on; it was exchange. “Fun.”",
        "Odile overrides by hand: oooh of Ines goes down by 1. “Lost.”",
        f"Ines rolls coin {writer.taken[-1].facts[0].faces[0][-1]} for colour. “Luck?”",
    ]
