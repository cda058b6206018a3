"""``doctor``: whether everything that play needs is there, looked at from outside any table."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from spookynb.cli.shell import FINDINGS, Json, give, say

#: a line in JupyterLab without which no widget shows itself
_WIDGETS: Final = "share/jupyter/labextensions/@jupyter-widgets/jupyterlab-manager/package.json"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: what was found, and what to do when it is not ``ok``."""

    name: str
    ok: bool
    found: str
    todo: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The check as JSON; what to do only where something is to be done."""
        return {"name": self.name, "ok": self.ok, "found": self.found, **({} if self.ok else {"todo": self.todo})}


def doctor(
    folder: Annotated[Path, typer.Option(help="Folder in which journals are to be kept.", metavar="DIR")] = Path(),
    json: Json = False,
) -> None:
    """Check that this machine has what play needs.

    Looks at Python, SQLite, folders, keys, rule systems and the parts of Jupyter, and changes nothing.
    Exit code 1 when something needs attention.
    """
    checks = list(_checks(folder))
    if json:
        give({"ok": all(check.ok for check in checks), "checks": [check.as_dict() for check in checks]})
    else:
        for check in checks:
            say(f"{'ok ' if check.ok else 'BAD'}  {check.name}: {check.found}", *([f"     {check.todo}"] if not check.ok else []))
    if not all(check.ok for check in checks):
        raise typer.Exit(FINDINGS)


def _checks(folder: Path) -> Iterator[Check]:
    yield Check("Python", sys.version_info >= (3, 11), sys.version.split()[0], "Install Python 3.11 or later.")
    yield _sqlite()
    yield _folder("folder for journals", folder, "Choose a folder that you may write to.")
    yield _keys()
    yield from _systems()
    yield from _packages()
    widgets = Path(sys.prefix, _WIDGETS)
    yield Check(
        "widgets in JupyterLab", widgets.is_file(), "installed" if widgets.is_file() else "missing", "Reinstall jupyterlab-widgets."
    )


def _sqlite() -> Check:
    import sqlite3

    from spookynb.ledger.store import journal_mode

    return Check("SQLite", True, f"{sqlite3.sqlite_version}, journal mode {journal_mode()}")


def _folder(name: str, folder: Path, todo: str) -> Check:
    """Whether files can be made in ``folder``, or in the nearest folder above it while it is not there yet."""
    from tempfile import TemporaryFile

    here = folder.resolve()
    place = next(path for path in (here, *here.parents) if path.exists())
    try:
        with TemporaryFile(dir=place):
            pass
    except OSError as error:
        return Check(name, False, f"{folder.resolve()} cannot be written ({error.strerror})", todo)
    return Check(name, True, str(here))


def _keys() -> Check:
    """Keys are kept, and nobody else on the machine can read them."""
    from spookynb.ledger.keys import data_folder

    todo = "Set SPOOKYNB_DATA_DIR to a folder of your own."
    check = _folder("keys", data_folder(), todo)
    if check.ok and os.name == "posix":
        open_ones = [path for path in data_folder().glob("keys/*") if path.stat().st_mode & 0o077]
        if open_ones:
            return Check("keys", False, f"others can read {open_ones[0]}", "Take their rights away: chmod 600.")
    return check


def _systems() -> Iterator[Check]:
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group="spookynb.systems"), key=lambda one: one.name):
        try:
            title = point.load().title
        except Exception as error:  # someone else's package: whatever it raises is the finding
            yield Check(
                f"rule system {point.name}", False, f"{type(error).__name__} on loading", "Update or remove the package that brings it."
            )
        else:
            yield Check(f"rule system {point.name}", True, title)


def _packages() -> Iterator[Check]:
    """What this package requires, by name and version, as installed."""
    from importlib.metadata import PackageNotFoundError, requires, version

    from packaging.requirements import Requirement

    for required in map(Requirement, requires("spookynb") or []):
        if required.marker is not None and not required.marker.evaluate({"extra": ""}):
            continue
        try:
            found = version(required.name)
        except PackageNotFoundError:
            yield Check(required.name, False, "not installed", f"Install it: pip install '{required}'")
        else:
            yield Check(required.name, required.specifier.contains(found, prereleases=True), found, f"Install: pip install '{required}'")
