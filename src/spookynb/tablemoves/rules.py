"""What table moves bring: :func:`decide` gives their facts, :func:`evolve` folds them.

What a table move means to the game (dice for a new seat, endings at the end of a story) is the system's ``react``, and
whether it fits the game just now is the system's ``allow``: both are asked by :class:`spookynb.game.Game`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from msgspec.structs import replace

from spookynb.dice import FaceSource, parse_notation
from spookynb.errors import BadNotation, IllegalMove
from spookynb.moves import Choice, Move, Range, Values, fits
from spookynb.state import (
    GM,
    Adjusted,
    Continued,
    Fact,
    HouseRuleChanged,
    LooseRolled,
    Opened,
    Posted,
    Redacted,
    Scene,
    SceneClosed,
    SceneOpened,
    SessionEnded,
    State,
    StoryEnded,
)
from spookynb.tablemoves import seating
from spookynb.tablemoves.moves import (
    ChangeHouseRule,
    CloseScene,
    EndSession,
    EndStory,
    GmAdjust,
    LooseRoll,
    OpenCampaign,
    OpenScene,
    Post,
    Redact,
)
from spookynb.tablemoves.refusal import gm_only, refuse
from spookynb.tablemoves.seating import seats_of

_ID: Final = re.compile(r"[0-9a-f]{64}\Z")

#: where dice come from, a house rule of every system (PROTOCOL.md, "Dice")
DICE: Final = ("open", "physical", "practice")


class Option(Protocol):
    """A house rule as the table needs to see it."""

    @property
    def name(self) -> str:
        """Its name in ``house_rules``."""

    @property
    def default(self) -> int | str | bool | None:
        """Its value where a campaign says nothing."""

    @property
    def allowed(self) -> Choice:
        """What it may be."""


class Rules(Protocol):
    """What table moves need to know of the system that plays."""

    @property
    def name(self) -> str:
        """The system's name in ``open_campaign``."""

    @property
    def version(self) -> int:
        """The version of its rules."""

    @property
    def options(self) -> Mapping[str, Option]:
        """House rules by name, ``dice`` included."""

    def characters(self, state: State) -> Mapping[str, str]:
        """The seat that holds each character in play."""

    def adjustable(self, state: State) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        """What the GM may adjust: ``{what: {whom: (lowest, highest change)}}``."""


def decide(rules: Rules, state: State, seat: str, move: Move, faces: FaceSource | None) -> tuple[Fact, ...]:
    """The facts of a table move, without what the system makes of them. Raises :class:`IllegalMove`."""
    if isinstance(move, OpenCampaign):
        return (_open(rules, state, seat, move),)
    return _DECIDE[type(move)](rules, state, seat, move, faces)


def evolve(state: State, fact: Fact) -> State:
    """``state`` after a table fact."""
    return _EVOLVE[type(fact)](state, fact)


# ---------------------------------------------------------------------------------------------- opening


def _open(rules: Rules, state: State, seat: str, move: OpenCampaign) -> Opened:
    if state.title:
        refuse("This campaign is open already.", todo="Begin another journal for another campaign.")
    if seat != GM:
        refuse("A campaign is opened by its GM.", todo="Let the seat `gm` open it.")
    if not move.title:
        refuse("The campaign has no title.", todo="Give it one.")
    if move.system != rules.name:
        refuse(f"The system {move.system!r} does not play here.", todo=f"Open the campaign with {rules.name!r}.")
    if move.rules not in (None, rules.version):
        refuse(f"Version {move.rules} of the rules is not installed.", todo=f"Use version {rules.version}.")
    seats = seats_of(move)
    house_rules = {name: option.default for name, option in rules.options.items()}
    for name, value in move.house_rules.items():
        check_house_rule(rules, name, value)
        house_rules[name] = value
    if (house_rules["dice"] == "practice") != (move.seed is not None):
        refuse("Practice dice need a seed, and a seed needs practice dice.", todo="Set both or neither.", rule="dice")
    if move.seed is not None and any(seat.invite for seat in seats):
        refuse("Practice dice are for tables where everybody shares a screen.", todo="Choose open or physical dice.", rule="dice")
    continues = move.continues
    if continues and not (_ID.match(continues.campaign) and _ID.match(continues.head)):
        refuse("What this campaign continues is named by two ids of 64 hex digits.", todo="Use the ids of that journal, or leave it out.")
    return Opened(
        title=move.title,
        system=move.system,
        rules=rules.version,
        seats=seats,
        house_rules=house_rules,
        pacing=move.pacing,
        mood=move.mood,
        lines=move.lines,
        veils=move.veils,
        hot_seat=move.hot_seat,
        seed=move.seed,
        continues=Continued(campaign=continues.campaign, head=continues.head) if continues else None,
    )


