"""What came of Spookybeans moves: small frozen facts, and all that a state is folded from.

Dice never appear or vanish in a fact except in :class:`PoolsChanged` (SB-1, ``gm_adjust``); every other one moves them from
one place to another, so that SB-3 holds by construction. An empty ``conflict`` means the one that this very entry calls.
"""

from __future__ import annotations

from typing import Final

from spookynb.state import FacesFell, Fact

# ---------------------------------------------------------------------------------------------- sheets


class CharacterMade(Fact, frozen=True):
    """A character comes into play (SB-4); ``banked`` Thingies are not defined yet (SB-5)."""

    name: str
    seat: str
    concept: str
    thingies: tuple[str, ...] = ()
    banked: int = 0
    yo: str = ""
    npc: bool = False
    portrait: str = ""


class CharacterEdited(Fact, frozen=True):
    """A sheet is reworded; what is None stays."""

    character: str
    name: str | None = None
    concept: str | None = None
    thingies: tuple[str, ...] | None = None
    yo: str | None = None
    portrait: str | None = None


class CharacterRetired(Fact, frozen=True):
    """A character leaves play."""

    character: str


class LooksAlike(Fact, frozen=True):
    """A warning to the table: ``words`` come near ``like``, which is ``whose`` (SB-6). Changes nothing."""

    words: str
    like: str
    whose: str


class ThingyDefined(Fact, frozen=True):
    """A banked Thingy is banked no more (SB-5)."""

    character: str
    thingy: str


class EndingWritten(Fact, frozen=True):
    """A Yo or a Woe (``ending``) is written (SB-7, SB-40)."""

    character: str
    ending: str
    words: str


class Scored(Fact, frozen=True):
    """Numbers on a sheet change by so much: scores (SB-19), marks (SB-15), Thingies banked and earned (SB-40)."""

    character: str
    yo: int = 0
    woe: int = 0
    ouchies: int = 0
    banked: int = 0
    earned: int = 0


# ---------------------------------------------------------------------------------------------- conflicts


class ConflictCalled(Fact, frozen=True):
    """A Conflict begins (SB-10). ``sides`` are (seat, character or "" for the GM alone), the Player's or the caller's first."""

    caller: str
    character: str
    against: str
    stakes: str
    sides: tuple[tuple[str, str], ...]
    what: str = ""
    accept: int | None = None
    roll_when_ready: bool = False
    conflict: str = ""


class AdversitySet(Fact, frozen=True):
    """Adversity is ``dice`` (SB-11): ``drawn`` of them come from the GM's pool, after ``thingies`` dice for Thingies named before."""

    dice: int
    drawn: int = 0
    thingies: int = 0
    conflict: str = ""


class ThingyUsed(Fact, frozen=True):
    """A Thingy is used, or argued once more (SB-12): ``die`` is 1 when it brings one, ``adversity`` when that came off the Adversity."""

    side: str
    thingy: str
    why: str = ""
    die: int = 0
    adversity: bool = False
    conflict: str = ""


class ThingyRefused(Fact, frozen=True):
    """The GM does not let a Thingy count (SB-12): its ``die`` goes back to the pool, or to the Adversity it came off."""

    side: str
    thingy: str
    why: str = ""
    die: int = 0
    adversity: bool = False
    conflict: str = ""


class Looked(Fact, frozen=True):
    """The GM has seen every reason given so far in a conflict."""

    conflict: str = ""


class DiceAsked(Fact, frozen=True):
    """The roller asks the table for dice (SB-14)."""

    side: str
    dice: int
    ouchie: bool = False
    words: str = ""
    conflict: str = ""


class DiceGiven(Fact, frozen=True):
    """Dice go from a donor's pool to a side, for free (SB-13)."""

    donor: str
    side: str
    dice: int
    conflict: str = ""


class DiceOffered(Fact, frozen=True):
    """Dice are set aside from a donor's pool, on condition of an Ouchie (SB-14)."""

    donor: str
    side: str
    dice: int
    words: str = ""
    conflict: str = ""


