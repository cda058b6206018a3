"""The journal on the screen: a script while one plays, a book to read, or every move in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from spookynb.entry import REMOVED
from spookynb.journal.book import move_parts, story_parts
from spookynb.journal.page import prose
from spookynb.ui.history import Passage
from spookynb.ui.views.face import CANDLE, face
from spookynb.ui.views.words import e, when


def script(passages: Sequence[Passage], mine: Callable[[Passage], bool] = lambda _: False) -> str:
    """The latest passages as they are written: who, when, and what, out-of-character words apart.

    Where a text is ``mine`` to take out of the record, a quiet button says so; the stage hand hears it.
    """
    return "".join(_heading(one) + _post(one, mine(one)) for one in passages if one.prose or one.removed or one.scene)


def _heading(one: Passage) -> str:
    return f'<div class="scene-head"><p class="cap">A new scene</p><h2>{e(one.scene)}</h2></div>' if one.scene else ""


def _post(one: Passage, mine: bool) -> str:
    if not (one.prose or one.removed):
        return ""
    text = f'<div class="prose">{prose(one.prose)}</div>' if one.prose else '<p class="note">The text was taken out.</p>'
    if mine:
        text += f'<button type="button" class="take" data-take="{e(one.id)}">Take this text out</button>'
    who, note = _by(one)
    picture = "" if one.voice == "ooc" else CANDLE if one.seat == "gm" and not one.character else face(one.character or one.name)
    ooc = " ooc" if one.voice == "ooc" else ""
    return (
        f'<article class="post{ooc}"><header class="by">{picture}<span>{e(who)}<span class="note">{e(note)}</span></span></header>'
        f"<div>{text}</div></article>"
    )


def _by(one: Passage) -> tuple[str, str]:
    time = when(one.at)
    match one.voice:
        case "character":
            return one.character, f"{one.name}, {time}"
        case "narrator":
            return "The narrator", f"{one.name}, {time}"
        case "ooc":
            return one.name, f"out of character, {time}"
    return (one.character, f"{one.name} narrates, {time}") if one.character else (one.name, f"narrates, {time}")


def book(passages: Sequence[Passage]) -> str:
    """Nothing but the story."""
    return "".join(story_parts(passages))


def moves(passages: Sequence[Passage]) -> str:
    """Every move in its place, with its number, and the prose between."""
    return "".join(move_parts([replace(one, prose=REMOVED) if one.removed else one for one in passages]))


def nothing() -> str:
    """Where the story has not begun."""
    return '<p class="note">The story has not begun. Posts and narrations will be read here.</p>'


def verified(ok: bool, entries: int, words: str, findings: Sequence[str]) -> str:
    """What a check of the whole file found."""
    if ok:
        head = f"<b>Verified.</b> {entries:,} entries, none altered, all signed."
        note = "The same six words on another player’s screen mean the same journal, to the comma."
    else:
        head = f"<b>Not clean.</b> {len(findings)} finding{'s' if len(findings) != 1 else ''}:" + "".join(
            f"<br>{e(one)}" for one in findings[:20]
        )
        note = "The ledger keeps its own record; nothing is overwritten."
    return f'<div class="verify" role="status"><div>{head}</div><div class="six">{e(words)}</div><div class="note">{note}</div></div>'


def download(name: str, data: str) -> str:
    """A link that saves the journal; ``data`` is its bytes in Base64."""
    return f'<a download="{e(name)}" href="data:text/markdown;base64,{data}">Save {e(name)}</a>'


def with_download() -> str:
    """What a saved journal of a hot-seat table still lacks elsewhere."""
    return (
        '<p class="plain">The file holds the whole game. To play on from it on another machine you need the table’s phrase as well: '
        "it brings the whole table back elsewhere. Write it down, and keep it apart from the file.</p>"
    )
