"""Damaged bytes: in the database, in the journal, and a journal that ends anywhere."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from campaigns import begun, copied, ledger, say, wrong
from counts import counts, counts_of

from spookynb.errors import SpookyError
from spookynb.journal import parse
from spookynb.table import Table
from spookynb.verify import verify_journal


@pytest.fixture
def journal(place) -> Path:
    return begun(place / "begun")


def flipped(data: bytes, rng: random.Random) -> bytes:
    """``data`` with one byte changed."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1 :]


@pytest.mark.parametrize("long_before", [False, True], ids=["played anew", "from a snapshot"])
@counts(60, 1000)
def test_a_flipped_byte_in_the_database_is_mended_from_the_journal_or_does_no_harm(count, long_before, journal, place, score):
    if long_before:
        with Table.open(journal) as table:
            for number in range(330):
                say(table, f"Long ago, {number}.")
        count //= 5
    with Table.open(journal) as table:
        written, summary = [(one.id, one.prose) for one in table.entries()], table.summary()
    whole, data, rng, outcome = journal.read_bytes(), ledger(journal).read_bytes(), random.Random(count), Counter()
    for _ in range(count):
        copy = copied(journal, place / "copy")
        ledger(copy).write_bytes(flipped(data, rng))
        with Table.open(copy) as table:
            assert [(one.entry.id, one.entry.prose) for one in table.told()] == written
            assert [(one.id, one.prose) for one in table.entries()] == written
            assert table.summary() == summary and copy.read_bytes() == whole
            outcome["mended" if table.notices else "harmless"] += 1
        assert wrong(copy, [one for one, _ in written]) == ""
    score(f"a byte flipped in the database, {'behind a snapshot' if long_before else 'all read'}", count, told(outcome))
    assert outcome["mended"] > 0


@counts(500, 10_000)
def test_a_flipped_byte_in_the_journal_is_found_and_mended_from_the_database(count, journal, place, score):
    whole, rng, outcome = journal.read_bytes(), random.Random(count), Counter()
    for number in range(count):
        data = flipped(whole, rng)
        report = verify_journal(parse(data))
        outcome["found"] += not report.ok
        if number % 20 == 0:
            copy = copied(journal, place / "copy")
            copy.write_bytes(data)
            with Table.open(copy) as table:
                assert table.notices
            assert copy.read_bytes() == whole
            outcome["mended"] += 1
        elif number % 20 == 10:
            outcome["alone: " + alone(data, whole, place / "alone")] += 1
    score("a byte flipped in the journal", count, told(outcome))
    assert outcome["found"] == count
    assert outcome["alone: other"] == 0


def alone(data: bytes, whole: bytes, folder: Path) -> str:
    """What comes of opening a journal with no database beside it: the campaign as it was, a refusal in words, or something else.

    A text that is not the one that was signed is taken out, and the file as it was is kept beside it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "alone.md"
    path.write_bytes(data)
    try:
        with Table.open(path) as table:
            entries, noticed = len(table), bool(table.notices)
    except SpookyError:
        return "refused" if path.read_bytes() == data else "other"
    if path.read_bytes() == whole:
        return "mended"
    kept = folder / "alone.edited.md"
    return "one text kept aside" if noticed and entries == len(parse(whole).records) and kept.read_bytes() == data else "other"


@counts_of("step, opened", (7, 97), (1, 1))
def test_a_journal_cut_anywhere_keeps_every_entry_above_the_cut(step, opened, journal, place, score):
    whole = journal.read_bytes()
    ends = [whole.index(b" -->\n", record.line and whole.index(record.sig.encode())) + 5 for record in parse(whole).records]
    outcome = Counter()
    for cut in range(0, len(whole), step):
        kept = sum(end <= cut + 1 for end in ends)  # the last line's end may be what is missing
        found = parse(whole[:cut]).records
        assert [one.id for one in found][:kept] == [one.id for one in parse(whole).records][:kept]
        assert kept <= len(found) <= kept + 1
        outcome["read"] += 1
        if cut % opened == 0:
            outcome["opened"] += opens(whole, cut, kept, journal, place)
    score("the journal cut at a byte", outcome["read"], f"all entries above it kept; {outcome['opened']:,} opened and mended")


def opens(whole: bytes, cut: int, kept: int, journal: Path, place: Path) -> bool:
    """Open a journal that ends at ``cut``, with its database (all comes back) and without (what is whole is played on)."""
    copy = copied(journal, place / "copy")
    copy.write_bytes(whole[:cut])
    Table.open(copy).close()
    assert copy.read_bytes() == whole
    shutil.rmtree(copy.parent / ".spookynb")
    copy.write_bytes(whole[:cut])
    try:
        with Table.open(copy) as table:
            assert len(table) >= max(kept, 1)
    except SpookyError:
        assert kept == 0 and copy.read_bytes() == whole[:cut]
        return True
    assert whole.startswith(copy.read_bytes())
    assert wrong(copy, []) == ""
    return True


def told(outcome: Counter[str]) -> str:
    return ", ".join(f"{many:,} {what}" for what, many in sorted(outcome.items()))
