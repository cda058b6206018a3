"""What a person can choose: the base of all moves, the templates of legal ones, what a seat owes, what a move tells.

A *move* is what a person chose, a *fact* is what came of it. Moves are Pydantic models, frozen, told apart by ``kind``;
facts are msgspec structs (see :mod:`spookynb.state`), because replay needs the speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from spookynb import text as _text
from spookynb.errors import BadText

#: an integer that a journal can hold (PROTOCOL: at most 2^53 - 1); rules narrow it further
MAX_INT: Final = 2**53 - 1

Words = Annotated[str, AfterValidator(_text.words)]
Prose = Annotated[str, AfterValidator(_text.prose)]
Count = Annotated[int, Field(strict=True, ge=-MAX_INT, le=MAX_INT)]
Flag = Annotated[bool, Field(strict=True)]


class Form(BaseModel):
    """Base of whatever a person fills in: frozen, no unknown fields; None means that a field was left out, as in a :class:`Template`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _left_out(cls, given: Any) -> Any:
        return {name: value for name, value in given.items() if value is not None} if isinstance(given, Mapping) else given


class Move(Form):
    """Base of every move: ``kind`` tells which one it is.

    Subclasses declare ``kind: Literal["..."] = "..."`` and their fields. Authored prose is always called ``text``:
    it is kept outside the signed body, which holds its SHA-256 only (PROTOCOL, "Entry").
    """

    kind: str

    def data(self) -> dict[str, Any]:
        """The fields as they stand in an entry's ``data``: without ``kind``, prose, and fields left at None."""
        return self.model_dump(mode="json", exclude={"kind", "text"}, exclude_none=True)


class Part(Form):
    """Base of a record inside a move."""


# ---------------------------------------------------------------------------------------------- templates


@dataclass(frozen=True, slots=True)
class Values:
    """One of these values; None among them means that the field may be left out."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from ``low`` to ``high``, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Text:
    """Any words of ``least`` to ``most`` characters whose :func:`spookynb.text.key` is not in ``excepts``.

    ``optional``: the field may be left out. ``prose``: many lines are allowed.
    """

    most: int = _text.WORDS_LIMIT
    least: int = 0
    excepts: frozenset[str] = frozenset()
    optional: bool = False
    prose: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A list of ``least`` to ``most`` items, each an ``item`` choice or a record of choices by field.

    ``distinct`` names the field of a record by which no two may be equal (``""`` for plain items).
    ``optional``: the whole list may be left out.
    """

    item: Choice | Mapping[str, Choice]
    least: int = 0
    most: int = 0
    distinct: str | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Faces:
    """Typed faces by seat: for each seat exactly this many faces of even-sided dice (SB-16).

    A seat without dice may be left out, and so may the whole where nobody has any.
    """

    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Record:
    """A nested object: a choice for each of its fields; ``optional``: it may be left out."""

    fields: Mapping[str, Choice]
    optional: bool = False


Choice = Values | Range | Text | Many | Faces | Record


@dataclass(frozen=True, slots=True)
class Template:
    """A legal move with its fields open: ``decide`` accepts exactly what fits one of a seat's templates.

    ``distinct`` names groups of fields (texts or lists of texts) that must differ from each other by
    :func:`spookynb.text.key`. ``note`` says in a few words what the move would do.
    """

    kind: str
    fields: Mapping[str, Choice] = field(default_factory=dict)
    distinct: tuple[tuple[str, ...], ...] = ()
    note: str = ""

    def fits(self, move: Mapping[str, Any]) -> bool:
        """Whether ``move`` (``kind`` and fields, absent or None where left out) is one of the moves meant."""
        given = {name: value for name, value in move.items() if name != "kind" and value is not None}
        if move.get("kind") != self.kind or not given.keys() <= self.fields.keys():
            return False
        if not all(fits(choice, given.get(name)) for name, choice in self.fields.items()):
            return False
        return all(all_differ(given.get(name) for name in group) for group in self.distinct)


def fits(choice: Choice, value: Any) -> bool:
    """Whether ``value`` (None where it is left out) is one that ``choice`` allows."""
    match choice:
        case Values(values):
            return any(value == allowed and type(value) is type(allowed) for allowed in values)
        case Range(low, high):
            return type(value) is int and low <= value <= high
        case Text():
            return _fits_text(choice, value)
        case Many():
            return choice.optional if value is None else isinstance(value, list | tuple) and _fits_many(choice, value)
        case Record(fields, optional):
            return optional if value is None else isinstance(value, Mapping) and _fits_record(fields, value)
        case Faces(counts):
            return _fits_faces(counts, {} if value is None else value)


