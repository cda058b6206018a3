"""Tables where everybody has their own keys, through the screen: invites, phrases, copies that arrive, texts taken out."""

from __future__ import annotations

import html
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clicking import bring, button, everything, field, markup, pick, press, says, whole, write
from spookynb.admission import Invite, claim, invite, phrase_of
from spookynb.table import Table
from spookynb.ui import App, play
from spookynb.verify import verify

APART = {"title": "The Hollow", "gm": "Sam", "players": ["Bob", "Alice"], "hot_seat": False}
SECRET = "The name of the real neighbour is Unspeakable."


class Machine:
    """Somebody's own machine: their keys, their folder of journals."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.journals, self._data, self._monkeypatch = folder / "journals", folder / "data", monkeypatch
        self._apps: list[App] = []

    def use(self) -> Machine:
        self._monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(self._data))
        return self

    def play(self, journal: Path | None = None) -> App:
        self.use()
        self._apps.append(play(journal, self.journals))
        return self._apps[-1]

    def get(self, journal: Path) -> Path:
        """Have a copy of a journal among one's own, as from a mail."""
        self.journals.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(journal, self.journals / journal.name))

    def get_up(self) -> None:
        for app in self._apps:
            if app.screen:
                app.screen.leave()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Machine]]:
    made: dict[str, Machine] = {}
    yield lambda name: made.setdefault(name, Machine(tmp_path / name, monkeypatch))
    for one in made.values():
        one.use().get_up()


@pytest.fixture
def sam(machine: Callable[[str], Machine]) -> Machine:
    return machine("sam").use()


@pytest.fixture
def hollow(sam: Machine) -> Path:
    """The journal of a campaign whose GM is Sam, on Sam's machine."""
    with Table.new(sam.journals, APART) as table:
        return table.journal


def invite_of(sam: Machine, journal: Path, seat: str) -> str:
    sam.use()
    with Table.open(journal) as table:
        return str(invite(table, seat))


def table_of(app: App) -> Table:
    assert app.screen is not None, says(app)
    return app.screen.desk.table


def invites_shown(app: App) -> list[str]:
    return re.findall(
        r"<textarea readonly[^>]*>([^<]*)</textarea>", " ".join(one.value for one in whole(app) if type(one).__name__ == "HTML")
    )


def words_shown(app: App) -> str:
    """The phrase on the page, if one is in sight."""
    seen = " ".join(one.value for one in everything(app) if type(one).__name__ == "HTML")
    return " ".join(html.unescape(word) for word in re.findall(r"<li>([a-z]+)</li>", seen))


class TestCreating:
    def test_a_table_apart_begins_at_its_invites_and_they_admit(self, sam: Machine, machine: Callable[[str], Machine]) -> None:
        app = sam.play()
        write(app, "What is it called", "The Hollow")
        write(app, "Who is the GM", "Sam")
        write(app, "Who plays", "Bob\nAlice")
        pick(app, "Where do you play", "Everybody plays from their own machine")
        press(app, "Begin the campaign")
        sent = invites_shown(app)
        assert [Invite.read(one).seat for one in sent] == ["bob", "alice"]
        assert "Send this to Bob privately" in says(app)
        bob = machine("bob")
        journal = bob.get(table_of(app).journal)
        bob.use()
        with Table.open(journal) as theirs:
            claim(theirs, sent[0])
            assert theirs.holds("bob")

    def test_a_shared_screen_has_no_invites_and_one_phrase_for_all(self, sam: Machine, machine: Callable[[str], Machine]) -> None:
        app = sam.play()
        write(app, "What is it called", "One Screen")
        write(app, "Who is the GM", "Sam")
        write(app, "Who plays", "Bob")
        press(app, "Begin the campaign")
        assert app.screen.page == "table"
        press(app, "Campaign")
        assert invites_shown(app) == [] and words_shown(app) == ""
        press(app, "Show the phrase")
        phrase = words_shown(app)
        assert phrase == phrase_of(table_of(app), "bob")
        press(app, "Hide the phrase")
        assert words_shown(app) == ""

    def test_the_gms_own_phrase_is_behind_a_button_and_taken_seats_ask_for_no_invite(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path
    ) -> None:
        sent = invite_of(sam, hollow, "bob")
        with Table.open(hollow) as table:
            claim(table, sent)
        app = sam.play(hollow)
        press(app, "Campaign")
        assert [Invite.read(one).seat for one in invites_shown(app)] == ["alice"]
        press(app, "Show the phrase")
        assert words_shown(app) == phrase_of(table_of(app), "gm")


