"""Who sits where: seats at the opening, newcomers and leavers, claims, keys (SB-1, SB-3a; PROTOCOL.md, "Keys")."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from spookynb import text as _text
from spookynb.entry import claim_bytes, verifies
from spookynb.moves import Move
from spookynb.state import GM, DeviceAdded, Fact, Seat, SeatClaimed, SeatJoined, SeatLeft, SeatRekeyed, State
from spookynb.tablemoves.moves import MOST_SEATS, AddDevice, AddSeat, ClaimSeat, LeaveSeat, OpenCampaign, RekeySeat
from spookynb.tablemoves.refusal import gm_only, refuse

#: further keys that may sign for one seat
MOST_DEVICES: Final = 8

_KEY: Final = re.compile(r"[0-9a-f]{64}\Z")
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


def _check_key(key: str | None) -> str:
    """``key``, or nothing; refused unless it is one."""
    if key is not None and not _KEY.match(key):
        refuse("A key is 64 lowercase hex digits.", todo="Leave it to the program.", rule="keys")
    return key or ""


def seats_of(move: OpenCampaign) -> tuple[Seat, ...]:
    """The seats that a campaign opens with, the GM's first. Raises :class:`IllegalMove` for people or keys that do not go."""
    names = (move.gm, *move.players)
    check_names(names)
    slugs = tuple(one.seat for one in move.seats) if move.seats else slugs_of(names)
    if len(slugs) != len(names) or len(set(slugs)) != len(slugs) or slugs[0] != GM or not all(map(_SLUG.match, slugs)):
        refuse("The seats do not match the people: each needs a slug of its own, the GM's is `gm`.", todo="Leave `seats` out.")
    if not move.seats:
        return tuple(Seat(slug=slug, name=name) for slug, name in zip(slugs, names, strict=True))
    if any((one.key is None) == (one.invite is None) for one in move.seats) or move.seats[0].key is None:
        refuse("Each seat has either a key or an invite, and the GM's has a key.", todo="Leave `seats` out.", rule="keys")
    return tuple(
        Seat(slug=one.seat, name=name, key=_check_key(one.key), invite=_check_key(one.invite))
        for one, name in zip(move.seats, names, strict=True)
    )


def check_names(names: tuple[str, ...]) -> None:
    """Refuse people without a name, or two whom nobody could tell apart."""
    seen: dict[str, str] = {}
    for name in names:
        if not name:
            refuse("Somebody at the table has no name.", todo="Name everybody.")
        if (key := _text.key(name)) in seen:
            refuse(f"Two people are called {name}.", todo="Tell them apart, by an initial for instance.", name=name)
        seen[key] = name
    if len(names) > MOST_SEATS:
        refuse(f"A table has at most {MOST_SEATS} seats.", todo="Seat fewer people.", limit=MOST_SEATS)


