"""Taking a text out of the record: for good, everywhere, and everything else still holds."""

import shutil

import pytest

from spookynb.errors import IllegalMove
from spookynb.table import Table
from spookynb.verify import verify

PEOPLE = {"title": "The Hollow", "gm": "Sam", "players": ["Bob", "Alice"]}
SECRET = "The name of the real neighbour is Unspeakable."


@pytest.fixture
def table(tmp_path):
    with Table.new(tmp_path / "here", PEOPLE) as table:
        table.act("alice", {"kind": "post", "text": "Before.", "voice": "ooc"})
        yield table


def holds_secret(folder):
    return [path for path in folder.rglob("*") if path.is_file() and b"Unspeakable" in path.read_bytes()]


@pytest.mark.parametrize("who", ["bob", "gm"])
def test_author_and_gm_take_a_text_out_and_all_else_verifies(table, who):
    post = table.act("bob", {"kind": "post", "text": SECRET, "voice": "ooc"})
    table.act("alice", {"kind": "post", "text": "After.", "voice": "ooc"})
    table.act(who, {"kind": "redact", "entry": post.id, "why": "A real person."})
    assert holds_secret(table.journal.parent) == []
    assert "> [removed]" in table.journal.read_text()
    assert [one.what for one in verify(table.journal).findings] == ["The text was taken out."]
    table.act("alice", {"kind": "post", "text": "On.", "voice": "ooc"})
    table.close()
    with Table.open(table.journal) as again:
        assert again.head_words() == table.head_words() and again.notices == []
        assert [one.prose for one in again.entries() if one.id == post.id] == [None]
        assert all(taken.entry.prose != SECRET for taken in again.told())
    assert holds_secret(table.journal.parent) == []


def test_nobody_else_takes_it_out_and_what_has_no_text_stays(table):
    post = table.act("bob", {"kind": "post", "text": SECRET, "voice": "ooc"})
    for who, entry in (("alice", post.id), ("bob", "f" * 64), ("bob", table.campaign), ("bob", "short")):
        with pytest.raises(IllegalMove):
            table.act(who, {"kind": "redact", "entry": entry})
    assert SECRET in table.journal.read_text()


def test_another_kernel_and_a_new_ledger_lose_it_too(table):
    with Table.open(table.journal) as other:
        post = table.act("bob", {"kind": "post", "text": SECRET, "voice": "ooc"})
        other.sync()
        table.act("bob", {"kind": "redact", "entry": post.id})
        other.act("alice", {"kind": "post", "text": "Seen.", "voice": "ooc"})
        assert other.notices == [] and holds_secret(table.journal.parent) == []
        assert all(taken.entry.prose != SECRET for taken in other.told())
    table.close()
    shutil.rmtree(table.journal.parent / ".spookynb")
    with Table.open(table.journal) as again:
        assert len(again) == 5
    assert holds_secret(table.journal.parent) == []


def test_a_merge_brings_back_a_lost_text_but_not_a_redacted_one(table, tmp_path):
    post = table.act("bob", {"kind": "post", "text": SECRET, "voice": "ooc"})
    kept = table.act("alice", {"kind": "post", "text": "A passage worth keeping.", "voice": "ooc"})
    (tmp_path / "there").mkdir()
    there = tmp_path / "there" / table.journal.name
    whole = table.journal.read_bytes()
    table.act("bob", {"kind": "redact", "entry": post.id})
    there.write_bytes(whole.replace(b"> A passage worth keeping.", b"> [removed]"))
    with Table.open(there) as other:
        assert [one.prose for one in other.entries() if one.id == kept.id] == [None]
        other.merge(table.journal)
        assert holds_secret(there.parent) == []
        assert [one.prose for one in other.entries() if one.id == kept.id] == ["A passage worth keeping."]
        assert table.merge(there) == 0 and other.journal.read_bytes() == table.journal.read_bytes()
    assert holds_secret(table.journal.parent) == []


def test_a_kill_between_ledger_and_file_is_made_good(table, monkeypatch):
    post = table.act("bob", {"kind": "post", "text": SECRET, "voice": "ooc"})
    monkeypatch.setattr(type(table._record), "_redact", lambda self: None)  # the kernel dies before it comes to this
    table.act("bob", {"kind": "redact", "entry": post.id})
    table.close()
    monkeypatch.undo()
    assert holds_secret(table.journal.parent)
    with Table.open(table.journal) as again:
        assert again.notices == []
    assert holds_secret(table.journal.parent) == []
