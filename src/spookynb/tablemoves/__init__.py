"""Moves common to all rule systems: opening and changing the table, scenes, posts, loose dice, ends."""

from spookynb.tablemoves.legal import legal_moves
from spookynb.tablemoves.moves import (
    MOVES,
    AddDevice,
    AddSeat,
    ChangeHouseRule,
    ClaimSeat,
    CloseScene,
    Continues,
    EndSession,
    EndStory,
    GmAdjust,
    LeaveSeat,
    LooseRoll,
    OpenCampaign,
    OpenScene,
    Post,
    Redact,
    RekeySeat,
    SeatKey,
)
from spookynb.tablemoves.rules import DICE, Rules, decide, evolve
from spookynb.tablemoves.seating import slugs_of
from spookynb.tablemoves.tell import tell

__all__ = [
    "DICE",
    "MOVES",
    "AddDevice",
    "AddSeat",
    "ChangeHouseRule",
    "ClaimSeat",
    "CloseScene",
    "Continues",
    "EndSession",
    "EndStory",
    "GmAdjust",
    "LeaveSeat",
    "LooseRoll",
    "OpenCampaign",
    "OpenScene",
    "Post",
    "Redact",
    "RekeySeat",
    "Rules",
    "SeatKey",
    "decide",
    "evolve",
    "legal_moves",
    "slugs_of",
    "tell",
]
