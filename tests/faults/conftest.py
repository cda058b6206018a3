"""What every fault test counts, gathered and shown; drills run in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DRILLS = Path(__file__).with_name("drills.py")
#: where the short forms play: in memory, for the disk itself is not what they try
MEMORY = Path("/dev/shm")
_ROWS = pytest.StashKey[list[tuple[str, str, str]]]()

Score = Callable[[str, int, str], None]
Drill = Callable[..., dict[str, Any]]


@pytest.fixture
def score(request: pytest.FixtureRequest) -> Score:
    """Report what was tried, how often, and the figure that came of it."""

    def report(what: str, count: int, figure: str) -> None:
        request.node.user_properties.append(("score", (what, count, figure)))
        request.config.stash.setdefault(_ROWS, []).append((what, f"{count:,}", figure))

    return report


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where a test plays: on the disk in the long forms, in memory in the short ones, where there is such a place."""
    if request.node.get_closest_marker("long") or not os.access(MEMORY, os.W_OK):
        return tmp_path
    from tempfile import mkdtemp

    folder = Path(mkdtemp(dir=MEMORY, prefix="spookynb-"))
    request.addfinalizer(lambda: subprocess.run(["rm", "-rf", str(folder)], check=True))
    return folder


@pytest.fixture
def drill(place: Path) -> Drill:
    """Run one of :mod:`drills` in a process of its own; gives what came of it. ``within`` is put before the command."""

    def run(name: str, *, within: tuple[str, ...] = (), **arguments: Any) -> dict[str, Any]:
        command = [*within, sys.executable, str(DRILLS), name, json.dumps(arguments)]
        done = subprocess.run(command, env={**os.environ, "SPOOKYNB_DRILLS": str(place)}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return dict(json.loads(done.stdout))

    return run


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Show the scores above pytest's own closing line."""
    if rows := config.stash.get(_ROWS, []):
        terminalreporter.section("faults")
        width = max(len(what) for what, _, _ in rows)
        for what, count, figure in rows:
            terminalreporter.write_line(f"{what:<{width}}  {count:>8}  {figure}")
