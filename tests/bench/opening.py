"""Opening a long campaign with a snapshot, and verifying a file, against the least that either could cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from nacl.signing import VerifyKey

from spookynb.demo import play_demo
from spookynb.entry import frame
from spookynb.ledger.keys import practice_phrase, public_key
from spookynb.ledger.store import Store
from spookynb.record import RECENT, ledger_path
from spookynb.table import Table
from spookynb.verify import verify

from .ledger import LONG, campaign
from .measure import Row, seconds, side_by_side

#: what opening may cost above the bare read of what is new, in seconds
ALLOWANCE = 0.3


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        with closing(campaign(Path(folder) / "long", LONG)) as table:
            journal = table.journal
        spent = min(seconds(lambda: Table.open(journal).close()) for _ in range(3))
        bare = min(seconds(lambda: _read(journal)) for _ in range(3))
        yield Row(f"open {LONG:,} entries with a snapshot, against allowance", spent, 2 * bare + ALLOWANCE, 1)
        story = play_demo(Path(folder) / "story", 7, "spookybeans")
        with closing(Table.open(story)) as table:
            entries = table.entries()
        key = VerifyKey(bytes.fromhex(public_key(practice_phrase(7), "gm")))
        signed = [(frame("spookynb/1 sig", bytes.fromhex(one.id)), bytes.fromhex(one.sig)) for one in entries if one.seat == "gm"]

        def bare_checks() -> None:
            for message, signature in signed:
                key.verify(message, signature)

        ours, theirs = side_by_side(lambda: verify(story), bare_checks, rounds=9)
        yield Row("verify a journal, an entry against a bare signature check", ours / len(entries), theirs / len(signed), 2)


def _read(journal: Path) -> None:
    """The bare read of what is new: the latest entries of the ledger."""
    with closing(Store(ledger_path(journal))) as store:
        store.since(LONG - RECENT)
