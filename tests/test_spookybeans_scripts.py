"""The scripts in ``tests/scripts``, played in memory and at a real table: the same game, and a journal that verifies.

What a script reads like in the journal stands beside it in ``tests/golden``: the move above, its lines below. After a change
of wording, ``python tests/test_spookybeans_scripts.py`` writes them anew, for a person to read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spookybeans_play import GAME, SCRIPTS, Play, run, script
from spookynb.errors import IllegalMove
from spookynb.table import Table
from spookynb.verify import verify

NAMES = sorted(path.stem for path in SCRIPTS.glob("*.jsonl"))
GOLDEN = Path(__file__).parent / "golden"
READ = ("sb-e08-vending-machine", "sb-e12-liquor-store-difference", "sb-e13-vending-machine-won", "sb-e16-alistair")


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_ids(one) for name, one in value.items() if name not in ("id", "conflict")}
    return [_without_ids(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", NAMES)
def test_a_real_table_plays_the_same_game(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "data"))
    first, *rest = script(name)
    campaign = {field: value for field, value in first.items() if field not in ("seat", "kind")}
    with Table.new(tmp_path, campaign) as table:
        for line in rest:
            move = {field: value for field, value in line.items() if field not in ("seat", "expect")}
            if line.get("expect") == "refused":
                with pytest.raises(IllegalMove):
                    table.act(line["seat"], move)
            else:
                table.act(line["seat"], move)
        assert _without_ids(table.summary()) == _without_ids(GAME.summary(run(name).state))
        journal = table.journal
    assert verify(journal).ok


def told(name: str) -> str:
    """A script as a page: every move with the lines that the journal tells of it."""
    first, *rest = script(name)
    play, page = Play(*first["players"], **first["house_rules"]), [f"# {name}", ""]
    for line in rest:
        seat, kind, *_ = line["seat"], line["kind"]
        fields = {field: value for field, value in line.items() if field not in ("seat", "kind", "expect")}
        page += [f"    {seat} {kind} {json.dumps(fields, ensure_ascii=False)}", ""]
        if line.get("expect") == "refused":
            with pytest.raises(IllegalMove) as refusal:
                play.act(seat, kind, **fields)
            page += [f"Refused ({refusal.value.rule}): {refusal.value}", ""]
        else:
            play.act(seat, kind, **fields)
            page += [part for one in play.lines for part in (one, "")]
    return "\n".join(page)


@pytest.mark.parametrize("name", READ)
def test_what_the_journal_says_of_each_move(name: str) -> None:
    assert told(name) == (GOLDEN / f"{name}.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in READ:
        (GOLDEN / f"{name}.md").write_text(told(name), encoding="utf-8")
