"""The table: the one place where a move becomes an entry, and an entry a line of the journal.

One action's path: sync, decide (nothing is written yet; ``IllegalMove`` stops here), sign, append to the ledger in one
transaction, append to the journal, tell the watchers. All else in the package either computes or draws.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Self

from nacl.signing import SigningKey

from spookynb import entry as entries
from spookynb.dice import FaceSource, OpenDice, PracticeDice
from spookynb.entry import AT_FORMAT, Entry, moment, six_words
from spookynb.errors import BadEntry, IllegalMove, JournalTrouble, NotYourSeat, SpookyError, WrongUsage
from spookynb.game import Game
from spookynb.journal import JournalFile
from spookynb.ledger.drafts import Drafts
from spookynb.ledger.keys import Keyring, invite_key, new_phrase, practice_phrase, public_key, seat_key
from spookynb.moves import Debt, Move, Template
from spookynb.record import CampaignRecord, ledger_path
from spookynb.replay import Taken, signers
from spookynb.state import GM, State
from spookynb.systems.protocol import Chance
from spookynb.tablemoves import AddSeat, OpenCampaign, SeatKey, slugs_of
from spookynb.text import skeleton, words

#: when a practice table begins, and how long each of its moves takes (PROTOCOL.md, "Dice")
PRACTICE_START: Final = datetime(2026, 10, 31, 19, 0, tzinfo=UTC)
PRACTICE_STEP: Final = timedelta(seconds=60)
#: how often a watched ledger is asked whether somebody else has written, in seconds
WATCH_SECONDS: Final = 0.1
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
        self._clock = clock or _utc_now
        self._record = CampaignRecord(journal)
        self._drafts = Drafts(ledger_path(journal).with_suffix(".drafts.db"))
        self.keyring = Keyring("")
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
        ``campaign`` holds the fields of ``open_campaign`` (of its ``seats`` only the slugs count: keys are made here);
        ``seed`` goes with ``practice`` dice. Raises :class:`IllegalMove` for fields that the rules refuse,
        :class:`WrongUsage` where a journal stands already, :class:`StoreTrouble` where the folder cannot be written.
        """
        fields = campaign.model_dump(exclude_none=True) if isinstance(campaign, OpenCampaign) else dict(campaign)
        game = Game.of(str(fields.get("system", "spookybeans")))
        practice = isinstance(rules := fields.get("house_rules"), Mapping) and rules.get("dice") == "practice"
        if practice and seed is None:
            seed = 0
        game.parse_move({**fields, "kind": "open_campaign"})  # for its words where the form is wrong
        move = OpenCampaign.model_validate({**fields, "kind": "open_campaign", "rules": game.version, "seed": seed})
        slugs = tuple(one.seat for one in move.seats or ()) or slugs_of((move.gm, *move.players))
        move = move.model_copy(update={"seats": None})
        game.decide(game.start(), GM, move, _utc_now(), None)  # refuses what is wrong before anything is made
        phrase = practice_phrase(seed) if seed is not None else new_phrase()
        seats = tuple(_seat_key(move, phrase, slug) for slug in slugs)
        move = move.model_copy(update={"seats": seats})
        _tell_apart(game, game.start(), game.fold(game.start(), "", game.decide(game.start(), GM, move, _utc_now(), None)))
        table = cls(_journal_path(Path(where), move.title), clock)
        try:
            table._begin(game, move, phrase)
        except SpookyError:
            table.close()
            raise
        return table

    def _begin(self, game: Game, move: OpenCampaign, phrase: str) -> None:
        at = PRACTICE_START if move.seed is not None else self._clock()
        facts = game.decide(game.start(), GM, move, at, None)
        genesis = _signed(seat_key(phrase, GM), GM, move, game.encode_facts(facts), at)
        with self._record.lock():
            if not self._record.empty():
                raise _exists(self.journal)
            self.keyring = Keyring(genesis.id, move.seed)
            if move.seed is None:
                self.keyring.keep(phrase)
            self._record.commit(genesis, (move, facts))

    @classmethod
    def open(cls, journal: Path | str, *, clock: Clock | None = None) -> Self:
        """Open the campaign of a journal file, or of a ledger whose journal is missing.

        Raises :class:`JournalTrouble` for a file that is missing or cannot be read as a journal, :class:`StoreTrouble` for
        a folder or database that cannot be used.
        """
        path = Path(journal)
        ledger = ledger_path(path)
        if not path.exists() and not ledger.exists():
            raise JournalTrouble(
                f"There is no journal {path.name} here.",
                todo="Check its name, or begin a campaign with `spookynb new`.",
                path=str(path),
            )
        if not ledger.exists():
            JournalFile(path).read()  # refuses what is no journal before anything is made beside it
        table = cls(path, clock)
        table._record.load()
        table.keyring = Keyring(table.campaign, table.state.seed)
        return table

    # ------------------------------------------------------------------------------------------ looking

    @property
    def state(self) -> State:
        """The table as it stands, as far as this kernel has seen."""
        return self._record.replay.state

    @property
    def game(self) -> Game:
        """The rules that play here."""
        return self._record.game

    @property
    def notices(self) -> list[SpookyError]:
        """Troubles that did not stop a move; whoever shows the table shows and clears them."""
        return self._record.notices

    @property
    def campaign(self) -> str:
        """The id of the campaign: that of its first entry."""
        return self._record.replay.campaign

    @property
    def heads(self) -> tuple[str, ...]:
        """Ids of the entries that nothing follows yet: one, where nobody wrote apart from the others."""
        return self._record.replay.heads

    def head_words(self) -> str:
        """The state of the ledger as six words that people can compare."""
        return six_words(self.heads)

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._record.replay.depths)

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
        return self._record.entries()

    def told(self, after: int = 0) -> Iterator[Taken]:
        """Every entry in its place, from the ``after``-th on: with ``lines(game)`` they are the journal."""
        return self._record.told(after)

    def holds(self, seat: str) -> bool:
        """Whether this machine can act for ``seat``."""
        known = self.state.seats.get(seat)
        return known is not None and self.keyring.phrase(seat, known.keys) is not None

    # ------------------------------------------------------------------------------------------ acting

    def act(self, seat: str, move: Move | Mapping[str, Any], *, once: str | None = None, faces: FaceSource | None = None) -> Entry:
        """Make a move for ``seat``: an entry, durably written before this returns.

        ``once`` labels the move: the same label by the same seat again gives the entry made the first time. ``faces``
        overrides where dice come from. Raises :class:`IllegalMove` naming the rule, :class:`NotYourSeat` where the
        seat's key is not on this machine, :class:`StoreTrouble` or :class:`StaleLedger` where nothing could be written, and
        :class:`WrongUsage` for what can be no seat, move or label at all.
        """
        once = _label(seat, move, once)
        with self._threads, self._record.lock():
            self._record.take_new()
            if once is not None and (made := self._record.replay.done(seat, once)):
                return next(one for one in self.entries() if one.id == made)
            done = self._decide_and_commit(seat, move, once, faces)
        self._tell_watchers()
        return done

    def _decide_and_commit(self, seat: str, move: Move | Mapping[str, Any], once: str | None, faces: FaceSource | None) -> Entry:
        game, state = self.game, self.state
        typed = move if isinstance(move, Move) else game.parse_move(self._whole_ids(move))
        at = (
            moment(self._record.replay.at) + PRACTICE_STEP if state.seed is not None else max(self._clock(), moment(self._record.replay.at))
        )
        if isinstance(typed, AddSeat) and typed.key is None and typed.invite is None and (phrase := self._gm_phrase()):
            typed = _with_key(typed, state, phrase)
        facts = game.decide(state, seat, typed, at, faces or self._faces())
        self._record.replay.may_redact(seat, typed)
        _tell_apart(game, state, game.fold(state, "", facts))
        key = self._key(seat, typed)
        made = _signed(key, seat, typed, game.encode_facts(facts), at, self.heads, once)
        self._record.commit(made, (typed, facts))
        return made

    def _gm_phrase(self) -> str | None:
        return self.keyring.phrase(GM, self.state.seats[GM].keys)

    def _key(self, seat: str, move: Move) -> SigningKey:
        key = self.keyring.signer(seat, signers(self.state.seats[seat], move))
        if key is None:
            raise NotYourSeat(
                f"The key of {self.state.name(seat)}'s seat is not on this machine.",
                safe="Nothing has changed.",
                todo="Sit down with the phrase of that seat; reading and verifying work without it.",
                seat=seat,
            )
        return key

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
                fitting = [known for known in self._record.replay.depths if known.startswith(begun)]
                if len(fitting) == 1:
                    move = {**move, name: fitting[0]}
        return move

    # ------------------------------------------------------------------------------------------ others

    def sync(self) -> int:
        """Take in what others have written since; gives how many entries are new."""
        with self._threads:
            new = self._record.take_new()
        if new:
            self._tell_watchers()
        return new

    def merge(self, other: Path | str) -> int:
        """Take in all that another journal of this campaign holds and this one lacks; gives how many entries were new.

        Union by id: it does not matter who merges whom, in what order or how often. What was written apart is decided again
        in its place (:mod:`spookynb.weave`). Raises :class:`JournalTrouble` for a file that is no journal, and
        :class:`WrongUsage` for one of another campaign.
        """
        with self._threads:
            new = self._record.merge(Path(other))
        if new:
            self._tell_watchers()
        return new

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
                now = self._record.version()
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
            self._record.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _tell_apart(game: Game, before: State, after: State) -> None:
    """Refuse a new name that looks like another in different letters (PROTOCOL.md: asked when acting, never in verify)."""
    for names, known in (
        ([one.name for one in after.seats.values()], {one.name for one in before.seats.values()}),
        (list(game.characters(after)), set(game.characters(before))),
    ):
        for name in names:
            if name in known:
                continue
            like = next((one for one in names if one != name and skeleton(one) == skeleton(name)), None)
            if like is not None:
                raise IllegalMove(
                    f"{name} and {like} look the same, in different letters.",
                    rule="names",
                    todo="Write the name in letters that tell the two apart.",
                    name=name,
                    like=like,
                )


