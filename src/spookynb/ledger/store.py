"""The store: a campaign's entries as rows in SQLite, one writer at a time (PROTOCOL.md, "Store").

SQLModel declares the rows and nothing else; reading and writing use Core, which is several times faster. One file lock in
front of each write keeps many kernels fair; ``BEGIN IMMEDIATE`` keeps them from overwriting each other.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout
from sqlalchemy import Connection, create_engine, event, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlmodel import Field, SQLModel

from spookynb.entry import Entry, from_parts
from spookynb.errors import StaleLedger, StoreTrouble

SCHEMA: Final = 1
LOCK_SECONDS: Final = 30.0
_YIELD_SECONDS: Final = 50e-6
_SAFE: Final = "What was acknowledged before is safe; this move was not made."


class EntryRow(SQLModel, table=True):
    """One entry as a row: ``n`` counts arrivals, ``renderer`` is the version that rendered it into the journal."""

    __tablename__ = "entry"

    n: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True, max_length=64)
    depth: int
    seat: str
    once: str | None = None
    renderer: int
    sig: str
    body: bytes
    prose: str | None = None


_TABLE: Final = EntryRow.__table__  # type: ignore[attr-defined]  # SQLModel adds it at run time
_COLUMNS: Final = select(_TABLE.c.n, _TABLE.c.renderer, _TABLE.c.body, _TABLE.c.sig, _TABLE.c.prose).order_by(_TABLE.c.n)
_INSERT: Final = insert(_TABLE)
#: the same for the driver itself, by which one move takes two thirds of the time
_INSERT_ONE: Final = str(_INSERT.compile(dialect=sqlite.dialect(paramstyle="named"), column_keys=[*EntryRow.model_fields.keys() - {"n"}]))


class Store:
    """The database file of one campaign; made when it is missing. ``path`` ends in ``.db``.

    Raises :class:`StoreTrouble` for a folder that cannot be written, another schema, or a file that is no database.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._ignore(path.parent)
            self._file_lock = FileLock(path.with_suffix(".lock"), thread_local=False, poll_interval=0.001)
            with self.lock():
                self._open()
        except OSError as error:
            raise self._trouble(f"The folder {path.parent} cannot be written: {error.strerror or error}.") from error
        except (DBAPIError, sqlite3.Error) as error:
            raise self._trouble(f"{path.name} cannot be used: {_cause(error)}.") from error

    @staticmethod
    def _ignore(folder: Path) -> None:
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")

    def _open(self) -> None:
        self._threads = threading.RLock()
        self._engine = create_engine(
            f"sqlite:///{self.path}", connect_args={"timeout": 30, "check_same_thread": False, "isolation_level": None}
        )
        event.listen(self._engine, "connect", _configure)
        self._connection: Connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._driver: sqlite3.Connection = self._connection.connection.dbapi_connection  # type: ignore[assignment]  # sqlite3's own
        found = self.schema()
        fresh = self._connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one() == 0
        if fresh:
            SQLModel.metadata.create_all(self._connection, tables=[_TABLE])
            self._connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        elif found != SCHEMA:
            self._engine.dispose()
            raise StoreTrouble(
                f"The database {self.path.name} has schema {found}; this version of spookynb knows schema {SCHEMA}.",
                safe="It was not touched, and the journal beside it holds the whole game.",
                todo="Move the database away to have it built anew from the journal, or use the version that made it.",
                schema=found,
            )
        self._inode = self.path.stat().st_ino

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Be the only writer, among all threads and processes. Raises :class:`StaleLedger` after 30 seconds."""
        try:
            with self._file_lock.acquire(timeout=LOCK_SECONDS):
                yield
        except Timeout as error:
            raise StaleLedger(
                "Somebody else has been writing to this campaign for 30 seconds.",
                safe="Nothing was written, and what you wrote is kept.",
                todo="Try again in a moment; if it stays so, restart the other kernel.",
            ) from error
        finally:
            time.sleep(_YIELD_SECONDS)  # lets the next in line have its turn

    def append(self, entry: Entry, depth: int, renderer: int) -> int:
        """Write one entry durably and give its row number. The caller holds :meth:`lock`."""
        self.check_file()
        with self._threads:
            try:
                self._driver.execute("BEGIN IMMEDIATE")
                number = self._driver.execute(_INSERT_ONE, _row(entry, depth, renderer)).lastrowid
                self._driver.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                self._rollback()
                raise StaleLedger("That very move is in the ledger already.", safe="It counts once.") from error
            except sqlite3.Error as error:
                self._rollback()
                raise self._trouble(f"The move could not be written: {_cause(error)}.") from error
        self.check_file()
        return int(number or 0)

    def extend(self, entries: Sequence[tuple[Entry, int, int]]) -> None:
        """Write many entries (with depth and renderer) in one transaction. The caller holds :meth:`lock`."""
        if not entries:
            return
        with self._threads:
            try:
                self._driver.execute("BEGIN IMMEDIATE")
                self._connection.execute(_INSERT, [_row(*one) for one in entries])
                self._driver.execute("COMMIT")
            except (DBAPIError, sqlite3.Error) as error:
                self._rollback()
                raise self._trouble(f"The entries could not be written: {_cause(error)}.") from error

    def since(self, number: int = 0) -> list[tuple[int, int, Entry]]:
        """Entries that arrived after row ``number``: (row number, renderer, entry), in order of arrival."""
        with self._threads:
            try:
                rows = self._connection.execute(_COLUMNS.where(_TABLE.c.n > number)).all()
            except (DBAPIError, sqlite3.Error) as error:
                raise self._trouble(f"{self.path.name} cannot be read: {_cause(error)}.") from error
        return [(n, renderer, from_parts(body, sig, prose)) for n, renderer, body, sig, prose in rows]

    def version(self) -> int:
        """A number that changes when another connection has written (``PRAGMA data_version``): cheap to poll."""
        with self._threads:
            return int(self._driver.execute("PRAGMA data_version").fetchone()[0])

    def schema(self) -> int:
        """The schema number of the database; 0 for one that has just been made."""
        return int(self._connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    def check_file(self) -> None:
        """Raise :class:`StoreTrouble` when the database's file was deleted or replaced under us."""
        try:
            same = self.path.stat().st_ino == self._inode
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
            self._connection.close()
            self._engine.dispose()

    def _rollback(self) -> None:
        if self._driver.in_transaction:
            self._driver.execute("ROLLBACK")

    def _trouble(self, what: str) -> StoreTrouble:
        todo = "Check that the folder can be written and has room, then try again."
        return StoreTrouble(what, safe=_SAFE, todo=todo, path=str(self.path))


def _cause(error: DBAPIError | sqlite3.Error) -> object:
    return error.orig if isinstance(error, DBAPIError) else error


def journal_mode() -> str:
    """``wal`` where this SQLite is free of the WAL-reset fault (3.7.0 to 3.51.2, but for 3.44.6 and 3.50.7), else ``delete``."""
    version = sqlite3.sqlite_version_info
    return "wal" if version >= (3, 51, 3) or version in ((3, 44, 6), (3, 50, 7)) else "delete"


def _configure(connection: sqlite3.Connection, record: Any) -> None:
    for pragma in (f"journal_mode={journal_mode()}", "synchronous=FULL", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}").close()


def _row(entry: Entry, depth: int, renderer: int) -> dict[str, Any]:
    return {
        "id": entry.id,
        "depth": depth,
        "seat": entry.seat,
        "once": entry.once,
        "renderer": renderer,
        "sig": entry.sig,
        "body": entry.body,
        "prose": entry.prose,
    }