def check_house_rule(rules: Rules, name: str, value: Any) -> None:
    """Refuse a house rule that the system does not have, or a value that it may not take."""
    option = rules.options.get(name)
    if option is None:
        known = ", ".join(sorted(rules.options))
        refuse(f"There is no house rule called {name!r}.", todo=f"House rules here are: {known}.", rule="house rules")
    if not fits(option.allowed, value):
        refuse(f"The house rule {name} cannot be {value!r}.", todo=_allowed(option.allowed), rule="house rules", name=name)


def _allowed(choice: Choice) -> str:
    """What a house rule may be, written as it is typed."""
    match choice:
        case Range(low, high):
            return f"It is a whole number from {low} to {high}."
        case Values(values):
            return f"It is one of: {', '.join(one if isinstance(one, str) else json.dumps(one) for one in values)}."
    return "Choose one of its values."


# ---------------------------------------------------------------------------------------------- the others


def _change_house_rule(rules: Rules, state: State, seat: str, move: ChangeHouseRule, faces: FaceSource | None) -> tuple[Fact, ...]:
    gm_only(seat, "changes house rules")
    check_house_rule(rules, move.name, move.value)
    if move.name == "dice" and "practice" in (move.value, state.house_rules["dice"]):
        refuse("Practice dice are chosen when a campaign begins, and stay.", todo="Open a new campaign for it.", rule="dice")
    if state.house_rules[move.name] == move.value:
        refuse(f"The house rule {move.name} is that already.", rule="house rules")
    return (HouseRuleChanged(name=move.name, value=move.value),)


def _gm_adjust(rules: Rules, state: State, seat: str, move: GmAdjust, faces: FaceSource | None) -> tuple[Fact, ...]:
    gm_only(seat, "adjusts numbers by hand")
    low, high = rules.adjustable(state).get(move.what, {}).get(move.of, (0, 0))
    if not move.why:
        refuse("An adjustment needs its reason.", todo="Say why.")
    if low == high == 0:
        refuse(f"There is no {move.what!r} of {move.of!r} to adjust.", number=move.what, of=move.of)
    if not low <= move.by <= high or move.by == 0:
        refuse(f"That number can change by {low} to {high}.", low=low, high=high, asked=move.by)
    return (Adjusted(what=move.what, of=move.of, by=move.by),)


def _open_scene(rules: Rules, state: State, seat: str, move: OpenScene, faces: FaceSource | None) -> tuple[Fact, ...]:
    gm_only(seat, "opens scenes")
    if not move.title:
        refuse("The scene has no title.", todo="Give it one.")
    known = rules.characters(state)
    for name in move.roster:
        if name not in known:
            refuse(f"Nobody called {name} is in play.", todo="Name characters of this table.", name=name)
    if len(set(move.roster)) != len(move.roster):
        refuse("The roster names a character twice.")
    return (SceneOpened(title=move.title, setting=move.setting, roster=move.roster),)


def _close_scene(rules: Rules, state: State, seat: str, move: CloseScene, faces: FaceSource | None) -> tuple[Fact, ...]:
    gm_only(seat, "closes scenes")
    if move.scene not in state.scenes:
        refuse("That scene is not open.", todo="Name an open one.", scene=move.scene)
    return (SceneClosed(scene=move.scene),)


def _post(rules: Rules, state: State, seat: str, move: Post, faces: FaceSource | None) -> tuple[Fact, ...]:
    if move.scene is not None and move.scene not in state.scenes:
        refuse("That scene is closed, or never opened.", todo="Post without it, or in an open one.", scene=move.scene)
    if not move.text.strip() and move.ends != "pass":
        refuse("The post is empty.", todo="Write something, or pass.")
    voice, character = _voice(rules, state, seat, move)
    return (Posted(seat=seat, voice=voice, ends=move.ends, character=character, scene=move.scene or ""),)


