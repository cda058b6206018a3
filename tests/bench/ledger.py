"""Appending one move: in a long campaign against a short one, and against a bare durable commit of the same bytes."""

from __future__ import annotations

import hashlib
import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from spookynb import entry as entries
from spookynb.entry import AT_FORMAT, moment
from spookynb.journal import RENDERER
from spookynb.ledger.keys import practice_phrase, seat_key
from spookynb.ledger.store import Store, journal_mode
from spookynb.replay import Replay
from spookynb.table import PRACTICE_STEP, Table

from .measure import Row, side_by_side

LONG, SHORT = 100_000, 100
MOVES = 300
TEXT = "The stairs count themselves aloud, and there is one more than yesterday. Nobody says so; everybody steps over it. " * 4
CAMPAIGN = {"title": "Bench", "gm": "Sam", "players": ["Bob", "Alice", "Joe"], "house_rules": {"dice": "practice"}}


def rows() -> Iterator[Row]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        short = stack.enter_context(closing(campaign(folder / "short", SHORT)))
        bare, sample = stack.enter_context(closing(_Bare(folder / "bare.db"))), short.entries()[-1]
        ours, theirs = side_by_side(_post(short), lambda: bare.commit(sample), rounds=MOVES)
        yield Row("whole Table.act against a bare durable commit", ours, theirs, 3)
        long = stack.enter_context(closing(campaign(folder / "long", LONG)))
        ours, theirs = side_by_side(_post(long), _post(short), rounds=MOVES)
        yield Row(f"append one move, {LONG:,} entries against {SHORT:,}", ours, theirs, 1.2)


def _post(table: Table) -> Callable[[], object]:
    count = itertools.count()
    return lambda: table.act("gm", {"kind": "post", "text": f"{next(count)}. {TEXT}"})


def campaign(folder: Path, size: int) -> Table:
    """A practice campaign of ``size`` posts, written straight into the ledger; opening it checks and renders every one."""
    with closing(Table.new(folder, CAMPAIGN)) as table:
        path, first = table.journal, table.entries()[0]
    key, replay, made = seat_key(practice_phrase(0), "gm"), Replay(), []
    game = replay.take(first).after and replay.game
    assert game is not None
    move = game.parse_move({"kind": "post", "text": TEXT})
    for _ in range(size - 1):
        at = moment(replay.at) + PRACTICE_STEP
        facts = game.encode_facts(game.decide(replay.state, "gm", move, at, None))
        one = entries.make(
            key=key, seat="gm", after=replay.heads, at=at.strftime(AT_FORMAT), kind=move.kind, data=move.data(), facts=facts, prose=TEXT
        )
        made.append((one, replay.depth(one), RENDERER))
        replay.take(one, trusted=True)
    with closing(Store(folder / ".spookynb" / f"{path.stem}.db")) as store, store.lock():
        store.extend(made)
    path.unlink()
    return Table.open(path)


class _Bare:
    """A table of rows like the ledger's, one transaction each, as durable as this SQLite makes it."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute(f"PRAGMA journal_mode={journal_mode()}")
        self._database.execute("PRAGMA synchronous=FULL")
        self._database.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, id TEXT UNIQUE, seat TEXT, sig TEXT, body BLOB, prose TEXT)")
        self._count = itertools.count()

    def commit(self, one: entries.Entry) -> None:
        one_id = hashlib.sha256(str(next(self._count)).encode()).hexdigest()  # ids arrive in no order, as the ledger's do
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute(
            "INSERT INTO entry (id, seat, sig, body, prose) VALUES (?, ?, ?, ?, ?)", (one_id, one.seat, one.sig, one.body, one.prose)
        )
        self._database.execute("COMMIT")

    def close(self) -> None:
        self._database.close()
