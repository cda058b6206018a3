"""A journal that arrives as a file, by mail or on a stick: put beside the others, or merged into the copy that is here already.

Nothing that is here is ever overwritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from spookynb.errors import BadEntry, JournalTrouble, SpookyError, StoreTrouble
from spookynb.journal import parse
from spookynb.record import ledger_path
from spookynb.replay import Replay, Taken
from spookynb.table import Table

#: bytes of a journal that hold its first entry for certain
_BEGINNING: Final = 256 * 1024
#: what browsers put behind the name of a file that they save twice
_AGAIN: Final = re.compile(r"\s*\(\d+\)$")


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of a file: the ``journal`` that holds it now, and whether it was ``merged`` into one that was here.

    ``new`` counts the entries that were not here before, ``late`` are those, new or old, that have no effect since the merge
    because others were quicker; ``notices`` are troubles that stopped nothing.
    """

    journal: Path
    new: int
    merged: bool
    late: tuple[Taken, ...] = ()
    notices: tuple[SpookyError, ...] = ()


def bring(folder: Path, name: str, data: bytes) -> Arrived:
    """Take in the file ``name`` with the bytes ``data`` among the journals of ``folder``.

    A copy of a campaign that is here is merged; another one is put under a name that is free. Raises :class:`JournalTrouble`
    for what is no journal or does not hold, :class:`StoreTrouble` where the folder cannot be written.
    """
    campaign = _campaign(name, data)
    for known in journals(folder):
        if _begins(known) == campaign:
            with Table.open(known) as table:
                return take_in(table, name, data)
    with _as_file(name, data) as copy, Table.open(copy) as table:  # the full check, before it stands beside the others
        entries = len(table)
    return Arrived(_put(folder, _stem(name), data), entries, merged=False)


def take_in(table: Table, name: str, data: bytes) -> Arrived:
    """Merge the file ``name`` with the bytes ``data`` into an open table. Raises what :meth:`spookynb.table.Table.merge` raises."""
    _campaign(name, data)
    before = {taken.entry.id for taken in _late(table)}
    with _as_file(name, data) as copy:
        new = table.merge(copy)
    late = tuple(taken for taken in _late(table) if taken.entry.id not in before)
    return Arrived(table.journal, new, merged=True, late=late, notices=tuple(table.notices))


def journals(folder: Path) -> list[Path]:
    """The journals of a folder, the last written first; copies that were set aside, and what is no file, are left out."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for one in folder.glob("*.md"):
            with suppress(OSError):  # a name that leads nowhere hides none of the others
                if one.is_file() and not one.name.endswith(".edited.md"):
                    found.append((one.stat().st_mtime, one))
    return [one for _, one in sorted(found, reverse=True)]


def free_path(folder: Path, stem: str, first: int = 1) -> Path:
    """A journal's path in ``folder`` that neither a journal nor a ledger has: ``stem``, or with a number from ``first`` (or 2) on."""
    numbered = (folder / f"{stem}{f'-{number}' if number > 1 else ''}.md" for number in count(first))
    return next(one for one in numbered if not one.exists() and not ledger_path(one).exists())


def _late(table: Table) -> Iterator[Taken]:
    return (taken for taken in table.told() if taken.late)


def _campaign(name: str, data: bytes) -> str:
    """The id of the campaign that a journal holds. Raises :class:`JournalTrouble` where it has none, or begins altered."""
    records = parse(data).records
    if not records:
        raise JournalTrouble(
            f"{name} is no journal: no entry can be read in it.",
            safe="Nothing was taken in.",
            todo="Ask for the .md file itself, as it was saved, not for its text in a mail.",
        )
    try:
        trouble = Replay().take(records[0].entry()).trouble
    except BadEntry as error:
        trouble = error.what
    if trouble:
        raise JournalTrouble(
            f"{name} does not hold from its first entry on: {trouble}",
            safe="Nothing was taken in.",
            todo="It was altered, or its beginning is missing: ask for a whole copy.",
        )
    return records[0].id


def _begins(journal: Path) -> str:
    """The id of the first entry of a file, or nothing where it has none."""
    try:
        with journal.open("rb") as file:
            records = parse(file.read(_BEGINNING)).records
    except OSError:
        return ""
    return records[0].id if records else ""


@contextmanager
def _as_file(name: str, data: bytes) -> Iterator[Path]:
    """The bytes as a file of about its own name, for as long as the block lasts."""
    with TemporaryDirectory(prefix="spookynb-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / f"{_stem(name)}.md"
        path.write_bytes(data)
        yield path


def _stem(name: str) -> str:
    from slugify import slugify

    stem = re.split(r"[/\\]", name)[-1].removesuffix(".md")
    return slugify(_AGAIN.sub("", stem), max_length=60, word_boundary=True) or "campaign"


def _put(folder: Path, stem: str, data: bytes) -> Path:
    """Write a file whose name neither a journal nor a ledger of the folder has."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = free_path(folder, stem)
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise StoreTrouble(
            f"The journal could not be kept in {folder.name}: {error.strerror or error}.",
            safe="Nothing that is there was touched.",
            todo="Make that folder writable, or start in another one.",
            path=str(folder),
        ) from error
    return path
