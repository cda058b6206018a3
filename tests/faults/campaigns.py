"""A small campaign for the fault tests, and what must hold of it whatever has happened."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spookynb.errors import SpookyError
from spookynb.table import Table
from spookynb.verify import verify

PLAYERS = ["Bob", "Alice", "Joe"]
PEOPLE = {"title": "The Hollow", "gm": "Sam", "players": PLAYERS, "house_rules": {"dice": "practice"}}
NAME = "the-hollow"
EVENING: list[tuple[str, dict[str, Any]]] = [
    ("bob", {"kind": "create_character", "name": "Cameron", "concept": "Hacker Supreme", "thingies": ["Kung Foo"], "yo": "Graduates"}),
    ("gm", {"kind": "open_scene", "title": "The Server Room"}),
    ("bob", {"kind": "post", "text": "The fans stop, one after the other.\n\n- Even the one that was never plugged in -- quite still."}),
    ("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"}),
    ("gm", {"kind": "set_adversity", "dice": 2}),
    ("alice", {"kind": "give", "to": "bob", "dice": 1}),
    ("bob", {"kind": "roll"}),
]


def begun(folder: Path) -> Path:
    """The journal of a campaign in ``folder`` with one conflict played, its table closed. Practice dice: its keys follow from a seed."""
    with Table.new(folder, PEOPLE, seed=7) as table:
        for seat, move in EVENING:
            table.act(seat, move)
        table.act(table.state.game.last["winner"], {"kind": "narrate", "text": "It went click. Then it went *clack*."})
        return table.journal


def copied(journal: Path, folder: Path) -> Path:
    """The same campaign anew in ``folder``, whatever stood there."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(journal.parent, folder)
    return folder / journal.name


def ledger(journal: Path) -> Path:
    return journal.parent / ".spookynb" / f"{journal.stem}.db"


def say(table: Table, words: str, seat: str = "bob") -> str:
    """Post something; gives the id of the entry that was acknowledged."""
    return table.act(seat, {"kind": "post", "text": words, "voice": "ooc"}).id


def wrong(journal: Path, acknowledged: Iterable[str], *, refused: Iterable[str] = ()) -> str:
    """What is wrong with a campaign on opening it again; "" when every acknowledged entry is there once, and no refused words are."""
    acknowledged = list(acknowledged)
    try:
        with Table.open(journal) as table:
            entries = table.entries()
            words = {one.prose for one in entries}
            ids = [one.id for one in entries]
            say(table, "And on we go.")
    except SpookyError as error:
        return f"it does not open: {error}"
    lost = sum(one not in ids for one in acknowledged)
    made = sum(one in words for one in refused)
    report = verify(journal)
    parts = {
        f"{lost} acknowledged moves are lost": lost,
        f"{len(ids) - len(set(ids))} entries are there twice": len(ids) > len(set(ids)),
        f"{made} refused moves were made": made,
        f"the journal has findings: {report.findings[:1]}": report.findings,
        f"the journal has {report.entries} entries, the ledger {len(ids) + 1}": report.entries != len(ids) + 1,
    }
    return "; ".join(what for what, true in parts.items() if true)
