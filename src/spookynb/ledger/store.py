"""The store: a campaign's entries as rows in SQLite, one writer at a time (PROTOCOL.md, "Store").

One file lock in front of each write keeps many kernels fair; ``BEGIN IMMEDIATE`` keeps them from overwriting each other.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from filelock import FileLock, Timeout
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from spookynb.disk import sync_folder
from spookynb.entry import Entry
from spookynb.errors import SpookyError, StaleLedger, StoreTrouble
from spookynb.ledger import rows
from spookynb.ledger.rows import Before, News, Row
from spookynb.ledger.salvage import copy_aside, discard, keep_aside, salvage

SCHEMA: Final = 1
LOCK_SECONDS: Final = 30.0
_YIELD_SECONDS: Final = 50e-6
_SAFE: Final = "What was acknowledged before is safe; nothing more was written."
#: by which our own statements fail only where the file is not what we wrote
_DAMAGE: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
#: what comes of a database that cannot be used; the last where SQLite's own words quote damaged bytes
_FAULTS: Final = (DBAPIError, sqlite3.Error, UnicodeDecodeError)


class Store:
    """The database file of one campaign; made when it is missing. ``path`` ends in ``.db``.

    A database of another schema is kept under another name, and a new one is built of its entries. ``spare`` says that the
    campaign can be read elsewhere too (in its journal): then a damaged database is renewed likewise, from what can be read in
    it, instead of being refused. ``notices`` says so. Raises :class:`StoreTrouble` for a folder that cannot be written, a file
    that is no database, and another schema whose entries cannot be read.
    """

    def __init__(self, path: Path, *, spare: bool = False) -> None:
        self.path = path
        self.notices: list[SpookyError] = []
        self._threads = threading.RLock()
        self._closing = ExitStack()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._ignore(path.parent)
            self._file_lock = FileLock(path.with_suffix(".lock"), thread_local=False, poll_interval=0.001)
            with self.lock():
                self._open(spare)
        except OSError as error:
            self.close()
            raise self._trouble(f"The folder {path.parent} cannot be written: {error.strerror or error}.") from error
        except _FAULTS as error:
            self.close()
            raise self._trouble(f"{path.name} cannot be used: {_cause(error)}.", error) from error
        except SpookyError:
            self.close()
            raise

    @staticmethod
    def _ignore(folder: Path) -> None:
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")

    # ------------------------------------------------------------------------------------------ opening

    def _open(self, spare: bool) -> None:
        try:
            found = self._connect(self.path)
        except _FAULTS as error:
            if not (spare and self._damaged(error)):
                raise
            self.renew("damaged")
            return
        if found != SCHEMA:
            if not spare and not salvage(self.path):
                raise self._unknown(found)
            self.renew(f"schema-{found}")

    def _connect(self, path: Path) -> int:
        """Open the database at ``path``, make its table where there is none, and give its schema number."""
        engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 30, "check_same_thread": False, "isolation_level": None})
        self._closing.callback(engine.dispose)
        event.listen(engine, "connect", _configure)
        self._connection: Connection = self._closing.enter_context(engine.connect()).execution_options(isolation_level="AUTOCOMMIT")
        self._driver: sqlite3.Connection = self._connection.connection.dbapi_connection  # type: ignore[assignment]  # sqlite3's own
        tables, pages = self._ask("SELECT count(*) FROM sqlite_master"), self._ask("PRAGMA page_count")
        if not tables and pages > 1:
            raise sqlite3.DatabaseError("its list of tables is gone")
        if not tables:
            self._driver.execute("BEGIN IMMEDIATE")  # a process that dies in between leaves an empty file, not half a schema
            SQLModel.metadata.create_all(self._connection, tables=[rows.TABLE])
            self._driver.execute(f"PRAGMA user_version = {SCHEMA}")
            self._driver.execute("COMMIT")
        status = path.stat()
        self._identity = status.st_dev, status.st_ino
        return self.schema()

    def renew(self, word: str) -> None:
        """Keep the file as ``<slug>.<word>.db`` and build a new one of the entries that can be read in it, in one step.

        A reader finds the old file or the new one. The caller holds :meth:`lock`. Raises :class:`StoreTrouble`.
        """
        with self._threads:
            self.close()
            entries, new = salvage(self.path), self.path.with_suffix(".new")
            try:
                discard(new)
                self._connect(new)
                self.extend(entries)
                self.close()
                kept = keep_aside(self.path, word)
                new.replace(self.path)
                sync_folder(self.path.parent)
                self._connect(self.path)
            except (OSError, *_FAULTS) as error:
                raise self._trouble(f"{self.path.name} could not be built anew: {_cause(error)}.") from error
        what = "was damaged" if word == "damaged" else "was written by another version of spookynb"
        self.notices.append(
            StoreTrouble(
                f"The database {self.path.name} {what}, and has been built anew with {len(entries):,} entries that could be read in it.",
                safe=f"The old one is kept as {kept.name}.",
                kept=str(kept),
                entries=len(entries),
            )
        )

    def keep(self, word: str) -> Path:
        """Copy the database as it stands to ``<slug>.<word>.db`` or the next free name; gives that name. Raises :class:`StoreTrouble`."""
        with self._threads:
            try:
                return copy_aside(self._driver, self.path, word)
            except (OSError, *_FAULTS) as error:
                raise self._trouble(f"{self.path.name} could not be kept: {_cause(error)}.", error) from error

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Be the only writer, among all threads and processes. Raises :class:`StaleLedger` after 30 seconds."""
        try:
            turn = self._file_lock.acquire(timeout=LOCK_SECONDS)
        except Timeout as error:
            raise StaleLedger(
                "Somebody else has been writing to this campaign for 30 seconds.",
                safe="Nothing was written, and what you wrote is kept.",
                todo="Try again in a moment; if it stays so, restart the other kernel.",
            ) from error
        except OSError as error:
            raise self._trouble(f"The folder {self.path.parent} cannot be written: {error.strerror or error}.") from error
        try:
            with turn:
                yield
        finally:
            time.sleep(_YIELD_SECONDS)  # lets the next in line have its turn

    def append(self, entry: Entry, depth: int, renderer: int) -> int:
        """Write one entry durably and give its row number. The caller holds :meth:`lock`."""
        self.check_file()
        with self._threads:
            try:
                self._driver.execute("BEGIN IMMEDIATE")
                number = self._driver.execute(rows.INSERT_ONE, rows.row(entry, depth, renderer)).lastrowid
                self._driver.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                self._rollback()
                raise StaleLedger("That very move is in the ledger already.", safe="It counts once.") from error
            except _FAULTS as error:
                self._rollback()
                raise self._trouble(f"The move could not be written: {_cause(error)}.", error) from error
        self.check_file()
        return int(number or 0)

    def extend(self, entries: Sequence[tuple[Entry, int, int]]) -> None:
        """Write many entries (with depth and renderer) in one transaction. The caller holds :meth:`lock`."""
        if entries:
            self._write(entries)

    def replace(self, entries: Sequence[tuple[Entry, int, int]]) -> None:
        """Let the ledger hold ``entries`` (with depth and renderer) and nothing else. The caller holds :meth:`lock`."""
        self._write(entries, anew=True)

    def _write(self, entries: Sequence[tuple[Entry, int, int]], *, anew: bool = False) -> None:
        with self._threads:
            try:
                self._driver.execute("BEGIN IMMEDIATE")
                if anew:
                    self._connection.execute(rows.TABLE.delete())
                self._connection.execute(rows.INSERT, [rows.row(*one) for one in entries])
                self._driver.execute("COMMIT")
            except _FAULTS as error:
                self._rollback()
                raise self._trouble(f"The entries could not be written: {_cause(error)}.", error) from error

    def set_texts(self, texts: Mapping[str, str | None]) -> None:
        """Write or take out (None) the texts of entries, by id. The caller holds :meth:`lock`."""
        with self._threads:
            try:
                self._driver.execute("PRAGMA secure_delete = ON")  # what is taken out does not linger in free pages
                self._driver.execute("BEGIN IMMEDIATE")
                self._driver.executemany("UPDATE entry SET prose = ? WHERE id = ?", [(text, one) for one, text in texts.items()])
                self._driver.execute("COMMIT")
            except _FAULTS as error:
                self._rollback()
                raise self._trouble(f"The texts could not be written: {_cause(error)}.", error) from error

    # ------------------------------------------------------------------------------------------ reading

    def since(self, number: int = 0) -> list[Row]:
        """Entries that arrived after row ``number``, in order of arrival; rows that are not what was written are passed over."""
        return self.news(number).rows

    def news(self, number: int = 0) -> News:
        """What there is after row ``number``, and whether what was before it still stands. Raises :class:`StoreTrouble`."""
        with self._threads:
            try:
                self._driver.execute("BEGIN")
                found = self._connection.execute(rows.READ.where(rows.TABLE.c.n > number)).all()
                total = self._connection.execute(rows.COUNT).scalar_one()
                last = self._driver.execute("SELECT CAST(id AS BLOB) FROM entry WHERE n = ?", (number,)).fetchone() if number else None
            except (*_FAULTS, OverflowError) as error:
                raise self._trouble(f"{self.path.name} cannot be read: {_cause(error)}.", error) from error
            finally:
                self._rollback()
        good, bare = rows.read(found)
        return News(good, total, last[0].decode("ascii", "replace") if last and isinstance(last[0], bytes) else "", bare)

    def before(self, head: str) -> Before | None:
        """What is known of all entries up to ``head`` without reading them, or None where it is not in the ledger."""
        with self._threads:
            try:
                found = self._driver.execute("SELECT n FROM entry WHERE id = ?", (head,)).fetchone()
                if found is None:
                    return None
                known = self._driver.execute("SELECT id, depth, seat, once, prose IS NOT NULL FROM entry WHERE n <= ?", found).fetchall()
            except _FAULTS as error:
                raise self._trouble(f"{self.path.name} cannot be read: {_cause(error)}.", error) from error
        return Before(
            number=found[0],
            depths={one: depth for one, depth, _, _, _ in known},
            once={(seat, once): one for one, _, seat, once, _ in known if once is not None},
            texts={one: seat for one, _, seat, _, text in known if text},
            digest=hashlib.sha256(msgspec.msgpack.encode(known)).hexdigest(),
        )

    def version(self) -> int:
        """A number that changes when another connection has written (``PRAGMA data_version``): cheap to poll."""
        with self._threads:
            try:
                return int(self._driver.execute("PRAGMA data_version").fetchone()[0])
            except _FAULTS as error:
                raise self._trouble(f"{self.path.name} cannot be read: {_cause(error)}.", error) from error

    def schema(self) -> int:
        """The schema number of the database."""
        return self._ask("PRAGMA user_version")

    def _ask(self, query: str) -> int:
        return int(self._driver.execute(query).fetchone()[0])

    def check_file(self) -> None:
        """Raise :class:`StoreTrouble` when the database's file was deleted or replaced under us."""
        try:
            status = self.path.stat()
            same = (status.st_dev, status.st_ino) == self._identity
        except OSError:
            same = False
        if not same:
            raise StoreTrouble(
                f"The database {self.path.name} was deleted or replaced while the table was open.",
                safe="The journal file holds all that was acknowledged.",
                todo="Close the table and open it again.",
                path=str(self.path),
            )

    def close(self) -> None:
        """Let go of the file."""
        with self._threads:
            self._closing.close()

    def _rollback(self) -> None:
        with suppress(sqlite3.Error):  # whatever failed before is told; what is not committed does not count
            if self._driver.in_transaction:
                self._driver.execute("ROLLBACK")

    def _unknown(self, found: int) -> StoreTrouble:
        return StoreTrouble(
            f"The database {self.path.name} has schema {found}, and its entries cannot be read; this version knows schema {SCHEMA}.",
            safe="It was not touched.",
            todo="Use the version of spookynb that made it, or put the journal beside it to have it built anew.",
            schema=found,
        )

    def _damaged(self, error: Exception) -> bool:
        """Whether the file is to blame, and not the disk, the folder or another kernel."""
        if isinstance(error, OSError):
            return False
        code = getattr(_cause(error), "sqlite_errorcode", _DAMAGE[0])
        return code & 0xFF in _DAMAGE or (code == sqlite3.SQLITE_READONLY and os.access(self.path, os.W_OK))

    def _trouble(self, what: str, error: Exception | None = None) -> StoreTrouble:
        damaged = error is not None and self._damaged(error)
        safe, todo = _SAFE, "Check that the folder can be written and has room, then try again."
        if damaged:
            safe, todo = "The file was left as it is.", "Open the table again with its journal beside it, from which it is built anew."
        return StoreTrouble(what, safe=safe, todo=todo, path=str(self.path), damaged=damaged)


def _cause(error: Exception) -> object:
    """What to say of it."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    return error.orig if isinstance(error, DBAPIError) else error


def journal_mode() -> str:
    """``wal`` where this SQLite is free of the WAL-reset fault (3.7.0 to 3.51.2, but for 3.44.6 and 3.50.7), else ``delete``."""
    version = sqlite3.sqlite_version_info
    return "wal" if version >= (3, 51, 3) or version in ((3, 44, 6), (3, 50, 7)) else "delete"


def _configure(connection: sqlite3.Connection, record: Any) -> None:
    for pragma in (f"journal_mode={journal_mode()}", "synchronous=FULL", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}").close()
