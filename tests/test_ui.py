"""The screen, played by its own widgets against a real table in a folder: what a person clicks, types and reads."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from ipywidgets import Button, Dropdown, RadioButtons, ToggleButtons

import spookynb
from clicking import box, button, field, markup, pick, press, says, sees, sit, whole, write
from spookynb.table import Table
from spookynb.ui import App, play

STORY = {"title": "The Lodgers", "gm": "Odile", "players": ["Bob", "Alice", "Joe"]}


@pytest.fixture(autouse=True)
def own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "data"))


# ------------------------------------------------------------------------------------------ tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "journals"


@pytest.fixture
def new_table(folder: Path) -> Table:
    table = Table.new(folder, {**STORY, "house_rules": {"dice": "practice"}}, seed=7)
    for seat, name in (("bob", "Cameron"), ("alice", "Nikki"), ("joe", "Wes")):
        table.act(seat, {
            "kind": "create_character", "name": name, "concept": f"{name} the Undecided",
            "thingies": [f"{name}'s Bicycle", f"{name}'s Temper"], "yo": f"{name} is loved.",
        })  # fmt: skip
    for writer, name in (("alice", "Cameron"), ("joe", "Nikki"), ("bob", "Wes")):
        table.act(writer, {"kind": "write_woe", "character": name, "woe": f"{name} is forgotten."})
    return table


@pytest.fixture
def app(new_table: Table, folder: Path) -> App:
    new_table.close()
    made = play(new_table.journal, folder)
    yield made
    if made.screen:
        made.screen.leave()


def state(app: App):
    return app.screen.desk.table.state


def game(app: App):
    return state(app).game


def call(app: App) -> None:
    sit(app, "Bob")
    write(app, "What is done", "Waltz the Baron")
    write(app, "What is at stake", "whether he leads")
    press(app, "Call it")


def adversity(app: App, dice: str = "") -> None:
    sit(app, "Odile")
    if dice:
        pick(app, "How many dice", dice)
    press(app, "Set the Adversity")


@pytest.fixture
def by_hand(folder: Path) -> App:
    """A table that rolls physical dice, so that a test says who wins."""
    table = Table.new(folder, {**STORY, "house_rules": {"dice": "physical"}})
    table.act("bob", {"kind": "create_character", "name": "Cameron", "concept": "Undecided", "yo": "Loved."})
    table.close()
    made = play(table.journal, folder)
    yield made
    made.screen.leave()


# ------------------------------------------------------------------------------------------ the door


class TestTheDoor:
    def test_a_first_campaign_is_begun_by_typing_three_things(self, folder: Path) -> None:
        app = play(folder=folder)
        assert "Begin your first campaign" in says(app)
        write(app, "What is it called", "The Lodgers")
        write(app, "Who is the GM", "Odile")
        write(app, "Who plays", "Bob\nAlice, Joe")
        press(app, "Begin the campaign")
        assert (folder / "the-lodgers.md").exists()
        assert [seat.name for seat in state(app).seats.values()] == ["Odile", "Bob", "Alice", "Joe"]
        assert "The Lodgers" in says(app)
        app.screen.leave()

    def test_a_refusal_is_said_in_words_and_loses_nothing(self, folder: Path) -> None:
        app = play(folder=folder)
        write(app, "What is it called", "The Lodgers")
        press(app, "Begin the campaign")
        assert "Nobody is the GM yet" in says(app)
        assert field(app, "What is it called").value == "The Lodgers"
        write(app, "Who is the GM", "Odile")
        write(app, "Who plays", "Bob\nBOB")
        press(app, "Begin the campaign")
        assert 'role="alert"' in markup(app.door.new.box)
        assert field(app, "Who plays").value == "Bob\nBOB"
        assert not list(folder.glob("*.md"))

    def test_a_campaign_in_the_folder_is_offered_with_who_is_waited_for(self, new_table: Table, folder: Path) -> None:
        new_table.act("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the shoe"})
        new_table.close()
        app = play(folder=folder)
        assert "The Lodgers" in says(app)
        assert "We wait for Odile" in says(app)
        press(app, "Sit down")
        assert "the shoe" in says(app)
        app.screen.leave()

    def test_a_file_that_is_no_journal_is_said_to_be_none(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "shopping.md").write_text("- eggs\n")
        app = play(folder=folder)
        assert "shopping" in says(app)
        assert "cannot be opened" in says(app)

    def test_a_folder_that_cannot_be_written_is_a_plain_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        app = play(folder=tmp_path / "file")
        write(app, "What is it called", "The Lodgers")
        write(app, "Who is the GM", "Odile")
        write(app, "Who plays", "Bob")
        press(app, "Begin the campaign")
        assert 'role="alert"' in markup(app.door.new.box)
        assert "Traceback" not in says(app)

    def test_a_missing_journal_opens_the_door_and_says_so(self, folder: Path) -> None:
        app = play(folder / "nowhere.md", folder)
        assert "nowhere.md" in says(app)
        assert "Begin your first campaign" in says(app)

    def test_house_rules_are_recorded(self, folder: Path) -> None:
        app = play(folder=folder)
        write(app, "What is it called", "The Lodgers")
        write(app, "Who is the GM", "Odile")
        write(app, "Who plays", "Bob")
        pick(app, "The dice", "Physical")
        pick(app, "After a roll", "difference")
        press(app, "Begin the campaign")
        assert state(app).house_rules["dice"] == "physical"
        assert state(app).house_rules["bones"] == "difference"
        app.screen.leave()


# ------------------------------------------------------------------------------------------ the table


class TestTheTable:
    def test_the_package_offers_play_and_open(self) -> None:
        assert spookynb.play is play
        assert callable(spookynb.open)

    def test_what_i_owe_comes_first_and_changes_with_who_acts(self, app: App) -> None:
        call(app)
        sit(app, "Odile")
        assert "Odile, you owe To set the Adversity" in says(box(app, "at-owed"))
        sit(app, "Bob")
        assert "Odile , to set the Adversity" in says(box(app, "at-owed"))

    def test_a_conflict_from_call_to_aftermath_by_clicking(self, app: App) -> None:
        call(app)
        adversity(app, "4")
        sit(app, "Alice")
        press(app, "Give 1 die")
        sit(app, "Joe")
        press(app, "Give nothing")
        sit(app, "Bob")
        assert "1 die against 4" in says(app)
        press(app, "Roll 1 die against 4")
        conflict = next(iter(game(app).conflicts.values()))
        assert re.search(r"wins, \d Skulls? to \d", says(app))
        sit(app, state(app).name(conflict.narrator))
        write(app, "How it went", "They went round *once*.")
        assert "<em>once</em>" in markup(app)
        press(app, "Narrate")
        assert "Aftermath: now" in says(app)
        assert "They went round" in says(box(app, "at-journal"))
        journal = app.screen.desk.table.journal.read_text()
        assert "> They went round *once*." in journal

    def test_every_die_moves_the_chance(self, app: App) -> None:
        call(app)
        adversity(app, "4")
        assert "6 % as it stands" in says(app)
        sit(app, "Alice")
        press(app, "Give 1 die")
        assert "19 % as it stands" in says(app)
        assert "3/16" in says(app)

    def test_a_bargain_is_offered_and_struck(self, app: App) -> None:
        call(app)
        adversity(app)
        sit(app, "Alice")
        pick(app, "Dice", "2 dice")
        write(app, "What will hurt", "Your trousers.")
        press(app, "Offer them")
        sit(app, "Bob")
        assert "Alice offers 2 dice for an Ouchie" in says(app)
        assert "Your trousers." in says(app)
        press(app, "Accept: 2 dice, 1 Ouchie")
        assert game(app).characters["Cameron"].ouchies == 1
        assert next(iter(game(app).conflicts.values())).sides["bob"].dice == 2

    def test_a_bargain_is_declined_and_withdrawn(self, app: App) -> None:
        call(app)
        adversity(app)
        sit(app, "Alice")
        press(app, "Offer them")
        press(app, "Take the offer back")
        press(app, "Offer them")
        sit(app, "Bob")
        press(app, "Decline")
        conflict = next(iter(game(app).conflicts.values()))
        assert not conflict.sides["bob"].offers
        assert game(app).characters["Cameron"].ouchies == 0

    def test_thingies_are_used_refused_and_argued_once_more(self, app: App) -> None:
        call(app)
        adversity(app, "4")
        sit(app, "Bob")
        pick(app, "Use another Thingy", "Cameron's Bicycle")
        write(app, "Why it matters here", "It has a bell.")
        press(app, "Use it")
        sit(app, "Odile")
        write(app, "The reason", "Nobody rings at a ball.")
        press(app, "Refuse this Thingy")
        assert "Nobody rings at a ball." in says(app)
        sit(app, "Bob")
        write(app, "The reason", "It rings three-four.")
        press(app, "Argue it")
        used = next(iter(game(app).conflicts.values())).sides["bob"].used
        assert [(one.thingy, one.refused, one.tries) for one in used] == [("Cameron's Bicycle", False, 2)]

    def test_a_banked_thingy_is_defined_in_mid_conflict(self, app: App) -> None:
        call(app)
        adversity(app, "4")
        sit(app, "Bob")
        panel = box(app, "conflict")
        write(panel, "The Thingy", "Once Danced with the Moon")
        press(panel, "Define it")
        assert "Once Danced with the Moon" in game(app).characters["Cameron"].thingies
        pick(app, "Use another Thingy", "Once Danced")
        press(app, "Use it")
        assert next(iter(game(app).conflicts.values())).sides["bob"].used[0].thingy == "Once Danced with the Moon"

    def test_asking_and_taking_an_ouchie(self, app: App) -> None:
        call(app)
        press(app, "Ask the table")
        press(app, "Take an Ouchie")
        side = next(iter(game(app).conflicts.values())).sides["bob"]
        assert side.asked is not None
        assert side.ouchies == 1
        assert "Cameron has taken an Ouchie" in says(app)

    def test_calling_off_gives_everything_back(self, app: App) -> None:
        call(app)
        press(app, "Take an Ouchie")
        press(app, "Call the conflict off")
        assert game(app).characters["Cameron"].ouchies == 0
        assert not [one for one in game(app).conflicts.values() if one.stage == "open"]

    def test_a_call_carries_thingies_reasons_and_standing_terms(self, app: App) -> None:
        sit(app, "Bob")
        write(app, "What is at stake", "the shoe")
        field(app, "Cameron's Bicycle").value = True
        next(
            one for one in whole(app) if getattr(one, "placeholder", "") == "why it matters here" and one.layout.display != "none"
        ).value = "Wheels."
        pick(app, "Offers of dice", "I take two")
        field(app, "Roll as soon").value = True
        press(app, "Call it")
        side = next(iter(game(app).conflicts.values())).sides["bob"]
        assert [(one.thingy, one.why) for one in side.used] == [("Cameron's Bicycle", "Wheels.")]
        assert side.accept == 2
        assert side.roll_when_ready

    def test_player_against_player_shows_both_sides(self, app: App) -> None:
        sit(app, "Bob")
        pick(app, "Against", "Nikki")
        write(app, "What is at stake", "the last biscuit")
        press(app, "Call it")
        assert "Adversity" not in says(box(app, "conflict"))
        assert "Nikki: 0 dice" in says(app)
        assert "Gifts and offers to Nikki" in says(app)

    def test_the_winner_cashes_an_ouchie(self, by_hand: App) -> None:
        app = by_hand
        call(app)
        press(app, "Take an Ouchie")
        adversity(app, "1")
        sit(app, "Bob")
        write(app, "Odile", "3")
        press(app, "Roll 0 dice against 1")
        assert "Odile wins, 1 Skull to 0" in says(app)
        sit(app, "Odile")
        write(app, "How it went", "It hurt.")
        pick(app, "Cash an Ouchie?", "Cameron")
        press(app, "Narrate")
        sheet = game(app).characters["Cameron"]
        assert (sheet.yo_score, sheet.woe_score, sheet.ouchies) == (0, 1, 0)

    def test_the_aftermath_says_where_the_dice_went(self, by_hand: App) -> None:
        app = by_hand
        call(app)
        adversity(app, "3")
        sit(app, "Alice")
        press(app, "Give 1 die")
        sit(app, "Bob")
        write(app, "Bob", "3")
        write(app, "Odile", "2 4 5")
        press(app, "Roll 1 die against 3")
        told = says(box(app, "aftermath"))
        assert "Odile’s 2 dice go to Bob" in told
        assert "Bob 3 + 1 + 2 6" in told

    def test_the_gm_sends_back_and_strikes(self, by_hand: App) -> None:
        app = by_hand
        call(app)
        adversity(app, "1")
        sit(app, "Bob")
        write(app, "Odile", "2")
        press(app, "Roll 0 dice against 1")
        write(app, "How it went", "The moon fell down.")
        press(app, "Narrate")
        sit(app, "Odile")
        write(app, "What is out of bounds", "The moon stays.")
        press(app, "Send it back")
        assert "Bob , to tell how it went" in says(box(app, "at-owed"))
        sit(app, "Bob")
        assert "The moon stays." in says(box(app, "conflict"))
        assert field(app, "How it went").value == "The moon fell down."
        write(app, "How it went", "The moon wobbled.")
        press(app, "Narrate")
        sit(app, "Odile")
        assert "The moon fell down" not in says(box(app, "at-journal"))
        assert "The moon wobbled" in says(box(app, "at-journal"))
        press(app, "Strike the passage")
        assert "The moon wobbled" not in says(box(app, "at-journal"))

    def test_a_double_click_is_one_move(self, app: App) -> None:
        write(app, "The post", "Once.")
        before = len(app.screen.desk.table)
        post = button(app, "Post")
        post.click()
        post.click()
        assert len(app.screen.desk.table) == before + 1

    def test_a_refusal_stands_beside_its_control_and_keeps_the_words(self, app: App) -> None:
        sit(app, "Bob")
        write(app, "What is done", "Waltz")
        press(app, "Call it")
        assert "Nothing is at stake" in markup(box(app, "at-call"))
        assert field(app, "What is done").value == "Waltz"
        assert 'role="alert"' in markup(box(app, "at-call"))

    def test_an_empty_post_is_refused_in_words(self, app: App) -> None:
        press(app, "Post")
        assert "The post is empty" in says(box(app, "at-composer"))

    def test_hostile_words_are_shown_as_words(self, app: App) -> None:
        sit(app, "Bob")
        write(app, "What is done", "<img src=x onerror=alert(1)>")
        write(app, "What is at stake", "<script>alert(2)</script>")
        press(app, "Call it")
        write(app, "The post", "<b onclick=alert(3)>no</b> <script>x</script>")
        press(app, "Post")
        assert "<img" not in markup(app)
        assert "<script" not in markup(app)
        assert "onclick=" not in re.sub(r"&[^;]+;[^&]*", "", markup(app))
        assert "<img src=x onerror=alert(1)>" in says(app)

    def test_a_post_has_the_voice_that_was_chosen(self, app: App) -> None:
        sit(app, "Bob")
        pick(app, "Write as", "Out of character")
        write(app, "The post", "Is the rod load-bearing?")
        press(app, "Post")
        assert "out of character" in says(box(app, "at-journal"))
        sit(app, "Odile")
        pick(app, "Write as", "Narrator")
        write(app, "The post", "It is now.")
        press(app, "Post")
        assert "The narrator" in says(box(app, "at-journal"))

    def test_somebody_elses_move_appears_and_leaves_my_words_alone(self, app: App) -> None:
        sit(app, "Bob")
        write(app, "The post", "I was just saying")
        typed = field(app, "The post")
        with Table.open(app.screen.desk.table.journal) as other:
            other.act("alice", {"kind": "post", "text": "Boo, said the other kernel."})
        until = time.monotonic() + 30
        while "Boo, said the other kernel." not in says(box(app, "at-journal")) and time.monotonic() < until:
            time.sleep(0.02)  # the watch notices by itself
        assert sees(lambda: says(box(app, "at-journal")), "Boo, said the other kernel.")
        assert field(app, "The post") is typed
        assert typed.value == "I was just saying"

    def test_drafts_survive_a_reload(self, app: App, folder: Path) -> None:
        sit(app, "Bob")
        write(app, "The post", "Half a sentence, and")
        again = play(app.screen.desk.table.journal, folder)
        sit(again, "Bob")
        assert field(again, "The post").value == "Half a sentence, and"
        press(again, "Post")
        third = play(app.screen.desk.table.journal, folder)
        sit(third, "Bob")
        assert field(third, "The post").value == ""
        for one in (again, third):
            one.screen.leave()

    def test_each_person_has_drafts_of_their_own(self, app: App) -> None:
        sit(app, "Bob")
        write(app, "The post", "Bob's words")
        sit(app, "Alice")
        assert field(app, "The post").value == ""
        sit(app, "Bob")
        assert field(app, "The post").value == "Bob's words"

    def test_what_goes_wrong_inside_is_said_without_a_traceback(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_args, **_kwargs):
            raise ZeroDivisionError("seven")

        monkeypatch.setattr(app.screen.desk.table, "act", broken)
        write(app, "The post", "Hello.")
        press(app, "Post")
        assert "Something went wrong inside spookynb" in says(app)
        assert field(app, "The post").value == "Hello."


class TestPhysicalDice:
    def test_faces_are_typed_and_a_wrong_count_is_refused_with_the_words_kept(self, by_hand: App) -> None:
        app = by_hand
        call(app)
        adversity(app, "2")
        sit(app, "Alice")
        press(app, "Give 1 die")
        sit(app, "Bob")
        write(app, "Bob", "3 5")
        write(app, "Odile", "H, d20: 2")
        press(app, "Roll 1 die against 2")
        assert "1 dice" in markup(box(app, "roll"))
        assert field(app, "Bob").value == "3 5"
        write(app, "Bob", "3")
        press(app, "Roll 1 die against 2")
        conflict = next(iter(game(app).conflicts.values()))
        assert conflict.sides["bob"].faces == ("d6:3",)
        assert conflict.sides["gm"].faces == ("coin:H", "d20:2")


# ------------------------------------------------------------------------------------------ sheets, journal, campaign


class TestSheets:
    def test_a_character_is_made_and_its_woe_written_by_the_neighbour(self, folder: Path) -> None:
        table = Table.new(folder, STORY)
        table.close()
        app = play(table.journal, folder)
        sit(app, "Bob")
        press(app, "Sheets")
        write(app, "Name", "Cameron")
        write(app, "Concept", "Undecided Werewolf")
        write(app, "Thingy 1", "Bicycle")
        write(app, "Yo", "I am loved.")
        press(app, "Make this character")
        made = game(app).characters["Cameron"]
        assert (made.thingies, made.banked) == (("Bicycle",), 2)
        assert "Undecided Werewolf" in says(app)
        sit(app, "Alice")
        write(app, "The Woe of Cameron", "I am shaved.")
        press(app, "Write the Woe")
        assert game(app).characters["Cameron"].woe == "I am shaved."
        app.screen.leave()

    def test_a_taken_name_is_refused_with_the_form_kept(self, app: App) -> None:
        sit(app, "Odile")
        press(app, "Sheets")
        write(app, "Name", "cameron")
        write(app, "Concept", "Twin")
        press(app, "Make this NPC")
        assert 'role="alert"' in markup(box(app, "at-make"))
        assert field(app, "Concept").value == "Twin"
        write(app, "Name", "Mrs Quill")
        press(app, "Make this NPC")
        assert game(app).characters["Mrs Quill"].npc

    def test_the_end_of_a_story_is_settled(self, app: App) -> None:
        sit(app, "Odile")
        press(app, "Campaign")
        press(app, "End the story", 1)
        press(app, "Sheets")
        assert "it is a tie" in says(app)
        press(app, "The Yo comes true")
        assert game(app).characters["Cameron"].tie == ""


class TestJournal:
    def test_story_hides_the_mechanics_and_every_move_shows_them(self, app: App) -> None:
        call(app)
        write(app, "The post", "So it began.")
        press(app, "Post")
        journal = box(app, "at-journal")
        assert "So it began." in says(journal)
        assert "Waltz the Baron" not in says(journal)
        field(journal, "Show").value = "table"
        assert "Waltz the Baron" in says(journal)

    def test_the_check_shows_six_words(self, app: App) -> None:
        press(app, "Journal")
        press(app, "Verify the journal")
        assert "Verified." in says(app)
        assert app.screen.desk.table.head_words() in says(app)

    def test_an_edited_journal_is_a_finding(self, app: App) -> None:
        write(app, "The post", "I won.")
        press(app, "Post")
        journal = app.screen.desk.table.journal
        journal.write_bytes(journal.read_bytes().replace(b"I won.", b"I w0n."))
        press(app, "Journal")
        press(app, "Verify the journal")
        assert "Not clean." in says(app)

    def test_the_journal_can_be_saved(self, app: App) -> None:
        press(app, "Journal")
        press(app, "Prepare the download")
        assert "data:text/markdown;base64," in markup(app)

    def test_long_campaigns_show_the_latest_and_go_back_on_request(self, app: App) -> None:
        for number in range(60):
            app.screen.desk.table.act("bob", {"kind": "post", "text": f"Sentence {number}."})
        app.screen.redraw()
        assert "Sentence 59." in says(app)
        assert "Sentence 1." not in says(app)
        press(app, "Earlier passages")
        assert "Sentence 1." in says(app)


class TestCampaign:
    def test_rare_moves_are_plain_forms_from_the_templates(self, app: App) -> None:
        sit(app, "Odile")
        press(app, "Campaign")
        write(box(app, "move-add_seat"), "Their name", "Zed")
        press(app, "Someone sits down", 1)
        assert "zed" in state(app).seats
        assert game(app).pools["zed"] == 3
        assert "Zed" in says(box(app, "people"))

    def test_a_scene_is_opened_and_closed(self, app: App) -> None:
        sit(app, "Odile")
        press(app, "Campaign")
        write(box(app, "move-open_scene"), "Its title", "A Wake, with Dancing")
        press(app, "Open a scene", 1)
        assert [scene.title for scene in state(app).scenes.values()] == ["A Wake, with Dancing"]
        press(app, "Table")
        assert "A Wake, with Dancing" in says(box(app, "at-journal"))
        press(app, "Campaign")
        press(app, "Close a scene", 1)
        assert not state(app).scenes

    def test_players_do_not_see_what_only_the_gm_may_do(self, app: App) -> None:
        sit(app, "Bob")
        press(app, "Campaign")
        assert "Change a number by hand" not in says(app)
        assert "Someone leaves the table" in says(app)


class TestHygiene:
    def test_every_button_and_field_has_words(self, app: App) -> None:
        for page in ("Table", "Sheets", "Journal", "Campaign"):
            press(app, page)
            for one in whole(app):
                if isinstance(one, Button | Dropdown | ToggleButtons | RadioButtons):
                    assert one.description.strip()

    def test_the_style_asks_for_nothing_outside(self) -> None:
        from spookynb.ui.stage import Stage, stylesheet

        for text in (stylesheet(), Stage._esm):
            assert not re.search(r"https?://|@import|url\(", str(text))

    def test_the_heartbeat_answers(self, app: App) -> None:
        sent = []
        app.stage.send = sent.append
        app.stage._handle_custom_msg({"ping": 5}, [])
        assert sent == [{"pong": 5}]

    def test_redrawing_does_not_pile_up_widgets(self, app: App) -> None:
        from ipywidgets import Widget

        def alive() -> int:
            return len(list(Widget.get_manager_state()["state"])) if hasattr(Widget, "get_manager_state") else len(Widget._instances)

        for _ in range(3):
            sit(app, "Bob")
            sit(app, "Alice")
        before = alive()
        for _ in range(5):
            sit(app, "Bob")
            sit(app, "Alice")
        assert alive() <= before + 5

    def test_what_a_move_brought_is_read_out(self, app: App) -> None:
        call(app)
        assert "Cameron" in app.stage.said
        assert "whether he leads" in app.stage.said
        adversity(app, "4")
        assert "Adversity" in app.stage.said

    def test_a_notice_of_the_table_is_shown_until_the_next_move(self, app: App) -> None:
        journal = app.screen.desk.table.journal
        journal.write_text(journal.read_text().replace("The Lodgers", "The Lodgings"))
        write(app, "The post", "Somebody edited the file.")
        press(app, "Post")
        assert ".edited" in says(app)
        write(app, "The post", "And we went on.")
        press(app, "Post")
        assert ".edited" not in says(app)

    def test_half_a_character_is_said_and_stops_nobody(self, app: App) -> None:
        write(app, "The post", "Once \ud83d")
        assert "it holds U+D83D lone half of a character" in says(app)
        press(app, "Post")
        assert "Character 6 of the text is U+D83D" in says(app)
        write(app, "The post", "Once more.")
        press(app, "Post")
        assert "Once more." in says(app) and "U+D83D" not in says(app)

    def test_a_voice_that_has_fallen_silent_is_forgotten(self, app: App) -> None:
        sit(app, "Bob")
        pick(app, "Write as", "Cameron")
        pick(app, "Write as", "Out of character")
        pick(app, "Write as", "Cameron")
        app.screen.desk.table.act("bob", {"kind": "retire_character", "character": "Cameron"})
        app.screen.redraw()
        assert "Something went wrong" not in says(app)
        assert "Cameron" not in dict(field(app, "Write as").options)
        write(app, "The post", "Farewell.")
        press(app, "Post")
        assert "Farewell." in says(app)

    def test_a_draft_that_cannot_be_kept_is_said_and_stops_nobody(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        from spookynb.errors import StoreTrouble

        def full(*_args: str) -> None:
            raise StoreTrouble("The draft could not be kept: the disk is full.", todo="Copy the text before you close the page.")

        monkeypatch.setattr(app.screen.desk.table, "keep_draft", full)
        write(app, "The post", "Still here")
        assert "the disk is full" in says(app)
        assert field(app, "The post").value == "Still here"

    def test_a_page_that_cannot_be_drawn_says_so(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken() -> None:
            raise KeyError("pages")

        monkeypatch.setattr(app.screen.desk.table, "waiting", broken)
        press(app, "Sheets")
        assert "Something went wrong inside spookynb" in says(app)
        assert "Traceback" not in says(app)

    def test_a_table_without_its_keys_is_for_looking_on(self, new_table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table.new(tmp_path / "elsewhere", STORY)
        table.act("bob", {"kind": "post", "text": "Written at home."})
        table.close()
        monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "another machine"))
        app = play(table.journal)
        assert "You are looking on" in says(app)
        assert "Written at home." in says(app)
        assert not [one for one in whole(app) if isinstance(one, Button) and one.description in ("Post", "Bob", "Act as Bob")]
        app.screen.leave()

    def test_a_system_without_a_screen_is_played_by_plain_forms(
        self, new_table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from spookynb.ui import systems

        monkeypatch.setattr(systems, "_SCREENS", {})
        new_table.close()
        app = play(new_table.journal, folder)
        sit(app, "Bob")
        press(app, "Campaign")
        called = box(app, "move-call_conflict")
        write(called, "Stakes", "the shoe")
        press(called, "Call conflict", 1)
        sit(app, "Odile")
        press(box(app, "move-set_adversity"), "Set adversity", 1)
        assert next(iter(game(app).conflicts.values())).adversity == 1
        assert "set adversity" in says(app) or "dice" in says(app)
        app.screen.leave()

    def test_words_typed_for_one_thing_outlive_a_move_about_another(self, app: App) -> None:
        call(app)
        adversity(app, "4")
        sit(app, "Bob")
        for thingy in ("Cameron's Bicycle", "Cameron's Temper"):
            pick(app, "Use another Thingy", thingy)
            press(app, "Use it")
        sit(app, "Odile")
        reasons = [one for one in whole(box(app, "thingies")) if getattr(one, "description", "") == "The reason"]
        reasons[0].value, reasons[1].value = "No bells.", "No shouting."
        press(app, "Refuse this Thingy")
        assert "No bells." in says(app)
        assert field(app, "The reason").value == "No shouting."

    def test_the_others_are_one_click_away_in_the_conflict(self, app: App) -> None:
        call(app)
        panel = box(app, "conflict")
        press(panel, "Act as Odile")
        assert app.screen.desk.seat == "gm"
        press(panel, "Set the Adversity")
        press(panel, "Act as Alice")
        assert app.screen.desk.seat == "alice"