class TestJoining:
    def test_an_invite_is_pasted_the_phrase_is_written_down_and_the_seat_plays(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path
    ) -> None:
        sent = invite_of(sam, hollow, "bob")
        bob = machine("bob")
        journal = bob.get(hollow)
        app = bob.play()
        assert "not on this machine" in says(app)
        write(app, "The invite", f"Dear Bob,\n{sent[:70]}\n{sent[70:]}\nSam")
        press(app, "Join by invite")
        phrase = words_shown(app)
        assert len(phrase.split()) == 12 and "Write these down" in says(app) and "The seat is yours, Bob" in says(app)
        press(app, "I have written them down")
        assert app.screen.desk.seat == "bob"
        write(app, "The post", "Boo.")
        press(app, "Post")
        assert "Boo." in says(app) and verify(journal).ok
        assert words_shown(app) == ""

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda sent: "", "no whole invite"),
            (lambda sent: sent[:-1], "no whole invite"),
            (lambda sent: sent.replace("spooky-invite:bob", "spooky-invite:alice"), "no whole invite"),
        ],
    )
    def test_a_mistyped_invite_is_refused_in_words_and_stays_in_its_field(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path, spoil: Callable[[str], str], said: str
    ) -> None:
        wrong = spoil(invite_of(sam, hollow, "bob"))
        bob = machine("bob")
        bob.get(hollow)
        app = bob.play()
        write(app, "The invite", wrong)
        press(app, "Join by invite")
        assert said in says(app) and "Nothing was claimed" in says(app)
        assert field(app, "The invite").value == wrong and 'role="alert"' in markup(app)

    def test_a_foreign_and_a_used_invite_are_told_apart(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path, tmp_path: Path
    ) -> None:
        with Table.new(tmp_path / "elsewhere", APART) as other:
            foreign = str(invite(other, "bob"))
        used = invite_of(sam, hollow, "bob")
        with Table.open(hollow) as table:
            claim(table, used)
        bob = machine("bob")
        bob.get(hollow)
        app = bob.play()
        write(app, "The invite", foreign)
        press(app, "Join by invite")
        assert "for another campaign" in says(app)
        write(app, "The invite", used)
        press(app, "Join by invite")
        assert "Bob's seat is taken" in says(app) and app.screen is None

    def test_one_sits_down_again_by_phrase_and_a_mistyped_word_is_named(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path
    ) -> None:
        sent = invite_of(sam, hollow, "bob")
        with Table.open(hollow) as table:
            words = claim(table, sent).split()
        laptop = machine("laptop")
        laptop.get(hollow)
        app = laptop.play()
        write(app, "The phrase", " ".join([*words[:4], "ghoost", *words[5:]]))
        press(app, "Sit down again by phrase")
        assert "Word 5 of the phrase, 'ghoost'" in says(app) and app.screen is None
        write(app, "The phrase", " ".join(words).upper())
        press(app, "Sit down again by phrase")
        assert app.screen.desk.seat == "bob" and table_of(app).holds("bob")

    def test_a_hot_seat_journal_without_its_phrase_is_looked_on_or_brought_back(
        self, sam: Machine, machine: Callable[[str], Machine]
    ) -> None:
        with Table.new(sam.journals, {**APART, "hot_seat": True}) as table:
            phrase, journal = phrase_of(table, "gm"), table.journal
        other = machine("other")
        other.get(journal)
        app = other.play()
        assert "Its phrase is not on this machine" in says(app)
        assert not [one for one in whole(app) if getattr(one, "description", "") == "Join by invite"]
        press(app, "Look on")
        assert not table_of(app).holds("bob") and "Post" not in [getattr(one, "description", "") for one in everything(app)]
        press(app, "Leave")
        write(app, "The phrase", phrase)
        press(app, "Sit down again by phrase")
        assert all(table_of(app).holds(seat) for seat in ("gm", "bob", "alice"))

    def test_a_hot_seat_journal_whose_phrase_is_lost_is_continued_in_a_new_one(
        self, sam: Machine, machine: Callable[[str], Machine]
    ) -> None:
        with Table.new(sam.journals, {**APART, "hot_seat": True}) as table:
            table.act("bob", {"kind": "create_character", "name": "Cameron", "concept": "Undecided", "yo": "Loved."})
            journal = table.journal
        other = machine("other")
        theirs = other.get(journal)
        before = theirs.read_bytes()
        app = other.play()
        press(app, "Continue it")
        assert table_of(app).journal != theirs and table_of(app).holds("bob")
        assert "Cameron" in says(app) and theirs.read_bytes() == before

    def test_where_every_seat_is_held_here_nothing_is_asked(self, sam: Machine) -> None:
        Table.new(sam.journals, {**APART, "hot_seat": True}).close()
        app = sam.play()
        assert "Take a seat here" not in says(app)
        assert button(app, "Sit down")


