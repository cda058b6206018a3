"""Win chance: the closed form against icepool and dyce, the same questions in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import dyce
import icepool

from spookynb import odds

from .measure import Row, side_by_side

#: a screen asks the chance of a few pools, again at each redraw
POOLS = [(mine, theirs) for mine in range(5, 26, 5) for theirs in range(4, 25, 5)]
ASKED = 4

_COIN = icepool.Die([0, 1])
_H = dyce.H((0, 1))


def rows() -> Iterator[Row]:
    for name, theirs in (("icepool", by_icepool), ("dyce", by_dyce)):
        assert all(theirs(*pool) == odds.win_chance(*pool) for pool in POOLS)
        ours, other = side_by_side(lambda: _ask(odds.win_chance, fresh=True), lambda theirs=theirs: _ask(theirs), rounds=5)
        yield Row(f"win chance, one query, against {name}", ours / _QUERIES, other / _QUERIES, 1 / 100)


def by_icepool(mine: int, theirs: int) -> Fraction:
    return (mine @ _COIN >= theirs @ _COIN).probability(True)


def by_dyce(mine: int, theirs: int) -> Fraction:
    outcome = (mine @ _H).ge(theirs @ _H)
    return Fraction(outcome[True], outcome.total)


_QUERIES = len(POOLS) * ASKED


def _ask(chance: Callable[[int, int], Fraction], *, fresh: bool = False) -> None:
    if fresh:
        odds._at_least.cache_clear()
    for _ in range(ASKED):
        for pool in POOLS:
            chance(*pool)
