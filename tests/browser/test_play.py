"""Play, by clicking, in a real browser against a real server: what is clicked stands in the journal, and nothing is lost."""

from __future__ import annotations

import json
import re
import shutil
import time
from pathlib import Path

import pytest
from hands import Hands
from pages import open_lab, open_table, visiting
from playwright.sync_api import Browser, Page, expect
from server import Served, serving

from spookynb.verify import verify

ROOT = Path(__file__).parents[2]
NARRATION = "The punch is had by nobody: it leaves the bowl *by itself*.\n\nIt has been wanting to for years."


def lines_of(journal: Path, kind: str) -> list[dict]:
    """The entries of one kind, as the journal's markers hold them."""
    bodies = re.findall(r"<!-- spookynb/1 r\d+ (\{.*\}) [0-9a-f]+ -->", journal.read_text(encoding="utf-8"))
    return [body for body in map(json.loads, bodies) if body["kind"] == kind]


def journal_of(served: Served, title: str) -> Path:
    """The journal of a campaign, named after its title."""
    return served.folder / "journals" / (title.lower().replace(" ", "-") + ".md")


def begun(page: Page, served: Served, title: str) -> Hands:
    """A campaign with one character in it, at the table of the plain page."""
    open_table(page, served)
    hands = Hands(page)
    hands.begin(title, "Odile", "Bob", "Alice", "Joe")
    hands.make("Bob", "Gideon Pell", "Ghost Who Will Not Leave", "Dreadful Moustache")
    return hands


@pytest.mark.parametrize("where", ["lab", "page"])
def test_a_conflict_is_played_by_clicking_and_its_narration_stands_in_the_journal(page: Page, served: Served, where: str) -> None:
    title = f"The Punch Bowl in the {where}"
    (open_lab if where == "lab" else open_table)(page, served)
    hands = Hands(page)
    hands.begin(title, "Odile", "Bob", "Alice", "Joe")
    hands.make("Bob", "Gideon Pell", "Ghost Who Will Not Leave", "Dreadful Moustache", yo="Be asked to stay")
    hands.make("Alice", "Prudence Vole", "Undertaker’s Apprentice", yo="Own a hat")
    hands.make("Joe", "Billie", "Werewolf on Tuesdays", yo="Pass the exam")
    hands.act_as("Bob")
    hands.call("Reach the last of the punch", "the punch, or his dignity", "Dreadful Moustache")
    hands.set_adversity("Odile", 3)
    hands.give("Alice")
    hands.roll("Bob")
    hands.narrate(NARRATION)
    expect(hands.snb.locator(".prose", has_text="leaves the bowl by itself").first).to_be_visible()

    text = journal_of(served, title).read_text(encoding="utf-8")
    assert "> The punch is had by nobody: it leaves the bowl *by itself*.\n>\n> It has been wanting to for years.\n" in text
    assert "the punch, or his dignity" in text
    assert verify(journal_of(served, title)).findings == ()


def test_a_reload_shows_the_same_table_and_the_words_that_were_not_sent(page: Page, served: Served) -> None:
    hands = begun(page, served, "Reload")
    hands.act_as("Bob")
    hands.call("Sit still", "the chair")
    hands.set_adversity("Odile", 2)
    hands.act_as("Bob")
    hands.write("Bob", "Half a thought about")
    open_table(page, served, "journals/reload.md")
    hands.at_table("Reload")
    hands.act_as("Bob")
    expect(hands.conflict).to_contain_text("Sit still")
    expect(hands.conflict.locator(".pool").nth(1)).to_contain_text("2 dice")
    expect(hands.snb.get_by_label(re.compile("^The post"))).to_have_value("Half a thought about")


def test_a_double_click_is_one_move(page: Page, served: Served) -> None:
    hands = begun(page, served, "Twice")
    hands.write("Bob", "Once is enough.")
    hands.snb.get_by_role("button", name="Post", exact=True).dblclick()
    expect(hands.snb.locator(".prose", has_text="Once is enough.").first).to_be_visible()
    hands.act_as("Bob")
    hands.call("Cross the hall", "the far side")
    hands.act_as("Odile")
    hands.conflict.get_by_role("button", name="Set the Adversity").dblclick()
    expect(hands.conflict.locator(".pool").nth(1)).to_contain_text("4 dice")
    hands.act_as("Alice")
    hands.conflict.get_by_role("button", name=re.compile("^Give 1")).first.dblclick()
    expect(hands.snb.locator(".person.acting")).to_contain_text("2 Oooh")
    journal = journal_of(served, "Twice")
    assert [len(lines_of(journal, kind)) for kind in ("post", "set_adversity", "give")] == [1, 1, 1]