def _fits_text(choice: Text, value: Any) -> bool:
    if value is None:
        return choice.optional
    if not isinstance(value, str):
        return False
    try:
        clean = _text.prose(value) if choice.prose else _text.words(value)
    except BadText:
        return False
    size = len(clean.strip())
    return choice.least <= size <= choice.most and _text.key(clean) not in choice.excepts


def _fits_record(fields: Mapping[str, Choice], value: Mapping[str, Any]) -> bool:
    return value.keys() <= fields.keys() and all(fits(choice, value.get(name)) for name, choice in fields.items())


def _fits_many(choice: Many, value: list[Any] | tuple[Any, ...]) -> bool:
    if not choice.least <= len(value) <= choice.most:
        return False
    item = choice.item
    if isinstance(item, Mapping):
        if not all(isinstance(one, Mapping) and _fits_record(item, one) for one in value):
            return False
        keys = [one.get(choice.distinct) for one in value] if choice.distinct else []
    else:
        if not all(fits(item, one) for one in value):
            return False
        keys = list(value) if choice.distinct is not None else []
    return all_differ(keys)


def _fits_faces(counts: Mapping[str, int], value: Any) -> bool:
    from spookynb.dice import is_face

    if not isinstance(value, Mapping) or not value.keys() <= counts.keys():
        return False
    given = {seat: value.get(seat, ()) for seat in counts}
    return all(isinstance(faces, list | tuple) and len(faces) == counts[seat] and all(map(is_face, faces)) for seat, faces in given.items())


def all_differ(values: Iterable[Any]) -> bool:
    """Whether no two of ``values`` (texts, lists of texts, None where left out) are the same by :func:`spookynb.text.key`."""
    keys: list[Any] = []
    for value in values:
        many = value if isinstance(value, list | tuple) else [value]
        keys += [_text.key(one) if isinstance(one, str) else one for one in many if one is not None]
    return len(keys) == len(set(keys))


# ---------------------------------------------------------------------------------------------- debts, spans


@dataclass(frozen=True, slots=True)
class Debt:
    """What one seat owes: the move's ``kind``, the conflict it belongs to (its id or None), and why in words.

    ``blocks``: play cannot go on without it (a gift that may still come does not block in this sense only when
    someone else may act first). ``character`` names whom it concerns, where that matters.
    """

    seat: str
    owes: str
    conflict: str | None = None
    character: str | None = None
    why: str = ""
    blocks: bool = True

    def as_dict(self) -> dict[str, Any]:
        """The debt as JSON: ``seat`` and ``owes``, and ``conflict``, ``character``, ``why`` where they are set."""
        whole = {"seat": self.seat, "owes": self.owes, "conflict": self.conflict, "character": self.character, "why": self.why}
        return {name: value for name, value in whole.items() if value or name in ("seat", "owes")}


@dataclass(frozen=True, slots=True)
class Span:
    """A run of plain words with one voice: ``""``, ``"strong"``, ``"em"``, or ``"struck"``. Never holds markup."""

    words: str
    voice: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that a move tells in the journal: plain spans, escaped only where they are shown.

    ``shape``: ``"line"``, ``"heading"`` (a scene, a story's end) or ``"subheading"`` (a conflict). ``dice`` lists rolled
    faces of a side in the order rolled, for pages that draw them.
    """

    spans: tuple[Span, ...]
    shape: str = "line"
    dice: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __str__(self) -> str:
        return "".join(span.words for span in self.spans)


def line(*parts: str | Span, shape: str = "line", dice: tuple[tuple[str, tuple[str, ...]], ...] = ()) -> Line:
    """A :class:`Line` of plain strings and spans, in order."""
    return Line(tuple(Span(part) if isinstance(part, str) else part for part in parts if part), shape, dice)


def strong(words: str) -> Span:
    """``words`` in the voice of names and results."""
    return Span(words, "strong")


def em(words: str) -> Span:
    """``words`` in the voice of titles and quoted short texts."""
    return Span(words, "em")
