"""Bots at a real table: they play by what is waited for and what is legal, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from spookynb.bots import Bots, random_move
from spookynb.table import Table
from spookynb.verify import verify

CAMPAIGN = {"title": "Bots", "gm": "Petra", "players": ["Leila", "Kofi", "Hamish"], "house_rules": {"dice": "practice"}}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.new(tmp_path, CAMPAIGN, seed=1)


def called(table: Table) -> str:
    table.act("leila", {"kind": "create_character", "name": "Dorcas", "concept": "Night Clerk"})
    return table.act("leila", {"kind": "call_conflict", "character": "Dorcas", "stakes": "the last biscuit"}).id


@pytest.mark.parametrize("seed", [1, 2])
def test_random_legal_moves_are_all_accepted_by_the_table_and_their_journal_verifies(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    likes = {"leave_seat": 0.1, "end_story": 0.3, "narrate": 20, "roll": 5, "set_adversity": 10, "create_character": 3}
    with Table.new(tmp_path, CAMPAIGN, seed=seed) as table:
        for _ in range(250):
            table.act(*random_move(table.game, table.state, rng, likes=likes))
        played, state = len(table), table.state
        assert table.notices == []
    assert verify(table.journal).as_dict() | {"ok": True, "entries": played, "findings": []} == verify(table.journal).as_dict()
    with Table.open(table.journal) as again:
        assert again.state == state


def test_a_cue_is_played_with_as_many_dice_as_can_be(table: Table) -> None:
    called(table)
    bots = Bots(table)
    adversity = bots.cue("gm", "set_adversity", dice=40)
    assert adversity is not None
    assert adversity.data["dice"] == 9
    gift = bots.cue("kofi", "give", to="leila", dice=2)
    assert gift is not None
    assert gift.data["dice"] == 1


def test_a_cue_that_is_not_legal_any_more_is_let_go(table: Table) -> None:
    called(table)
    before = len(table)
    assert Bots(table).cue("kofi", "give", to="leila", dice=1) is None
    assert len(table) == before


def test_bots_settle_what_they_owe_until_a_person_is_waited_for(table: Table) -> None:
    called(table)
    bots = Bots(table, ["gm", "kofi", "hamish"])
    assert [one.kind for one in bots.settle()] == ["set_adversity", "pass", "pass"]
    assert [(debt.seat, debt.owes) for debt in table.waiting() if debt.conflict] == [("leila", "roll")]
    assert bots.settle() == []


def test_bots_leave_open_what_they_are_told_to_leave(table: Table) -> None:
    conflict = called(table)
    Bots(table).settle(but=["narrate"])
    assert table.state.game.conflicts[conflict].stage == "rolled"
    assert [debt.owes for debt in table.waiting() if debt.conflict == conflict] == ["narrate"]
