"""Rule systems: the protocol they follow, and the installed ones by name.

Systems are found through the entry-point group ``spookynb.systems``, so that others can add theirs; each is imported when
it is first asked for.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from typing import Final

from spookynb.errors import SpookyError, WrongUsage
from spookynb.systems.protocol import System

GROUP: Final = "spookynb.systems"


def system_names() -> tuple[str, ...]:
    """Names of the installed systems, in alphabetical order."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@lru_cache(maxsize=32)
def get_system(name: str) -> System:
    """The installed system of that name.

    Raises :class:`WrongUsage` where none is installed, :class:`SpookyError` where it is there and cannot be loaded.
    """
    point = next(iter(entry_points(group=GROUP, name=name)), None)
    if point is None:
        raise WrongUsage(
            f"The rule system {name[:60]!r} is not installed.",
            safe="Nothing has changed.",
            todo=f"Installed are: {', '.join(system_names()) or 'none'}.",
            system=name[:60],
        )
    try:
        system: System = point.load()
    except Exception as error:
        raise SpookyError(
            f"The rule system {name!r} is installed and cannot be loaded ({type(error).__name__}: {error}).",
            safe="Nothing has changed.",
            todo="Install it anew, or tell its author.",
            system=name,
        ) from error
    return system


__all__ = ["GROUP", "System", "get_system", "system_names"]
