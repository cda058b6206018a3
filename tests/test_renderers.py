"""A wording that changes makes a new renderer, and what older ones wrote still verifies: tried with a second one that is made up."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from spookynb import record, replay
from spookynb.entry import Entry
from spookynb.errors import JournalTrouble
from spookynb.journal import RENDERERS
from spookynb.moves import Line, line
from spookynb.phrases import in_force
from spookynb.state import Posted
from spookynb.systems.spookybeans.facts import CharacterMade
from spookynb.table import Table
from spookynb.verify import verify

OF_TABLE = import_module("spookynb.tablemoves.tell").TELLINGS
OF_SYSTEM = import_module("spookynb.systems.spookybeans.tell").TELLINGS
CAMPAIGN = {"title": "The Hollow", "gm": "Odile", "players": ["Ines", "Bram"], "house_rules": {"dice": "practice"}}


def ooc(words: str) -> dict[str, str]:
    return {"kind": "post", "voice": "ooc", "text": words}


def character(name: str) -> dict[str, Any]:
    return {"kind": "create_character", "name": name, "concept": f"{name} the Odd"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose journal the first renderer has begun."""
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "data"))
    table = Table.new(tmp_path / "here", CAMPAIGN, seed=7)
    table.act("ines", character("Prudence"))
    table.act("ines", ooc("Before."))
    return table


@pytest.fixture
def second(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on another renderer writes: another look, and other words of the table, of the system and of the replay."""

    def look(entry: Entry, lines: Sequence[Line], previous: Entry | None) -> list[str]:
        return ["~", *RENDERERS[1](entry, lines, previous)]

    def posted(*_: Any) -> list[Line]:
        return [line("Somebody speaks.")]

    def made(*_: Any) -> list[Line]:
        return [line("A door opens.")]

    def inert(*_: Any) -> list[Line]:
        return [line("Nothing came of it.")]

    monkeypatch.setitem(RENDERERS, 2, look)
    monkeypatch.setitem(OF_TABLE, 2, {**OF_TABLE[1], Posted: posted})
    monkeypatch.setitem(OF_SYSTEM, 2, {**OF_SYSTEM[1], CharacterMade: made})
    monkeypatch.setitem(replay.INERT, 2, inert)
    monkeypatch.setattr(record, "RENDERER", 2)


def again(table: Table) -> bytes:
    """The journal as it is built from nothing but itself, then from nothing but the ledger made of it."""
    table.close()
    shutil.rmtree(table.journal.parent / ".spookynb")
    with Table.open(table.journal):
        pass
    table.journal.unlink()
    with Table.open(table.journal):
        return table.journal.read_bytes()


def test_a_journal_begun_by_one_renderer_and_continued_by_another_verifies(table: Table, second: None) -> None:
    before = table.journal.read_text("utf-8")
    table.act("bram", character("Gideon"))
    table.act("bram", ooc("After."))
    table.act("gm", {"kind": "end_session"})
    text = table.journal.read_text("utf-8")
    assert text.startswith(before) and " r2 " not in before and text.count(" r2 ") == 3
    assert "**Ines**, out of character:" in text and "Somebody speaks." in text and "A door opens." in text
    assert "Here ends session 1." in text, "what the second renderer does not word anew stays as it was"
    assert verify(table.journal).ok
    assert again(table) == text.encode()


@pytest.mark.parametrize(("old", "new"), [("r1", "r2"), ("r2", "r1")])
def test_a_renderer_that_is_not_the_one_that_wrote_is_found(table: Table, second: None, old: str, new: str) -> None:
    table.act("bram", ooc("After."))
    head, mark, tail = table.journal.read_text("utf-8").rpartition(f" {old} ")
    table.journal.write_text(f"{head}{mark.replace(old, new)}{tail}", "utf-8")
    assert not verify(table.journal).ok


def test_what_was_written_apart_keeps_its_renderers(table: Table, second: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both copies make the same move, the one under the first renderer and the other under the second: one of them comes too late."""
    copy = tmp_path / "there" / table.journal.name
    copy.parent.mkdir()
    shutil.copy(table.journal, copy)
    with Table.open(copy) as other:
        table.act("bram", character("Gideon"))
        monkeypatch.setattr(record, "RENDERER", 1)
        other.act("bram", {**character("Gideon"), "yo": "Peace"})
        table.merge(copy)
        other.merge(table.journal)
        merged = table.journal.read_bytes()
        assert merged == copy.read_bytes() and verify(copy).ok
        late = sum(bool(taken.trouble) for taken in table.told())
    assert late == 1
    assert (b"Nothing came of it." in merged) != (b"it came too late" in merged), "in the words of the renderer that wrote the move"
    assert again(table) == merged


def test_words_are_in_force_until_newer_ones_are() -> None:
    tellings = {1: "one", 4: "four"}
    assert [in_force(tellings, renderer) for renderer in (1, 3, 4, 9)] == ["one", "one", "four", "four"]


def test_a_journal_of_a_renderer_that_is_not_there_is_refused_and_left_alone(table: Table, tmp_path: Path) -> None:
    later = tmp_path / "later" / table.journal.name
    later.parent.mkdir()
    with Table.open(shutil.copy(table.journal, later)) as other:
        other.act("bram", ooc("From the future."))
    text = later.read_bytes().replace(b"<!-- spookynb/1 r1 ", b"<!-- spookynb/1 r9 ")
    later.write_bytes(text)
    shutil.rmtree(later.parent / ".spookynb")
    before = table.journal.read_bytes(), table.entries()
    with pytest.raises(JournalTrouble, match=r"newer version .*\(renderer 9\)"):
        table.merge(later)
    with pytest.raises(JournalTrouble, match=r"newer version .*\(renderer 9\)"):
        Table.open(later)
    assert (table.journal.read_bytes(), table.entries(), later.read_bytes()) == (*before, text)
    table.act("bram", ooc("Still here."))
    assert verify(table.journal).ok
