"""Templates of the table moves that a seat may make now: :func:`spookynb.tablemoves.rules.decide` accepts what fits."""

from __future__ import annotations

from spookynb.moves import Choice, Many, Range, Template, Text, Values
from spookynb.state import GM, State
from spookynb.tablemoves.moves import MOST_SEATS
from spookynb.tablemoves.rules import Rules
from spookynb.text import PROSE_LIMIT, key

_WHY = Text(optional=True)
_STORY = Text(most=PROSE_LIMIT, optional=True, prose=True)


def legal_moves(rules: Rules, state: State, seat: str) -> list[Template]:
    """Templates of the table moves open to ``seat``, posts first.

    A loose roll's notation and the details of a new seat (slug and key) are left to ``decide``, which reads them.
    """
    if not state.title or seat not in state.seats or not state.seats[seat].here:
        return []
    templates = _posts(rules, state, seat)
    if state.house_rules["dice"] != "physical":
        templates.append(
            Template("loose_roll", {"notation": Values(("d6", "3d6", "coin", "2d10")), "reason": _WHY}, note="dice for colour")
        )
    if seat == GM:
        return templates + _of_gm(rules, state)
    return [*templates, Template("leave_seat", {"leaves": Values((seat,)), "why": _WHY}, note="leave the table")]


def _posts(rules: Rules, state: State, seat: str) -> list[Template]:
    scene = Values((None, *state.scenes))
    held = [name for name, holder in rules.characters(state).items() if holder == seat]
    voices: list[dict[str, Choice]] = [{"voice": Values(("character", None)), "character": Values((name,))} for name in held]
    voices += [{"voice": Values(("ooc",))}]
    if len(held) == 1:
        voices += [{"voice": Values(("character",))}]
    if seat == GM:
        voices += [{"voice": Values(("narrator",))}]
    voices += [{"voice": Values((None,))}]
    written, passed = Text(least=1, most=PROSE_LIMIT, prose=True), Text(most=PROSE_LIMIT, optional=True, prose=True)
    templates = []
    for voice in voices:
        templates.append(Template("post", {"text": written, "scene": scene, "ends": Values(("done", "more", None)), **voice}))
        templates.append(Template("post", {"text": passed, "scene": scene, "ends": Values(("pass",)), **voice}))
    return templates


def _of_gm(rules: Rules, state: State) -> list[Template]:
    taken = frozenset(key(seat.name) for seat in state.seats.values() if seat.here)
    back = frozenset(key(seat.name) for seat in state.seats.values() if not seat.here)
    templates = [
        Template("leave_seat", {"leaves": Values((slug,)), "why": _WHY}, note=f"{state.name(slug)} has left") for slug in state.players()
    ]
    templates += [Template("add_seat", {"name": Values((state.seats[slug].name,))}) for slug in state.seats if not state.seats[slug].here]
    if len(state.seats) < MOST_SEATS:
        templates.append(Template("add_seat", {"name": Text(least=1, excepts=taken | back)}, note="someone sits down"))
    templates += _house_rules(rules, state) + _adjustments(rules, state)
    roster = Many(Values(tuple(rules.characters(state))), most=len(rules.characters(state)), distinct="", optional=True)
    templates.append(Template("open_scene", {"title": Text(least=1), "setting": _WHY, "roster": roster, "text": _STORY}))
    templates += [Template("close_scene", {"scene": Values((scene_id,)), "text": _STORY}) for scene_id in state.scenes]
    templates.append(Template("end_session", {"text": _STORY}))
    templates.append(Template("end_story", {"text": _STORY}))
    return templates


def _house_rules(rules: Rules, state: State) -> list[Template]:
    templates = []
    for name, option in rules.options.items():
        allowed = _other_values(option.allowed, state.house_rules[name])
        if name == "dice":
            allowed = [] if state.house_rules["dice"] == "practice" else [Values(("open", "physical"))]
            allowed = [choice for one in allowed for choice in _other_values(one, state.house_rules["dice"])]
        templates += [Template("change_house_rule", {"name": Values((name,)), "value": choice, "why": _WHY}) for choice in allowed]
    return templates


def _other_values(choice: Choice, value: object) -> list[Choice]:
    """What ``choice`` allows except ``value``."""
    match choice:
        case Values(values):
            left = tuple(one for one in values if not (one == value and type(one) is type(value)))
            return [Values(left)] if left else []
        case Range(low, high) if isinstance(value, int):
            return [Range(first, last) for first, last in ((low, value - 1), (value + 1, high)) if first <= last]
    return [choice]


def _adjustments(rules: Rules, state: State) -> list[Template]:
    templates = []
    for what, whom in rules.adjustable(state).items():
        for of, (low, high) in whom.items():
            for first, last in ((low, min(high, -1)), (max(low, 1), high)):
                if first <= last:
                    fields: dict[str, Choice] = {
                        "what": Values((what,)),
                        "of": Values((of,)),
                        "by": Range(first, last),
                        "why": Text(least=1),
                    }
                    templates.append(Template("gm_adjust", fields, note=f"change {what} of {of} by hand"))
    return templates
