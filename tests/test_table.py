"""The table: one action from move to entry to journal line, and what happens when things go wrong."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from spookynb.entry import make
from spookynb.errors import BadText, IllegalMove, JournalEdited, JournalTrouble, NotYourSeat, SpookyError, StoreTrouble, WrongUsage
from spookynb.ledger.keys import practice_phrase, seat_key
from spookynb.table import Table
from spookynb.verify import verify

PEOPLE = {"title": "The Hollow", "gm": "Sam", "players": ["Bob", "Alice", "Joe"]}
CAMERON = {"kind": "create_character", "name": "Cameron", "concept": "Hacker Supreme", "thingies": ["Kung Foo"], "yo": "Graduates"}


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def table(tmp_path):
    with Table.new(tmp_path / "journals", PEOPLE) as table:
        yield table


def play_a_conflict(table):
    table.act("bob", CAMERON)
    table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
    table.act("gm", {"kind": "set_adversity", "dice": 2})
    table.act("alice", {"kind": "give", "to": "bob", "dice": 1})
    table.act("bob", {"kind": "roll"})
    winner = table.state.game.last["winner"]
    return table.act(winner, {"kind": "narrate", "text": "It went click.\n\nThen it went clack."})


def test_a_conflict_is_played_and_stands_in_a_journal_that_verifies(table):
    play_a_conflict(table)
    report = verify(table.journal)
    assert report.ok and report.entries == len(table) == 7
    assert report.head == table.head_words()
    assert "> It went click.\n>\n> Then it went clack.\n" in table.journal.read_text()


def test_a_campaign_opens_again_as_it_was_left(table):
    play_a_conflict(table)
    table.close()
    with Table.open(table.journal) as again:
        assert again.summary() == table.summary() and again.head_words() == table.head_words()
        assert again.notices == []
        again.act("gm", {"kind": "post", "text": "Later."})
    assert verify(table.journal).ok


@pytest.mark.parametrize("lost", ["database", "journal"])
def test_either_the_database_or_the_journal_brings_back_the_other(table, lost):
    play_a_conflict(table)
    table.close()
    before = table.journal.read_bytes()
    if lost == "database":
        shutil.rmtree(table.journal.parent / ".spookynb")
    else:
        table.journal.unlink()
    with Table.open(table.journal) as again:
        assert again.head_words() == table.head_words() and again.summary() == table.summary()
        assert table.journal.read_bytes() == before
        again.act("gm", {"kind": "post", "text": "On we go."})
    assert verify(table.journal).ok


def test_a_refused_move_changes_nothing(table):
    before = table.journal.read_bytes(), table.head_words(), table.summary()
    for seat, move in [
        ("bob", {"kind": "set_adversity", "dice": 2}),
        ("nobody", {"kind": "post", "text": "Boo"}),
        ("bob", {"kind": "haunt"}),
        ("bob", {"kind": 7}),
        ("bob", {}),
        ("bob", {"kind": "post", "text": "Boo", "colour": "red"}),
        ("bob", {"kind": "give", "to": "alice", "dice": 10**30}),
        ("bob", {"kind": "give", "to": "alice", "dice": "many"}),
        ("bob", {"kind": "post", "text": "x" * 20_001}),
        ("bob", {"kind": "post", "text": "bell \x07"}),
        ("bob", {"kind": "post", "text": " \n "}),
        ("bob", {"kind": "post", "text": "Boo", "scene": "ab" * 32}),
        ("bob", {"kind": "post", "text": "Boo", "character": "Dracula"}),
        ("bob", {"kind": "post", "text": "Boo", "voice": "narrator"}),
        ("bob", {"kind": "end_story"}),
        ("gm", {"kind": "open_campaign", **PEOPLE}),
        ("gm", {"kind": "change_house_rule", "name": "gravity", "value": 0}),
        ("gm", {"kind": "change_house_rule", "name": "dice", "value": "practice"}),
        ("gm", {"kind": "leave_seat", "leaves": "gm"}),
        ("gm", {"kind": "loose_roll", "notation": "3d7"}),
        ("gm", {"kind": "loose_roll", "notation": "999999999999d6"}),
        ("gm", {"kind": "gm_adjust", "what": "oooh", "of": "bob", "by": -4, "why": "spite"}),
    ]:
        with pytest.raises(IllegalMove) as refused:
            table.act(seat, move)
        assert refused.value.rule and refused.value.what and refused.value.safe
    assert before == (table.journal.read_bytes(), table.head_words(), table.summary())


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"gm": ""},
        {"players": []},
        {"players": ["Bob", "bob "]},
        {"players": ["Sam"]},
        {"players": [f"Player {n}" for n in range(30)]},
        {"system": "gravity"},
        {"house_rules": {"gravity": 1}},
        {"house_rules": {"dice": "loaded"}},
        {"house_rules": {"ouchies_per_conflict": 10**12}},
        {"title": "x" * 201},
        {"gm": "S\u202eam"},
        {"seats": [{"seat": "gm", "key": "00"}]},
    ],
)
def test_a_campaign_that_cannot_be_is_refused_and_leaves_nothing_behind(tmp_path, wrong):
    with pytest.raises(SpookyError):
        Table.new(tmp_path / "journals", {**PEOPLE, **wrong})
    assert not (tmp_path / "journals").exists()


def test_a_second_campaign_of_the_same_name_does_not_touch_the_first(table):
    before = table.journal.read_bytes()
    with pytest.raises(WrongUsage):
        Table.new(table.journal.parent, PEOPLE)
    assert table.journal.read_bytes() == before


def test_the_same_label_is_the_same_move_once(table):
    first = table.act("bob", {"kind": "post", "text": "Once."}, once="cell-1")
    again = table.act("bob", {"kind": "post", "text": "Once."}, once="cell-1")
    other = table.act("alice", {"kind": "post", "text": "Once."}, once="cell-1")
    assert first == again != other
    assert len(table) == 3
    table.close()
    with Table.open(table.journal) as reopened:
        assert reopened.act("bob", {"kind": "post", "text": "Once."}, once="cell-1") == first
        assert len(reopened) == 3


@pytest.mark.parametrize(
    ("seat", "move", "once", "kind"),
    [
        (None, {"kind": "post", "text": "x"}, None, WrongUsage),
        (["gm"], {"kind": "post", "text": "x"}, None, WrongUsage),
        ("gm", None, None, WrongUsage),
        ("gm", [("kind", "post")], None, WrongUsage),
        ("gm", '{"kind": "post"}', None, WrongUsage),
        ("gm", {1: 2}, None, IllegalMove),
        ("gm", {"kind": ["post"]}, None, IllegalMove),
        ("gm", {"kind": "post", "text": object()}, None, IllegalMove),
        ("gm", {"kind": "post", "text": "x"}, "", WrongUsage),
        ("gm", {"kind": "post", "text": "x"}, 7, WrongUsage),
        ("gm", {"kind": "post", "text": "x"}, ["cell"], WrongUsage),
        ("gm", {"kind": "post", "text": "x"}, "x" * 201, BadText),
        ("gm", {"kind": "post", "text": "x"}, "a\u202eb", BadText),
        ("gm", {"kind": "post", "text": "x"}, "\ud800", BadText),
    ],
)
def test_what_can_be_no_seat_move_or_label_is_refused_in_words(table, seat, move, once, kind):
    with pytest.raises(kind):
        table.act(seat, move, once=once)
    assert len(table) == 1


def test_a_move_that_is_larger_than_an_entry_is_refused_naming_the_limit(tmp_path):
    many = [str(number) + "\u754c" * 150 for number in range(20)]
    with pytest.raises(IllegalMove, match=r"16,384.*in parts") as refused:
        Table.new(tmp_path / "journals", {"title": "Many", "gm": "Sam", "players": many})
    assert refused.value.rule == "form" and not list(tmp_path.rglob("*.md"))
    with Table.new(tmp_path / "journals", {"title": "Many", "gm": "Sam", "players": many[:2]}) as table:
        assert verify(table.journal).ok


def test_two_kernels_see_each_other_and_lose_nothing(table):
    with Table.open(table.journal) as other:
        changed = threading.Event()
        stop = other.watch(changed.set)
        table.act("bob", {"kind": "post", "text": "Anyone?"})
        assert changed.wait(5)
        assert other.head_words() == table.head_words()
        stop()
        for turn in range(10):
            (table, other)[turn % 2].act("bob", {"kind": "post", "text": f"Turn {turn}"})
    table.sync()
    assert len(table) == 12
    assert verify(table.journal).ok


def test_threads_of_two_kernels_writing_at_once_lose_nothing(table):
    with Table.open(table.journal) as other:

        def write(whose, who):
            for turn in range(15):
                whose.act(who, {"kind": "post", "text": f"{who} {turn}"})

        threads = [threading.Thread(target=write, args=pair) for pair in ((table, "bob"), (other, "alice"), (other, "joe"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert verify(table.journal).ok and verify(table.journal).entries == 46


PLAYER = """
import sys
from spookynb.table import Table
with Table.open(sys.argv[1]) as table:
    for turn in range(int(sys.argv[3])):
        table.act(sys.argv[2], {"kind": "post", "text": f"{sys.argv[2]} {turn}"})
        print(turn, flush=True)
