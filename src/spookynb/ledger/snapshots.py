"""Snapshots: the folded state at one entry, so that opening a long campaign costs what is new.

A snapshot is a convenience and proves nothing: one that is missing, damaged, of other rules or of another past is passed over, and
the whole record is played again. It stands in a file of its own beside the ledger, sealed with a key of this user's own, so that
nobody else who writes into that folder can put a false state there.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from spookynb.ledger.keys import data_folder
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
        if not hmac.compare_digest(_seal(data[_HASH:]), data[:_HASH]):
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
        new.write_bytes(_seal(data) + data)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _seal(data: bytes) -> bytes:
    """A keyed hash of ``data``. Raises :class:`OSError` where the user's key can be neither read nor kept."""
    path = data_folder() / "snapshots.key"
    key = path.read_bytes() if path.exists() else b""
    if len(key) != _HASH:  # none yet, or one whose writing was cut short: what it sealed is passed over
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)  # before the key is in it
        key = secrets.token_bytes(_HASH)
        path.write_bytes(key)
    return hmac.digest(key, data, "sha256")
