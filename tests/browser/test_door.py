"""Coming to a table of one's own keys, in a real browser: the journal is brought, the invite pasted, the seat played."""

from __future__ import annotations

from pathlib import Path

from hands import Hands
from pages import open_table
from playwright.sync_api import Page, expect
from server import Served

from spookynb.admission import invite, phrase_of
from spookynb.table import Table
from spookynb.verify import verify


def test_a_seat_is_taken_by_invite_and_its_phrase_is_shown_once(page: Page, served: Served, tmp_path: Path) -> None:
    with Table.new(tmp_path, {"title": "Far From Here", "gm": "Sam", "players": ["Bob", "Alice"], "hot_seat": False}) as table:
        sent, journal = str(invite(table, "bob")), table.journal
    open_table(page, served)
    hands = Hands(page)
    hands.bring(journal)
    expect(hands.snb.locator(".brought")).to_contain_text("far-from-here.md is here now")
    expect(hands.snb.get_by_role("button", name="Choose the file", exact=True)).to_be_visible()  # no count of files behind it
    phrase = hands.join("Far From Here", sent)
    hands.press("I have written them down")
    hands.at_table("Far From Here")
    expect(hands.snb.locator(".phrase")).to_have_count(0)
    hands.write("Bob", "I have arrived.")
    hands.snb.get_by_role("button", name="Post", exact=True).click()
    expect(hands.snb.locator(".post .prose", has_text="I have arrived.").first).to_be_visible()

    theirs = served.folder / "journals" / "far-from-here.md"
    assert "> I have arrived." in theirs.read_text(encoding="utf-8")
    assert verify(theirs).findings == ()
    hands.go("Campaign")
    hands.press("Show the phrase")
    expect(hands.snb.locator(".phrase li")).to_have_text(phrase.split())
    with Table.open(journal) as home:
        assert home.merge(theirs) == 2
        assert home.state.seats["bob"].claimed and phrase_of(home, "gm") != phrase


def test_a_text_is_taken_out_where_it_is_read_and_an_invite_is_marked_whole(page: Page, served: Served) -> None:
    open_table(page, served)
    hands = Hands(page)
    hands.snb.get_by_label("Everybody plays from their own machine").check()
    hands.begin("Taken Out", "Odile", "Bob")
    invite_field = hands.snb.get_by_label("Bob’s invite")
    invite_field.click()
    assert page.evaluate("window.getSelection().toString()") == invite_field.input_value()
    hands.go("Table")
    hands.write("Odile", "The real neighbour is called Unspeakable.")
    hands.snb.get_by_role("button", name="Post", exact=True).click()
    post = hands.snb.locator(".post", has_text="Unspeakable")
    post.hover()
    post.get_by_role("button", name="Take this text out").click()
    removing = hands.snb.locator(".removing")
    hands.press("Take this text out", removing)
    hands.press("Take it out for good", removing)
    expect(hands.snb.get_by_text("Unspeakable")).to_have_count(0)
    expect(removing).to_be_hidden()
    assert "Unspeakable" not in (served.folder / "journals" / "taken-out.md").read_text(encoding="utf-8")