def test_names_and_prose_that_are_markup_are_shown_and_never_run(page: Page, served: Served) -> None:
    hands = Hands(page)
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    open_table(page, served)
    bait = "<img src=x onerror=pwned()>"
    page.evaluate("() => { window.pwned = () => { window.got = true } }")
    hands.begin(f"Bait {bait}", f"Odile {bait}", f"Bob {bait}", "Alice")
    hands.make(f"Bob {bait}", f"<script>pwned()</script> {bait}", f"</style>{bait}", f'" onfocus=pwned() {bait}', yo=bait)
    hands.act_as(f"Bob {bait}")
    hands.call(f"Bait {bait}", f"$(pwned()) {bait}")
    hands.go("Sheets")
    hands.go("Table")
    hands.write(f"Bob {bait}", f"{bait}\n\n[click](javascript:pwned()) <svg onload=pwned()> **safe**")
    hands.snb.get_by_role("button", name="Post", exact=True).click()
    told = hands.snb.locator(".prose", has_text="safe").first
    expect(told).to_contain_text("<svg onload=pwned()>")
    expect(told.locator("a")).to_have_count(0)
    for place in ("Journal", "Campaign", "Table"):
        hands.go(place)
    hands.press("Leave")
    expect(hands.snb.locator(".found", has_text="Bait <img")).to_be_visible()
    assert page.evaluate("window.got") is None
    assert dialogs == []
    assert hands.snb.locator("img[src=x], script, [onerror], [onfocus]").count() == 0


def test_two_browsers_at_one_table_see_each_others_moves(page: Page, other_page: Page, served: Served) -> None:
    hands = begun(page, served, "Two Browsers")
    hands.act_as("Bob")
    hands.call("Whistle", "a tune")
    hands.set_adversity("Odile", 2)
    hands.act_as("Bob")
    open_table(other_page, served)
    others = Hands(other_page)
    others.sit_down("Two Browsers")
    others.give("Alice")
    expect(hands.conflict.locator(".pool").first).to_contain_text("1 die", timeout=5_000)
    hands.roll("Bob")
    expect(others.conflict).to_contain_text(re.compile(r"\d+ Skulls?"), timeout=5_000)
    assert verify(journal_of(served, "Two Browsers")).findings == ()


def test_a_word_is_said_while_the_table_is_being_set(page: Page, served: Served) -> None:
    page.goto(served.table, wait_until="commit")
    expect(page.get_by_role("status").first).to_contain_text("The table is being set")
    expect(page.locator(".snb-page").first).to_be_visible()
    expect(page.locator("#loading")).to_have_count(0)


def test_a_closed_page_frees_its_kernel(page: Page, served: Served) -> None:
    def kernels() -> set[str]:
        return {kernel["id"] for kernel in page.context.request.get(served.at("/api/kernels")).json()}

    before = kernels()
    open_table(page, served)
    assert len(kernels() - before) == 1
    page.goto("about:blank")
    deadline = time.monotonic() + 20
    while kernels() - before and time.monotonic() < deadline:
        page.wait_for_timeout(200)
    assert kernels() - before == set()


def test_a_journal_named_on_the_command_line_is_opened_at_once(browser: Browser, tmp_path: Path) -> None:
    journal = shutil.copy(ROOT / "journals" / "left-until-called-for.md", tmp_path)
    with serving(tmp_path, journal) as served, visiting(browser, served.base) as context:
        page = context.new_page()
        open_table(page, served)
        Hands(page).at_table("Left Until Called For")


def test_nobody_comes_in_without_the_token(browser: Browser, served: Served) -> None:
    context = browser.new_context()
    assert context.request.get(f"{served.base}/api/kernels").status == 403
    assert "snb" not in context.request.get(f"{served.base}/voila/render/play.ipynb").text()
    context.close()


def test_on_a_phone_nothing_has_to_be_pushed_sideways(page: Page, served: Served) -> None:
    hands = begun(page, served, "Phone")
    hands.act_as("Bob")
    hands.call("Squeeze through the smallest of all the cellar windows", "trousers")
    page.set_viewport_size({"width": 390, "height": 844})
    for place in ("Table", "Sheets", "Journal", "Campaign"):
        hands.go(place)
        page.wait_for_timeout(300)  # the layout settles
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place


def test_an_address_that_leads_elsewhere_is_answered_in_words_at_the_door(page: Page, served: Served) -> None:
    open_table(page, served, "../../../etc/passwd")
    expect(page.get_by_role("alert").last).to_contain_text("outside the folder")
    expect(page.get_by_role("button", name="Begin the campaign")).to_be_visible()
