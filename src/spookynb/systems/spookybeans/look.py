"""Questions to a state that several rules share: who holds what, who is in what, who may still give."""

from __future__ import annotations

from functools import lru_cache

from spookynb import text as _text
from spookynb.state import GM, State
from spookynb.systems.spookybeans.house import house
from spookynb.systems.spookybeans.sheet import Character, Conflict, Game, Side

key = lru_cache(maxsize=8192)(_text.key)


def game(state: State) -> Game:
    """The system's part of a state, typed."""
    own: Game = state.game
    return own


def pool(state: State, seat: str) -> int:
    """Dice that a seat can spend now; none from a pool in debt (negative only after a merge)."""
    return max(0, game(state).pools.get(seat, 0))


def people_default(state: State) -> int:
    """The default Adversity (SB-11): one for each at the table, no more than the GM's pool holds."""
    return min(len(state.people()), pool(state, GM))


# ---------------------------------------------------------------------------------------------- characters


def held(state: State, seat: str) -> list[Character]:
    """Characters of a seat: a player's own, or the GM's NPCs."""
    return [one for one in game(state).characters.values() if one.seat == seat]


def traits(character: Character) -> tuple[str, ...]:
    """Concept and defined Thingies: all that can be used in a conflict (SB-12)."""
    return (character.concept, *character.thingies)


def names_taken(state: State, but: str = "") -> frozenset[str]:
    """Keys of names that are taken (SB-6); the GM's own side is called ``gm``."""
    return frozenset((GM, *(key(name) for name in game(state).characters if name != but)))


def traits_taken(state: State, but: str = "") -> frozenset[str]:
    """Keys of Concepts and Thingies that are taken, by anyone but ``but`` (SB-6)."""
    return frozenset(key(one) for name, character in game(state).characters.items() if name != but for one in traits(character))


def woe_writer(state: State, character: Character) -> str:
    """Who writes a character's Woe (SB-7): the next player in seat order, the GM where there is no other."""
    players = state.players()
    if character.seat not in players or len(players) == 1:
        return GM
    return players[(players.index(character.seat) + 1) % len(players)]


def endings_owed(state: State) -> list[tuple[Character, str]]:
    """Endings that came true and are not yet written anew: owed before the next story's first Conflict (SB-40)."""
    own = game(state)
    if not own.ended:
        return []
    pairs = [(own.characters[name], ending) for name, ending, _ in own.came_true if name in own.characters]
    return [(one, ending) for one, ending in pairs if not getattr(one, ending) and one.seat in state.players()]


def ties(state: State) -> list[Character]:
    """Characters at the table whose tie of Yo and Woe is not settled (SB-41)."""
    players = state.players()
    return [one for one in game(state).characters.values() if one.tie and one.seat in players]


# ---------------------------------------------------------------------------------------------- conflicts


def is_closed(conflict: Conflict) -> bool:
    """Whether the narration has closed a conflict (it may still be sent back, SB-18)."""
    return conflict.stage == "told"


def unclosed(state: State) -> list[Conflict]:
    """Conflicts that are not narrated yet, the oldest first."""
    return [one for one in game(state).conflicts.values() if one.stage != "told"]


def narrator(state: State, conflict: Conflict) -> str:
    """The seat that tells how a rolled conflict went (SB-18): the GM where its narrator is gone, as a merge can leave it."""
    return conflict.narrator if conflict.narrator in state.people() else GM


def engaged(state: State, seat: str) -> Conflict | None:
    """The conflict that a player is in: one at a time. The GM may be in several."""
    return None if seat == GM else next((one for one in unclosed(state) if seat in one.sides), None)


def player_sides(conflict: Conflict) -> list[Side]:
    """The sides that can be helped: all but the GM's."""
    return [side for seat, side in conflict.sides.items() if seat != GM]


def adversity_known(conflict: Conflict) -> bool:
    """Whether Adversity is set, or none is needed (SB-11, SB-30)."""
    return not conflict.versus_gm or conflict.adversity is not None


def donors(state: State, conflict: Conflict) -> list[str]:
    """Who may help: everyone but the contenders, the GM only between two Players (SB-13, SB-31)."""
    return [seat for seat in state.people() if seat not in conflict.sides]


def offered(side: Side, donor: str) -> int:
    """Dice that a donor has on offer to a side."""
    offer = side.offers.get(donor)
    return offer.dice if offer else 0


def can_take_ouchie(state: State, side: Side) -> bool:
    """Whether a side may still take an Ouchie in this conflict (SB-14, SB-15)."""
    character = game(state).characters.get(side.character)
    if character is None or character.npc or side.ouchies >= house(state, "ouchies_per_conflict"):
        return False
    return not boxes_full(state, character)


def boxes_full(state: State, character: Character) -> bool:
    """Whether a sheet has no box left for an Ouchie (SB-15)."""
    boxes = house(state, "ouchie_boxes")
    return boxes is not None and character.ouchies >= boxes


def most_gift(state: State, side: Side, donor: str) -> int:
    """Dice that a donor may still give a side for free: 1, or 2 once it has taken an Ouchie, offers counted in (SB-13, SB-14)."""
    given = side.given.get(donor, 0)
    return max(0, min((2 if side.ouchies else 1) - given, 2 - given - offered(side, donor), pool(state, donor)))


def unanswered(state: State, conflict: Conflict) -> list[tuple[str, Side]]:
    """Donors who hold dice and have neither given, offered nor passed, with the side that waits for them."""
    return [
        (donor, side)
        for donor in donors(state, conflict)
        for side in player_sides(conflict)
        if donor not in side.answered and most_gift(state, side, donor)
    ]


def unseen(state: State, conflict: Conflict) -> list[str]:
    """Thingies whose reasons wait for a visit of the GM; none at a hot-seat table, where everybody looks on."""
    if state.hot_seat:
        return []
    return [one.thingy for side in player_sides(conflict) for one in side.used if not one.seen]


def silent(state: State, conflict: Conflict) -> Side | None:
    """The Player whom the GM has called into a conflict and who has had no say in it yet: one visit is waited for."""
    if conflict.caller != GM:
        return None
    side = player_sides(conflict)[0]
    return None if side.used or side.asked or side.ouchies or side.ready else side


def pending(state: State, conflict: Conflict) -> bool:
    """Whether anybody is waited for before the roll, the roll itself aside."""
    if not adversity_known(conflict) or any(side.offers for side in player_sides(conflict)):
        return True
    return silent(state, conflict) is not None or bool(unanswered(state, conflict))


def complete(state: State, conflict: Conflict) -> bool:
    """Whether the dice may fall: whoever must say so is ready, and nothing waits for the GM's eye (SB-17)."""
    if conflict.stage != "open" or not adversity_known(conflict) or unseen(state, conflict):
        return False
    waits = pending(state, conflict) if any(side.roll_when_ready for side in conflict.sides.values()) else True
    ready = [side.ready or (side.roll_when_ready and not waits) for side in conflict.sides.values()]
    return any(ready) if state.hot_seat or conflict.versus_gm else all(ready)
