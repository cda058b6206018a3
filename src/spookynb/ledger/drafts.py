"""Drafts: what somebody has typed and not yet sent, in a file of its own so that it can never trouble the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, NullPool, create_engine, delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlmodel import Field, SQLModel

from spookynb.errors import StoreTrouble
from spookynb.text import character


class DraftRow(SQLModel, table=True):
    """A draft: whose, for which place on the screen, its text, and when it was kept (UTC)."""

    __tablename__ = "draft"

    seat: str = Field(primary_key=True)
    place: str = Field(primary_key=True)
    text: str
    at: str


_TABLE: Final = DraftRow.__table__  # type: ignore[attr-defined]  # SQLModel adds it at run time


class Drafts:
    """The drafts of one campaign, shared by all kernels that have it open. ``path`` ends in ``.drafts.db``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": 5})
        self._made = False

    def read(self, seat: str, place: str) -> tuple[str, str]:
        """A draft and when it was kept (``""`` and ``""`` where there is none)."""
        wanted = select(_TABLE.c.text, _TABLE.c.at).where(_TABLE.c.seat == seat, _TABLE.c.place == place)
        with self._begin("read") as connection:
            row = connection.execute(wanted).first()
        return (row.text, row.at) if row else ("", "")

    def keep(self, seat: str, place: str, text: str) -> None:
        """Keep ``text``; an empty one forgets the draft. Raises :class:`StoreTrouble` where it cannot be kept."""
        with self._begin("kept") as connection:
            if text:
                at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
                row = insert(_TABLE).values(seat=seat, place=place, text=text, at=at)
                connection.execute(row.on_conflict_do_update(index_elements=["seat", "place"], set_={"text": text, "at": at}))
            else:
                connection.execute(delete(_TABLE).where(_TABLE.c.seat == seat, _TABLE.c.place == place))

    @contextmanager
    def _begin(self, deed: str) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                if not self._made:
                    SQLModel.metadata.create_all(connection, tables=[_TABLE])
                    self._made = True
                yield connection
        except (DBAPIError, UnicodeEncodeError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else f"it holds {character(error.object[error.start])}"
            raise StoreTrouble(
                f"The draft could not be {deed}: {cause}.",
                safe="The game is safe, and what you typed is still on the screen.",
                todo="Copy the text before you close the page.",
            ) from error
