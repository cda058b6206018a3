"""What a ledger should hold, when rows of it were deleted or damaged: all that it and the journal beside it know together.

Nothing here is taken on trust: an entry is known by the hash of its body, and whether it counts is decided by
:mod:`spookynb.replay` as for any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from typing import Final

from spookynb.entry import Entry, check_signature
from spookynb.errors import BadEntry
from spookynb.journal import RENDERERS, Record
from spookynb.weave import depths_of

_KEYS: Final = re.compile(rb'"key":"([0-9a-f]{64})"')

#: an entry and the number of the renderer that wrote it into the journal
Rendered = tuple[Entry, int]


def mended(campaign: str, trusted: Set[str], *sources: Iterable[Rendered]) -> list[tuple[Entry, int, int]]:
    """The entries of ``campaign`` that any of the ``sources`` holds, in order, each with depth and renderer.

    An entry has no place when one that it follows is in none of them. Of several versions of one entry (a damaged signature,
    a text gone) the one that holds best is taken, of equals that of the earlier source. What is not among the ``trusted`` ids must be
    :func:`genuine`.
    """
    versions: dict[str, list[Rendered]] = {}
    for one in (one for source in sources for one in source):
        known = versions.setdefault(one[0].id, [])
        if one not in known:
            known.append(one)
    placed = _placed(campaign, {entry_id: known[0][0] for entry_id, known in versions.items()})
    best = _best([versions[one.id] for one in placed])
    depths = depths_of(placed)
    rows = sorted(((entry, depths[entry.id], renderer) for entry, renderer in best), key=lambda row: (row[1], row[0].id))
    stay = genuine([entry for entry, _, _ in rows], trusted)
    return [row for row in rows if row[0].id in stay]


def genuine(entries: Sequence[Entry], trusted: Set[str]) -> set[str]:
    """The ids of those ``entries``, given in order, that belong in a record.

    They are ``trusted``, signed with a key of the campaign, or followed by one that belongs there. The rest is noise: anybody could
    have written it, and damage makes it of what was written.
    """
    keys = _keys(entries) if any(one.id not in trusted for one in entries) else set()
    stay: set[str] = set()
    for one in reversed(entries):
        if one.id in stay or one.id in trusted or check_signature(one, *keys):
            stay |= {one.id, *one.after}
    return stay


def of_records(records: Iterable[Record]) -> list[Rendered]:
    """The entries that can be read in a journal."""
    found = []
    for record in records:
        try:
            found.append((record.entry(), record.renderer))
        except BadEntry:
            continue
    return found


def hang_together(entries: Sequence[Entry]) -> bool:
    """Whether the entries, in order of arrival or not, make one whole campaign: a beginning, and nothing missing."""
    ids = {one.id for one in entries}
    return sum(not one.after for one in entries) == 1 and all(parent in ids for one in entries for parent in one.after)


def cut_off(whole: Iterable[Entry], others: Iterable[Entry]) -> bool:
    """Whether any of the ``others``, which have no place in the ``whole``, is signed with a key of that campaign: one above it is lost."""
    others = list(others)
    keys = _keys(whole) if others else set()
    return any(check_signature(one, *keys) for one in others)


def _placed(campaign: str, entries: dict[str, Entry]) -> list[Entry]:
    """Those of ``entries`` that go back to the beginning of ``campaign`` with nothing missing between."""
    if campaign not in entries:
        return []
    below: dict[str, list[Entry]] = {}
    for one in entries.values():
        for parent in one.after:
            below.setdefault(parent, []).append(one)
    placed = {campaign: entries[campaign]}
    waiting = [campaign]
    while waiting:
        for one in below.get(waiting.pop(), ()):
            if one.id not in placed and all(parent in placed for parent in one.after):
                placed[one.id] = one
                waiting.append(one.id)
    return list(placed.values())


def _best(versions: list[list[Rendered]]) -> list[Rendered]:
    """The best version of each entry: signed with a key of this campaign, its text whole, its renderer known."""
    if all(len(known) == 1 for known in versions):
        return [known[0] for known in versions]
    keys = _keys(known[0][0] for known in versions)

    def holds(one: Rendered) -> tuple[bool, bool, bool]:
        entry, renderer = one
        return check_signature(entry, *keys), entry.intact(), renderer in RENDERERS

    return [known[0] if len(known) == 1 else max(known, key=holds) for known in versions]


def _keys(entries: Iterable[Entry]) -> set[str]:
    """Every key that the entries name."""
    return {key.decode() for one in entries for key in _KEYS.findall(one.body)}
