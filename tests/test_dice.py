"""Dice as players name, type and roll them (SB-16, SB-17)."""

import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookynb.dice import (
    MOST_DICE,
    GivenDice,
    OpenDice,
    PracticeDice,
    is_face,
    is_skull,
    notation,
    parse_faces,
    parse_notation,
    tally,
)  # fmt: skip
from spookynb.errors import BadNotation, IllegalMove

KINDS = ("coin", "d2", "d4", "d6", "d8", "d10", "d12", "d20", "d100")


@pytest.mark.parametrize(
    ("case", "typed", "skulls", "bones"),
    [
        ("SB-E1", "3 6 1", 2, 1),
        ("SB-E2", "H H T T H T", 3, 3),
        ("SB-E3", "d6:1 d4:4 d20:17", 2, 1),
        ("SB-E4", "d10: 4 3, coin: H T H", 3, 2),
    ],
)
def test_worked_examples_come_out(case: str, typed: str, skulls: int, bones: int) -> None:
    assert tally(parse_faces(typed)) == (skulls, bones), case


@pytest.mark.parametrize("kind", KINDS)
def test_half_of_a_dies_faces_are_skulls(kind: str) -> None:
    drawn = [PracticeDice(seed, "").draw("bob", [kind] * MOST_DICE) for seed in range(4)]
    faces = {face for roll in drawn for face in roll}
    assert all(map(is_face, faces))
    assert len(faces) == (2 if kind == "coin" else int(kind[1:])), "every face comes up, and no other"
    assert sum(map(is_skull, faces)) * 2 == len(faces)


def test_both_ways_of_marking_a_d10_and_a_d100_are_read() -> None:
    assert parse_faces("d10: 0 10 d100: 0 100 00") == ("d10:0", "d10:10", "d100:0", "d100:100", "d100:0")
    assert tally(("d10:0", "d10:10", "d100:0", "d100:100")) == (0, 4)


def test_notation_reads_mixed_dice_in_order_and_writes_them_back() -> None:
    dice = parse_notation("3d6 2coin d20")
    assert dice == ("d6", "d6", "d6", "coin", "coin", "d20")
    assert notation(dice) == "3d6 2coin d20"
    assert notation(parse_notation("2D6+d6, 2coins; D%")) == "3d6 2coin d100"


def test_digits_of_other_scripts_are_read_and_shown_plain() -> None:
    assert notation(parse_notation("３d６ ٢d٢٠")) == "3d6 2d20"
    assert parse_faces("٣ ６") == ("d6:3", "d6:6")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3d6−1", "Character 4 is U+2212 minus sign"),
        ("3d6-1", "Character 4 is U+002D hyphen-minus"),
        ("2d6 ｄ20", "Character 5 is U+FF44"),
        ("3d6\u202e", "Character 4 is U+202E right-to-left override"),
        ("\x1b[31m3d6", "Character 1 is U+001B control character"),
        ("3d6 for luck", '"for" at character 5 is no die'),
        ("3d6 2", '"2" at character 5 is no die'),
        ("3½d6", "Character 2 is U+00BD"),
        ("²d6", "Character 1 is U+00B2 superscript two"),
        ("d7", "d7 has not as many odd as even faces"),
        ("4d6 d1", "d1 has not"),
        ("d0", "d0 has not"),
        ("0d6", "1 to 1,000 dice"),
        ("1001d6", "1 to 1,000 dice"),
        ("600d6 401coin", "1 to 1,000 dice"),
        ("d1002", "at most 1,000 sides"),
        ("9" * 5000 + "d6", "1 to 1,000 dice"),
        ("d" + "9" * 5000, "at most 1,000 sides"),
        ("d6 " * 5000, "12,000 characters"),
        ("", "No dice are named"),
        (" , ", "No dice are named"),
    ],
)
def test_what_is_no_notation_is_refused_by_its_place_or_limit_at_once(text: str, says: str) -> None:
    began = time.perf_counter()
    with pytest.raises(BadNotation) as caught:
        parse_notation(text)
    assert time.perf_counter() - began < 0.05
    assert says in caught.value.what
    assert caught.value.safe and caught.value.todo and caught.value.exit_code == 2


@pytest.mark.parametrize("text", ["7", "0", "d6: H", "coin: 1", "d20:21", "d5:1", "x", "3d6: 1 2 3", "−3", "1 " * 1001, "1 " * 9999])
def test_a_face_that_the_die_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_faces(text)


