"""What the journal says of sheets and of the ends of stories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spookynb.moves import Line, em, line, strong
from spookynb.phrases import Part, listed, many, sentence
from spookynb.state import GM, Fact
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.telling import Telling

# ---------------------------------------------------------------------------------------------- sheets


def _made(t: Telling, fact: f.CharacterMade) -> list[Line]:
    kind = "an NPC" if fact.npc else "a character"
    first = line(*sentence(t.who, f" brings {kind} into play: ", strong(fact.name), ", ", em(fact.concept)))
    banked = 0 if fact.npc else fact.banked
    rest: list[Part] = []
    if fact.thingies:
        named = [part for thingy in fact.thingies for part in (", ", em(thingy))][1:]
        rest += sentence("Thingies: ", *named, f"; {banked} banked" if banked else "")
    elif banked:
        rest.append(f"{_thingies(banked)} banked.")
    if fact.yo:
        rest += (" " if rest else "", *sentence("Yo: ", em(fact.yo)))
    return [first, line(*rest)] if rest else [first]


def _thingies(count: int) -> str:
    return many(count, "Thingy", "Thingies")


def _edited(t: Telling, fact: f.CharacterEdited) -> list[Line]:
    changes: list[tuple[Part, ...]] = []
    if fact.name is not None:
        changes.append(("the name is ", strong(fact.name)))
    if fact.concept is not None:
        changes.append(("the Concept is ", em(fact.concept)))
    if fact.thingies:
        changes.append(("the Thingies are ", *listed([em(thingy) for thingy in fact.thingies])))
    if fact.yo is not None:
        changes.append(("the Yo is ", em(fact.yo)))
    if fact.portrait is not None:
        changes.append(("the portrait is another one",))
    what = [part for change in changes for part in ("; ", *change)][1:]
    sheet = (t.who, " rewords the sheet of ", strong(fact.character))
    return [line(*sentence(*sheet, *((": ", *what) if what else (", and leaves it as it was",))), *t.said("why"))]


def _retired(t: Telling, fact: f.CharacterRetired) -> list[Line]:
    return [line(*sentence(strong(fact.character), " leaves play"), *t.said("why"))]


def _alike(t: Telling, fact: f.LooksAlike) -> list[Line]:
    owner: tuple[Part, ...] = () if fact.like == fact.whose else (" of ", strong(fact.whose))
    return [line(em(fact.words), " comes near ", em(fact.like), *owner, "; the table may want to tell them apart.")]


def _defined(t: Telling, fact: f.ThingyDefined) -> list[Line]:
    left = game(t.after).characters[fact.character].banked
    still = f" {_thingies(left)} still banked." if left else " None is left banked."
    return [line(*sentence("It comes out about ", strong(fact.character), ": ", em(fact.thingy)), still, *t.said("why"))]


def _written(t: Telling, fact: f.EndingWritten) -> list[Line]:
    a = "a new" if game(t.before).ended else "a"
    return [line(*sentence(t.who, f" writes {a} {fact.ending.capitalize()} for ", strong(fact.character), ": ", em(fact.words)))]


# ---------------------------------------------------------------------------------------------- stories


def _began(t: Telling, fact: f.StoryBegun) -> list[Line]:
    """What came true opens the next story (SB-42)."""
    lines = [line(f"Story {t.after.story} begins", shape="heading")]
    for name, ending, words in game(t.before).came_true:
        lines.append(line(*sentence(f"The {ending.capitalize()} of ", strong(name), " has come true", *_in_words(words))))
    return lines


def _in_words(words: str) -> tuple[Part, ...]:
    return (": ", em(words)) if words else (", though nobody ever wrote it",)


def _true(t: Telling, fact: f.EndingTrue) -> list[Line]:
    words = next((words for name, ending, words in game(t.after).came_true if (name, ending) == (fact.character, fact.ending)), "")
    ending: tuple[Part, ...] = (f"{fact.ending.capitalize()} of ", strong(fact.character))
    earns = fact.ending == "yo"
    match t.move.kind:
        case "settle_tie":
            what: tuple[Part, ...] = (t.who, " lets the ", *ending, " come true", ", and it earns a Thingy" if earns else "")
        case "choose_ending":
            what = (t.who, " chooses the ", *ending, ", which comes true", " and earns a Thingy" if earns else "")
        case _:
            one = game(t.before).characters[fact.character]
            more, less = sorted((one.yo_score, one.woe_score), reverse=True)
            what = ("The ", *ending, f" comes true, {more} to {less}", ", and earns a Thingy" if earns else "")
    return [line(*sentence(*what, *_in_words(words)))]


def _tie(t: Telling, fact: f.TieLeft) -> list[Line]:
    name = strong(fact.character)
    if fact.to == GM:
        score = game(t.before).characters[fact.character].yo_score
        return [line("The Yo and the Woe of ", name, f" are even at {score}: ", t.person(GM), " settles it.")]
    if fact.to:
        player = t.person(game(t.after).characters[fact.character].seat)
        return [line(*sentence(t.who, " leaves it to ", player, " how it ends for ", name))]
    if not any(isinstance(one, f.EndingTrue) for one in t.facts):
        return [line(t.who, " lets neither ending of ", name, " come true this time.")]
    return []


TELLERS: Final[Mapping[type[Fact], Callable[..., list[Line]]]] = {
    f.CharacterMade: _made,
    f.CharacterEdited: _edited,
    f.CharacterRetired: _retired,
    f.LooksAlike: _alike,
    f.ThingyDefined: _defined,
    f.EndingWritten: _written,
    f.StoryBegun: _began,
    f.EndingTrue: _true,
    f.TieLeft: _tie,
}