class OfferEnded(Fact, frozen=True):
    """An offer is over: ``accepted`` dice go to the side; ``declined``, ``withdrawn`` or ``lapsed`` ones go back."""

    donor: str
    side: str
    how: str
    words: str = ""
    conflict: str = ""


class OuchieBanked(Fact, frozen=True):
    """A side's character takes an Ouchie in a conflict (SB-14, SB-15)."""

    side: str
    character: str
    conflict: str = ""


class Passed(Fact, frozen=True):
    """A donor gives a side nothing, or nothing more (SB-14, SB-31)."""

    donor: str
    side: str
    conflict: str = ""


class Readied(Fact, frozen=True):
    """A side is ready for the dice to fall (SB-17)."""

    side: str
    conflict: str = ""


class Rolled(FacesFell, frozen=True):
    """One side's dice fell (SB-17), with so many ``skulls``."""

    skulls: int = 0
    conflict: str = ""


class Won(Fact, frozen=True):
    """A roll is decided (SB-17, SB-32): ``seat`` has won and narrates."""

    seat: str
    conflict: str = ""


class DiceMoved(Fact, frozen=True):
    """Dice of ``side`` leave a conflict and go into the pool of ``to`` (SB-20, and SB-14 when it is called off)."""

    side: str
    to: str
    dice: int
    conflict: str = ""


class NarratorChanged(Fact, frozen=True):
    """Somebody else narrates, because the winner has left the table."""

    seat: str
    conflict: str = ""


class Narrated(Fact, frozen=True):
    """The outcome is told (SB-18); ``cashed`` names the characters whose Ouchies were cashed in (SB-19)."""

    cashed: tuple[str, ...] = ()
    conflict: str = ""


class SentBack(Fact, frozen=True):
    """The GM wants the narration told again (SB-18); a revision is owed."""

    conflict: str = ""


class Struck(Fact, frozen=True):
    """The GM strikes a revised narration; the roll and what was cashed in stand (SB-18)."""

    conflict: str = ""


class CalledOff(Fact, frozen=True):
    """A conflict is called off before its roll, its dice and Ouchies having gone back (SB-14)."""

    conflict: str = ""


class ConflictClosed(Fact, frozen=True):
    """A narration stands: it cannot be sent back any more (SB-18)."""

    conflict: str = ""


# ---------------------------------------------------------------------------------------------- stories


class EndingTrue(Fact, frozen=True):
    """An ending comes true and is taken off the sheet (SB-40)."""

    character: str
    ending: str


class TieLeft(Fact, frozen=True):
    """Yo and Woe are equal: ``to`` ("gm", "player", or "" once it is settled) decides (SB-41)."""

    character: str
    to: str


class StorySettled(Fact, frozen=True):
    """The story's endings are weighed; what came true follows (SB-40)."""


class StoryBegun(Fact, frozen=True):
    """The next story's first Conflict is called; what came true opens it (SB-42)."""


# ---------------------------------------------------------------------------------------------- pools


class PoolsChanged(Fact, frozen=True):
    """Dice come to pools, or leave them, by seat: at the beginning, for newcomers (SB-1), by ``gm_adjust``."""

    by: dict[str, int]


class PoolLeft(Fact, frozen=True):
    """Someone's pool goes out of play with them (SB-1)."""

    seat: str


class PoolBack(Fact, frozen=True):
    """Someone brings back the pool that they left with (SB-3a)."""

    seat: str


FACTS: Final[tuple[type[Fact], ...]] = (
    CharacterMade, CharacterEdited, CharacterRetired, LooksAlike, ThingyDefined, EndingWritten, Scored,
    ConflictCalled, AdversitySet, ThingyUsed, ThingyRefused, Looked, DiceAsked, DiceGiven, DiceOffered, OfferEnded,
    OuchieBanked, Passed, Readied, Rolled, Won, DiceMoved, NarratorChanged, Narrated, SentBack, Struck, CalledOff,
    ConflictClosed,
    EndingTrue, TieLeft, StorySettled, StoryBegun, PoolsChanged, PoolLeft, PoolBack,
)  # fmt: skip
