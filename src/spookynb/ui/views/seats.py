"""Seats, invites and phrases in markup. An invite and a phrase are secrets: they are shown to whoever asks, and kept nowhere else."""

from __future__ import annotations

from spookynb.ui.views.words import e, owner


def head(hot_seat: bool) -> str:
    """The head of the seats on the campaign page."""
    words = (
        "One screen, one phrase: it holds every seat of this table and brings them all back on another machine."
        if hot_seat
        else "Everybody plays from their own machine, with a phrase of their own."
    )
    return f'<h2>Seats</h2><p class="note">{words}</p>'


def standing(name: str, gm: bool, words: str) -> str:
    """Who sits there, and from where."""
    return f'<h3>{e(name)}{" (the GM)" if gm else ""}</h3><p class="plain">{e(words)}</p>'


def invite(name: str, text: str) -> str:
    """An invite to be sent, and what to do with it."""
    return (
        f'<label class="invite"><span>Send this to {e(name)} privately, together with the journal. '
        f"Whoever has it can take the seat. A click marks all of it.</span>"
        f'<textarea readonly rows="4" spellcheck="false" aria-label="{e(owner(name))} invite">{e(text)}</textarea></label>'
    )


def phrase(words: str, whose: str) -> str:
    """A phrase to be written down: twelve numbered words, calmly."""
    items = "".join(f"<li>{e(word)}</li>" for word in words.split())
    return (
        f'<section class="phrase" aria-label="The phrase"><h3>Write these down</h3>'
        f'<p class="plain">On paper, in this order. They bring {e(whose)} back on any machine, and there is no other way.</p>'
        f'<ol translate="no">{items}</ol><p class="note">Whoever knows them can play for you. Keep them as you keep a key.</p></section>'
    )


def elsewhere(hot_seat: bool) -> str:
    """Nobody can act here yet."""
    whose = "Its phrase is" if hot_seat else "You have not taken a seat yet, or your phrase is"
    return f'<p class="plain">{whose} not on this machine.</p>'


def lost() -> str:
    """What continuing a campaign means whose phrase is lost."""
    return (
        '<p class="note">The phrase is lost? Continue in a new journal: the same people and all that stood on the table, '
        "with a new phrase. This journal stays as it is, and the new one names its last words.</p>"
    )


def joined(name: str) -> str:
    """Somebody has taken their seat."""
    return f'<p class="plain" role="status"><b>The seat is yours, {e(name)}.</b></p>'


def send_back() -> str:
    """What a copy of one's own asks for."""
    return (
        '<p class="note">That you took the seat stands in your copy of the journal. Where you do not all play in one folder, '
        "send the copy back: Journal, Prepare the download.</p>"
    )
