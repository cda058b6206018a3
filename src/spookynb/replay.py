"""Playing a record again: every entry is checked and folded in its place, and what does not hold has no effect.

The table takes in others' entries through this, and verification a whole file, so that both see the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from spookynb.entry import Entry, check_signature, check_words, moment
from spookynb.errors import BadEntry, IllegalMove, SpookyError
from spookynb.game import Game
from spookynb.journal.render import RENDERER
from spookynb.ledger.rows import Before
from spookynb.ledger.snapshots import Snapshot
from spookynb.moves import Line, Move, Span, em, line
from spookynb.phrases import in_force
from spookynb.state import GM, Fact, Redacted, Seat, State
from spookynb.tablemoves import ClaimSeat, Redact
from spookynb.weave import TOO_LATE, Verdict, depths_of, segments, verdicts

#: a move that was just decided, and its facts
Made = tuple[Move, tuple[Fact, ...]]


#: what is said of an entry that its seat did not sign
UNSIGNED: Final = "It is not signed with the key of its seat."


class Unsigned(BadEntry):
    """An entry that its seat did not sign, or whose body is not what was signed."""


class Forked(BadEntry):
    """An entry written beside others: the whole record must be looked at to know what counts."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry in its place: the move and facts it holds, the states around it, and why it has no effect if it has none.

    ``fixed``: a roll has fixed it, even where something that it names was gone by then (:mod:`spookynb.weave`).
    """

    entry: Entry
    before: State
    after: State
    move: Move | None = None
    facts: tuple[Fact, ...] = ()
    trouble: str = ""
    fixed: bool = False

    @property
    def late(self) -> bool:
        """Whether it has no effect only because others were quicker: nothing is wrong with it."""
        return self.trouble.startswith(TOO_LATE)

    def lines(self, game: Game, renderer: int = RENDERER) -> list[Line]:
        """What the journal tells of it, in the words of a renderer; a single line for an entry without effect.

        That line does not say why, because reasons are the rules' and their wording may change: see :meth:`shown`.
        """
        return in_force(INERT, renderer)(self) if self.trouble else self.told(game, renderer)

    def told(self, game: Game, renderer: int = RENDERER) -> list[Line]:
        """What its facts tell, whether they count or not."""
        if self.move is None:
            return []
        try:
            return game.tell(self.move, self.entry.seat, self.facts, self.before, self.after, renderer)
        except (KeyError, AttributeError, TypeError, ValueError, StopIteration):
            if not self.fixed:
                raise
            return in_force(GONE, renderer)(self)

    def shown(self, game: Game) -> list[Line]:
        """What screens and books tell of it: the newest words, and why an entry has no effect."""
        why = self.trouble.removeprefix(TOO_LATE).strip()  # that it came too late stands in the line itself
        return self.lines(game) + ([line(why[:1].upper() + why[1:])] if why else [])


class Replay:
    """The fold of a record, entry by entry, in order.

    ``state`` is the table as it stands, ``heads`` the ids that nothing follows yet, ``depths`` the depth of each entry known.
    ``lenient``: the opening, and entries whose signature does not fit, are folded all the same where their facts allow, so that they do
    not hide what stands below; for looking only. ``decides`` is False where the version of the rules that played is not installed: then
    everything is checked but what the rules make of moves. ``troubles`` says of each entry without effect why it has none; ``redacted`` are
    entries whose text was taken out.
    """

    def __init__(self, *, lenient: bool = False) -> None:
        self._lenient = lenient
        self.decides = True
        self._known: Replay | None = None
        self.troubles: dict[str, str] = {}
        self.game: Game | None = None
        self.campaign = ""
        self.state = State()
        self.heads: tuple[str, ...] = ()
        self.depths: dict[str, int] = {}
        self.at = ""
        self.redacted: set[str] = set()
        self._once: dict[tuple[str, str], str] = {}
        self._texts: dict[str, str] = {}
        self._forks: dict[str, list[Entry]] = {}
        self._verdicts: dict[str, Verdict] = {}

    def resume(self, snapshot: Snapshot, before: Before) -> None:
        """Go on from a snapshot, taking its word and the ledger's for all that stands above it."""
        self.game = Game.of(snapshot.system)
        self.campaign, self.at = snapshot.campaign, snapshot.at
        self.state = snapshot.typed(type(self.game.system.start()))
        self.heads = (snapshot.head,)
        self.depths, self._texts = before.depths, before.texts
        self.troubles, self.redacted = dict(snapshot.troubles), set(snapshot.redacted)
        self._once = {label: one for label, one in before.once.items() if one not in self.troubles}

    def snapshot(self, oldest: Taken, before: Before, journal_size: int, journal_hash: str) -> Snapshot | None:
        """The state before ``oldest``, above which stands what the ledger says ``before`` it; None where that is not so."""
        if self.game is None or any(self.depths.get(one) != depth for one, depth in before.depths.items()):
            return None
        (head,) = oldest.entry.after
        return Snapshot(
            system=self.game.name,
            rules=self.game.version,
            campaign=self.campaign,
            head=head,
            count=len(before.depths),
            at=oldest.entry.at,
            troubles=self.troubles,
            redacted=frozenset(self.redacted),
            journal_size=journal_size,
            journal_hash=journal_hash,
            ledger_hash=before.digest,
            state=oldest.before,
        )

    def prepare(self, entries: Sequence[Entry]) -> list[Entry]:
        """Look at a whole record before any of it is taken: gives its entries in order, and remembers where it forks.

        Raises :class:`BadEntry` when an entry follows one that is missing or stands there twice. Only a record that has been looked
        at may fork.
        """
        if len({one.id for one in entries}) < len(entries):
            raise BadEntry("An entry is in the record twice.")
        if all(one.after == (above.id,) for above, one in pairwise(entries)):
            return list(entries)
        self._texts = {one.id: one.seat for one in entries if one.text_hash}
        parts = segments(entries, depths_of(entries))
        self._forks = {one.id: part for part in parts if len(part) > 1 for one in part}
        return [one for part in parts for one in part]

    def depth(self, entry: Entry) -> int:
        """1 + the greatest depth among the entries it follows; the genesis has 0. Raises :class:`BadEntry` for unknown ones."""
        try:
            return 1 + max((self.depths[one] for one in entry.after), default=-1)
        except KeyError as error:
            raise BadEntry("It follows an entry that is not here.") from error

    def done(self, seat: str, once: str) -> str | None:
        """The id of the entry by which ``seat`` already made the move labelled ``once``, or None."""
        return self._once.get((seat, once))

    def may_redact(self, seat: str, move: Move) -> None:
        """Raise :class:`IllegalMove` where ``move`` would take out a text that is not there, or not ``seat``'s to take."""
        if not isinstance(move, Redact):
            return
        author = self._texts.get(move.entry)
        if author is None:
            raise IllegalMove("That entry has no text, or is not here.", rule="redact", todo="Name an entry that has one.")
        if seat not in (author, GM):
            raise IllegalMove(f"Only {self.state.name(author)} or the GM takes that text out.", rule="redact", todo="Ask one of them.")

    def again(self) -> Replay:
        """An empty replay that takes this one's word for every entry that it has checked."""
        replay = Replay()
        replay._known = self
        replay._verdicts = dict(self._verdicts)
        return replay

    def take(self, entry: Entry, made: Made | None = None, *, trusted: bool = False) -> Taken:
        """Check ``entry`` and fold it. What does not hold is kept in its place, without effect, with its ``trouble``.

        ``made``: the move and facts that the caller has just decided and signed; ``trusted``: it is not checked. Raises
        :class:`BadEntry` for an entry that has no place: no genesis, one that is here already, or unknown parents.
        """
        if entry.id in self.depths:
            raise BadEntry("It is in the record twice.")
        if not self.depths:
            self._begin(entry)
        elif not entry.after:
            raise BadEntry("It opens a second campaign in the same record.")
        depth = self.depth(entry)
        verdict = self._verdict(entry)
        taken = self._judged(entry, verdict) if verdict else self._fold(entry, made, trusted)
        self.depths[entry.id] = depth
        if entry.text_hash:
            self._texts[entry.id] = entry.seat
        if taken.trouble:
            self.troubles[entry.id] = taken.trouble
        gone = set(entry.after)
        self.heads = (*(head for head in self.heads if head not in gone), entry.id)
        self.at = max(self.at, entry.at)
        self.redacted |= {fact.entry for fact in taken.facts if isinstance(fact, Redacted)}
        if entry.once is not None and not taken.trouble:
            self._once.setdefault((entry.seat, entry.once), entry.id)
        self.state = taken.after
        return taken

    def _verdict(self, entry: Entry) -> Verdict | None:
        """What was made of an entry that others were written beside; None for one that had seen all above it."""
        if entry.id in self._forks and entry.id not in self._verdicts and self.game is not None:
            self._verdicts |= verdicts(self.game, self.state, self._forks[entry.id], self._as_written)
        verdict = self._verdicts.get(entry.id)
        if verdict is None and set(entry.after) != set(self.heads):
            raise Forked("It had not seen all that stands above it.")
        return verdict

    def _as_written(self, state: State, entry: Entry) -> tuple[Move, tuple[Fact, ...]]:
        if self.game is None:
            raise BadEntry("The record has not begun.")
        facts = self.game.decode_facts(entry.facts)
        move = self.game.parse_move(entry.move())
        self._check(self.game, state, entry, move, facts)
        return move, facts

    def _judged(self, entry: Entry, verdict: Verdict) -> Taken:
        before, move = self.state, None
        if self.game is None:
            raise BadEntry("The record has not begun.")
        try:
            move = self.game.parse_move(entry.move())
        except SpookyError:
            return Taken(entry, before, before, None, (), verdict.trouble or "The move does not fit its form.")
        if verdict.trouble:
            return Taken(entry, before, before, move, (), verdict.trouble)
        return Taken(entry, before, verdict.fold(self.game, before, entry), move, verdict.facts, fixed=verdict.fixed)

    def _begin(self, entry: Entry) -> None:
        if entry.after or entry.kind != "open_campaign":
            raise BadEntry("The record does not begin with the opening of a campaign.")
        self.game = Game.of(str(entry.data.get("system", "")))
        self.state = self.game.start()
        self.campaign = entry.id

    def _fold(self, entry: Entry, made: Made | None, trusted: bool) -> Taken:
        game, before = self.game, self.state
        if game is None:
            raise BadEntry("The record has not begun.")
        move: Move | None = None
        folded: tuple[State, tuple[Fact, ...]] | None = None
        try:
            facts = made[1] if made else game.decode_facts(entry.facts)
            after = game.fold(before, entry.id, facts)
            move = made[0] if made else game.parse_move(entry.move())
            folded = after, facts
            if self._known is not None and entry.id in self._known.depths:
                if known := self._known.troubles.get(entry.id):
                    raise BadEntry(known)
            elif not made and not trusted:
                self._check(game, before if self.depths else after, entry, move, facts)
        except Exception as error:  # whatever a stranger's facts do to the rules, the entry is inert and play goes on
            what = error.what if isinstance(error, SpookyError) else "Its facts do not fit the game."
            leave = self._lenient and (isinstance(error, Unsigned) or not self.depths)
            after, facts = folded if folded and leave else (before, ())
            return Taken(entry, before, after, move, facts, what)
        return Taken(entry, before, after, move, facts)

    def _check(self, game: Game, state: State, entry: Entry, move: Move, facts: tuple[Fact, ...]) -> None:
        """Raise unless the entry is signed by its seat and says what the rules make of its move in ``state``."""
        seat = state.seats.get(entry.seat)
        if seat is None or not check_signature(entry, *signers(seat, move)):
            raise Unsigned(UNSIGNED)
        check_words(entry)
        if entry.once is not None and (entry.seat, entry.once) in self._once:
            raise BadEntry("The same labelled move has been made already.")
        if entry.prose is not None and not entry.intact():
            raise BadEntry("Its text is not the text that was signed.")
        if entry.prose is not None and entry.prose != getattr(move, "text", None):
            raise BadEntry("Its text is not in the form that a journal keeps: NFC, with lines that end in LF.")
        self.may_redact(entry.seat, move)
        if not self.decides:
            return
        decided = game.decide(state if self.depths else game.start(), entry.seat, move, moment(entry.at), game.recorded(facts))
        if decided != facts:
            raise BadEntry("Its facts are not what the rules make of the move.")


