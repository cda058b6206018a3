"""Table moves: legality has one source, whatever system plays."""

import random
from datetime import UTC, datetime

import pytest

from spookynb.bots import sample
from spookynb.dice import PracticeDice
from spookynb.errors import IllegalMove
from spookynb.game import Game
from spookynb.tablemoves import MOVES

AT = datetime(2026, 10, 31, 19, tzinfo=UTC)
#: what no template can offer: the opening, and moves that carry keys or the ids of entries
UNOFFERED = {"OpenCampaign", "ClaimSeat", "AddDevice", "RekeySeat", "Redact"}
KINDS = [model.model_fields["kind"].default for model in MOVES if model.__name__ not in UNOFFERED]


def opened(**rules):
    game = Game.of("spookybeans")
    move = game.parse_move({"kind": "open_campaign", "title": "T", "gm": "Sam", "players": ["Bob", "Al", "Joe"], "house_rules": rules})
    start = game.start()
    return game, game.fold(start, "0" * 64, game.decide(start, "gm", move, AT, None))


def wild(rng, state):
    """A table move that might fit, or nearly."""
    kind = rng.choice(KINDS)
    text = ["", " ", "Boo", "x" * 201, "bad \u202e", None]
    fields = {
        "change_house_rule": {
            "name": ["dice", "bones", "gravity", "ouchie_boxes"],
            "value": ["open", "physical", "practice", 3, -1, 21, True, None],
        },
        "add_seat": {"name": ["Bob", "bob", "Zoe", "", "Al!"]},
        "leave_seat": {"leaves": ["bob", "al", "gm", "nobody"], "why": text},
        "gm_adjust": {"what": ["oooh", "luck", "yo"], "of": ["bob", "gm", "nobody", "Ann"], "by": [0, 1, -1, -9, 500, 10**9], "why": text},
        "open_scene": {"title": text, "setting": text, "roster": [["Ann"], ["Ann", "Ann"], ["Zed"], [], None]},
        "close_scene": {"scene": [*state.scenes, "f" * 64], "text": text},
        "post": {
            "text": ["", " ", "Boo", None],
            "voice": ["character", "narrator", "ooc", None],
            "character": ["Ann", "Ben", "Zed", None],
            "scene": [*state.scenes, "f" * 64, None],
            "ends": ["done", "more", "pass", None],
        },
        "loose_roll": {"notation": ["d6", "3d6"], "reason": text},
        "end_session": {"text": text},
        "end_story": {"text": text},
    }[kind]
    move = {name: rng.choice(values) for name, values in fields.items()}
    return {"kind": kind} | {name: value for name, value in move.items() if value is not None or rng.random() < 0.5}


def accepted(game, state, seat, move):
    source = None if state.house_rules["dice"] == "physical" else PracticeDice(1, "x")
    try:
        return game.decide(state, seat, game.parse_move(move), AT, source)
    except IllegalMove as refused:
        assert refused.rule and refused.what
        return None


@pytest.mark.parametrize("seed", range(4))
def test_decide_accepts_exactly_what_fits_a_template(seed):
    rng = random.Random(seed)
    game, state = opened(dice="physical" if seed % 2 else "open")
    counts = {True: 0, False: 0}
    for name, seat in (("Ann", "bob"), ("Ben", "bob"), ("Cat", "al")):
        made = accepted(game, state, seat, {"kind": "create_character", "name": name, "concept": f"Concept {name}"})
        state = game.fold(state, f"{name:0>64}", made)
    for turn in range(1500):
        seat = rng.choice(["gm", "gm", "bob", "al", "joe", *state.seats])
        templates = [template for template in game.legal_moves(state, seat) if template.kind in KINDS]
        move = sample(rng.choice(templates), rng) if templates and rng.random() < 0.4 else wild(rng, state)
        facts = accepted(game, state, seat, move)
        fits = any(template.fits(move) for template in templates)
        assert fits == (facts is not None), (seat, move)
        counts[fits] += 1
        if facts and rng.random() < 0.5:
            state = game.fold(state, f"{turn:064x}", facts)
    assert min(counts.values()) > 200


def test_a_number_that_is_not_there_cannot_be_adjusted():
    game, state = opened()
    with pytest.raises(IllegalMove, match="luck"):
        game.decide(state, "gm", game.parse_move({"kind": "gm_adjust", "what": "luck", "of": "bob", "by": 1, "why": "x"}), AT, None)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ({"kind": "give", "to": "bob"}, "dice is missing."),
        ({"kind": "give", "to": "bob", "dice": "\u22124"}, 'whole number, not "\u22124" (character 1 is U+2212 minus sign).'),
        ({"kind": "give", "to": "bob", "dice": "\u0664"}, "character 1 is U+0664 arabic-indic digit four"),
        ({"kind": "give", "to": "bob", "dice": 1.5}, "dice must be a whole number."),
        ({"kind": "give", "to": "bob", "dice": 2**60}, "dice must be 9,007,199,254,740,991 or less."),
        ({"kind": "give", "to": ["bob"], "dice": True}, "to must be words; dice must be a whole number."),
        ({"kind": "give", "to": "bob", "dice": 1, "a": 1, "b": 2, "c": 3, "d": 4}, "a is no field of it; b is no field of it; c is no"),
        ({"kind": "post", "text": "x", "ends": "never"}, "ends must be 'done', 'more' or 'pass'."),
        ({"kind": "open_scene", "title": "x", "roster": "Cam"}, "roster must be a list."),
        ({"kind": "roll", "faces": {"a": [], "b": [], "c": []}}, "faces must hold 2 or fewer."),
        ({"kind": "change_house_rule", "name": "dice", "value": ["open"]}, "value is of a kind that does not fit."),
        ({"kind": "answer_offer", "donor": "al", "accept": "yes"}, "accept must be true or false."),
    ],
)
def test_what_does_not_fit_the_form_of_a_move_is_said_in_plain_words(move, said):
    with pytest.raises(IllegalMove) as refused:
        Game.of("spookybeans").parse_move(move)
    assert said in refused.value.what and refused.value.rule == "form" and len(refused.value.what) < 400


def test_every_fact_of_the_table_survives_its_bytes():
    game, state = opened()
    for seat, move in [
        ("gm", {"kind": "add_seat", "name": "Zoe"}),
        ("gm", {"kind": "open_scene", "title": "The Attic"}),
        ("bob", {"kind": "post", "text": "Boo", "voice": "ooc"}),
        ("bob", {"kind": "loose_roll", "notation": "3d6 2coin", "reason": "luck"}),
        ("gm", {"kind": "end_session"}),
        ("gm", {"kind": "end_story"}),
    ]:
        facts = accepted(game, state, seat, move)
        assert game.decode_facts(game.encode_facts(facts)) == facts
        state = game.fold(state, "1" * 64, facts)
    assert state.session == 2 and state.story == 2 and "zoe" in state.seats
