"""Playing on where the phrase of a hot-seat journal is lost: a new campaign that stands where the old one did (PROTOCOL, "Keys")."""

import random
import re
from datetime import UTC, datetime

import pytest

from spookynb.admission import continue_campaign
from spookynb.bots import random_move
from spookynb.errors import IllegalMove, JournalTrouble, NotYourSeat, WrongUsage
from spookynb.journal.write import block
from spookynb.table import Table
from spookynb.verify import verify
from test_merge import CAMERON, Copy, opened

WHY = "As it stood when the journal was continued."
NIKKI = {
    "kind": "create_character",
    "name": "Nikki",
    "concept": "Wylde Chylde",
    "thingies": ["Bass", "Van", "Leather"],
    "yo": "A deal",
}
#: kinds that would crowd out conflicts, or break them off, if they were as likely as everything else
SELDOM = ("post", "loose_roll", "end_session", "open_scene", "close_scene", "end_story", "call_off", "redact", "leave_seat")
LIKES = {
    **dict.fromkeys(SELDOM, 0.05), "retire_character": 0.05, "gm_adjust": 0.3, "roll": 0.5, "take_ouchie": 3, "define_thingy": 2,
    "narrate": 5, "write_woe": 3, "write_yo": 3, "answer_offer": 5,
}  # fmt: skip


def play(copy, rng, moves):
    """Moves at random, such that somebody stays to play with, and nobody is given dice by the hundred."""
    for _ in range(moves):
        likes = LIKES if len(copy.state.players()) > 1 else {**LIKES, "leave_seat": 0}
        seat, move = random_move(copy.game, copy.state, rng, likes=likes)
        if move["kind"] == "gm_adjust":
            move["by"] = max(-9, min(9, move["by"]))
        copy.play(seat, move, salt=rng.randrange(1000))


def written(copy, folder, name="the-hollow.md"):
    """The journal of a campaign in memory, whose keys no machine holds."""
    blocks, last = [], None
    for taken in copy.taken:
        blocks.append(block(taken.entry, taken.lines(copy.game), last).text)
        last = taken.entry
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"".join(blocks))
    return folder / name


def called_off(copy):
    """The same campaign after the GM has called off every conflict whose dice have not fallen."""
    copy = copy.copy()
    for conflict in list(copy.state.game.conflicts.values()):
        if conflict.stage == "open":
            copy.play("gm", {"kind": "call_off", "conflict": conflict.id})
    return copy


def what_stands(summary, people):
    """Pools and sheets of the people at the table, as far as moves can carry them."""
    sheets = {
        name: {part: sheet[part] for part in ("player", "npc", "concept", "thingies", "banked", "ouchies", "yo", "woe")}
        for name, sheet in summary["characters"].items()
        if sheet["player"] in people
    }
    return {seat: max(0, pool["oooh"]) for seat, pool in summary["seats"].items()}, sheets


