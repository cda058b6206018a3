"""How people come to sit at a table: invites, claims, sitting down again by phrase, new keys (PROTOCOL.md, "Keys").

At a hot-seat table one phrase holds every seat and none of this is needed; where it is lost, a new campaign continues the old one.
Elsewhere the GM sends each player an *invite*; claiming it makes a *phrase* of twelve words, shown once, which brings the seat
back on any machine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from nacl.signing import SigningKey

from spookynb.arrival import free_path
from spookynb.entry import claim_bytes, head_id
from spookynb.errors import BadText, IllegalMove, JournalTrouble, NotYourSeat, WrongUsage
from spookynb.game import Game
from spookynb.journal.read import load
from spookynb.ledger.keys import check_phrase, invite_key, new_phrase, public_key
from spookynb.moves import Move
from spookynb.state import GM, Seat, State
from spookynb.table import Clock, Table, stem_of
from spookynb.tablemoves import OpenScene

#: invites that one seat can have been given, one after another
MOST_INVITES: Final = 200

_INVITE: Final = re.compile(r"spooky-invite:([a-z0-9-]{1,64}):([0-9a-f]{64}):([0-9a-f]{64}):([0-9a-f]{8})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Invite:
    """An invite as it is sent privately: the seat, the campaign's id, and the secret key (hex) that admits to it."""

    seat: str
    campaign: str
    secret: str

    def __str__(self) -> str:
        return f"spooky-invite:{self.seat}:{self.campaign}:{self.secret}:{self._check()}"

    def _check(self) -> str:
        return hashlib.sha256(f"{self.seat}:{self.campaign}:{self.secret}".encode()).hexdigest()[:8]

    @classmethod
    def read(cls, text: str) -> Invite:
        """The invite in ``text``, wherever it stands and however it was wrapped. Raises :class:`BadText` for none or a mistyped one."""
        found = _INVITE.search("".join(text.split())) if len(text) <= 10_000 else None
        invite = cls(found[1], found[2], found[3]) if found else None
        if found is None or invite is None or invite._check() != found[4]:
            raise BadText(
                "That is no whole invite.",
                safe="Nothing was claimed.",
                todo="Copy all of it, from spooky-invite to its last digit, or ask the GM to send it again.",
            )
        return invite


def invite(table: Table, seat: str) -> Invite:
    """The invite for a seat that nobody has taken yet; only the GM's machine can give it, as often as needed.

    Raises :class:`WrongUsage` for a seat that is taken or unknown, :class:`NotYourSeat` where the GM's key is not here.
    """
    kept = _seat(table, seat)
    if kept.claimed:
        raise WrongUsage(
            f"{kept.name}'s seat is taken.",
            safe="Nothing has changed.",
            todo="If the phrase is lost, give the seat a new invite with rekey.",
            seat=seat,
        )
    phrase = _gm_phrase(table)
    for number in range(MOST_INVITES):
        key = invite_key(phrase, seat, number)
        if bytes(key.verify_key).hex() == kept.invite:
            return Invite(seat, table.campaign, bytes(key).hex())
    raise WrongUsage("This invite was made under another phrase.", todo="Give the seat a new one with rekey.", seat=seat)


def claim(table: Table, text: Invite | str, phrase: str | None = None) -> str:
    """Take the seat of an invite; gives the phrase of twelve words that brings the seat back, to be written down now.

    ``phrase`` is one to use instead of a new one. Raises :class:`WrongUsage` for an invite to another campaign,
    :class:`BadText` for a mistyped invite or phrase, :class:`IllegalMove` for one that was used.
    """
    asked = text if isinstance(text, Invite) else Invite.read(text)
    if asked.campaign != table.campaign:
        raise WrongUsage("That invite is for another campaign.", safe="Nothing was claimed.", todo="Open the journal that came with it.")
    _seat(table, asked.seat)
    words = check_phrase(phrase) if phrase is not None else new_phrase()
    key = public_key(words, asked.seat)
    message = claim_bytes(asked.campaign, asked.seat, key)
    proof = SigningKey(bytes.fromhex(asked.secret)).sign(message).signature.hex()
    table.keyring.keep(words, asked.seat)  # a phrase that is kept and not claimed harms nobody; the other way round would
    table.act(asked.seat, {"kind": "claim_seat", "key": key, "proof": proof})
    return words


def sit(table: Table, phrase: str) -> tuple[str, ...]:
    """Sit down again by phrase: gives the seats that it holds, and keeps it on this machine.

    Raises :class:`BadText` naming the word that is mistyped, :class:`NotYourSeat` for a phrase that holds no seat here.
    """
    words = check_phrase(phrase)
    held = tuple(slug for slug, seat in table.state.seats.items() if public_key(words, slug) in seat.keys)
    if not held:
        raise NotYourSeat(
            "That phrase holds no seat at this table.",
            safe="Nothing has changed.",
            todo="Check that it belongs to this campaign, or ask the GM for a new invite.",
        )
    table.keyring.keep(words, "" if len(held) > 1 else held[0])
    return held


