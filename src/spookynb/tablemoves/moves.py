"""The moves common to all rule systems, as a person chooses them. What they bring is in :mod:`.rules`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from spookynb.moves import MAX_INT, Count, Flag, Move, Part, Prose, Words

#: people at one table, the GM included: enough for any group that can still take turns
MOST_SEATS: Final = 24

HouseValue = Annotated[int, Field(strict=True)] | Flag | Words | None


class SeatKey(Part):
    """A seat's slug, and its public key or that of its invite (64 hex digits)."""

    seat: Words
    key: Words | None = None
    invite: Words | None = None


class Continues(Part):
    """The campaign that another one continues: its id, and what names the state it was in (64 hex digits each).

    ``head`` is the id of its head, or of several heads the SHA-256 of their sorted raw ids, as in the six words.
    """

    campaign: Words
    head: Words


class OpenCampaign(Move):
    """Begin a campaign: the first move of every journal.

    ``players`` are names in seat order. ``rules`` (the system's version), ``seats`` (slugs and public keys, the GM's
    first), ``hot_seat`` and ``seed`` (for practice dice) are filled in by the table that opens it. ``continues`` names a
    campaign that goes on in this one, because its keys are lost.
    """

    kind: Literal["open_campaign"] = "open_campaign"
    title: Words
    system: Words = "spookybeans"
    gm: Words
    players: Annotated[tuple[Words, ...], Field(min_length=1, max_length=MOST_SEATS - 1)]
    house_rules: Annotated[dict[Words, HouseValue], Field(max_length=50)] = {}
    pacing: Annotated[dict[Words, HouseValue], Field(max_length=50)] = {}
    mood: Words = ""
    lines: Annotated[tuple[Words, ...], Field(max_length=20)] = ()
    veils: Annotated[tuple[Words, ...], Field(max_length=20)] = ()
    rules: Count | None = None
    seats: Annotated[tuple[SeatKey, ...], Field(max_length=MOST_SEATS)] | None = None
    hot_seat: Flag = True
    seed: Annotated[int, Field(strict=True, ge=0, le=MAX_INT)] | None = None
    continues: Continues | None = None


class ChangeHouseRule(Move):
    """The GM changes a house rule, in the open; it holds from here on."""

    kind: Literal["change_house_rule"] = "change_house_rule"
    name: Words
    value: HouseValue = None
    why: Words = ""


class AddSeat(Move):
    """The GM makes room for a newcomer, or for someone who left and comes back (SB-1, SB-3a)."""

    kind: Literal["add_seat"] = "add_seat"
    name: Words
    seat: Words | None = None
    key: Words | None = None
    invite: Words | None = None


class ClaimSeat(Move):
    """Take the seat that was kept for one: with a new public ``key``, and the invite's signature as ``proof``.

    The proof is over the framed campaign id, seat and key (PROTOCOL.md, "Keys"), so that nobody can take the seat with another key.
    """

    kind: Literal["claim_seat"] = "claim_seat"
    key: Words
    proof: Words


class AddDevice(Move):
    """Let another key sign for one's own seat, such as that of another machine."""

    kind: Literal["add_device"] = "add_device"
    key: Words


class RekeySeat(Move):
    """Make all keys of a seat void: a new ``key`` by its holder, or a new ``invite`` by the GM. Everybody sees it."""

    kind: Literal["rekey_seat"] = "rekey_seat"
    whose: Words
    key: Words | None = None
    invite: Words | None = None
    why: Words = ""


class LeaveSeat(Move):
    """A player gets up and leaves; the GM may say so for one who has gone (SB-1)."""

    kind: Literal["leave_seat"] = "leave_seat"
    leaves: Words
    why: Words = ""


class GmAdjust(Move):
    """The GM changes a number by hand. It is an entry like any other, with its reason."""

    kind: Literal["gm_adjust"] = "gm_adjust"
    what: Words
    of: Words
    by: Count
    why: Words


class OpenScene(Move):
    """Begin a scene; ``roster`` names the characters who are in it."""

    kind: Literal["open_scene"] = "open_scene"
    title: Words
    setting: Words = ""
    roster: Annotated[tuple[Words, ...], Field(max_length=50)] = ()
    text: Prose = ""


class CloseScene(Move):
    """End a scene; ``text`` may sum it up."""

    kind: Literal["close_scene"] = "close_scene"
    scene: Words
    text: Prose = ""


class Post(Move):
    """Write: in character (``voice`` "character"), as narrator (the GM), or out of character ("ooc").

    ``ends``: ``done``, ``more`` (more coming) or ``pass`` (nothing to add; the text may be empty).
    """

    kind: Literal["post"] = "post"
    text: Prose = ""
    voice: Literal["character", "narrator", "ooc"] | None = None
    character: Words | None = None
    scene: Words | None = None
    ends: Literal["done", "more", "pass"] = "done"


class Redact(Move):
    """Take the text of an entry out of the record for good: by its author, or by the GM. That it was done stays, and why."""

    kind: Literal["redact"] = "redact"
    entry: Words
    why: Words = ""


class LooseRoll(Move):
    """Roll dice for colour, outside any conflict; the notation as in ``3d6 2coin``."""

    kind: Literal["loose_roll"] = "loose_roll"
    notation: Words
    reason: Words = ""


class EndSession(Move):
    """Close one stretch of play. Nothing mechanical happens (SB-3a)."""

    kind: Literal["end_session"] = "end_session"
    text: Prose = ""


class EndStory(Move):
    """The GM ends the story, and the endings are settled (SB-40)."""

    kind: Literal["end_story"] = "end_story"
    text: Prose = ""


MOVES: Final[tuple[type[Move], ...]] = (
    OpenCampaign,
    ChangeHouseRule,
    AddSeat,
    ClaimSeat,
    AddDevice,
    RekeySeat,
    LeaveSeat,
    GmAdjust,
    OpenScene,
    CloseScene,
    Post,
    Redact,
    LooseRoll,
    EndSession,
    EndStory,
)
