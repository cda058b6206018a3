"""Snapshots: the folded state at one entry, so that opening a long campaign costs what is new.

A snapshot is a convenience and proves nothing: one that is missing, damaged, of other rules or of another past is passed over, and
the whole record is played again. It stands in a file of its own beside the ledger.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final

import msgspec

from spookynb.state import State

_FORMAT: Final = 2
_HASH: Final = 32


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The table after ``count`` entries, the last of which is ``head``.

    ``rules`` is the version of the rules of ``system``; ``at`` the latest time claimed so far; ``troubles`` and ``redacted`` are
    those of :class:`spookynb.replay.Replay`. ``journal_size`` bytes of the journal belong to these entries; ``journal_hash`` is
    their SHA-256 in hex, ``ledger_hash`` that of what the ledger's columns say of them.
    """

    format: int = _FORMAT
    system: str
    rules: int
    campaign: str
    head: str
    count: int
    at: str
    troubles: dict[str, str]
    redacted: frozenset[str]
    journal_size: int
    journal_hash: str
    ledger_hash: str
    state: State

    def typed(self, game: type[Any]) -> State:
        """The state, with the system's own part as ``game``. Raises :class:`msgspec.ValidationError` for one of another shape."""
        return msgspec.structs.replace(self.state, game=msgspec.convert(self.state.game, game))


def read(path: Path) -> Snapshot | None:
    """The snapshot in a file, or None where there is none that can be used."""
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[_HASH:]).digest() != data[:_HASH]:
            return None
        found = msgspec.msgpack.decode(data[_HASH:], type=Snapshot)
    except (OSError, msgspec.DecodeError, ValueError):
        return None
    return found if found.format == _FORMAT else None


def write(path: Path, snapshot: Snapshot) -> None:
    """Put a snapshot in the place of the last one; where that cannot be done there is none, which harms nothing."""
    data = msgspec.msgpack.encode(snapshot)
    new = path.with_suffix(f".{os.getpid()}.new")
    try:
        new.write_bytes(hashlib.sha256(data).digest() + data)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