def rekey(table: Table, seat: str, why: str = "") -> str:
    """Make all keys of a seat void. For a seat held here: gives its new phrase. For another's, by the GM: gives a new invite."""
    whose = _seat(table, seat)
    if table.holds(seat) and (seat == GM or not table.holds(GM)):
        words = new_phrase()
        table.keyring.keep(words, seat)
        table.act(seat, {"kind": "rekey_seat", "whose": seat, "key": public_key(words, seat), "why": why})
        return words
    phrase = _gm_phrase(table)
    used = {whose.invite} | {one.data.get("invite") for one in table.entries() if one.kind == "rekey_seat"}
    for number in range(1, MOST_INVITES):
        public = bytes(invite_key(phrase, seat, number).verify_key).hex()
        if public not in used:
            table.act(GM, {"kind": "rekey_seat", "whose": seat, "invite": public, "why": why})
            return str(invite(table, seat))
    raise WrongUsage(f"{whose.name}'s seat has had {MOST_INVITES} invites.", todo="Add a new seat instead.", seat=seat)


def phrase_of(table: Table, seat: str) -> str:
    """The phrase on this machine that holds ``seat``, to be written down. Raises :class:`NotYourSeat` where it is not here."""
    found = table.keyring.phrase(seat, _seat(table, seat).keys)
    if found is None:
        raise NotYourSeat(
            f"The phrase of {table.state.name(seat)}'s seat is not on this machine.", todo="Sit down with it first.", seat=seat
        )
    return found


def _seat(table: Table, seat: str) -> Seat:
    known = table.state.seats.get(seat)
    if known is None:
        seats = ", ".join(table.state.seats)
        raise WrongUsage(f"Nobody sits in the seat {seat[:60]!r}.", todo=f"The seats are: {seats}.", seat=seat[:60])
    return known


def _gm_phrase(table: Table) -> str:
    found = table.keyring.phrase(GM, table.state.seats[GM].keys)
    if found is None:
        raise NotYourSeat("Only the GM's machine gives invites.", safe="Nothing has changed.", todo="Ask the GM.", seat=GM)
    return found


# ---------------------------------------------------------------------------------------------- a lost phrase


def continue_campaign(journal: Path, where: Path | None = None, *, clock: Clock | None = None) -> Table:
    """Play on where the phrase of a hot-seat journal is lost: a new campaign, which cites the head of the old one.

    The same people sit at it, in the same seats, under the same house rules; what stood on the table is brought about by ordinary
    recorded moves. The old file is only read. ``where`` is the folder of the new journal (the old one's without it), which is
    named after the title with the next number that is free, or a ``.md`` path. What the rules would not carry over is said in
    ``notices``. Raises :class:`JournalTrouble` for a journal that cannot be read or does not hold, :class:`WrongUsage` where
    seats have keys of their own, or where nobody but the GM is left, and what :meth:`Table.new` raises.
    """
    with TemporaryDirectory(prefix="spookynb-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / journal.name  # opening a journal may mend it, and makes a ledger beside it
        copy.write_bytes(load(journal))
        with Table.open(copy) as old:
            state, game, altered = old.state, old.game, bool(old.notices)
            fields = _reopened(state, old.campaign, old.heads)
    where = journal.parent if where is None else where
    path = where if where.suffix == ".md" else free_path(where, stem_of(state.title), 2)
    table = Table.new(path, fields, seed=state.seed, clock=clock)
    if altered:
        table.notices.append(_altered(journal))
    try:
        for seat, move in _carried(game, state):
            _carry(table, seat, move)
    except BaseException:
        table.close()
        raise
    return table


def _reopened(state: State, campaign: str, heads: tuple[str, ...]) -> dict[str, Any]:
    """The fields by which a campaign opens again, without those who left."""
    if not state.hot_seat:
        raise WrongUsage(
            "At this table everybody has a key of their own, so there is no phrase of the whole table that could be lost.",
            safe="Nothing was changed.",
            todo="Sit down by your own phrase, or ask the GM for a new invite (`spookynb rekey`).",
        )
    if not state.players():
        raise WrongUsage("Nobody but the GM is left at this table.", safe="Nothing was changed.", todo="Begin a new campaign.")
    return {
        "title": state.title,
        "system": state.system,
        "gm": state.name(GM),
        "players": [state.name(seat) for seat in state.players()],
        "seats": [{"seat": seat} for seat in state.people()],
        "house_rules": state.house_rules,
        "pacing": state.pacing,
        "mood": state.mood,
        "lines": state.lines,
        "veils": state.veils,
        "continues": {"campaign": campaign, "head": head_id(heads)},
    }


def _carried(game: Game, state: State) -> Iterator[tuple[str, Move]]:
    """The moves that bring the table to where it stood: the system's, then the open scenes."""
    yield from game.carry(state)
    here = {name for name, seat in game.characters(state).items() if seat in state.people()}
    for scene in state.scenes.values():
        yield GM, OpenScene(title=scene.title, setting=scene.setting, roster=tuple(one for one in scene.roster if one in here))


def _carry(table: Table, seat: str, move: Move) -> None:
    try:
        table.act(seat, move)
    except IllegalMove as refusal:
        what = f"Not carried over, {move.kind.replace('_', ' ')} by {table.state.name(seat)}: {refusal.what}"
        data = {"seat": seat, "kind": move.kind, **move.data()}
        table.notices.append(IllegalMove(what, rule=refusal.rule, safe="All the rest was.", todo="See to it by hand.", move=data))


def _altered(journal: Path) -> JournalTrouble:
    return JournalTrouble(
        f"{journal.name} is not in every place as it was written; all that holds in it was continued.",
        safe="It was left as it is.",
        todo="See what `spookynb verify` finds in it.",
        path=str(journal),
    )
