"""The rows of a ledger: SQLModel declares them and nothing else; the statements are Core, which is several times faster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import LargeBinary, cast, func, insert, select
from sqlalchemy.dialects import sqlite
from sqlmodel import Field, SQLModel

from spookynb.entry import Entry
from spookynb.ledger.salvage import entry_of


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


TABLE: Final = EntryRow.__table__  # type: ignore[attr-defined]  # SQLModel adds it at run time
INSERT: Final = insert(TABLE)
#: the same for the driver itself, by which one move takes two thirds of the time
INSERT_ONE: Final = str(INSERT.compile(dialect=sqlite.dialect(paramstyle="named"), column_keys=[*EntryRow.model_fields.keys() - {"n"}]))
#: words are read as bytes, so that damaged ones are met in their row and not in all of them
READ: Final = select(
    TABLE.c.n, TABLE.c.renderer, *(cast(TABLE.c[name], LargeBinary) for name in ("seat", "once", "id", "body", "sig", "prose"))
).order_by(TABLE.c.n)
COUNT: Final = select(func.count()).select_from(TABLE)

#: an entry as it stands in the ledger: its row's number, its renderer's number, and itself
Row = tuple[int, int, Entry]


class News(NamedTuple):
    """What a look into the ledger found, at one moment: the ``rows`` that are new, how many there are in ``all``, and the ``last`` id.

    ``last`` is the id in the row from which the look began, "" where that row is gone. ``bare`` are rows of which the text alone is not
    what was written; it is left out.
    """

    rows: list[Row]
    all: int
    last: str
    bare: list[Row]


class Before(NamedTuple):
    """What the columns alone say of the entries up to row ``number``: depths, labelled moves and authors of texts, by id.

    ``digest`` is the SHA-256 of it all, in hex.
    """

    number: int
    depths: dict[str, int]
    once: dict[tuple[str, str], str]
    texts: dict[str, str]
    digest: str


def row(entry: Entry, depth: int, renderer: int) -> dict[str, Any]:
    """The columns of an entry."""
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


def read(found: Iterable[Any]) -> tuple[list[Row], list[Row]]:
    """The entries in rows of :data:`READ`, and those whose text alone is not what was written; other such rows are passed over."""
    good: list[Row] = []
    bare: list[Row] = []
    for number, renderer, seat, once, *parts in found:
        entry = entry_of(*parts)
        if entry is None or not isinstance(renderer, int):
            continue
        if seat == entry.seat.encode() and once == (None if entry.once is None else entry.once.encode()):
            (good if (parts[-1] is None) == (entry.prose is None) else bare).append((number, renderer, entry))
    return good, bare
