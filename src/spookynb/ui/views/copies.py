"""Copies of a journal in markup: what a file that arrived has brought."""

from __future__ import annotations

from spookynb.arrival import Arrived
from spookynb.game import Game
from spookynb.journal.page import told
from spookynb.ui.views.words import e, many

_LATE_SHOWN = 12


def head() -> str:
    """The head of the copies on the campaign page."""
    return (
        "<h2>Copies of this journal</h2>"
        '<p class="note">Somebody has played on with a copy of their own? Bring it: everything in it is taken in, '
        "nothing that is here is lost, and it does not matter who merges whom.</p>"
    )


def arriving() -> str:
    """The head above the upload of the door."""
    return (
        "<h2>Bring a journal</h2>"
        '<p class="note">The .md file that you were sent, to join its table or to read it. A copy of a campaign '
        "that is here already is merged with it; nothing is overwritten.</p>"
    )


def merged(arrived: Arrived, game: Game | None = None) -> str:
    """How many entries were new, and what came too late."""
    if not arrived.merged:
        head = f"<b>{e(arrived.journal.name)}</b> is here now, with {many(arrived.new, 'entry', 'entries')}."
    elif arrived.new:
        was = "was" if arrived.new == 1 else "were"
        head = f"<b>{many(arrived.new, 'entry', 'entries')} {was} new</b> to {e(arrived.journal.name)}."
    else:
        head = f"<b>Nothing was new:</b> {e(arrived.journal.name)} holds all of it already."
    return f'<div class="brought" role="status"><p class="plain">{head}</p>{_late(arrived, game)}{_notices(arrived)}</div>'


def _late(arrived: Arrived, game: Game | None) -> str:
    if not arrived.late:
        return ""
    one = len(arrived.late) == 1
    head = f"{len(arrived.late):,} {'move' if one else 'moves'} came too late: somebody else was quicker."
    if game is None:
        return f'<p class="plain">{head}</p>'
    shown = (taken.shown(game) for taken in arrived.late[:_LATE_SHOWN])
    items = "".join(f"<li>{'<br>'.join(map(told, lines))}</li>" for lines in shown)
    rest = "<li>…</li>" if len(arrived.late) > _LATE_SHOWN else ""
    stays = "It stays" if one else "They stay"
    note = f"{stays} in the record, struck through, with the reason; what was meant may still be played."
    return f'<p class="plain">{head}</p><ul class="late">{items}{rest}</ul><p class="note">{note}</p>'


def _notices(arrived: Arrived) -> str:
    return "".join(f'<p class="plain">{e(str(one))}</p>' for one in arrived.notices)