def _voice(rules: Rules, state: State, seat: str, move: Post) -> tuple[str, str]:
    """Whose voice a post has; left open, it is the narrator's for the GM, the only character's for a player."""
    held = [name for name, holder in rules.characters(state).items() if holder == seat]
    default = "narrator" if seat == GM else "character" if len(held) == 1 else "ooc"
    voice: str = move.voice or ("character" if move.character is not None else default)
    if voice == "narrator":
        gm_only(seat, "speaks as narrator")
    if voice != "character":
        if move.character is not None:
            refuse("Only a post in character names one.", todo="Leave `character` out.")
        return voice, ""
    name = move.character if move.character is not None else held[0] if len(held) == 1 else ""
    if name not in held:
        refuse(f"{state.name(seat)} holds no character called {name or '(none named)'}.", todo="Name one of your own.", name=name)
    return voice, name


def _redact(rules: Rules, state: State, seat: str, move: Redact, faces: FaceSource | None) -> tuple[Fact, ...]:
    if not _ID.match(move.entry):
        refuse("An entry is named by its id.", todo="Name an entry of this campaign.", entry=move.entry[:80])
    return (Redacted(entry=move.entry),)  # whose it is, and that it has a text, the record knows


def _loose_roll(rules: Rules, state: State, seat: str, move: LooseRoll, faces: FaceSource | None) -> tuple[Fact, ...]:
    try:
        dice = parse_notation(move.notation)
    except BadNotation as error:
        raise IllegalMove(error.what, rule="SB-16", todo=error.todo, **error.data) from error
    if len(dice) > MOST_LOOSE:
        refuse(f"A loose roll has at most {MOST_LOOSE} dice.", todo="Roll fewer.", rule="SB-16", limit=MOST_LOOSE)
    if faces is None:
        refuse("This table rolls physical dice.", todo="Roll them, and say in a post what fell.", rule="dice")
    return (LooseRolled(seat=seat, faces=faces.draw(seat, dice)),)


def _end_session(rules: Rules, state: State, seat: str, move: EndSession, faces: FaceSource | None) -> tuple[Fact, ...]:
    gm_only(seat, "ends a session")
    return (SessionEnded(),)


def _end_story(rules: Rules, state: State, seat: str, move: EndStory, faces: FaceSource | None) -> tuple[Fact, ...]:
    if seat != GM:
        refuse("Only the GM ends a story.", todo="Ask the GM.", rule="SB-40")
    return (StoryEnded(),)


#: dice in one loose roll: more would not be read
MOST_LOOSE: Final = 100

_DECIDE: Final[Mapping[type[Move], Callable[..., tuple[Fact, ...]]]] = {
    ChangeHouseRule: _change_house_rule,
    **seating.DECIDE,
    GmAdjust: _gm_adjust,
    OpenScene: _open_scene,
    CloseScene: _close_scene,
    Post: _post,
    Redact: _redact,
    LooseRoll: _loose_roll,
    EndSession: _end_session,
    EndStory: _end_story,
}


# ---------------------------------------------------------------------------------------------- folding


def _opened(state: State, fact: Opened) -> State:
    return replace(
        state,
        campaign=state.here,
        title=fact.title,
        system=fact.system,
        rules=fact.rules,
        seats={seat.slug: seat for seat in fact.seats},
        house_rules=fact.house_rules,
        pacing=fact.pacing,
        mood=fact.mood,
        lines=fact.lines,
        veils=fact.veils,
        hot_seat=fact.hot_seat,
        seed=fact.seed,
    )


def _house_rule_changed(state: State, fact: HouseRuleChanged) -> State:
    return replace(state, house_rules={**state.house_rules, fact.name: fact.value})


def _scene_opened(state: State, fact: SceneOpened) -> State:
    scene = Scene(id=fact.scene or state.here, title=fact.title, setting=fact.setting, roster=fact.roster)
    return replace(state, scenes={**state.scenes, scene.id: scene})


def _scene_closed(state: State, fact: SceneClosed) -> State:
    return replace(state, scenes={name: scene for name, scene in state.scenes.items() if name != fact.scene})


def _same(state: State, fact: Fact) -> State:
    return state


_EVOLVE: Final[Mapping[type[Fact], Callable[..., State]]] = {
    Opened: _opened,
    HouseRuleChanged: _house_rule_changed,
    **seating.EVOLVE,
    SceneOpened: _scene_opened,
    SceneClosed: _scene_closed,
    Posted: _same,
    LooseRolled: _same,
    Redacted: _same,
    Adjusted: _same,
    SessionEnded: lambda state, fact: replace(state, session=state.session + 1),
    StoryEnded: lambda state, fact: replace(state, story=state.story + 1),
}
