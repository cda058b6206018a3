"""Dice: notation, faces, Skulls and Bones, and where faces come from (SB-16, SB-17; PROTOCOL.md, "Dice").

A *die* is named by its kind (``"d6"``, ``"coin"``), a *face* by kind and value (``"d6:3"``, ``"coin:H"``). Any die with
as many odd as even faces serves, so the number of sides is even. A d10 may be marked 0 to 9 or 1 to 10 and a d100
0 to 99 or 1 to 100: both are read when typed in, and dice drawn here are marked from 0, as most printed ones are.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Protocol

from spookynb.errors import BadNotation, IllegalMove
from spookynb.text import character

#: dice in one roll of one side (PROTOCOL.md, "Dice")
MOST_DICE: Final = 1_000
#: sides of one die
MOST_SIDES: Final = 1_000
#: characters of a notation or of typed faces; the longest roll, each face with its die, fits
MOST_CHARACTERS: Final = 12_000

_FROM_ZERO: Final = ("d10", "d100")
_COIN: Final = {"h": "H", "head": "H", "heads": "H", "t": "T", "tail": "T", "tails": "T"}
_FACE: Final = re.compile(r"coin:[HT]|(d[1-9][0-9]{0,3}):(0|[1-9][0-9]{0,3})")
_DICE: Final = re.compile(r"([0-9]*)(coins?|d[0-9]+|d%)")
_TERM: Final = re.compile(r"[^\s,;+]+")
_TYPED: Final = re.compile(r"[^\s,;:]+")


# ---------------------------------------------------------------------------------------------- faces


def is_face(face: object) -> bool:
    """Whether ``face`` is a face as journals write it: of an even-sided die, and one that the die has (SB-16)."""
    match = _FACE.fullmatch(face) if isinstance(face, str) else None
    if match is None:
        return False
    return match[1] is None or (_fault(int(match[1][1:])) is None and _has(match[1], int(match[2])))


def is_skull(face: str) -> bool:
    """Whether a face is a Skull: an odd number or heads (SB-16). ``face`` must be one by :func:`is_face`."""
    return face[-1] in "H13579"


def tally(faces: Sequence[str]) -> tuple[int, int]:
    """Skulls and Bones among ``faces`` (SB-16). Raises :class:`BadNotation` for what is no face."""
    for face in faces:
        if not is_face(face):
            raise _bad("A die does not have the face that was named.", "Name faces like d6:3 or coin:H.", face=str(face)[:40])
    skulls = sum(is_skull(face) for face in faces)
    return skulls, len(faces) - skulls


def _has(kind: str, value: int) -> bool:
    return (0 if kind in _FROM_ZERO else 1) <= value <= int(kind[1:])


def _fault(sides: int) -> str | None:
    """Why a die of so many sides cannot serve, or None when it can."""
    if sides > MOST_SIDES:
        return f"A die has at most {MOST_SIDES:,} sides."
    if sides < 2 or sides % 2:
        return f"A d{sides} has not as many odd as even faces, so its rolls would not be fair."
    return None


# ---------------------------------------------------------------------------------------------- reading


def parse_notation(text: str) -> tuple[str, ...]:
    """The dice that ``text`` names, in its order: ``"3d6 2coin d20"`` is three d6, two coins and a d20.

    Terms stand apart by spaces, commas, semicolons or ``+``. Capitals and other scripts' decimal digits are read as
    their plain selves (:func:`notation` shows the plain form); ``d%`` is a d100. Raises :class:`BadNotation` for
    anything else, naming the character or the limit: 1 to 1,000 dice of an even number of sides, at most 1,000.
    """
    dice: list[str] = []
    for place, token in _tokens(_TERM, text):
        match = _DICE.fullmatch(token)
        if match is None:
            raise _unread(token, place, "is no die", "Name dice only, such as 3d6 2coin d20.")
        count = _number(match[1] or "1")
        if not 1 <= count <= MOST_DICE - len(dice):
            raise _bad(
                f"A roll has 1 to {MOST_DICE:,} dice.", "Ask for fewer dice." if count else "Ask for a die or more.", limit=MOST_DICE
            )
        dice += [_kind(match[2])] * count
    if not dice:
        raise _bad("No dice are named.", "Name some, such as 3d6 2coin d20.")
    return tuple(dice)


def notation(dice: Sequence[str]) -> str:
    """The plain notation of ``dice``, equal neighbours counted together: ``"3d6 2coin d20"``."""
    counted = ((kind, sum(1 for _ in same)) for kind, same in groupby(dice))
    return " ".join(kind if count == 1 else f"{count}{kind}" for kind, count in counted)


def parse_faces(text: str) -> tuple[str, ...]:
    """Faces as a person types them from real dice: ``"3 6 1"``, ``"H T"``, ``"d10: 4 0, coin: H"`` or ``"d20:17 d4:2"``.

    A die's name holds for the faces after it; before any name, numbers are of d6 and letters of coins. Empty text
    gives no faces. Raises :class:`BadNotation` for a face that its die does not have and for anything else that
    :func:`parse_notation` refuses, and for more than 1,000 faces.
    """
    faces: list[str] = []
    named = ""
    for place, token in _tokens(_TYPED, text):
        match = _DICE.fullmatch(token)
        if match is not None and not match[1]:
            named = _kind(match[2])
            continue
        coin = _COIN.get(token)
        kind = named or ("coin" if coin else "d6")
        face = f"{kind}:{coin or (_number(token) if token.isdecimal() else token)}"
        if not is_face(face):
            raise _unread(token, place, f"is no face of a {kind}", "Name faces such as 3 6 1, H T or d20:17.")
        faces.append(face)
    if len(faces) > MOST_DICE:
        raise _bad(f"A roll has at most {MOST_DICE:,} dice.", "Type fewer faces.", limit=MOST_DICE)
    return tuple(faces)


def _tokens(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """Tokens in lower case with their places, other scripts' decimal digits as plain ones."""
    if len(text) > MOST_CHARACTERS:
        raise _bad(
            f"Dice are named in at most {MOST_CHARACTERS:,} characters.", "Count equal dice together, such as 20d6.", limit=MOST_CHARACTERS
        )
    for match in pattern.finditer(text):
        yield match.start(), "".join(map(_plain, match[0]))


