"""What table moves tell in the journal: plain spans, never markup."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spookynb.dice import tally
from spookynb.moves import Line, Move, Span, em, line, strong
from spookynb.state import (
    Adjusted,
    DeviceAdded,
    Fact,
    HouseRuleChanged,
    LooseRolled,
    Opened,
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
from spookynb.tablemoves.moves import ChangeHouseRule, GmAdjust, LeaveSeat, LooseRoll, Post, Redact, RekeySeat


def tell(move: Move, seat: str, fact: Fact, before: State) -> list[Line]:
    """The lines of a table move made in ``seat``; ``before`` is the state that it was made in."""
    teller = _TELL.get(type(fact))
    return teller(move, seat, fact, before) if teller else []


def count(number: int, one: str, many: str | None = None) -> str:
    """``number`` with its noun: ``1 die``, ``3 dice``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _why(move: Move) -> str:
    why = getattr(move, "why", "")
    return f" {why}" if why else ""


def _posted(move: Move, seat: str, fact: Posted, before: State) -> list[Line]:
    name = before.name(seat)
    if fact.voice == "narrator":
        who: tuple[str | Span, ...] = (strong("The narrator"), f" ({name})")
    elif fact.voice == "character":
        who = (strong(fact.character), f" ({name})")
    else:
        who = (strong(name), ", out of character")
    empty = not (isinstance(move, Post) and move.text.strip())
    if fact.ends == "pass":
        return [line(*who, " passes." if empty else ", and passes:")]
    return [line(*who, ", with more to come:" if fact.ends == "more" else ":")]


def _house_rule(move: Move, seat: str, fact: HouseRuleChanged, before: State) -> list[Line]:
    was = before.house_rules.get(fact.name)
    why = _why(move) if isinstance(move, ChangeHouseRule) else ""
    return [
        line(
            strong(before.name(seat)),
            " changes a house rule: ",
            em(fact.name),
            f" is {shown(fact.value)} from here on; it was {shown(was)}.",
            why,
        )
    ]


def shown(value: object) -> str:
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
    why = _why(move) if isinstance(move, RekeySeat) else ""
    what = " has a new key; the old ones are void." if fact.key else " waits for a new invite to be taken up; the old keys are void."
    by: tuple[str | Span, ...] = () if seat == fact.seat else (" So says ", strong(before.name(seat)), ".")
    return [line("The seat of ", strong(before.name(fact.seat)), what, *by, why)]


def _left(move: Move, seat: str, fact: SeatLeft, before: State) -> list[Line]:
    why = _why(move) if isinstance(move, LeaveSeat) else ""
    if seat == fact.seat:
        return [line(strong(before.name(fact.seat)), " leaves the table.", why)]
    return [line(strong(before.name(seat)), " says that ", strong(before.name(fact.seat)), " has left the table.", why)]


def _adjusted(move: Move, seat: str, fact: Adjusted, before: State) -> list[Line]:
    why = f" {move.why}" if isinstance(move, GmAdjust) else ""
    change = f"{'up' if fact.by > 0 else 'down'} {abs(fact.by)}"
    of = before.name(fact.of) if fact.of in before.seats else fact.of
    return [line(strong(before.name(seat)), " overrides by hand: ", em(fact.what), " of ", strong(of), f" goes {change}.", why)]


def _scene_opened(move: Move, seat: str, fact: SceneOpened, before: State) -> list[Line]:
    lines = [line(fact.title, shape="heading")]
    if fact.setting:
        lines.append(line(em(fact.setting)))
    if fact.roster:
        lines.append(line("In this scene: ", ", ".join(fact.roster), "."))
    return lines


def _scene_closed(move: Move, seat: str, fact: SceneClosed, before: State) -> list[Line]:
    scene = before.scenes.get(fact.scene)
    return [line("The scene ", em(scene.title if scene else "here"), " is over.")]


def _redacted(move: Move, seat: str, fact: Redacted, before: State) -> list[Line]:
    why = _why(move) if isinstance(move, Redact) else ""
    return [line(strong(before.name(seat)), f" takes a text out of the record, that of entry {fact.entry[:8]}.", why)]


def _loose(move: Move, seat: str, fact: LooseRolled, before: State) -> list[Line]:
    skulls, bones = tally(fact.faces)
    reason = f" ({move.reason})" if isinstance(move, LooseRoll) and move.reason else ""
    faces = ", ".join(face.replace(":", " ") for face in fact.faces)
    result = f"{count(skulls, 'Skull')}, {count(bones, 'Bone')}"
    dice = ((before.name(seat), fact.faces),)
    return [line(strong(before.name(seat)), f" rolls for colour{reason}: {faces}. ", strong(result), ".", dice=dice)]


def _session(move: Move, seat: str, fact: SessionEnded, before: State) -> list[Line]:
    return [line(em(f"Here ends session {before.session}."))]


def _story(move: Move, seat: str, fact: StoryEnded, before: State) -> list[Line]:
    return [line("The end of the story" if before.story == 1 else f"The end of story {before.story}", shape="heading")]


_TELL: Final[Mapping[type[Fact], Callable[..., list[Line]]]] = {
    Opened: lambda move, seat, fact, before: [],  # the genesis block has a page of its own
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
