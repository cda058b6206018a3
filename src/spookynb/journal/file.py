"""The journal as a file: appended to, healed, and never written over a person's edits (PROTOCOL.md, "Journal file").

The file is a projection of the ledger. Whoever writes holds the ledger's lock, so one writer is here at a time; a person with an
editor does not ask for locks, and is noticed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from spookynb.disk import names_beside, sync_folder
from spookynb.errors import JournalEdited, JournalTrouble, SpookyError
from spookynb.journal.marker import OPENING
from spookynb.journal.read import Journal, Record, differing, load, parse
from spookynb.journal.write import Block

#: bytes before the known end that each append compares
TAIL_BYTES: Final = 4096
_SAFE: Final = "Every move is safe in the ledger."


class JournalFile:
    """The file at ``path`` (``journals/<slug>.md``), as far as this kernel has read or written it.

    Call :meth:`settle` once with every block, then :meth:`append` with what is new, each time under the ledger's lock.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._end = 0
        self._tail = b""
        self._stamp: tuple[int, int] | None = None

    @property
    def size(self) -> int:
        """How many bytes the file has, as far as this kernel knows."""
        return self._end

    def read(self) -> Journal:
        """The file as read, every trouble included. Raises :class:`JournalTrouble` when it cannot be read or holds no entry."""
        journal = parse(load(self.path))
        if not journal.records:
            raise JournalTrouble(
                f"{self.path.name} is no journal: no entry can be read in it.",
                safe="Nothing was changed.",
                todo="Check that it is the right file.",
                path=str(self.path),
            )
        return journal

    def append(self, blocks: Iterable[Block]) -> bool:
        """Write the blocks that are new since the last call, in order, whoever made them; durable when this returns.

        What other kernels have written of them meanwhile is left as it stands. The cost is that of the new blocks. False: the file is
        not what it should be (torn, edited, gone), nothing was written, and :meth:`settle` must be called with every block. Raises
        :class:`JournalTrouble` when the file cannot be written.
        """
        new = [block.text for block in blocks]
        if self._stamp is None:
            return False
        with self._writing():
            try:
                with self.path.open("r+b") as file:
                    return self._append(file.fileno(), new)
            except FileNotFoundError:
                return False

    def _append(self, file: int, new: list[bytes]) -> bool:
        known = len(self._tail)
        start = self._end - known
        found = _read(file, start)
        if found[:known] != self._tail:
            return False
        others = len(found) - known
        if not others and self._stamp != _stamp(file):
            return False  # nobody who plays wrote, and yet it has been touched
        written, text = 0, b"".join(new)
        for one in new:
            if written >= others:
                break
            written += len(one)
        if written != others or found[known:] != text[:others]:
            return False
        _write(file, text[others:], self._end + others)
        self._note(file, self._end + len(text), (found[:known] + text)[-TAIL_BYTES:])
        return True

    def begins(self, blocks: Iterable[Block]) -> bool:
        """Whether the file is as it should be, given every block, or only lacks the end of them. Raises :class:`JournalTrouble`."""
        return not self.path.exists() or b"".join(block.text for block in blocks).startswith(load(self.path))

    def lost_marker(self, last: Record) -> int | None:
        """The line below the ``last`` record that holds a marker which cannot be read: its entry is lost. None where none does."""
        if self.torn():
            return None
        below = load(self.path).split(b"\n")[last.marker_line :]
        return next((number for number, one in enumerate(below, last.marker_line + 1) if OPENING in one), None)

    def torn(self) -> bool:
        """Whether the file ends in the middle of a line. Raises :class:`JournalTrouble` for one that cannot be read."""
        return not load(self.path).endswith(b"\n")

    def settle(self, blocks: Iterable[Block]) -> list[SpookyError]:
        """Compare the whole file with ``blocks`` (every one there is) and make them equal; what was found, for people.

        A missing file is written, one that lacks the last blocks is completed, a torn end is cut to ``<name>.md.damaged`` and healed. A
        file that was changed is kept as ``<name>.edited.md`` and written anew: :class:`JournalEdited` names the lines. Raises
        :class:`JournalTrouble` when the file cannot be read or written.
        """
        texts = [block.text for block in blocks]
        whole = b"".join(texts)
        findings: list[SpookyError] = []
        with self._writing():
            found = load(self.path) if self.path.exists() else b""
            if found != whole:
                known = _common(found, texts)
                left = found[known:]
                beyond = known == len(whole) and not left.endswith(b"\n")  # torn where the ledger knows nothing either
                if not left or beyond or whole.startswith(left.rstrip(b"\0"), known):
                    findings += self._heal(found, known, whole)
                else:
                    blocks_there = found.count(b"\n" + OPENING)
                    findings.append(self._set_aside(found, whole, b"".join(texts[:blocks_there])))
            with self.path.open("rb") as file:
                self._note(file.fileno(), len(whole), whole[-TAIL_BYTES:])
        return findings

    def resume(self, size: int, digest: str, blocks: Iterable[Block]) -> bool:
        """Whether the file begins with the ``size`` bytes whose SHA-256 in hex is ``digest``, and goes on with ``blocks`` exactly.

        Then :meth:`append` goes on from there, and there is no need to :meth:`settle`.
        """
        text = b"".join(block.text for block in blocks)
        try:
            found = self.path.read_bytes()
            view = memoryview(found)
            if view[size:] != text or hashlib.sha256(view[:size]).hexdigest() != digest:
                return False
            with self.path.open("rb") as file:
                self._note(file.fileno(), len(found), found[-TAIL_BYTES:])
        except OSError:
            return False
        return True

    def beginning(self, size: int) -> str:
        """SHA-256 in hex of the first ``size`` bytes of the file. Raises :class:`JournalTrouble` for one that cannot be read."""
        return hashlib.sha256(memoryview(load(self.path))[:size]).hexdigest()

    def rewrite(self, blocks: Iterable[Block]) -> None:
        """Put the journal in the file's place at once, where a merge has put entries into its past.

        Call :meth:`settle` with the blocks of before, so that nothing a person changed is lost. Raises :class:`JournalTrouble`.
        """
        whole = b"".join(block.text for block in blocks)
        with self._writing():
            self._replace(whole)
            with self.path.open("rb") as file:
                self._note(file.fileno(), len(whole), whole[-TAIL_BYTES:])

    def _heal(self, found: bytes, known: int, whole: bytes) -> list[SpookyError]:
        """Complete a file that ends after ``known`` good bytes; a torn block behind them is kept apart."""
        torn = found[known:]
        kept = self._keep(torn, f"{self.path.name}.damaged") if torn else None
        if known == 0:
            self._replace(whole)
        else:
            with self.path.open("r+b") as file:
                file.truncate(known)
                _write(file.fileno(), whole[known:], known)
        if kept is None:
            return []
        mended, safe = "has been mended from the ledger", "No move is lost"
        if known == len(whole):
            mended, safe = "the entry there, which no ledger here has, was left out", "Every entry above it is there"
        return [
            JournalTrouble(
                f"The end of {self.path.name} was torn, as by a power cut, and {mended}.",
                safe=f"{safe}; what stood there is kept in {kept.name}.",
                path=str(self.path),
                kept=str(kept),
            )
        ]

    def _set_aside(self, found: bytes, whole: bytes, right: bytes) -> JournalEdited:
        """Keep a changed file, which should have read ``right``, under another name and write the journal anew."""
        first, last = differing(found.split(b"\n"), right.split(b"\n"))
        first, last = first + 1, last + 1
        kept = self._keep(found, f"{self.path.stem}.edited.md")
        self._replace(whole)
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        return JournalEdited(
            f"{self.path.name} was changed by hand or by another program, in {lines}.",
            safe=f"That version is kept in {kept.name}, and the journal has been written again from the ledger.",
            todo="To change what a journal says, post it at the table.",
            path=str(self.path),
            kept=str(kept),
            lines=[first, last],
        )

    def _keep(self, data: bytes, name: str) -> Path:
        """Write ``data`` beside the journal under ``name``, or under the next free number; nothing is written over."""
        names = names_beside(self.path, name)
        while True:
            path = next(names)
            try:
                with path.open("xb") as file:
                    _write(file.fileno(), data, 0)
            except FileExistsError:
                if not path.is_file() or path.read_bytes() != data:
                    continue
            return path

    def _replace(self, data: bytes) -> None:
        """Put ``data`` in the file's place at once: a reader sees the old file or the new one."""
        aside = self.path.with_name(f".{self.path.name}.new")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("wb") as file:
            _write(file.fileno(), data, 0)
        aside.replace(self.path)
        sync_folder(self.path.parent)

    def _note(self, file: int, end: int, tail: bytes) -> None:
        self._end, self._tail, self._stamp = end, tail, _stamp(file)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._stamp = None  # look at the whole file before the next write
            raise JournalTrouble(
                f"The journal {self.path.name} cannot be written: {error.strerror or error}.",
                safe=_SAFE,
                todo=f"Make {self.path.parent} writable, with room on the disk; the journal catches up with the next move.",
                path=str(self.path),
            ) from error


def _stamp(file: int) -> tuple[int, int]:
    status = os.fstat(file)
    return status.st_mtime_ns, status.st_ino


def _read(file: int, start: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _write(file: int, data: bytes, start: int) -> None:
    os.lseek(file, start, os.SEEK_SET)
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]
    os.fsync(file)


def _common(found: bytes, texts: list[bytes]) -> int:
    """How many bytes at the beginning of ``found`` are whole blocks as they should be."""
    place = 0
    for text in texts:
        if not found.startswith(text, place):
            break
        place += len(text)
    return place