def _plain(char: str) -> str:
    if char.isascii():
        return char.lower()
    digit = unicodedata.decimal(char, None)
    return char if digit is None else str(digit)


def _number(digits: str) -> int:
    """``digits`` as a number, anything beyond every limit as one more than that: no long arithmetic for absurd input."""
    significant = digits.lstrip("0") or "0"
    return int(significant) if len(significant) <= 4 else 10_000


def _kind(name: str) -> str:
    """The kind that a name without a count means. Raises :class:`BadNotation` for dice that cannot serve."""
    if name.startswith("coin"):
        return "coin"
    sides = 100 if name == "d%" else _number(name[1:])
    fault = _fault(sides)
    if fault is not None:
        raise _bad(fault, "Use a coin, d2, d4, d6, d8, d10, d12, d20 or d100.", sides=sides, limit=MOST_SIDES)
    return f"d{sides}"


def _unread(token: str, place: int, lack: str, todo: str) -> BadNotation:
    """What cannot be read, by its character where that alone is strange, else by the whole word."""
    for offset, char in enumerate(token):
        if not (char.isascii() and char.isalnum()) and char != "%":
            at = place + offset
            return _bad(
                f"Character {at + 1} is {character(char)}, which has no place among dice.", todo, place=at, char=f"U+{ord(char):04X}"
            )
    word = token if len(token) <= 20 else f"{token[:20]}..."
    return _bad(f'"{word}" at character {place + 1} {lack}.', todo, place=place)


def _bad(what: str, todo: str, **data: Any) -> BadNotation:
    return BadNotation(what, safe="Nothing was rolled.", todo=todo, **data)


# ---------------------------------------------------------------------------------------------- sources


class FaceSource(Protocol):
    """Where the faces of a roll come from."""

    def draw(self, seat: str, dice: Sequence[str]) -> tuple[str, ...]:
        """One face for each of ``dice`` (kinds such as ``"d6"``), rolled by ``seat``, in order."""


class OpenDice:
    """Faces from the operating system's randomness (house rule ``dice``: ``open``)."""

    def draw(self, seat: str, dice: Sequence[str]) -> tuple[str, ...]:
        """One face for each of ``dice``, every one equally likely. Raises :class:`BadNotation` above 1,000 dice."""
        from secrets import randbelow

        return _draw(dice, randbelow)


class PracticeDice:
    """Faces that follow from a seed alone (house rule ``dice``: ``practice``): the same run gives the same faces.

    ``context`` tells one roll from another (such as the id of the entry before it). Each seat has a stream of its
    own, SHA-256 in counter mode, so that one side's dice do not depend on how many the other side rolls.
    """

    def __init__(self, seed: int, context: str) -> None:
        self._key = f"spookynb/1 practice\n{seed}\n{len(context)}\n{context}\n"
        self._streams: dict[str, Iterator[int]] = {}

    def draw(self, seat: str, dice: Sequence[str]) -> tuple[str, ...]:
        """The next face of the seat's stream for each of ``dice``. Raises :class:`BadNotation` above 1,000 dice."""
        stream = self._streams.setdefault(seat, _numbers((self._key + seat).encode("utf-8", "surrogatepass")))

        def below(sides: int) -> int:
            fair = 2**16 - 2**16 % sides
            return next(number for number in stream if number < fair) % sides

        return _draw(dice, below)


class GivenDice:
    """Faces that are known already: typed in from real dice, or recorded in an entry that is decided again.

    The kinds may differ from those asked for (SB-16: any even-sided die serves); the counts may not.
    """

    def __init__(self, faces: Mapping[str, Sequence[str]]) -> None:
        self._faces = faces

    def draw(self, seat: str, dice: Sequence[str]) -> tuple[str, ...]:
        """The seat's faces. Raises :class:`IllegalMove` unless there are as many as ``dice``, all of even-sided dice."""
        faces = tuple(self._faces.get(seat, ()))
        if len(faces) != len(dice):
            raise IllegalMove(f"{seat} rolls {len(dice)} dice, and {len(faces)} faces were given.", rule="SB-17", dice=len(dice))
        wrong = next((face for face in faces if not is_face(face)), None)
        if wrong is not None:
            raise IllegalMove(
                "One of the faces is none that an even-sided die has.",
                rule="SB-16",
                todo="Name faces like d6:3 or coin:H.",
                face=str(wrong)[:40],
            )
        return faces


def _draw(dice: Sequence[str], below: Callable[[int], int]) -> tuple[str, ...]:
    if len(dice) > MOST_DICE:
        raise _bad(f"A roll has at most {MOST_DICE:,} dice.", "Roll fewer.", limit=MOST_DICE)
    return tuple(_face(kind, below) for kind in dice)


def _face(kind: str, below: Callable[[int], int]) -> str:
    if kind == "coin":
        return f"coin:{'HT'[below(2)]}"
    return f"{kind}:{below(int(kind[1:])) + (kind not in _FROM_ZERO)}"


def _numbers(key: bytes) -> Iterator[int]:
    """Endless 16-bit numbers: SHA-256 of ``key`` and a counter."""
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[place : place + 2], "big") for place in range(0, 32, 2))
        counter += 1
