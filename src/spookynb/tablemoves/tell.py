"""What table moves tell in the journal: plain spans, never markup. A system may tell any of them in words of its own instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spookynb.moves import Line, Move, em, line, strong
from spookynb.phrases import DICE_SOURCES, Part, fallen, in_force, listed, quoted, sentence
from spookynb.state import (
    Adjusted,
    DeviceAdded,
    Fact,
    HouseRuleChanged,
    LooseRolled,
    Posted,
    Redacted,
    SceneClosed,
    SceneOpened,
    SeatClaimed,
    SeatJoined,
    SeatLeft,
    SeatRekeyed,
    SessionEnded,
    State,
    StoryEnded,
)
from spookynb.tablemoves.moves import Post

_Teller = Callable[..., list[Line]]


def tell(move: Move, seat: str, fact: Fact, before: State, renderer: int) -> list[Line]:
    """The lines of a table move made in ``seat``, under a renderer; ``before`` is the state that it was made in."""
    teller = in_force(TELLINGS, renderer).get(type(fact))
    return teller(move, seat, fact, before) if teller else []


def why(move: Move, field: str = "why") -> tuple[Part, ...]:
    """The reason that came with a move, quoted."""
    return quoted(getattr(move, field, ""))


def _posted(move: Move, seat: str, fact: Posted, before: State) -> list[Line]:
    name = before.name(seat)
    if fact.voice == "narrator":
        who: tuple[Part, ...] = (strong("The narrator"), f" ({name})")
    elif fact.voice == "character":
        who = (strong(fact.character), f" ({name})")
    else:
        who = (strong(name), ", out of character")
    empty = not (isinstance(move, Post) and move.text.strip())
    if fact.ends == "pass":
        return [line(*who, f"{',' if fact.voice == 'ooc' else ''} passes{'.' if empty else ':'}")]
    return [line(*who, ", with more to come:" if fact.ends == "more" else ":")]


def _house_rule(move: Move, seat: str, fact: HouseRuleChanged, before: State) -> list[Line]:
    who = strong(before.name(seat))
    if fact.name == "dice":
        return [line(who, f" changes the dice: from here on they are {fact.value}, {DICE_SOURCES.get(fact.value, '')}.", *why(move))]
    was = before.house_rules.get(fact.name)
    name, values = em(fact.name.replace("_", " ")), f" is {_shown(fact.value)} from here on; it was {_shown(was)}."
    return [line(who, " changes a house rule: ", name, values, *why(move))]


def _shown(value: object) -> str:
    """A house rule's value in words."""
    if value is None:
        return "not limited"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _joined(move: Move, seat: str, fact: SeatJoined, before: State) -> list[Line]:
    return [line(strong(fact.name), " comes back to the table." if fact.returns else " sits down at the table.")]


def _claimed(move: Move, seat: str, fact: SeatClaimed, before: State) -> list[Line]:
    return [line(strong(before.name(fact.seat)), " takes the seat that was kept, with a key of their own.")]


def _device(move: Move, seat: str, fact: DeviceAdded, before: State) -> list[Line]:
    return [line(strong(before.name(fact.seat)), " signs with one more key from here on, as from another machine.")]


def _rekeyed(move: Move, seat: str, fact: SeatRekeyed, before: State) -> list[Line]:
    what = " has a new key; the old ones are void." if fact.key else " waits for a new invite to be taken up; the old keys are void."
    by: tuple[Part, ...] = () if seat == fact.seat else sentence(" So says ", strong(before.name(seat)))
    return [line("The seat of ", strong(before.name(fact.seat)), what, *by, *why(move))]


def _left(move: Move, seat: str, fact: SeatLeft, before: State) -> list[Line]:
    if seat == fact.seat:
        return [line(strong(before.name(fact.seat)), " leaves the table.", *why(move))]
    return [line(strong(before.name(seat)), " says that ", strong(before.name(fact.seat)), " has left the table.", *why(move))]


def _adjusted(move: Move, seat: str, fact: Adjusted, before: State) -> list[Line]:
    of = strong(before.name(fact.of))
    change = f" goes {'up' if fact.by > 0 else 'down'} by {abs(fact.by)}."
    return [line(strong(before.name(seat)), " overrides by hand: ", em(fact.what), " of ", of, change, *why(move))]


def _scene_opened(move: Move, seat: str, fact: SceneOpened, before: State) -> list[Line]:
    lines = [line(fact.title, shape="heading")]
    if fact.setting:
        lines.append(line(em(fact.setting)))
    if fact.roster:
        lines.append(line(*sentence("In this scene: ", *listed(fact.roster))))
    return lines


def _scene_closed(move: Move, seat: str, fact: SceneClosed, before: State) -> list[Line]:
    """A scene is named only where it is not the only one."""
    scene = before.scenes.get(fact.scene)
    title = f" “{scene.title}”" if scene and len(before.scenes) > 1 else ""
    return [line(em(f"Here ends the scene{title}."))]


def _redacted(move: Move, seat: str, fact: Redacted, before: State) -> list[Line]:
    return [line(strong(before.name(seat)), f" takes a text out of the record, that of entry {fact.entry[:8]}.", *why(move))]


def _loose(move: Move, seat: str, fact: LooseRolled, before: State) -> list[Line]:
    name = before.name(seat)
    rolls = sentence(strong(name), f" rolls {fallen(fact.faces, named=True)} for colour")
    return [line(*rolls, *why(move, "reason"), dice=((name, fact.faces),))]


def _session(move: Move, seat: str, fact: SessionEnded, before: State) -> list[Line]:
    return [line(em(f"Here ends session {before.session}."))]


def _story(move: Move, seat: str, fact: StoryEnded, before: State) -> list[Line]:
    return [line("The end of the story" if before.story == 1 else f"The end of story {before.story}", shape="heading")]


#: who tells what, by the number of the renderer that brought the wording; the opening has a page of its own
TELLINGS: Final[Mapping[int, Mapping[type[Fact], _Teller]]] = {
    1: {
        Posted: _posted,
        HouseRuleChanged: _house_rule,
        SeatJoined: _joined,
        SeatClaimed: _claimed,
        DeviceAdded: _device,
        SeatRekeyed: _rekeyed,
        SeatLeft: _left,
        Adjusted: _adjusted,
        SceneOpened: _scene_opened,
        SceneClosed: _scene_closed,
        LooseRolled: _loose,
        Redacted: _redacted,
        SessionEnded: _session,
        StoryEnded: _story,
    }
}