class TestListing:
    def test_a_name_that_leads_nowhere_hides_no_campaign_and_stops_nothing(self, sam: Machine, hollow: Path) -> None:
        (sam.journals / "gone.md").symlink_to(sam.journals / "nowhere.md")
        (sam.journals / "round.md").symlink_to(sam.journals / "round.md")
        (sam.journals / "folder.md").mkdir()
        os.mkfifo(sam.journals / "pipe.md")
        (sam.journals / "noise.md").write_bytes(bytes(range(256)))
        app = sam.play()
        assert "The Hollow" in says(app) and "noise.md is no journal" in says(app)
        assert not any(name in says(app) for name in ("gone.md", "round.md", "folder.md", "pipe.md"))
        bring(app, "Choose the file", hollow)
        assert "Nothing was new" in says(app)


class TestArriving:
    def test_a_journal_that_was_sent_stands_in_the_folder_under_a_free_name(self, machine: Callable[[str], Machine], hollow: Path) -> None:
        bob = machine("bob").use()
        Table.new(bob.journals, {**APART, "title": "The Hollow", "gm": "Zoe"}).close()  # another campaign of that name
        own = (bob.journals / "the-hollow.md").read_bytes()
        app = bob.play()
        bring(app, "Choose the file", hollow, "the-hollow (1).md")
        assert "the-hollow-2.md is here now, with 1 entry" in says(app)
        assert (bob.journals / "the-hollow.md").read_bytes() == own
        assert (bob.journals / "the-hollow-2.md").read_bytes() == hollow.read_bytes()
        assert len([one for one in whole(app) if getattr(one, "description", "") == "Join by invite"]) == 2

    def test_a_copy_of_a_campaign_that_is_here_is_merged_and_the_door_says_what_was_new(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path
    ) -> None:
        sent = invite_of(sam, hollow, "bob")
        bob = machine("bob")
        theirs = bob.get(hollow)
        bob.use()
        with Table.open(theirs) as table:
            claim(table, sent)
            table.act("bob", {"kind": "post", "text": "From afar.", "voice": "ooc"})
        app = sam.play()
        bring(app, "Choose the file", theirs, "some other name.md")
        assert "2 entries were new to the-hollow.md" in says(app)
        assert [one.name for one in sam.journals.glob("*.md")] == ["the-hollow.md"]
        assert "From afar." in hollow.read_text() and verify(hollow).ok
        bring(app, "Choose the file", theirs)
        assert "Nothing was new" in says(app)

    def test_what_is_no_journal_or_was_altered_is_refused_and_leaves_nothing_behind(
        self, machine: Callable[[str], Machine], hollow: Path, tmp_path: Path
    ) -> None:
        bob = machine("bob")
        app = bob.play()
        shopping = tmp_path / "shopping.md"
        for content, said in ((b"- eggs\n", "no journal"), (bytes(range(256)) * 40, "no journal"), (b"", "no journal")):
            shopping.write_bytes(content)
            bring(app, "Choose the file", shopping)
            assert said in says(app)
        shopping.write_bytes(re.sub(rb"The Hollow", b"The Hole", hollow.read_bytes()))
        bring(app, "Choose the file", shopping)
        assert "does not hold from its first entry on" in says(app)
        assert not bob.journals.exists() or not list(bob.journals.iterdir())

    def test_merging_on_the_campaign_page_says_what_was_new_and_what_came_too_late(
        self, sam: Machine, machine: Callable[[str], Machine]
    ) -> None:
        with Table.new(sam.journals, {**APART, "hot_seat": True}) as table:
            table.act("bob", {"kind": "create_character", "name": "Cameron", "concept": "Undecided", "yo": "Loved."})
            table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the shoe"})
            train = machine("train")
            theirs = train.get(table.journal)
            phrase = phrase_of(table, "gm")
        train.use()
        with Table.open(theirs) as other:
            other.keyring.keep(phrase)
            other.act("alice", {"kind": "post", "text": "I was on the train.", "voice": "ooc"})
            other.act("gm", {"kind": "set_adversity", "dice": 3})  # deeper than the calling off: always after it
        app = sam.play(table.journal)
        table_of(app).act("bob", {"kind": "call_off", "why": "Too wet."})
        table_of(app).act("alice", {"kind": "post", "text": "I stayed at home.", "voice": "ooc"})
        press(app, "Campaign")
        bring(app, "Merge another copy", theirs)
        assert "2 entries were new" in says(app)
        assert "1 move came too late" in says(app)
        press(app, "Journal")
        pick(app, "Show", "Every move")
        seen = says(app)
        assert "I was on the train." in seen and "I stayed at home." in seen
        assert "Sam: set adversity , without effect: it came too late. There is no Conflict." in seen
        assert verify(table_of(app).journal).ok

    def test_the_first_download_of_a_shared_table_offers_the_phrase(self, sam: Machine) -> None:
        with Table.new(sam.journals, {**APART, "hot_seat": True}) as table:
            journal = table.journal
        app = sam.play(journal)
        press(app, "Journal")
        assert "brings the whole table back elsewhere" not in says(app)
        press(app, "Prepare the download")
        assert "brings the whole table back elsewhere" in says(app)
        press(app, "Show the phrase")
        assert words_shown(app) == phrase_of(table_of(app), "gm")


