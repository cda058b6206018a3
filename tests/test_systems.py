"""Installed rule systems, found by name."""

from __future__ import annotations

import pytest

from spookynb.errors import SpookyError, WrongUsage
from spookynb.systems import get_system, system_names
from spookynb.systems.spookybeans import SYSTEM


def test_systems_are_found_by_name() -> None:
    assert "spookybeans" in system_names()
    assert get_system("spookybeans") is SYSTEM
    assert len({model.model_fields["kind"].default for model in SYSTEM.moves}) == len(SYSTEM.moves)


@pytest.mark.parametrize("name", ["", "no such system", "../spookybeans", "x" * 10_000])
def test_an_unknown_system_says_which_ones_there_are(name: str) -> None:
    with pytest.raises(WrongUsage) as caught:
        get_system(name)
    assert "spookybeans" in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_system_that_cannot_be_loaded_says_so(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "broken_rules-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-rules\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[spookynb.systems]\nbroken = no_such_module_at_all:SYSTEM\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SpookyError, match="cannot be loaded"):
        get_system("broken")
    assert "broken" in system_names()
