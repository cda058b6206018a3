"""What a person at the table does with their hands: sit, click, type. Each waits until the screen shows that it happened."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect


class Hands:
    """A visitor's hands on one open page; works the same in the plain page and in JupyterLab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.snb = page.locator(".snb-page")

    # ------------------------------------------------------------------------------------------ the door

    def begin(self, title: str, gm: str, *players: str) -> None:
        """Begin a campaign at the door."""
        self.snb.get_by_label("What is it called?").fill(title)
        self.snb.get_by_label("Who is the GM?").fill(gm)
        self.snb.get_by_label("Who plays?").fill("\n".join(players))
        self.press("Begin the campaign")
        self.at_table(title)

    def sit_down(self, title: str) -> None:
        """Go on with a campaign that the door offers."""
        self.snb.locator(".found", has_text=title).get_by_role("button", name="Sit down").click()
        self.at_table(title)

    def bring(self, journal: Path) -> None:
        """Bring a journal that one was sent, and wait until the door says what became of it."""
        with self.page.expect_file_chooser() as chooser:
            self.press("Choose the file")
        chooser.value.set_files(journal)
        expect(self.snb.locator(".arriving .brought")).to_be_visible()

    def join(self, title: str, invite: str) -> str:
        """Take the seat of an invite at a campaign that the door offers; gives the phrase, which is shown once."""
        found = self.snb.locator(".found", has_text=title)
        found.get_by_label("The invite").fill(invite)
        self.press("Join by invite", found)
        expect(found.locator(".phrase li")).to_have_count(12)
        return " ".join(found.locator(".phrase li").all_inner_texts())

    def at_table(self, title: str) -> None:
        """Wait until the table of a campaign is what is shown."""
        expect(self.snb.locator(".running")).to_contain_text(title)
        expect(self.snb.locator(".people")).to_be_visible()

    # ------------------------------------------------------------------------------------------ at the table

    def until(self, do: Callable[[], object], seen: Locator) -> None:
        """Do something until its effect is seen. A click or a word may fall on a part that is just being drawn anew, in the moment
        after a click; a person does it again."""
        for patience in (1_500, 3_000, 6_000):
            do()
            try:
                expect(seen.first).to_be_visible(timeout=patience)
            except AssertionError:
                continue
            return
        expect(seen.first).to_be_visible()

    def go(self, place: str) -> None:
        """Go to another page of the table: Table, Sheets, Journal, Campaign."""
        running = self.snb.locator(".running")
        self.until(running.get_by_role("button", name=place, exact=True).click, running.locator(".here", has_text=place))

    def act_as(self, who: str) -> None:
        """Be somebody else; hot-seat tables let everybody."""
        person = self.snb.locator(".person", has_text=who)
        self.until(person.get_by_role("button").first.click, self.snb.locator(".person.acting", has_text=who))

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Click the first button of that name."""
        (within or self.snb).get_by_role("button", name=name).first.click()

    def make(self, who: str, name: str, concept: str, *thingies: str, yo: str = "") -> None:
        """Make a player's character."""
        self.act_as(who)
        self.go("Sheets")
        form = self.snb.locator(".make").first
        form.get_by_label("Name", exact=True).fill(name)
        form.get_by_label("Concept").fill(concept)
        for number, thingy in enumerate(thingies, 1):
            form.get_by_label(f"Thingy {number}").fill(thingy)
        form.get_by_label("Yo").fill(yo)
        self.press("Make this character", form)
        expect(self.snb.locator(".person.acting")).to_contain_text(name)
        self.go("Table")

    def write(self, who: str, text: str) -> Locator:
        """Type a post, and leave it at that; gives the field."""
        expect(self.snb.get_by_role("heading", name=f"A post by {who}")).to_be_visible()
        field = self.snb.get_by_label(re.compile("^The post"))
        self.until(lambda: field.fill(text), self.snb.locator(".composer .shown", has_text=text.split("\n")[0]))
        return field

    # ------------------------------------------------------------------------------------------ a conflict

    @property
    def conflict(self) -> Locator:
        """The panel of the oldest conflict."""
        return self.snb.locator(".panel.conflict").first

    def call(self, what: str, stakes: str, *thingies: str) -> None:
        """Call a conflict with the GM as the one who acts now."""
        unfold = self.snb.get_by_role("button", name=re.compile("Call a conflict")).first
        self.until(unfold.click, self.snb.get_by_label("What is done"))
        self.snb.get_by_label("What is done").fill(what)
        self.snb.get_by_label("What is at stake").fill(stakes)
        for thingy in thingies:
            self.snb.get_by_label(thingy, exact=True).check()
        self.press("Call it")
        expect(self.conflict).to_contain_text(what)

    def set_adversity(self, gm: str, dice: int) -> None:
        """Set the Adversity as the GM."""
        self.act_as(gm)
        self.conflict.get_by_role("button", name=re.compile(rf"^{dice}\b")).first.click()
        self.press("Set the Adversity", self.conflict)
        expect(self.conflict.locator(".pool").nth(1)).to_contain_text(f"{dice} dice")

    def give(self, who: str, dice: int = 1) -> None:
        """Give dice for free."""
        self.act_as(who)
        self.press(re.compile(rf"^Give {dice}\b"), self.conflict)
        expect(self.conflict.get_by_role("button", name=re.compile(rf"^Give {dice}\b"))).to_have_count(0)

    def roll(self, who: str) -> None:
        """Roll as the contender, and wait until the dice have fallen."""
        self.act_as(who)
        self.press(re.compile("^Roll"), self.conflict)
        expect(self.conflict).to_contain_text(re.compile(r"\d+ Skulls?"))

    def narrate(self, text: str) -> str:
        """Tell how it went as whoever won; gives their name on the result."""
        winner = re.split(r" wins?\b", self.conflict.locator("h1").inner_text())[0]
        self.act_as(winner)
        self.conflict.get_by_label("How it went").fill(text)
        self.press("Narrate", self.conflict)
        expect(self.conflict.get_by_role("button", name="Narrate", exact=True)).to_have_count(0)
        return winner
