"""The demo's story as data: who plays, what happens in which order, and what is told whichever way the dice fall.

The prose stands in ``story.toml`` beside this module, so that it can be read and mended without reading any code.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the cast. ``tie`` is how the GM settles equal Yo and Woe (a ``choice`` of ``settle_tie``); NPCs need no endings."""

    seat: str
    name: str
    concept: str
    thingies: tuple[str, ...] = ()
    yo: str = ""
    woe: str = ""
    tie: str = "player"
    npc: bool = False


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A narration, and for each character whose Ouchie may be cashed in it the paragraph that then follows."""

    text: str
    cash: dict[str, str] = {}


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="scene"):
    """A scene begins, and the one before it is closed."""

    title: str
    setting: str
    roster: tuple[str, ...]
    text: str
    when: dict[str, str] = {}


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="post"):
    """Somebody writes."""

    seat: str
    voice: str
    text: str
    character: str | None = None
    when: dict[str, str] = {}


class Adjust(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="adjust"):
    """The GM changes a number by hand, with a reason."""

    what: str
    of: str
    by: int
    why: str
    when: dict[str, str] = {}


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="conflict"):
    """A conflict from its call to its narration; ``told`` is keyed by the seat that wins.

    ``cues`` are moves with their seats, in order. Seats in ``ouchies`` take one whatever becomes of the bargains.
    """

    id: str
    seat: str
    character: str
    against: str
    what: str
    stakes: str
    told: dict[str, Telling]
    cues: tuple[dict[str, Any], ...] = ()
    ouchies: tuple[str, ...] = ()
    thingies: tuple[dict[str, str], ...] = ()
    accept: int | None = None
    adversity: int | None = None
    when: dict[str, str] = {}


Beat = Scene | Post | Adjust | Conflict


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the story, what became of each character by ending (``yo``, ``woe``, ``both``, ``neither``), and new endings."""

    text: str
    epilogue: dict[str, dict[str, str]]
    new_yo: dict[str, str]
    new_woe: dict[str, str]
    last: str


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole evening."""

    title: str
    mood: str
    gm: str
    players: tuple[str, ...]
    cast: tuple[Member, ...]
    beats: tuple[Beat, ...]
    ending: Ending
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()

    @property
    def heroes(self) -> tuple[Member, ...]:
        """The players' characters, in seat order."""
        return tuple(member for member in self.cast if not member.npc)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """All conflicts, in order: every one is played under any dice."""
        return tuple(beat for beat in self.beats if isinstance(beat, Conflict))


@cache
def load() -> Story:
    """The story of ``story.toml``, its prose unwrapped: one line a paragraph."""
    raw = tomllib.loads(files("spookynb.demo").joinpath("story.toml").read_text("utf-8"))
    return msgspec.convert(_unwrapped(raw), Story)


def _unwrapped(value: Any) -> Any:
    """``value`` with every string in it as paragraphs: a single line break is a space, several part paragraphs."""
    match value:
        case dict():
            return {name: _unwrapped(one) for name, one in value.items()}
        case list():
            return [_unwrapped(one) for one in value]
        case str():
            return "\n\n".join(" ".join(part.split("\n")) for part in re.split(r"\n{2,}", value.strip()))
    return value
