"""Exact chances of a Conflict, in closed form (SB-16, SB-17, SB-32).

Every die that serves shows a Skull with chance 1/2, whatever its sides, so only the numbers of dice matter. The side
with n dice has at least as many Skulls as the side with m exactly when its Skulls and the other side's Bones together
make m or more; those are n + m fair coins. Hence P = P(Binomial(n + m, 1/2) >= m), a sum of binomial coefficients.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from spookynb.dice import MOST_DICE
from spookynb.errors import BadNotation


def win_chance(player: int, gm: int) -> Fraction:
    """The chance that ``player`` dice beat ``gm`` dice when ties go to the player (SB-17).

    Both 0 to 1,000; raises :class:`BadNotation` otherwise.
    """
    _check(player, gm)
    return _at_least(player, gm)


def win_chance_called(caller: int, called: int) -> Fraction:
    """The chance of the *called* side, Player against Player: a tie is theirs (SB-32).

    Both numbers of dice 0 to 1,000; raises :class:`BadNotation` otherwise.
    """
    return win_chance(called, caller)


def win_chance_caller(caller: int, called: int) -> Fraction:
    """The chance of the *calling* side, Player against Player, which needs more Skulls than the other (SB-32)."""
    return 1 - win_chance_called(caller, called)


def tie_chance(one: int, other: int) -> Fraction:
    """The chance that both sides show equally many Skulls; both 0 to 1,000 dice, else :class:`BadNotation`."""
    _check(one, other)
    return Fraction(comb(one + other, other), 2 ** (one + other))


def with_more(player: int, gm: int, more: int) -> tuple[Fraction, ...]:
    """What help would do: :func:`win_chance` of ``player`` with 0, 1, ... ``more`` further dice.

    Raises :class:`BadNotation` when that would go above 1,000 dice or below none.
    """
    _check(player + more, more)
    return tuple(win_chance(player + extra, gm) for extra in range(more + 1))


def percent(chance: Fraction | float) -> str:
    """A chance in words for people, to the full percent: ``"75 %"``.

    Never says 0 or 100 of what may still go either way: ``"under 1 %"``, ``"over 99 %"``.
    """
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1:
        return "over 99 %"
    return f"{round(chance * 100)} %"


@lru_cache(maxsize=4096)
def _at_least(n: int, m: int) -> Fraction:
    """P(Binomial(n + m, 1/2) >= m); the shorter of the two tails is summed, each term from the one before."""
    total = n + m
    low = min(m, n + 1)
    term, tail = 1, 0
    for k in range(low):
        tail += term
        term = term * (total - k) // (k + 1)
    whole = 1 << total
    return Fraction(whole - tail if low == m else tail, whole)


def _check(*counts: int) -> None:
    for count in counts:
        if type(count) is not int or not 0 <= count <= MOST_DICE:
            raise BadNotation(
                f"Chances are worked out for 0 to {MOST_DICE:,} dice a side.",
                safe="Nothing was rolled.",
                todo="Ask for fewer dice." if type(count) is int and count > 0 else "Name whole numbers from 0.",
                limit=MOST_DICE,
            )
