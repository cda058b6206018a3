"""``backup`` and ``restore``: a copy of the whole campaign in one file, and back."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from spookynb.cli.shell import Json, complain, give, say
from spookynb.cli.tables import Journal, at


def backup(
    journal: Journal,
    to: Annotated[Path | None, typer.Option(help="The new file; without it one beside the journal, named after the time.")] = None,
    json: Json = False,
) -> None:
    """Copy a campaign into one file, while others play.

    The file holds every entry. The keys of seats are not in it, and neither are drafts.
    """
    from spookynb.ledger.backup import backup as copy
    from spookynb.record import ledger_path

    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    target = to or journal.with_name(f"{journal.stem}.backup-{now}.db")
    with at(journal) as table:
        entries = copy(ledger_path(journal), target)
        head = table.head_words()
    if json:
        give({"backup": str(target), "entries": entries, "head": head})
    else:
        say(str(target), f"{entries:,} entries.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` made.", metavar="FILE")],
    to: Annotated[
        Path | None, typer.Option(help="The journal to make; without it one in journals/ named after the title.", metavar="JOURNAL")
    ] = None,
    json: Json = False,
) -> None:
    """Make a campaign and its journal again from a backup.

    Nothing is ever written over: where a campaign of that name stands, choose another name.
    """
    from spookynb.errors import SpookyError, WrongUsage
    from spookynb.ledger.backup import read
    from spookynb.ledger.backup import restore as put_back
    from spookynb.record import ledger_path
    from spookynb.table import stem_of
    from spookynb.verify import verify

    journal = to or Path("journals") / f"{stem_of(str(read(file)[0].data.get('title', '')))}.md"
    ledger = ledger_path(journal)
    if journal.exists() or ledger.exists():
        raise WrongUsage(
            f"There is a campaign called {journal.stem} in {journal.parent} already.",
            safe="It was not touched: nothing is ever written over.",
            todo="Choose another name with --to.",
        )
    entries = put_back(file, ledger)
    try:
        with at(journal) as table:
            head = table.head_words()
    except SpookyError:
        ledger.unlink()
        raise
    complain(*map(str, verify(journal).findings))
    if json:
        give({"journal": str(journal), "entries": entries, "head": head})
    else:
        say(str(journal), f"{entries:,} entries, head: {head}")
