"""Backups of a ledger, made by SQLite's backup API while others play, and put back where nothing stands yet.

A backup is a database of its own, whole in one file. It holds every entry, and with them the journal; keys and drafts are not in it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from spookynb.disk import publish
from spookynb.entry import Entry
from spookynb.errors import StoreTrouble, WrongUsage
from spookynb.ledger.salvage import discard, salvage


def backup(ledger: Path, to: Path) -> int:
    """Copy the database ``ledger`` to the new file ``to``, and look whether all of it arrived; gives how many entries it holds.

    Raises :class:`WrongUsage` where something stands at ``to``, :class:`StoreTrouble` where it cannot be written.
    """
    _free(to)
    with _copied(ledger, to) as copy:
        entries = read(copy)
    return len(entries)


def restore(file: Path, ledger: Path) -> int:
    """Copy the backup ``file`` to the new database ``ledger``; gives how many entries it holds.

    Raises :class:`WrongUsage` where something stands at ``ledger`` or nothing at ``file``, :class:`StoreTrouble` for a file that is
    no whole backup, or where the database cannot be written.
    """
    _free(ledger)
    entries = read(file)
    with _copied(file, ledger):
        return len(entries)


def read(file: Path) -> list[Entry]:
    """All entries of a backup, in order of arrival.

    Raises :class:`WrongUsage` where there is no such file, :class:`StoreTrouble` for one that is no whole backup.
    """
    if not file.is_file():
        raise WrongUsage(f"There is no backup {file.name} here.", safe="Nothing was made.", todo="Check its name.", path=str(file))
    try:
        with closing(_reading(file)) as database:
            sound = database.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
            rows, texts = database.execute("SELECT count(*), count(prose) FROM entry").fetchone() if sound else (0, 0)
    except (sqlite3.Error, UnicodeDecodeError):
        rows = texts = 0
    entries = [entry for entry, _, _ in salvage(file)] if rows else []
    if not rows or len(entries) != rows or sum(one.prose is not None for one in entries) != texts:
        raise StoreTrouble(
            f"{file.name} is no whole backup of a campaign.",
            safe="It was not touched, and nothing was made.",
            todo="Use another one; what an intact journal holds can be opened without any backup.",
            path=str(file),
        )
    return entries


@contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """Copy a database under another name for a first look; it gets its name ``target`` if that finds nothing wrong."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(_reading(source)) as database, closing(sqlite3.connect(part)) as copy:
            database.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE").close()  # whole in one file, whatever the source
        yield part
        publish(part, target)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, FileExistsError) and target.exists():
            raise _taken(target) from error
        raise StoreTrouble(
            f"{target.name} could not be written: {getattr(error, 'strerror', None) or error}.",
            safe="The campaign itself was not touched.",
            todo="Check that the folder can be written and has room, then try again.",
            path=str(target),
        ) from error
    finally:
        discard(part)


def _reading(file: Path) -> sqlite3.Connection:
    """Open a database that must be there already."""
    return sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=rw", uri=True, timeout=30)


def _free(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise _taken(path)


def _taken(path: Path) -> WrongUsage:
    return WrongUsage(
        f"{path.name} is there already.",
        safe="It was not touched: nothing is ever written over.",
        todo="Choose another name with --to.",
        path=str(path),
    )
