"""What the journal says of conflicts, from the call to the narration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from spookynb.moves import Line, em, line, strong
from spookynb.odds import percent
from spookynb.phrases import Part, dice, fallen, many, quoted, sentence
from spookynb.state import GM, Fact
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.chances import AS_IT_STANDS, chances, stood_at
from spookynb.systems.spookybeans.look import game, player_sides
from spookynb.systems.spookybeans.sheet import Conflict, Side
from spookynb.systems.spookybeans.telling import Telling

# ---------------------------------------------------------------------------------------------- call, Adversity, Thingies


def _called(t: Telling, fact: f.ConflictCalled) -> list[Line]:
    who, against = t.character(fact.character), t.character(fact.against)
    calls: tuple[Part, ...] = (" calls: ", who) if who != t.who else (" calls",)
    lines = [
        line(f"Conflict: {fact.what or f'{who.words} against {against.words}'}", shape="subheading"),
        line(*sentence(t.who, *calls, " against ", against), " At stake: ", *sentence(em(fact.stakes))),
    ]
    terms = []
    if fact.accept is not None:
        terms.append(f"any offer of {dice(fact.accept)}{' or more' if fact.accept == 1 else ''} for an Ouchie is taken")
    if fact.roll_when_ready:
        terms.append("the dice fall as soon as nobody is waited for")
    if terms:
        lines.append(line(f"Standing terms: {'; '.join(terms)}."))
    return lines


def _adversity(t: Telling, fact: f.AdversitySet) -> list[Line]:
    side = player_sides(t.conflict(fact))[0]
    if fact.dice == 0:
        return [line(t.person(GM), " has no dice: the Adversity for ", t.side(side), " is 0.")]
    parts: list[Part] = [t.who, f" sets the Adversity at {fact.dice}"]
    if fact.thingies:
        goes, thingies = ("goes", "a Thingy") if fact.thingies == 1 else ("go", "Thingies")
        parts += [f", and {dice(fact.thingies)} {goes} to ", t.side(side), f" for {thingies}"]
    parts.append(".")
    if fact.drawn < fact.dice:
        parts.append(f" That leaves {dice(fact.drawn)} to roll." if fact.drawn else " That leaves none to roll.")
    left = sum(not one.refused for one in side.used) - fact.thingies
    if left > 0:
        parts.append(f" The pool is spent, and {many(left, 'Thingy brings', 'Thingies bring')} no die.")
    return [line(*parts)]


def _used(t: Telling, fact: f.ThingyUsed) -> list[Line]:
    conflict = t.conflict(fact)
    side = conflict.sides[fact.side]
    again = next(one for one in side.used if one.thingy == fact.thingy).tries > 1
    what = (t.side(side), " pleads " if again else " uses ", em(fact.thingy), " once more" if again else "")
    brings = ""
    if fact.die:
        brings = ", and the die comes off the Adversity" if fact.adversity else ", for 1 die"
    elif fact.side != GM and (not conflict.versus_gm or conflict.adversity is not None):
        brings = ", but the pool is spent: no die"
    why = next((named.why for named in getattr(t.move, "thingies", ()) if named.thingy == fact.thingy), fact.why)
    return [line(*sentence(*what, brings), *quoted(why))]


def _refused(t: Telling, fact: f.ThingyRefused) -> list[Line]:
    back = ""
    if fact.die:
        back = " Its die stands with the Adversity again." if fact.adversity else " Its die goes back to the pool."
    return [line(t.who, " does not let ", em(fact.thingy), f" count.{back}", *t.said("why"))]


# ---------------------------------------------------------------------------------------------- gifts and bargains


def _asked(t: Telling, fact: f.DiceAsked) -> list[Line]:
    return [line(t.who, f" asks the table for {dice(fact.dice)}, for {'an Ouchie' if fact.ouchie else 'nothing'}.", *t.said())]


def _given(t: Telling, fact: f.DiceGiven) -> list[Line]:
    return [line(t.who, f" gives {dice(fact.dice)} to ", t.person(fact.side), ", for nothing.", *_now_at(t, fact))]


def _offered(t: Telling, fact: f.DiceOffered) -> list[Line]:
    return [line(t.who, f" offers {dice(fact.dice)} to ", t.person(fact.side), " for an Ouchie.", *t.said())]


def _offer_ended(t: Telling, fact: f.OfferEnded) -> list[Line]:
    donor, side = t.person(fact.donor), t.person(fact.side)
    match fact.how:
        case "accepted":
            return [_accepted(t, fact)]
        case "declined":
            return [line(side, " declines what ", donor, " offers.", *t.said())]
        case "withdrawn":
            return [line(*sentence(donor, " withdraws the offer to ", side))]
    return [line("The offer of ", donor, " to ", side, " lapses.")]


def _accepted(t: Telling, fact: f.OfferEnded) -> Line:
    """An offer taken and the Ouchie that it is for; on standing terms the move is the donor's, and so are its words."""
    old = game(t.before).conflicts[fact.conflict or t.before.here].sides[fact.side].offers.get(fact.donor)
    count = old.dice if old else next(one.dice for one in t.facts if isinstance(one, f.DiceOffered))
    parts: list[Part] = ["" if old else "On standing terms ", t.person(fact.side), f" accepts {dice(count)} from ", t.person(fact.donor)]
    for ouchie in (one for one in t.facts if isinstance(one, f.OuchieBanked) and one.side == fact.side):
        parts += [", and ", *_marked(t, ouchie)]
    return line(*sentence(*parts), *(t.said() if old else ()), *_now_at(t, fact))


