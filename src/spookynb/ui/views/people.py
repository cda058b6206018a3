"""People in markup: a portrait, what they hold, whether they owe something."""

from __future__ import annotations

from spookynb.ui.systems import Holds
from spookynb.ui.views.face import CANDLE, face
from spookynb.ui.views.words import e, many


def portrait(name: str, gm: bool) -> str:
    """A person's picture: their character's face, the GM's candle."""
    return CANDLE if gm else face(name)


def elsewhere(name: str) -> str:
    """The name of somebody whose key is on another machine: they act there."""
    return f'<span title="acts on another machine">{e(name)}</span>'


def standing(gm: bool, holds: Holds, owes: int, here: bool) -> str:
    """The lines below a name: the character, what they hold, how many things they owe."""
    lines = [e("the GM" if gm else holds.character or "no character yet"), e(holds.words)]
    if owes:
        lines.append(f'<b class="acc">owes {many(owes, "thing")}</b>')
    tick = '<span class="sr">acting now. </span>' if here else ""
    return f'<div class="note">{tick}{"<br>".join(part for part in lines if part)}</div>'
