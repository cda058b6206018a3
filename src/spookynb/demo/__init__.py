"""A whole story, played by bots through the public table: what a journal looks like, and a check that everything works.

The bots have a part to play (``story.toml``) and the dice have their own ideas. Everything that the part wants happens under
every seed; what the seed decides is who wins, and so which half of the prose is read.
"""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path
from typing import Any

from spookynb.bots import Bots
from spookynb.demo import story as _story
from spookynb.demo.plan import Plan, Standing
from spookynb.demo.story import Adjust, Beat, Conflict, Member, Post, Scene, Story
from spookynb.entry import Entry
from spookynb.errors import WrongUsage
from spookynb.state import GM
from spookynb.systems.spookybeans.sheet import Character
from spookynb.table import Table

_SYSTEM = "spookybeans"


def play_demo(out: Path, seed: int = 7, system: str = _SYSTEM) -> Path:
    """Play the demo's story with ``practice`` dice of ``seed`` and give the path of its journal.

    ``out`` is a folder, made when it is missing; a journal that stands there already is left alone, and the new one gets a
    number. The same seed writes the same bytes. Raises :class:`WrongUsage` for a system that has no demo.
    """
    if system != _SYSTEM:
        raise WrongUsage(f"There is no demo of {system!r}.", todo=f"The demo plays {_SYSTEM}.", system=system)
    story = _story.load()
    campaign = {name: getattr(story, name) for name in ("title", "gm", "players", "mood", "lines", "veils")}
    campaign |= {"system": system, "house_rules": {"dice": "practice"}}
    with Table.new(_free_path(Path(out), story.title), campaign, seed=seed) as table:
        _Evening(table, story).play()
        return table.journal


def _free_path(folder: Path, title: str) -> Path:
    """A path for the journal where neither a journal nor a ledger stands."""
    slug = "-".join(title.lower().split())
    names = chain([slug], (f"{slug}-{number}" for number in count(2)))
    free = (name for name in names if not ((folder / f"{name}.md").exists() or (folder / ".spookynb" / f"{name}.db").exists()))
    return folder / f"{next(free)}.md"


class _Evening:
    """The story in the making: what was won so far decides which beats come next."""

    def __init__(self, table: Table, story: Story) -> None:
        self._table = table
        self._story = story
        self._bots = Bots(table)
        self._plan = Plan(story)
        self._won: dict[str, str] = {}
        self._scene: str | None = None

    def play(self) -> None:
        """The evening from the first sheet to the last line."""
        self._sit_down()
        for beat in self._story.beats:
            if all(self._won.get(conflict) == seat for conflict, seat in beat.when.items()):
                self._play(beat)
        self._end()

    def _act(self, seat: str, kind: str, **fields: Any) -> Entry:
        return self._table.act(seat, {"kind": kind, **fields})

    def _sheet(self, member: Member) -> Character:
        sheet: Character = self._table.state.game.characters[member.name]
        return sheet

    def _sit_down(self) -> None:
        for one in self._story.cast:
            sheet = {"name": one.name, "concept": one.concept, "thingies": one.thingies}
            self._act(one.seat, "create_character", **sheet, **({"npc": True} if one.npc else {"yo": one.yo}))
        self._write("write_woe", "woe", {one.name: one.woe for one in self._story.heroes})

    def _write(self, kind: str, field: str, words: dict[str, str]) -> None:
        """Every ending of ``kind`` that somebody owes, by whoever owes it."""
        for debt in self._table.waiting():
            if debt.owes == kind and debt.character:
                self._act(debt.seat, kind, character=debt.character, **{field: words[debt.character]})

    # ------------------------------------------------------------------------------------------ beats

    def _play(self, beat: Beat) -> None:
        match beat:
            case Scene():
                if self._scene:
                    self._act(GM, "close_scene", scene=self._scene)
                scene = self._act(GM, "open_scene", title=beat.title, setting=beat.setting, roster=beat.roster, text=beat.text)
                self._scene = scene.id
            case Post():
                of = {"character": beat.character} if beat.character else {}
                self._act(beat.seat, "post", voice=beat.voice, text=beat.text, **of)
            case Adjust():
                self._act(GM, "gm_adjust", what=beat.what, of=beat.of, by=beat.by, why=beat.why)
            case Conflict():
                self._conflict(beat)

    def _conflict(self, beat: Conflict) -> None:
        call: dict[str, Any] = {name: getattr(beat, name) for name in ("character", "against", "what", "stakes")}
        terms = {"accept": beat.accept} if beat.accept else {}
        called = self._act(beat.seat, "call_conflict", **call, thingies=beat.thingies, **terms)
        if beat.adversity:
            self._bots.cue(GM, "set_adversity", dice=beat.adversity)
        for cue in beat.cues:
            self._bots.cue(**cue)
        for seat in beat.ouchies:
            self._bots.cue(seat, "take_ouchie")
        self._bots.settle(but=("narrate",))
        conflict = self._table.state.game.conflicts[called.id]
        self._won[beat.id] = conflict.winner
        self._narrate(beat, conflict.winner)

    def _narrate(self, beat: Conflict, winner: str) -> None:
        standings = tuple(Standing(one.yo_score - one.woe_score, one.ouchies) for one in map(self._sheet, self._story.heroes))
        cash = self._plan.cash(self._story.conflicts.index(beat), winner, standings)
        telling = beat.told[winner]
        text = f"{telling.text}\n\n{telling.cash[cash]}" if cash else telling.text
        self._act(winner, "narrate", text=text, **({"cash": cash} if cash else {}))

    # ------------------------------------------------------------------------------------------ the end

    def _end(self) -> None:
        ending = self._story.ending
        self._act(GM, "end_story", text=ending.text)
        for one in self._story.heroes:
            self._settle_tie(one)
        for one in self._story.heroes:
            true = [which for name, which, _ in self._table.state.game.came_true if name == one.name]
            self._act(GM, "post", voice="narrator", text=ending.epilogue[one.name]["both" if len(true) > 1 else "".join(true) or "neither"])
        self._write("write_yo", "yo", ending.new_yo)
        self._write("write_woe", "woe", ending.new_woe)
        self._act(GM, "post", voice="narrator", text=ending.last)

    def _settle_tie(self, one: Member) -> None:
        if not self._sheet(one).tie:
            return
        self._act(GM, "settle_tie", character=one.name, choice=one.tie)
        if one.tie == "player":
            self._act(one.seat, "choose_ending", character=one.name, ending="yo")