class TestNewKeys:
    def test_a_player_makes_a_new_phrase_and_the_old_one_is_void(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path
    ) -> None:
        sent = invite_of(sam, hollow, "bob")
        bob = machine("bob")
        journal = bob.get(hollow)
        bob.use()
        with Table.open(journal) as table:
            old = claim(table, sent)
        app = bob.play(journal)
        press(app, "Campaign")
        write(app, "Why, in a line that everybody sees", "Somebody looked over my shoulder.")
        press(app, "Make a new phrase; the old one is void")
        new = words_shown(app)
        assert new == phrase_of(table_of(app), "bob") != old
        press(app, "I have written them down")
        assert words_shown(app) == "" and button(app, "Show the phrase")
        assert "looked over my shoulder" in journal.read_text() and verify(journal).ok

    def test_the_gm_helps_a_player_who_has_lost_the_phrase(self, sam: Machine, machine: Callable[[str], Machine], hollow: Path) -> None:
        sent = invite_of(sam, hollow, "bob")
        bob = machine("bob")
        theirs = bob.get(hollow)
        bob.use()
        with Table.open(theirs) as table:
            claim(table, sent)
        app = sam.play(hollow)
        press(app, "Campaign")
        bring(app, "Merge another copy", theirs)
        assert "Bob Plays from another machine" in says(app)
        press(app, "Make a new invite; the old keys are void")
        fresh = next(one for one in invites_shown(app) if Invite.read(one).seat == "bob")
        assert fresh != sent
        laptop = machine("laptop")
        laptop.get(hollow)
        again = laptop.play()
        write(again, "The invite", sent)
        press(again, "Join by invite")
        assert "not for this seat" in says(again)
        write(again, "The invite", fresh)
        press(again, "Join by invite")
        press(again, "I have written them down")
        assert table_of(again).holds("bob")

    def test_a_gm_with_a_new_phrase_gives_a_new_invite_for_a_seat_that_waits(
        self, sam: Machine, machine: Callable[[str], Machine], hollow: Path
    ) -> None:
        app = sam.play(hollow)
        press(app, "Campaign")
        old = invites_shown(app)
        press(app, "Make a new phrase; the old one is void")
        assert words_shown(app) == phrase_of(table_of(app), "gm")
        assert invites_shown(app) == [] and "under another phrase" in says(app)
        press(app, "Make a new invite; the old one is void")
        (fresh,) = invites_shown(app)
        assert fresh not in old
        bob = machine("bob")
        bob.get(hollow)
        theirs = bob.play()
        write(theirs, "The invite", fresh)
        press(theirs, "Join by invite")
        assert "The seat is yours, Bob" in says(theirs)


