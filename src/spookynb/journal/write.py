"""Writing the journal: one block of Markdown for each entry (PROTOCOL.md, "Journal file").

A block is what its entry tells, then the authored prose, every line behind ``> ``, then the marker. Blocks stand apart by
an empty line. :mod:`.read` is the inverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spookynb.entry import REMOVED, Entry
from spookynb.journal import marker
from spookynb.journal.render import RENDERER, RENDERERS
from spookynb.moves import Line


@dataclass(frozen=True, slots=True)
class Block:
    """The bytes of one entry in the file, with the empty line before them (none before the first)."""

    entry: Entry
    renderer: int
    text: bytes


def block(entry: Entry, lines: Sequence[Line], previous: Entry | None, renderer: int = RENDERER) -> Block:
    """The block of ``entry``, which tells ``lines`` and stands below ``previous`` in the file (None for the first).

    ``renderer`` is the number of the one that wrote it first. Raises :class:`KeyError` for one that is not installed.
    """
    parts = RENDERERS[renderer](entry, lines, previous)
    if entry.prose:
        parts.append(quote(entry.prose))
    elif entry.text_hash is not None:
        parts.append(quote(REMOVED))
    human = "\n\n".join(parts)
    mark = marker.write(entry.body, entry.sig, renderer, previous.id if previous else None)
    return Block(entry, renderer, b"%b%b%b%b\n" % (b"\n" if previous else b"", human.encode(), b"\n" if human else b"", mark))


def quote(prose: str) -> str:
    """Prose behind ``> ``; an empty line is ``>`` alone."""
    return "\n".join(f"> {one}" if one else ">" for one in prose.split("\n"))


def unquote(quoted: bytes) -> bytes:
    """The inverse of :func:`quote`, for lines that all begin with ``>``."""
    return b"\n".join(one[2:] if one.startswith(b"> ") else one[1:] for one in quoted.split(b"\n"))
