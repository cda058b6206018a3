"""What one redraw sees of a table: its state, who acts, and what is open to them. Frozen, so that all parts agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spookynb.moves import Debt, Range, Template, Values
from spookynb.state import State
from spookynb.systems.protocol import Chance


@dataclass(frozen=True, slots=True)
class Glance:
    """One look at the table by the person in ``seat``."""

    state: State
    seat: str
    legal: tuple[Template, ...]
    waiting: tuple[Debt, ...]
    chances: tuple[Chance, ...]
    #: seats whose keys are on this machine, so that their people can act here
    held: tuple[str, ...]

    def offers(self, kind: str, **fixed: Any) -> tuple[Template, ...]:
        """The legal moves of ``kind`` whose fields allow these values."""
        return tuple(one for one in self.legal if one.kind == kind and all(admits(one, name, value) for name, value in fixed.items()))

    def offer(self, kind: str, **fixed: Any) -> Template | None:
        """The first of :meth:`offers`, or None."""
        return next(iter(self.offers(kind, **fixed)), None)

    def owed(self, seat: str) -> tuple[Debt, ...]:
        """What ``seat`` owes, the most pressing first."""
        return tuple(debt for debt in self.waiting if debt.seat == seat)


def allowed(template: Template, name: str) -> tuple[Any, ...]:
    """The values that a template allows for a field, None left out; empty for free text and lists."""
    match template.fields.get(name):
        case Values(values):
            return tuple(value for value in values if value is not None)
        case Range(low, high):
            return tuple(range(low, high + 1))
    return ()


def admits(template: Template, name: str, value: Any) -> bool:
    """Whether a field may have ``value``; a field that the template does not have may be left out only."""
    choice = template.fields.get(name)
    match choice:
        case None:
            return value is None
        case Values(values):
            return value in values
        case Range(low, high):
            return isinstance(value, int) and low <= value <= high
    return True
