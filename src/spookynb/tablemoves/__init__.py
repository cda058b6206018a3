"""Moves common to all rule systems: opening and changing the table, scenes, posts, loose dice, ends."""

from spookynb.tablemoves.legal import legal_moves
from spookynb.tablemoves.moves import (
    MOVES,
    AddSeat,
    ChangeHouseRule,
    CloseScene,
    EndSession,
    EndStory,
    GmAdjust,
    LeaveSeat,
    LooseRoll,
    OpenCampaign,
    OpenScene,
    Post,
    SeatKey,
)
from spookynb.tablemoves.rules import DICE, Rules, decide, evolve, slugs_of
from spookynb.tablemoves.tell import tell

__all__ = [
    "DICE",
    "MOVES",
    "AddSeat",
    "ChangeHouseRule",
    "CloseScene",
    "EndSession",
    "EndStory",
    "GmAdjust",
    "LeaveSeat",
    "LooseRoll",
    "OpenCampaign",
    "OpenScene",
    "Post",
    "Rules",
    "SeatKey",
    "decide",
    "evolve",
    "legal_moves",
    "slugs_of",
    "tell",
]