@pytest.mark.parametrize(
    "face", ["d6:7", "d6:0", "d7:3", "d6:03", "d6:3\n", "coin:h", "d1002:1", "d6:٣", "d20", "", None, 3, ["d6:3"], "d0:0", "D6:3"]
)
def test_only_the_canonical_spelling_is_a_face(face: object) -> None:
    assert not is_face(face)
    with pytest.raises(BadNotation):
        tally((face,))  # type: ignore[arg-type]  # what a careless program may pass


HOSTILE = st.text() | st.text(alphabet="0123456789dDcoinHT%+,;: -−٣６\u202e\x1b", max_size=60)


@given(HOSTILE)
def test_any_text_is_dice_or_a_clear_refusal(text: str) -> None:
    try:
        dice = parse_notation(text)
    except BadNotation as error:
        assert error.what.isprintable() and error.what.endswith(".")
    else:
        assert 1 <= len(dice) <= MOST_DICE
        assert parse_notation(notation(dice)) == dice


@given(HOSTILE)
def test_any_text_is_faces_or_a_clear_refusal(text: str) -> None:
    try:
        faces = parse_faces(text)
    except BadNotation as error:
        assert error.what.isprintable() and error.what.endswith(".")
    else:
        assert sum(tally(faces)) == len(faces) <= MOST_DICE
        assert parse_faces(" ".join(faces)) == faces


def test_practice_dice_are_the_same_on_every_machine_and_for_ever() -> None:
    assert PracticeDice(7, "here").draw("bob", ("d6", "d6", "d6", "coin", "d20", "d10", "d100")) == PINNED
    again = PracticeDice(7, "here")
    assert again.draw("bob", PINNED_DICE[:3]) + again.draw("bob", PINNED_DICE[3:]) == PINNED


def test_practice_dice_differ_by_seed_context_and_seat() -> None:
    rolls = [PracticeDice(seed, context).draw(seat, ["d20"] * 20) for seed in (1, 2) for context in ("", "a") for seat in ("bob", "gm")]
    assert len(set(rolls)) == len(rolls)


def test_one_sides_practice_dice_do_not_depend_on_the_others() -> None:
    first, second = PracticeDice(3, "x"), PracticeDice(3, "x")
    first.draw("gm", ["d6"] * 9)
    assert first.draw("bob", ["d6"] * 5) == second.draw("bob", ["d6"] * 5)


@pytest.mark.parametrize("source", [OpenDice(), PracticeDice(1, "fair")])
def test_drawn_faces_are_evenly_spread(source: OpenDice | PracticeDice) -> None:
    count = Counter(face for _ in range(12) for face in source.draw("bob", ["d6"] * 1000))
    assert len(count) == 6
    assert all(abs(seen - 2000) < 6 * (12_000 * 5 / 36) ** 0.5 for seen in count.values()), "within six standard deviations"


@pytest.mark.parametrize("source", [OpenDice(), PracticeDice(1, "")])
def test_no_source_rolls_more_than_a_thousand_dice(source: OpenDice | PracticeDice) -> None:
    assert len(source.draw("bob", ["coin"] * 1000)) == 1000
    with pytest.raises(BadNotation, match="at most 1,000 dice"):
        source.draw("bob", ["coin"] * 1001)
    assert source.draw("bob", []) == ()


def test_given_faces_stand_in_for_as_many_dice_of_any_even_kind() -> None:
    given_dice = GivenDice({"bob": ["coin:H", "d20:4"], "gm": []})
    assert given_dice.draw("bob", ["d6", "d6"]) == ("coin:H", "d20:4")
    assert given_dice.draw("gm", []) == ()


@pytest.mark.parametrize(("faces", "rule"), [({"bob": ["d6:3"]}, "SB-17"), ({}, "SB-17"), ({"bob": ["d6:3", "d7:3"]}, "SB-16")])
def test_given_faces_of_another_number_or_an_odd_die_are_refused(faces: dict[str, list[str]], rule: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        GivenDice(faces).draw("bob", ["d6", "d6"])
    assert caught.value.rule == rule


PINNED_DICE = ("d6", "d6", "d6", "coin", "d20", "d10", "d100")
PINNED = ("d6:5", "d6:5", "d6:5", "coin:T", "d20:1", "d10:0", "d100:32")
