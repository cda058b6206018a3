"""Faults that need processes of their own: ``python drills.py DRILL JSON`` prints what came of it as JSON."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from campaigns import PEOPLE, begun, copied, ledger, say, wrong

from spookynb.errors import SpookyError
from spookynb.table import Table
from spookynb.verify import verify


class Child:
    """A process that does one thing and tells lines while it does it."""

    def __init__(self, deed: Callable[[Callable[[object], None]], None]) -> None:
        self._reads, writes = os.pipe()
        self.pid = os.fork()
        if self.pid:
            os.close(writes)
            return
        try:
            os.close(self._reads)
            deed(lambda line: _write_line(writes, line))
            os._exit(0)
        except BaseException as error:
            _write_line(writes, f"! {type(error).__name__}: {error}")
            os._exit(1)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> list[str]:
        """All lines that it told, when it has ended."""
        with os.fdopen(self._reads) as told:
            lines = told.read().splitlines()
        os.waitpid(self.pid, 0)
        return lines


_real_write = os.write


def _write_line(file: int, line: object) -> None:
    _real_write(file, f"{line}\n".encode())


def _summed(problems: list[str]) -> dict[str, Any]:
    return {"problems": len(problems), "first": next(iter(problems), "")}


# ---------------------------------------------------------------------------------------------- kill -9


def kills(folder: Path, *, count: int, seed: int = 1) -> dict[str, Any]:
    """``count`` kills of a process that plays as fast as it can, at any moment from its start on."""
    rng, problems, acknowledged = random.Random(seed), [], 0
    for number in range(count):
        if number % 20 == 0:
            journal, made = begun(folder / str(number)), list[str]()
        child = Child(partial(_play_on, journal, number))
        time.sleep(rng.uniform(0.005, 0.12))
        child.kill()
        told = child.wait()
        problems += [line for line in told if line.startswith("!")]
        made += [line for line in told if not line.startswith("!")]
        acknowledged += len(told)
        if problem := wrong(journal, made):
            problems.append(f"kill {number}: {problem}")
    return {"kills": count, "acknowledged": acknowledged, **_summed(problems)}


def _play_on(journal: Path, number: int, tell: Callable[[object], None]) -> None:
    with Table.open(journal) as table:
        for turn in range(1_000_000):
            tell(say(table, f"{number}, {turn}"))


# ---------------------------------------------------------------------------------------------- writers


def writers(folder: Path, *, many: int, moves: int) -> dict[str, Any]:
    """``many`` processes write ``moves`` each to one campaign at once; how long each took, and what each move waited."""
    people = {**PEOPLE, "players": [f"Player {number}" for number in range(1, many)]}
    with Table.new(folder, people, seed=7) as table:
        journal, seats = table.journal, list(table.state.seats)
    start = time.monotonic() + 0.1 * many
    crew = [Child(lambda tell, seat=seat: _write_moves(journal, seat, moves, start, tell)) for seat in seats]  # type: ignore[misc]
    told = [child.wait() for child in crew]
    problems = [line for lines in told for line in lines if line.startswith("!")]
    ids = [line.split()[0] for lines in told for line in lines[:-1]]
    waits = sorted(float(line.split()[1]) for lines in told for line in lines[:-1])
    took = [float(lines[-1]) for lines in told] if not problems else [1.0]
    with Table.open(journal) as table:
        entries, heads = [one.id for one in table.entries()], len(table.heads)
    report = verify(journal)
    problems += [f"{report.findings[0]}"] if report.findings else []
    return {
        "entries": len(entries) - 1,
        "lost": len(set(ids) - set(entries)),
        "twice": len(entries) - len(set(entries)),
        "heads": heads,
        "acknowledged": len(ids),
        "fairness": round(min(took) / max(took), 3),
        "p50": waits[len(waits) // 2],
        "p99": waits[len(waits) * 99 // 100],
        **_summed(problems),
    }


def _write_moves(journal: Path, seat: str, moves: int, start: float, tell: Callable[[object], None]) -> None:
    with Table.open(journal) as table:
        time.sleep(max(0, start - time.monotonic()))
        began = time.perf_counter()
        for turn in range(moves):
            start = time.perf_counter()
            made = say(table, f"{seat} {turn}", seat)
            tell(f"{made} {time.perf_counter() - start:.6f}")
        tell(time.perf_counter() - began)


# ---------------------------------------------------------------------------------------------- the Nth write


def nth_write(folder: Path, *, modes: list[str], deed: str = "act", step: int = 1) -> dict[str, Any]:
    """Let each write in turn, of the ledger and of the journal, come to grief in each of ``modes`` (:mod:`injection`)."""
    from injection import Faults

    faults, problems, runs, refused = Faults(), [], Counter[str](), 0
    journal = begun(folder / "begun")
    drill = {"act": _acts, "new": _begins}[deed]
    for mode in modes:
        at, struck = 1, True
        while struck:
            struck, problem, no = drill(faults, journal, folder / "copy", at, mode)
            faults.arm(0)
            runs[mode] += struck
            refused += no
            if problem:
                problems.append(f"write {at} {mode}: {problem}")
            at += step
    return {"writes": sum(runs.values()), "refused": refused, "by_mode": runs, **_summed(problems)}


def _acts(faults: Any, journal: Path, folder: Path, at: int, mode: str) -> tuple[bool, str, int]:
    """Open, play two moves, go on after the fault is over: acknowledged means there, refused means not there."""
    copy = copied(journal, folder)
    if mode.startswith("dies"):
        return _dying(faults, copy, at, mode, lambda tell: _two_acts(copy, tell, []))
    acknowledged: list[str] = []
    refused: list[str] = []
    faults.arm(at, mode)
    try:
        _two_acts(copy, acknowledged.append, refused)
        struck = faults.struck
    except SpookyError:  # the table did not open
        struck = True
    except Exception as error:
        return True, f"{type(error).__name__}: {error}", 0
    faults.arm(0)
    return struck, wrong(copy, acknowledged, refused=refused), len(refused)


def _two_acts(journal: Path, tell: Callable[[str], object], refused: list[str]) -> None:
    with Table.open(journal) as table:
        for turn in ("First", "Second", "Third"):
            try:
                tell(say(table, turn))
            except SpookyError:
                refused.append(turn)


def _begins(faults: Any, journal: Path, folder: Path, at: int, mode: str) -> tuple[bool, str, int]:
    """Begin a campaign: afterwards it can be opened, or begun as if nothing had been."""
    new = copied(journal, folder).with_name("new.md")

    def begin(tell: Callable[[str], object]) -> None:
        with Table.new(new, PEOPLE, seed=7) as table:
            tell(table.campaign)

    acknowledged: list[str] = []
    if mode.startswith("dies"):
        child = Child(lambda tell: (faults.arm(at, mode), begin(tell), tell(f"struck {faults.struck}")))  # type: ignore[arg-type, return-value]
        acknowledged = child.wait()
        struck = "struck False" not in acknowledged
        acknowledged = [line for line in acknowledged if not line.startswith("struck")]
    else:
        faults.arm(at, mode)
        try:
            begin(acknowledged.append)
        except SpookyError:
            pass
        except Exception as error:
            return True, f"{type(error).__name__}: {error}", 0
        struck = faults.struck
        faults.arm(0)
    try:
        Table.open(new).close()
    except SpookyError as error:
        if acknowledged:
            return struck, f"it began, and does not open: {error}", 0
        try:
            begin(acknowledged.append)
        except SpookyError as again:
            return struck, f"it neither opens nor begins: {error} {again}", 1
    return struck, wrong(new, acknowledged), 1


def _dying(faults: Any, journal: Path, at: int, mode: str, play: Callable[[Callable[[object], None]], None]) -> tuple[bool, str, int]:
    def deed(tell: Callable[[object], None]) -> None:
        faults.arm(at, mode)
        play(tell)
        tell(f"struck {faults.struck}")

    told = Child(deed).wait()
    acknowledged = [line for line in told if not line.startswith(("struck", "!"))]
    problem = next((line for line in told if line.startswith("!")), "")
    return "struck False" not in told, problem or wrong(journal, acknowledged), 0


# ---------------------------------------------------------------------------------------------- files taken away


def taken_away(folder: Path, *, count: int, seed: int = 1) -> dict[str, Any]:
    """A file is deleted, replaced or overwritten under a live table, before a move or within it, ``count`` times each.

    ``noticed``: how often the move under way was not acknowledged when the database was deleted or replaced.
    """
    from injection import Faults

    faults, rng, journal = Faults(), random.Random(seed), begun(folder / "begun")
    within = _writes_of_a_move(faults, copied(journal, folder / "copy"))
    noticed, problems = 0, []
    for target, deeds in (("database", REPLACING), ("database", OVERWRITING), ("journal", REPLACING | OVERWRITING)):
        for number in range(count):
            name, deed = list(deeds.items())[number % len(deeds)]
            copy = copied(journal, folder / "copy")
            path = copy if target == "journal" else ledger(copy)
            at = rng.choice((0, rng.randrange(1, within + 1)))
            seen, problem = _take_away(faults, copy, at, lambda deed=deed, path=path: deed(path))  # type: ignore[misc]
            if deeds is REPLACING:
                noticed += seen
                problem = problem or ("" if seen else "not noticed")
            if problem:
                problems.append(f"{target} {name} before write {at}: {problem}")
    return {"times": count, "noticed": noticed, **_summed(problems)}


def _writes_of_a_move(faults: Any, journal: Path) -> int:
    """How many writes it takes until a move is in the database for good; the last two are the journal's."""
    with Table.open(journal) as table:
        faults.arm(0)
        say(table, "Counted.")
        return int(faults.done) - 2


