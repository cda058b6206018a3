"""The table: the one place where a move becomes an entry, and an entry a line of the journal.

One action's path: sync, decide (nothing is written yet; ``IllegalMove`` stops here), sign, append to the ledger in one
transaction, append to the journal, tell the watchers. All else in the package either computes or draws.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Self

from nacl.signing import SigningKey

from spookynb import entry as entries
from spookynb.dice import FaceSource, OpenDice, PracticeDice
from spookynb.entry import AT_FORMAT, Entry, moment, six_words
from spookynb.errors import BadEntry, JournalTrouble, NotYourSeat, SpookyError, WrongUsage
from spookynb.game import Game
from spookynb.journal import RENDERER, Block, Journal, JournalFile, block
from spookynb.ledger.drafts import Drafts
from spookynb.ledger.keys import keep_phrase, kept_phrase, new_phrase, practice_phrase, public_key, seat_key
from spookynb.ledger.store import Store
from spookynb.moves import Debt, Move, Template
from spookynb.replay import Forked, Made, Replay, Taken
from spookynb.state import GM, State
from spookynb.systems.protocol import Chance
from spookynb.tablemoves import AddSeat, OpenCampaign, SeatKey, slugs_of
from spookynb.weave import depths_of

#: when a practice table begins, and how long each of its moves takes (PROTOCOL.md, "Dice")
PRACTICE_START: Final = datetime(2026, 10, 31, 19, 0, tzinfo=UTC)
PRACTICE_STEP: Final = timedelta(seconds=60)
#: how often a watched ledger is asked whether somebody else has written, in seconds
WATCH_SECONDS: Final = 0.1
#: the latest entries kept at hand, so that a screen which follows the table reads no more than what is new
RECENT: Final = 64
#: how much of a conflict's or scene's id names it, where only one begins so
SHORT_ID: Final = 6

Clock = Callable[[], datetime]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Table:
    """A campaign in play: its ledger, its journal, the keys of this machine, and the state folded from it all.

    Make one with :meth:`new` or :meth:`open`. ``notices`` collects troubles that did not stop a move (a journal that could
    not be written just now and will be caught up); whoever shows the table shows and clears them.
    """

    def __init__(self, journal: Path, clock: Clock | None = None) -> None:
        self.journal = journal
        self.notices: list[SpookyError] = []
        self._clock = clock or _utc_now
        folder = journal.parent / ".spookynb"
        self._store = Store(folder / f"{journal.stem}.db")
        self._drafts = Drafts(folder / f"{journal.stem}.drafts.db")
        self._file = JournalFile(journal)
        self._replay = Replay()
        self._seen = 0
        self._version = -1
        self._last: Entry | None = None
        self._unwritten: list[Block] = []
        self._recent: deque[Taken] = deque(maxlen=RECENT)
        self._phrase: str | None = None
        self._threads = threading.RLock()
        self._watchers: list[Callable[[], None]] = []
        self._watching: threading.Event | None = None

    # ------------------------------------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls, where: Path | str, campaign: Mapping[str, Any] | OpenCampaign, *, seed: int | None = None, clock: Clock | None = None
    ) -> Self:
        """Begin a campaign and its journal.

        ``where`` is a folder (the file is named after the title) or the path of a ``.md`` file that does not exist yet.
        ``campaign`` holds the fields of ``open_campaign``; ``seed`` goes with ``practice`` dice. Raises
        :class:`IllegalMove` for fields that the rules refuse, :class:`WrongUsage` where a journal stands already,
        :class:`StoreTrouble` where the folder cannot be written.
        """
        fields = campaign.model_dump(exclude_none=True) if isinstance(campaign, OpenCampaign) else dict(campaign)
        game = Game.of(str(fields.get("system", "spookybeans")))
        practice = isinstance(rules := fields.get("house_rules"), Mapping) and rules.get("dice") == "practice"
        if practice and seed is None:
            seed = 0
        game.parse_move({**fields, "kind": "open_campaign"})  # for its words where the form is wrong
        move = OpenCampaign.model_validate({**fields, "kind": "open_campaign", "rules": game.version, "seed": seed})
        game.decide(game.start(), "gm", move, _utc_now(), None)  # refuses what is wrong before anything is made
        table = cls(_journal_path(Path(where), move.title), clock)
        table._begin(game, move)
        return table

    def _begin(self, game: Game, move: OpenCampaign) -> None:
        phrase = practice_phrase(move.seed) if move.seed is not None else new_phrase()
        seats = tuple(SeatKey(seat=slug, key=public_key(phrase, slug)) for slug in slugs_of((move.gm, *move.players)))
        move = move.model_copy(update={"seats": seats})
        at = PRACTICE_START if move.seed is not None else self._clock()
        facts = game.decide(game.start(), GM, move, at, None)
        genesis = _signed(seat_key(phrase, GM), GM, move, game.encode_facts(facts), at)
        with self._store.lock():
            if self._store.since():
                raise _exists(self.journal)
            if move.seed is None:
                keep_phrase(genesis.id, phrase)
            self._phrase = phrase
            self._commit(genesis, (move, facts))

    @classmethod
    def open(cls, journal: Path | str, *, clock: Clock | None = None) -> Self:
        """Open the campaign of a journal file, or of a ledger whose journal is missing.

        Raises :class:`JournalTrouble` for a file that is missing or cannot be read as a journal, :class:`StoreTrouble` for
        a folder or database that cannot be used.
        """
        path = Path(journal)
        ledger = path.parent / ".spookynb" / f"{path.stem}.db"
        if not path.exists() and not ledger.exists():
            raise JournalTrouble(
                f"There is no journal {path.name} here.",
                todo="Check its name, or begin a campaign with `spookynb new`.",
                path=str(path),
            )
        if not ledger.exists():
            JournalFile(path).read()  # refuses what is no journal before anything is made beside it
        table = cls(path, clock)
        table._load()
        return table

    def _load(self) -> None:
        with self._threads, self._store.lock():
            stored = self._store.since()
            if not stored and self.journal.exists():
                self._rebuild()
                stored = self._store.since()
            if not stored:
                raise JournalTrouble(f"{self.journal.name} holds no campaign.", todo="Begin one with `spookynb new`.")
            self._take_all(stored)
            seed = self.state.seed
            self._phrase = practice_phrase(seed) if seed is not None else kept_phrase(self.campaign)
            self._settle()

    def _rebuild(self) -> None:
        """Fill an empty ledger from the journal: the file outlives the server.

        Human lines that somebody changed do not matter, they are rendered again. Raises :class:`JournalTrouble` for a record
        that does not hold: to play on without what follows it would be to lose it.
        """
        replay, rows, last = Replay(), [], None
        records = self._file.read().records
        with suppress(BadEntry):  # what does not hold together is met again below, at its line
            replay.prepare([record.entry() for record in records])
        for record in records:
            try:
                one = record.entry()
                taken = replay.take(one)
            except BadEntry as error:
                raise _altered(self.journal, record.marker_line) from error
            if taken.trouble and record.raw != block(one, taken.lines(Game.of(replay.state.system)), last, record.renderer).text:
                raise _altered(self.journal, record.marker_line)
            rows.append((one, replay.depths[one.id], record.renderer))
            last = one
        self._store.extend(rows)

    # ------------------------------------------------------------------------------------------ looking

    @property
    def state(self) -> State:
        """The table as it stands, as far as this kernel has seen."""
        return self._replay.state

    @property
    def game(self) -> Game:
        """The rules that play here."""
        game = self._replay.game
        if game is None:
            raise JournalTrouble("No campaign is open yet.", todo="Begin one first.")
        return game

    @property
    def campaign(self) -> str:
        """The id of the campaign: that of its first entry."""
        return self._replay.campaign

    @property
    def heads(self) -> tuple[str, ...]:
        """Ids of the entries that nothing follows yet: one, where nobody wrote apart from the others."""
        return self._replay.heads

    def head_words(self) -> str:
        """The state of the ledger as six words that people can compare."""
        return six_words(self.heads)

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._replay.depths)

    def legal_moves(self, seat: str) -> list[Template]:
        """Templates of the moves that ``seat`` may make now."""
        return self.game.legal_moves(self.state, seat)

    def waiting(self) -> list[Debt]:
        """Who owes what, the most pressing first."""
        return self.game.waiting(self.state)

    def chances(self) -> list[Chance]:
        """Exact chances of the open conflicts."""
        return self.game.chances(self.state)

    def summary(self) -> dict[str, Any]:
        """The table as JSON for programs (DESIGN.md, machine-readable contract)."""
        return self.game.summary(self.state)

    def entries(self) -> list[Entry]:
        """All entries, in order."""
        return [one for _, _, one in self._in_order()]

    def _in_order(self) -> list[tuple[int, int, Entry]]:
        """The rows of the ledger that this kernel has seen, in the order of the record."""
        depths = self._replay.depths
        rows = [row for row in self._store.since() if row[2].id in depths]
        return sorted(rows, key=lambda row: (depths[row[2].id], row[2].id))

    def told(self, after: int = 0) -> Iterator[Taken]:
        """Every entry in its place, from the ``after``-th on: with ``lines(game)`` they are the journal.

        The latest few are at hand; for older ones the ledger is read and played from its beginning.
        """
        recent = list(self._recent)
        first = len(self) - len(recent)
        if after >= first:
            yield from recent[after - first :]
            return
        replay = self._replay.again()
        for place, one in enumerate(self.entries()):
            taken = replay.take(one)
            if place >= after:
                yield taken

    def holds(self, seat: str) -> bool:
        """Whether this machine can act for ``seat``."""
        known = self.state.seats.get(seat)
        return bool(known and self._phrase and public_key(self._phrase, seat) == known.key)

    # ------------------------------------------------------------------------------------------ acting

    def act(self, seat: str, move: Move | Mapping[str, Any], *, once: str | None = None, faces: FaceSource | None = None) -> Entry:
        """Make a move for ``seat``: an entry, durably written before this returns.

        ``once`` labels the move: the same label by the same seat again gives the entry made the first time. ``faces``
        overrides where dice come from. Raises :class:`IllegalMove` naming the rule, :class:`NotYourSeat` where the
        seat's key is not on this machine, :class:`StoreTrouble` or :class:`StaleLedger` where nothing could be written.
        """
        with self._threads, self._store.lock():
            self._take_new()
            if once is not None and (made := self._replay.done(seat, once)):
                return next(one for one in self.entries() if one.id == made)
            done = self._decide_and_commit(seat, move, once, faces)
        self._tell_watchers()
        return done

    def _decide_and_commit(self, seat: str, move: Move | Mapping[str, Any], once: str | None, faces: FaceSource | None) -> Entry:
        game, state = self.game, self.state
        typed = move if isinstance(move, Move) else game.parse_move(self._whole_ids(move))
        at = moment(self._replay.at) + PRACTICE_STEP if state.seed is not None else max(self._clock(), moment(self._replay.at))
        if isinstance(typed, AddSeat) and typed.key is None and self._phrase:
            typed = _with_key(typed, state, self._phrase)
        facts = game.decide(state, seat, typed, at, faces or self._faces())
        key = self._key(seat)
        made = _signed(key, seat, typed, game.encode_facts(facts), at, self.heads, once)
        self._commit(made, (typed, facts))
        return made

    def _key(self, seat: str) -> SigningKey:
        if self._phrase is None or not self.holds(seat):
            raise NotYourSeat(
                f"The key of {self.state.name(seat)}'s seat is not on this machine.",
                safe="Nothing has changed.",
                todo="Play where the table was opened; reading and verifying work everywhere.",
                seat=seat,
            )
        return seat_key(self._phrase, seat)

    def _commit(self, entry: Entry, made: Made) -> None:
        """Ledger first, then the fold, then the journal, which a failure here only delays."""
        number = self._store.append(entry, self._replay.depth(entry), RENDERER)
        self._take_in([(number, RENDERER, entry)], made)
        try:
            if self._file.append(self._unwritten):
                self._unwritten = []
            else:
                self._settle()
        except SpookyError as error:
            self.notices.append(error)

    def _take_in(self, rows: Sequence[tuple[int, int, Entry]], made: Made | None = None) -> None:
        """Fold entries in their places and keep their blocks for the journal. Raises :class:`Forked` for one written apart."""
        for number, renderer, one in rows:
            taken = self._replay.take(one, made)
            self._recent.append(taken)
            self._unwritten.append(block(one, taken.lines(self.game), self._last, renderer))
            self._last, self._seen = one, number

    def _take_all(self, rows: Sequence[tuple[int, int, Entry]]) -> None:
        """Fold a whole ledger from its beginning, forks included."""
        replay = Replay()
        place = {one.id: number for number, one in enumerate(replay.prepare([one for _, _, one in rows]))}
        self._replay, self._last, self._unwritten = replay, None, []
        self._recent.clear()
        self._take_in(sorted(rows, key=lambda row: place[row[2].id]))
        self._seen = max(number for number, _, _ in rows)

    def _settle(self) -> None:
        """Compare the whole journal with the ledger, and mend it."""
        self.notices += self._file.settle(self._blocks())
        self._unwritten = []

    def _blocks(self) -> list[Block]:
        """Every block of the journal, as the ledger has it."""
        blocks, replay, last = [], self._replay.again(), None
        for _, renderer, one in self._in_order():
            taken = replay.take(one)
            blocks.append(block(one, taken.lines(self.game), last, renderer))
            last = one
        return blocks

    def _faces(self) -> FaceSource | None:
        """Where this table's dice come from; None where people roll them by hand."""
        match self.state.house_rules.get("dice"):
            case "physical":
                return None
            case "practice":
                return PracticeDice(self.state.seed or 0, " ".join(self.heads))
        return OpenDice()

    def _whole_ids(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """``move`` with a conflict or scene named by the beginning of its id written out in full."""
        short = {name: move[name] for name in ("conflict", "scene") if isinstance(move.get(name), str)}
        for name, begun in short.items():
            if SHORT_ID <= len(begun) < 64:
                fitting = [known for known in self._replay.depths if known.startswith(begun)]
                if len(fitting) == 1:
                    move = {**move, name: fitting[0]}
        return move

    # ------------------------------------------------------------------------------------------ others

    def sync(self) -> int:
        """Take in what others have written since; gives how many entries are new."""
        with self._threads:
            new = self._take_new()
        if new:
            self._tell_watchers()
        return new

    def _take_new(self) -> int:
        self._store.check_file()
        version = self._store.version()
        if version == self._version:
            return 0
        new = self._store.since(self._seen)
        try:
            self._take_in(new)
        except Forked:  # somebody merged
            self._take_all(self._store.since())
        self._version = version
        return len(new)

    def merge(self, other: Path | str) -> int:
        """Take in all that another journal of this campaign holds and this one lacks; gives how many entries were new.

        Union by id: it does not matter who merges whom, in what order or how often. What was written apart is decided again
        in its place (:mod:`spookynb.weave`). Raises :class:`JournalTrouble` for a file that is no journal, and
        :class:`WrongUsage` for one of another campaign.
        """
        found = JournalFile(Path(other)).read()
        with self._threads, self._store.lock():
            self._take_new()
            new, left = self._new_entries(found)
            if new:
                before = self._blocks()
                depths = depths_of([*self.entries(), *(one for one, _ in new)])
                self.notices += self._file.settle(before)  # a person's edits are kept before the file is written anew
                self._store.extend([(one, depths[one.id], renderer) for one, renderer in new])
                self._take_all(self._store.since())
                self._version = self._store.version()
                self._file.rewrite(self._blocks())
                self._unwritten = []
        if left:
            self.notices.append(_left_out(Path(other), left))
        if new:
            self._tell_watchers()
        return len(new)

    def _new_entries(self, found: Journal) -> tuple[list[tuple[Entry, int]], int]:
        """The entries of a journal that are new here and whose parents are known, with their renderers; how many are not usable."""
        new: dict[str, tuple[Entry, int]] = {}
        records = found.records
        if records[0].id != self.campaign:
            raise WrongUsage(
                "That journal belongs to another campaign.",
                safe="Nothing was taken from it.",
                todo="Merge copies of the same campaign: they begin with the same entry.",
            )
        left = 0
        for record in records:
            if record.id in self._replay.depths:
                continue
            try:
                one = record.entry()
            except BadEntry:
                left += 1
                continue
            if all(parent in new or parent in self._replay.depths for parent in one.after) and one.after:
                new[one.id] = one, record.renderer
            else:
                left += 1
        return list(new.values()), left

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` (from a thread of its own) whenever the table has changed; gives a function that ends it."""
        self._watchers.append(callback)
        if self._watching is None:
            self._watching = threading.Event()
            threading.Thread(target=self._poll, args=(self._watching,), name="spookynb watch", daemon=True).start()

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return stop

    def _poll(self, stop: threading.Event) -> None:
        version = -1
        while not stop.wait(WATCH_SECONDS):
            try:
                now = self._store.version()
                if now != version:
                    version = now
                    self.sync()
            except SpookyError as error:
                self.notices.append(error)
                self._tell_watchers()
                return

    def _tell_watchers(self) -> None:
        for callback in list(self._watchers):
            callback()

    # ------------------------------------------------------------------------------------------ drafts, the end

    def draft(self, seat: str, place: str) -> tuple[str, str]:
        """What ``seat`` typed at ``place`` (a name of the screen's) and has not sent, and when it was kept."""
        return self._drafts.read(seat, place)

    def keep_draft(self, seat: str, place: str, text: str) -> None:
        """Keep what ``seat`` is typing at ``place``; an empty text forgets it."""
        self._drafts.keep(seat, place, text)

    def close(self) -> None:
        """Let go of the files."""
        if self._watching is not None:
            self._watching.set()
        with self._threads:
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _left_out(other: Path, left: int) -> JournalTrouble:
    many = "1 entry" if left == 1 else f"{left:,} entries"
    return JournalTrouble(
        f"{many} of {other.name} could not be taken in: damaged, or following one that is not here.",
        safe="All the rest was.",
        todo="Verify that file to see the lines, and merge a whole copy when there is one.",
        entries=left,
    )


def _with_key(move: AddSeat, state: State, phrase: str) -> AddSeat:
    """``move`` with the new seat's slug and its public key under the table's phrase."""
    back = next((slug for slug, seat in state.seats.items() if seat.name == move.name), None)
    slug = back or slugs_of((move.name,), tuple(state.seats))[0]
    return move.model_copy(update={"seat": None if back else slug, "key": public_key(phrase, slug)})


def _signed(
    key: SigningKey,
    seat: str,
    move: Move,
    facts: Sequence[dict[str, Any]],
    at: datetime,
    after: Sequence[str] = (),
    once: str | None = None,
) -> Entry:
    text = getattr(move, "text", None)
    when = at.strftime(AT_FORMAT)
    return entries.make(key=key, seat=seat, after=after, at=when, kind=move.kind, data=move.data(), facts=facts, prose=text, once=once)


def _journal_path(where: Path, title: str) -> Path:
    """The path of a new journal: ``where`` itself if it names a ``.md`` file, else a file in it named after the title."""
    from slugify import slugify

    path = where if where.suffix == ".md" else where / f"{slugify(title, max_length=60, word_boundary=True) or 'campaign'}.md"
    if path.exists() or (path.parent / ".spookynb" / f"{path.stem}.db").exists():
        raise _exists(path)
    return path


def _altered(journal: Path, line: int) -> JournalTrouble:
    return JournalTrouble(
        f"{journal.name} was altered in line {line}, and there is no ledger beside it to mend it from.",
        safe="Nothing was changed.",
        todo="See what `spookynb verify` finds, and open an unaltered copy.",
        path=str(journal),
        line=line,
    )


def _exists(path: Path) -> WrongUsage:
    return WrongUsage(
        f"There is a campaign called {path.stem} in {path.parent.name or 'this folder'} already.",
        safe="It was not touched.",
        todo="Open that one, or give the new campaign another title.",
        path=str(path),
    )
