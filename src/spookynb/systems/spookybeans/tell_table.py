"""What the journal says of table moves in the game's own words: house rules, numbers changed by hand, loose dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from spookynb.dice import tally
from spookynb.moves import Line, line, strong
from spookynb.phrases import fallen, many
from spookynb.state import Adjusted, Fact, HouseRuleChanged, LooseRolled, Opened, State
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.telling import Telling


def _bones(value: Any) -> str:
    return "the sides exchange their Bones" if value == "exchange" else "the winner takes the difference in Bones"


def _per_conflict(value: Any) -> str:
    if value == 0:
        return "nobody takes an Ouchie in a Conflict"
    return f"a character takes {'one Ouchie' if value == 1 else f'up to {value} Ouchies'} in a Conflict"


def _boxes(value: Any) -> str:
    if value is None:
        return "a sheet holds any number of Ouchies"
    return f"a sheet holds at most {many(value, 'Ouchie')}" if value else "a sheet holds no Ouchies"


def _per_narration(value: Any) -> str:
    if value == 0:
        return "a narration cashes no Ouchie"
    return f"a narration cashes {'one Ouchie' if value == 1 else f'up to {value} Ouchies'}"


def _bystanders(value: Any) -> str:
    return f"bystanders’ Ouchies {'may be' if value else 'are not'} cashed"


#: what a house rule says, in words that stand after "from here on"
_CLAUSES: Final[Mapping[str, Callable[[Any], str]]] = {
    "bones": _bones,
    "ouchies_per_conflict": _per_conflict,
    "ouchie_boxes": _boxes,
    "ouchies_per_narration": _per_narration,
    "bystander_ouchies": _bystanders,
}


def _opened(t: Telling, fact: Opened) -> list[Line]:
    clauses = [clause(fact.house_rules[name]) for name, clause in _CLAUSES.items() if name in fact.house_rules]
    return [line(strong("House rules"), f": {'; '.join(clauses)}.")]


def _house_rule(t: Telling, fact: HouseRuleChanged) -> list[Line]:
    clause = _CLAUSES.get(fact.name)
    return [line(t.who, f" changes a house rule: from here on {clause(fact.value)}.", *t.said("why"))] if clause else []


def _adjusted(t: Telling, fact: Adjusted) -> list[Line]:
    of = t.person(fact.of) if fact.what == "oooh" else strong(fact.of)
    name, goes = _NUMBERS[fact.what]
    before, after = _number(t.before, fact), _number(t.after, fact)
    return [line(t.who, " overrides by hand: ", of, f"’s {name} {goes} from {before} to {after}.", *t.said("why"))]


#: what a player calls a number that can be adjusted, and how it goes up or down
_NUMBERS: Final[Mapping[str, tuple[str, str]]] = {
    "oooh": ("Oooh", "goes"),
    "ouchies": ("Ouchies", "go"),
    "yo": ("Yo", "goes"),
    "woe": ("Woe", "goes"),
    "banked": ("banked Thingies", "go"),
}


def _number(state: State, fact: Adjusted) -> int:
    if fact.what == "oooh":
        return game(state).pools.get(fact.of, 0)
    value: int = getattr(game(state).characters[fact.of], {"yo": "yo_score", "woe": "woe_score"}.get(fact.what, fact.what))
    return value


def _loose(t: Telling, fact: LooseRolled) -> list[Line]:
    skulls, bones = tally(fact.faces)
    result = f"{many(skulls, 'Skull')}, {many(bones, 'Bone')}"
    rolls = f" rolls {fallen(fact.faces, named=True)} for colour: {result}."
    return [line(t.who, rolls, *t.said("reason"), dice=((t.who.words, fact.faces),))]


TELLERS: Final[Mapping[type[Fact], Callable[..., list[Line]]]] = {
    Opened: _opened,
    HouseRuleChanged: _house_rule,
    Adjusted: _adjusted,
    LooseRolled: _loose,
}