def _take_away(faults: Any, journal: Path, at: int, strike: Callable[[], None]) -> tuple[bool, str]:
    """Whether the move under way was refused, and what is wrong in the end."""
    acknowledged, noticed = [], False
    with Table.open(journal) as table:
        acknowledged.append(say(table, "Before."))
        if at:
            faults.arm(at, deed=strike)
        else:
            strike()
        try:
            acknowledged.append(say(table, "Meanwhile."))
        except SpookyError:
            noticed = True
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"
        finally:
            faults.arm(0)
    return noticed, wrong(journal, acknowledged)


def _delete(path: Path) -> None:
    path.unlink()


def _empty(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"")


def _older(path: Path) -> None:
    _as_it_began(path).replace(path)


def _overwrite(path: Path) -> None:
    path.write_bytes(_as_it_began(path).read_bytes())


def _cut(path: Path) -> None:
    path.write_bytes(b"")


def _garbage(path: Path) -> None:
    path.write_bytes(b"Dear diary, this is neither. " * 1000)


def _as_it_began(path: Path) -> Path:
    """A copy of the same file of the campaign as it was copied."""
    copy = next(one for one in path.parents if one.name == "copy")
    return Path(shutil.copy(copy.with_name("begun") / path.relative_to(copy), path.with_suffix(".older")))


