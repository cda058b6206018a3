"""Drawings: Skulls, Bones, dice and the marks of the sheet, as inline SVG.

The art is data (``static/drawings.svg``); each function gives one drawing, whole, so that it survives wherever it is put. A
drawing never says more than the words beside it: those that carry a result have a label, all others are hidden from
screen readers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from typing import Final, Literal

from spookynb.dice import is_face, is_skull

Icon = Literal["skull", "bone", "ouchie", "yo", "woe", "note", "quill", "bean"]
Cube = Literal["yours", "theirs", "offered"]
Size = Literal["", "sm", "big"]

#: tally strokes drawn at most; a higher score is told by its number
MOST_STROKES: Final = 25

_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)
_CUBES: Final[Mapping[str, str]] = {"yours": "cube", "theirs": "cubegm", "offered": "cubemaybe"}
#: where the picture stands on each shape of die: left, top and side of its square; and the number's place: x, y, size
_LAYOUT: Final[Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]]] = {
    "d4": ((17.5, 18, 21), (28, 48.5, 9)),
    "d6": ((11.5, 10, 33), (47, 49.5, 12)),
    "d8": ((16.5, 12, 23), (28, 45.5, 10)),
    "d10": ((16, 15, 24), (28, 48, 10)),
    "d12": ((14.5, 11, 27), (28, 49, 10)),
    "d20": ((14.5, 11.5, 27), (28, 48.5, 10)),
    "coin": ((14.5, 14.5, 27), (28, 48, 0)),
    "other": ((14.5, 10, 27), (28, 48.5, 10)),
}
_RING: Final = '<circle cx="28" cy="28" r="20.5" fill="none" stroke="var(--snb-ink)" stroke-width="1"/>'


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    text = files("spookynb.journal").joinpath("static", "drawings.svg").read_text(encoding="utf-8")
    return {name: (box, art) for name, box, art in _SYMBOL.findall(text)}


def _svg(name: str, css: str, label: str = "", style: str = "") -> str:
    box, art = _symbols()[name]
    voice = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="{css}" viewBox="{box}" {voice}{style}>{art}</svg>'


def icon(name: Icon, label: str = "") -> str:
    """A drawing the size of a word, to stand in a line of text; ``label`` only where no words say the same."""
    return _svg(name, "ic", label)


def mark(name: Icon) -> str:
    """The same drawing large, for the head of a part of a sheet."""
    return _svg(name, "mark")


def cube(shape: Cube = "yours", size: Size = "") -> str:
    """A die that has not been rolled: outlined (``yours``), filled (``theirs``) or dashed (``offered``, not yet given)."""
    return _svg(_CUBES[shape], _css("die", size))


@lru_cache(maxsize=1024)
def die(face: str, size: Size = "") -> str:
    """A rolled die: its shape, a Skull in a heavy line or a Bone in a thin one, and its number (left out when small).

    ``face`` is one as journals write it, ``"d6:3"`` or ``"coin:H"``; anything else gives an empty string.
    """
    if not is_face(face):
        return ""
    kind, value = face.split(":")
    shape = "coin" if kind == "d2" else kind if kind in _LAYOUT else "other"
    skull = is_skull(face)
    pen = 'fill="var(--snb-wash)" stroke-width="2.8"' if skull else 'fill="none" stroke-width="1.7"'
    said = {"H": "heads", "T": "tails"}.get(value, value)
    (left, top, side), (x, y, height) = _LAYOUT[shape]
    numbered = size != "sm" and height
    if numbered and shape == "d6":
        left -= 3  # a d6 has its number in the corner, and its picture makes room for it
    picture = _symbols()["skull" if skull else "bone"][1]
    return (
        f'<svg class="{_css("die", size)}" viewBox="0 0 56 56" role="img" aria-label="{"Skull" if skull else "Bone"} ({kind} {said})">'
        f'<g stroke="var(--snb-ink)" stroke-linejoin="round" {pen}>{_symbols()[shape][1]}</g>{_RING if shape == "coin" else ""}'
        f'<svg x="{left:g}" y="{top:g}" width="{side:g}" height="{side:g}" viewBox="0 0 48 48">{picture}</svg>'
        + (_number(value, x, y, height, shape) if numbered else "")
        + "</svg>"
    )


def _number(value: str, x: float, y: float, height: float, shape: str) -> str:
    anchor = "end" if shape == "d6" else "middle"
    look = f'font-size="{height:g}" fill="var(--snb-ink)" font-family="inherit"'
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {look}>{value}</text>'


def tally(score: int) -> str:
    """A score as strokes on a wall, every fifth across the four before it; nothing for 0 and for scores above 25."""
    if not 0 < score <= MOST_STROKES:
        return ""
    strokes = []
    for place in range(score):
        block, stroke = divmod(place, 5)
        left = 4 + 40 * block
        if stroke == 4:
            strokes.append(f"M{left - 3} 19.5 {left + 29} 6.5")
        else:
            x = left + 8 * stroke
            lean = (0.6, 0.4, -0.9, 0.5)[stroke]
            strokes.append(f"M{x} 3 {x + lean:g} 23")
    blocks, rest = divmod(score, 5)
    width = 40 * blocks + (8 * rest if rest else -7)
    pen = 'fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"'
    return f'<svg class="tally" viewBox="0 0 {width} 26" aria-hidden="true" {pen}><path d="{"".join(strokes)}"/></svg>'


def terrace() -> str:
    """The vignette of title pages: a crooked terrace by night."""
    label = "A crooked terrace under a moon, with a leaning lamp and two gravestones."
    return _svg("terrace", "vignette", label, ' style="width:100%;max-width:640px;height:auto"')


def _css(name: str, size: Size) -> str:
    return f"{name} {size}" if size else name
