"""The store and the keys: rows in SQLite, one writer at a time (PROTOCOL, "Store", "Keys")."""

import os
import sqlite3
import stat
from contextlib import closing
from multiprocessing import get_context

import pytest
from nacl.signing import SigningKey

from spookynb import entry
from spookynb.errors import BadText, StaleLedger, StoreTrouble
from spookynb.ledger import keys
from spookynb.ledger.drafts import Drafts
from spookynb.ledger.store import SCHEMA, Store, journal_mode

KEY = SigningKey(b"k" * 32)


def made(number, after=()):
    return entry.make(
        key=KEY, seat="gm", after=list(after), at="2026-10-31T19:00:00Z", kind="post", data={"n": number}, facts=[], prose=f"Line {number}"
    )


def append(path, first, count):
    store = Store(path)
    for number in range(first, first + count):
        with store.lock():
            store.append(made(number), 0, 1)
    store.close()


def test_what_is_appended_is_read_back_in_order_by_anyone(tmp_path):
    path = tmp_path / ".spookynb" / "x.db"
    append(path, 0, 5)
    rows = Store(path).since()
    assert [row[2] for row in rows] == [made(number) for number in range(5)]
    assert [row[2].data["n"] for row in Store(path).since(rows[2][0])] == [3, 4]


def test_processes_writing_at_once_lose_nothing(tmp_path):
    path = tmp_path / "x.db"
    spawn = get_context("spawn")
    writers = [spawn.Process(target=append, args=(path, 100 * number, 25)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * 4
    assert sorted(row[2].data["n"] for row in Store(path).since()) == [100 * who + n for who in range(4) for n in range(25)]


def test_the_same_entry_twice_is_said_so_and_counts_once(tmp_path):
    store = Store(tmp_path / "x.db")
    with store.lock():
        store.append(made(1), 0, 1)
        with pytest.raises(StaleLedger):
            store.append(made(1), 0, 1)
        store.append(made(2), 0, 1)
    assert len(store.since()) == 2


def another_schema(path, *statements):
    with closing(sqlite3.connect(path)) as other, other:
        for statement in (*statements, "PRAGMA user_version = 99"):
            other.execute(statement)


def test_a_database_of_another_schema_is_kept_and_built_anew_of_its_entries(tmp_path):
    path = tmp_path / "x.db"
    append(path, 0, 3)
    another_schema(path, "ALTER TABLE entry ADD COLUMN mood TEXT")
    before = path.read_bytes()
    store = Store(path)
    assert [row[2] for row in store.since()] == [made(number) for number in range(3)] and store.schema() == SCHEMA
    assert (tmp_path / "x.schema-99.db").read_bytes() == before
    assert "x.schema-99.db" in str(store.notices[0])
    assert Store(path).notices == []


def test_a_database_of_an_unreadable_schema_is_left_alone_where_the_journal_is_missing(tmp_path):
    path = tmp_path / "x.db"
    append(path, 0, 1)
    another_schema(path, "ALTER TABLE entry RENAME TO moves")
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="schema 99") as refused:
        Store(path)
    assert refused.value.data["schema"] == 99 and path.read_bytes() == before
    assert Store(path, spare=True).since() == [] and (tmp_path / "x.schema-99.db").read_bytes() == before


def test_what_can_be_read_of_a_damaged_database_is_saved_where_there_is_a_journal_for_the_rest(tmp_path):
    path = tmp_path / "x.db"
    append(path, 0, 40)
    with path.open("r+b") as file:
        file.write(b"Not a database")
    before = path.read_bytes()
    store = Store(path, spare=True)
    assert store.since() == [] and (tmp_path / "x.damaged.db").read_bytes() == before
    assert "x.damaged.db" in str(store.notices[0])


def test_rows_that_are_not_what_was_written_are_passed_over(tmp_path):
    path = tmp_path / "x.db"
    append(path, 0, 6)
    with closing(sqlite3.connect(path)) as vandal, vandal:
        vandal.execute("UPDATE entry SET body = x'7b7d' WHERE n = 1")
        vandal.execute("UPDATE entry SET body = 7 WHERE n = 2")
        vandal.execute("UPDATE entry SET sig = CAST(x'ff' AS TEXT) WHERE n = 3")
        vandal.execute("UPDATE entry SET prose = CAST(x'ff' AS TEXT) WHERE n = 4")
        vandal.execute("UPDATE entry SET id = 'elsewhere' WHERE n = 5")
    news = Store(path).news(3)
    assert [row[2] for row in news.rows] == [made(5)] and news.all == 6 and news.last == made(2).id


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "x.db"
    path.write_bytes(b"Dear diary, this is not a database. " * 100)
    with pytest.raises(StoreTrouble, match=r"left as it is\..*built anew") as refused:
        Store(path)
    assert path.read_bytes().startswith(b"Dear diary") and "acknowledged" not in str(refused.value)


@pytest.mark.parametrize("deed", ["delete", "replace"])
def test_a_database_gone_from_under_us_is_noticed_before_acknowledging(tmp_path, deed):
    path = tmp_path / "x.db"
    store = Store(path)
    with store.lock():
        store.append(made(1), 0, 1)
        path.unlink()
        if deed == "replace":
            path.write_bytes(b"")
        with pytest.raises(StoreTrouble, match="deleted or replaced"):
            store.append(made(2), 0, 1)


def test_a_folder_that_is_a_file_is_refused_in_words(tmp_path):
    (tmp_path / "folder").write_text("in the way")
    with pytest.raises(StoreTrouble) as refused:
        Store(tmp_path / "folder" / "x.db")
    assert refused.value.todo


def test_the_database_is_durable_and_ignored_by_git(tmp_path):
    store = Store(tmp_path / ".spookynb" / "x.db")
    assert store.schema() == SCHEMA
    assert (tmp_path / ".spookynb" / ".gitignore").read_text() == "*\n"
    with sqlite3.connect(tmp_path / ".spookynb" / "x.db") as other:
        assert other.execute("PRAGMA journal_mode").fetchone()[0] == journal_mode()


def test_wal_only_where_sqlite_cannot_corrupt_it(monkeypatch):
    for version, mode in {(3, 40, 1): "delete", (3, 44, 6): "wal", (3, 50, 7): "wal", (3, 51, 2): "delete", (3, 51, 3): "wal"}.items():
        monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
        assert journal_mode() == mode


def test_drafts_are_kept_by_seat_and_place_and_forgotten_when_empty(tmp_path):
    drafts = Drafts(tmp_path / "x.drafts.db")
    assert drafts.read("bob", "post") == ("", "")
    drafts.keep("bob", "post", "It was a dark")
    drafts.keep("bob", "post", "It was a dark and stormy")
    drafts.keep("alice", "post", "Mine")
    text, at = Drafts(tmp_path / "x.drafts.db").read("bob", "post")
    assert text == "It was a dark and stormy" and at.endswith("Z")
    drafts.keep("bob", "post", "")
    assert drafts.read("bob", "post") == ("", "") and drafts.read("alice", "post")[0] == "Mine"


def test_a_phrase_gives_the_same_keys_and_a_mistyped_word_is_named():
    phrase = keys.new_phrase()
    assert keys.check_phrase("  " + phrase.upper().replace(" ", "  ")) == phrase
    assert keys.public_key(phrase, "bob") == keys.public_key(phrase, "bob") != keys.public_key(phrase, "gm")
    words = phrase.split()
    with pytest.raises(BadText) as refused:
        keys.check_phrase(" ".join([*words[:4], "spoooky", *words[5:]]))
    assert refused.value.data["place"] == 5
    with pytest.raises(BadText):
        keys.check_phrase(" ".join(words[:11]))


def test_a_phrase_is_kept_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "data"))
    ring = keys.Keyring("ab" * 32)
    phrase = keys.new_phrase()
    assert ring.phrases() == []
    ring.keep(phrase, "bob")
    assert ring.phrases() == keys.Keyring("ab" * 32).phrases() == [phrase]
    assert keys.Keyring("cd" * 32).phrases() == []
    assert ring.phrase("bob", [keys.public_key(phrase, "bob")]) == phrase and ring.signer("bob", ["00" * 32]) is None
    (path,) = (tmp_path / "data" / "keys").iterdir()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_practice_keys_follow_from_the_seed():
    assert keys.practice_phrase(7) == keys.practice_phrase(7) != keys.practice_phrase(8)
