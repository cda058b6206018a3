"""Where a record forks: what counts of entries that were written apart (PROTOCOL.md, "Order, merge, and what counts").

Entries stand in the order of (depth, id). An entry that had seen all that stands above it counts as written. One that had not is
decided again in its place: its new facts replace the signed ones, or it *came too late* and has no effect. A roll is the exception,
because nobody may rewrite it by backdating: it counts exactly what it had seen, and fixes its conflict.

A record is cut at its *waists*, the entries that everything below has seen and that have seen everything above: only between two
waists can anything be apart. In a ledger that never forked, every entry is a waist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Any, Protocol

from spookynb.entry import Entry, moment
from spookynb.errors import BadEntry, SpookyError
from spookynb.game import Game
from spookynb.moves import Move
from spookynb.state import TABLE_FACTS, FacesFell, Fact, State

#: what is said of an entry that others have overtaken
TOO_LATE = "It came too late:"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an entry between two waists comes to: the facts that count, or why it has no effect."""

    facts: tuple[Fact, ...] = ()
    trouble: str = ""
    #: a standing roll has fixed it
    fixed: bool = False

    def fold(self, game: Game, state: State, entry: Entry) -> State:
        """The state after the entry: what a roll has fixed stands even where something else that it names is gone by now."""
        if not self.fixed:
            return game.fold(state, entry.id, self.facts)
        for fact in self.facts:
            try:
                state = game.fold(state, entry.id, (fact,))
            except (KeyError, AttributeError, TypeError):
                continue
        return state


class AsWritten(Protocol):
    """The ordinary check of an entry: its move and facts if it counts as written, else a raised :class:`SpookyError`."""

    def __call__(self, state: State, entry: Entry) -> tuple[Move, tuple[Fact, ...]]:
        """Check ``entry`` against the ``state`` that it was written in."""


def segments(entries: Iterable[Entry], depths: Mapping[str, int]) -> list[list[Entry]]:
    """The entries in order, cut after each waist."""
    order = sorted(entries, key=lambda one: (depths[one.id], one.id))
    place = {one.id: number for number, one in enumerate(order)}
    earliest = [min((place[parent] for parent in one.after), default=number) for number, one in enumerate(order)]
    for number in range(len(order) - 2, -1, -1):  # the earliest entry that this one or any below it follows directly
        earliest[number] = min(earliest[number], earliest[number + 1])
    found: list[list[Entry]] = [[]]
    heads: set[str] = set()
    for number, one in enumerate(order):
        saw_all = set(one.after) == heads
        heads = (heads - set(one.after)) | {one.id}
        found[-1].append(one)
        if saw_all and (number + 1 == len(order) or earliest[number + 1] >= number):
            found.append([])
    return [segment for segment in found if segment]


def depths_of(entries: Iterable[Entry]) -> dict[str, int]:
    """The depth of each entry: 1 + the greatest among those it follows. Raises :class:`BadEntry` where one of them is missing."""
    waiting = {one.id: one for one in entries}
    depths: dict[str, int] = {}
    stack = list(waiting.values())
    while stack:
        one = stack[-1]
        left = [parent for parent in one.after if parent not in depths]
        if not left:
            depths[one.id] = 1 + max((depths[parent] for parent in one.after), default=-1)
            stack.pop()
        elif any(parent not in waiting for parent in left):
            raise BadEntry("It follows an entry that is not here.")
        else:
            stack += [waiting[parent] for parent in left]
    return depths


def verdicts(game: Game, base: State, segment: Sequence[Entry], as_written: AsWritten) -> dict[str, Verdict]:
    """What each entry of ``segment`` comes to, given the state ``base`` at the waist above it."""
    weaver = _Weaver(game, base, segment, as_written)
    return {segment[place].id: verdict for place, verdict in weaver.fold(weaver.everything).verdicts.items()}


