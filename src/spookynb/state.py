"""Frozen state of a table, and the facts it is folded from.

State is a fold of facts and nothing else: ``state = evolve(state, fact)``. It holds what is in play, never history, so
its size does not grow with the number of posts. Facts are few, small and stable: what an old journal says is read
from its facts alone, whatever later versions of the rules would decide.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

GM: Final = "gm"


def _kind(name: str) -> str:
    return "".join(("_" if char.isupper() and place else "") + char.lower() for place, char in enumerate(name))


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag=_kind):
    """Base of all facts: a small frozen record, told apart by ``kind`` (its class name in snake case).

    An empty ``conflict`` or ``scene`` field means "the one that this very entry opens", whose id is the entry's id
    and therefore cannot stand inside it.
    """


class FacesFell(Fact, frozen=True):
    """Base of every fact that dice fell: the faces of one seat's dice, in order. Replay takes them from here."""

    seat: str
    faces: tuple[str, ...]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table.

    ``key`` is its public key, ``devices`` further ones that may sign for it, ``invite`` the public key of the invite by which it can
    be claimed (each 64 hex digits, or nothing). ``here`` is False once its person left.
    """

    slug: str
    name: str
    key: str = ""
    invite: str = ""
    devices: tuple[str, ...] = ()
    here: bool = True

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that may sign for the seat."""
        return (self.key, *self.devices) if self.key else self.devices

    @property
    def claimed(self) -> bool:
        """Whether somebody holds the seat: an invite for it may still be out."""
        return bool(self.keys) or not self.invite


class Scene(msgspec.Struct, frozen=True):
    """An open scene; ``roster`` names the characters in it (empty: everyone may be)."""

    id: str
    title: str
    setting: str = ""
    roster: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """The whole table: what is common to all systems, and the system's own part in ``game``.

    ``campaign`` is the id of its first entry; ``seats`` stands in seat order, the GM first; ``here`` is the id of the entry being folded.
    """

    campaign: str = ""
    title: str = ""
    system: str = ""
    rules: int = 1
    mood: str = ""
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()
    hot_seat: bool = True
    seed: int | None = None
    seats: dict[str, Seat] = {}
    house_rules: dict[str, Any] = {}
    pacing: dict[str, Any] = {}
    scenes: dict[str, Scene] = {}
    session: int = 1
    story: int = 1
    here: str = ""
    game: Any = None

    def name(self, seat: str) -> str:
        """The name of the person in ``seat`` (the slug itself for an unknown one)."""
        known = self.seats.get(seat)
        return known.name if known else seat

    def players(self) -> tuple[str, ...]:
        """Slugs of the players who are at the table, in seat order, the GM left out."""
        return tuple(slug for slug, seat in self.seats.items() if slug != GM and seat.here)

    def people(self) -> tuple[str, ...]:
        """Slugs of everyone at the table, the GM first."""
        return tuple(slug for slug, seat in self.seats.items() if seat.here)


class Continued(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign continues: the id of another one, and what names the state that it was in (see ``open_campaign``)."""

    campaign: str
    head: str


class Opened(Fact, frozen=True):
    """The campaign begins: all that :class:`State` starts from."""

    title: str
    system: str
    rules: int
    seats: tuple[Seat, ...]
    house_rules: dict[str, Any]
    pacing: dict[str, Any] = {}
    mood: str = ""
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()
    hot_seat: bool = True
    seed: int | None = None
    continues: Continued | None = None


class HouseRuleChanged(Fact, frozen=True):
    """A house rule has another value from here on."""

    name: str
    value: Any


class SeatJoined(Fact, frozen=True):
    """Someone new sits down (SB-1), or someone who left comes back (``returns``, SB-3a)."""

    seat: str
    name: str
    key: str = ""
    invite: str = ""
    returns: bool = False


class SeatClaimed(Fact, frozen=True):
    """Whom a seat was kept for has taken it, with a key of their own."""

    seat: str
    key: str


class DeviceAdded(Fact, frozen=True):
    """Another key may sign for a seat, such as that of another machine."""

    seat: str
    key: str


class SeatRekeyed(Fact, frozen=True):
    """All keys of a seat are void; it has a new one, or a new invite by which it can be claimed."""

    seat: str
    key: str = ""
    invite: str = ""


class SeatLeft(Fact, frozen=True):
    """Someone gets up and leaves the table."""

    seat: str


class SceneOpened(Fact, frozen=True):
    """A scene begins; its id is this entry's."""

    title: str
    setting: str = ""
    roster: tuple[str, ...] = ()
    scene: str = ""


class SceneClosed(Fact, frozen=True):
    """A scene is over."""

    scene: str


class Posted(Fact, frozen=True):
    """Somebody wrote something: ``voice`` is ``character``, ``narrator`` or ``ooc``; ``ends`` is ``done``, ``more`` or ``pass``."""

    seat: str
    voice: str
    ends: str = "done"
    character: str = ""
    scene: str = ""


class Redacted(Fact, frozen=True):
    """The text of an entry is taken out for good; the entry itself, its hash and all that it did stay."""

    entry: str


class LooseRolled(FacesFell, frozen=True):
    """Dice rolled outside any conflict, for colour."""


class SessionEnded(Fact, frozen=True):
    """One stretch of play is over; nothing mechanical happens (SB-3a)."""


class StoryEnded(Fact, frozen=True):
    """The story is over; the system settles what that brings (SB-40)."""


class Adjusted(Fact, frozen=True):
    """The GM changed a number by hand, in the open (``gm_adjust``): ``what`` names it, ``by`` is the change."""

    what: str
    of: str
    by: int


TABLE_FACTS: Final = (
    Opened,
    HouseRuleChanged,
    SeatJoined,
    SeatLeft,
    SeatClaimed,
    DeviceAdded,
    SeatRekeyed,
    SceneOpened,
    SceneClosed,
    Posted,
    LooseRolled,
    Redacted,
    SessionEnded,
    StoryEnded,
    Adjusted,
)
