"""The moves common to all rule systems: opening and changing the table, scenes, posts, loose dice, ends.

Pure like a system: :func:`decide` gives facts, :func:`evolve` folds them, :func:`legal_moves` offers them. What a table move
means to the rules (dice for a new seat, endings at the end of a story) is the system's ``react``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from spookynb import text as _text
from spookynb.dice import FaceSource, parse_notation
from spookynb.errors import IllegalMove
from spookynb.moves import Choice, Count, Line, Many, Move, Prose, Range, Template, Text, Values, Words, em, line, strong
from spookynb.state import (
    GM, Adjusted, Fact, HouseRuleChanged, LooseRolled, Opened, Posted, Scene, SceneClosed, SceneOpened, Seat,
    SeatJoined, SeatLeft, SessionEnded, State, StoryEnded,
)  # fmt: skip

#: people at one table, the GM included: enough for any group that can still take turns
MOST_SEATS: Final = 24

HouseValue = Annotated[int, Field(strict=True)] | Annotated[bool, Field(strict=True)] | Words | None

DICE: Final = ("open", "physical", "practice")


class OpenCampaign(Move):
    """Begin a campaign: the first move of every journal.

    ``players`` are names in seat order. ``rules``, ``keys`` (public keys by seat), ``hot_seat`` and ``seed`` are filled
    in by the table that opens it.
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
    keys: dict[Words, Words] | None = None
    hot_seat: bool = True
    seed: Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)] | None = None


class ChangeHouseRule(Move):
    """The GM changes a house rule, in the open; it holds from here on."""

    kind: Literal["change_house_rule"] = "change_house_rule"
    name: Words
    value: HouseValue
    why: Words = ""


class AddSeat(Move):
    """The GM makes room for a newcomer, or for someone who left and comes back (SB-1, SB-3a)."""

    kind: Literal["add_seat"] = "add_seat"
    name: Words
    key: Words | None = None


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
    OpenCampaign, ChangeHouseRule, AddSeat, LeaveSeat, GmAdjust, OpenScene, CloseScene, Post, LooseRoll, EndSession, EndStory,
)  # fmt: skip
