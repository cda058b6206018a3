"""Refusals of table moves: one sentence each, naming the rule."""

from __future__ import annotations

from typing import Any, NoReturn

from spookynb.errors import IllegalMove
from spookynb.state import GM


def refuse(what: str, *, todo: str = "", rule: str = "table", **data: Any) -> NoReturn:
    """Raise :class:`IllegalMove` for a move of the table."""
    raise IllegalMove(what, rule=rule, todo=todo, **data)


def gm_only(seat: str, what: str) -> None:
    """Refuse ``what`` to anyone but the GM."""
    if seat != GM:
        refuse(f"Only the GM {what}.", todo="Ask the GM.", seat=seat)
