"""Folding: the state after each fact. Decides nothing, so that old journals keep their meaning under newer rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from spookynb.state import Fact, State
from spookynb.systems.spookybeans import evolve_conflicts
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.folding import on_sheet, without
from spookynb.systems.spookybeans.sheet import Character, Game


def evolve(state: State, fact: Fact) -> State:
    """``state`` after one fact of Spookybeans. An empty ``conflict`` in it means the entry at ``state.here``."""
    return replace(state, game=_FOLD[type(fact)](state.game, fact, state.here))


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
    return replace(game, characters=without(game.characters, fact.character))


def _same(game: Game, fact: Fact, here: str) -> Game:
    return game


def _thingy_defined(game: Game, fact: f.ThingyDefined, here: str) -> Game:
    character = game.characters[fact.character]
    return on_sheet(game, character.name, thingies=(*character.thingies, fact.thingy), banked=character.banked - 1)


def _ending_written(game: Game, fact: f.EndingWritten, here: str) -> Game:
    return on_sheet(game, fact.character, **{fact.ending: fact.words})


def _scored(game: Game, fact: f.Scored, here: str) -> Game:
    one = game.characters[fact.character]
    return on_sheet(
        game,
        one.name,
        yo_score=one.yo_score + fact.yo,
        woe_score=one.woe_score + fact.woe,
        ouchies=one.ouchies + fact.ouchies,
        banked=one.banked + fact.banked,
        earned=one.earned + fact.earned,
    )


# ---------------------------------------------------------------------------------------------- stories, pools


def _ending_true(game: Game, fact: f.EndingTrue, here: str) -> Game:
    words = getattr(game.characters[fact.character], fact.ending)
    game = on_sheet(game, fact.character, **{fact.ending: ""})
    return replace(game, came_true=(*game.came_true, (fact.character, fact.ending, words)))


def _tie_left(game: Game, fact: f.TieLeft, here: str) -> Game:
    return on_sheet(game, fact.character, tie=fact.to)


def _pools_changed(game: Game, fact: f.PoolsChanged, here: str) -> Game:
    pools = dict(game.pools)
    for seat, dice in fact.by.items():
        pools[seat] = pools.get(seat, 0) + dice
    return replace(game, pools=pools)


def _pool_left(game: Game, fact: f.PoolLeft, here: str) -> Game:
    away = {**game.away_pools, fact.seat: game.pools.get(fact.seat, 0)}
    return replace(game, pools=without(game.pools, fact.seat), away_pools=away)


def _pool_back(game: Game, fact: f.PoolBack, here: str) -> Game:
    pools = {**game.pools, fact.seat: game.away_pools.get(fact.seat, 0)}
    return replace(game, pools=pools, away_pools=without(game.away_pools, fact.seat))


_FOLD: Final[Mapping[type[Fact], Callable[..., Game]]] = {
    **evolve_conflicts.FOLD,
    f.CharacterMade: _character_made,
    f.CharacterEdited: _character_edited,
    f.CharacterRetired: _character_retired,
    f.LooksAlike: _same,
    f.ThingyDefined: _thingy_defined,
    f.EndingWritten: _ending_written,
    f.Scored: _scored,
    f.EndingTrue: _ending_true,
    f.TieLeft: _tie_left,
    f.StorySettled: lambda game, fact, here: replace(game, ended=True, came_true=()),
    f.StoryBegun: lambda game, fact, here: replace(game, ended=False),
    f.PoolsChanged: _pools_changed,
    f.PoolLeft: _pool_left,
    f.PoolBack: _pool_back,
}
