"""Exact chances, checked against counting every outcome and against an independent library."""

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spookynb.dice import is_skull
from spookynb.errors import BadNotation
from spookynb.odds import percent, tie_chance, win_chance, win_chance_called, win_chance_caller, with_more

FACES = {"coin": ("coin:H", "coin:T"), "d4": tuple(f"d4:{n}" for n in range(1, 5)), "d6": tuple(f"d6:{n}" for n in range(1, 7))}


def counted(mine: list[str], theirs: list[str], won: Callable[[int, int], bool]) -> Fraction:
    """The share of all outcomes that is won, every face of every die laid out."""
    outcomes = list(product(*(FACES[kind] for kind in mine + theirs)))
    wins = sum(won(sum(map(is_skull, roll[: len(mine)])), sum(map(is_skull, roll[len(mine) :]))) for roll in outcomes)
    return Fraction(wins, len(outcomes))


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [([], []), (["d6"], []), ([], ["d6"]), (["d6", "d6"], ["d6"]), (["coin", "d4"], ["d6", "coin"]), (["coin"] * 5, ["coin"] * 4)],
)
def test_chances_are_those_of_counting_every_face(mine: list[str], theirs: list[str]) -> None:
    n, m = len(mine), len(theirs)
    assert win_chance(n, m) == counted(mine, theirs, lambda a, b: a >= b)
    assert win_chance_caller(n, m) == counted(mine, theirs, lambda a, b: a > b)
    assert win_chance_called(n, m) == counted(mine, theirs, lambda a, b: a <= b)
    assert tie_chance(n, m) == counted(mine, theirs, lambda a, b: a == b)


@pytest.mark.parametrize(("n", "m"), [(0, 0), (1, 9), (9, 1), (5, 4), (7, 7), (13, 20), (24, 3)])
def test_chances_agree_with_an_independent_library(n: int, m: int) -> None:
    coin = icepool.Die([0, 1])
    mine, theirs = n @ coin if n else icepool.Die([0]), m @ coin if m else icepool.Die([0])
    assert win_chance(n, m) == (mine >= theirs).probability(True)
    assert win_chance_caller(n, m) == (mine > theirs).probability(True)
    assert tie_chance(n, m) == (mine - theirs).probability(0)


def test_the_contracts_example() -> None:
    assert win_chance(5, 4) == Fraction(191, 256)
    assert float(win_chance(5, 4)) == 0.74609375


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_the_two_sides_and_the_tie_fill_the_whole(n: int, m: int) -> None:
    assert win_chance(n, m) == win_chance_caller(n, m) + tie_chance(n, m)
    assert win_chance_called(n, m) == 1 - win_chance_caller(n, m)
    assert 0 < win_chance(n, m) <= 1


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 20))
def test_every_further_die_helps(n: int, m: int, more: int) -> None:
    chances = with_more(n, m, more)
    assert len(chances) == more + 1
    assert list(chances) == sorted(chances)
    assert chances[-1] == win_chance(n + more, m)


def test_the_largest_rolls_are_answered_at_once() -> None:
    began = time.perf_counter()
    assert win_chance(1000, 999) > win_chance(999, 1000)
    assert time.perf_counter() - began < 0.1


@pytest.mark.parametrize("dice", [(-1, 3), (3, -1), (1001, 0), (0, 10**30), (2.0, 1), (True, 1), ("5", 4)])
@pytest.mark.parametrize("chance", [win_chance, win_chance_called, win_chance_caller, tie_chance])
def test_absurd_numbers_are_refused_by_the_limit(chance: Callable[[object, object], Fraction], dice: tuple[object, object]) -> None:
    with pytest.raises(BadNotation, match="0 to 1,000 dice"):
        chance(*dice)


def test_too_many_more_dice_are_refused() -> None:
    for call in ((990, 5, 11), (5, 5, -1), (5, 5, 10**9)):
        with pytest.raises(BadNotation):
            with_more(*call)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(191, 256), "75 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (win_chance(1, 40), "under 1 %"),
        (win_chance(40, 1), "over 99 %"),
    ],
)
def test_percent_never_calls_an_open_outcome_certain(chance: Fraction, words: str) -> None:
    assert percent(chance) == words
