"""What the journal says of a move: a line or two of plain words for each fact that people should read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spookynb.moves import Line, Move
from spookynb.state import Fact, State
from spookynb.systems.spookybeans import tell_conflicts, tell_sheets
from spookynb.systems.spookybeans.telling import Telling

_TELLERS: Final = {**tell_sheets.TELLERS, **tell_conflicts.TELLERS}


def tell(move: Move, seat: str, facts: Sequence[Fact], before: State, after: State) -> list[Line]:
    """The lines of a move made in ``seat``, in the order of its facts."""
    telling = Telling(move, seat, facts, before, after)
    lines: list[Line] = []
    for fact in facts:
        teller = _TELLERS.get(type(fact))
        lines += teller(telling, fact) if teller else ()
    return lines