"""


def test_processes_writing_at_once_lose_nothing(table):
    players = [
        subprocess.Popen([sys.executable, "-c", PLAYER, str(table.journal), who, "20"], stdout=subprocess.DEVNULL)
        for who in ("bob", "alice", "joe")
    ]
    assert [player.wait(60) for player in players] == [0, 0, 0]
    report = verify(table.journal)
    assert report.ok and report.entries == 61


def test_a_killed_writer_loses_no_acknowledged_move(table):
    for _ in range(3):
        before = verify(table.journal).entries
        player = subprocess.Popen([sys.executable, "-c", PLAYER, str(table.journal), "bob", "500"], stdout=subprocess.PIPE, text=True)
        for _ in range(random.Random(before).randrange(3, 12)):
            acknowledged = int(player.stdout.readline())
        player.kill()
        rest = player.stdout.read().split()
        player.wait()
        player.stdout.close()
        acknowledged = max([acknowledged, *map(int, rest)])
        with Table.open(table.journal) as again:
            assert len(again) >= before + acknowledged + 1
        assert verify(table.journal).ok


def test_an_edited_journal_is_kept_aside_and_said_so(table):
    play_a_conflict(table)
    edited = table.journal.read_bytes().replace(b"It went click.", b"It went boom!!")
    table.journal.write_bytes(edited)
    table.act("gm", {"kind": "post", "text": "And then."})
    assert [type(notice) for notice in table.notices] == [JournalEdited]
    assert (table.journal.parent / "the-hollow.edited.md").read_bytes() == edited
    assert verify(table.journal).ok


@pytest.mark.parametrize("cut", [1, 40, 400])
def test_a_torn_tail_heals_at_the_next_append_and_at_the_next_open(table, cut):
    play_a_conflict(table)
    whole = table.journal.read_bytes()
    table.journal.write_bytes(whole[:-cut])
    table.act("gm", {"kind": "post", "text": "And then."})
    assert table.journal.read_bytes().startswith(whole) and verify(table.journal).ok
    table.close()
    whole = table.journal.read_bytes()
    table.journal.write_bytes(whole[:-cut])
    with Table.open(table.journal) as again:
        assert len(again) == 8
    assert table.journal.read_bytes() == whole


def test_a_journal_that_cannot_be_written_delays_and_loses_nothing(table):
    journal = table.journal
    hidden = journal.with_suffix(".hidden")
    journal.rename(hidden)
    journal.mkdir()  # nobody, not even root, writes into a folder
    table.act("bob", {"kind": "post", "text": "Into the void."})
    assert [type(notice) for notice in table.notices] == [JournalTrouble]
    journal.rmdir()
    table.act("bob", {"kind": "post", "text": "And back."})
    assert "Into the void." in journal.read_text() and verify(journal).ok


def test_a_folder_that_cannot_be_used_is_said_so(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreTrouble) as refused:
        Table.new(tmp_path / "file", PEOPLE)
    assert refused.value.todo


def test_a_missing_and_an_empty_journal_are_said_so(tmp_path):
    with pytest.raises(JournalTrouble):
        Table.open(tmp_path / "nothing.md")
    (tmp_path / "empty.md").write_text("")
    with pytest.raises(JournalTrouble):
        Table.open(tmp_path / "empty.md")
    assert (tmp_path / "empty.md").read_text() == ""


def test_a_journal_from_elsewhere_can_be_read_but_not_played(table, tmp_path, monkeypatch):
    play_a_conflict(table)
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "another machine"))
    copy = tmp_path / "copy.md"
    shutil.copy(table.journal, copy)
    with Table.open(copy) as reader:
        assert reader.head_words() == table.head_words() and not reader.holds("bob")
        with pytest.raises(NotYourSeat):
            reader.act("bob", {"kind": "post", "text": "Me too"})
    assert copy.read_bytes() == table.journal.read_bytes()


@pytest.mark.parametrize("damage", ["DELETE FROM entry WHERE n = 3", "UPDATE entry SET body = 'x' WHERE n = 3"])
def test_a_ledger_with_a_gap_is_mended_from_the_journal_or_left_alone(table, damage):
    play_a_conflict(table)
    table.close()
    ledger, text = table.journal.parent / ".spookynb" / "the-hollow.db", table.journal.read_bytes()
    with sqlite3.connect(ledger) as database:
        database.execute(damage)
    before = ledger.read_bytes()
    table.journal.rename(aside := table.journal.with_suffix(".aside"))
    with pytest.raises(StoreTrouble, match="gone"):
        Table.open(table.journal)
    assert ledger.read_bytes() == before and not table.journal.exists()
    aside.rename(table.journal)
    with Table.open(table.journal) as mended:
        assert len(mended) == 7 and table.journal.read_bytes() == text
        assert "No move is lost" in str(mended.notices[0])


def test_a_row_that_nobody_can_read_is_not_said_to_be_no_loss(table):
    play_a_conflict(table)
    table.close()
    with sqlite3.connect(table.journal.parent / ".spookynb" / "the-hollow.db") as database:
        database.execute("UPDATE entry SET sig = 'x' WHERE n = 7")
    table.journal.unlink()
    with Table.open(table.journal) as left:
        assert len(left) == 6 and verify(left.journal).ok
        assert "No move is lost" not in str(left.notices[0]) and "the-hollow.damaged.db" in str(left.notices[0])


def forged(table, key):
    """Fifty dice for Bob, from the GM, signed with ``key`` and put into the database by hand."""
    one = make(
        key=key, seat="gm", after=table.heads, at="2026-11-30T12:00:00Z", kind="gm_adjust",
        data={"what": "oooh", "of": "bob", "by": 50, "why": "x"},
        facts=[{"kind": "adjusted", "what": "oooh", "of": "bob", "by": 50}, {"kind": "pools_changed", "by": {"bob": 50}}],
    )  # fmt: skip
    with closing(sqlite3.connect(table.journal.parent / ".spookynb" / "the-hollow.db")) as forger, forger:
        forger.execute(
            "INSERT INTO entry (id, depth, seat, renderer, sig, body) VALUES (?, ?, 'gm', 1, ?, ?)", (one.id, len(table), one.sig, one.body)
        )


def test_a_row_that_no_seat_signed_has_no_effect_and_is_taken_out(table):
    play_a_conflict(table)
    before = table.summary()
    forged(table, SigningKey.generate())
    table.act("bob", {"kind": "post", "text": "What was that?"})
    assert table.summary() == before and len(table) == 8
    assert "1 row that no seat of this campaign signed" in str(table.notices[0])
    assert Path(table.notices[0].data["kept"]).exists()
    assert verify(table.journal).ok


def test_a_move_signed_by_another_seat_has_no_effect_and_is_named_in_the_journal(tmp_path):
    with Table.new(tmp_path, {**PEOPLE, "house_rules": {"dice": "practice"}}, seed=3) as table:
        play_a_conflict(table)
        before = table.summary()
        forged(table, seat_key(practice_phrase(3), "bob"))
        table.act("bob", {"kind": "post", "text": "What was that?"})
        assert table.summary() == before and len(table) == 9
        assert "without effect" in table.journal.read_text()
        assert not verify(table.journal).ok


def test_times_never_run_backwards(tmp_path):
    now = datetime(2026, 11, 1, tzinfo=UTC)
    jumps = iter([now, now + timedelta(days=3), now - timedelta(days=30), now + timedelta(days=1)])
    with Table.new(tmp_path, PEOPLE, clock=lambda: next(jumps)) as table:
        for _ in range(3):
            table.act("bob", {"kind": "post", "text": "Tick."})
        assert [one.at[:10] for one in table.entries()] == ["2026-11-01", "2026-11-04", "2026-11-04", "2026-11-04"]
    assert verify(table.journal).ok


def test_the_same_practice_seed_gives_the_same_bytes_anywhere(tmp_path):
    practice = {**PEOPLE, "house_rules": {"dice": "practice"}}
    bytes_of = []
    for folder, seed in (("a", 5), ("b", 5), ("c", 6)):
        with Table.new(tmp_path / folder, practice, seed=seed) as table:
            play_a_conflict(table)
            bytes_of.append(table.journal.read_bytes())
    assert bytes_of[0] == bytes_of[1] != bytes_of[2]


def test_physical_dice_are_typed_in_and_counted(tmp_path):
    with Table.new(tmp_path, {**PEOPLE, "house_rules": {"dice": "physical"}}) as table:
        table.act("bob", CAMERON)
        table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
        table.act("gm", {"kind": "set_adversity", "dice": 2})
        table.act("alice", {"kind": "give", "to": "bob", "dice": 1})
        for faces in (
            {"bob": ["d6:3"], "gm": ["d6:1"]},
            {"bob": ["d6:9"], "gm": ["d6:1", "d6:2"]},
            {"bob": ["d7:1"], "gm": ["d6:1", "d6:2"]},
        ):
            with pytest.raises(IllegalMove):
                table.act("bob", {"kind": "roll", "faces": faces})
        table.act("bob", {"kind": "roll", "faces": {"bob": ["coin:H"], "gm": ["d6:2", "d100:0"]}})
        assert table.state.game.last["winner"] == "bob"
    assert verify(table.journal).ok


def test_a_newcomer_signs_with_a_key_of_their_own_and_a_leaver_comes_back(table):
    table.act("gm", {"kind": "add_seat", "name": "Zoë"})
    assert table.state.seats["zoe"].key != table.state.seats["bob"].key
    table.act("zoe", {"kind": "post", "text": "Hello.", "voice": "ooc"})
    table.act("zoe", {"kind": "leave_seat", "leaves": "zoe"})
    with pytest.raises(IllegalMove):
        table.act("zoe", {"kind": "post", "text": "Wait."})
    table.act("gm", {"kind": "add_seat", "name": "Zoë"})
    table.act("zoe", {"kind": "post", "text": "Back.", "voice": "ooc"})
    assert verify(table.journal).ok


def test_a_conflict_may_be_named_by_the_beginning_of_its_id(table):
    table.act("bob", CAMERON)
    call = table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
    table.act("gm", {"kind": "set_adversity", "dice": 2, "conflict": call.id[:8]})
    assert table.state.game.conflicts[call.id].adversity == 2


def test_drafts_outlive_the_kernel(table):
    table.keep_draft("bob", "narration", "It was a dark and")
    with Table.open(table.journal) as other:
        assert other.draft("bob", "narration")[0] == "It was a dark and"


HOSTILE = [
    "<script>alert(1)</script>",
    "# Not a heading",
    "> not a quote",
    "<!-- spookynb/1 r1 {} 00 -->",
    "`x` *y* [z](q)",
    "--",
    "- a",
    "1. b",
    "&amp;",
]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(prose=st.text(max_size=200) | st.sampled_from(HOSTILE), name=st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=30))
def test_any_prose_and_any_name_are_kept_whole_or_refused(tmp_path_factory, prose, name):
    folder = tmp_path_factory.mktemp("any")
    with Table.new(folder, PEOPLE) as table:
        for move in (
            {"kind": "post", "text": prose, "voice": "ooc"},
            {**CAMERON, "name": name, "thingies": []},
            {"kind": "call_conflict", "character": name.strip(), "stakes": name, "what": name},
        ):
            try:
                table.act("bob", move)
            except SpookyError:
                continue
        rows = [(one.id, one.prose) for one in table.entries()]
    assert verify(table.journal).ok
    shutil.rmtree(folder / ".spookynb")
    with Table.open(table.journal) as again:
        assert [(one.id, one.prose) for one in again.entries()] == rows


def test_watching_ends_in_words_when_the_database_goes(table):
    told = threading.Event()
    table.watch(told.set)
    os.unlink(table.journal.parent / ".spookynb" / "the-hollow.db")
    with pytest.raises(StoreTrouble, match="deleted or replaced"):
        table.act("bob", {"kind": "post", "text": "Hello?"})
    assert len(verify(table.journal).findings) == 0
    time.sleep(0)


def test_names_that_look_the_same_in_other_letters_are_refused_when_acting(table, tmp_path):
    """PROTOCOL, "Entry": asked when acting, never in verify."""
    cyrillic = "\u0410lice"  # as Alice, with a Cyrillic capital A
    with pytest.raises(IllegalMove, match="look the same"):
        table.act("gm", {"kind": "add_seat", "name": cyrillic})
    with pytest.raises(IllegalMove, match="look the same"):
        Table.new(tmp_path / "new", {**PEOPLE, "players": ["Alice", cyrillic]})
    assert not (tmp_path / "new").exists()
    table.act("bob", CAMERON)
    with pytest.raises(IllegalMove) as refused:
        table.act("alice", {**CAMERON, "name": "\u0421ameron", "concept": "A Double", "thingies": []})
    assert refused.value.data["like"] == "Cameron"
    table.act("alice", {**CAMERON, "name": "Zo\u00eb \u732b", "concept": "A Cat", "thingies": []})
    table.act("gm", {"kind": "add_seat", "name": "\u041e\u043b\u044f"})
    assert verify(table.journal).ok
