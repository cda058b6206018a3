"""Reading the journal: split by its markers at LF only, never as Markdown; tolerant, with every trouble named by its line.

What cannot be read is a :class:`Finding`, and the rest is still read: a torn tail, CRLF, a BOM, conflict markers that git left,
damaged markers, unknown renderers. Whether what was read *holds* is :mod:`spookynb.verify`'s business.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from spookynb.entry import REMOVED, Entry, body_id, from_parts, hash_prose
from spookynb.errors import JournalTrouble
from spookynb.journal import marker
from spookynb.journal.marker import OPENING, Marker
from spookynb.journal.render import RENDERERS
from spookynb.journal.write import unquote

#: bytes of a journal that are read: what a campaign of a million entries takes
MOST_BYTES: Final = 1 << 30
_BOM: Final = b"\xef\xbb\xbf"
_AT_LINE: Final = b"\n" + OPENING
_CONFLICT: Final = re.compile(rb"\n(<{7}|>{7}|\|{7}|={7})(?:[ ][^\n]*)?(?=\n|\Z)")
_PAIR: Final = re.compile(rb"\\.", re.DOTALL)
_ANGLE: Final = re.compile(rb"[<>]")


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One trouble of a journal file.

    ``line`` counts from 1; ``last`` is the last line where it spans several. ``entry`` counts from 1 in the file's order, None where
    no entry is meant. ``play`` says whether play is affected, or only how the file reads.
    """

    line: int
    what: str
    last: int | None = None
    entry: int | None = None
    play: bool = False

    def __str__(self) -> str:
        where = f"line {self.line}" if self.last is None else f"lines {self.line} to {self.last}"
        entry = f", entry {self.entry}" if self.entry is not None else ""
        return f"{where}{entry}: {self.what} Play is {'affected' if self.play else 'not affected'}."

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON: ``line``, ``last``, ``entry``, ``what``, ``play``."""
        return {"line": self.line, "last": self.last or self.line, "entry": self.entry, "what": self.what, "play": self.play}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One block as it stands in the file.

    ``line`` is where its bytes ``raw`` begin (the empty line before it included), ``marker_line`` where its marker stands; ``prose`` is
    the text behind ``> `` (None when there is none) and ``prose_line`` where that begins. ``body`` is the canonical body with
    ``after`` put back, ``chained`` whether it had been left out, ``id`` the id of such a body.
    """

    line: int
    marker_line: int
    raw: bytes
    prose: str | None
    prose_line: int
    body: bytes
    chained: bool
    id: str
    sig: str
    renderer: int

    def entry(self) -> Entry:
        """The entry, with its prose if that is the text which was signed. Raises :class:`spookynb.errors.BadEntry`."""
        found = from_parts(self.body, self.sig, None)
        if self.prose and found.text_hash == hash_prose(self.prose):
            return msgspec.structs.replace(found, prose=self.prose)
        return found

    @property
    def removed(self) -> bool:
        """Whether the prose was taken out and says so."""
        return self.prose == REMOVED


class Journal(msgspec.Struct, frozen=True):
    """A journal as read: its blocks in the file's order, and every trouble met."""

    records: tuple[Record, ...]
    findings: tuple[Finding, ...]


def load(path: Path) -> bytes:
    """The bytes of a journal file. Raises :class:`JournalTrouble` for one that cannot be read, no file, or over 1 GiB."""
    try:
        found = path.stat()
        if stat.S_ISREG(found.st_mode) and found.st_size <= MOST_BYTES:
            return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, f"cannot be read: {error.strerror or error}.") from error
    if stat.S_ISREG(found.st_mode):
        raise _unreadable(path, f"is longer than {MOST_BYTES:,} bytes.", limit=MOST_BYTES)
    raise _unreadable(path, f"cannot be read: {'Is a directory' if stat.S_ISDIR(found.st_mode) else 'Not a file'}.")


