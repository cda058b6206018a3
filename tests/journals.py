"""Journals made move by move for the tests of reading, writing and verifying: no ledger, no table, the real rules.

A golden file (``tests/golden/journals/*.md``) holds a script of moves above and the journal of it below. Run this file to write the
journals of all golden scripts anew, as long as no journal has been published with that renderer; after that, another look is
another renderer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from spookynb.dice import PracticeDice
from spookynb.entry import AT_FORMAT, Entry, make, moment
from spookynb.game import Game
from spookynb.journal import Block, block
from spookynb.replay import Replay, Taken
from spookynb.tablemoves import slugs_of

START = "2026-10-31T19:00:00Z"
GOLDEN = Path(__file__).parent / "golden" / "journals"
#: stands between the script of a golden file and its journal
BELOW = "\n<!-- moves above, journal below -->\n\n"


@cache
def key(seat: str) -> SigningKey:
    return SigningKey(hashlib.sha256(seat.encode()).digest())


class Writer:
    """Plays moves and keeps what a journal of them holds."""

    def __init__(self, title: str = "The Hollow", gm: str = "Odile", players: tuple[str, ...] = ("Ines", "Bram"), **more: Any) -> None:
        self.replay = Replay()
        self.game = Game.of("spookybeans")
        self.taken: list[Taken] = []
        self.blocks: list[Block] = []
        seats = [{"seat": slug, "key": bytes(key(slug).verify_key).hex()} for slug in slugs_of((gm, *players))]
        house = {"dice": "physical", **more.pop("house_rules", {})}
        fields = {"title": title, "system": "spookybeans", "gm": gm, "players": list(players), "rules": self.game.version}
        self.play("gm", "open_campaign", **fields, house_rules=house, seats=seats, **more)

    def play(self, seat: str, kind: str, *, at: str | None = None, **fields: Any) -> Entry:
        """Make a move; a whole number for ``scene`` or ``conflict`` means the entry with that number."""
        for name in ("scene", "conflict"):
            if isinstance(fields.get(name), int):
                fields[name] = self.taken[fields[name] - 1].entry.id
        replay = self.replay
        state = replay.state if replay.depths else self.game.start()
        when = moment(at) if at else moment(replay.at) + timedelta(minutes=1) if replay.at else moment(START)
        move = self.game.parse_move({"kind": kind, **fields})
        faces = PracticeDice(state.seed, " ".join(replay.heads)) if state.seed is not None else None
        facts = self.game.decide(state, seat, move, when, faces)
        prose = getattr(move, "text", None)
        return self.sign(seat, kind, move.data(), self.game.encode_facts(facts), when.strftime(AT_FORMAT), prose)

    def sign(self, seat: str, kind: str, data: Mapping[str, Any], facts: Any, at: str = START, prose: str | None = None) -> Entry:
        """Add an entry whatever the rules make of it."""
        entry = make(key=key(seat), seat=seat, after=self.replay.heads, at=at, kind=kind, data=data, facts=facts, prose=prose)
        self.add(entry)
        return entry

    def add(self, entry: Entry) -> None:
        previous = self.taken[-1].entry if self.taken else None
        taken = self.replay.take(entry)
        self.taken.append(taken)
        self.blocks.append(block(entry, taken.lines(self.game), previous))

    @property
    def text(self) -> bytes:
        return b"".join(one.text for one in self.blocks)


def golden(name: str) -> tuple[Writer, bytes]:
    """The moves of a golden file, played, and the journal that it holds."""
    script, _, journal = (GOLDEN / f"{name}.md").read_text("utf-8").partition(BELOW)
    first, *lines = [json.loads(line) for line in script.splitlines() if line.startswith("{")]
    writer = Writer(**first)
    for line in lines:
        writer.play(line.pop("seat"), line.pop("kind"), **line)
    return writer, journal.encode()


if __name__ == "__main__":
    for path in sorted(GOLDEN.glob("*.md")):
        above = path.read_text("utf-8").partition(BELOW)[0]
        path.write_text(above + BELOW + golden(path.stem)[0].text.decode(), "utf-8", newline="\n")
