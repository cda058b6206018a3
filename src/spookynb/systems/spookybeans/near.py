"""How near two names are (SB-6): near enough that a table should be warned, though they are not the same."""

from __future__ import annotations

from typing import Final

_ARTICLES: Final = frozenset(("a", "an", "the"))
#: below this length one letter makes another word
_SHORT: Final = 4
_LONG: Final = 9


def near(one: str, other: str) -> bool:
    """Whether two keys (:func:`spookynb.text.key`) look alike.

    They do with the same words in another order, with an article more or less, or with a slip of one letter (two in
    names of nine letters or more).
    """
    if _words(one) == _words(other):
        return True
    length = min(len(one), len(other))
    return length >= _SHORT and _within(one, other, 1 if length < _LONG else 2)


def _words(text: str) -> list[str]:
    words = [word for word in text.split() if word not in _ARTICLES]
    return sorted(words) or text.split()


def _within(one: str, other: str, most: int) -> bool:
    """Whether at most ``most`` letters have to be put in, taken out or changed to make one the other."""
    if abs(len(one) - len(other)) > most:
        return False
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row = row, [at]
        for place, facing in enumerate(other, 1):
            row.append(min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != facing)))
        if min(row) > most:
            return False
    return row[-1] <= most
