"""Sitting down at a campaign that the folder holds: by the GM's invite, or again by one's phrase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from spookynb.admission import Invite, claim, continue_campaign, sit
from spookynb.errors import SpookyError
from spookynb.table import Table
from spookynb.ui.acting import Act, Says, unforeseen
from spookynb.ui.parts import column, fold, html, line, page, row
from spookynb.ui.views import seats as views


class Enter(Protocol):
    """Sit down at an open table, in a seat and on a page of it."""

    def __call__(self, table: Table, seat: str = "", page: str = "table") -> None:
        """An empty ``seat`` leaves the choice to the table."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the door says of a campaign: its title, who is waited for, and what stands in the way of opening it, if anything.

    ``here``: somebody can act on this machine; ``free``: a seat waits for its invite to be used; ``away``: one is held elsewhere.
    """

    title: str
    waits: tuple[str, ...] = ()
    trouble: SpookyError | None = None
    here: bool = True
    free: bool = False
    away: bool = False
    hot_seat: bool = True


def glimpse(journal: Path) -> Glimpse:
    """Look into a campaign without sitting down."""
    try:
        with Table.open(journal) as table:
            state = table.state
            people = [state.seats[slug] for slug in state.people()]
            held = [table.holds(seat.slug) for seat in people]
            return Glimpse(
                state.title,
                tuple(dict.fromkeys(state.name(debt.seat) for debt in table.waiting() if debt.blocks)),
                here=any(held),
                free=any(not seat.claimed for seat in people),
                away=any(seat.claimed and not here for seat, here in zip(people, held, strict=True)),
                hot_seat=state.hot_seat,
            )
    except SpookyError as error:
        return Glimpse(journal.stem, trouble=error)
    except Exception as error:
        return Glimpse(journal.stem, trouble=unforeseen(error))


class Joining:
    """What the door offers below a campaign whose seats are not all held here."""

    def __init__(self, journal: Path, seen: Glimpse, enter: Enter) -> None:
        self.journal = journal
        self._enter = enter
        self.invite = page("The invite, as the GM sent it", placeholder="spooky-invite:…", rows=4)
        self.phrase = line("The phrase: twelve words, in order", placeholder="twelve words on paper")
        parts: list[Any] = []
        if seen.free:
            parts.append(self._part(self.invite, "Join by invite", self._join))
        if seen.away:
            parts.append(self._part(self.phrase, "Sit down again by phrase", self._sit))
        if seen.hot_seat and not seen.here:
            parts.append(self._part(html(views.lost()), "Continue it", lambda _once: self._enter(continue_campaign(self.journal))))
        said = [] if seen.here or seen.trouble else [html(views.elsewhere(seen.hot_seat))]
        self.box = column([*said, fold("Take a seat here", parts, open_=not seen.here)] if parts else [], "joining")

    def _part(self, field: Any, words: str, do: Callable[[str], Any]) -> Any:
        says = Says()
        return column([field, row([Act(words, do, says)], "acts"), says], "ask")

    def _join(self, _once: str) -> None:
        invite = Invite.read(self.invite.value)
        with Table.open(self.journal) as table:
            words = claim(table, invite)
            name = table.state.name(invite.seat)
        says = Says()
        go = Act("I have written them down", lambda _once: self._enter(Table.open(self.journal), invite.seat), says, "primary")
        told = (views.joined(name), views.phrase(words, "your seat"), views.send_back())
        self.box.children = (*map(html, told), row([go], "acts"), says)

    def _sit(self, _once: str) -> None:
        table = Table.open(self.journal)
        try:
            held = sit(table, self.phrase.value)
        except BaseException:
            table.close()
            raise
        self._enter(table, held[0])
