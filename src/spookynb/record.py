"""The record of a campaign on this machine: its ledger and its journal, kept equal, and the fold of both.

Whatever is written goes to the ledger first, in one transaction, then to the journal, which a failure only delays. Whatever is
found, written by another kernel, merged from another machine or put back from a file, is checked by :mod:`spookynb.replay`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec
from msgspec import structs

from spookynb.entry import Entry
from spookynb.errors import BadEntry, JournalTrouble, SpookyError, StoreTrouble, WrongUsage
from spookynb.game import Game
from spookynb.journal import RENDERER, RENDERERS, Block, Journal, JournalFile, Record, block
from spookynb.ledger import snapshots
from spookynb.ledger.rows import News, Row
from spookynb.ledger.store import Store
from spookynb.mending import cut_off, genuine, hang_together, mended, of_records
from spookynb.replay import UNSIGNED, Forked, Made, Replay, Taken, rules_installed
from spookynb.weave import depths_of

#: the latest entries kept at hand, so that a screen which follows the table reads no more than what is new
RECENT: Final = 64
#: a snapshot is kept after this many entries more than the last one holds
SNAPSHOT_EVERY: Final = 256


class CampaignRecord:
    """The ledger in ``.spookynb/<slug>.db`` and the journal ``<slug>.md`` beside it. The caller keeps threads apart.

    ``notices`` collects troubles that stopped nothing. Raises :class:`StoreTrouble` for a folder or database that cannot be used.
    """

    def __init__(self, journal: Path) -> None:
        self.journal = journal
        self.replay = Replay()
        self._store = Store(ledger_path(journal), spare=journal.exists())
        self.notices: list[SpookyError] = self._store.notices
        self._file = JournalFile(journal)
        self._seen = (0, "")  # the last row taken in: its number and its entry's id
        self._version = -1
        self._last: Entry | None = None
        self._unwritten: list[Block] = []
        self._recent: deque[Taken] = deque(maxlen=RECENT)
        self._recent_blocks: deque[Block] = deque(maxlen=RECENT)
        self._snapshot_path = ledger_path(journal).with_suffix(".snapshot")
        self._kept = 0

    @property
    def game(self) -> Game:
        """The rules that play here."""
        if self.replay.game is None:
            raise JournalTrouble("No campaign is open yet.", todo="Begin one first.")
        return self.replay.game

    def lock(self) -> AbstractContextManager[None]:
        """Be the only writer."""
        return self._store.lock()

    def version(self) -> int:
        """A number that changes when another connection has written: cheap to poll."""
        return self._store.version()

    def close(self) -> None:
        """Let go of the files, keeping a snapshot for the next time."""
        if not self._unwritten and self.replay.depths:
            with suppress(SpookyError), self._store.lock():
                self._keep_snapshot()
        self._store.close()

    # ------------------------------------------------------------------------------------------ opening

    def empty(self) -> bool:
        """Whether the ledger holds nothing."""
        return not self._store.news().all

    def load(self) -> None:
        """Read the ledger, or fill it from the journal, and make both equal.

        Raises :class:`JournalTrouble` where neither holds a campaign.
        """
        with self._store.lock():
            if self._resume():
                return
            news = self._news()
            if not news.all and self.journal.exists():
                self._rebuild()
                news = self._news()
            if not news.all:
                raise JournalTrouble(f"{self.journal.name} holds no campaign.", todo="Begin one with `spookynb new`.")
            _check_rules(self.journal, (one for _, _, one in news.rows))
            self._put_right(news)
            self._keep_snapshot()

    def _resume(self) -> bool:
        """Go on from the snapshot, where ledger and journal are just what it says; else leave all as it was."""
        snapshot = snapshots.read(self._snapshot_path)
        if snapshot is None or snapshot.rules != Game.of(snapshot.system).version:
            return False
        try:
            before = self._store.before(snapshot.head)
            news = self._store.news(before.number) if before else None
            if before is None or news is None or before.digest != snapshot.ledger_hash or news.all != snapshot.count + len(news.rows):
                return False
            self.replay.resume(snapshot, before)
            self._last = next(one for _, _, one in self._store.since(before.number - 1))
            self._take_in(news.rows)
        except (BadEntry, StoreTrouble, msgspec.ValidationError, StopIteration):
            self._forget()
            return False
        if not self._file.resume(snapshot.journal_size, snapshot.journal_hash, self._unwritten):
            self._forget()
            return False
        self._unwritten, self._kept = [], snapshot.count
        self._keep_snapshot()
        return True

    def _forget(self) -> None:
        self.replay, self._last, self._unwritten, self._seen = Replay(), None, [], (0, "")
        self._recent.clear()
        self._recent_blocks.clear()

    def _keep_snapshot(self) -> None:
        """Keep a snapshot of the table before the latest entries, once there are enough since the last one."""
        recent = list(self._recent)
        count = len(self.replay.depths) - len(recent)
        in_line = all(one.entry.after == (above.entry.id,) for above, one in pairwise(recent))
        if count < self._kept + SNAPSHOT_EVERY or not in_line or not self._recent_blocks:
            return
        size = self._file.size - sum(len(one.text) for one in self._recent_blocks)
        before = self._store.before(*recent[0].entry.after) if len(recent[0].entry.after) == 1 else None
        if before is None or len(before.depths) != count:
            return
        snapshot = self.replay.snapshot(recent[0], before, size, self._file.beginning(size))
        if snapshot is not None:
            snapshots.write(self._snapshot_path, snapshot)
            self._kept = count

    def _news(self, *, renew: bool = False) -> News:
        """All that the ledger holds; a damaged one is built anew where there is a journal. The caller holds the lock."""
        try:
            if not renew:
                return self._store.news()
        except StoreTrouble as error:
            if not (error.data.get("damaged") and self.journal.exists()):
                raise
        self._store.renew("damaged")
        return self._store.news()

    def _rebuild(self) -> None:
        """Fill an empty ledger from the journal: the file outlives the server.

        Human lines that somebody changed do not matter, they are rendered again. Raises :class:`JournalTrouble` for a record
        that does not hold: to play on without what follows it would be to lose it. An entry torn off at the end is left out.
        """
        replay, rows, last = Replay(), list[tuple[Entry, int, int]](), None
        records = self._file.read().records
        _check_renderers(self.journal, (record.renderer for record in records))
        with suppress(BadEntry):  # what does not hold together is met again below, at its line
            replay.prepare([record.entry() for record in records])
        _check_rules(self.journal, (one for one, _ in of_records(records[:1])))
        for record in records:
            try:
                one = record.entry()
                taken = replay.take(one)
            except BadEntry as error:
                if rows and record is records[-1] and self._file.torn():
                    break
                raise _altered(self.journal, record.marker_line) from error
            game: Game | None = replay.game if last else None  # where the first entry does not hold there is no campaign
            if taken.trouble and (game is None or record.raw != _block(game, taken, last, record.renderer).text):
                raise _altered(self.journal, record.marker_line)
            rows.append((one, replay.depths[one.id], record.renderer))
            last = one
        if (lost := self._file.lost_marker(records[-1])) is not None:
            raise _altered(self.journal, lost)
        self._store.extend(rows)

    # ------------------------------------------------------------------------------------------ reading

    def entries(self) -> list[Entry]:
        """All entries, in order."""
        return [one for _, _, one in self._in_order()]

    def _in_order(self) -> list[Row]:
        """The rows of the ledger that this kernel has seen, in the order of the record, without texts that were taken out."""
        rows = self._known_rows()
        if len(rows) < len(self.replay.depths):  # older than the snapshot, and damaged since
            self._look_again()
            rows = self._known_rows()
        depths, gone = self.replay.depths, self.replay.redacted
        rows = [(n, r, _without_text(one) if one.id in gone else one) for n, r, one in rows]
        return sorted(rows, key=lambda row: (depths[row[2].id], row[2].id))

    def _known_rows(self) -> list[Row]:
        return [row for row in self._store.since() if row[2].id in self.replay.depths]

    def told(self, after: int = 0) -> Iterator[Taken]:
        """Every entry in its place, from the ``after``-th on: with ``lines(game)`` they are the journal.

        The latest few are at hand; for older ones the ledger is read and played from its beginning.
        """
        recent = list(self._recent)
        first = len(self.replay.depths) - len(recent)
        if after >= first:
            yield from recent[after - first :]
            return
        replay = self.replay.again()
        for place, one in enumerate(self.entries()):
            taken = replay.take(one)
            if place >= after:
                yield taken

    def take_new(self) -> int:
        """Take in what other kernels have written since; gives how many entries are new.

        History that somebody deleted from the ledger is put back.
        """
        self._store.check_file()
        before = len(self.replay.depths)
        try:
            version = self._store.version()
            if version == self._version:
                return 0
            self._take_news(self._store.news(self._seen[0]))
        except StoreTrouble as error:
            if not error.data.get("damaged"):
                raise
            self._look_again()
        self._version = self._store.version()
        return len(self.replay.depths) - before

    def _take_news(self, news: News) -> None:
        if news.last == self._seen[1] and news.all == len(self.replay.depths) + len(news.rows):
            try:
                self._take_in(news.rows)
            except Forked:  # somebody merged
                self._take_all(self._store.since())
            except BadEntry:  # a row that belongs nowhere
                self._look_again()
            if self._doubted() & {one.id for _, _, one in news.rows}:
                self._look_again()
        else:
            self._look_again()

    def _look_again(self) -> None:
        with self._store.lock():
            self._put_right(self._news())

    # ------------------------------------------------------------------------------------------ mending

    def _put_right(self, news: News) -> None:
        """Take in all that the ledger holds and make the journal equal, after putting back what either lacks."""
        if news.all != len(news.rows) or not hang_together([one for _, _, one in news.rows]) or self._gone(news.rows):
            self._mend(news)
            news = self._store.news()
        self._take_all(news.rows)
        if self._doubted() and self._mend(news):
            self._take_all(self._store.since())
        self._settle()

    def _doubted(self) -> set[str]:
        """The ids of entries that their seats did not sign."""
        return {one for one, trouble in self.replay.troubles.items() if trouble == UNSIGNED}

    def _gone(self, rows: Iterable[Row]) -> set[str]:
        """The ids that this kernel has seen and ``rows`` do not have."""
        return self.replay.depths.keys() - {one.id for _, _, one in rows}

    def _mend(self, news: News) -> bool:
        """Write into the ledger what it, the journal and this kernel know together; gives whether anything had to be.

        Raises :class:`StoreTrouble` when something that this kernel has seen is in none of them.
        """
        stored = {one.id: (one, renderer) for _, renderer, one in news.rows}
        records = self._records()
        first = next((one.id for _, _, one in news.rows[:1] if not one.after), records[0].id if records else "")
        campaign = self.replay.campaign or first
        if records and records[0].id != campaign and _is_campaign(records[0]):
            raise _another(self.journal)
        doubted = self._doubted()
        spare = [(taken.entry, RENDERER) for taken in self._recent] + [(one, renderer) for _, renderer, one in news.bare]
        whole = mended(campaign, stored.keys() - doubted, stored.values(), of_records(records), spare)
        gone = self._redacted([one for one, _, _ in whole])
        whole = [(_without_text(one) if one.id in gone else one, depth, renderer) for one, depth, renderer in whole]
        should = {one.id: (one, renderer) for one, _, renderer in whole}
        lost = len(self.replay.depths.keys() - should.keys() - doubted) if should else news.all
        if lost or cut_off((one for one, _, _ in whole), (one for one, _ in stored.values() if one.id not in should)):
            raise _lost(self.journal, lost or 1)
        if news.all == len(stored) and stored == should:
            return False
        _check_renderers(self.journal, (renderer for _, _, renderer in whole))
        right = sum(should.get(entry_id) == one for entry_id, one in stored.items())
        unreadable = max(0, news.all - len(stored) - len(should.keys() - stored.keys()))
        noise = len(stored.keys() - should.keys())
        kept = self._store.keep("damaged") if right < news.all else None
        try:
            self._store.replace(whole)
        except StoreTrouble as error:
            if not error.data.get("damaged"):
                raise
            self._store.renew("damaged")
            self._store.replace(whole)
        self.notices.append(_put_back(ledger_path(self.journal), len(should) - right, noise, unreadable, kept))
        return True

    @staticmethod
    def _redacted(entries: Sequence[Entry]) -> set[str]:
        """The ids of those ``entries`` whose texts others of them take out, with effect."""
        if not any(one.kind == "redact" for one in entries):
            return set()
        replay = Replay()
        for one in replay.prepare(entries):
            replay.take(one)
        return replay.redacted

    def _records(self) -> Sequence[Record]:
        """What stands in the journal, as far as it can be read."""
        try:
            return self._file.read().records
        except JournalTrouble:
            return ()

    # ------------------------------------------------------------------------------------------ writing

    def commit(self, entry: Entry, made: Made) -> None:
        """Ledger first, then the fold, then the journal, which a failure here only delays."""
        number = self._append(entry)
        self._take_in([(number, RENDERER, entry)], made)
        gone = self.replay.redacted
        try:
            if self._file.append(self._unwritten):
                self._unwritten = []
            else:
                self._settle()
            if entry.kind == "redact" and entry.data.get("entry") in gone:
                self._redact()
        except SpookyError as error:
            self.notices.append(error)

    def _redact(self) -> None:
        """Take redacted texts out of the journal, then out of the ledger and of what is at hand."""
        self._file.rewrite(self._blocks())
        self._clear_texts()

    def _clear_texts(self) -> None:
        gone = self.replay.redacted
        if left := [one.id for _, _, one in self._store.since() if one.id in gone and one.prose is not None]:
            self._store.set_texts(dict.fromkeys(left))
        for place, taken in enumerate(self._recent):
            if taken.entry.id in gone:
                self._recent[place] = replace(taken, entry=_without_text(taken.entry))

    def _append(self, entry: Entry) -> int:
        """Write an entry into the ledger, which is built anew where it turns out to be damaged."""
        heads, depth = set(self.replay.heads), self.replay.depth(entry)
        try:
            return self._store.append(entry, depth, RENDERER)
        except StoreTrouble as error:
            if not (error.data.get("damaged") and self.replay.depths):
                raise
            self._put_right(self._news(renew=True))
            if set(self.replay.heads) != heads:
                raise
        return self._store.append(entry, depth, RENDERER)

    def _take_in(self, rows: Sequence[Row], made: Made | None = None) -> None:
        """Fold entries in their places and keep their blocks for the journal. Raises :class:`Forked` for one written apart."""
        _check_renderers(self.journal, (renderer for _, renderer, _ in rows))
        for number, renderer, one in rows:
            taken = self.replay.take(one, made)
            self._recent.append(taken)
            written = _block(self.game, taken, self._last, renderer)
            self._unwritten.append(written)
            self._recent_blocks.append(written)
            self._last, self._seen = one, (number, one.id)

    def _take_all(self, rows: Sequence[Row]) -> None:
        """Fold a whole ledger from its beginning, forks included."""
        replay = Replay()
        place = {one.id: number for number, one in enumerate(replay.prepare([one for _, _, one in rows]))}
        self.replay, self._last, self._unwritten = replay, None, []
        self._recent.clear()
        self._recent_blocks.clear()
        self._take_in(sorted(rows, key=lambda row: place[row[2].id]))
        self._seen = max((number, one.id) for number, _, one in rows)

    def _settle(self) -> None:
        """Compare the whole journal with the ledger, and mend either from the other."""
        blocks = self._blocks()
        if self.replay.redacted and not self._file.begins(blocks) and self._file.begins(self._blocks(whole=True)):
            self._file.rewrite(blocks)  # somebody was stopped between taking a text out and writing the file anew
        if not self._file.begins(blocks) and self._mend(self._store.news()):
            self._take_all(self._store.since())
            blocks = self._blocks()
        self.notices += self._file.settle(blocks)
        self._unwritten = []
        if self.replay.redacted:
            self._clear_texts()

    def _blocks(self, *, whole: bool = False) -> list[Block]:
        """Every block of the journal, as the ledger has it; ``whole``: with texts that were taken out, where it has them yet."""
        blocks, replay, last = [], self.replay.again(), None
        texts = {one.id: one for _, _, one in self._store.since()} if whole else {}
        for _, renderer, stored in self._in_order():
            one = texts.get(stored.id, stored)
            taken = replay.take(one)
            blocks.append(_block(self.game, taken, last, renderer))
            last = one
        return blocks

    def merge(self, other: Path | str) -> int:
        """Take in all that another journal of this campaign holds and this one lacks; gives how many entries were new.

        Union by id: it does not matter who merges whom, in what order or how often. What was written apart is decided again
        in its place (:mod:`spookynb.weave`). Raises :class:`JournalTrouble` for a file that is no journal, and
        :class:`WrongUsage` for one of another campaign.
        """
        found = JournalFile(Path(other)).read()
        _check_renderers(Path(other), (record.renderer for record in found.records))
        with self._store.lock():
            self.take_new()
            new, left = self._new_entries(found)
            texts = self._found_texts(found)
            if new or texts:
                before = self._blocks()
                depths = depths_of([*self.entries(), *(one for one, _ in new)])
                self.notices += self._file.settle(before)  # a person's edits are kept before the file is written anew
                self._store.extend([(one, depths[one.id], renderer) for one, renderer in new])
                self._store.set_texts(texts)
                self._take_all(self._store.since())
                self._version = self._store.version()
                self._file.rewrite(self._blocks())
                self._unwritten = []
                self._clear_texts()
        if left:
            self.notices.append(_left_out(Path(other), left))
        return len(new)

    def _found_texts(self, found: Journal) -> dict[str, str | None]:
        """Texts that this ledger lacks without anybody having taken them out, and another journal still has."""
        lacking = {one.id for one in self.entries() if not one.intact()} - self.replay.redacted
        texts: dict[str, str | None] = {}
        for record in found.records if lacking else ():
            with suppress(BadEntry):
                one = record.entry()
                if one.id in lacking and one.intact():
                    texts[one.id] = one.prose
        return texts

    def _new_entries(self, found: Journal) -> tuple[list[tuple[Entry, int]], int]:
        """The entries of a journal that are new here and whose parents are known, with their renderers; how many are not usable."""
        new: dict[str, tuple[Entry, int]] = {}
        records = found.records
        if records[0].id != self.replay.campaign:
            raise WrongUsage(
                "That journal belongs to another campaign.",
                safe="Nothing was taken from it.",
                todo="Merge copies of the same campaign: they begin with the same entry.",
            )
        left = 0
        for record in records:
            if record.id in self.replay.depths:
                continue
            try:
                one = record.entry()
            except BadEntry:
                left += 1
                continue
            if all(parent in new or parent in self.replay.depths for parent in one.after) and one.after:
                new[one.id] = one, record.renderer
            else:
                left += 1
        known = self.entries()
        stay = genuine([*known, *(one for one, _ in new.values())], {one.id for one in known})
        return [pair for one, pair in new.items() if one in stay], left + len(new.keys() - stay)


def _without_text(entry: Entry) -> Entry:
    return structs.replace(entry, prose=None)


def _block(game: Game, taken: Taken, previous: Entry | None, renderer: int) -> Block:
    """The block of an entry in its place, by the renderer that wrote it first."""
    return block(taken.entry, taken.lines(game, renderer), previous, renderer)


def _check_renderers(journal: Path, renderers: Iterable[int]) -> None:
    """Raise :class:`JournalTrouble` where a renderer is asked for that only a later version has: its words cannot be written here."""
    unknown = next((one for one in renderers if one not in RENDERERS), None)
    if unknown is not None:
        raise JournalTrouble(
            f"{journal.name} was written by a newer version of spookynb (renderer {unknown}).",
            safe="Nothing was changed.",
            todo="Update spookynb on this machine, then try again.",
            path=str(journal),
            renderer=unknown,
        )


def _check_rules(journal: Path, entries: Iterable[Entry]) -> None:
    """Raise :class:`JournalTrouble` where the campaign began under rules that are not installed: nothing can be decided here."""
    first = next((one for one in entries if one.kind == "open_campaign" and not one.after), None)
    if first is not None and not rules_installed(first):
        raise JournalTrouble(
            f"{journal.name} is played under a version of its rules that is not installed.",
            safe="Nothing was changed.",
            todo="Play on with the version of spookynb that it began with; reading and verifying work with any.",
            path=str(journal),
        )


def ledger_path(journal: Path) -> Path:
    """Where the ledger of a journal stands."""
    return journal.parent / ".spookynb" / f"{journal.stem}.db"


def _is_campaign(record: Record) -> bool:
    """Whether a campaign begins with ``record``, whole and signed."""
    try:
        return not Replay().take(record.entry()).trouble
    except BadEntry:
        return False


def _another(journal: Path) -> JournalTrouble:
    return JournalTrouble(
        f"{journal.name} holds another campaign than the database beside it.",
        safe="Neither was touched.",
        todo="Give one of them a name of its own: they belong together by their name.",
        path=str(journal),
    )


def _put_back(ledger: Path, many: int, noise: int, unreadable: int, kept: Path | None) -> StoreTrouble:
    """What was mended: ``many`` entries put back; rows of ``noise`` and rows ``unreadable`` in any source taken out."""
    entries = "1 entry that was" if many == 1 else f"{many:,} entries that were"
    rows = "1 row that no seat" if noise == 1 else f"{noise:,} rows that no seat"
    parts = [
        f"{entries} not as written in the database {ledger.name}, or gone from it, stand there again, from the journal." if many else "",
        f"{rows} of this campaign signed had no effect, and {'was' if noise == 1 else 'were'} taken out of {ledger.name}." if noise else "",
        f"Rows that cannot be read as moves of this campaign were taken out of {ledger.name}." if unreadable else "",
    ]
    safe = "All moves that can be read are there" if unreadable else "No move is lost"
    return StoreTrouble(
        " ".join(part for part in parts if part),
        safe=f"{safe}." if kept is None else f"{safe}, and the database as it was is kept as {kept.name}.",
        entries=many,
        kept=str(kept or ""),
    )


def _lost(journal: Path, many: int) -> StoreTrouble:
    entries = "An entry of this campaign is" if many == 1 else f"{many:,} entries of this campaign are"
    return StoreTrouble(
        f"{entries} gone, from the database and from {journal.name}.",
        safe="What is left was not touched.",
        todo="Put back a copy of the journal, or restore a backup under another name (`spookynb restore`).",
        entries=many,
    )


def _left_out(other: Path, left: int) -> JournalTrouble:
    many = "1 entry" if left == 1 else f"{left:,} entries"
    return JournalTrouble(
        f"{many} of {other.name} could not be taken in: damaged, or following one that is not here.",
        safe="All the rest was.",
        todo="Verify that file to see the lines, and merge a whole copy when there is one.",
        entries=left,
    )


def _altered(journal: Path, line: int) -> JournalTrouble:
    return JournalTrouble(
        f"{journal.name} was altered in line {line}, and there is no ledger beside it to mend it from.",
        safe="Nothing was changed.",
        todo="See what `spookynb verify` finds, and open an unaltered copy.",
        path=str(journal),
        line=line,
    )