def _now_at(t: Telling, fact: Any) -> tuple[Part, ...]:
    """The chance as it stands after the move, for as long as the dice have not fallen."""
    conflict = game(t.after).conflicts.get(fact.conflict)
    if conflict is None or conflict.stage != "open":
        return ()
    mine = (one for one in chances(t.after) if (one.conflict, one.seat, one.label) == (conflict.id, fact.side, AS_IT_STANDS))
    of = _of(conflict, conflict.sides[fact.side])
    return tuple(part for now in mine for part in sentence(f" It stands at {percent(now.win)}{of}"))


def _of(conflict: Conflict, side: Side) -> str:
    """Whose chance it is, where it could be either's."""
    return "" if conflict.versus_gm else f" for {side.character}"


def _ouchie(t: Telling, fact: f.OuchieBanked) -> list[Line]:
    """An Ouchie taken without more ado; one that answers an offer is told with the answer."""
    bargain = any(isinstance(one, f.OfferEnded) and (one.how, one.side) == ("accepted", fact.side) for one in t.facts)
    return [] if bargain else [line(*_marked(t, fact), ".")]


def _marked(t: Telling, fact: f.OuchieBanked) -> tuple[Part, ...]:
    return (strong(fact.character), f" takes an Ouchie, now {game(t.after).characters[fact.character].ouchies} banked")


def _passed(t: Telling, fact: f.Passed) -> list[Line]:
    passed = [one for one in t.facts if isinstance(one, f.Passed)]
    if passed[0] is not fact:
        return []
    conflict = t.conflict(fact)
    more = " more" if any(fact.donor in conflict.sides[one.side].given for one in passed) else ""
    to: list[Part] = [] if conflict.versus_gm else [" to ", *t.people([one.side for one in passed], "or")]
    return [line(*sentence(t.who, f" gives nothing{more}", *to))]


# ---------------------------------------------------------------------------------------------- roll and narration


def _readied(t: Telling, fact: f.Readied) -> list[Line]:
    fell = any(isinstance(one, f.Rolled) for one in t.facts)
    return [] if fell else [line(t.person(fact.side), " is ready to roll.")]


def _won(t: Telling, fact: f.Won) -> list[Line]:
    """What fell on both sides, and what it means: who has won, and where the dice are now."""
    conflict = t.conflict(fact)
    return [_roll(t, conflict), line(*_outcome(t, conflict), *_bones(t, conflict))]


