"""Frozen state of a Spookybeans game: sheets, pools, conflicts."""

from __future__ import annotations

from typing import Any

import msgspec


class Character(msgspec.Struct, frozen=True):
    """A sheet (SB-4). ``seat`` plays it; ``thingies`` are the defined ones, Concept left out.

    ``banked`` Thingies are not yet defined (SB-5); ``earned`` ones came from a Yo (SB-40) and raise the limit of SB-4.
    ``yo_score`` and ``woe_score`` count cashed Ouchies; ``ouchies`` are banked marks (SB-15).
    """

    name: str
    seat: str
    concept: str
    thingies: tuple[str, ...] = ()
    banked: int = 3
    earned: int = 0
    yo: str = ""
    woe: str = ""
    yo_score: int = 0
    woe_score: int = 0
    ouchies: int = 0
    npc: bool = False
    portrait: str = ""
    #: "" no tie; "gm" the GM owes `settle_tie`; "player" the player owes `choose_ending` (SB-41)
    tie: str = ""


class Used(msgspec.Struct, frozen=True):
    """A Thingy used in a conflict: ``die`` is 1 when it brought one; refused ones may be argued once more (SB-12)."""

    thingy: str
    why: str = ""
    die: int = 0
    refused: bool = False
    tries: int = 1
    refusal: str = ""
    #: the GM has acted in this conflict since the reason was given
    seen: bool = False


class Offered(msgspec.Struct, frozen=True):
    """An open offer of ``dice`` (1 or 2, reserved) from ``donor`` for an Ouchie (SB-14)."""

    donor: str
    dice: int
    words: str = ""


class Asked(msgspec.Struct, frozen=True):
    """What the roller asked the table for (SB-14)."""

    dice: int
    ouchie: bool = False
    words: str = ""


class Side(msgspec.Struct, frozen=True):
    """One contender's side of a conflict. ``dice`` is all that it would roll now (Adversity for the GM's side).

    ``given`` counts dice by donor, offers accepted included; ``passed`` are donors who said that they give no more;
    ``answered`` are all who have given, offered or passed, and are therefore not waited for.
    ``ouchies`` counts marks taken in this conflict by ``character`` ("" for the GM without an NPC).
    """

    seat: str
    character: str = ""
    dice: int = 0
    used: tuple[Used, ...] = ()
    given: dict[str, int] = {}
    offers: dict[str, Offered] = {}
    passed: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    asked: Asked | None = None
    accept: int | None = None
    roll_when_ready: bool = False
    ouchies: int = 0
    ready: bool = False
    faces: tuple[str, ...] = ()
    skulls: int = 0
    bones: int = 0


class Conflict(msgspec.Struct, frozen=True):
    """A conflict from its call to the end of its narration.

    ``sides``: the first is the Player's (Player against GM) or the caller's (Player against Player). ``caller`` is the
    seat that called it. ``adversity`` is None until set, and for Player against Player. ``stage``: ``open`` (dice gather),
    ``rolled`` (narration is owed), ``back`` (sent back: a revision is owed), ``told`` (closed, may still be sent back).
    ``cashed`` names the characters whose Ouchies the narration cashed in.
    """

    id: str
    caller: str
    character: str
    against: str
    what: str
    stakes: str
    sides: dict[str, Side]
    adversity: int | None = None
    stage: str = "open"
    winner: str = ""
    narrator: str = ""
    cashed: tuple[str, ...] = ()
    sent_back: int = 0
    struck: bool = False

    @property
    def versus_gm(self) -> bool:
        """Whether one side is the GM's (SB-11), an NPC's included (SB-35)."""
        return "gm" in self.sides


class Game(msgspec.Struct, frozen=True):
    """All of a game that is in play.

    ``pools``: Oooh by seat, dice committed to conflicts left out. ``away_pools``: what a seat left with (SB-3a).
    ``conflicts`` by id, oldest first, told ones kept while they may be sent back. ``last`` is the last roll's outcome.
    ``ended``: the story has ended and the next one's first conflict has not been called (SB-40). ``came_true``:
    endings (character, "yo" or "woe", its text) that open the next story (SB-42).
    """

    pools: dict[str, int] = {}
    away_pools: dict[str, int] = {}
    characters: dict[str, Character] = {}
    conflicts: dict[str, Conflict] = {}
    last: dict[str, Any] | None = None
    ended: bool = False
    came_true: tuple[tuple[str, str, str], ...] = ()