REPLACING: dict[str, Callable[[Path], None]] = {"deleted": _delete, "replaced by nothing": _empty, "replaced by an older one": _older}
OVERWRITING: dict[str, Callable[[Path], None]] = {"overwritten by an older one": _overwrite, "emptied": _cut, "overwritten": _garbage}


# ---------------------------------------------------------------------------------------------- a full disk


def full_disk(folder: Path, *, rounds: int, limit: int = 0) -> dict[str, Any]:
    """Play until the disk is full, go on trying, make room, play on; ``rounds`` campaigns.

    ``folder`` stands on a disk of a megabyte; or no file may grow beyond ``limit`` bytes, which writes meet in the same way.
    """
    acknowledged = refused = 0
    problems = []
    for number in range(rounds):
        ballast = folder / "ballast"
        ballast.write_bytes(b"x" * 300_000)
        journal = begun(folder / str(number))
        made, no = _fill(journal, partial(_make_room, ballast, limit), limit, random.Random(number))
        acknowledged += len(made)
        refused += len(no)
        if problem := wrong(journal, made, refused=no) or ("" if no else "the disk never was full"):
            problems.append(f"{number}: {problem}")
        shutil.rmtree(folder / str(number))
    return {"rounds": rounds, "acknowledged": acknowledged, "refused": refused, **_summed(problems)}


def _fill(journal: Path, make_room: Callable[[], None], limit: int, rng: random.Random) -> tuple[list[str], list[str]]:
    made, no = list[str](), list[str]()
    with Table.open(journal) as table:
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        for turn in range(1000):
            words = f"{turn} " + "x" * rng.randrange(100, 15_000)
            try:
                made.append(say(table, words))
            except SpookyError:
                no.append(words)
            if len(no) == 10:
                break
        make_room()
        made.append(say(table, "There is room again."))
    return made, no


def _make_room(ballast: Path, limit: int) -> None:
    ballast.unlink()
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


# ---------------------------------------------------------------------------------------------- schemas


def rebuilds(folder: Path, *, count: int) -> dict[str, Any]:
    """Two processes open a campaign whose database is of another schema, at the same moment, ``count`` times."""
    import sqlite3

    journal, problems = begun(folder / "begun"), []
    head = verify(journal).head
    for number in range(count):
        copy = copied(journal, folder / "copy")
        database = sqlite3.connect(ledger(copy))
        if number % 2:
            database.execute("ALTER TABLE entry RENAME TO moves")
        database.execute("PRAGMA user_version = 99")
        database.commit()
        database.close()
        start = time.monotonic() + 0.03
        crew = [Child(partial(_open_and_look, copy, start)) for _ in range(2)]
        told = [child.wait() for child in crew]
        kept = [path.name for path in ledger(copy).parent.glob("*schema-99*")]
        if told != [[head], [head]] or kept != [f"{copy.stem}.schema-99.db"]:
            problems.append(f"{number}: {told}, kept {kept}")
        elif problem := wrong(copy, []):
            problems.append(f"{number}: {problem}")
    return {"rebuilds": count, **_summed(problems)}


def _open_and_look(journal: Path, start: float, tell: Callable[[object], None]) -> None:
    time.sleep(max(0, start - time.monotonic()))
    with Table.open(journal) as table:
        tell(table.head_words())


if __name__ == "__main__":
    with TemporaryDirectory(dir=os.environ.get("SPOOKYNB_DRILLS")) as place:
        print(json.dumps(globals()[sys.argv[1]](Path(place), **json.loads(sys.argv[2]))))
