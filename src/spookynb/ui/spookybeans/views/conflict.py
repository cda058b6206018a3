"""A conflict in markup: its steps, who against whom, both sides' dice, the chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spookynb.journal.drawings import Cube, cube, die
from spookynb.odds import percent
from spookynb.phrases import sentence
from spookynb.state import State
from spookynb.systems.protocol import Chance
from spookynb.systems.spookybeans.chances import stood_at
from spookynb.systems.spookybeans.sheet import Conflict, Side
from spookynb.ui.views.words import dice, e, listed, many, owner

#: dice drawn in one heap at most; the words give the number
_DRAWN: Final = 40


def side_name(state: State, side: Side) -> str:
    """What a side is called: its character, or the person where there is none."""
    return side.character or state.name(side.seat)


def against(state: State, conflict: Conflict) -> str:
    """Whom a conflict is against, by name."""
    return state.name(conflict.against) if conflict.against in state.seats else conflict.against


def title(conflict: Conflict) -> str:
    """What a conflict is called: what is done in it, or what is at stake."""
    return conflict.what or conflict.stakes


def step(conflict: Conflict, only_roll: bool) -> str:
    """Where a conflict stands; ``only_roll``: nothing but the roll is waited for."""
    if conflict.stage == "told":
        return "Aftermath"
    if conflict.stage in ("rolled", "back"):
        return "Narration"
    if conflict.versus_gm and conflict.adversity is None:
        return "Adversity"
    return "Roll" if only_roll else "Thingies and gifts"


def steps(conflict: Conflict, now: str) -> str:
    """The steps from call to aftermath, the present one marked."""
    names = ["Call", *(["Adversity"] if conflict.versus_gm else []), "Thingies and gifts", "Roll", "Narration", "Aftermath"]
    place = names.index(now)
    done = "".join(f'<li class="done"><span>{name}</span></li>' for name in names[:place])
    to_come = "".join(f"<li><span>{name}</span></li>" for name in names[place + 1 :])
    items = f'{done}<li aria-current="step"><span>{now}: now</span></li>{to_come}'
    return f'<ol class="steps" aria-label="Steps of the conflict">{items}</ol>'


def head(state: State, conflict: Conflict, now: str, tag: str) -> str:
    """The head of the panel while dice gather: what it is about and what is at stake."""
    who = state.name(conflict.character) if conflict.character in state.seats else conflict.character
    stakes = f'<p class="plain">At stake: {e(conflict.stakes)}</p>' if conflict.what else ""
    return (
        f'<div class="tag">Conflict{tag}</div>{steps(conflict, now)}<h1>{e(title(conflict))}</h1>'
        f'<p class="plain"><b>{e(who)}</b> against <b>{e(against(state, conflict))}</b>.</p>{stakes}'
    )


def result(state: State, conflict: Conflict, now: str, tag: str) -> str:
    """The head of the panel once the dice have fallen."""
    winner = conflict.sides[conflict.winner]
    loser = next(side for seat, side in conflict.sides.items() if seat != conflict.winner)
    who = e(side_name(state, winner))
    tie = f" A tie goes to {who}." if winner.skulls == loser.skulls else ""
    stakes = f" {e(''.join(map(str, sentence('At stake: ', conflict.stakes))))}" if conflict.what else ""
    return (
        f'<div class="tag">Conflict{tag}</div>{steps(conflict, now)}'
        f"<h1>{who} wins, {many(winner.skulls, 'Skull')} to {loser.skulls}</h1>"
        f'<p class="plain"><b>{e(title(conflict))}.</b>{stakes}{tie}</p>'
        f'<p class="note">It stood at {e(percent(stood_at(conflict, winner)))} for {who}.</p>'
    )


def gathering(state: State, conflict: Conflict, side: Side, first: bool) -> str:
    """One side's dice before the roll, heaped by where they come from; offered ones dashed."""
    shape: Cube = "yours" if first else "theirs"
    heaps = []
    if side.seat == "gm" and conflict.versus_gm:
        note = "Adversity is not set yet" if conflict.adversity is None else f"Adversity {conflict.adversity}"
        if conflict.adversity is not None and side.dice < conflict.adversity:
            note += f": {side.dice} left, Thingies drew the rest from the pool"
        heaps.append(_heap(shape, side.dice, note))
    else:
        drawn = sum(used.die for used in side.used)
        due = sum(not used.refused for used in side.used) - drawn if conflict.versus_gm and conflict.adversity is None else 0
        if drawn:
            heaps.append(_heap(shape, drawn, f"{drawn} from Thingies"))
        if due:
            heaps.append(_heap("offered", due, f"{due} for Thingies, once Adversity is set"))
    heaps += [_heap(shape, count, f"{count} from {state.name(donor)}") for donor, count in side.given.items() if count]
    heaps += [
        _heap("offered", offer.dice, f"{offer.dice} that {state.name(offer.donor)} offers, for an Ouchie") for offer in side.offers.values()
    ]
    drawn_heaps = f'<div class="heap">{"".join(heaps)}</div>' if heaps else '<p class="note">none so far</p>'
    return f"<h3>{e(side_name(state, side))}: {dice(side.dice)}</h3>{drawn_heaps}"


def _heap(shape: Cube, count: int, note: str) -> str:
    maybe = ' class="maybe"' if shape == "offered" else ""
    drawn = "".join(cube(shape) for _ in range(min(count, _DRAWN)))
    return f'<div{maybe}><div class="dice">{drawn}</div><div class="note">{e(note)}</div></div>'


def rolled(state: State, side: Side) -> str:
    """One side's dice as they fell: words first, then the drawings."""
    faces = "".join(die(face) for face in side.faces) or '<span class="note">no dice</span>'
    return (
        f'<h3>{e(side_name(state, side))}: {many(side.skulls, "Skull")}, {many(side.bones, "Bone")}</h3><div class="dice big">{faces}</div>'
    )


LEGEND = '<p class="note">Odd and heads are Skulls, even and tails are Bones.</p>'


def odds(state: State, conflict: Conflict, chances: Sequence[Chance]) -> str:
    """The chance as a sentence, a bar and exact fractions; hatched is what the best open offer would add."""
    if not chances:
        return ""
    now, *others = chances
    name = side_name(state, conflict.sides[now.seat])
    said = [f"<b>{e(percent(now.win))}</b> {e(now.label)}"] + [f"<b>{e(percent(one.win))}</b> {e(one.label)}" for one in others]
    best = max((one.win for one in others), default=now.win)
    plain = f"{percent(now.win)} {now.label}" + (f", up to {percent(best)}" if best > now.win else "")
    more = f'<u style="left:{now.win * 100:.1f}%;width:{(best - now.win) * 100:.1f}%"></u>' if best > now.win else ""
    exact = listed([f"{one.numerator}/{one.denominator}" for one in chances[:3]])
    return (
        f'<div class="odds" aria-live="polite"><p>{e(owner(name))} chance: {", ".join(said)}</p>'
        f'<div class="bar" role="img" aria-label="{e(plain)}"><i style="width:{now.win * 100:.1f}%"></i>{more}</div>'
        f'<div class="scale note"><span>never</span><span class="num">exactly {exact}</span><span>surely</span></div></div>'
    )
