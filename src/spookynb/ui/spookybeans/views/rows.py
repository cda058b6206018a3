"""Lines of a conflict's two ledgers in markup: Thingies used, gifts, offers, asks."""

from __future__ import annotations

from spookynb.journal.drawings import cube, icon
from spookynb.odds import percent
from spookynb.state import State
from spookynb.systems.spookybeans.sheet import Asked, Offered, Used
from spookynb.ui.views.words import dice, e, listed, many


def _line(drawn: str, words: str) -> str:
    return f'<div class="line"><div class="dice">{drawn}</div><div>{words}</div></div>'


NO_DIE = '<span class="note no-die">no die</span>'


def _said(words: str) -> str:
    return f'<br><q class="said">{e(words)}</q>' if words else ""


def used(one: Used, concept: str, waits: bool) -> str:
    """A Thingy in use: with its die, refused, or waiting for Adversity (``waits``)."""
    kind = " (Concept)" if one.thingy == concept else ""
    if one.refused:
        reason = f': <q class="said">{e(one.refusal)}</q>' if one.refusal else ""
        return _line(NO_DIE, f'<span class="struck">{e(one.thingy)}</span>{kind}, refused{reason}{_said(one.why)}')
    drawn = cube("yours", "sm") if one.die else cube("offered", "sm") if waits else NO_DIE
    dry = "" if one.die or waits else '<div class="note">The GM’s pool is empty: it counts, and brings no die.</div>'
    return _line(drawn, f"<b>{e(one.thingy)}</b>{kind}{_said(one.why)}{dry}")


def given(state: State, donor: str, count: int) -> str:
    """Dice that have been given."""
    return _line(cube("yours", "sm") * min(count, 4), f"<b>{e(state.name(donor))} gave {dice(count)}</b>")


def offered(state: State, offer: Offered) -> str:
    """An open offer."""
    return _line(
        cube("offered", "sm") * min(offer.dice, 4),
        f"<b>{e(state.name(offer.donor))} offers {dice(offer.dice)} for an Ouchie</b>{_said(offer.words)}",
    )


def asked(name: str, ask: Asked) -> str:
    """What the roller asks of the table."""
    terms = "and would take an Ouchie for it" if ask.ouchie else "for nothing"
    return _line(NO_DIE, f"<b>{e(name)} asks for {dice(ask.dice)}</b>, {terms}{_said(ask.words)}")


def passed(state: State, donor: str) -> str:
    """Somebody who gives no more."""
    return _line(NO_DIE, f"{e(state.name(donor))} gives no more")


def took(name: str, count: int) -> str:
    """Ouchies taken in this conflict."""
    return _line(icon("ouchie"), f"<b>{e(name)} has taken {many(count, 'Ouchie') if count > 1 else 'an Ouchie'}</b>")


def giving(name: str, foreseen: list[tuple[int, float]]) -> str:
    """The head above one's own gifts: for whom, and what each would make of their chance."""
    makes = [f"{dice(count)} {'makes' if count == 1 else 'make'} it {percent(win)}" for count, win in foreseen]
    return f'<p class="note">From you to {e(name)}{": " if makes else ""}{e(listed(makes))}.</p>'
