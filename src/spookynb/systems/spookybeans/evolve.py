"""Folding: the state after each fact. Decides nothing, so that old journals keep their meaning under newer rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from spookynb.state import GM, Fact, State
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.sheet import Asked, Character, Conflict, Game, Offered, Side, Used


def evolve(state: State, fact: Fact) -> State:
    """``state`` after one fact of Spookybeans. An empty ``conflict`` in it means the entry at ``state.here``."""
    return replace(state, game=_FOLD[type(fact)](state.game, fact, state.here))


# ---------------------------------------------------------------------------------------------- small steps


def _paid(game: Game, seat: str, dice: int) -> dict[str, int]:
    """The pools after ``dice`` more for ``seat``; one that has left keeps its dice for its return."""
    pools = dict(game.pools)
    pools[seat] = pools.get(seat, 0) + dice
    return pools


def _pool(game: Game, seat: str, dice: int) -> Game:
    if seat in game.away_pools:
        return replace(game, away_pools={**game.away_pools, seat: game.away_pools[seat] + dice})
    return replace(game, pools=_paid(game, seat, dice))


def _sheet(game: Game, name: str, **changes: Any) -> Game:
    return replace(game, characters={**game.characters, name: replace(game.characters[name], **changes)})


def _conflict(game: Game, conflict: Conflict, **changes: Any) -> Game:
    return replace(game, conflicts={**game.conflicts, conflict.id: replace(conflict, **changes)})


def _side(game: Game, conflict: Conflict, seat: str, **changes: Any) -> Game:
    sides = {**conflict.sides, seat: replace(conflict.sides[seat], **changes)}
    return replace(game, conflicts={**game.conflicts, conflict.id: replace(conflict, sides=sides)})


def _without(those: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in those.items() if name != key}


def _answers(side: Side, donor: str) -> tuple[str, ...]:
    return side.answered if donor in side.answered else (*side.answered, donor)


def _more(side: Side, donor: str, dice: int) -> dict[str, int]:
    return {**side.given, donor: side.given.get(donor, 0) + dice}


# ---------------------------------------------------------------------------------------------- sheets


def _character_made(game: Game, fact: f.CharacterMade, here: str) -> Game:
    character = Character(
        name=fact.name,
        seat=fact.seat,
        concept=fact.concept,
        thingies=fact.thingies,
        banked=fact.banked,
        yo=fact.yo,
        npc=fact.npc,
        portrait=fact.portrait,
    )
    return replace(game, characters={**game.characters, fact.name: character})


def _character_edited(game: Game, fact: f.CharacterEdited, here: str) -> Game:
    old = game.characters[fact.character]
    new = Character(
        name=old.name if fact.name is None else fact.name,
        seat=old.seat,
        concept=old.concept if fact.concept is None else fact.concept,
        thingies=old.thingies if fact.thingies is None else fact.thingies,
        banked=old.banked,
        earned=old.earned,
        yo=old.yo if fact.yo is None else fact.yo,
        woe=old.woe,
        yo_score=old.yo_score,
        woe_score=old.woe_score,
        ouchies=old.ouchies,
        npc=old.npc,
        portrait=old.portrait if fact.portrait is None else fact.portrait,
        tie=old.tie,
    )
    characters = {(new.name if name == old.name else name): (new if name == old.name else one) for name, one in game.characters.items()}
    came_true = tuple((new.name if name == old.name else name, ending, words) for name, ending, words in game.came_true)
    return replace(game, characters=characters, came_true=came_true)


def _character_retired(game: Game, fact: f.CharacterRetired, here: str) -> Game:
    return replace(game, characters=_without(game.characters, fact.character))


def _same(game: Game, fact: Fact, here: str) -> Game:
    return game


def _thingy_defined(game: Game, fact: f.ThingyDefined, here: str) -> Game:
    character = game.characters[fact.character]
    return _sheet(game, character.name, thingies=(*character.thingies, fact.thingy), banked=character.banked - 1)


def _ending_written(game: Game, fact: f.EndingWritten, here: str) -> Game:
    return _sheet(game, fact.character, **{fact.ending: fact.words})


def _scored(game: Game, fact: f.Scored, here: str) -> Game:
    one = game.characters[fact.character]
    return _sheet(
        game,
        one.name,
        yo_score=one.yo_score + fact.yo,
        woe_score=one.woe_score + fact.woe,
        ouchies=one.ouchies + fact.ouchies,
        banked=one.banked + fact.banked,
        earned=one.earned + fact.earned,
    )


# ---------------------------------------------------------------------------------------------- calling, Adversity, Thingies


def _conflict_called(game: Game, fact: f.ConflictCalled, here: str) -> Game:
    sides = {seat: Side(seat=seat, character=character) for seat, character in fact.sides}
    sides[fact.caller] = replace(sides[fact.caller], accept=fact.accept, roll_when_ready=fact.roll_when_ready)
    conflict = Conflict(
        id=fact.conflict or here,
        caller=fact.caller,
        character=fact.character,
        against=fact.against,
        what=fact.what,
        stakes=fact.stakes,
        sides=sides,
    )
    return replace(game, conflicts={**game.conflicts, conflict.id: conflict})


def _adversity_set(game: Game, fact: f.AdversitySet, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    player, gm = conflict.sides.values()
    left, used = fact.thingies, []
    for one in player.used:
        die = 1 if left and not one.refused else 0
        left -= die
        used.append(replace(one, die=die, seen=True))
    sides = {
        player.seat: replace(player, used=tuple(used), dice=player.dice + fact.thingies),
        gm.seat: replace(gm, dice=gm.dice + fact.drawn),
    }
    game = replace(game, pools=_paid(game, GM, -fact.drawn - fact.thingies))
    return _conflict(game, conflict, sides=sides, adversity=fact.dice)


def _thingy_used(game: Game, fact: f.ThingyUsed, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    tries = sum(one.tries for one in side.used if one.thingy == fact.thingy)
    one = Used(thingy=fact.thingy, why=fact.why, die=fact.die, tries=tries + 1)
    used = tuple(one if old.thingy == one.thingy else old for old in side.used) if tries else (*side.used, one)
    sides = {**conflict.sides, side.seat: replace(side, used=used, dice=side.dice + fact.die)}
    if fact.adversity:
        sides[GM] = replace(sides[GM], dice=sides[GM].dice - fact.die)
    elif fact.die:
        game = replace(game, pools=_paid(game, GM, -fact.die))
    return _conflict(game, conflict, sides=sides)


def _thingy_refused(game: Game, fact: f.ThingyRefused, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    used = tuple(replace(one, die=0, refused=True, refusal=fact.why, seen=True) if one.thingy == fact.thingy else one for one in side.used)
    sides = {**conflict.sides, side.seat: replace(side, used=used, dice=side.dice - fact.die, ready=False)}
    if fact.adversity:
        sides[GM] = replace(sides[GM], dice=sides[GM].dice + fact.die)
    elif fact.die:
        game = replace(game, pools=_paid(game, GM, fact.die))
    return _conflict(game, conflict, sides=sides)


def _looked(game: Game, fact: f.Looked, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    sides = {seat: replace(side, used=tuple(replace(one, seen=True) for one in side.used)) for seat, side in conflict.sides.items()}
    return _conflict(game, conflict, sides=sides)


# ---------------------------------------------------------------------------------------------- gifts and bargains


def _dice_asked(game: Game, fact: f.DiceAsked, here: str) -> Game:
    return _side(game, game.conflicts[fact.conflict or here], fact.side, asked=Asked(dice=fact.dice, ouchie=fact.ouchie, words=fact.words))


def _dice_given(game: Game, fact: f.DiceGiven, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    game = replace(game, pools=_paid(game, fact.donor, -fact.dice))
    given, answered = _more(side, fact.donor, fact.dice), _answers(side, fact.donor)
    return _side(game, conflict, side.seat, given=given, answered=answered, dice=side.dice + fact.dice)


def _dice_offered(game: Game, fact: f.DiceOffered, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    offers = {**side.offers, fact.donor: Offered(donor=fact.donor, dice=fact.dice, words=fact.words)}
    game = replace(game, pools=_paid(game, fact.donor, -fact.dice))
    return _side(game, conflict, side.seat, offers=offers, answered=_answers(side, fact.donor))


def _offer_ended(game: Game, fact: f.OfferEnded, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    dice, offers = side.offers[fact.donor].dice, _without(side.offers, fact.donor)
    if fact.how == "accepted":
        return _side(game, conflict, side.seat, offers=offers, given=_more(side, fact.donor, dice), dice=side.dice + dice)
    return _side(_pool(game, fact.donor, dice), conflict, side.seat, offers=offers)


def _ouchie_banked(game: Game, fact: f.OuchieBanked, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    game = _sheet(game, fact.character, ouchies=game.characters[fact.character].ouchies + 1)
    return _side(game, conflict, fact.side, ouchies=conflict.sides[fact.side].ouchies + 1)


def _passed(game: Game, fact: f.Passed, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    passed = side.passed if fact.donor in side.passed else (*side.passed, fact.donor)
    return _side(game, conflict, side.seat, passed=passed, answered=_answers(side, fact.donor))


# ---------------------------------------------------------------------------------------------- roll and narration


def _readied(game: Game, fact: f.Readied, here: str) -> Game:
    return _side(game, game.conflicts[fact.conflict or here], fact.side, ready=True)


def _rolled(game: Game, fact: f.Rolled, here: str) -> Game:
    bones = len(fact.faces) - fact.skulls
    return _side(game, game.conflicts[fact.conflict or here], fact.seat, faces=fact.faces, skulls=fact.skulls, bones=bones)


def _won(game: Game, fact: f.Won, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    last = {
        "winner": fact.seat,
        "skulls": {seat: side.skulls for seat, side in conflict.sides.items()},
        "bones": {seat: side.bones for seat, side in conflict.sides.items()},
    }
    return replace(_conflict(game, conflict, stage="rolled", winner=fact.seat, narrator=fact.seat), last=last)


def _dice_moved(game: Game, fact: f.DiceMoved, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    return _side(_pool(game, fact.to, fact.dice), conflict, fact.side, dice=conflict.sides[fact.side].dice - fact.dice)


def _narrator_changed(game: Game, fact: f.NarratorChanged, here: str) -> Game:
    return _conflict(game, game.conflicts[fact.conflict or here], narrator=fact.seat)


def _narrated(game: Game, fact: f.Narrated, here: str) -> Game:
    return _conflict(game, game.conflicts[fact.conflict or here], stage="told", cashed=fact.cashed)


def _sent_back(game: Game, fact: f.SentBack, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    return _conflict(game, conflict, stage="back", cashed=(), sent_back=conflict.sent_back + 1)


def _struck(game: Game, fact: f.Struck, here: str) -> Game:
    return _conflict(game, game.conflicts[fact.conflict or here], struck=True)


def _conflict_over(game: Game, fact: f.CalledOff | f.ConflictClosed, here: str) -> Game:
    return replace(game, conflicts=_without(game.conflicts, fact.conflict or here))


# ---------------------------------------------------------------------------------------------- stories, pools


def _ending_true(game: Game, fact: f.EndingTrue, here: str) -> Game:
    words = getattr(game.characters[fact.character], fact.ending)
    game = _sheet(game, fact.character, **{fact.ending: ""})
    return replace(game, came_true=(*game.came_true, (fact.character, fact.ending, words)))


def _tie_left(game: Game, fact: f.TieLeft, here: str) -> Game:
    return _sheet(game, fact.character, tie=fact.to)


def _pools_changed(game: Game, fact: f.PoolsChanged, here: str) -> Game:
    pools = dict(game.pools)
    for seat, dice in fact.by.items():
        pools[seat] = pools.get(seat, 0) + dice
    return replace(game, pools=pools)


def _pool_left(game: Game, fact: f.PoolLeft, here: str) -> Game:
    away = {**game.away_pools, fact.seat: game.pools.get(fact.seat, 0)}
    return replace(game, pools=_without(game.pools, fact.seat), away_pools=away)


def _pool_back(game: Game, fact: f.PoolBack, here: str) -> Game:
    pools = {**game.pools, fact.seat: game.away_pools.get(fact.seat, 0)}
    return replace(game, pools=pools, away_pools=_without(game.away_pools, fact.seat))


_FOLD: Final[Mapping[type[Fact], Callable[..., Game]]] = {
    f.CharacterMade: _character_made,
    f.CharacterEdited: _character_edited,
    f.CharacterRetired: _character_retired,
    f.LooksAlike: _same,
    f.ThingyDefined: _thingy_defined,
    f.EndingWritten: _ending_written,
    f.Scored: _scored,
    f.ConflictCalled: _conflict_called,
    f.AdversitySet: _adversity_set,
    f.ThingyUsed: _thingy_used,
    f.ThingyRefused: _thingy_refused,
    f.Looked: _looked,
    f.DiceAsked: _dice_asked,
    f.DiceGiven: _dice_given,
    f.DiceOffered: _dice_offered,
    f.OfferEnded: _offer_ended,
    f.OuchieBanked: _ouchie_banked,
    f.Passed: _passed,
    f.Readied: _readied,
    f.Rolled: _rolled,
    f.Won: _won,
    f.DiceMoved: _dice_moved,
    f.NarratorChanged: _narrator_changed,
    f.Narrated: _narrated,
    f.SentBack: _sent_back,
    f.Struck: _struck,
    f.CalledOff: _conflict_over,
    f.ConflictClosed: _conflict_over,
    f.EndingTrue: _ending_true,
    f.TieLeft: _tie_left,
    f.StorySettled: lambda game, fact, here: replace(game, ended=True, came_true=()),
    f.StoryBegun: lambda game, fact, here: replace(game, ended=False),
    f.PoolsChanged: _pools_changed,
    f.PoolLeft: _pool_left,
    f.PoolBack: _pool_back,
}
