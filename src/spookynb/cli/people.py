"""``seats``, ``invite``, ``claim``, ``sit``, ``rekey``, ``continue``: who sits at a table, and with which key (PROTOCOL.md, "Keys")."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from spookynb.cli.shell import Json, complain, give, say
from spookynb.cli.tables import Journal, at

Whose = Annotated[str, typer.Argument(help="A seat, as `seats` shows it.", metavar="SEAT")]
_WRITE_DOWN = "Write these twelve words down: they bring the seat back on any machine, and they are not shown again."


def seats(journal: Journal, json: Json = False) -> None:
    """Show who sits where.

    Also whose seats wait for their invite, and for whom this machine can act.
    """
    with at(journal) as table:
        rows = [
            {"seat": slug, "name": seat.name, "here": seat.here, "claimed": seat.claimed, "keys": len(seat.keys), "held": table.holds(slug)}
            for slug, seat in table.state.seats.items()
        ]
        if json:
            give({"seats": rows})
            return
        for row in rows:
            notes = [note for note, holds in (("has left", not row["here"]), ("not claimed yet", not row["claimed"])) if holds]
            notes += ["on this machine"] if row["held"] else []
            said = f" ({', '.join(notes)})" if notes else ""
            say(f"{row['seat']}: {row['name']}{said}")


def invite(journal: Journal, seat: Whose) -> None:
    """Print the invite for a seat that nobody has taken.

    Send it to that player, privately, with the journal.
    """
    from spookynb.admission import invite as invite_to

    with at(journal) as table:
        say(str(invite_to(table, seat)))


def claim(
    journal: Journal,
    invite: Annotated[str, typer.Argument(help="The invite; - reads standard input.", metavar="INVITE")],
) -> None:
    """Take the seat of an invite; prints the phrase that holds it."""
    from spookynb.admission import claim as take

    with at(journal) as table:
        phrase = take(table, sys.stdin.read(10_001) if invite == "-" else invite)
        complain(_WRITE_DOWN)
        say(phrase)


def sit(journal: Journal) -> None:
    """Sit down again by phrase, typed in or from standard input.

    This machine can then act for the seat.
    """
    from spookynb.admission import sit as sit_down

    phrase = typer.prompt("Phrase", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.read(10_001)
    with at(journal) as table:
        for slug in sit_down(table, phrase):
            say(f"{slug}: {table.state.name(slug)}")


def rekey(journal: Journal, seat: Whose, why: Annotated[str, typer.Option(help="The reason, shown to all.", metavar="WORDS")] = "") -> None:
    """Make the keys of a seat void and give it new ones.

    One's own seat gets a new phrase; a player's, by the GM, a new invite.
    """
    from spookynb.admission import rekey as make_void

    with at(journal) as table:
        fresh = make_void(table, seat, why)
        if not fresh.startswith("spooky-invite"):
            complain(_WRITE_DOWN)
        say(fresh)


def continue_(
    journal: Journal,
    out: Annotated[Path | None, typer.Option(help="Folder of the new journal; the old one's without it.", metavar="DIR")] = None,
) -> None:
    """Go on in a new journal where the phrase is lost.

    For journals of one keyboard, such as a file from another machine. People, sheets, dice and house rules are carried over by
    recorded moves, and the new journal says whose head it follows. The old one is left as it is. Prints the new journal's path.
    """
    from spookynb.admission import continue_campaign

    with closing(continue_campaign(journal, out)) as table:
        complain(*map(str, table.notices))
        say(str(table.journal))