def _unreadable(path: Path, lack: str, **data: Any) -> JournalTrouble:
    todo = "Check its name and that you may read it."
    return JournalTrouble(f"The journal {path.name or path} {lack}", safe="Nothing was changed.", todo=todo, path=str(path), **data)


def parse(data: bytes) -> Journal:
    """Read a journal from its bytes. Never raises, whatever they are."""
    return _Reader().read(data)


class _Reader:
    """One pass over a file. Text is kept with a line break *before* each line, so that counting and searching need no special cases."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.findings: list[Finding] = []
        self.previous: str | None = None
        self._base: str | None = None

    def read(self, data: bytes) -> Journal:
        data = self._plain(data)
        conflicts = _CONFLICT.search(data) is not None
        pieces = data.split(_AT_LINE)
        line, text = 1, pieces[0]
        for left, piece in zip(range(len(pieces) - 2, -1, -1), pieces[1:], strict=True):
            mark, feed, rest = piece.partition(b"\n")
            if not left and not feed and not _signed(piece):
                text += _AT_LINE + piece
                continue
            if conflicts:
                text, line = self._without_conflicts(text, line)
            line, text = self._above(text, line)
            at = line + text.count(b"\n")
            self._block(line, text, at, _AT_LINE + mark, marker.read(mark))
            line, text = at + 1, feed + rest
        if conflicts:
            text, line = self._without_conflicts(text, line)
        self._tail(line, text)
        return Journal(tuple(self.records), tuple(sorted(self.findings, key=lambda one: one.line)))

    def _plain(self, data: bytes) -> bytes:
        """The bytes with a line break in front, without BOM and without CRLF if the file is written so."""
        if data.startswith(_BOM):
            self._find(1, "The file begins with a byte order mark.")
            data = data[len(_BOM) :]
        if data[: data.find(b"\n") + 1].endswith(b"\r\n"):
            ends = data.count(b"\r\n")
            self._find(1, f"Lines end as on Windows (CRLF), {ends:,} of them.")
            data = data.replace(b"\r\n", b"\n")
        return b"\n" + data

    def _find(self, line: int, what: str, *, play: bool = False, last: int | None = None) -> None:
        self.findings.append(Finding(line=line, what=what, play=play, last=last))

    # ------------------------------------------------------------------------------------------ blocks

    def _block(self, line: int, text: bytes, at: int, mark_line: bytes, mark: Marker | None) -> None:
        """Take in the block whose lines ``text`` stand above ``mark_line``, which is line ``at``."""
        mark = mark or marker.rescue(mark_line)
        if mark is None:
            self._find(at, "This begins like a marker and cannot be read; its entry is lost.", play=True)
            self.previous = None
            return
        if mark.damage:
            self._find(at, mark.damage, play=not mark.sig)
        elif mark.renderer not in RENDERERS:
            self._find(at, f"Renderer {mark.renderer} is not installed, so the lines of this entry were not compared.")
        body, chained = marker.body(mark.json, self.previous)
        self.previous = body_id(body)
        start = _prose_start(text)
        self.records.append(
            Record(
                line=line,
                marker_line=at,
                raw=(text + mark_line)[1:] + b"\n",
                prose=unquote(text[start + 1 :]).decode("utf-8", "replace") if start >= 0 else None,
                prose_line=line + text.count(b"\n", 0, start) if start >= 0 else at,
                body=body,
                chained=chained,
                id=self.previous,
                sig=mark.sig,
                renderer=mark.renderer,
            )
        )

    def _above(self, text: bytes, line: int, *, tail: bool = False) -> tuple[int, bytes]:
        """Look at the lines above a marker for other markers that were damaged; what is left, and its first line.

        Human lines hold no bare angle bracket (:mod:`.markdown` escapes each), and prose stands right above its marker.
        """
        start = text.find(b"\n>")
        human, quoted = (text, b"") if start < 0 else (text[:start], text[start:])
        if quoted.count(b"\n") == quoted.count(b"\n>") and not _bare(human):
            return line, text
        kept: list[bytes] = []
        lines = text.split(b"\n")[1:]
        for one, below in zip(lines, [*lines[1:], b">"], strict=True):
            at = line + len(kept)
            if mark := _lost_marker(one):
                self._block(line, _joined(kept), at, b"\n" + one, mark)
                line, kept = at + 1, []
                continue
            if not tail and one.startswith(b">") and not below.startswith(b">") and not _lost_marker(below):
                self._find(at, "A text ends here, and its marker does not stand below it.", last=at + 1, play=True)
            elif not tail and not one.startswith(b">") and _bare(one):
                self._find(at, "This is no line of the table's: it holds bare markup.")
            kept.append(one)
        return line, _joined(kept)

    def _tail(self, line: int, text: bytes) -> None:
        """What stands below the last marker: a single line break in a whole file, nothing in one that is no journal."""
        line, text = self._above(text, line, tail=True)
        if text == b"\n":
            return
        lines = text.count(b"\n") - text.endswith(b"\n")
        last = line + lines - 1 if lines > 1 else None
        if not text and self.records:
            self._find(line - 1, "The last line has no end: the file is torn here.")
        elif text.strip(b"\n"):
            self._find(line, "The end of the file is torn, or was added: no marker stands below it.", play=True, last=last)
        else:
            self._find(line, "Empty lines were added at the end.", last=last)

    # ------------------------------------------------------------------------------------------ git's conflict markers

    def _without_conflicts(self, text: bytes, line: int) -> tuple[bytes, int]:
        """``text`` without the lines that git leaves in a conflict; each side goes on from where the two parted."""
        at, seen = line, 0
        for match in _CONFLICT.finditer(text):
            at, seen = at + text.count(b"\n", seen, match.start()), match.start()
            self._find(at, "Git left a conflict marker here: two versions of the journal stand one after the other.", play=True)
            if match[1].startswith(b"<"):
                self._base = self.previous
            elif match[1].startswith((b"=", b"|")):
                self.previous = self._base
        shorter = _CONFLICT.sub(b"", text)
        return shorter, line + text.count(b"\n") - shorter.count(b"\n")


def _joined(lines: list[bytes]) -> bytes:
    return b"".join(b"\n" + one for one in lines)


def _lost_marker(line: bytes) -> Marker | None:
    """The marker that a line was before it was damaged, if that can be told."""
    return None if line.startswith(b">") or not _bare(line) else marker.rescue(line)


def _signed(mark: bytes) -> bool:
    """Whether the last marker of a file that ends without a line's end is there as far as its signature."""
    found = marker.read(mark) or marker.rescue(mark)
    return found is not None and found.sig != ""


