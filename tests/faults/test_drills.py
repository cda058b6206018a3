"""Processes killed, writes failing, disks full, files taken away, many writers: nothing acknowledged is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from counts import counts, counts_of


@counts(15, 200)
def test_kill_9_during_appends_loses_no_acknowledged_move(count, drill, score):
    found = drill("kills", count=count)
    score("kill -9 during appends", count, f"{found['acknowledged']:,} moves acknowledged, {found['problems']} kills lost one")
    assert found["problems"] == 0, found["first"]
    assert found["kills"] == count and found["acknowledged"] > count


@counts_of("many, moves", (16, 15), (16, 1000))
def test_writers_of_one_campaign_lose_nothing_and_make_nothing_twice(many, moves, drill, score):
    found = drill("writers", many=many, moves=moves)
    what = f"{many} processes writing {moves:,} moves each to one campaign"
    lost = f"{found['lost']} lost, {found['twice']} twice, {found['heads']} head"
    waits = (
        f"slowest {found['fairness']:.2f} of the fastest, a move took p50 {found['p50'] * 1000:.0f} ms, p99 {found['p99'] * 1000:.0f} ms"
    )
    score(what, found["entries"], f"{lost}; {waits}")
    assert found["problems"] == 0, found["first"]
    assert found["entries"] == found["acknowledged"] == many * moves
    assert (found["lost"], found["twice"], found["heads"]) == (0, 0, 1)


@pytest.mark.parametrize("deed", ["act", "new"])
@counts_of("modes", "fails|dies half way", "fails|half|full|dies|dies half way")
def test_whichever_write_fails_what_was_acknowledged_is_there_and_what_was_refused_is_not(deed, modes, drill, score):
    modes = modes.split("|")
    found = drill("nth_write", modes=modes, deed=deed)
    what = {"act": "the Nth write or fsync of two moves", "new": "the Nth write or fsync of a new campaign"}[deed]
    ways = " or ".join(("the disk is full from there on" if mode == "full" else mode) for mode in modes)
    score(f"{what} {ways}, every N", found["writes"], f"{found['problems']} lost or made a move")
    assert found["problems"] == 0, found["first"]
    assert set(found["by_mode"]) == set(modes) and min(found["by_mode"].values()) > 10
    assert found["refused"] > 0


@counts(1, 20)
def test_a_full_disk_refuses_moves_and_loses_none(count, drill, score, tmp_path):
    """On a disk of a megabyte; where nobody may mount one, no file may grow beyond a limit, which fails in the same call."""
    mounting = _mounting(tmp_path)
    found = drill("full_disk", rounds=count, within=mounting) if mounting else drill("full_disk", rounds=count, limit=400_000)
    disk = "a disk of 1 MB" if mounting else "files of at most 400 kB"
    score(f"{disk} full", count, f"{found['acknowledged']} moves acknowledged, {found['refused']} refused, {found['problems']} wrong")
    assert found["problems"] == 0, found["first"]
    assert found["refused"] >= count


def _mounting(folder: Path) -> tuple[str, ...]:
    """The words before a command by which it runs with a small disk of its own at ``SPOOKYNB_DRILLS``; none where that is not allowed."""
    if shutil.which("unshare") is None:
        return ()
    script = 'mount -t tmpfs -o size=1m none "$SPOOKYNB_DRILLS" && exec "$@"'
    for rights in ("-m",), ("-r", "-m"):
        within = ("unshare", *rights, "sh", "-c", script, "sh")
        tried = subprocess.run([*within, "true"], env={**os.environ, "SPOOKYNB_DRILLS": str(folder)}, capture_output=True, check=False)
        if tried.returncode == 0:
            return within
    return ()


@counts(20, 200)
def test_files_taken_away_under_a_live_table_are_noticed_before_acknowledging(count, drill, score):
    found = drill("taken_away", count=count)
    score("the database deleted or replaced under a live table", count, f"noticed before acknowledging {found['noticed']} of {count}")
    score("database or journal overwritten, journal deleted", 2 * count, f"{found['problems']} lost a move")
    assert found["problems"] == 0, found["first"]
    assert found["noticed"] == count


@counts(6, 100)
def test_two_processes_that_rebuild_another_schema_at_once_agree_and_keep_the_old_file(count, drill, score):
    found = drill("rebuilds", count=count)
    score("two schema rebuilds at once", count, f"{found['problems']} differed, one old file kept each")
    assert found["problems"] == 0, found["first"]
