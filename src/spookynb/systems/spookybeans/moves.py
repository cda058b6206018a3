"""What a person can choose in Spookybeans. Rules by number are in :mod:`.decide`; fields are the public contract.

Every conflict move may carry ``conflict`` (the id of its call) and must when more than one fits, so that a late gift
never lands in the next conflict.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from spookynb.moves import Count, Flag, Move, Part, Prose, Words

#: more than any pool can hold in play; a roll has at most 1,000 dice (PROTOCOL, "Dice")
MOST_DICE: Final = 1_000


class CreateCharacter(Move):
    """Make a character (SB-4): a name, a Concept, up to three further Thingies (the rest stay banked), a Yo."""

    kind: Literal["create_character"] = "create_character"
    name: Words
    concept: Words
    thingies: Annotated[tuple[Words, ...], Field(max_length=50)] = ()
    yo: Words = ""
    npc: Flag = False
    portrait: Words | None = None


class EditCharacter(Move):
    """Reword a sheet, in the open; fields left out stay. ``thingies`` rewords all defined ones, in order."""

    kind: Literal["edit_character"] = "edit_character"
    character: Words
    name: Words | None = None
    concept: Words | None = None
    thingies: Annotated[tuple[Words, ...], Field(max_length=50)] | None = None
    yo: Words | None = None
    portrait: Words | None = None
    why: Words = ""


class RetireCharacter(Move):
    """Take a character out of play; name, Concept and Thingies become free again."""

    kind: Literal["retire_character"] = "retire_character"
    character: Words
    why: Words = ""


class WriteWoe(Move):
    """Write the Woe of a neighbour's character (SB-7, SB-40)."""

    kind: Literal["write_woe"] = "write_woe"
    character: Words
    woe: Words


class WriteYo(Move):
    """Write a new Yo once the old one came true (SB-40)."""

    kind: Literal["write_yo"] = "write_yo"
    character: Words
    yo: Words


class DefineThingy(Move):
    """Define a banked Thingy, at any time (SB-5); ``why`` it never came up before may be empty."""

    kind: Literal["define_thingy"] = "define_thingy"
    character: Words
    thingy: Words
    why: Words = ""


class NamedThingy(Part):
    """A Thingy named in a call, with the reason why it matters here (SB-12)."""

    thingy: Words
    why: Words = ""


class CallConflict(Move):
    """Call a Conflict (SB-10): who, against whom, over what, with Thingies and standing terms.

    ``accept``: the smallest number of dice for which any offer of an Ouchie is taken at once (1 or 2).
    ``roll_when_ready``: roll as soon as nobody is waited for.
    """

    kind: Literal["call_conflict"] = "call_conflict"
    character: Words
    against: Words = "gm"
    what: Words = ""
    stakes: Words
    thingies: Annotated[tuple[NamedThingy, ...], Field(max_length=50)] = ()
    accept: Count | None = None
    roll_when_ready: Flag = False


class _InConflict(Move):
    conflict: Words | None = None


class SetAdversity(_InConflict):
    """Set the GM's dice, once (SB-11)."""

    kind: Literal["set_adversity"] = "set_adversity"
    dice: Count


class InvokeThingy(_InConflict):
    """Use a Thingy, or argue a refused one once more (SB-12)."""

    kind: Literal["invoke_thingy"] = "invoke_thingy"
    thingy: Words
    why: Words = ""


class RefuseThingy(_InConflict):
    """The GM does not let a Thingy count (SB-12); ``side`` is the seat that used it."""

    kind: Literal["refuse_thingy"] = "refuse_thingy"
    side: Words
    thingy: Words
    why: Words = ""


class Give(_InConflict):
    """Give dice for free (SB-13, SB-31)."""

    kind: Literal["give"] = "give"
    to: Words
    dice: Count


class Ask(_InConflict):
    """Ask for dice, for an Ouchie or for nothing (SB-14)."""

    kind: Literal["ask"] = "ask"
    dice: Count
    ouchie: Flag = False
    words: Words = ""


class Offer(_InConflict):
    """Offer dice on condition of an Ouchie (SB-14)."""

    kind: Literal["offer"] = "offer"
    to: Words
    dice: Count
    words: Words = ""


class WithdrawOffer(_InConflict):
    """Take back one's own unanswered offer (SB-14)."""

    kind: Literal["withdraw_offer"] = "withdraw_offer"
    to: Words


class AnswerOffer(_InConflict):
    """Take or decline an offer (SB-14)."""

    kind: Literal["answer_offer"] = "answer_offer"
    donor: Words
    accept: Flag
    words: Words = ""


class TakeOuchie(_InConflict):
    """Take an Ouchie unasked, so that the others may give up to two (SB-13)."""

    kind: Literal["take_ouchie"] = "take_ouchie"


class Pass(_InConflict):
    """Give nothing, or nothing more; ``to`` names the side where there are two, without it both are meant (SB-31)."""

    kind: Literal["pass"] = "pass"
    to: Words | None = None


class CallOff(_InConflict):
    """Call the Conflict off before the roll: everything goes back (SB-14)."""

    kind: Literal["call_off"] = "call_off"
    why: Words = ""


class Roll(_InConflict):
    """Say "I am ready"; the dice fall once nobody is waited for (SB-17). ``faces``: only with physical dice."""

    kind: Literal["roll"] = "roll"
    faces: Annotated[dict[Words, Annotated[tuple[Words, ...], Field(max_length=MOST_DICE)]], Field(max_length=2)] | None = None


class Narrate(_InConflict):
    """Tell how it went (SB-18); ``cash`` names the character whose Ouchie is used up (SB-19). Again = a revision.

    ``also`` names further characters, one Ouchie each, where the house rule ``ouchies_per_narration`` allows more than one.
    """

    kind: Literal["narrate"] = "narrate"
    text: Prose
    cash: Words | None = None
    also: Annotated[tuple[Words, ...], Field(max_length=10)] | None = None


class SendBack(_InConflict):
    """The GM sends a narration back, once, with a note (SB-18)."""

    kind: Literal["send_back"] = "send_back"
    why: Words


class Strike(_InConflict):
    """The GM strikes a revised narration that is still out of bounds; the roll stands (SB-18)."""

    kind: Literal["strike"] = "strike"
    why: Words = ""


class SettleTie(Move):
    """The GM settles Yo against Woe where they are equal (SB-41)."""

    kind: Literal["settle_tie"] = "settle_tie"
    character: Words
    choice: Literal["player", "yo", "woe", "both", "neither"]


class ChooseEnding(Move):
    """The player chooses, where the GM let them (SB-41)."""

    kind: Literal["choose_ending"] = "choose_ending"
    character: Words
    ending: Literal["yo", "woe"]


MOVES: Final[tuple[type[Move], ...]] = (
    CreateCharacter, EditCharacter, RetireCharacter, WriteWoe, WriteYo, DefineThingy, CallConflict, SetAdversity,
    InvokeThingy, RefuseThingy, Give, Ask, Offer, WithdrawOffer, AnswerOffer, TakeOuchie, Pass, CallOff, Roll,
    Narrate, SendBack, Strike, SettleTie, ChooseEnding,
)  # fmt: skip