def _roll(t: Telling, conflict: Conflict) -> Line:
    if not _rolled(conflict):
        return line("Neither side has a die to roll.")
    parts: list[Part] = []
    for side in conflict.sides.values():
        fell = f" rolls {fallen(side.faces)}: {many(side.skulls, 'Skull')}, {many(side.bones, 'Bone')}. "
        parts += [t.side(side), fell if side.faces else " has no dice. "]
    first = player_sides(conflict)[0]
    source = str(t.after.house_rules.get("dice", "open")).capitalize()
    at = sentence(f"{source} dice, at {percent(stood_at(conflict, first))}{_of(conflict, first)}")
    return line(*parts, *at, dice=tuple((t.side(side).words, side.faces) for side in conflict.sides.values()))


def _rolled(conflict: Conflict) -> bool:
    return any(side.faces for side in conflict.sides.values())


def _outcome(t: Telling, conflict: Conflict) -> tuple[Part, ...]:
    winner = conflict.sides[conflict.winner]
    loser = next(side for side in conflict.sides.values() if side is not winner)
    wins = strong(f"{t.side(winner).words} wins")
    if winner.skulls != loser.skulls:
        return (wins, f", {many(winner.skulls, 'Skull')} to {loser.skulls}.")
    even = "" if not _rolled(conflict) else f", {many(winner.skulls, 'Skull')} each" if winner.skulls else ", with no Skull on either side"
    return (wins, f"{even}: a tie goes to {'the Player' if conflict.versus_gm else 'the side that was called'}.")


def _bones(t: Telling, conflict: Conflict) -> tuple[Part, ...]:
    """Who got whose dice, and who holds how many now (SB-20)."""
    if not _rolled(conflict):
        return ()
    moved = [one for one in t.facts if isinstance(one, f.DiceMoved) and one.side != one.to]
    crossing = [part for one in moved for part in (", ", f"{one.dice} to ", t.person(one.to))][1:]
    pools = game(t.after).pools
    seats = sorted(conflict.sides, key=lambda seat: seat != conflict.winner)
    one, other = ((t.person(seat), pools.get(seat, 0)) for seat in seats)
    now = (one[0], f" now holds {one[1]}, ", other[0], f" {other[1]}.")
    return (*sentence(" Bones: ", *crossing), " ", *now) if crossing else (" No Bones change hands: ", *now)


def _called_off(t: Telling, fact: f.CalledOff) -> list[Line]:
    which = _which(t, t.conflict(fact))
    if t.move.kind == "call_off":
        return [line(t.who, " calls off ", *which, ", and everything goes back.", *t.said("why"))]
    return [line("With that ", *which, " is called off, and everything goes back.")]


def _narrator(t: Telling, fact: f.NarratorChanged) -> list[Line]:
    return [line(t.person(fact.seat), " narrates ", *_which(t, t.conflict(fact)), " instead.")]


def _which(t: Telling, conflict: Conflict) -> tuple[Part, ...]:
    """A conflict by its caller's character, or by whom the GM called it against."""
    if conflict.character in ("", GM):
        return ("the Conflict against ", t.character(conflict.against))
    return ("the Conflict of ", t.character(conflict.character))


def _narrated(t: Telling, fact: f.Narrated) -> list[Line]:
    again = " tells it again" if t.conflict(fact).sent_back else " narrates"
    return [line(t.who, f"{again}, and cashes ", *_cashing(t, fact), ":")]


def _cashing(t: Telling, fact: f.Narrated) -> list[Part]:
    parts: list[Part] = []
    for name in fact.cashed:
        one = game(t.after).characters[name]
        own = one.seat == t.seat
        score = one.yo_score if own else one.woe_score
        parts += [" and ", strong(name), f"’s Ouchie for one more {'Yo' if own else 'Woe'}, now {score}"]
    return parts[1:] or ["nothing"]


def _sent_back(t: Telling, fact: f.SentBack) -> list[Line]:
    conflict = game(t.before).conflicts[fact.conflict]
    undone = ", and what was cashed is undone" if conflict.cashed else ""
    return [line(*sentence(t.who, " sends the narration back to ", t.person(conflict.narrator), undone), *t.said("why"))]


def _struck(t: Telling, fact: f.Struck) -> list[Line]:
    told = sentence(t.who, " strikes the narration of ", t.person(t.conflict(fact).narrator))
    return [line(*told, " The roll stands.", *t.said("why"))]


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