def check_continues(copy, folder):
    journal = written(copy, folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with continue_campaign(journal) as table:
        assert table.notices == []
        expected = called_off(copy)
        people = expected.state.people()
        assert what_stands(table.summary(), people) == what_stands(expected.game.summary(expected.state), people)
        assert table.state.house_rules == copy.state.house_rules
        assert [scene.title for scene in table.state.scenes.values()] == [scene.title for scene in copy.state.scenes.values()]
        assert verify(table.journal).ok
    assert {name: (folder / name).read_bytes() for name in before} == before


@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_played_stands_again_in_a_journal_that_verifies_by_itself(seed, tmp_path):
    rng = random.Random(seed)
    copy = opened()
    play(copy, rng, 40 + 10 * seed)
    check_continues(copy, tmp_path / "journals")


@pytest.mark.parametrize("seed", range(4))
def test_a_campaign_played_apart_and_merged_is_continued_as_the_merge_left_it(seed, tmp_path):
    rng = random.Random(1000 + seed)
    base = opened()
    play(base, rng, 30)
    one, two = base.copy(), base.copy()
    for copy in (one, two):
        play(copy, rng, 10)
    merged = one | two
    assert len(merged.replay.heads) == 2
    check_continues(merged, tmp_path / "journals")


# ---------------------------------------------------------------------------------------------- what a table notices


def posts(table):
    return [one.prose for one in table.entries() if one.kind == "post"]


def test_people_simply_play_on_and_the_new_journal_says_what_it_follows(tmp_path):
    copy = opened()
    copy.play("bob", CAMERON)
    copy.play("alice", {"kind": "write_woe", "character": "Cameron", "woe": "Expelled"})
    journal = written(copy, tmp_path)
    with Table.open(journal) as lost, pytest.raises(NotYourSeat):
        lost.act("bob", {"kind": "post", "text": "Anybody there?"})
    with continue_campaign(journal, clock=lambda: datetime(2030, 1, 2, tzinfo=UTC)) as table:
        assert table.journal == tmp_path / "the-hollow-2.md" and table.state.title == "The Hollow"
        assert table.campaign != copy.replay.campaign
        page = table.journal.read_text("utf-8").split("\n---\n")[0]
        assert f"Continues the campaign {copy.replay.campaign[:8]}, whose head read: {verify(journal).head}." in page
        assert "Begun on Wednesday, 2 January 2030" in page
        call = table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
        table.act("gm", {"kind": "set_adversity", "dice": 2})
        table.act("alice", {"kind": "give", "to": "bob", "dice": 1, "conflict": call.id})
        table.act("joe", {"kind": "pass"})
    with Table.open(tmp_path / "the-hollow-2.md") as again:
        assert all(again.holds(seat) for seat in ("gm", "bob", "alice", "joe"))
        again.act("bob", {"kind": "roll"})
        assert verify(again.journal).ok


def test_the_head_of_a_record_that_forks_is_cited_whole(tmp_path):
    base = opened()
    one, two = base.copy(), base.copy()
    one.play("alice", {"kind": "post", "text": "Here."})
    two.play("joe", {"kind": "post", "text": "There."})
    journal = written(one | two, tmp_path)
    with continue_campaign(journal) as table:
        assert table.entries()[0].data["continues"] == {"campaign": base.replay.campaign, "head": verify(journal).id}
        assert verify(journal).head in table.journal.read_text("utf-8")


def test_nothing_is_overwritten_and_a_continued_journal_can_be_continued(tmp_path):
    journal = written(opened(), tmp_path)
    (tmp_path / "the-hollow-2.md").write_text("My own notes.")
    with continue_campaign(journal) as second:
        assert second.journal.name == "the-hollow-3.md"
    with continue_campaign(second.journal) as third, continue_campaign(journal, tmp_path / "elsewhere") as elsewhere:
        assert third.journal.name == "the-hollow-4.md"
        assert elsewhere.journal == tmp_path / "elsewhere" / "the-hollow-2.md"
    assert (tmp_path / "the-hollow-2.md").read_text() == "My own notes."
    with continue_campaign(journal, tmp_path / "named.md") as named, pytest.raises(WrongUsage, match="named"):
        continue_campaign(journal, named.journal)


def test_an_open_conflict_is_called_off_and_the_gm_says_so_first(tmp_path):
    copy = opened()
    copy.play("bob", CAMERON)
    copy.play("alice", NIKKI)
    for seat, name, stakes in (("bob", "Cameron", "the grades"), ("alice", "Nikki", "the gig")):
        copy.play(seat, {"kind": "call_conflict", "character": name, "stakes": stakes})
        call = copy.taken[-1].entry.id
        copy.play("gm", {"kind": "set_adversity", "dice": 2, "conflict": call})
        copy.play("joe", {"kind": "give", "to": seat, "dice": 1, "conflict": call})
        copy.play(seat, {"kind": "take_ouchie", "conflict": call})
    copy.play("alice", {"kind": "roll", "conflict": call})
    won = copy.state.name(copy.state.game.last["winner"])
    with continue_campaign(written(copy, tmp_path)) as table:
        first = table.entries()[1]
        assert (first.seat, first.data["voice"]) == ("gm", "ooc")
        assert "Conflict of Cameron against Sam over “the grades” was still open. It is called off" in first.prose
        assert f"Conflict of Nikki against Sam over “the gig” had been won by {won} and was not told yet" in first.prose
        summary = table.summary()
        assert summary["conflicts"] == []
        assert summary["characters"]["Cameron"]["ouchies"] == 0, "an Ouchie taken in a conflict that is called off goes back"
        assert summary["characters"]["Nikki"]["ouchies"] == 1, "one that was taken before the dice fell stays banked"
        assert sum(pool["oooh"] for pool in summary["seats"].values()) == 18


def test_those_who_left_and_their_characters_stay_out(tmp_path):
    copy = opened()
    copy.play("bob", CAMERON)
    copy.play("alice", NIKKI)
    copy.play("gm", {"kind": "open_scene", "title": "The gym", "roster": ["Cameron", "Nikki"]})
    copy.play("bob", {"kind": "leave_seat", "leaves": "bob"})
    with continue_campaign(written(copy, tmp_path)) as table:
        assert table.state.people() == ("gm", "alice", "joe") == tuple(table.state.seats)
        assert list(table.game.characters(table.state)) == ["Nikki"]
        assert "Cameron stayed behind with Bob, who had left." in posts(table)[0]
        assert [(scene.title, scene.roster) for scene in table.state.scenes.values()] == [("The gym", ("Nikki",))]


def test_seats_keep_their_slugs_whoever_has_left(tmp_path):
    with Table.new(tmp_path / "old", {"title": "Echo", "gm": "Sam", "players": ["Zoe", "Zoë"]}) as old:
        old.act("zoe-2", {"kind": "create_character", "name": "Vee", "concept": "Dead Air"})
        old.act("gm", {"kind": "leave_seat", "leaves": "zoe"})
    with continue_campaign(old.journal) as table:
        assert table.state.seats["zoe-2"].name == "Zoë" and "zoe" not in table.state.seats
        assert table.game.characters(table.state) == {"Vee": "zoe-2"}


def test_later_thingies_scores_and_the_end_of_a_story_are_carried(tmp_path):
    copy = opened()
    copy.play("alice", NIKKI)
    copy.play("joe", {"kind": "write_woe", "character": "Nikki", "woe": "Sells insurance"})
    copy.play("gm", {"kind": "gm_adjust", "what": "yo", "of": "Nikki", "by": 2, "why": "Luck."})
    copy.play("gm", {"kind": "end_story"})
    copy.play("alice", {"kind": "define_thingy", "character": "Nikki", "thingy": "Record Deal"})
    copy.play("gm", {"kind": "gm_adjust", "what": "banked", "of": "Nikki", "by": 2, "why": "Luck."})
    copy.play("gm", {"kind": "gm_adjust", "what": "woe", "of": "Nikki", "by": 3, "why": "Bad luck."})
    with continue_campaign(written(copy, tmp_path)) as table:
        nikki = table.summary()["characters"]["Nikki"]
        assert nikki["thingies"] == ["Bass", "Van", "Leather", "Record Deal"] and nikki["banked"] == 2
        assert nikki["yo"] == {"text": "", "score": 0} and nikki["woe"] == {"text": "Sells insurance", "score": 3}
        assert "The Yo of Nikki came true at the end of the story: “A deal”." in posts(table)[0]
        assert {one.data["why"] for one in table.entries() if one.kind == "gm_adjust"} == {WHY}
        assert ("alice", "write_yo") in [(debt.seat, debt.owes) for debt in table.waiting()]


def test_a_move_that_the_rules_refuse_is_reported_and_stops_nothing(tmp_path):
    copy = opened()
    copy.play("bob", CAMERON)
    copy.play("gm", {"kind": "gm_adjust", "what": "yo", "of": "Cameron", "by": 20, "why": "The most there is."})
    copy.play("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "one more"})
    copy.play("bob", {"kind": "take_ouchie"})
    copy.play("gm", {"kind": "set_adversity", "dice": 1})
    table = copy.copy()
    salt = 0
    while not table.state.game.last or table.state.game.last["winner"] != "bob":
        table, salt = copy.copy(), salt + 1
        table.play("bob", {"kind": "roll"}, salt=salt)
    table.play("bob", {"kind": "narrate", "text": "Twenty-one.", "cash": "Cameron"})
    assert table.state.game.characters["Cameron"].yo_score == 21
    with continue_campaign(written(table, tmp_path)) as new:
        (notice,) = new.notices
        assert "Not carried over, gm adjust by Sam" in str(notice) and notice.data["move"]["of"] == "Cameron"
        assert new.summary()["seats"] == table.game.summary(table.state)["seats"], "pools came after it"
        assert verify(new.journal).ok


# ---------------------------------------------------------------------------------------------- what cannot be continued


def test_what_cannot_be_continued_is_said_and_nothing_is_made(tmp_path):
    copy = opened()
    copy.play("bob", CAMERON)
    alone = copy.copy()
    for seat in ("bob", "alice", "joe"):
        alone.play(seat, {"kind": "leave_seat", "leaves": seat})
    alone = written(alone, tmp_path / "alone")
    altered = written(copy, tmp_path / "altered")
    altered.write_bytes(altered.read_bytes().replace(b'"name":"Cameron"', b'"name":"Cameros"'))
    with Table.new(tmp_path / "apart", {"title": "Apart", "gm": "Sam", "players": ["Bob"], "hot_seat": False}) as apart:
        pass
    there = sorted(tmp_path.rglob("*"))
    for journal, error, words in (
        (alone, WrongUsage, "Nobody but the GM"),
        (altered, JournalTrouble, "altered in line"),
        (apart.journal, WrongUsage, "key of their own"),
        (tmp_path / "nothing.md", JournalTrouble, "cannot be read"),
    ):
        with pytest.raises(error, match=words):
            continue_campaign(journal)
    assert sorted(tmp_path.rglob("*")) == there


def test_a_torn_journal_is_continued_as_far_as_it_holds_with_a_word_about_it(tmp_path):
    copy = opened()
    copy.play("bob", CAMERON)
    journal = written(copy, tmp_path)
    torn = journal.read_bytes().rpartition(b"<!-- ")[0]
    journal.write_bytes(torn)
    with continue_campaign(journal) as table:
        assert [notice.what for notice in table.notices] == [
            "the-hollow.md is not in every place as it was written; all that holds in it was continued."
        ]
        assert table.summary()["characters"] == {}
    assert journal.read_bytes() == torn and sorted(path.name for path in tmp_path.iterdir()) == [
        ".spookynb", "the-hollow-2.md", "the-hollow.md"
    ]  # fmt: skip


def test_what_a_campaign_continues_is_named_by_ids_or_refused(tmp_path):
    people = {"title": "The Hollow", "gm": "Sam", "players": ["Bob"]}
    for campaign, head in (("a" * 64, "b" * 63), ("A" * 64, "b" * 64), ("the old one", "b" * 64)):
        with pytest.raises(IllegalMove, match="64 hex digits"):
            Table.new(tmp_path, {**people, "continues": {"campaign": campaign, "head": head}})
    with pytest.raises(IllegalMove) as refusal:
        Table.new(tmp_path, {**people, "continues": {"campaign": "a" * 64}})
    assert refusal.value.rule == "form" and not list(tmp_path.iterdir())
    with Table.new(tmp_path, people) as plain:
        page = plain.journal.read_text("utf-8")
        assert not re.search("continues", page, re.IGNORECASE)


def test_the_copy_helper_writes_journals_that_hold(tmp_path):
    assert verify(written(Copy(opened().entries.values()), tmp_path)).ok
