"""What the journal says of conflicts, from the call to the narration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from spookynb.moves import Line, Span, em, line, strong
from spookynb.odds import percent
from spookynb.state import GM, Fact
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.chances import AS_IT_STANDS, chances, stood_at
from spookynb.systems.spookybeans.look import game, player_sides
from spookynb.systems.spookybeans.sheet import Side
from spookynb.systems.spookybeans.telling import Telling, dice, faces, listed, many, named, stop

# ---------------------------------------------------------------------------------------------- call, Adversity, Thingies


def _called(t: Telling, fact: f.ConflictCalled) -> list[Line]:
    who, against = named(t.after, fact.character), named(t.after, fact.against)
    lines = [
        line(f"Conflict: {fact.what or f'{who} against {against}'}", shape="subheading"),
        line(t.who, " calls: ", strong(who), " against ", strong(against), ". At stake: ", em(fact.stakes), stop(fact.stakes)),
    ]
    terms = []
    if fact.accept is not None:
        terms.append(f"any offer of {dice(fact.accept)}{' or more' if fact.accept == 1 else ''} for an Ouchie is taken")
    if fact.roll_when_ready:
        terms.append("the dice fall as soon as nobody is waited for")
    if terms:
        lines.append(line(f"Standing terms: {' and '.join(terms)}."))
    return lines


def _adversity(t: Telling, fact: f.AdversitySet) -> list[Line]:
    side = player_sides(t.conflict(fact))[0]
    standing = sum(not one.refused for one in side.used)
    parts: list[str | Span] = [t.who, f" sets the Adversity at {fact.dice}."]
    if fact.dice == 0:
        parts = [strong(t.after.name(GM)), f" has no dice: Adversity for {side.character} is 0."]
    if fact.thingies:
        parts.append(f" {dice(fact.thingies).capitalize()} go{'es' if fact.thingies == 1 else ''} to {side.character} for Thingies first.")
    if fact.drawn < fact.dice:
        parts.append(f" That leaves {dice(fact.drawn)} to roll against it.")
    if standing > fact.thingies:
        parts.append(" The pool is spent, and what is left of the Thingies brings no die.")
    return [line(*parts)]


def _used(t: Telling, fact: f.ThingyUsed) -> list[Line]:
    conflict = t.conflict(fact)
    side = conflict.sides[fact.side]
    used = next(one for one in side.used if one.thingy == fact.thingy)
    name = side.character or t.after.name(fact.side)
    verb = " argues once more: " if used.tries > 1 else " uses "
    brings = ""
    if fact.die:
        brings = ", and the die comes off the Adversity" if fact.adversity else ", for 1 die"
    elif fact.side != GM and (not conflict.versus_gm or conflict.adversity is not None):
        brings = ", but the pool is spent: no die"
    why = next((named.why for named in getattr(t.move, "thingies", ()) if named.thingy == fact.thingy), fact.why)
    return [line(strong(name), verb, em(fact.thingy), f"{brings}.", *((" ", em(f"“{why}”")) if why else ()))]


def _refused(t: Telling, fact: f.ThingyRefused) -> list[Line]:
    back = ""
    if fact.die:
        back = " Its die stands with the Adversity again." if fact.adversity else " Its die goes back to the pool."
    return [line(t.who, " does not let ", em(fact.thingy), f" count.{back}", *t.said("why"))]


# ---------------------------------------------------------------------------------------------- gifts and bargains


def _asked(t: Telling, fact: f.DiceAsked) -> list[Line]:
    terms = "and would take an Ouchie for it" if fact.ouchie else "for nothing"
    return [line(t.who, f" asks the table for {dice(fact.dice)}, {terms}.", *t.said())]


def _given(t: Telling, fact: f.DiceGiven) -> list[Line]:
    return [line(t.who, f" gives {dice(fact.dice)} to ", t.person(fact.side), ", for nothing.", *_now_at(t, fact))]


def _offered(t: Telling, fact: f.DiceOffered) -> list[Line]:
    return [line(t.who, f" offers {dice(fact.dice)} to ", t.person(fact.side), " for an Ouchie.", *t.said())]


def _offer_ended(t: Telling, fact: f.OfferEnded) -> list[Line]:
    donor, side = t.person(fact.donor), t.person(fact.side)
    match fact.how:
        case "accepted":
            old = game(t.before).conflicts[fact.conflict or t.before.here].sides[fact.side].offers.get(fact.donor)
            count = old.dice if old else next(one.dice for one in t.facts if isinstance(one, f.DiceOffered))
            # under standing terms the move is the donor's, and so are its words
            words = t.said() if fact.words else ()
            return [line(side, " accepts: ", f"{dice(count)} from ", donor, ".", *words, *_now_at(t, fact))]
        case "declined":
            return [line(side, " declines what ", donor, " offers.", *t.said())]
        case "withdrawn":
            return [line(donor, " withdraws the offer to ", side, ".")]
    return [line("The offer of ", donor, " lapses.")]


def _now_at(t: Telling, fact: Any) -> tuple[str, ...]:
    """The chance as it stands after the move, for as long as the dice have not fallen."""
    conflict = game(t.after).conflicts.get(fact.conflict)
    if conflict is None or conflict.stage != "open":
        return ()
    mine = (one for one in chances(t.after) if (one.conflict, one.seat, one.label) == (conflict.id, fact.side, AS_IT_STANDS))
    of = "" if conflict.versus_gm else f" for {conflict.sides[fact.side].character}"
    return tuple(f" It stands at {percent(now.win)}{of}." for now in mine)


def _ouchie(t: Telling, fact: f.OuchieBanked) -> list[Line]:
    banked = game(t.after).characters[fact.character].ouchies
    return [line(strong(fact.character), f" takes an Ouchie, {banked} banked.")]


def _passed(t: Telling, fact: f.Passed) -> list[Line]:
    if next(one for one in t.facts if isinstance(one, f.Passed)) is not fact:
        return []
    sides = [t.after.name(one.side) for one in t.facts if isinstance(one, f.Passed)]
    to = f" to {listed(sides)}" if not t.conflict(fact).versus_gm else ""
    return [line(t.who, f" gives nothing more{to}.")]


# ---------------------------------------------------------------------------------------------- roll and narration


def _readied(t: Telling, fact: f.Readied) -> list[Line]:
    fallen = any(isinstance(one, f.Rolled) for one in t.facts)
    return [] if fallen else [line(t.person(fact.side), " is ready to roll.")]


def _won(t: Telling, fact: f.Won) -> list[Line]:
    conflict = t.conflict(fact)
    sides = list(conflict.sides.values())
    winner = conflict.sides[fact.seat]
    loser = next(side for side in sides if side is not winner)
    first = player_sides(conflict)[0]
    source, odds = t.after.house_rules.get("dice", "open"), percent(stood_at(conflict, first))
    rolls = "; ".join(f"{_label(t, side)} {faces(side.faces) or 'no dice'}" for side in sides)
    one, other = (strong(f"{_label(t, side)}: {many(side.skulls, 'Skull')}, {many(side.bones, 'Bone')}") for side in sides)
    won = f". {_label(t, winner)} wins, {many(winner.skulls, 'Skull')} to {loser.skulls}."
    tie = " A tie is theirs." if winner.skulls == loser.skulls else ""
    shown = tuple((_label(t, side), side.faces) for side in sides)
    return [
        line(f"Rolled, {source} dice, at {odds} for {_label(t, first)}: {rolls}.", dice=shown),
        line(one, "; ", other, won, tie),
        _bones(t, winner, loser),
    ]


def _label(t: Telling, side: Side) -> str:
    return side.character or t.after.name(side.seat)


def _bones(t: Telling, winner: Side, loser: Side) -> Line:
    """Who got whose dice, and who holds how many now (SB-20)."""
    moved = [one for one in t.facts if isinstance(one, f.DiceMoved) and one.side != one.to]
    crossing = [f"{one.dice} to {t.after.name(one.to)}" for one in moved]
    pools = game(t.after).pools
    now = listed([f"{t.after.name(side.seat)} holds {pools.get(side.seat, 0)}" for side in (winner, loser)])
    return line(f"Bones: {listed(crossing)}. {now}." if crossing else f"No Bones change hands. {now}.")


def _called_off(t: Telling, fact: f.CalledOff) -> list[Line]:
    name = strong(named(t.after, t.conflict(fact).character))
    why = t.said("why") if t.move.kind == "call_off" else ()
    return [line("The Conflict of ", name, " is called off, and everything goes back.", *why)]


def _narrator(t: Telling, fact: f.NarratorChanged) -> list[Line]:
    return [line(t.person(fact.seat), " narrates the Conflict of ", strong(named(t.after, t.conflict(fact).character)), " instead.")]


def _narrated(t: Telling, fact: f.Narrated) -> list[Line]:
    again = " tells it again" if t.conflict(fact).sent_back else " narrates"
    return [line(t.who, f"{again}{_cashing(t, fact)}")]


def _cashing(t: Telling, fact: f.Narrated) -> str:
    if not fact.cashed:
        return ", and cashes nothing:"
    parts = []
    for name in fact.cashed:
        one = game(t.after).characters[name]
        own = one.seat == t.seat
        score = one.yo_score if own else one.woe_score
        parts.append(f"{name}’s Ouchie for one more {'Yo' if own else 'Woe'}, now {score}")
    return f", and cashes {listed(parts)}:"


def _sent_back(t: Telling, fact: f.SentBack) -> list[Line]:
    conflict = game(t.before).conflicts[fact.conflict]
    undone = f" What was cashed ({listed(conflict.cashed)}) is undone." if conflict.cashed else ""
    return [line(t.who, " sends the narration back to ", t.person(conflict.narrator), f".{undone}", *t.said("why"))]


def _struck(t: Telling, fact: f.Struck) -> list[Line]:
    return [line(t.who, " strikes the narration of ", t.person(t.conflict(fact).narrator), ". The roll stands.", *t.said("why"))]


TELLERS: Final[Mapping[type[Fact], Callable[..., list[Line]]]] = {
    f.ConflictCalled: _called,
    f.AdversitySet: _adversity,
    f.ThingyUsed: _used,
    f.ThingyRefused: _refused,
    f.DiceAsked: _asked,
    f.DiceGiven: _given,
    f.DiceOffered: _offered,
    f.OfferEnded: _offer_ended,
    f.OuchieBanked: _ouchie,
    f.Passed: _passed,
    f.Readied: _readied,
    f.Won: _won,
    f.CalledOff: _called_off,
    f.NarratorChanged: _narrator,
    f.Narrated: _narrated,
    f.SentBack: _sent_back,
    f.Struck: _struck,
}