def _seat_key(move: OpenCampaign, phrase: str, slug: str) -> SeatKey:
    """A seat as the campaign opens: with its key under the table's phrase, or with an invite where everybody has their own."""
    if slug == GM or move.hot_seat:
        return SeatKey(seat=slug, key=public_key(phrase, slug))
    return SeatKey(seat=slug, invite=bytes(invite_key(phrase, slug, 0).verify_key).hex())


def _with_key(move: AddSeat, state: State, phrase: str) -> AddSeat:
    """``move`` with the new seat's slug, and its public key under the table's phrase or that of an invite.

    One who comes back to a seat of their own has the keys they left with.
    """
    back = next((slug for slug, seat in state.seats.items() if seat.name == move.name), None)
    slug = back or slugs_of((move.name,), tuple(state.seats))[0]
    if state.hot_seat:
        return move.model_copy(update={"seat": None if back else slug, "key": public_key(phrase, slug)})
    if back and state.seats[back].claimed:
        return move
    return move.model_copy(update={"seat": None if back else slug, "invite": bytes(invite_key(phrase, slug, 0).verify_key).hex()})


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
    try:
        return entries.make(key=key, seat=seat, after=after, at=when, kind=move.kind, data=move.data(), facts=facts, prose=text, once=once)
    except BadEntry as error:
        raise IllegalMove(
            f"A journal cannot hold this move: {error.what}",
            rule="form",
            todo="Shorten its words, or make it in parts; a text has room of its own.",
            **error.data,
        ) from error


