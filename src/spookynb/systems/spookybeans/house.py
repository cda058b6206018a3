"""House rules of Spookybeans: where a ruling is a matter of taste, a typed option of the campaign."""

from __future__ import annotations

from typing import Any, Final

from spookynb.moves import Range, Values
from spookynb.state import State
from spookynb.systems.protocol import HouseRule

#: boxes for Ouchies that a sheet may have
MOST_BOXES: Final = 20

HOUSE_RULES: Final[tuple[HouseRule, ...]] = (
    HouseRule(
        "bones",
        "exchange",
        Values(("exchange", "difference")),
        "After a roll the sides exchange their Bones, or the winner takes the difference (SB-20).",
    ),
    HouseRule("ouchies_per_conflict", 1, Range(0, 10), "Ouchies that one character may take in one Conflict (SB-14)."),
    HouseRule(
        "ouchie_boxes",
        None,
        Values((None, *range(MOST_BOXES + 1))),
        "Boxes for banked Ouchies on a sheet; none means no limit (SB-15).",
    ),
    HouseRule("ouchies_per_narration", 1, Range(0, 10), "Ouchies that one narration may cash in, each of another character (SB-19)."),
    HouseRule("bystander_ouchies", True, Values((True, False)), "Ouchies of bystanders in the scene may be cashed in too (SB-19)."),
)

_DEFAULTS: Final = {rule.name: rule.default for rule in HOUSE_RULES}


def house(state: State, name: str) -> Any:
    """The value of a house rule at this table."""
    return state.house_rules.get(name, _DEFAULTS[name])
