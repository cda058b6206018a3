"""Snapshots: opening a long campaign costs what is new, and a snapshot is never believed against the record."""

import sqlite3

import msgspec
import pytest

from spookynb.ledger import snapshots
from spookynb.replay import Replay
from spookynb.table import Table
from spookynb.verify import verify

PEOPLE = {"title": "The Hollow", "gm": "Sam", "players": ["Bob", "Alice"]}


@pytest.fixture(scope="module")
def long_campaign(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPOOKYNB_DATA_DIR", str(folder / "data"))
        with Table.new(folder / "journals", PEOPLE) as table:
            table.act("bob", {"kind": "create_character", "name": "Cameron", "concept": "Hacker Supreme", "yo": "Graduates"})
            table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
            table.act("gm", {"kind": "set_adversity", "dice": 2})
            table.act("alice", {"kind": "post", "text": "Once only.", "voice": "ooc"}, once="cell-1")
            for number in range(400):
                table.act("bob", {"kind": "post", "text": f"Line {number}"})
    return folder


@pytest.fixture
def journal(long_campaign, tmp_path, monkeypatch):
    import shutil

    shutil.copytree(long_campaign, tmp_path / "copy")
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "copy" / "data"))
    return tmp_path / "copy" / "journals" / "the-hollow.md"


@pytest.fixture
def played_whole(monkeypatch):
    """How many entries each look at a whole record had."""
    looks = []
    prepare = Replay.prepare
    monkeypatch.setattr(Replay, "prepare", lambda self, entries: looks.append(len(entries)) or prepare(self, entries))
    return looks


def without_snapshot(journal):
    (journal.parent / ".spookynb" / "the-hollow.snapshot").unlink()
    with Table.open(journal) as table:
        return table.summary(), table.head_words(), [(taken.entry.id, taken.trouble) for taken in table.told()]


def test_a_long_campaign_opens_from_its_snapshot_just_as_it_was(journal, played_whole):
    with Table.open(journal) as table:
        assert played_whole == []
        seen = table.summary(), table.head_words(), [(taken.entry.id, taken.trouble) for taken in table.told()]
        assert len(table) == 405 and len(list(table.told(395))) == 10
        first = table.act("alice", {"kind": "post", "text": "Once only.", "voice": "ooc"}, once="cell-1")
        assert first.text_hash and len(table) == 405
    assert seen == without_snapshot(journal)


def test_play_goes_on_from_a_snapshot_and_verifies(journal, played_whole):
    with Table.open(journal) as table:
        table.act("alice", {"kind": "give", "to": "bob", "dice": 1})
        table.act("bob", {"kind": "roll"})
        table.act(table.state.game.last["winner"], {"kind": "narrate", "text": "Click."})
        old = next(one for one in table.entries() if one.prose == "Line 3")
        assert played_whole == []
        table.act("bob", {"kind": "redact", "entry": old.id})
    with Table.open(journal) as table:
        assert next(one for one in table.entries() if one.id == old.id).prose is None
    assert [one.what for one in verify(journal).findings] == ["The text was taken out."]


@pytest.mark.parametrize("place", [0, 5, 40, 200, -1])
def test_a_damaged_snapshot_is_passed_over(journal, played_whole, place):
    path = journal.parent / ".spookynb" / "the-hollow.snapshot"
    data = bytearray(path.read_bytes())
    data[place] ^= 0x10
    path.write_bytes(data)
    with Table.open(journal) as table:
        assert played_whole and len(table) == 405 and table.notices == []


def test_history_deleted_above_the_snapshot_is_noticed_and_put_back(journal):
    with sqlite3.connect(journal.parent / ".spookynb" / "the-hollow.db") as ledger:
        ledger.execute("DELETE FROM entry WHERE n BETWEEN 10 AND 20")
    ledger.close()
    with Table.open(journal) as table:
        assert len(table) == 405 and len(table.notices) == 1
    assert verify(journal).ok


def test_an_old_row_that_was_damaged_is_mended_when_it_is_read(journal):
    with sqlite3.connect(journal.parent / ".spookynb" / "the-hollow.db") as ledger:
        ledger.execute("UPDATE entry SET body = zeroblob(40) WHERE n = 50")
    ledger.close()
    with Table.open(journal) as table:
        assert len(table.entries()) == 405 == len(list(table.told()))
        assert table.notices
    assert verify(journal).ok


def test_an_edit_above_the_snapshot_is_noticed_and_kept_aside(journal):
    edited = journal.read_bytes().replace(b"Line 7\n", b"Line 8\n")
    journal.write_bytes(edited)
    with Table.open(journal) as table:
        assert len(table.notices) == 1
    assert (journal.parent / "the-hollow.edited.md").read_bytes() == edited and verify(journal).ok


def test_a_snapshot_that_somebody_else_sealed_is_passed_over(journal, played_whole, tmp_path, monkeypatch):
    """Whoever writes into the folder without this user's key cannot lead an honest seat into a false state."""
    path = journal.parent / ".spookynb" / "the-hollow.snapshot"
    found = snapshots.read(path)
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "somebody else"))
    snapshots.write(path, msgspec.structs.replace(found, system="gravity", state=msgspec.structs.replace(found.state, house_rules={})))
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(journal.parent.parent / "data"))
    with Table.open(journal) as table:
        assert played_whole and table.state.house_rules["dice"] == "open"
        assert table.legal_moves("bob")
