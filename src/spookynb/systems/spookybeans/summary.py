"""The game as JSON for programs (DESIGN.md, machine-readable contract)."""

from __future__ import annotations

from typing import Any

from spookynb.state import State
from spookynb.systems.spookybeans.look import game, narrator, player_sides, unclosed
from spookynb.systems.spookybeans.sheet import Character, Conflict


def summary(state: State) -> dict[str, Any]:
    """Pools, sheets and conflicts that are not narrated yet; ``oooh`` leaves out dice committed or on offer."""
    own = game(state)
    conflicts = [_conflict(state, one) for one in unclosed(state)]
    return {
        "seats": {seat: {"oooh": own.pools.get(seat, 0)} for seat in state.people()},
        "characters": {name: _character(one) for name, one in own.characters.items()},
        "conflict": conflicts[0] if conflicts else None,
        "conflicts": conflicts,
        "last_conflict": own.last,
        "story": state.story,
        "came_true": [{"character": name, "ending": ending, "text": words} for name, ending, words in own.came_true],
    }


def _character(one: Character) -> dict[str, Any]:
    return {
        "player": one.seat,
        "npc": one.npc,
        "concept": one.concept,
        "thingies": list(one.thingies),
        "banked": one.banked,
        "earned": one.earned,
        "ouchies": one.ouchies,
        "yo": {"text": one.yo, "score": one.yo_score},
        "woe": {"text": one.woe, "score": one.woe_score},
        "tie": one.tie,
    }


def _conflict(state: State, one: Conflict) -> dict[str, Any]:
    return {
        "id": one.id,
        "caller": one.caller,
        "character": one.character,
        "against": one.against,
        "what": one.what,
        "stakes": one.stakes,
        "stage": one.stage,
        "adversity": one.adversity,
        "dice": {seat: side.dice for seat, side in one.sides.items()},
        "thingies": [
            {"side": seat, "thingy": used.thingy, "why": used.why, "die": used.die, "refused": used.refused}
            for seat, side in one.sides.items()
            for used in side.used
        ],
        "given": {seat: dict(side.given) for seat, side in one.sides.items() if side.given},
        "ouchies": {side.seat: side.ouchies for side in player_sides(one)},
        "offers": [
            {"donor": offer.donor, "to": seat, "dice": offer.dice, "words": offer.words}
            for seat, side in one.sides.items()
            for offer in side.offers.values()
        ],
        "winner": one.winner or None,
        "narrator": narrator(state, one) if one.narrator else None,
    }
