"""What the journal says of a move: a line or two of plain words for each fact that people should read.

People give, hold and narrate; characters use Thingies, take Ouchies, roll and win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from spookynb.moves import Line, Move
from spookynb.phrases import in_force
from spookynb.state import Fact, State
from spookynb.systems.spookybeans import tell_conflicts, tell_sheets, tell_table
from spookynb.systems.spookybeans.facts import TieLeft
from spookynb.systems.spookybeans.telling import Telling

#: who tells what, by the number of the renderer that brought the wording
TELLINGS: Final[Mapping[int, Mapping[type[Fact], Callable[..., list[Line]]]]] = {
    1: {**tell_table.TELLERS, **tell_sheets.TELLERS, **tell_conflicts.TELLERS},
}


def tell(move: Move, seat: str, facts: Sequence[Fact], before: State, after: State, renderer: int) -> list[Line]:
    """The lines of a move made in ``seat``, in the order of its facts; what is left open comes last."""
    telling, tellers = Telling(move, seat, facts, before, after), in_force(TELLINGS, renderer)
    lines: list[Line] = []
    for fact in sorted(facts, key=lambda one: isinstance(one, TieLeft)):
        teller = tellers.get(type(fact))
        lines += teller(telling, fact) if teller else ()
    return lines
