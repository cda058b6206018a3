"""Whose turn it is in a conflict, in markup."""

from __future__ import annotations

from collections.abc import Sequence

from spookynb.moves import Debt
from spookynb.odds import percent
from spookynb.state import State
from spookynb.systems.protocol import Chance
from spookynb.systems.spookybeans.sheet import Conflict
from spookynb.ui.views.words import dice, e, listed


def waiting(state: State, seat: str, duties: list[tuple[Debt, str]]) -> str:
    """Who is waited for in this conflict, the person who acts first."""
    if not duties:
        return ""
    mine = [words for debt, words in duties if debt.seat == seat]
    others: dict[str, list[str]] = {}
    for debt, words in duties:
        if debt.seat != seat:
            others.setdefault(words, []).append(f"<b>{e(state.name(debt.seat))}</b>")
    theirs = [f"{listed(names)}, {e(words)}" for words, names in others.items()]
    parts = []
    if mine:
        parts.append(f"<div><b>We wait for you,</b> {e('; '.join(mine))}.</div>")
    if theirs:
        parts.append(f"<div>We {'also ' if mine else ''}wait for {'; '.join(theirs)}.</div>")
    return f'<div class="turn{"" if mine else " others"}"><div>{"".join(parts)}</div></div>'


def against_each_other(conflict: Conflict) -> str:
    """The two sides' dice as a button says them: ``"5 dice against 4"``."""
    mine, theirs = conflict.sides.values()
    return f"{dice(mine.dice)} against {theirs.dice}"


def foreseen(chances: Sequence[Chance]) -> str:
    """What an Adversity would mean, before it is set."""
    if not chances:
        return ""
    mine, theirs = chances[0].dice
    return f'<p class="note">{dice(mine)} against {theirs} would win {e(percent(chances[0].win))} of the time, before any gift.</p>'
