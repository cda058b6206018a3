"""What the journal says of sheets and of the ends of stories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spookynb.moves import Line, Span, em, line, strong
from spookynb.state import GM, Fact
from spookynb.systems.spookybeans import facts as f
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.telling import Telling, listed, stop

# ---------------------------------------------------------------------------------------------- sheets


def _made(t: Telling, fact: f.CharacterMade) -> list[Line]:
    kind = "an NPC" if fact.npc else "a character"
    first = line(t.who, f" brings {kind} into play: ", strong(fact.name), ", ", em(fact.concept), ".")
    sentences: list[list[str | Span]] = []
    if fact.thingies:
        named = [part for thingy in fact.thingies for part in (", ", em(thingy))][1:]
        sentences.append(["Thingies: ", *named, "."])
    if fact.banked and not fact.npc:
        sentences.append([f"{'1 Thingy' if fact.banked == 1 else f'{fact.banked} Thingies'} banked."])
    if fact.yo:
        sentences.append(["Yo: ", em(fact.yo), stop(fact.yo)])
    rest = [part for sentence in sentences for part in (" ", *sentence)][1:]
    return [first, line(*rest)] if rest else [first]


def _edited(t: Telling, fact: f.CharacterEdited) -> list[Line]:
    changes = []
    if fact.name is not None:
        changes.append(f"the name is {fact.name}")
    if fact.concept is not None:
        changes.append(f"the Concept is {fact.concept}")
    if fact.thingies:
        changes.append(f"the Thingies are {listed(fact.thingies)}")
    if fact.yo is not None:
        changes.append(f"the Yo is {fact.yo}")
    if fact.portrait is not None:
        changes.append("the portrait is another one")
    what = f": {'; '.join(changes)}" if changes else ", and leaves it as it was"
    return [line(t.who, " rewords the sheet of ", strong(fact.character), f"{what}.", *t.said("why"))]


def _retired(t: Telling, fact: f.CharacterRetired) -> list[Line]:
    return [line(strong(fact.character), " leaves play.", *t.said("why"))]


def _alike(t: Telling, fact: f.LooksAlike) -> list[Line]:
    owner = "" if fact.like == fact.whose else f", of {fact.whose}"
    return [line("Mind: ", em(fact.words), " comes near ", em(fact.like), f"{owner}. The table may want to tell them apart.")]


def _defined(t: Telling, fact: f.ThingyDefined) -> list[Line]:
    left = game(t.after).characters[fact.character].banked
    return [
        line(
            "It turns out that ", strong(fact.character), " has always had it: ", em(fact.thingy), f". {left} still banked.", *t.said("why")
        )
    ]


def _written(t: Telling, fact: f.EndingWritten) -> list[Line]:
    return [line(t.who, f" writes a {fact.ending.capitalize()} for ", strong(fact.character), ": ", em(fact.words), stop(fact.words))]


# ---------------------------------------------------------------------------------------------- stories


def _began(t: Telling, fact: f.StoryBegun) -> list[Line]:
    true = game(t.before).came_true
    lines = [line(f"Story {t.after.story} begins", shape="heading")]
    lines += [
        line(f"The {ending.capitalize()} of ", strong(name), " has come true: ", em(words or "whatever it was"), stop(words))
        for name, ending, words in true
    ]
    return lines


def _true(t: Telling, fact: f.EndingTrue) -> list[Line]:
    words = next((words for name, ending, words in game(t.after).came_true if (name, ending) == (fact.character, fact.ending)), "")
    earned = " A Thingy is earned." if fact.ending == "yo" else ""
    ending = f": the {fact.ending.capitalize()} comes true{': ' if words else ''}"
    return [line(strong(fact.character), ending, em(words), f"{stop(words)}{earned}")]


def _tie(t: Telling, fact: f.TieLeft) -> list[Line]:
    if fact.to == GM:
        return [line(strong(fact.character), ": Yo and Woe are equal. ", t.person(GM), " settles it.")]
    if fact.to:
        return [
            line(
                t.who,
                " leaves it to ",
                t.person(game(t.after).characters[fact.character].seat),
                " how it ends for ",
                strong(fact.character),
                ".",
            )
        ]
    if not any(isinstance(one, f.EndingTrue) for one in t.facts):
        return [line(strong(fact.character), ": neither ending comes true this time.")]
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
