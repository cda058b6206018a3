"""Folding the facts of conflicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from spookynb.state import GM, Fact
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.folding import on_conflict, on_sheet, on_side, paid, to_pool, without
from spookynb.systems.spookybeans.sheet import Asked, Conflict, Game, Offered, Side, Used


def _answers(side: Side, donor: str) -> tuple[str, ...]:
    return side.answered if donor in side.answered else (*side.answered, donor)


def _more(side: Side, donor: str, dice: int) -> dict[str, int]:
    return {**side.given, donor: side.given.get(donor, 0) + dice}


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
    game = replace(game, pools=paid(game, GM, -fact.drawn - fact.thingies))
    return on_conflict(game, conflict, sides=sides, adversity=fact.dice)


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
        game = replace(game, pools=paid(game, GM, -fact.die))
    return on_conflict(game, conflict, sides=sides)


def _thingy_refused(game: Game, fact: f.ThingyRefused, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    used = tuple(replace(one, die=0, refused=True, refusal=fact.why, seen=True) if one.thingy == fact.thingy else one for one in side.used)
    sides = {**conflict.sides, side.seat: replace(side, used=used, dice=side.dice - fact.die, ready=False)}
    if fact.adversity:
        sides[GM] = replace(sides[GM], dice=sides[GM].dice + fact.die)
    elif fact.die:
        game = replace(game, pools=paid(game, GM, fact.die))
    return on_conflict(game, conflict, sides=sides)


def _looked(game: Game, fact: f.Looked, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    sides = {seat: replace(side, used=tuple(replace(one, seen=True) for one in side.used)) for seat, side in conflict.sides.items()}
    return on_conflict(game, conflict, sides=sides)


# ---------------------------------------------------------------------------------------------- gifts and bargains


def _dice_asked(game: Game, fact: f.DiceAsked, here: str) -> Game:
    asked = Asked(dice=fact.dice, ouchie=fact.ouchie, words=fact.words)
    return on_side(game, game.conflicts[fact.conflict or here], fact.side, asked=asked)


def _dice_given(game: Game, fact: f.DiceGiven, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    game = replace(game, pools=paid(game, fact.donor, -fact.dice))
    given, answered = _more(side, fact.donor, fact.dice), _answers(side, fact.donor)
    return on_side(game, conflict, side.seat, given=given, answered=answered, dice=side.dice + fact.dice)


def _dice_offered(game: Game, fact: f.DiceOffered, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    offers = {**side.offers, fact.donor: Offered(donor=fact.donor, dice=fact.dice, words=fact.words)}
    game = replace(game, pools=paid(game, fact.donor, -fact.dice))
    return on_side(game, conflict, side.seat, offers=offers, answered=_answers(side, fact.donor))


def _offer_ended(game: Game, fact: f.OfferEnded, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    dice, offers = side.offers[fact.donor].dice, without(side.offers, fact.donor)
    if fact.how == "accepted":
        return on_side(game, conflict, side.seat, offers=offers, given=_more(side, fact.donor, dice), dice=side.dice + dice)
    return on_side(to_pool(game, fact.donor, dice), conflict, side.seat, offers=offers)


def _ouchie_banked(game: Game, fact: f.OuchieBanked, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    game = on_sheet(game, fact.character, ouchies=game.characters[fact.character].ouchies + 1)
    return on_side(game, conflict, fact.side, ouchies=conflict.sides[fact.side].ouchies + 1)


def _passed(game: Game, fact: f.Passed, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    side = conflict.sides[fact.side]
    passed = side.passed if fact.donor in side.passed else (*side.passed, fact.donor)
    return on_side(game, conflict, side.seat, passed=passed, answered=_answers(side, fact.donor))


# ---------------------------------------------------------------------------------------------- roll and narration


def _readied(game: Game, fact: f.Readied, here: str) -> Game:
    return on_side(game, game.conflicts[fact.conflict or here], fact.side, ready=True)


def _rolled(game: Game, fact: f.Rolled, here: str) -> Game:
    bones = len(fact.faces) - fact.skulls
    return on_side(game, game.conflicts[fact.conflict or here], fact.seat, faces=fact.faces, skulls=fact.skulls, bones=bones)


def _won(game: Game, fact: f.Won, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    last = {
        "winner": fact.seat,
        "skulls": {seat: side.skulls for seat, side in conflict.sides.items()},
        "bones": {seat: side.bones for seat, side in conflict.sides.items()},
    }
    return replace(on_conflict(game, conflict, stage="rolled", winner=fact.seat, narrator=fact.seat), last=last)


def _dice_moved(game: Game, fact: f.DiceMoved, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    return on_side(to_pool(game, fact.to, fact.dice), conflict, fact.side, dice=conflict.sides[fact.side].dice - fact.dice)


def _narrator_changed(game: Game, fact: f.NarratorChanged, here: str) -> Game:
    return on_conflict(game, game.conflicts[fact.conflict or here], narrator=fact.seat)


def _narrated(game: Game, fact: f.Narrated, here: str) -> Game:
    return on_conflict(game, game.conflicts[fact.conflict or here], stage="told", cashed=fact.cashed)


def _sent_back(game: Game, fact: f.SentBack, here: str) -> Game:
    conflict = game.conflicts[fact.conflict or here]
    return on_conflict(game, conflict, stage="back", cashed=(), sent_back=conflict.sent_back + 1)


def _struck(game: Game, fact: f.Struck, here: str) -> Game:
    return on_conflict(game, game.conflicts[fact.conflict or here], struck=True)


def _conflict_over(game: Game, fact: f.CalledOff | f.ConflictClosed, here: str) -> Game:
    return replace(game, conflicts=without(game.conflicts, fact.conflict or here))


FOLD: Final[Mapping[type[Fact], Callable[..., Game]]] = {
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
}
