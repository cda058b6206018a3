"""Every error a person can meet: one sentence of what happened, what is safe, and what to do next.

Each error also carries its facts as keyword fields (``error.data``), so that programs need not parse
sentences. Nothing in the package raises anything else on purpose, and no shell or screen shows a traceback.
"""

from __future__ import annotations

from typing import Any


class SpookyError(Exception):
    """Base of all errors of the package.

    ``what`` says what happened, ``safe`` what is not lost, ``todo`` what to do next (each a plain sentence,
    the last two may be empty). ``data`` holds the same as named fields for programs.
    """

    #: exit code of the command line (DESIGN.md: 1 findings or a refused move, 2 wrong usage or unreadable input)
    exit_code = 1

    def __init__(self, what: str, *, safe: str = "", todo: str = "", **data: Any) -> None:
        super().__init__(what)
        self.what = what
        self.safe = safe
        self.todo = todo
        self.data = data

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.safe, self.todo) if part)

    def as_dict(self) -> dict[str, Any]:
        """The error as JSON-able fields: ``error`` (its kind), ``what``, ``safe``, ``todo`` and its data."""
        return {"error": type(self).__name__, "what": self.what, "safe": self.safe, "todo": self.todo, **self.data}


class BadNotation(SpookyError):
    """Dice notation or a face that cannot be read (SB-16)."""

    exit_code = 2


class BadText(SpookyError):
    """Prose, a name or other words that a journal cannot hold (PROTOCOL: prose and strings)."""


class IllegalMove(SpookyError):
    """A move that the rules refuse; ``rule`` is the number of the rule, e.g. ``SB-13``."""

    def __init__(self, what: str, *, rule: str, safe: str = "Nothing has changed.", todo: str = "", **data: Any) -> None:
        super().__init__(what, safe=safe, todo=todo, rule=rule, **data)
        self.rule = rule


class NotYourSeat(SpookyError):
    """An unknown seat, or one whose key is not on this machine."""


class StaleLedger(SpookyError):
    """Someone else moved first, and the ledger would not settle."""


class StoreTrouble(SpookyError):
    """The folder or the database cannot be written, or is not the one it should be."""


class JournalTrouble(SpookyError):
    """The journal file cannot be read or written."""

    exit_code = 2


class JournalEdited(SpookyError):
    """A person changed the journal file; their version is kept beside it."""


class BadEntry(SpookyError):
    """Bytes that are no valid entry: not canonical, too large, too deep, unknown fields."""


class WrongUsage(SpookyError):
    """A command or function was called with something that cannot be meant."""

    exit_code = 2