def _label(seat: object, move: object, once: object) -> str | None:
    """The label ``once`` as it is recorded. Raises :class:`WrongUsage` where any of the three is of a kind that it cannot be."""
    what = ""
    if not isinstance(seat, str):
        what, todo = "A seat is named by its slug.", 'Say which one, such as "gm".'
    elif not isinstance(move, Move | Mapping):
        what, todo = "A move is one of the moves of the game, or an object of its fields.", 'Write it such as {"kind": "roll"}.'
    elif once is not None and not (isinstance(once, str) and once.strip()):
        what, todo = "A label is words, and not empty.", "Choose one, or leave it out."
    if what:
        raise WrongUsage(what, safe="Nothing has changed.", todo=todo)
    return None if once is None else words(str(once))


def _journal_path(where: Path, title: str) -> Path:
    """The path of a new journal: ``where`` itself if it names a ``.md`` file, else a file in it named after the title."""
    path = where if where.suffix == ".md" else where / f"{stem_of(title)}.md"
    if path.exists():
        raise _exists(path)
    return path


def stem_of(title: str) -> str:
    """What a journal's file is called after its campaign's ``title``, without the ending."""
    from slugify import slugify

    return slugify(title, max_length=60, word_boundary=True) or "campaign"


def _exists(path: Path) -> WrongUsage:
    return WrongUsage(
        f"There is a campaign called {path.stem} in {path.parent.name or 'this folder'} already.",
        safe="It was not touched.",
        todo="Open that one, or give the new campaign another title.",
        path=str(path),
    )
