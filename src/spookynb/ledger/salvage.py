"""What can be saved of a database that cannot be used as it is: its entries are read one by one, and the file is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from spookynb.disk import link, names_beside
from spookynb.entry import Entry, from_parts
from spookynb.errors import BadEntry

#: files that SQLite keeps beside a database, by what it adds to the name
BESIDE: Final = ("-journal", "-wal", "-shm")
#: what reading a damaged database raises; the last where SQLite's own words quote damaged bytes
_UNREADABLE: Final = (sqlite3.Error, OverflowError, UnicodeDecodeError)
_ROWS: Final = "SELECT renderer, depth, body, CAST(sig AS BLOB), CAST(prose AS BLOB), CAST(id AS BLOB) FROM entry ORDER BY n"


def entry_of(entry_id: object, body: object, sig: object, prose: object) -> Entry | None:
    """The entry that a row holds, the words as bytes, without a text that is not the one which was signed.

    None where the row is not what was written.
    """
    if not isinstance(body, bytes) or not isinstance(sig, bytes):
        return None
    try:
        entry = from_parts(body, sig.decode(), None)
    except (BadEntry, UnicodeDecodeError):
        return None
    if entry_id != entry.id.encode():
        return None
    if isinstance(prose, bytes):
        with suppress(UnicodeDecodeError):
            told = structs.replace(entry, prose=prose.decode())
            return told if told.intact() else entry
    return entry


def salvage(path: Path) -> list[tuple[Entry, int, int]]:
    """The entries that can be read in the database at ``path``, each with its depth and renderer, in order of arrival.

    Where rows are damaged in the middle, those behind them are read from the end.
    """
    found: dict[str, tuple[Entry, int, int]] = {}
    with suppress(*_UNREADABLE), closing(sqlite3.connect(path, timeout=30)) as database:
        found.update(_readable(database, _ROWS))
        behind = dict(_readable(database, f"{_ROWS} DESC"))
        found.update(reversed(behind.items()))
    return list(found.values())


def _readable(database: sqlite3.Connection, query: str) -> Iterator[tuple[str, tuple[Entry, int, int]]]:
    """Entries by id up to the first row that SQLite cannot read; what is no entry is passed over."""
    with suppress(*_UNREADABLE):
        for renderer, depth, body, sig, prose, entry_id in database.execute(query):
            entry = entry_of(entry_id, body, sig, prose)
            if entry is not None and _counts(renderer) and _counts(depth):
                yield entry.id, (entry, depth, renderer)


def _counts(value: Any) -> bool:
    return isinstance(value, int) and value >= 0


def keep_aside(path: Path, word: str) -> Path:
    """Give the database at ``path`` a second name, ``<slug>.<word>.db`` or the next that is free; gives that name.

    What SQLite keeps beside the file goes with the new name, for it belongs to what is kept. Raises :class:`OSError`.
    """
    for kept in names_beside(path, f"{path.stem}.{word}.db"):
        with suppress(FileExistsError):
            link(path, kept)
            break
    for suffix in BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(kept.with_name(kept.name + suffix))
    return kept


def copy_aside(database: sqlite3.Connection, path: Path, word: str) -> Path:
    """Copy the open ``database`` at ``path`` to ``<slug>.<word>.db`` or the next free name; gives that name.

    Raises :class:`OSError` or :class:`sqlite3.Error`.
    """
    for kept in names_beside(path, f"{path.stem}.{word}.db"):
        if not kept.exists():
            break
    with closing(sqlite3.connect(kept)) as copy:
        database.backup(copy)
    return kept


def discard(path: Path) -> None:
    """Remove an unfinished database that nobody has been told of."""
    for suffix in ("", *BESIDE):
        with suppress(FileNotFoundError, NotADirectoryError):
            path.with_name(path.name + suffix).unlink()
