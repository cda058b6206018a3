"""Small steps of folding: one pool, one sheet, one conflict or one side of it becomes another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from spookynb.systems.spookybeans.sheet import Conflict, Game


def paid(game: Game, seat: str, dice: int) -> dict[str, int]:
    """The pools after ``dice`` more for ``seat``."""
    pools = dict(game.pools)
    pools[seat] = pools.get(seat, 0) + dice
    return pools


def to_pool(game: Game, seat: str, dice: int) -> Game:
    """``dice`` go home to the pool of ``seat``; that of one who has left keeps them for the return (SB-3a)."""
    if seat in game.away_pools:
        return replace(game, away_pools={**game.away_pools, seat: game.away_pools[seat] + dice})
    return replace(game, pools=paid(game, seat, dice))


def on_sheet(game: Game, name: str, **changes: Any) -> Game:
    """One sheet with ``changes``."""
    return replace(game, characters={**game.characters, name: replace(game.characters[name], **changes)})


def on_conflict(game: Game, conflict: Conflict, **changes: Any) -> Game:
    """One conflict with ``changes``."""
    return replace(game, conflicts={**game.conflicts, conflict.id: replace(conflict, **changes)})


def on_side(game: Game, conflict: Conflict, seat: str, **changes: Any) -> Game:
    """One side of a conflict with ``changes``."""
    sides = {**conflict.sides, seat: replace(conflict.sides[seat], **changes)}
    return replace(game, conflicts={**game.conflicts, conflict.id: replace(conflict, sides=sides)})


def without(those: Mapping[str, Any], key: str) -> dict[str, Any]:
    """``those`` but for the one under ``key``."""
    return {name: value for name, value in those.items() if name != key}
