"""History that somebody deletes, forges, replays, reorders or re-signs, and clocks that jump: the record stays what it was."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from campaigns import PEOPLE, begun, copied, ledger, say, wrong
from counts import counts
from nacl.signing import SigningKey

from spookynb.entry import Entry, from_parts, make
from spookynb.journal import RENDERER, block
from spookynb.ledger.keys import practice_phrase, seat_key
from spookynb.table import Table
from spookynb.verify import verify


@pytest.fixture
def journal(place) -> Path:
    return begun(place / "begun")


# ---------------------------------------------------------------------------------------------- deleted


def delete(path: Path, numbers: list[int]) -> None:
    with closing(sqlite3.connect(path)) as vandal, vandal:
        vandal.executemany("DELETE FROM entry WHERE n = ?", [(number,) for number in numbers])


@counts(30, 300)
def test_rows_deleted_by_raw_sql_are_noticed_and_put_back(count, journal, place, score):
    rng, back = random.Random(count), 0
    for number in range(count):
        copy = copied(journal, place / "copy")
        with Table.open(copy) as table, Table.open(copy) as other:
            ids = [one.id for one in table.entries()]
            many = rng.randrange(1, len(ids) + 1)
            gone = rng.sample(range(1, len(ids) + 1), many) if number % 3 else list(range(len(ids) - many + 1, len(ids) + 1))
            delete(ledger(copy), gone)
            if number % 2:  # noticed by live tables
                made = [say(table, "Still here."), say(other, "Me too.")]
                assert table.notices or other.notices
                assert [one.id for one in other.entries()] == ids + made
            else:
                made = []
        assert wrong(copy, ids + made) == ""
        back += many
    score("rows deleted by raw SQL, under live tables and before opening", count, f"{back:,} rows put back, all there")


# ---------------------------------------------------------------------------------------------- clocks


@counts(60, 1000)
def test_clocks_that_jump_change_no_order(count, place, score):
    rng = random.Random(count)

    def clock() -> datetime:
        return datetime(2026, 11, 1, tzinfo=UTC) + timedelta(seconds=rng.randrange(-(10**8), 10**8))

    people = {**PEOPLE, "house_rules": {"dice": "open"}}
    with Table.new(place / "clocks", people, clock=clock) as one, Table.open(one.journal, clock=clock) as other:
        made = [one.campaign, *(say((one, other)[rng.randrange(2)], f"Move {number}") for number in range(count))]
        one.sync()
        entries = one.entries()
    times = [entry.at for entry in entries]
    assert [entry.id for entry in entries] == made
    assert times == sorted(times)
    with Table.open(one.journal, clock=clock) as again:
        assert [entry.id for entry in again.entries()] == made
    assert verify(one.journal).ok
    score("clocks that jump by up to three years, two tables in turns", count, "the order is that of the moves, no time runs backwards")


# ---------------------------------------------------------------------------------------------- forged

AT = "2026-10-31T23:00:00Z"
FIFTY = [{"kind": "pools_changed", "by": {"bob": 50}}]
LABEL = "cell-1"


def right_key(seat: str) -> SigningKey:
    return seat_key(practice_phrase(7), seat)


def signed(rng: random.Random, table: Table, key: SigningKey, *, seat: str = "bob", **more: Any) -> Entry:
    words = f"Fifty dice, please: {rng.random()}"
    return make(
        **{"key": key, "seat": seat, "after": table.heads, "at": AT, "kind": "post", "data": {}, "facts": FIFTY, "prose": words, **more}
    )


def by_a_stranger(rng: random.Random, table: Table) -> Entry:
    return signed(rng, table, SigningKey.generate(), seat=rng.choice(list(table.state.seats)))


def with_a_stolen_signature(rng: random.Random, table: Table) -> Entry:
    one = by_a_stranger(rng, table)
    return from_parts(one.body, rng.choice(table.entries()).sig, one.prose)


def elsewhere(rng: random.Random, one: Entry, after: Sequence[str]) -> Entry:
    """A genuine entry with its signature, in another place; a label makes each another."""
    fields = {"seat": one.seat, "after": after, "at": one.at, "kind": one.kind, "data": one.data, "facts": one.facts, "prose": one.prose}
    moved = make(key=SigningKey.generate(), once=f"{rng.random()}", **fields)
    return from_parts(moved.body, one.sig, one.prose)


def replayed_in_another_place(rng: random.Random, table: Table) -> Entry:
    return elsewhere(rng, rng.choice(table.entries()[1:]), table.heads)


def moved_before_what_it_follows(rng: random.Random, table: Table) -> Entry:
    known = table.entries()
    place = rng.randrange(2, len(known))
    return elsewhere(rng, known[place], [known[rng.randrange(place - 1)].id])


def signed_by_another_seat(rng: random.Random, table: Table) -> Entry:
    return signed(rng, table, right_key("alice"), seat=rng.choice(["gm", "bob", "joe"]))


def with_facts_of_its_own(rng: random.Random, table: Table) -> Entry:
    return signed(rng, table, right_key("bob"), data={"voice": "ooc", "ends": "done"})


def with_its_text_withheld(rng: random.Random, table: Table) -> Entry:
    one = with_facts_of_its_own(rng, table)
    return from_parts(one.body, one.sig, None)


def with_a_label_used_before(rng: random.Random, table: Table) -> Entry:
    genuine = next(one for one in table.entries() if one.once == LABEL)
    return signed(rng, table, right_key("bob"), data=genuine.data, facts=genuine.facts, once=LABEL)


FORGERIES: tuple[Callable[[random.Random, Table], Entry], ...] = (
    by_a_stranger,
    with_a_stolen_signature,
    replayed_in_another_place,
    moved_before_what_it_follows,
    signed_by_another_seat,
    with_facts_of_its_own,
    with_its_text_withheld,
    with_a_label_used_before,
)
#: how many are tried on one campaign
BATCH = 50


@counts(200, 10_000)
def test_nothing_forged_replayed_reordered_or_signed_again_is_accepted(count, journal, place, score):
    with Table.open(journal) as table:
        table.act("bob", {"kind": "post", "text": "Labelled.", "voice": "ooc"}, once=LABEL)
    rng, outcome = random.Random(count), Counter[str]()
    for number in range(0, count, BATCH):
        copy = copied(journal, place / "copy")
        with Table.open(copy) as table:
            before, ids = table.summary(), {one.id for one in table.entries()}
            forged = [FORGERIES[(number + more) % len(FORGERIES)](rng, table) for more in range(BATCH)]
            if number // BATCH % 2:
                insert(copy, forged)
                table.sync()
            else:
                table.merge(written_below(copy, table, forged))
            assert table.summary() == before
            inert = {one.entry.id for one in table.told() if one.trouble}
            entries = {one.id for one in table.entries()}
            assert ids <= entries and entries - ids == inert
            left = {one.id for one in forged} - inert
            assert not left or table.notices
            say(table, "And on we go.")
            assert table.summary() == before
            assert copy.read_text("utf-8").count("without effect") == len(inert)
            outcome["inert and named in the journal"] += len(inert)
            outcome["left out and said so"] += len(left)
        assert not verify(copy).ok
    figure = ", ".join(f"{many:,} {what}" for what, many in sorted(outcome.items()))
    score("entries forged, replayed, reordered or signed again", count, f"{figure}, none accepted")
    assert sum(outcome.values()) == count


def insert(journal: Path, forged: list[Entry]) -> None:
    """Put entries into the database by hand."""
    with closing(sqlite3.connect(ledger(journal))) as forger, forger:
        forger.executemany(
            "INSERT INTO entry (id, depth, seat, once, renderer, sig, body, prose) VALUES (?, 0, ?, ?, ?, ?, ?, ?)",
            [(one.id, one.seat, one.once, RENDERER, one.sig, one.body, one.prose) for one in forged],
        )


def written_below(journal: Path, table: Table, forged: list[Entry]) -> Path:
    """A journal like this one, with more entries at its end."""
    other = journal.with_name("forged.md")
    last = table.entries()[-1]
    blocks = [block(one, [], above).text for one, above in zip(forged, [last, *forged], strict=False)]
    other.write_bytes(journal.read_bytes() + b"".join(blocks))
    return other


def test_a_genuine_entry_replayed_as_it_is_counts_once(journal):
    with Table.open(journal) as table:
        one, before = table.entries()[3], len(table)
        with pytest.raises(sqlite3.IntegrityError):
            insert(journal, [one])
        assert table.merge(written_below(journal, table, [one])) == 0
        assert len(table) == before


@pytest.mark.parametrize("way", ["database", "journal"])
def test_a_text_that_is_not_the_one_that_was_signed_is_never_shown(way, journal):
    with Table.open(journal) as table:
        genuine = table.entries()[3]
        one = signed(random.Random(1), table, right_key("bob"), data=genuine.data, facts=genuine.facts)
        one = from_parts(one.body, one.sig, "Something else.")
        if way == "database":
            insert(journal, [one])
            table.sync()
        else:
            table.merge(written_below(journal, table, [one]))
        say(table, "And on we go.")
    assert "Something else." not in journal.read_text("utf-8")