@dataclass(slots=True)
class _Fold:
    """The fold of some entries of a segment: the state after them, and what each came to, where ``below`` does not say it."""

    state: State
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    below: _Fold | None = None

    def verdict(self, place: int) -> Verdict:
        """What the entry at ``place``, one of those folded, came to."""
        fold = self
        while place not in fold.verdicts and fold.below is not None:
            fold = fold.below
        return fold.verdicts[place]


class _Weaver:
    """Folds sets of a segment's entries, as bits of a number: each set holds all that its members had seen."""

    def __init__(self, game: Game, base: State, segment: Sequence[Entry], as_written: AsWritten) -> None:
        self.game, self.base, self.segment, self.as_written = game, base, segment, as_written
        self.everything = (1 << len(segment)) - 1
        place = {one.id: number for number, one in enumerate(segment)}
        self.parents = [[place[parent] for parent in one.after if parent in place] for one in segment]
        self.seen: list[int] = []
        for parents in self.parents:
            self.seen.append(reduce(or_, (self.seen[parent] | 1 << parent for parent in parents), 0))
        self.facts = [self._signed_facts(one) for one in segment]
        self.conflicts = [_conflicts(one, facts) for one, facts in zip(segment, self.facts, strict=True)]
        self.rolls = [_rolled(one, facts) for one, facts in zip(segment, self.facts, strict=True)]
        self._under: list[_Fold] = []
        self._with: list[_Fold] = []

    def _signed_facts(self, one: Entry) -> tuple[Fact, ...]:
        try:
            return self.game.decode_facts(one.facts)
        except SpookyError:
            return ()

    # ------------------------------------------------------------------------------------------ where each was written

    def under(self, place: int) -> _Fold:
        """The fold of all that an entry had seen: the table as it stood where the entry was written."""
        while len(self._under) <= place:  # from the top, so that each stands on its parent's and nothing is folded twice
            self._look(len(self._under))
        return self._under[place]

    def own(self, place: int) -> Verdict:
        """What an entry was worth where it was written."""
        self.under(place)
        return self._with[place].verdicts[place]

    def _look(self, place: int) -> None:
        parents = self.parents[place]
        if len(parents) == 1:
            under = self._with[parents[0]]
        else:
            under = self.fold(self.seen[place]) if parents else _Fold(self.base)
        verdict = self._written(under.state, place)
        self._under.append(under)
        self._with.append(_Fold(verdict.fold(self.game, under.state, self.segment[place]), {place: verdict}, under))

    def _written(self, state: State, place: int) -> Verdict:
        parents = self.parents[place]
        # a parent above the segment is its waist, which every entry in it has seen
        waist = bool(parents) and len(parents) < len(self.segment[place].after)
        if waist or any(self.seen[one] >> other & 1 for one in parents for other in parents):
            return Verdict(trouble="It says that it follows an entry and also what that one follows.")
        try:
            return Verdict(self.as_written(state, self.segment[place])[1])
        except SpookyError as error:
            return Verdict(trouble=error.what)
        except (KeyError, AttributeError, TypeError, ValueError):
            return Verdict(trouble="Its facts do not fit the game.")

    # ------------------------------------------------------------------------------------------ one set of entries

    def fold(self, members: int) -> _Fold:
        """The fold of ``members``, each in its place."""
        standing = self._standing(members)
        fixed = self._fixed(standing)
        done = _Fold(self.base)
        labels: set[tuple[str, str]] = set()
        for place in _places(members):
            one = self.segment[place]
            verdict = fixed.get(place) or self._verdict(done.state, members, place, standing)
            if one.once is not None and not verdict.trouble:
                if (one.seat, one.once) in labels:
                    verdict = Verdict(trouble="The same labelled move has been made already.")
                labels.add((one.seat, one.once))
            done.verdicts[place] = verdict
            done.state = verdict.fold(self.game, done.state, one)
        return done

    def _verdict(self, state: State, members: int, place: int, standing: Mapping[str, int]) -> Verdict:
        saw_all = self.seen[place] == members & ((1 << place) - 1)
        if not saw_all and self.own(place).trouble:  # it must have been honest where it was written
            return self.own(place)
        for conflict in self.conflicts[place]:
            roll = standing.get(conflict)
            if roll is not None and not self._related(place, roll):
                twice = bool(self.rolls[place])
                what = "Rolled twice: another roll of this conflict stands." if twice else f"{TOO_LATE} the dice had fallen by then."
                return Verdict(trouble=what)
        return self._written(state, place) if saw_all else self._again(state, place, standing)

    def _again(self, state: State, place: int, standing: Mapping[str, int]) -> Verdict:
        """Decide an entry again in its place; what it would do to a conflict whose dice fell apart from it is left out."""
        one = self.segment[place]
        loose = [fact for fact in self.facts[place] if isinstance(fact, FacesFell) and not hasattr(fact, "conflict")]
        try:
            facts = self.game.decide(state, one.seat, self.game.parse_move(one.move()), moment(one.at), self.game.recorded(loose))
        except SpookyError as refused:
            return Verdict(trouble=f"{TOO_LATE} {refused.what}")
        except (KeyError, AttributeError, TypeError, ValueError):
            return Verdict(trouble=f"{TOO_LATE} what it speaks of is not there.")
        apart = {conflict for conflict, roll in standing.items() if not self._related(place, roll)}
        return Verdict(tuple(fact for fact in facts if getattr(fact, "conflict", None) not in apart))

    def _related(self, one: int, other: int) -> bool:
        """Whether either has seen the other, or they are the same."""
        return one == other or bool(self.seen[one] >> other & 1 or self.seen[other] >> one & 1)

    # ------------------------------------------------------------------------------------------ rolls

    def _standing(self, members: int) -> dict[str, int]:
        """The roll that stands of each conflict rolled among ``members``."""
        candidates: dict[str, list[int]] = {}
        for place in _places(members):
            for conflict in self.rolls[place]:
                if not self.own(place).trouble:
                    candidates.setdefault(conflict, []).append(place)
        return {
            conflict: min(places, key=lambda place: (-self._followers(members, place), place)) for conflict, places in candidates.items()
        }

    def _followers(self, members: int, roll: int) -> int:
        """How many seats other than its author's have played on from a roll."""
        author = self.segment[roll].seat
        return len({self.segment[place].seat for place in _places(members) if self.seen[place] >> roll & 1} - {author})

    def _fixed(self, standing: Mapping[str, int]) -> dict[int, Verdict]:
        """What standing rolls fix: themselves, and what they had seen of their conflict, as it was under what they had seen."""
        fixed: dict[int, Verdict] = {}
        for conflict, roll in standing.items():
            under = self.under(roll)
            for place in _places(self.seen[roll]):
                if conflict in self.conflicts[place]:
                    fixed[place] = replace(under.verdict(place), fixed=True)
            fixed[roll] = Verdict(self.facts[roll], fixed=True)
        return fixed


def _places(members: int) -> Iterable[int]:
    place = 0
    while members:
        if members & 1:
            yield place
        members >>= 1
        place += 1


def _own(one: Entry, fact: Any) -> str | None:
    conflict = getattr(fact, "conflict", None)
    return conflict if conflict is None else conflict or one.id


def _conflicts(one: Entry, facts: Sequence[Fact]) -> frozenset[str]:
    """The conflicts that an entry belongs to by its own move: what a table move does to one in passing does not count."""
    if any(isinstance(fact, TABLE_FACTS) for fact in facts):
        return frozenset()
    named = one.data.get("conflict")
    found = {conflict for fact in facts if (conflict := _own(one, fact))}
    return frozenset(found | ({named} if isinstance(named, str) else set()))


def _rolled(one: Entry, facts: Sequence[Fact]) -> frozenset[str]:
    """The conflicts whose dice fell in an entry."""
    return frozenset(conflict for fact in facts if isinstance(fact, FacesFell) and (conflict := _own(one, fact)))
