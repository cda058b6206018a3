"""Verifying a journal from its file alone: ids, parents, signatures, a full replay, every byte rendered again (PROTOCOL.md, "Verify").

Nothing is taken on trust but the rules that are installed. Each trouble is one :class:`Finding` with its line; one fault does not
hide the next, as far as the record can still be followed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from spookynb.entry import Entry, check_signature, head_id, six_words
from spookynb.errors import BadEntry, SpookyError
from spookynb.journal import RENDERERS, Finding, Journal, JournalFile, Record, block
from spookynb.journal.read import differing
from spookynb.moves import Line, Move
from spookynb.replay import Replay, Taken, rules_installed, signers
from spookynb.state import State

_SHOWN = 160


class Report(msgspec.Struct, frozen=True):
    """What came of verifying: how many ``entries`` there are, their heads, and every finding, in the order of lines."""

    entries: int
    campaign: str
    heads: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def head(self) -> str:
        """The head as six words that players can compare."""
        return six_words(self.heads)

    @property
    def id(self) -> str:
        """What the six words are the beginning of, in hex."""
        return head_id(self.heads) if self.heads else ""

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON (DESIGN.md, machine-readable contract)."""
        return {
            "ok": self.ok,
            "entries": self.entries,
            "head": self.head,
            "id": self.id,
            "campaign": self.campaign,
            "findings": [finding.as_dict() for finding in self.findings],
        }


def verify(path: Path) -> Report:
    """Verify the journal file at ``path``. Raises :class:`spookynb.errors.JournalTrouble` for one that cannot be read or is no journal."""
    return verify_journal(JournalFile(path).read())


def verify_journal(journal: Journal) -> Report:
    """Verify a journal that has been read."""
    return _Verifier(journal).report()