class TestTakingOut:
    @pytest.fixture
    def app(self, sam: Machine) -> App:
        with Table.new(sam.journals, {**APART, "hot_seat": True}) as table:
            table.act("bob", {"kind": "post", "text": SECRET, "voice": "ooc"})
            table.act("alice", {"kind": "post", "text": "After.", "voice": "ooc"})
        app = sam.play(table.journal)
        press(app, "Journal")
        return app

    def test_a_text_goes_from_the_open_page_after_a_second_thought(self, app: App) -> None:
        pick(app, "Show", "Every move")
        assert SECRET in says(app.screen.journal.box)
        pick(app, "Which text", "Bob")
        write(app, "Why, in a line that everybody sees", "A real person.")
        press(app, "Take this text out")
        assert "This cannot be undone" in markup(app)
        assert SECRET in says(app.screen.journal.box)
        press(app, "Keep it")
        press(app, "Take this text out")
        press(app, "Take it out for good")
        assert "Unspeakable" not in markup(app) + says(app)
        assert "A real person." in says(app) and "[removed]" in says(app.screen.journal.box)
        assert "Unspeakable" not in table_of(app).journal.read_text()
        press(app, "Table")
        pick(app, "Show", "Story")
        assert "The text was taken out." in says(app) and "After." in says(app)

    def test_the_button_at_a_text_leads_to_taking_out_that_text(self, app: App) -> None:
        press(app, "Table")
        shown = re.findall(r'data-take="([0-9a-f]+)"', markup(app))
        post = next(one.id for one in table_of(app).entries() if one.prose == SECRET)
        assert post in shown
        app.stage._handle_custom_msg({"take": post}, [])  # what the browser sends
        assert app.screen.page == "journal" and field(app, "Which text").value == post
        press(app, "Take this text out")
        press(app, "Take it out for good")
        assert "Unspeakable" not in markup(app)
        press(app, "Alice")
        press(app, "Table")
        assert len(re.findall("data-take", markup(app))) == 1

    def test_another_open_page_loses_it_too(self, app: App, sam: Machine) -> None:
        other = sam.play(table_of(app).journal)
        assert "Unspeakable" in says(other)
        entry = next(one.id for one in table_of(app).entries() if one.prose == SECRET)
        table_of(app).act("gm", {"kind": "redact", "entry": entry, "why": ""})
        table_of(other).sync()
        other.screen.redraw()
        assert "Unspeakable" not in markup(other) + says(other)

    def test_only_ones_own_texts_are_offered_but_the_gm_is_offered_all(self, app: App) -> None:
        def offered() -> list[str]:
            return [name for name, _ in field(app, "Which text").options]

        assert len(offered()) == 2
        press(app, "Alice")
        assert [name.split(",")[0] for name in offered()] == ["Alice"]