def rules_installed(genesis: Entry) -> bool:
    """Whether the rules that a campaign began with are the version installed. Raises :class:`SpookyError` for an unknown system."""
    rules = genesis.facts[0].get("rules") if genesis.facts else None
    return bool(rules == Game.of(str(genesis.data.get("system", ""))).version)


def signers(seat: Seat, move: Move) -> tuple[str, ...]:
    """The keys that may sign a move of ``seat``: a claim is signed with the very key that it brings."""
    return (move.key,) if isinstance(move, ClaimSeat) else seat.keys


def _inert(taken: Taken) -> list[Line]:
    """One line for an entry without effect: what was tried, struck through."""
    why = "it came too late" if taken.late else "it does not hold"
    return [line(Span(_tried(taken), "struck"), ", ", em(f"without effect: {why}."))]


def _gone(taken: Taken) -> list[Line]:
    """One line for an entry that counts and cannot be told: it names what somebody else had taken out of play."""
    return [line(f"{_tried(taken)}. It counts for the roll, though somebody that it names had left play.")]


def _tried(taken: Taken) -> str:
    return f"{taken.before.name(taken.entry.seat)}: {taken.entry.kind.replace('_', ' ')}"


#: what is told of an entry without effect, by the number of the renderer that brought the wording
INERT: Final[Mapping[int, Callable[[Taken], list[Line]]]] = {1: _inert}
#: and of one that counts though it cannot be told
GONE: Final[Mapping[int, Callable[[Taken], list[Line]]]] = {1: _gone}
