"""What told lines share: which words are in force, full stops, quotes, lists, numbers, faces.

Journals are rendered with these words and compared byte for byte, so what a function here gives for a text never changes; another
wording is another function, for the next renderer (:mod:`spookynb.journal.render`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias, TypeVar

from spookynb.moves import Span, em

#: what a line is made from
Part: TypeAlias = str | Span
T = TypeVar("T")

#: where dice come from, by the house rule ``dice``
DICE_SOURCES: Final[Mapping[object, str]] = {
    "open": "drawn by the program of whoever rolls",
    "physical": "rolled by hand and typed in",
    "practice": "the same for whoever plays the same moves",
}
_ENDS: Final = (".", "!", "?", "…", ":", ";", "—")
_CLOSERS: Final = "\"'”’»)]"
_OPEN: Final = ("“", '"', "«")


def in_force(tellings: Mapping[int, T], renderer: int) -> T:
    """What is told under the renderer with that number: the newest of ``tellings``, by the number of the renderer that brought each.

    A wording that has written a journal stays in ``tellings`` for good.
    """
    return tellings[max(number for number in tellings if number <= renderer)]


def sentence(*parts: Part) -> tuple[Part, ...]:
    """``parts`` of a line with the full stop that they still need: none where a person's own words end in punctuation."""
    text = "".join(part.words if isinstance(part, Span) else part for part in parts).rstrip()
    return parts if not text or text.rstrip(_CLOSERS).endswith(_ENDS) else (*parts, ".")


def quoted(words: str) -> tuple[Part, ...]:
    """A person's own words, set apart from the line before them; nothing where there are none."""
    if not words:
        return ()
    marked = len(words) > 1 and words.startswith(_OPEN) and words.endswith(("”", '"', "»"))
    return (" ", em(words if marked else f"“{words}”"))


def listed(parts: Sequence[T], last: str = "and") -> list[T | str]:
    """The parts of ``a, b and c``."""
    found: list[T | str] = []
    for place, part in enumerate(parts):
        found += ["" if not place else f" {last} " if place == len(parts) - 1 else ", ", part]
    return found[1:]


def many(count: int, one: str, more: str = "") -> str:
    """``"1 die"`` or ``"2 dice"``; without ``more``, an ``s`` makes the plural."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def dice(count: int) -> str:
    """``"1 die"``, ``"2 dice"``."""
    return many(count, "die", "dice")


def fallen(faces: Sequence[str], *, named: bool = False) -> str:
    """Faces in the order in which they fell, each kind of die named once for a run of its own: ``"d6 3 6 1, coin H"``.

    Where all are d6, which dice are unless something else is said, only the numbers, ``"3 6 1"``, unless they are to be ``named``.
    """
    kinds = groupby((face.partition(":") for face in faces), key=lambda parts: parts[0])
    runs = [(kind, " ".join(value for _, _, value in run)) for kind, run in kinds]
    plain = not named and all(kind == "d6" for kind, _ in runs)
    return ", ".join(values if plain else f"{kind} {values}" for kind, values in runs)