def slugs_of(names: tuple[str, ...], taken: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Seat slugs for ``names``: the first is ``gm`` unless ``taken`` says that there is one; the rest are made of the names."""
    from slugify import slugify

    slugs = list(taken)
    for name in names:
        slug = base = GM if not slugs else slugify(name, max_length=40, word_boundary=True) or "player"
        number = 2
        while slug in slugs:
            slug = f"{base}-{number}"
            number += 1
        slugs.append(slug)
    return tuple(slugs[len(taken) :])


def _add_seat(rules: Any, state: State, seat: str, move: AddSeat, faces: Any) -> tuple[Fact, ...]:
    gm_only(seat, "adds seats")
    for known in state.seats.values():
        if _text.key(known.name) == _text.key(move.name):
            if known.here:
                refuse(f"{move.name} sits at this table already.", todo="Tell them apart, by an initial for instance.")
            if known.name != move.name:
                refuse(f"{known.name} has left, and {move.name} would be taken for them.", todo=f"Add {known.name} to have them back.")
            return (_joined(known.slug, known.name, move, returns=True),)
    check_names((*(known.name for known in state.seats.values()), move.name))
    slug = move.seat or slugs_of((move.name,), tuple(state.seats))[0]
    if slug in state.seats or not _SLUG.match(slug):
        refuse(f"The seat {slug!r} cannot be added.", todo="Leave `seat` out.")
    return (_joined(slug, move.name, move),)


def _joined(slug: str, name: str, move: AddSeat, *, returns: bool = False) -> SeatJoined:
    key, invite = _check_key(move.key), _check_key(move.invite)
    if key and invite:
        refuse("A seat has either a key or an invite.", todo="Leave one out.", rule="keys")
    return SeatJoined(seat=slug, name=name, key=key, invite=invite, returns=returns)


def _claim_seat(rules: Any, state: State, seat: str, move: ClaimSeat, faces: Any) -> tuple[Fact, ...]:
    kept = state.seats[seat]
    if kept.claimed:
        refuse(f"{kept.name}'s seat is taken.", todo="Ask the GM for a new invite if it is yours and the phrase is lost.", rule="keys")
    if not verifies(kept.invite, move.proof, claim_bytes(state.campaign, seat, _check_key(move.key))):
        refuse("That invite is not for this seat.", todo="Ask the GM for the invite again.", rule="keys")
    return (SeatClaimed(seat=seat, key=move.key),)


def _add_device(rules: Any, state: State, seat: str, move: AddDevice, faces: Any) -> tuple[Fact, ...]:
    if _check_key(move.key) in state.seats[seat].keys:
        refuse("That key signs for this seat already.", rule="keys")
    if len(state.seats[seat].devices) >= MOST_DEVICES:
        refuse(f"A seat has at most {MOST_DEVICES} further keys.", todo="Give it a new key.", rule="keys", limit=MOST_DEVICES)
    return (DeviceAdded(seat=seat, key=move.key),)


def _rekey_seat(rules: Any, state: State, seat: str, move: RekeySeat, faces: Any) -> tuple[Fact, ...]:
    whose = state.seats.get(move.whose)
    if whose is None:
        refuse(f"Nobody sits in the seat {move.whose!r}.", todo="Name a seat of this table.", rule="seat")
    if seat not in (GM, whose.slug):
        refuse(f"Only {whose.name} or the GM gives that seat new keys.", todo="Ask one of them.", rule="keys")
    key, invite = _check_key(move.key), _check_key(move.invite)
    if bool(key) == bool(invite) or (invite and whose.slug == GM):
        refuse("A seat gets either a new key or a new invite; the GM's gets a key.", todo="Give one of them.", rule="keys")
    return (SeatRekeyed(seat=whose.slug, key=key, invite=invite),)


def _leave_seat(rules: Any, state: State, seat: str, move: LeaveSeat, faces: Any) -> tuple[Fact, ...]:
    leaver = state.seats.get(move.leaves)
    if leaver is None or not leaver.here or leaver.slug == GM:
        refuse(f"The seat {move.leaves!r} cannot leave.", todo="Name a player who is at the table.", rule="SB-1")
    if seat not in (GM, leaver.slug):
        refuse("Only the player or the GM says that a player leaves.", rule="SB-1")
    return (SeatLeft(seat=leaver.slug),)


# ---------------------------------------------------------------------------------------------- folding


def _seat(state: State, seat: Seat) -> State:
    return replace(state, seats={**state.seats, seat.slug: seat})


def _seat_joined(state: State, fact: SeatJoined) -> State:
    old = state.seats.get(fact.seat)
    if old is not None and not (fact.key or fact.invite):
        return _seat(state, replace(old, here=True))
    return _seat(state, Seat(slug=fact.seat, name=fact.name, key=fact.key, invite=fact.invite))


def _seat_left(state: State, fact: SeatLeft) -> State:
    return _seat(state, replace(state.seats[fact.seat], here=False))


def _device_added(state: State, fact: DeviceAdded) -> State:
    seat = state.seats[fact.seat]
    return _seat(state, replace(seat, devices=(*seat.devices, fact.key)))


DECIDE: Final[Mapping[type[Move], Callable[..., tuple[Fact, ...]]]] = {
    AddSeat: _add_seat,
    ClaimSeat: _claim_seat,
    AddDevice: _add_device,
    RekeySeat: _rekey_seat,
    LeaveSeat: _leave_seat,
}

EVOLVE: Final[Mapping[type[Fact], Callable[..., State]]] = {
    SeatJoined: _seat_joined,
    SeatClaimed: lambda state, fact: _seat(state, replace(state.seats[fact.seat], key=fact.key, invite="")),
    DeviceAdded: _device_added,
    SeatRekeyed: lambda state, fact: _seat(state, replace(state.seats[fact.seat], key=fact.key, invite=fact.invite, devices=())),
    SeatLeft: _seat_left,
}