class _Verifier:
    """One pass over the records of a journal, in the file's order."""

    def __init__(self, journal: Journal) -> None:
        self._records = journal.records
        self._entries = [_read(record) for record in journal.records]
        ends = [record.marker_line for record in journal.records]
        self._found = [replace(one, entry=min(bisect_left(ends, one.line) + 1, len(ends))) for one in journal.findings]
        self._known = {one.line for one in journal.findings}
        self._replay = Replay(lenient=True)
        self._times: dict[str, str] = {}
        self._place: tuple[int, str] = (-1, "")

    def report(self) -> Report:
        previous: Entry | None = None
        self._replay.prepare(self._connected())
        for number, record in enumerate(self._records, 1):
            previous = self._record(number, record, previous)
            if previous is None:
                self._unfollowed(number)
                break
        heads = self._replay.heads or (self._records[-1].id,)
        findings = tuple(sorted(self._found, key=lambda one: one.line))
        return Report(len(self._records), self._replay.campaign or self._records[0].id, heads, findings)

    def _connected(self) -> list[Entry]:
        """The entries that can be read and go back to the first, each once; what does not is met at its line."""
        found: dict[str, Entry] = {}
        for one in self._entries:
            if isinstance(one, BadEntry) or one.id in found or bool(one.after) != bool(found):
                continue
            if all(parent in found for parent in one.after):
                found[one.id] = one
        return list(found.values())

    def _find(self, number: int, line: int, what: str, *, last: int | None = None, play: bool = False) -> None:
        self._known.add(line)
        self._found.append(Finding(line=line, last=last if last != line else None, entry=number, what=what, play=play))

    # ------------------------------------------------------------------------------------------ one record

    def _record(self, number: int, record: Record, previous: Entry | None) -> Entry | None:
        """Check one record and fold it; gives its entry, or None when the record cannot be followed from here."""
        try:
            entry = self._entry(number, record)
            if number == 1 and entry.kind == "open_campaign":
                self._check_rules(record, entry)
            taken = self._replay.take(entry)
        except SpookyError as error:
            self._find(number, record.marker_line, error.what, play=True)
            return None
        if not taken.trouble or taken.late or _signed(entry, taken.before if number > 1 else taken.after, taken.move):
            if taken.trouble and not taken.late:
                self._find(number, record.marker_line, taken.trouble, play=True)
        else:
            self._find(
                number, record.marker_line, "Its signature does not fit: this line was altered, or another key signed it.", play=True
            )
            if not self._vouched(number):
                return None
        self._prose(number, record, entry)
        self._lines(number, record, taken, previous)
        self._order(number, record, entry)
        return entry

    def _entry(self, number: int, record: Record) -> Entry:
        """The entry of a record; with a blank signature where only that cannot be read. Raises :class:`BadEntry`."""
        found = self._entries[number - 1]
        if not isinstance(found, BadEntry):
            return found
        if not self._vouched(number):
            raise found
        return replace(record, sig="0" * 128).entry()

    def _check_rules(self, record: Record, genesis: Entry) -> None:
        """See whether the rules that the campaign began with are installed. Raises :class:`SpookyError` for an unknown system."""
        self._replay.decides = rules_installed(genesis)
        if not self._replay.decides:
            what = "These rules are of a version that is not installed: its moves were not decided again."
            self._find(1, record.marker_line, what)

    def _order(self, number: int, record: Record, entry: Entry) -> None:
        place = self._replay.depths[entry.id], entry.id
        if place < self._place:
            self._find(number, record.line, "It stands below an entry that it should stand above.")
        self._place = max(place, self._place)
        if any(entry.at < self._times.get(parent, "") for parent in entry.after):
            self._find(number, record.marker_line, f"It is dated {entry.at}, before an entry that it follows.")
        self._times[entry.id] = entry.at

    def _prose(self, number: int, record: Record, entry: Entry) -> None:
        """Compare the text with the hash that was signed."""
        if entry.prose is not None or (record.prose is None and entry.text_hash is None):
            return
        if entry.text_hash is None:
            what = "A text stands here that its entry does not have."
        elif record.prose is None:
            what = "The text that belongs to this entry is missing."
        else:
            what = "The text was taken out." if record.removed else "The text is not the one that was signed."
        self._find(number, record.prose_line, what, last=max(record.prose_line, record.marker_line - 1))

    # ------------------------------------------------------------------------------------------ every byte

    def _lines(self, number: int, record: Record, taken: Taken, previous: Entry | None) -> None:
        """Render the block again and compare it, byte for byte."""
        game = self._replay.game
        if game is None or record.renderer not in RENDERERS:
            return
        entry = replace(taken.entry, prose=record.prose, text_hash=taken.entry.text_hash if record.prose else None)

        def rendered(lines: Sequence[Line]) -> bytes:
            return block(entry, lines, previous, record.renderer).text

        if taken.trouble and record.raw == rendered(taken.lines(game, record.renderer)):
            self._replay.state = taken.before  # the table knew, and gave it no effect
            return
        if taken.move is None or (taken.trouble and not taken.facts):
            return
        try:
            told = rendered(taken.told(game, record.renderer))
        except Exception:  # facts that do not hold, here or above, cannot always be told; that they do not hold has been said
            if not self._found:
                raise
            return
        if told != record.raw:
            self._compare(number, record, told.split(b"\n"), record.raw.split(b"\n"))

    def _compare(self, number: int, record: Record, right: list[bytes], found: list[bytes]) -> None:
        if not (more := len(found) - len(right)):
            for place, (good, one) in enumerate(zip(right, found, strict=True)):
                if good != one and record.line + place not in self._known:
                    what = "The marker is not as it was written." if place == len(right) - 2 else _should_read(good)
                    self._find(number, record.line + place, what)
            return
        first, last = differing(found, right)
        if record.line + first not in self._known:
            many = f"{abs(more)} line{'' if abs(more) == 1 else 's'} too {'many' if more > 0 else 'few'} here."
            self._find(number, record.line + first, f"{many} {_should_read(right[first])}", last=record.line + last)

    # ------------------------------------------------------------------------------------------ a broken chain

    def _vouched(self, number: int) -> bool:
        """Whether the entry below ``number`` is signed and names this one by the id that it has: then its body is genuine."""
        if number == len(self._records):
            return False
        try:
            below = self._records[number].entry()
        except BadEntry:
            return False
        return self._records[number - 1].id in below.after and _signed(below, self._replay.state)

    def _unfollowed(self, number: int) -> None:
        left = len(self._records) - number
        if left:
            first, last = self._records[number], self._records[-1]
            many = f"{left:,} entries" if left > 1 else "1 entry"
            what = f"{many} from here on cannot be checked: each names the one before it, and entry {number} is not what it was."
            self._find(number + 1, first.line, what, last=last.marker_line, play=True)


def _read(record: Record) -> Entry | BadEntry:
    try:
        return record.entry()
    except BadEntry as error:
        return error


def _signed(entry: Entry, state: State, move: Move | None = None) -> bool:
    seat = state.seats.get(entry.seat)
    return seat is not None and check_signature(entry, *(signers(seat, move) if move else seat.keys))


def _should_read(line: bytes) -> str:
    words = line.decode("utf-8", "replace")
    if not words:
        return "An empty line should stand here."
    return f"It should read: {words[:_SHOWN]}{'…' if len(words) > _SHOWN else ''}"