def _prose_start(text: bytes) -> int:
    """Where the lines behind ``>`` begin that end ``text``; -1 where there are none."""
    start = text.find(b"\n>")
    if start < 0 or text.count(b"\n", start) == text.count(b"\n>", start):
        return start
    start, place = -1, text.rfind(b"\n")
    while place >= 0 and text.startswith(b">", place + 1):
        start, place = place, text.rfind(b"\n", 0, place)
    return start


def _bare(text: bytes) -> bool:
    """Whether an angle bracket stands in ``text`` that no backslash takes the meaning from."""
    return (b"<" in text or b">" in text) and _ANGLE.search(_PAIR.sub(b"", text)) is not None


def entries(journal: Journal) -> Iterator[tuple[Entry, int]]:
    """The entries that can be read at all, each with its renderer's number, in the file's order."""
    from spookynb.errors import BadEntry

    for record in journal.records:
        try:
            yield record.entry(), record.renderer
        except BadEntry:
            continue


def differing(found: Sequence[bytes], right: Sequence[bytes]) -> tuple[int, int]:
    """The first and last of the lines ``found``, counted from 0, between which they differ from ``right``."""
    most = min(len(found), len(right))
    first = next((place for place in range(most) if found[place] != right[place]), most)
    same = 0
    while same < most - first and found[-1 - same] == right[-1 - same]:
        same += 1
    first = min(first, len(found) - 1)
    return first, max(first, len(found) - same - 1)
